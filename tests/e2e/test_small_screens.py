"""Everything can be reached and hit: on small phones, lying ones, tablets, with large text."""

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from unittest.mock import patch

import pytest
from phone import WITH_LINKS, App, OpenPhone, Phone
from played import MINE, MINE_AT_TEN, SIDES, YOURS, deal, play
from playwright.sync_api import expect
from targets import ROUNDED, TOUCH, Finger

from scoring.bauer_simple import Deal as SimpleDeal
from scoring.bauerchen import Level, Meld
from scoring.book import Paid
from scoring.game import Entry
from scoring.games import GAMES
from scoring.sheet import Side
from storage import Library, stamp, write_backup
from storage.places import ASIDE
from views.ui.layout import FACING

pytestmark = pytest.mark.browser

DEAD_STRIP = 16
RESULTS = (
    ("Mein: 40 melden", "Dein: 20 melden"),
    ("Mein: schneiderfrei", "Dein: schneiderfrei"),
    ("Mein: Schneider", "Dein: Schneider"),
    ("Mein: schwarz", "Dein: schwarz"),
)
AT_MOST = tuple(
    Side(name) for name in ("Ute", "Maximilian", "Isa", "Karl-Heinz", "Bo", "Katharina", "Eva")
)
ROUND = (Meld(MINE, 20), deal(MINE, Level.SCHNEIDER), Meld(YOURS, 40), deal(YOURS), deal(YOURS))
"""A round with some lines; Mein is at home next."""
NARROWEST, USUAL, LYING, DESK = (320, 640), (390, 844), (844, 390), (1280, 800)
TABLET = (768, 1024)
"""Looked at by hand alone (``KNODDEL_ALL_TEXTS``): what fits a phone and a desk fits between."""
ALL = os.environ.get("KNODDEL_ALL_TEXTS")
SIZES = [NARROWEST, USUAL, LYING, DESK, *([TABLET] if ALL else [])]
ENLARGED = SIZES if ALL else [NARROWEST, LYING]
"""Where every run looks at large text and the left hand too: there is least room in width, or in
height. All have been looked at."""


Taps: TypeAlias = tuple[tuple[str, str], ...]
"""What is tapped one after the other, and what is shown then."""


class Page(NamedTuple):
    """A page at a path, what is shown there, and what is tapped there to see more of it."""

    path: str
    shows: str
    taps: Taps = ()


BEFORE_AN_EVENING: Final = (
    Page("how", "Schlauch"),
    Page("new", "Los geht's"),
    Page("import", "Zurück zu den Einstellungen"),
    Page("read", "Mit der Kamera"),
    Page("links", "Link teilen", (("Neue Links machen", "Ja, neue Links"),)),
    Page("bin", "Papierkorb leeren", (("Papierkorb leeren", "Endgültig löschen"),)),
    Page("", "Neuer Abend"),
)
"""Where the first page of all leads to, and that page."""
PAGES: Final = (
    Page("menu", "Große Zahlen"),
    Page("large", "Ansicht drehen", (("Ansicht drehen", "Ansicht drehen"),)),
    Page("rounds", "Zeile 1"),
    Page("course", "Zeile ansehen", (("Eine Zeile zurück", "Eine Zeile weiter"),)),
    Page("dealer", "Hans", (("Hans", "Übernehmen"),)),
    Page("rules", "Siegelbach", (("Siegelbach", "Übernehmen"),)),
    Page("how", "Zurück"),
    Page("share", "Als Bild"),
    Page("share/code", "Hier nicht mehr anschreiben"),
    Page("line/3/change", "Mein: 20 melden", (("Dein: schwarz", "Übernehmen"),)),
    Page(
        "line/3", "Zeile ändern", (("Zeile streichen", "Übernehmen"), ("Übernehmen", "Wiederholen"))
    ),
    Page("struck/0", "Zurück"),
    Page("line/99", "Zur Tafel"),
    Page("new", "Los geht's", (("Schlauch", "Spieler 3"), ("Alle Hausregeln", ""))),
    Page("evenings", "Suchen"),
    Page(
        "statistics",
        "Zeitraum",
        (
            *(("Spiel:", "Schlauch"), ("Bauerchen", "Paare"), ("Paare", "Erna & Karl")),
            *(("Zeitraum", "von – bis"), ("von – bis", "Erster Tag"), ("Spieler", "Karl")),
            *(("Zeitraum", "alles"), ("alles", "Zeitraum")),
        ),
    ),
    Page(
        "statistics/4b61726c",
        "Erna",
        (("Ist dieselbe Person", "So lassen"), ("So lassen", "Nicht mitzählen")),
    ),
    Page(
        "ledger",
        "Bezahlt: Ruth",
        (("Bezahlt: Ruth", "Zurücknehmen"), ("Zurücknehmen", "Wieder eintragen")),
    ),
    Page("statistics/plots", "Zahlen als Text"),
    Page("settings", "Papier"),
    Page("backups", "Einstellungen und Liste der Abende", (("weg", "So lassen"),)),
    Page("damaged", "library"),
)
"""The pages of an evening of Bauerchen. An address that does not exist shows the slate."""
OTHER_PADS: Final[dict[str, Taps]] = {
    "bauer": (("Karten weg", "Zurück zu den"), ("Zurück zu den", "Karten weg")),
    "bauer-simple": (),
    "bauerschspiel": (),
    "bohemian-watten": (),
    "schlauch": (("Alle gepasst", "Aufgelegt"), ("Zurück zu den", "Alle gepasst")),
    "bauerchen": (
        ("Kart' ab", "Mein: Solo"),
        ("Zurück zu den", "Kart' ab"),
        ("Augen zählen", "Anschreiben"),
        ("Zurück zu den", "Kart' ab"),
    ),
}
"""By game what leads to another pad, and what is shown there."""


