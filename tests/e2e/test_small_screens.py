"""Everything can be reached and hit: on small phones, lying ones, tablets, with large text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import pytest
from phone import App, OpenPhone, Phone
from played import MINE, MINE_AT_TEN, SIDES, YOURS, deal, play
from playwright.sync_api import Locator, expect

from scoring.bauer_simple import Deal as SimpleDeal
from scoring.bauerchen import Level, Meld
from scoring.game import Entry
from scoring.games import GAMES
from scoring.sheet import Side
from storage import Library

pytestmark = pytest.mark.browser

TOUCH, SCORING_TOUCH, DEAD_STRIP = 48, 56, 16
ROUNDED = 1
"""By how much a box may be off: what screen readers are told is in whole dp."""

RESULTS = (
    ("Mein: 40 melden", "Dein: 20 melden"),
    ("Mein: schneiderfrei, 1 Punkt", "Dein: schneiderfrei, 2 Punkte"),
    ("Mein: Schneider, 2 Punkte", "Dein: Schneider, 3 Punkte"),
    ("Mein: schwarz, 3 Punkte", "Dein: schwarz, 4 Punkte"),
)
PAD = (
    "Mein: 20 melden",
    "Dein: 40 melden",
    *(name for pair in RESULTS for name in pair),
    "Spritze zurücknehmen",
    "Spritzen",
    "Augen zählen",
    "Kart' ab",
)
SOLOS = tuple(
    f"{side}: Solo {end}" for side in ("Mein", "Dein") for end in ("gewonnen", "verloren")
)
BACK = "Zurück zu den Ergebnissen"
COUNTING = ("Anschreiben", *"0123456789", "Augen Mein", "Augen Dein", "Löschen", BACK)
AT_MOST = tuple(
    Side(name) for name in ("Ute", "Maximilian", "Isa", "Karl-Heinz", "Bo", "Katharina", "Eva")
)
ROUND = (Meld(MINE, 20), deal(MINE, Level.SCHNEIDER), Meld(YOURS, 40), deal(YOURS), deal(YOURS))
"""A round with some lines; Mein is at home next."""


Pages: TypeAlias = dict[str, "Pages | None"]

WHO_DEALS = re.compile("^Geber: ")


class Box(NamedTuple):
    """Where something is on the screen, in dp."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def touches(self, other: "Box") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass(frozen=True)
class Look:
    """A screen, and by how much text is larger on it than usual."""

    width: int
    height: int
    text: int = 100


SIZES = [(320, 640), (390, 844), (844, 390), (768, 1024), (1280, 800)]
TEXTS = (100, 200)
"""One page has first the usual text, then large text: to open it takes more than to look at it."""


def begin(app: App, *entries: Entry, **more: Any) -> None:
    """Prepare the evening before the app that keeps it is started."""
    play(Library(app.folder), *entries, **more)


def enlarge(phone: Phone, percent: int) -> None:
    """Set the text size of the device, and wait until everything is there, and larger."""
    if percent == 100:
        return
    keys, before = phone.buttons().count(), at(phone.button(WHO_DEALS)).height
    phone.page.evaluate(f"document.documentElement.style.fontSize = '{16 * percent // 100}px'")
    phone.page.wait_for_function(
        "before => [...document.querySelectorAll('flt-semantics')].some("
        "e => e.textContent.startsWith('Geber: ')"
        " && e.getBoundingClientRect().height > before + 5)",
        arg=before,
    )
    expect(phone.buttons()).to_have_count(keys)


STANDS_STILL = """button => {
  const {top, height} = button.getBoundingClientRect();
  const same = button.seen === `${top} ${height}`;
  button.seen = `${top} ${height}`;
  button.frames = same ? button.frames + 1 : 0;
  return button.frames > 10;
}"""


