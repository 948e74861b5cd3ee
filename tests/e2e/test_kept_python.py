"""Python's memory is kept for later starts. Whatever is kept there, the app starts."""

from pathlib import Path

import pytest
from failing_starts import AGAIN, NOT_OPENED
from installed import wait_until_kept
from on_the_web import (
    FIND_MEMORY,
    IS_MEMORY_KEPT,
    Site,
    open_evening,
    phone_on,
    wait_until,
    wait_until_memory_is_kept,
    without_app,
)
from packing import unpack
from phone import Phone
from playwright.sync_api import BrowserContext, expect

from pwa.client import INTERPRETER
from pwa.compress import PACKED
from pwa.inlining import GUESSED_WRONG, kept_apart

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

KEPT_LAYOUT = f"""async () => {{
  {FIND_MEMORY}
  return (await find()).response.headers.get('layout');
}}"""
KEPT_SIZE = f"""async () => {{
  {FIND_MEMORY}
  return (await (await find()).response.blob()).size;
}}"""
STACK = 10 * 2**20
USED_BETWEEN_CALLS = 2**12
"""In bytes, of Python's stack; the first is Pyodide's setting."""
SPOIL = f"""async how => {{
  {FIND_MEMORY}
  const {{kept, address, response}} = await find();
  const memory = new Uint8Array(await response.arrayBuffer());
  const letters = text => Array.from(text, letter => letter.charCodeAt(0));
  const replace = (old, wanted) => {{
    const [first, ...rest] = letters(old);
    for (let at = memory.indexOf(first); at >= 0; at = memory.indexOf(first, at + 1))
      if (rest.every((letter, place) => memory[at + 1 + place] === letter))
        memory.set(letters(wanted), at);
    return memory;
  }};
  const spoilt = {{
    'it is cut short': () => memory.subarray(0, memory.length / 2),
    'it is empty': () => memory.subarray(0, 0),
    'its head is lost': () => memory.fill(0, 0, 64),
    'all but its head is lost': () => memory.fill(0, 1_000_000),
    'it says something else': () => replace('mit echten Karten', 'mit blauen Karten'),
    'the app is not in it': () => replace('in_browser', 'in_br_wser'),
  }};
  const headers = {{layout: response.headers.get('layout'), spoilt: how}};
  await kept.put(address, new Response(spoilt[how](), {{headers}}));
}}"""
"""Changes the memory that is kept, and says so in a header."""
HURRY_WITHOUT_PYTHON = """
const {setTimeout} = globalThis;
globalThis.setTimeout = action => setTimeout(action);
globalThis.Worker = class { postMessage() {} };
"""
LENGTH = "path => fetch(path).then(answer => answer.arrayBuffer()).then(all => all.byteLength)"


@pytest.fixture
def phone(site: Site, visited: BrowserContext, tmp_path: Path) -> Phone:
    """A phone with an evening begun, which has kept Python's memory."""
    phone = phone_on(visited)
    open_evening(phone, site, tmp_path / "begun")
    return phone


def test_a_later_start_begins_with_what_python_had_in_its_memory(
    site: Site, visited: BrowserContext
) -> None:
    phone = phone_on(visited)
    without_app(phone, site).evaluate(SPOIL, "it says something else")
    phone.open(site.address)
    phone.expect_text(
        "Gespielt wird mit blauen Karten; Knoddel schreibt an und speichert jeden Strich sofort."
    )


def test_what_is_free_of_pythons_stack_is_not_kept(site: Site, visited: BrowserContext) -> None:
    page = without_app(phone_on(visited), site)
    size, start, end = map(int, page.evaluate(KEPT_LAYOUT).split())
    assert page.evaluate(KEPT_SIZE) == size
    assert end - start > STACK - USED_BETWEEN_CALLS


def test_functions_are_kept_apart_in_a_first_visit_only(site: Site, device: BrowserContext) -> None:
    content = unpack((site.folder / "knoddel" / f"{INTERPRETER}{PACKED}").read_bytes())
    longer = sum(len(put) - without for _, without, put in kept_apart(content, GUESSED_WRONG))
    phone = phone_on(device)
    for length in (len(content) + longer, len(content)):
        phone.open(site.address)
        (worker,) = phone.page.workers
        assert worker.evaluate(LENGTH, INTERPRETER) == length
        wait_until_kept(phone)


def test_what_no_start_imports_is_there_in_a_later_start(site: Site, phone: Phone) -> None:
    phone.open(site.address)
    phone.tap("Mein: 20 melden")
    phone.tap("Menü")
    phone.tap("Verlauf, der Stand als Kurve")
    phone.expect_text("Stand nach jeder Zeile")


def test_without_a_memory_that_can_be_used_python_starts_anew_and_keeps_another(
    site: Site, phone: Phone
) -> None:
    for score, how in enumerate(
        ["it is cut short", "it is empty", "its head is lost", "all but its head is lost"], 1
    ):
        phone.page.evaluate(SPOIL, how)
        phone.open(site.address)
        phone.tap("Mein: 20 melden")
        phone.expect_text(f"Stand: Mein {score}, Dein 0")
        wait_until_memory_is_kept(phone)


def test_a_memory_with_which_the_app_fails_is_forgotten_before_the_next_try(
    site: Site, phone: Phone
) -> None:
    phone.page.evaluate(SPOIL, "the app is not in it")
    phone.page.goto(site.address)
    expect(phone.page.get_by_role("alert")).to_contain_text(NOT_OPENED)
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 0, Dein 0")
    wait_until_memory_is_kept(phone)


def test_a_memory_with_which_the_start_hangs_is_forgotten_before_the_next_try(
    phone: Phone, site: Site
) -> None:
    wait_until_kept(phone)
    assert phone.page.evaluate(IS_MEMORY_KEPT)
    phone.page.add_init_script(HURRY_WITHOUT_PYTHON)
    phone.page.goto(site.address)
    wait_until(phone.page, lambda: not phone.page.evaluate(IS_MEMORY_KEPT))
    expect(phone.page.get_by_role("button", name=AGAIN)).to_be_visible()