def begin(app: App, *entries: Entry, **more: Any) -> None:
    """Prepare the evening before the app that keeps it is started."""
    play(Library(app.folder), *entries, **more)


def backup_of_all_games(folder: Path) -> Path:
    """Return a backup with an evening of each game; that of Bauerchen is in its second round."""
    library = Library(folder / "other")
    evenings = [
        play(library, game=game, sides=AT_MOST[: game.sides[-1]], title=key)
        for key, game in GAMES.items()
        if key != "bauerchen"
    ]
    evenings.append(play(library, deal(MINE, Level.SCHWARZ, 2), *ROUND, title="bauerchen"))
    file = folder / "all.knoddel.json"
    file.write_bytes(write_backup([each.sheet for each in evenings], library.settings))
    return file


def look_at_pages(finger: Finger, pages: Iterable[Page], text: int) -> None:
    for page in pages:
        finger.go(page.path)
        finger.look(f"/{page.path}, {text} %", page.shows, is_last=not page.taps)
        look_beyond(finger, page.taps, f"/{page.path}", text)


def look_beyond(
    finger: Finger, taps: Taps, where: str, text: int, *, is_slate: bool = False
) -> None:
    """Tap one thing after the other, and look at what is shown then."""
    for place, (name, shows) in enumerate(taps, 1):
        finger.press(name)
        finger.look(
            f"{where}, {name}, {text} %",
            shows,
            leaves=name if is_slate else "",  # a key to another pad is not on that
            is_slate=is_slate,
            is_last=place == len(taps),
        )


def look_at_slates(finger: Finger, text: int) -> None:
    """Look at the slate of each game, that of Bauerchen last, with each of its pads."""
    for game, taps in OTHER_PADS.items():
        finger.go("evenings")
        finger.press(f"{game},")
        seen = finger.look(f"{game}, {text} %", "Wiederholen", is_slate=True, is_last=not taps)
        if game == "bauerchen":
            for pair in RESULTS:
                mine, yours = (next(one for one in seen if one.name.startswith(n)) for n in pair)
                assert mine.distance(yours) >= DEAD_STRIP - ROUNDED, (pair, text)
        look_beyond(finger, taps, game, text, is_slate=True)


def look_at_halves(finger: Finger, text: int) -> None:
    """Look at the halves of each game of two sides, with each of its pads."""
    for game, taps in OTHER_PADS.items():
        if GAMES[game].sides[-1] == FACING:
            finger.go("evenings")
            finger.press(f"{game},")
            where = f"halves of {game}"
            finger.look(f"{where}, {text} %", "Wiederholen", is_slate=True, is_last=not taps)
            look_beyond(finger, taps, where, text, is_slate=True)


