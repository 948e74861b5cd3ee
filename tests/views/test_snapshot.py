"""What the next start shows at once: the same as the slate, kept with every commit."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flet_screen import Loop, OpenScreen, Screen
from hypothesis import given, settings
from hypothesis import strategies as st
from played import play_all
from snapshots import correct, is_corrected, strokes_of_tokens, texts_of_tokens
from strategies import replays_of, values
from worked import PLAYED, example

from scoring import bohemian_watten
from scoring.bauerchen import GAME, Meld, Rules
from scoring.bohemian_watten import Deal
from scoring.game import Agreement, Replay, replay
from scoring.games import GAMES
from scoring.sheet import NAME, Head, Sheet, Side
from storage import Evening, Library, Theme
from views import ahead, app
from views.games.registry import VIEWS
from views.session.screen import Screen as Size
from views.snapshot import MOST_TOKENS, VERSION, snapshot
from views.text.loading import loading_words
from views.text.names import shown_head
from views.text.translator import LANGUAGES, translator
from views.ui.half import BENEATH, GAP

NAMES = ("Mein", "Dein", "Ute", "Max", "Isa", "Bo", "Eva")
HEAD = Head((Side("Mein"), Side("Dein")), "Stammtisch")
NO_TEXTS_OF_THE_SLATE = {"Menü", "Runden", "Partien", "Rückgängig", "Wiederholen"}
OF_KEYS = ("MENU", "EXPAND_MORE", "REMOVE", "ADD", "ARROW_BACK", "BACKSPACE_OUTLINED", "BLOCK")
PHONES = [(390, 844), (320, 640), (844, 390)]


@pytest.fixture(scope="module", autouse=True)
def hardly_ahead() -> Iterator[None]:
    """Reckon little of what can be tapped, which other tests are about."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(ahead, "MOST_NODES", 2)
        yield


@contextmanager
def somewhere() -> Iterator[Library]:
    """Return a library of its own for each example."""
    with TemporaryDirectory() as folder:
        yield Library(Path(folder))


def begun(library: Library, played: Replay[Any, Any], names: tuple[str, ...] = NAMES) -> Evening:
    """Return an evening on which all that was written."""
    sides = tuple(Side(name) for name in names[: played.agreement.sides])
    return play_all(library, Sheet(Head(sides, "Stammtisch"), played))


def slate_of(library: Library, evening: Evening) -> dict[str, Any]:
    written = snapshot(translator("de"), library.settings, evening, VIEWS, Size(390, 844))
    slate: dict[str, Any] = json.loads(written)["evening"]
    return slate


def newest(screen: Screen) -> dict[str, Any]:
    """Return what was kept last."""
    kept: dict[str, Any] = json.loads(screen.woken[-1])
    return kept


def drawn_texts(screen: Screen, slate: dict[str, Any]) -> list[str]:
    """Return all texts of the slate but those of the pad, and the names of keys and lines.

    The pad is below the notice, or between the slate and the notice where the slate scrolls.
    """
    texts = screen.texts()
    above = texts[: texts.index(slate["who"][1]) + 2]
    notice = texts[texts.index("Rückgängig") : texts.index("Wiederholen")]
    return [
        text
        for text in (*above, *notice)
        if text not in NO_TEXTS_OF_THE_SLATE and not text.startswith(("Zeile ", "Gestrichen: "))
    ]


def texts_of(slate: dict[str, Any]) -> list[str]:
    """Return the texts of a snapshot in the order in which the slate draws them."""
    sides, said = slate["sides"], slate["said"]
    is_short = slate["layout"][1]
    kinds = [won for side in sides for won in side["won"]]
    strokes = [
        str(number) if number <= most else f"×{number}"
        for sign, number, _, most, *_ in kinds
        if sign == "stroke"
    ]
    many = [
        f"×{n}"
        for sign, n, slots, most, *_ in kinds
        if not (slots or sign == "stroke") and n > most
    ]
    texts = [slate["title"], slate["finished"], slate["running"], *(side["name"] for side in sides)]
    texts += [*many, *said[1:], *strokes, said[0]]
    for side in sides:
        texts += [*chain(*side["crosses"] or []), side["score"]]
    if len(sides) == 2:
        for place in (0, 1):
            if slate["carried"] and (points := slate["carried"][place]):
                texts += [f"Übertrag: {points}", str(points)]
            texts += chain(*(line[place] for line in texts_of_tokens(slate)))
    else:
        texts += chain(*chain(*texts_of_tokens(slate)))
    texts += slate["end"]
    texts += [
        *reversed(slate["who"]),
        slate["last"],
        slate["last"],
        "" if is_short else slate["why"],
    ]
    return [text for text in texts if text]


