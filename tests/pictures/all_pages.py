"""Takes a picture of every page, in every language, look and size, to be looked at side by side.

Run by hand: all_pages.py [--pages slate …] [--languages de …] [--looks dark …] [--sizes 390x844 …]

The pictures are in looks/, which git ignores; their names begin with the page, so that those of one
page lie side by side. ``--scale 2`` makes all text twice as large.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from playwright.sync_api import Browser, sync_playwright

from storage import Library, Theme
from views.pages.reckoned import address_of
from views.text.translator import LANGUAGES

sys.path.insert(0, str(Path(__file__).parents[1]))

from chromium import chromium
from phone import FLAGS_WITH_PICTURES, WITH_LINKS, App, Phone
from played import LONG_NAME, PEOPLE, call, pay, play_often
from worked import example

FOLDER: Final = Path(__file__).parents[2] / "looks"
SIZES: Final = ("320x640", "360x740", "375x667", "390x844", "844x390", "768x1024", "1280x800")


class Scene(NamedTuple):
    """A page to be looked at: of which worked evening, after how many entries, at which path.

    ``played`` is how many evenings were played before, each of so many ``deals``, and ``paid`` how
    many debts were paid then. Some players may be ``called`` by nicknames and have signs. With a
    ``link`` others reach the app, too: 0 is the page by the link to write, 1 by the one to watch,
    2 without any.
    """

    name: str
    evening: str | None = None
    entries: int | None = None
    path: str = ""
    both_sides: bool = False
    played: int = 0
    deals: int = 20
    paid: int = 0
    called: bool = False
    link: int | None = None


SCENES: Final = (
    Scene("first"),
    *(
        Scene(f"first-{path}", path=path)
        for path in ("new", "read", "how", "settings", "bin", "backups")
    ),
    Scene("slate", "evening", 9),
    Scene("slate-round-over", "siegelbach"),
    Scene("slate-bauer", "saarland-bauer"),
    Scene("slate-bauerschspiel", "bauerschspiel"),
    Scene("slate-simple-bauer", "simple-bauer"),
    Scene("slate-schlauch", "schlauch"),
    Scene("slate-watten", "bohemian-watten"),
    *(
        Scene(path.replace("/", "-"), "evening", None, path)
        for path in (
            "menu",
            "large",
            "rounds",
            "course",
            "share",
            "share/code",
            "dealer",
            "rules",
            "how",
            "line/2",
            "line/14",
        )
    ),
    *(Scene(path, "evening", None, path) for path in ("new", "evenings", "settings")),
    Scene("line-2-change", "evening", None, "line/2/change"),
    *(Scene(f"large-{name}", name, None, "large") for name in ("schlauch", "bohemian-watten")),
    *(
        Scene(f"both-{name}", name, entries, "", both_sides=True)
        for name, entries in (
            ("evening", 8),
            ("saarland-bauer", 3),
            ("simple-bauer", None),
            ("bauerschspiel", None),
        )
    ),
    Scene("no-link", link=2),
    Scene("links", "evening", None, "links", link=0),
    Scene("watching", "evening", link=1),
    Scene("watching-nobody", link=1),
    Scene("rounds-schlauch", "schlauch", None, "rounds"),
    *(Scene(f"course-{name}", name, None, "course") for name in ("schlauch", "bohemian-watten")),
    Scene("course-long", None, None, "course", played=1, deals=60),
    Scene("share-code-long", None, None, "share/code", played=1, deals=900),
    Scene("statistics-nobody", "schlauch", None, "statistics"),
    *(
        Scene(f"statistics-{played}", None, None, "statistics", played=played)
        for played in (3, 30, 300)
    ),
    Scene("ledger-nobody", "schlauch", None, "ledger"),
    *(
        Scene(f"ledger-{played}", None, None, "ledger", played=played, paid=paid)
        for played, paid in ((3, 1), (30, 5))
    ),
    *(
        Scene(f"{path.split('/')[-1]}-called", None, None, path, played=30, paid=2, called=True)
        for path in ("statistics", "statistics/plots", "ledger")
    ),
    Scene("player-called", path=address_of(PEOPLE[:1])[1:], played=30, called=True),
    *(
        Scene(f"plots-{played}", None, None, "statistics/plots", played=played)
        for played in (3, 30, 300)
    ),
    *(
        Scene(f"statistics-of-{name}", None, None, address_of(who)[1:], played=30)
        for name, who in (
            ("one", PEOPLE[:1]),
            ("long-name", (LONG_NAME,)),
            ("pair", ("Erna", "Karl")),
        )
    ),
)


def fill(folder: Path, scene: Scene, language: str, look: Theme) -> None:
    """Write the evening of a scene, and choose language and look."""
    library = Library(folder)
    with patch("os.fsync"):  # nobody keeps these
        play_often(library, scene.played, scene.deals)
        pay(library, scene.paid)
        if scene.called:
            call(library)
        if scene.evening:
            sheet = example(scene.evening)
            evening = library.begin(sheet.game, sheet.head, sheet.replay.agreement)
            evening.extend(sheet.replay.entries[: scene.entries])
        chosen = replace(library.settings, language=language, theme=look)
        library.change(replace(chosen, both_sides=scene.both_sides))


def look_at(browser: Browser, scene: Scene, options: argparse.Namespace) -> Iterator[str]:
    """Take the pictures of a scene, and yield their names."""
    for language in options.languages:
        for look in map(Theme, options.looks):
            with ExitStack() as stack:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
                fill(folder, scene, language, look)
                app = App(folder, arguments=() if scene.link is None else WITH_LINKS)
                app.start()
                stack.callback(app.stop)
                for size in options.sizes:
                    name = f"{scene.name}-{size}-{look}-{language}"
                    take(browser, app, scene, size, options.scale, name)
                    yield name


def take(browser: Browser, app: App, scene: Scene, size: str, scale: float, name: str) -> None:
    """Take a picture of a scene on a screen of that size."""
    width, height = map(int, size.split("x"))
    with browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, locale="de-DE"
    ) as context:
        larger = f"document.documentElement.style.fontSize = '{16 * scale}px'"
        context.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {larger} }})")
        phone = Phone(context.new_page(), height)
        if scene.link == len(app.links):
            phone.page.goto(app.address)
        else:
            if scene.link is not None:
                phone.page.goto(app.links[scene.link])
                phone.page.wait_for_url(app.address)
            phone.open(app.address + scene.path)
            phone.page.locator("#cover").wait_for(state="hidden")
        (FOLDER / f"{name}.png").write_bytes(settled(phone))


def settled(phone: Phone) -> bytes:
    """Return a picture of a page as soon as two in a row are the same: at first it fades in."""
    before, now = b"", phone.page.screenshot()
    while now != before:
        before, now = now, phone.page.screenshot()
    return now


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    choices: dict[str, Sequence[str]] = {
        "pages": [scene.name for scene in SCENES],
        "languages": LANGUAGES,
        "looks": [*Theme],
        "sizes": SIZES,
    }
    for name, all_of_them in choices.items():
        parser.add_argument(f"--{name}", nargs="+", default=all_of_them)
    parser.add_argument("--scale", type=float, default=1)
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS_WITH_PICTURES)
        for scene in SCENES:
            if scene.name in options.pages:
                for name in look_at(browser, scene, options):
                    print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
