"""The picture of an evening: everything has its place on it, whatever was played."""

from itertools import pairwise

import flet as ft
import flet.canvas as cv
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import MINE, SIDES, YOURS, deal
from strategies import replays_of
from worked import PLAYED, example

from scoring import bauerchen, bauerschspiel, bohemian_watten, schlauch
from scoring.bauerchen import Level, Meld
from scoring.game import Agreement, Entry, replay
from scoring.games import GAMES
from scoring.sheet import NAME, Head, Side
from views.games.registry import VIEWS
from views.text.translator import translator
from views.ui import chalk
from views.ui.layout import FIGURE
from views.ui.picture import (
    GRID,
    HIGHEST,
    LEAST_HEIGHT,
    MOST_LINES,
    MOST_ROUNDS,
    MOST_STROKES,
    PIXELS,
    ROW,
    WIDTH,
    Drawing,
    framed_picture,
    picture,
)

GERMAN = translator("de")
NAMES = ("Karl", "Hans", "Ute", "Max", "Isa", "Bo", "Eva")
LONG = "n" * NAME.high


def of_example(name: str) -> Drawing:
    sheet = example(name)
    return picture(GERMAN, VIEWS[sheet.game.key], sheet.head, sheet.replay)


def of_entries(*entries: Entry, head: Head | None = None, game: str = "bauerchen") -> Drawing:
    head = head or Head(SIDES, "Stammtisch", "2026-11-20")
    rules = GAMES[game].rules()
    played = replay(GAMES[game], Agreement(rules, 0, len(head.sides)), entries)
    return picture(GERMAN, VIEWS[game], head, played)


def texts(drawing: Drawing) -> list[cv.Text]:
    return [shape for shape in drawing.shapes if isinstance(shape, cv.Text)]


def said(drawing: Drawing) -> list[str]:
    return [text.value or "" for text in texts(drawing)]


def size_of(text: cv.Text) -> float:
    assert text.style
    assert isinstance(text.style.size, int | float)
    return text.style.size


def width_of(text: cv.Text) -> float:
    """Return how wide a text is at most: figures are all of one width, words have their room."""
    assert text.style
    if text.style.font_family == chalk.FIGURES:
        return len(text.value or "") * FIGURE * size_of(text)
    return text.max_width


def height_of(text: cv.Text) -> float:
    assert text.style
    assert text.style.height
    return size_of(text) * text.style.height * (text.max_lines or 1)


def left_of(text: cv.Text) -> float:
    return text.x - width_of(text) * (text.alignment.x + 1) / 2


def top_of(text: cv.Text) -> float:
    return text.y - height_of(text) * (text.alignment.y + 1) / 2


def icons(drawing: Drawing) -> list[object]:
    found = (box.content for box in drawing.signs if isinstance(box, ft.Container))
    return [icon.icon for icon in found if isinstance(icon, ft.Icon)]


def expect_all_in_place(drawing: Drawing) -> None:
    assert drawing.height % GRID == 0
    assert LEAST_HEIGHT <= drawing.height <= HIGHEST
    for text in texts(drawing):
        assert left_of(text) >= 0, text.value
        assert left_of(text) + width_of(text) <= WIDTH, text.value
        assert 0 <= top_of(text) <= drawing.height - height_of(text), text.value
    for box in drawing.signs:
        assert isinstance(box, ft.Container)
        sign = box.content
        assert isinstance(sign, ft.Icon | cv.Canvas)
        wide = sign.size if isinstance(sign, ft.Icon) else sign.width
        assert isinstance(box.left, int | float)
        assert isinstance(wide, int | float)
        assert 0 <= box.left <= WIDTH - wide


@pytest.mark.parametrize("evening", PLAYED)
def test_a_worked_evening_fits_on_its_picture(evening: str) -> None:
    expect_all_in_place(of_example(evening))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=20)  # each draws hundreds of shapes
@given(data=st.data())
def test_whatever_was_played_fits(game: str, data: st.DataObject) -> None:
    played = data.draw(replays_of(GAMES[game]))
    names = NAMES if data.draw(st.booleans()) else [f"{name}{LONG}"[:80] for name in NAMES]
    head = Head(tuple(Side(name) for name in names[: played.agreement.sides]), LONG)
    drawing = picture(GERMAN, VIEWS[game], head, played)
    expect_all_in_place(drawing)


def test_a_picture_is_no_higher_than_every_phone_can_make() -> None:
    assert HIGHEST * PIXELS == 4096


def test_the_picture_has_the_pixels_of_a_portrait_post_or_more() -> None:
    drawing = of_entries()
    assert (WIDTH * PIXELS, drawing.height * PIXELS) == (1080, 1350)
    assert (GRID * PIXELS).is_integer()