def box(phone: Phone, name: str | re.Pattern[str], least: float = 0) -> Box:
    """Scroll something into view as people do, and return where it then can be tapped.

    What is cut off at an edge is told as too low.
    """
    button = phone.button(name)
    for finger in 2 * (0.9, 0.7, 0.5, 0.3):
        found = at(button)
        middle = (found.top + found.bottom) / 2
        if found.height >= least - ROUNDED and 0 < middle < phone.height:
            break
        phone.page.mouse.move((found.left + found.right) / 2, finger * phone.height)
        button.evaluate("button => button.frames = 0")
        phone.page.mouse.wheel(0, middle - phone.height / 2)
        phone.page.wait_for_function(STANDS_STILL, arg=button.element_handle())
    button.tap(trial=True)
    return at(button)


def at(button: Locator) -> Box:
    """Return where a button is, looking again if it is just being drawn anew."""
    expect(button).to_be_visible()
    found = button.bounding_box()
    if found is None:
        return at(button)
    return Box(found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"])


KEYS = """() => [...document.querySelectorAll('[role=button]')].map(button => {
  const {left, top, right, bottom} = button.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return [button.textContent, button.contains(hit), left, top, right, bottom];
})"""


def keys(phone: Phone) -> list[tuple[str, bool, Box]]:
    """Return all keys: the name, whether it can be hit where it is now, and where that is."""
    return [(name, is_hit, Box(*found)) for name, is_hit, *found in phone.page.evaluate(KEYS)]


def can_be_hit(phone: Phone) -> dict[str, Box]:
    """Return where what can be hit now is, by its name; the first if more bear it."""
    return {name: found for name, is_hit, found in reversed(keys(phone)) if is_hit}


def expect_to_hit(phone: Phone, look: Look, names: Iterable[str], scoring: Iterable[str]) -> None:
    """From top to bottom, everything is high enough, and no wider than the screen.

    What is scrolled into view brings its neighbours along: they are looked at together.
    """
    missed, seen = [], can_be_hit(phone)
    for name in names:
        least = SCORING_TOUCH if name in scoring else TOUCH
        if name not in seen or seen[name].height < least - ROUNDED:
            found = box(phone, name, least)
            seen = {**can_be_hit(phone), name: found}
        found = seen[name]
        if found.height < least - ROUNDED:
            missed.append(f"{name} is only {found.height} dp high")
        if found.left < -ROUNDED or found.right > look.width + ROUNDED:
            missed.append(f"{name} goes from {found.left} to {found.right}")
    assert missed == []


def expect_dead_strip(phone: Phone, mine: str, yours: str) -> None:
    """Nothing that can be tapped lies between two keys of the same row."""
    box(phone, mine)
    left, right = (at(phone.button(name)) for name in (mine, yours))
    assert right.left - left.right >= DEAD_STRIP - ROUNDED
    strip = Box(
        left.right + ROUNDED,
        max(left.top, right.top) + ROUNDED,
        right.left - ROUNDED,
        min(left.bottom, right.bottom) - ROUNDED,
    )
    between = [name for name, _, found in keys(phone) if found.touches(strip)]
    assert between == []


def names(phone: Phone) -> tuple[str, ...]:
    return tuple(filter(None, phone.buttons().all_text_contents()))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_on_the_slate_and_its_other_pads_can_be_hit(
    app: App, open_phone: OpenPhone, width: int, height: int
) -> None:
    begin(app, *ROUND, title="Stammtisch im Goldenen Löwen")
    phone = open_phone(width, height)
    for text in TEXTS:
        enlarge(phone, text)
        look_at_pads(phone, Look(width, height, text))


def look_at_pads(phone: Phone, look: Look) -> None:
    """Look whether everything can be hit on the slate, then with each of its other pads."""
    found = names(phone)
    assert set(PAD) <= set(found)
    expect_to_hit(phone, look, found, PAD)
    for mine, yours in RESULTS:
        expect_dead_strip(phone, mine, yours)
    for way, keys in (("Kart' ab", SOLOS), ("Augen zählen", COUNTING)):
        box(phone, way)
        phone.tap(way)
        expect(phone.button(keys[0])).to_be_visible()
        found = names(phone)
        assert {*keys, BACK} <= set(found)
        expect_to_hit(phone, look, found, keys)
        box(phone, BACK)
        phone.tap(BACK)
        expect(phone.button(PAD[0])).to_be_visible()


@pytest.mark.parametrize("text", [100, 200])
def test_everything_on_the_slates_of_its_cousins_can_be_hit(
    app: App, open_phone: OpenPhone, text: int
) -> None:
    look = Look(320, 640, text)
    cousins = [game for game in GAMES if game != "bauerchen"]
    library = Library(app.folder)
    for game in cousins:
        play(library, game=GAMES[game], sides=AT_MOST[: GAMES[game].sides[-1]], title=game)
    phone = open_phone(look.width, look.height)
    enlarge(phone, text)
    for game in reversed(cousins):
        if game != cousins[-1]:
            go(phone, "Menü", "Frühere Abende")
            open_evening(phone, game)
        found = names(phone)
        assert len(found[found.index("Wiederholen") + 1 :]) >= 4, "the pad is not there"
        expect_to_hit(phone, look, found, ())


TAPS: Final[dict[str, tuple[str, ...]]] = {
    "bauerchen": (
        *("Mein: 40 melden", "Spritzen", "Dein: schwarz, 6 Punkte", "Augen zählen", "Anschreiben"),
        *("Zurück zu den Ergebnissen", "Kart' ab", "Mein: Solo gewonnen", "Kart' ab"),
        *("Zurück zu den Ergebnissen", "Dein: 20 melden"),
    ),
    "bauer": (
        *("Dein: 0 Stiche, Mein −2, Dein +2", "Stoß ×2", "Mein: 4 Stiche, Mein +2, Dein −2"),
        *("Karten weg", "Dein: Karten weg verloren", "Karten weg", "Zurück zu den Stichen"),
        *("Zurückstoßen ×4", "Mein: 8 Stiche, Mein −8"),
    ),
    "bauer-simple": (
        *("Trumpf: niemand", "Mein: 4 Stiche, niemand schreibt"),
        *("Mein: 1 Stich, niemand schreibt", "Dein: 8 Stiche, Dein −1"),
        *("Mein: 3 Stiche, niemand schreibt", "Dein: 5 Stiche, Dein −1"),
    ),
    "bauerschspiel": (
        "Mein: gewonnen",
        "Dein: verloren",
        *["Mein: gewonnen"] * 4,
        "Mein: verloren",
    ),
    "bohemian-watten": (
        *("Ute: gepasst", "Herz ist Trumpf", *["Bo: ein Stich mehr"] * 5),
        *("Karl-Heinz: gepasst", "Isa: gepasst", "Herz ist Trumpf", "Löschen"),
        *(*["Bo: ein Stich mehr"] * 5, *["Ute: ein Stich mehr"] * 5),
    ),
    "schlauch": (
        *("verloren", "Isa spielt", "Herzschlauch, 300 Punkte", "Sans prendre"),
        *("Isa: Herzschlauch sans prendre verloren, 16 Striche", "Alle gepasst"),
        *("Aufgelegt rot: 2 Striche für Maximilian", "Alle gepasst", "Zurück zu den Spielen"),
        *("Alle gepasst", "Zwangsspiel: Maximilian gewinnt"),
        *("Ute spielt", "Bettel, 150 Punkte", "Ute: Bettel gewonnen, 150 Punkte", "Alle gepasst"),
        "Zwangsspiel: Ute gewinnt",
    ),
}
"""An evening's taps: all modes of the pad, refusals, long notices, and the end of a round."""
WATCH_PLACES = """() => {
  window.places = new Set();
  window.lowest = 0;
  const look = () => {
    for (const button of document.querySelectorAll('[role=button]')) {
      const {x, y, width, bottom} = button.getBoundingClientRect();
      window.lowest = Math.max(window.lowest, bottom);
      if (/^(Rückgängig|Wiederholen)$/.test(button.textContent))
        window.places.add([button.textContent, x, y, width, bottom].map(String).join(' '));
    }
    window.watches = requestAnimationFrame(look);
  };
  look();
}"""
PLACES = """() => {
  cancelAnimationFrame(window.watches);
  return [[...window.places], window.lowest];
}"""


def test_undo_and_redo_keep_their_places_whatever_is_tapped(
    app: App, open_phone: OpenPhone
) -> None:
    library = Library(app.folder)
    evenings = {f"{game} {size[0]}": (size, game) for size in SIZES[:2] for game in TAPS}
    for title, (_, game) in reversed(evenings.items()):
        most = GAMES[game].sides[-1]
        play(
            library,
            game=GAMES[game],
            sides=SIDES if most == 2 else AT_MOST[: min(most, 5)],
            title=title,
        )
    first, phones = next(iter(evenings)), dict[tuple[int, int], Phone]()
    for title, (size, game) in evenings.items():
        phone = phones.get(size) or phones.setdefault(size, open_phone(*size))
        if title != first:
            go(phone, "Menü", "Frühere Abende")
            open_evening(phone, title)
        redo = phone.button("Wiederholen")
        redo.evaluate("button => button.frames = 0")
        phone.page.wait_for_function(STANDS_STILL, arg=redo.element_handle())
        phone.page.evaluate(WATCH_PLACES)
        for name in (*TAPS[game], *["Rückgängig"] * 3, "Wiederholen", "Rückgängig"):
            phone.tap(name)
        phone.expect_announced("Zurückgenommen.")
        places, lowest = phone.page.evaluate(PLACES)
        assert len(places) == 2, (title, places)
        assert lowest <= size[1], title


def test_each_side_sees_its_own_newest_line(app: App, open_phone: OpenPhone) -> None:
    """The column with fewer lines was scrolled away with the other one."""
    yours, nobody = SimpleDeal(declarer=1, tricks=(3, 5)), SimpleDeal(declarer=0, tricks=(3, 5))
    play(Library(app.folder), yours, *[nobody] * 15, game=GAMES["bauer-simple"])
    phone = open_phone(320, 640)
    phone.button("Menü").tap(trial=True)
    seen = can_be_hit(phone)
    assert "Zeile 1: Dein −1: 3:5, Trumpf von Dein" in seen
    assert "Zeile 16: 3:5, Trumpf von Mein: niemand schreibt" in seen
    assert "Zeile 2: 3:5, Trumpf von Mein: niemand schreibt" not in seen


def test_the_newest_line_is_whole_on_common_phones(app: App, open_phone: OpenPhone) -> None:
    """Between a small phone and a high one, score and keys left no room for any line."""
    begin(app, *ROUND)
    for width, height in ((320, 640), (375, 667), (360, 740)):
        phone = open_phone(width, height)
        assert at(phone.button(re.compile("^Zeile 5: "))).height >= TOUCH


PAGES: Final[Pages] = {
    "Menü": {
        "Einstellungen": {"Sicherungen, 1 Sicherung": {}, "Papierkorb, 0 Abende": {}},
        "Frühere Abende": {},
        "Teilen, als Text, Bild oder Datei": {},
        "Neuer Abend": {"Alle Hausregeln": None},
    },
    "Runden": {},
    "Geber: Ruth, Ansage: Karl, zuhause: Mein": {},
    "+1 für Dein: schneiderfrei": {"Zeile ändern": {}},
}
"""What leads to which page, and from there to others; None if it unfolds on the same."""


def go(phone: Phone, *way: str) -> None:
    """Tap from page to page."""
    for name in way:
        box(phone, name)
        phone.tap(name)
        expect(phone.button(name)).to_be_hidden()
        expect(phone.button("Zurück")).to_be_visible()


def open_evening(phone: Phone, title: str) -> None:
    """Tap an evening in the list of them."""
    named = re.compile(f"^{re.escape(title)}\\b")
    box(phone, named)
    phone.tap(named)
    expect(phone.button("Wiederholen")).to_be_visible()


def look_at_pages(phone: Phone, look: Look, pages: Pages) -> None:
    """Go to each page, look whether everything can be hit there and beyond, and come back."""
    for way, beyond in pages.items():
        go(phone, way)
        expect_to_hit(phone, look, names(phone), ())
        if beyond is None:
            continue
        look_at_pages(phone, look, beyond)
        box(phone, "Zurück")
        phone.tap("Zurück")
        expect(phone.button(way)).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [SIZES[0], SIZES[-1]])