def signs_of(slate: dict[str, Any]) -> list[str]:
    """Return the icons of a snapshot in the order in which the slate draws them."""
    icons = [slate["mark"][1]] if slate["mark"] else []
    for side in slate["sides"]:
        for sign, number, slots, most, *_ in side["won"]:
            if not slots and sign not in ("blob", "stroke"):
                icons += [sign] * (1 if number > most else number)
    columns = range(len(slate["sides"]))
    icons += [
        "subdirectory_arrow_right" for at in columns if slate["carried"] and slate["carried"][at]
    ]
    return icons


def circles_of(slate: dict[str, Any]) -> list[bool]:
    """Return the circles of a snapshot and whether they are filled."""
    circles = []
    for side in slate["sides"]:
        for sign, number, slots, most, *_ in side["won"]:
            if slots:
                circles += [slot < number for slot in range(slots)]
            elif sign == "blob":
                circles += [True] * (1 if number > most else number)
    return circles


def bundles_of(slate: dict[str, Any]) -> list[int]:
    """Return the strokes of a snapshot in bundles."""
    drawn = [
        number if number <= most else 1
        for side in slate["sides"]
        for sign, number, _, most, *_ in side["won"]
        if sign == "stroke"
    ]
    drawn += strokes_of_tokens(slate)
    return [bundle for n in drawn for bundle in [5] * (n // 5) + [n % 5] * (n % 5 > 0)]


def test_it_shows_exactly_what_a_slate_shows_that_scrolls() -> None:
    six = Agreement(GAMES["bohemian-watten"].rules(), sides=6)
    shows_exactly_what_the_slate_shows(replay(GAMES["bohemian-watten"], six), (320, 640))


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), phone=st.sampled_from(PHONES))
@settings(max_examples=12)
def test_it_shows_exactly_what_the_slate_shows(
    game: str, data: st.DataObject, phone: tuple[int, int]
) -> None:
    shows_exactly_what_the_slate_shows(data.draw(replays_of(GAMES[game])), phone)


def shows_exactly_what_the_slate_shows(
    played: Replay[Any, Any],
    phone: tuple[int, int],
    change: Callable[[Evening], None] = lambda _evening: None,
) -> None:
    with somewhere() as library:
        change(begun(library, played))
        loop = Loop()
        width, height = phone
        screen = Screen(library, loop, width=width, height=height, keeps_snapshot=True)
        slate = newest(screen)["evening"]
        try:
            assert texts_of(slate) == drawn_texts(screen, slate)
            drawn = [name.lower() for name in screen.signs() if name not in OF_KEYS]
            assert signs_of(slate) == drawn[: drawn.index("undo")]
            circles, bundles = circles_of(slate), bundles_of(slate)
            assert circles == screen.filled()[: len(circles)]
            assert bundles == screen.bundles()[: len(bundles)]
        finally:
            screen.close()
            loop.close()


@pytest.mark.parametrize("phone", PHONES)
@pytest.mark.parametrize("evening", PLAYED)
def test_it_shows_exactly_what_the_slate_of_a_worked_evening_shows(
    evening: str, phone: tuple[int, int]
) -> None:
    shows_exactly_what_the_slate_shows(example(evening).replay, phone)


@pytest.mark.parametrize("phone", PHONES)
@pytest.mark.parametrize("evening", PLAYED)
def test_it_shows_what_was_corrected_and_struck_out_as_the_slate_does(
    evening: str, phone: tuple[int, int]
) -> None:
    shows_exactly_what_the_slate_shows(example(evening).replay, phone, correct)


def texts_of_half(slate: dict[str, Any], side: int) -> list[str]:
    """Return the texts of a half in a snapshot in the order in which the half draws them."""
    halves = slate["halves"]
    texts = [", ".join(slate["said"])]
    for place in (side, 1 - side):
        texts.append(halves["names"][place])
        for _, number, slots, most, *_ in halves["won"][place]:
            texts += [f"×{number}"] * (number > most and not slots)
        texts.append(slate["sides"][place]["score"])
    for shown, said in halves["told"]:
        texts += [said, shown]
    return [*texts, slate["last"], slate["last"]]