def test_it_tells_who_played_each_round_and_who_pays() -> None:
    assert said(of_example("evening")) == [
        *("Stammtisch", "Bauerchen · 20.11.2026"),
        *("Mein", "Dein", "Karl, Erna", "Hans, Ruth"),
        *("1", "3"),
        "Runden",
        *("1", "14", "9"),
        *("2", "2", "13"),
        *("3", "12", "1"),
        "Runde 4",
        *("+1", "1", "+3", "3"),
        "Dein zahlt 1 Stein.",
        "Knoddel",
    ]


def test_what_a_round_brought_is_drawn_beside_it() -> None:
    drawing = of_example("evening")
    circles = [shape for shape in drawing.shapes if isinstance(shape, cv.Circle)]
    filled = [c.paint.style is ft.PaintingStyle.FILL for c in circles]
    assert filled == [False] * 4 + [True] * 2
    assert icons(drawing) == [ft.Icons.SPORTS_BAR] * 2


def test_an_evening_without_a_title_begins_with_the_game() -> None:
    drawing = of_entries(head=Head(SIDES))
    assert said(drawing)[:3] == ["Bauerchen", "", "Mein"]


def test_the_longest_names_are_whole_where_two_sides_face_each_other() -> None:
    head = Head((Side(LONG), Side("Dein", ("Hans", LONG))), LONG, "2026-11-20")
    drawing = of_entries(deal(MINE), head=head)
    (name, players) = (
        next(t for t in texts(drawing) if t.value == v) for v in (LONG, f"Hans, {LONG}")
    )
    for text in (name, players):
        assert (text.max_lines or 0) * text.max_width > len(text.value or "") * size_of(text) * 0.5
    expect_all_in_place(drawing)


def test_thirty_rounds_are_all_drawn() -> None:
    rounds = [deal(MINE, Level.SCHWARZ, 3), deal(YOURS, Level.SCHWARZ, 3)] * 15
    drawing = of_entries(*rounds)
    numbers = [t.value for t in texts(drawing) if t.alignment.x == 1]
    assert numbers == [*map(str, range(1, 31)), "Knoddel"]
    expect_all_in_place(drawing)


def test_of_more_rounds_than_have_room_the_newest_are_drawn() -> None:
    rounds = [deal(MINE, Level.SCHWARZ, 3), deal(YOURS, Level.SCHWARZ, 3)] * 30
    drawing = of_entries(*rounds)
    assert f"… und {60 - MOST_ROUNDS} davor" in said(drawing)
    assert "60" in said(drawing)
    assert str(60 - MOST_ROUNDS) not in said(drawing)
    expect_all_in_place(drawing)


LONG_HEAD = Head((Side(LONG, (LONG, LONG)), Side(LONG, (LONG, LONG))), LONG, "2026-11-20")


def test_where_names_take_much_room_fewer_rounds_are_drawn() -> None:
    rounds = [deal(MINE, Level.SCHWARZ, 3), deal(YOURS, Level.SCHWARZ, 3)] * 18
    drawing = of_entries(*rounds, head=LONG_HEAD)
    expect_all_in_place(drawing)
    assert drawing.height > HIGHEST - 3 * ROW
    left_out = 36 - sum(t.alignment.x == 1 for t in texts(drawing)[:-1])
    assert left_out
    numbers = [t.value for t in texts(drawing) if t.alignment.x == 1]
    assert numbers == [*map(str, range(left_out + 1, 37)), "Knoddel"]
    assert f"… und {left_out} davor" in said(drawing)


def test_rows_have_one_rhythm() -> None:
    rounds = [deal(MINE, Level.SCHWARZ, 3), deal(YOURS, Level.SCHWARZ, 3)] * 3
    drawing = of_entries(*rounds)
    numbers = [t.y for t in texts(drawing) if t.alignment.x == 1][:-1]
    assert len({round(below - above, 6) for above, below in pairwise(numbers)}) == 1


def test_both_columns_mirror_each_other() -> None:
    mine, yours = (t for t in texts(of_entries()) if t.value in {"Mein", "Dein"})
    assert mine.x + yours.x == WIDTH
    assert mine.y == yours.y


def test_points_that_were_carried_over_are_drawn_first() -> None:
    game = bauerchen.GAME
    rules = bauerchen.Rules(round_target=31, carry_over=True)
    entries = [deal(MINE, Level.SCHWARZ, 3), Meld(MINE, 20)]
    played = replay(game, Agreement(rules), entries)
    drawing = picture(GERMAN, VIEWS["bauerchen"], Head(SIDES), played)
    carried = played.states[1].score[MINE]
    assert carried
    after = said(drawing)[said(drawing).index("Runde 2") :]
    assert after[:5] == ["Runde 2", "", str(carried), "+1", str(carried + 1)]