def test_everything_on_the_other_pages_can_be_hit(
    app: App, open_phone: OpenPhone, width: int, height: int
) -> None:
    begin(app, *ROUND)
    look = Look(width, height)
    phone = open_phone(look.width, look.height)
    look_at_pages(phone, look, PAGES)
    go(phone, "Menü", "Große Zahlen")
    expect_to_hit(phone, look, names(phone), ())
    phone.tap("Zurück")  # to the slate
    expect(phone.button("Wiederholen")).to_be_visible()
    go(phone, "Menü", "Hausregeln, bis 12 · 130 Augen · Schneider unter 33")  # back to the slate
    expect_to_hit(phone, look, names(phone), ())


def test_a_new_evening_is_chosen_on_one_screen(app: App, open_phone: OpenPhone) -> None:
    begin(app)
    phone = open_phone()
    go(phone, "Menü", "Neuer Abend")
    phone.tap("Erna spielt nicht mit")
    seat = phone.button("Erna an den Tisch setzen")
    expect(seat).to_be_visible()
    needed = {"Bauerchen", "Schlauch", "Andere Partner", "Mein 2", "Alle Hausregeln", "Los geht's"}
    assert needed <= set(can_be_hit(phone)), "nothing needs to be scrolled"
    seat.tap()
    expect(phone.button("Erna")).to_be_visible()
    phone.tap("Los geht's")
    phone.expect_text("Geber: Karl, Ansage: Hans, zuhause: Dein")