@pytest.mark.parametrize("phone", PHONES)
@pytest.mark.parametrize("evening", [name for name in PLAYED if len(example(name).head.sides) == 2])
def test_it_shows_in_halves_exactly_what_these_show(
    library: Library, open_screen: OpenScreen, evening: str, phone: tuple[int, int]
) -> None:
    begun(library, example(evening).replay)
    library.change(replace(library.settings, both_sides=True))
    width, height = phone
    screen = open_screen(width=width, height=height, keeps_snapshot=True)
    slate, texts = newest(screen)["evening"], screen.texts()
    starts = [place for place, text in enumerate(texts) if text.startswith("Stand: ")]
    for side, start in zip((1, 0), starts, strict=True):  # the far half is the first
        shown = [text for text in texts[start:] if text not in NO_TEXTS_OF_THE_SLATE]
        wanted = texts_of_half(slate, side)
        assert shown[: len(wanted)] == wanted


def test_halves_are_told_only_where_they_are_shown(library: Library) -> None:
    evening = begun(library, replay(GAME, Agreement(Rules())))
    assert "halves" not in slate_of(library, evening)
    library.change(replace(library.settings, both_sides=True))
    halves = slate_of(library, evening)["halves"]
    assert (halves["lies"], halves["names"]) == (False, ["Mein", "Dein"])
    others = bohemian_watten.GAME, Agreement(bohemian_watten.Rules(), 0, 4)
    assert "halves" not in slate_of(library, begun(library, replay(*others)))


def test_how_high_the_keys_of_a_half_are_is_kept_when_it_is_known(
    open_screen: OpenScreen, library: Library
) -> None:
    library.begin(GAME, HEAD, Agreement(Rules()))
    library.change(replace(library.settings, both_sides=True))
    screen = open_screen(keeps_snapshot=True)
    screen.resize("Mein: 20 melden", 184.0)
    assert newest(screen)["evening"]["halves"]["panel"] == 414 - 184 - BENEATH - GAP


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=20)
def test_names_are_those_that_the_slate_shows(game: str, data: st.DataObject) -> None:
    played = data.draw(replays_of(GAMES[game], most=4))
    names = data.draw(st.tuples(*[values(NAME)] * played.agreement.sides))
    with somewhere() as library:
        evening = begun(library, played, names)
        slate = slate_of(library, evening)
    shown = [side.name for side in shown_head(evening.head).sides]
    told = [side["name"] for side in slate["sides"]]
    assert [*map(on_one_line, told)] == [*map(on_one_line, shown)]


def on_one_line(name: str) -> str:
    """Return a name without what may be added or dropped where it goes on on the next line."""
    return "".join(name.split()).replace("-", "")


def test_a_name_that_looks_like_markup_is_told_as_it_is(library: Library) -> None:
    names = ("<img src=x onerror=alert(1)>", "\u202e{n} %s")
    slate = slate_of(library, begun(library, replay(GAME, Agreement(Rules())), names))
    assert [side["name"] for side in slate["sides"]] == [names[0], "{n} %s"]


def test_a_long_evening_takes_little_room(library: Library) -> None:
    rules = bohemian_watten.Rules()
    many = [Deal((1, 1, 1, 1, 1, 0, 0))] * 60
    played = replay(bohemian_watten.GAME, Agreement(rules, 0, 7))
    for deal in many:
        if played.offer(deal).refusal is None:
            played = played.after(deal)
    meld_only = replay(GAME, Agreement(Rules(round_target=999)), [Meld(0, 20)] * 60)
    for each in (played, meld_only):
        evening = begun(library, each)
        assert len(evening.replay.entries) == 60
        written = snapshot(translator("de"), library.settings, evening, VIEWS, Size(390, 844))
        assert len(written) < 4_000


