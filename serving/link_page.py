"""The small page for whoever has no link, or one that has ended, and the one that takes a link in.

It is a page of its own, in the look of the slate, which needs no other file: those are refused.
"""

import json
import re
from collections.abc import Mapping
from enum import Enum
from html import escape
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from serving.page import NOT_KEPT, WEB, colours
from views.text.translator import Translator, label, spoken

MOST_LANGUAGES: Final = 10
"""So many wishes of a browser for a language are read."""
TAG: Final = re.compile(r"\s*([A-Za-z0-9-]{1,35})")


class Answer(Enum):
    """What is answered: the status, what is said, and what helps."""

    LINK = (200, label("Only people with a link can come in here."))
    NO_LINK = (401, label("Only people with a link can come in here."))
    ENDED = (401, label("This link no longer works."))
    TOO_MANY = (429, label("Too many wrong links. Please wait a minute."))

    @property
    def status(self) -> int:
        """The status of the answer."""
        return self.value[0]

    @property
    def text(self) -> str:
        """The label of what is said."""
        return self.value[1]


def link_page(answer: Answer, scope: Scope) -> Response:
    """Return the page with an answer, in the language of the browser."""
    headers = Headers(scope=scope)
    t = _language(headers.get("accept-language", ""))
    more = {"www-authenticate": "Bearer"} if answer.status == 401 else {}
    return HTMLResponse(_page(t, answer), answer.status, {**NOT_KEPT, **more})


def _language(wished: str) -> Translator:
    """Return the translator for what a browser wishes.

    >>> _language("fr, en-GB;q=0.8, de").language, _language("*").language
    ('en', 'de')
    """
    wishes = (TAG.match(wish) for wish in wished.split(",", MOST_LANGUAGES)[:MOST_LANGUAGES])
    return spoken(wish[1] for wish in wishes if wish)


def _page(t: Translator, answer: Answer) -> str:
    body = [_paragraph(t(answer.text)), _paragraph(_help(t))]
    script = ""
    if answer is Answer.LINK:
        words = json.dumps(_words(t))
        script = (
            f'<script type="application/json" id="link-words">{words}</script>'
            f"<script>{(WEB / 'link.js').read_text()}</script>"
        )
    style = colours() + (WEB / "link.css").read_text()
    return (
        f'<!DOCTYPE html>\n<html lang="{t.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Knoddel</title><style>{style}</style></head>"
        f'<body><main role="status">{"".join(body)}</main>{script}</body></html>\n'
    )


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _help(t: Translator) -> str:
    return t(
        "The computer that runs Knoddel shows the links at its start, and so do the settings of "
        "everybody who may write."
    )


def _words(t: Translator) -> Mapping[str, str]:
    """Return what the page says while it takes a link in."""
    return {
        "asking": t("Checking the link …"),
        "ended": t(Answer.ENDED.text),
        "many": t(Answer.TOO_MANY.text),
        "searching": t("Reconnecting …"),
        "help": _help(t),
    }
