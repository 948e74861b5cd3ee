"""The look: chalk on slate or on black, or pencil on paper where the device asks for a light theme.

Colours are named once, as roles of the theme, so that all themes share every control and a
change of theme needs no redrawing here. Sizes are in dp; one unit makes the rhythm.
"""

import json
from collections.abc import Callable
from typing import Any, Final

import flet as ft

UNIT: Final = 8
TOUCH: Final = 48
"""The least height of anything that can be tapped."""
SCORING_TOUCH: Final = 56
"""The least height of anything that writes on the slate."""
CORNER: Final = 4
"""How round the corners of keys and frames are, in dp."""
DEAD_STRIP: Final = 16
"""What lies between the two sides and reacts to no tap."""
MARGIN: Final = 12
"""What is left free at both edges of the screen."""
WIDEST: Final = 560
"""A phone's column does not grow wider than this on larger screens."""

TEXT: Final = "Atkinson Hyperlegible Next"
STRONG: Final = "Atkinson Hyperlegible Next Semibold"
FIGURES: Final = "Caveat Brush Figures"
FONTS: Final = {
    TEXT: "fonts/AtkinsonHyperlegibleNext-400.ttf",
    STRONG: "fonts/AtkinsonHyperlegibleNext-600.ttf",
    FIGURES: "fonts/CaveatBrush-Figures.ttf",
}
IN_BROWSER: Final = {
    "MaterialIcons": "assets/fonts/MaterialIcons-Regular.otf",
    "Roboto": FONTS[TEXT],
}
"""What Flutter needs in a browser beside them: it requests Roboto from another host unless a font
has that name.
"""

SLATE_GROUND: Final = "#22292b"
"""The dark slate itself, for whatever is drawn before or around the app."""
GROUND: Final = ft.Colors.SURFACE
CHALK: Final = ft.Colors.ON_SURFACE
FAINT: Final = ft.Colors.ON_SURFACE_VARIANT
RULE: Final = ft.Colors.OUTLINE_VARIANT
EDGE: Final = ft.Colors.OUTLINE
WIPED: Final = ft.Colors.SURFACE_CONTAINER
SIDES: Final = (ft.Colors.PRIMARY, ft.Colors.SECONDARY)
"""One chalk colour for each of two sides; never the only sign of it."""
WARNING: Final = ft.Colors.ERROR
STRUCK: Final = ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
"""How a text is written that was corrected or struck out; it is also fainter, an ``EDGE``."""


def font_manifest() -> str:
    """Return what tells Flutter which fonts to load in a browser before it draws anything.

    If a font were loaded later, all that is drawn in it before would be requested from the fonts
    for rare characters (see ``assets/fonts/fallback.js``).
    """
    fonts = {**IN_BROWSER, **FONTS}
    return json.dumps(
        [{"family": name, "fonts": [{"asset": f"../{file}"}]} for name, file in fonts.items()]
    )


def _theme(scheme: ft.ColorScheme) -> ft.Theme:
    no_motion = ft.PageTransitionTheme.NONE
    return ft.Theme(
        color_scheme=scheme,
        font_family=TEXT,
        scaffold_bgcolor=scheme.surface,
        splash_color=ft.Colors.TRANSPARENT,
        page_transitions=ft.PageTransitionsTheme(
            android=no_motion, ios=no_motion, linux=no_motion, macos=no_motion, windows=no_motion
        ),
    )