def test_of_very_many_lines_the_newest_are_told(library: Library) -> None:
    rules = Rules(round_target=999)
    slate = slate_of(library, begun(library, replay(GAME, Agreement(rules), [Meld(0, 20)] * 70)))
    totals = [line[1][1] for line in slate["lines"]]
    assert totals == [str(total) for total in range(71 - MOST_TOKENS // 2, 71)]


def test_the_newest_line_is_the_last_that_is_not_struck_out(library: Library) -> None:
    evening = begun(library, replay(GAME, Agreement(Rules()), [Meld(0, 20), Meld(1, 40)]))
    assert slate_of(library, evening)["newest"] == 2
    evening.strike_out(1)
    slate = slate_of(library, evening)
    assert slate["newest"] == 1
    assert [is_corrected(line[2]) for line in slate["lines"]] == [False, True]
    evening.strike_out(0)
    assert slate_of(library, evening)["newest"] == 0


# When it is kept


def test_without_anybody_who_keeps_it_nothing_is_made(
    open_screen: OpenScreen, library: Library
) -> None:
    library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen()
    screen.tap("Mein: 20 melden")
    assert screen.woken == []
    assert len(library.listeners) == 1, "only the screen, which tells what others do"


def test_a_tap_is_kept_in_the_same_breath_as_its_commit(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen(keeps_snapshot=True)
    screen.tap_at_once("Mein: 20 melden")
    before = len(screen.woken)
    evening.write(Meld(1, 40))  # nothing is drawn, for the loop does not run
    assert len(screen.woken) == before + 1
    assert [side["score"] for side in newest(screen)["evening"]["sides"]] == ["1", "2"]


def test_what_is_only_drawn_again_is_not_kept_again(
    open_screen: OpenScreen, library: Library
) -> None:
    library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen(keeps_snapshot=True)
    before = len(screen.woken)
    screen.tap("Menü")
    screen.tap("Zurück")
    assert len(screen.woken) == before


def test_what_is_half_entered_moves_the_house(open_screen: OpenScreen, library: Library) -> None:
    evening = library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen(keeps_snapshot=True)
    home, icon = newest(screen)["evening"]["mark"]
    evening.keep_draft({"home": 1 - home})
    assert newest(screen)["evening"]["mark"] == [1 - home, icon]
    assert newest(screen)["evening"]["who"][0].endswith(f"{HEAD.sides[1 - home].name} zuhause")


def test_another_evening_takes_the_place_of_the_one_before(
    open_screen: OpenScreen, library: Library
) -> None:
    first = library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen(keeps_snapshot=True)
    screen.go("/new")
    screen.tap("Los geht's")
    assert newest(screen)["evening"]["sides"][0]["score"] == "0"
    kept = len(screen.woken)
    first.write(Meld(0, 40))
    assert len(screen.woken) == kept


def test_with_the_open_evening_in_the_bin_none_is_shown(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen(keeps_snapshot=True)
    assert "evening" in newest(screen)
    library.put_into_bin(evening.key)
    assert newest(screen) == {"version": VERSION, "language": "de", "theme": None}


def test_language_and_look_are_kept_when_they_are_chosen(
    open_screen: OpenScreen, library: Library
) -> None:
    screen = open_screen(keeps_snapshot=True)
    library.change(replace(library.settings, language="en", theme=Theme.LIGHT))
    assert newest(screen) == {"version": VERSION, "language": "en", "theme": "light"}
    library.change(replace(library.settings, left_handed=True))
    assert newest(screen)["left_handed"] is True


def test_a_snapshot_that_cannot_be_made_is_no_failed_tap(
    open_screen: OpenScreen, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen(keeps_snapshot=True)

    def fails(*what: Any) -> bytes:
        if what[2]:
            raise ValueError(what)
        return snapshot(*what)

    monkeypatch.setattr(app, "snapshot", fails)
    screen.tap("Mein: 20 melden")
    assert len(evening.replay.entries) == 1
    assert screen.says("+1 für Mein") in screen.announced()
    assert "evening" not in newest(screen)


def test_the_height_of_the_pad_is_kept_when_it_is_known(
    open_screen: OpenScreen, library: Library
) -> None:
    library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen(keeps_snapshot=True)
    screen.resize("Mein: 20 melden", 404.0)
    assert newest(screen)["evening"]["layout"][0] == 404
    kept = len(screen.woken)
    screen.resize("Mein: 20 melden", 404.0)
    assert len(screen.woken) == kept


def test_a_screen_that_is_gone_keeps_nothing_more(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = library.begin(GAME, HEAD, Agreement(Rules()))
    screen = open_screen(keeps_snapshot=True)
    screen.close()
    kept = len(screen.woken)
    evening.write(Meld(0, 20))
    library.change(replace(library.settings, theme=Theme.DARK))
    assert len(screen.woken) == kept


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_a_sentence_for_everything(language: str) -> None:
    words = loading_words(translator(language))
    assert all(words.values())
    assert {"{done}", "{total}"} <= {*words["bytes"].split()}
    assert "{detail}" in words["detail"]
