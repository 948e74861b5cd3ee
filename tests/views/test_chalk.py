"""Whether the slate can be read in a dim pub, in both themes."""

import flet as ft
import pytest

from views.ui import chalk

SCORES = ("on_surface", "primary", "secondary")
OTHER_TEXT = ("on_surface_variant", "outline", "error")
THEMES = {"slate": chalk.SLATE, "paper": chalk.PAPER}


def luminance(color: str) -> float:
    """Return the relative luminance as WCAG 2 defines it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def color(theme: ft.Theme, role: str) -> str:
    found = getattr(theme.color_scheme, role)
    assert isinstance(found, str)
    return found


def test_black_on_white_has_the_contrast_that_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", SCORES)
def test_scores_stand_out_at_seven_to_one(theme: str, role: str) -> None:
    assert contrast(color(THEMES[theme], role), color(THEMES[theme], "surface")) >= 7


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", OTHER_TEXT)
def test_other_text_stands_out_at_four_and_a_half_to_one(theme: str, role: str) -> None:
    assert contrast(color(THEMES[theme], role), color(THEMES[theme], "surface")) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_the_main_key_can_be_read(theme: str) -> None:
    found = THEMES[theme]
    assert contrast(color(found, "surface"), color(found, "on_surface")) >= 7
