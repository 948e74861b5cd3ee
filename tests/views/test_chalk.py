"""Whether the slate can be read in a dim pub, in every look."""

import re
from pathlib import Path

import flet as ft
import pytest

from views.ui import chalk

WAKING = Path(__file__).parents[2] / "pwa" / "web" / "waking.css"
SCORES = (chalk.CHALK, chalk.FAINT, *chalk.SIDES)
"""A finished round's score is faint; a side's newest line and its name have its colour."""
OTHER_TEXT = (chalk.FAINT, chalk.EDGE, chalk.WARNING)
"""What cannot be tapped now has the colour of the edges."""
LOOKS = {"slate": chalk.SLATE, "paper": chalk.PAPER, "black": chalk.BLACK}
CHOSEN = {"slate": "dark", "paper": "light", "black": "black"}
IN_STYLE = {
    "ground": chalk.GROUND,
    "chalk": chalk.CHALK,
    "faint": chalk.FAINT,
    "rule": chalk.RULE,
    "edge": chalk.EDGE,
    "ours": chalk.SIDES[0],
    "theirs": chalk.SIDES[1],
    "warning": chalk.WARNING,
}


def luminance(color: str) -> float:
    """Return the relative luminance as WCAG 2 defines it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def color(look: str, role: ft.Colors) -> str:
    found = getattr(LOOKS[look].color_scheme, role.name.lower())
    assert isinstance(found, str)
    return found


def test_black_on_white_has_the_contrast_that_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", SCORES)
def test_scores_stand_out_at_seven_to_one(look: str, role: ft.Colors) -> None:
    assert contrast(color(look, role), color(look, chalk.GROUND)) >= 7


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", OTHER_TEXT)
def test_other_text_stands_out_at_four_and_a_half_to_one(look: str, role: ft.Colors) -> None:
    assert contrast(color(look, role), color(look, chalk.GROUND)) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", [chalk.CHALK, chalk.FAINT])
def test_what_is_chosen_can_be_read(look: str, role: ft.Colors) -> None:
    assert contrast(color(look, role), color(look, chalk.WIPED)) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("ground", [chalk.GROUND, chalk.WIPED])
def test_the_edges_of_keys_stand_out_at_three_to_one(look: str, ground: ft.Colors) -> None:
    assert contrast(color(look, chalk.EDGE), color(look, ground)) >= 3


@pytest.mark.parametrize("look", LOOKS)
def test_the_main_key_can_be_read(look: str) -> None:
    assert contrast(color(look, chalk.GROUND), color(look, chalk.CHALK)) >= 7


def test_the_black_look_is_black_and_has_more_contrast_than_the_slate() -> None:
    assert color("black", chalk.GROUND) == "#000000"
    for role in {*SCORES, *OTHER_TEXT, chalk.RULE}:
        on_black = contrast(color("black", role), color("black", chalk.GROUND))
        assert on_black > contrast(color("slate", role), color("slate", chalk.GROUND))


@pytest.mark.parametrize("look", LOOKS)
def test_the_page_before_python_has_the_same_colours(look: str) -> None:
    style = WAKING.read_text()
    root = "" if look == "slate" else rf"\[data-theme=\"{CHOSEN[look]}\"\]"
    found = re.search(rf"^:root{root} \{{(.*?)\}}", style, re.DOTALL | re.MULTILINE)
    assert found
    colours = dict(re.findall(r"--(\w+): (#\w+);", found[1]))
    assert colours == {name: color(look, role) for name, role in IN_STYLE.items()}


def test_the_page_before_python_is_paper_where_the_device_is_light() -> None:
    chosen, device = re.findall(r"\{\s*color-scheme: light;(.*?)\}", WAKING.read_text(), re.DOTALL)
    assert chosen.split() == device.split()
