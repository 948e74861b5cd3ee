"""What a system needs to install Knoddel: the manifest, icons, and Apple's tags.

All addresses are relative, so that the folder can be served under any path.
"""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from views.text.translator import Translator, label
from views.ui.chalk import SLATE_GROUND

FILE: Final = "manifest.json"
"""The manifest's name in the folder."""
ASSETS: Final = Path(__file__).parents[1] / "assets"
NAME: Final = "Knoddel"
GROUND: Final = SLATE_GROUND

ICON_SIZES: Final = (48, 72, 96, 128, 144, 152, 192, 256, 384, 512)
MASKABLE_SIZES: Final = (192, 512)
MONOCHROME_SIZES: Final = (192, 512)
TOUCH: Final = 180
"""The size that iPhones use."""
TOUCH_SIZES: Final = (TOUCH, 192)
"""The second is the size that Flet's own page requests."""
SHORTCUT_SIZE: Final = 96
SCREENSHOT: Final = (780, 1688)


class Start(NamedTuple):
    """A splash screen for one kind of iPhone: its size in CSS pixels, and the pixel ratio."""

    across: int
    down: int
    ratio: int

    @property
    def width(self) -> int:
        """The picture's width in device pixels."""
        return self.across * self.ratio

    @property
    def height(self) -> int:
        """The picture's height in device pixels."""
        return self.down * self.ratio

    @property
    def file(self) -> str:
        """Its path in the assets."""
        return f"splash/start-{self.width}x{self.height}.png"

    @property
    def media(self) -> str:
        """The media query for its screens: without an exact match an iPhone shows white."""
        return (
            f"(device-width: {self.across}px) and (device-height: {self.down}px) and "
            f"(-webkit-device-pixel-ratio: {self.ratio}) and (orientation: portrait)"
        )


STARTS: Final = (
    Start(320, 568, 2),  # SE
    Start(375, 667, 2),  # 6 to 8, SE 2 and 3
    Start(414, 736, 3),  # 6 Plus to 8 Plus
    Start(375, 812, 3),  # X, XS, 11 Pro, 12 and 13 mini
    Start(414, 896, 2),  # XR, 11
    Start(414, 896, 3),  # XS Max, 11 Pro Max
    Start(390, 844, 3),  # 12 to 14, 16e
    Start(428, 926, 3),  # 12 and 13 Pro Max, 14 Plus
    Start(393, 852, 3),  # 14 Pro, 15, 16
    Start(430, 932, 3),  # 14 and 15 Pro Max, 15 and 16 Plus
    Start(402, 874, 3),  # 16 and 17 Pro, 17
    Start(420, 912, 3),  # Air
    Start(440, 956, 3),  # 16 and 17 Pro Max
)
"""Portrait only: in landscape the app shows the plain background for a moment."""

SCREENSHOTS: Final[Mapping[str, str]] = {
    "slate": label("The slate of an evening, with a key for every result"),
    "card-points": label("Counting card points"),
    "paper": label("The same on paper, by daylight"),
    "bauer": label("Bauer: counting down, with Brote"),
    "bauerschspiel": label("Bauerschspiel: crosses to wipe away"),
    "schlauch": label("Schlauch: three columns, strokes in bundles of five"),
    "watten": label("Bohemian Watten: a column for everybody"),
}
"""Screenshots with their descriptions, the most important first."""

SHORTCUTS: Final[Mapping[str, str]] = {
    "new": label("New evening"),
    "evenings": label("Earlier evenings"),
}
"""Pages that can be opened directly from the icon: their routes and labels."""


def manifest(base: str, t: Translator) -> dict[str, object]:
    """Return the web app manifest for a folder that is served under the path ``base``.

    ``base`` is the app's identity: Knoddel served under two paths is two apps.
    """
    return {
        "id": base,
        "name": NAME,
        "short_name": NAME,
        "description": t("The scoresheet for Bauerchen and its cousins."),
        "lang": t.language,
        "dir": "ltr",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "orientation": "any",
        "background_color": GROUND,
        "theme_color": GROUND,
        "categories": ["games", "utilities"],
        # Only one window can write: a shortcut navigates an open window, if there is one.
        "launch_handler": {"client_mode": ["navigate-existing", "auto"]},
        "prefer_related_applications": False,
        "icons": [
            *(_icon(f"icon-{size}", size, "any") for size in ICON_SIZES),
            *(_icon(f"icon-maskable-{size}", size, "maskable") for size in MASKABLE_SIZES),
            *(_icon(f"icon-monochrome-{size}", size, "monochrome") for size in MONOCHROME_SIZES),
        ],
        "shortcuts": [
            {
                "name": t(name),
                "url": f"./#/{route}",
                "icons": [_icon(f"shortcut-{route}-{SHORTCUT_SIZE}", SHORTCUT_SIZE, "any")],
            }
            for route, name in SHORTCUTS.items()
        ],
        "screenshots": [
            {
                "src": f"screenshots/{name}.png",
                "sizes": "{}x{}".format(*SCREENSHOT),
                "type": "image/png",
                "form_factor": "narrow",
                "label": t(seen),
            }
            for name, seen in SCREENSHOTS.items()
        ],
    }


def _icon(name: str, size: int, purpose: str) -> dict[str, str]:
    return {
        "src": f"icons/{name}.png",
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }


def head() -> list[str]:
    """Return the tags for a page's head; Apple needs more than the manifest."""
    return [
        _tag("link", rel="manifest", href=FILE),
        _tag("meta", name="theme-color", content=GROUND),
        _tag("link", rel="icon", href="favicon.png", type="image/png", sizes="64x64"),
        _tag("link", rel="icon", href="icons/knoddel.svg", type="image/svg+xml", sizes="any"),
        _tag("meta", name="mobile-web-app-capable", content="yes"),
        _tag("meta", name="apple-mobile-web-app-capable", content="yes"),
        _tag("meta", name="apple-mobile-web-app-title", content=NAME),
        _tag("meta", name="apple-mobile-web-app-status-bar-style", content="black"),
        _tag("meta", name="format-detection", content="telephone=no"),
        _tag("link", rel="apple-touch-icon", href=f"icons/apple-touch-icon-{TOUCH}.png"),
        *(
            _tag("link", rel="apple-touch-startup-image", href=start.file, media=start.media)
            for start in STARTS
        ),
    ]


def _tag(kind: str, **attributes: str) -> str:
    said = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
    return f"<{kind} {said}>"


def files() -> dict[Path, str]:
    """Return the files that manifest and head refer to, with their paths in the folder."""
    return {ASSETS / file: file for file in _files()}


def _files() -> Iterator[str]:
    yield "favicon.png"
    yield "icons/knoddel.svg"
    yield from (f"icons/icon-{size}.png" for size in ICON_SIZES)
    yield from (f"icons/icon-maskable-{size}.png" for size in MASKABLE_SIZES)
    yield from (f"icons/icon-monochrome-{size}.png" for size in MONOCHROME_SIZES)
    yield from (f"icons/apple-touch-icon-{size}.png" for size in TOUCH_SIZES)
    yield from (f"icons/shortcut-{route}-{SHORTCUT_SIZE}.png" for route in SHORTCUTS)
    yield from (f"screenshots/{name}.png" for name in SCREENSHOTS)
    yield from (start.file for start in STARTS)