def test_what_is_refused_is_announced_and_changes_nothing(app: App, open_phone: OpenPhone) -> None:
    begin(app, *MINE_AT_TEN, Meld(MINE, 20))
    phone = open_phone()
    why = "Eine Melde darf nicht über 12 führen: 11 und 2 wären zu viel."
    phone.expect_text("Stand: Mein 11, Dein 0")
    phone.tap("Mein: 40 melden")
    expect(phone.button(why)).to_be_visible()
    phone.expect_announced(why)
    phone.expect_text("Stand: Mein 11, Dein 0")
    phone.page.reload()
    phone.open(app.address)
    phone.expect_text("Stand: Mein 11, Dein 0")


def test_what_was_written_is_announced(app: App, open_phone: OpenPhone) -> None:
    begin(app)
    phone = open_phone()
    phone.tap("Dein: schneiderfrei, 1 Punkt")
    phone.expect_announced("+1 für Dein: schneiderfrei")


def test_names_are_text_and_never_a_page(app: App, open_phone: OpenPhone) -> None:
    hostile = "<img src=x onerror=alert(1)>"
    begin(app, sides=(Side("<b>x</b>"), Side(hostile)), title="<script>alert(2)</script>")
    phone = open_phone()
    phone.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    phone.expect_text(f"Stand: <b>x</b> 0, {hostile} 0")
    phone.expect_text("<script>alert(2)</script>")
    phone.tap(f"{hostile}: schneiderfrei, 1 Punkt")
    expect(phone.button(f"+1 für {hostile}: schneiderfrei")).to_be_visible()
    assert phone.page.locator("flutter-view b, flutter-view img").count() == 0


def test_a_phone_that_leaves_in_the_middle_of_a_tap_is_no_complaint(
    app: App, open_phone: OpenPhone
) -> None:
    begin(app)
    staying = open_phone()
    for points in (2, 4, 6):
        leaving = open_phone()
        leaving.page.route("**", lambda route: route.abort())
        leaving.tap("Mein: 40 melden")
        leaving.page.context.close()
        staying.expect_text(f"Stand: Mein {points}, Dein 0")