SLATE: Final = _theme(
    ft.ColorScheme(
        primary="#f3cf7a",
        on_primary="#22292b",
        secondary="#9fd3dc",
        on_secondary="#22292b",
        error="#ffb4a2",
        on_error="#22292b",
        surface=SLATE_GROUND,
        on_surface="#f5eddc",
        on_surface_variant="#c9c5b8",
        outline="#8d9795",
        outline_variant="#4a5453",
        surface_container="#2b3335",
        surface_container_high="#2b3335",
        surface_container_highest="#343d3f",
        surface_container_low="#2b3335",
        inverse_surface="#f5eddc",
        on_inverse_surface="#22292b",
        surface_tint="#22292b",
    )
)
BLACK: Final = _theme(
    ft.ColorScheme(
        primary="#ffd766",
        on_primary="#000000",
        secondary="#8fe3f2",
        on_secondary="#000000",
        error="#ffb4a2",
        on_error="#000000",
        surface="#000000",
        on_surface="#ffffff",
        on_surface_variant="#dcd8cc",
        outline="#b0aea6",
        outline_variant="#5a5a56",
        surface_container="#1c1c1b",
        surface_container_high="#1c1c1b",
        surface_container_highest="#2a2a28",
        surface_container_low="#1c1c1b",
        inverse_surface="#ffffff",
        on_inverse_surface="#000000",
        surface_tint="#000000",
    )
)
"""For screens whose black dots give no light, and for eyes that need the most contrast."""
PAPER: Final = _theme(
    ft.ColorScheme(
        primary="#6b3f00",
        on_primary="#faf6ea",
        secondary="#0b4a5c",
        on_secondary="#faf6ea",
        error="#8c1d18",
        on_error="#faf6ea",
        surface="#faf6ea",
        on_surface="#2c2b28",
        on_surface_variant="#56524a",
        outline="#6e695d",
        outline_variant="#cfc8b6",
        surface_container="#f1ebdb",
        surface_container_high="#f1ebdb",
        surface_container_highest="#e8e1ce",
        surface_container_low="#f1ebdb",
        inverse_surface="#2c2b28",
        on_inverse_surface="#faf6ea",
        surface_tint="#faf6ea",
    )
)


def figures(
    text: str, size: float, color: ft.ColorValue = CHALK, style: ft.TextStyle | None = None
) -> ft.Text:
    """Return a figure in chalk."""
    return ft.Text(text, size=size, font_family=FIGURES, color=color, style=style, no_wrap=True)


def words(text: str, size: float = 16, color: ft.ColorValue = CHALK, **more: object) -> ft.Text:
    """Return words in the text face."""
    return ft.Text(text, size=size, color=color, **more)  # type: ignore[arg-type] # Text's own


def strong(text: str, size: float = 16, color: ft.ColorValue = CHALK) -> ft.Text:
    """Return words that stand out."""
    return ft.Text(text, size=size, font_family=STRONG, color=color)


def rule() -> ft.Container:
    """Return a thin chalk rule across."""
    return ft.Container(height=1, bgcolor=RULE)


def dead_strip() -> ft.Container:
    """Return what lies between the two sides: a thin rule, and nothing that reacts to a tap."""
    return ft.Container(
        width=DEAD_STRIP,
        height=SCORING_TOUCH,
        alignment=ft.Alignment.CENTER,
        content=ft.Container(width=1, bgcolor=RULE),
    )


def spoken(
    label: str,
    content: ft.Control,
    *,
    announced: bool = False,
    expand: int | bool | None = None,
) -> ft.Semantics:
    """Return a control that screen readers know as ``label`` and nothing else."""
    return ft.Semantics(
        label=label,
        container=True,
        exclude_semantics=True,
        live_region=announced or None,
        content=content,
        expand=expand,
    )


def drawn_apart(content: ft.Control) -> ft.Control:
    """Return a control that is painted anew only when its own content changes.

    Flutter paints what has changed with all that surrounds it, up to a boundary. Of Flet's controls
    one has such a boundary: the one for screenshots.
    """
    return ft.Screenshot(content)


def sign_key(
    name: str,
    icon: ft.IconData,
    on_tap: Callable[[], None],
    *,
    color: ft.ColorValue = CHALK,
    height: float = TOUCH,
) -> ft.Container:
    """Return a key that is only a sign, as wide as what writes on the slate."""
    return tappable(
        name,
        ft.Icon(icon, color=color),
        on_tap,
        width=SCORING_TOUCH,
        height=height,
        alignment=ft.Alignment.CENTER,
    )


def tappable(
    label: str,
    content: ft.Control,
    on_tap: Callable[[], None],
    *,
    value: str | None = None,
    selected: bool | None = None,
    hint: str | None = None,
    announced: bool = False,
    **more: Any,
) -> ft.Container:
    """Return a control that is one button, named ``label``, however it looks inside.

    Nothing is clipped to its round corners, as Flet does by default: that is slow.
    """
    named = ft.Semantics(
        label=label,
        value=value,
        hint_text=hint,
        button=True,
        selected=selected,
        live_region=announced or None,
        exclude_semantics=True,
        content=content,
    )
    return ft.Container(content=named, on_click=on_tap, clip_behavior=ft.ClipBehavior.NONE, **more)
