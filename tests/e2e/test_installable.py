"""Chromium would install the app, by its own word."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from installing import hindrances, page_in, served
from playwright.sync_api import Page

from pwa.manifest import FILE, files, head, manifest
from views.tongue import tongue

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    with page_in(tmp_path / "profile") as opened:
        yield opened


def a_folder(at: Path, base: str) -> Path:
    """Make a folder that holds no app, but all that is needed to install one."""
    at.mkdir(parents=True)
    (at / FILE).write_text(json.dumps(manifest(base, tongue("de"))))
    for source, place in files().items():
        (at / place).parent.mkdir(exist_ok=True)
        shutil.copy(source, at / place)
    (at / "worker.js").write_text("onfetch = event => event.respondWith(fetch(event.request))")
    (at / "index.html").write_text(
        f"<!doctype html><html lang=de><head><title>Knoddel</title>{''.join(head())}</head>"
        "<script>navigator.serviceWorker.register('worker.js')</script></html>"
    )
    return at


@pytest.mark.parametrize("base", ["/", "/knoddel/"])
def test_chromium_finds_nothing_that_keeps_it_from_installing(
    base: str, page: Page, tmp_path: Path
) -> None:
    below = base.lstrip("/")
    a_folder(tmp_path / "www" / below, base)
    with served(tmp_path / "www") as address:
        assert hindrances(page, address + below) == []


def test_it_is_asked_in_earnest(page: Page, tmp_path: Path) -> None:
    folder = a_folder(tmp_path / "www", "/")
    for icon in folder.glob("icons/*.png"):
        icon.unlink()
    with served(folder) as address:
        assert hindrances(page, address) != []