def test_crosses_are_drawn_with_those_that_were_wiped_away() -> None:
    won = bauerschspiel.Deal(0, won=True)
    drawing = of_entries(won, game="bauerschspiel")
    crosses = [t.style.color for t in texts(drawing) if t.value == "×" and t.style]
    assert crosses == [*[chalk.CHALK] * 4, chalk.RULE, *[chalk.CHALK] * 5]


def test_many_crosses_are_only_a_number() -> None:
    game = bauerschspiel.GAME
    played = replay(game, Agreement(bauerschspiel.Rules(start=12)), [])
    drawing = picture(GERMAN, VIEWS["bauerschspiel"], Head(SIDES), played)
    assert "×" not in said(drawing)
    assert said(drawing).count("12") == 2


def test_a_side_with_too_many_crosses_has_only_its_number() -> None:
    game, lost = bauerschspiel.GAME, bauerschspiel.Deal(0, won=False)
    played = replay(game, Agreement(bauerschspiel.Rules(start=10)), [lost])
    drawing = picture(GERMAN, VIEWS["bauerschspiel"], Head(SIDES), played)
    assert said(drawing).count("×") == 10
    assert {"11", "10"} <= {*said(drawing)}
    expect_all_in_place(drawing)


def test_a_round_won_by_carried_points_alone_has_a_row() -> None:
    rules = bauerchen.Rules(round_target=11, carry_over=True)
    entries = [deal(MINE, Level.SCHWARZ, 3)]
    played = replay(bauerchen.GAME, Agreement(rules), entries)
    assert played.state.rounds == 2
    drawing = picture(GERMAN, VIEWS["bauerchen"], Head(SIDES), played)
    numbers = [text.value for text in texts(drawing) if text.alignment.x == 1]
    assert numbers == ["1", "2", "Knoddel"]
    expect_all_in_place(drawing)


def test_who_is_not_concerned_by_a_line_has_nothing_in_it() -> None:
    head = Head((Side("Ute"), Side("Max"), Side("Isa")))
    drawing = of_entries(schlauch.PassedOut(red_turnup=True), head=head, game="schlauch")
    of_evening, of_line = 1, 1
    assert len(drawing.signs) == of_evening + of_line
    assert said(drawing)[-3:] == ["Runde 1", "Die meisten Striche: Ute", "Knoddel"]


def test_strokes_are_bundles_and_a_number() -> None:
    drawing = of_example("schlauch")
    assert {"5", "25", "6"} <= {*said(drawing)}
    bundles = [box.content for box in drawing.signs if isinstance(box, ft.Container)]
    assert all(isinstance(bundle, cv.Canvas) for bundle in bundles)
    of_evening, of_round, of_line = 1 + 5 + 2, 1 + 1, 1
    assert len(bundles) == of_evening + of_round + of_line
    assert "+25" in said(drawing)


def test_strokes_without_end_are_only_a_number() -> None:
    head = Head((Side("Ute"), Side("Max"), Side("Isa")))
    lost = [schlauch.Hand(0, schlauch.Contract.GRANDISSIMO, won=False)] * 9
    assert of_entries(*lost[:6], head=head, game="schlauch").signs
    drawing = of_entries(*lost, head=head, game="schlauch")
    assert said(drawing)[5:8] == ["111", "0", "0"]
    assert not drawing.signs
    assert MOST_STROKES < 111
    expect_all_in_place(drawing)


def test_of_a_long_round_the_newest_lines_are_drawn() -> None:
    head = Head(tuple(Side(name) for name in NAMES))
    folded = bohemian_watten.Deal(tricks=(3, 2, 0, 0, 0, 0, 0))
    drawing = of_entries(*[folded] * 5, head=head, game="bohemian-watten")
    shown = said(drawing)
    assert len(shown[shown.index("Partie 1") :]) == 1 + 5 * 2 * 7 + 1
    expect_all_in_place(drawing)
    others = [
        bohemian_watten.Deal(
            tricks=tuple(3 if s == n % 7 else 2 if s == (n + 1) % 7 else 0 for s in range(7))
        )
        for n in range(20)
    ]
    drawing = of_entries(*others, head=head, game="bohemian-watten")
    shown = said(drawing)
    assert len(shown[shown.index("Partie 1") :]) == 1 + MOST_LINES * 2 * 7 + 1
    expect_all_in_place(drawing)


def test_more_than_three_of_a_kind_are_counted() -> None:
    rounds = [deal(MINE, Level.SCHWARZ, 3)] * 8
    drawing = of_entries(*rounds)
    assert "×4" in said(drawing)


def test_it_is_chalk_on_slate_in_whatever_look_the_app_has() -> None:
    drawing = of_entries()
    framed = framed_picture(drawing)
    assert isinstance(framed, ft.Container)
    assert framed.theme is framed.dark_theme is chalk.SLATE
    assert (framed.width, framed.height) == (WIDTH, drawing.height)