@pytest.mark.parametrize(
    ("width", "height"),
    [SIZES[0], *(pytest.param(*size, marks=pytest.mark.left_to_ci) for size in SIZES[1:])],
)
@pytest.mark.parametrize("arguments", [WITH_LINKS])
def test_everything_on_every_page_can_be_hit(
    app: App, open_phone: OpenPhone, tmp_path: Path, width: int, height: int
) -> None:
    """To open a page takes more than to look at it: one has first usual text, then large text."""
    with patch("os.fsync"):  # nobody keeps these
        library, all_games = Library(app.folder), backup_of_all_games(tmp_path)
        library.put_into_bin(play(library, deal(MINE, Level.SCHWARZ, 2), title="weg").key)
        library.write_in_book(
            [Paid(**stamp(library.book), debtor="Erna", creditor="Ruth", steins=1)]
        )
    (app.folder / f"library.json{ASIDE}1").write_bytes(b"Karl")
    app.start()
    phone = open_phone(width, height, address=app.links[0])
    finger = Finger(phone, width)
    look_at_pages(finger, BEFORE_AN_EVENING, 100)
    if (width, height) in ENLARGED:
        finger.enlarge(200)
        look_at_pages(finger, BEFORE_AN_EVENING, 200)
    finger.go("settings")
    finger.seen("Datei einlesen")
    with phone.page.expect_file_chooser() as chooser:
        finger.press("Datei einlesen")
    chooser.value.set_files(all_games)
    finger.look("import of a file", "Einlesen")
    finger.press("Einlesen")
    if (width, height) in ENLARGED:
        look_at_slates(finger, 200)
        look_at_pages(finger, PAGES, 200)
        finger.enlarge(100)
    look_at_slates(finger, 100)
    look_at_pages(finger, PAGES, 100)
    if (width, height) in ENLARGED:
        finger.go("settings")
        finger.press("Für die linke Hand")
        finger.seen()
        look_at_slates(finger, 100)
    finger.go("menu")
    finger.press("Von beiden Seiten lesbar, aus")
    finger.seen("Wiederholen")
    look_at_halves(finger, 100)
    if (width, height) in ENLARGED:
        finger.enlarge(200)
        look_at_halves(finger, 200)
    assert not finger.missed, "\n".join(finger.missed)


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


@pytest.mark.parametrize(
    ("sizes", "text", "games"),
    [
        (SIZES[:2], 100, [*TAPS]),
        pytest.param(SIZES[:1], 200, [*TAPS][::2], marks=pytest.mark.left_to_ci),
        pytest.param(SIZES[:1], 200, [*TAPS][1::2], marks=pytest.mark.left_to_ci),
    ],
)
def test_undo_and_redo_keep_their_places_whatever_is_tapped(
    app: App, open_phone: OpenPhone, sizes: list[tuple[int, int]], text: int, games: list[str]
) -> None:
    """With large text the slate scrolled, and they with it.

    Then only few evenings are laid out of their list at once.
    """
    library = Library(app.folder)
    evenings = {f"{game} {size[0]}": (size, game) for size in sizes for game in games}
    with patch("os.fsync"):  # nobody keeps these
        for title, (_, game) in evenings.items():
            most = GAMES[game].sides[-1]
            sides = SIDES if most == 2 else AT_MOST[: min(most, 5)]
            play(library, game=GAMES[game], sides=sides, title=title)
    fingers = {size: Finger(open_phone(*size), size[0]) for size in sizes}
    if text > 100:
        for finger in fingers.values():
            finger.enlarge(text)
    for title, (size, game) in evenings.items():
        finger, phone = fingers[size], fingers[size].phone
        finger.go("evenings")
        finger.press(f"{title},")
        finger.seen("Wiederholen")
        phone.page.evaluate(WATCH_PLACES)
        for name in (*TAPS[game], *["Rückgängig"] * 3, "Wiederholen", "Rückgängig"):
            phone.button(name).dispatch_event("click")  # wherever it is scrolled to
        phone.expect_announced("Zurückgenommen.")
        places, lowest = phone.page.evaluate(PLACES)
        assert len(places) == 2, (title, places)
        assert lowest <= size[1] or text > 100, title


KEYS = """() => [...document.querySelectorAll('[role=button]')].flatMap(button => {
  const {left, top, right, bottom} = button.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return button.contains(hit) ? [button.textContent] : [];
})"""


def can_be_hit(phone: Phone) -> set[str]:
    """Return the names of what can be hit where it is now."""
    return {*phone.page.evaluate(KEYS)}


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
        line = open_phone(width, height).button(re.compile("^Zeile 5: ")).bounding_box()
        assert line
        assert line["height"] >= TOUCH


def test_a_new_evening_is_chosen_on_one_screen(app: App, open_phone: OpenPhone) -> None:
    begin(app)
    phone = open_phone()
    phone.tap("Menü")
    phone.tap("Neuer Abend")
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
