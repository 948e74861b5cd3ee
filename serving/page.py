"""The page that a phone opens: Flet's, with a script that keeps the slate without a server."""

import json
import re
import secrets
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import flet as ft
from flet_web import get_package_web_dir
from flet_web.patch_index import patch_index_html
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from views.text.translator import LANGUAGES, Translator, translator
from views.ui import chalk

Preferences: TypeAlias = Mapping[str, str | None]
"""The chosen ``language`` and ``theme``; None follows the device."""

WEB: Final = files(__package__) / "web"
LOADING: Final = re.compile(r'<div id="loading".*?</div>', re.DOTALL)
"""What Flet's own page shows at first: a white page without text."""
MANIFEST: Final = ('<link rel="manifest"', '<link rel="manifest" crossorigin="use-credentials"')
"""A browser asks for the manifest without cookies, unless the page tells it otherwise."""
ORDINARY: Final = re.compile(r"(/[A-Za-z0-9_-]+)*/?")
"""The form of the app's addresses, whether they exist or not."""
LONGEST: Final = 200
PATIENCE: Final = 5
"""How many seconds a page waits for an answer of the server; a busy computer needs some."""
FONT_MANIFEST: Final = "/assets/FontManifest.json"
UNKNOWN: Final = "/unknown"
"""An address that does not exist; the app says so. Other forms of addresses are redirected there,
because the client in the browser cannot start at some of them."""


def serve_page(app: ASGIApp, preferences: Callable[[], Preferences]) -> ASGIApp:
    """Serve our page where the app would serve its own page, or a 404 to a browser."""
    template, server = _template(), secrets.token_hex(8)

    async def paged(scope: Scope, receive: Receive, send: Send) -> None:
        is_ours = False

        async def send_page(message: Message) -> None:
            nonlocal is_ours
            if message["type"] == "http.response.start" and _is_page(scope, message):
                is_ours = True
                if _is_ordinary(scope["path"]):
                    known = {"server": server, "patience": str(PATIENCE)}
                    page = _page(template, {**preferences(), **known})
                    headers = {**NOT_KEPT, "knoddel-server": server}
                    await HTMLResponse(page, headers=headers)(scope, receive, send)
                else:
                    await RedirectResponse(UNKNOWN, 303, NOT_KEPT)(scope, receive, send)
            elif not is_ours:
                await send(message)

        await app(scope, receive, send_page)

    return paged


def serve_fonts(app: ASGIApp) -> ASGIApp:
    """Serve the list of our fonts where the app would serve that of Flet's client."""
    ours = Response(chalk.font_manifest(), media_type="application/json")

    async def with_fonts(scope: Scope, receive: Receive, send: Send) -> None:
        is_list = scope["type"] == "http" and scope["path"] == FONT_MANIFEST
        await (ours if is_list else app)(scope, receive, send)

    return with_fonts


NOT_KEPT: Final = {"cache-control": "no-store"}


def _is_page(scope: Scope, start: Message) -> bool:
    if scope["method"] not in {"GET", "HEAD"}:
        return False
    if start["status"] == 404:
        return "text/html" in Headers(scope=scope).get("accept", "")
    return Headers(raw=start["headers"]).get("content-type", "").startswith("text/html")


def _is_ordinary(path: str) -> bool:
    return len(path) <= LONGEST and ORDINARY.fullmatch(path) is not None


def _page(template: str, known: Mapping[str, str | None]) -> str:
    """Return the page with the server's id, patience and settings as data for the script."""
    data = "".join(f' data-{name}="{value}"' for name, value in known.items() if value)
    return template.replace("<html>", f"<html{data}>", 1)


def _template() -> str:
    """Return Flet's page with our style in its head, and our script and its texts in its body."""
    words = {language: _words(translator(language)) for language in LANGUAGES}
    style = colours() + (WEB / "connection.css").read_text()
    script = (WEB / "connection.js").read_text()
    parts = (
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{style}</style>",
        '<script src="fonts/fallback.js"></script>',
        '<script src="context_lost.js"></script>',
        '<script src="languages.js"></script>',
    )
    body = (
        '<div id="cover" role="status"></div>',
        '<div id="lost" hidden><div role="alert" aria-live="assertive"></div></div>',
        f'<script type="application/json" id="connection-words">{json.dumps(words)}</script>',
        f"<script>{script}</script>",
    )
    page = _flets_page().replace("</head>", "\n".join((*parts, "</head>")), 1)
    return LOADING.sub(lambda _: "\n".join(body), page).replace(*MANIFEST, 1)


def _flets_page() -> str:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "index.html"
        file.write_text((Path(get_package_web_dir()) / "index.html").read_text())
        patch_index_html(str(file), "/", "/ws", "Knoddel", no_cdn=True)
        return file.read_text()


def _words(t: Translator) -> Mapping[str, str]:
    return {
        "opening": t("Opening the evening …"),
        "searching": t("Reconnecting …"),
        "meanwhile": t("Until then nothing is saved."),
    }


def colours() -> str:
    """Return the colours of the app as variables of a style sheet."""
    slate, paper, black = map(_variables, (chalk.SLATE, chalk.PAPER, chalk.BLACK))
    return (
        f":root {{ color-scheme: dark; {slate} }}\n"
        f':root[data-theme="light"] {{ color-scheme: light; {paper} }}\n'
        "@media (prefers-color-scheme: light) {\n"
        f'  :root:not([data-theme="dark"]) {{ color-scheme: light; {paper} }}\n'
        "}\n"
        f':root[data-theme="black"] {{ color-scheme: dark; {black} }}\n'
    )


def _variables(theme: ft.Theme) -> str:
    scheme = theme.color_scheme or ft.ColorScheme()
    colours = {
        "ground": scheme.surface,
        "chalk": scheme.on_surface,
        "faint": scheme.on_surface_variant,
        "edge": scheme.outline,
        "warning": scheme.error,
    }
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())
