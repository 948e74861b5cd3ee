"""Statistics as a table for a spreadsheet: CSV as RFC 4180 has it, with CRLF and quoted commas."""

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Final

from scoring.figures import Figures
from scoring.ranking import Rate
from scoring.statistics import Statistics
from views.text.phrases import Figure, GameText
from views.text.translator import Translator

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for the beginning of a formula."""


def table(t: Translator, words: GameText, found: Statistics, *, comma: bool) -> str:
    """Return a row for each player, then for each pair, by name, below a row of headings.

    A share stands beside its number of cases, as a decimal from 0 to 1, with a ``comma`` or a
    point. What is not counted of a pair is empty, and so is a share of no cases.
    """
    lines = StringIO()
    write = csv.writer(lines).writerow
    write([t("Name"), t("Kind"), t("Evenings"), *_headings(t, words)])
    for name, figures in sorted(found.players.items()):
        write([_text(name), t("Player"), figures.evenings, *_cells(words, figures, comma=comma)])
    for pair, figures in sorted(found.pairs.items()):
        name = _text(" & ".join(pair))
        write([name, t("Pair"), figures.evenings, *_cells(words, figures, comma=comma)])
    return lines.getvalue()


def _text(name: str) -> str:
    """Return a name so that no spreadsheet takes it for a formula.

    >>> _text("=1+1"), _text("Erna")
    ("'=1+1", 'Erna')
    """
    return f"'{name}" if name.startswith(FORMULA) else name


def _headings(t: Translator, words: GameText) -> Iterator[str]:
    for each in words.FIGURES:
        yield t(each.name)
        if each.of:
            yield t("{what}: cases", what=t(each.name))
            yield t("{what}: share", what=t(each.name))


def _cells(words: GameText, figures: Figures, *, comma: bool) -> Iterator[int | str]:
    counted = vars(figures)
    for each in words.FIGURES:
        yield counted.get(each.field, "")
        if each.of:
            yield counted.get(each.of, "")
            yield _share(counted, each, comma=comma)


def _share(counted: dict[str, int], shown: Figure, *, comma: bool) -> str:
    rate = Rate(counted.get(shown.field, 0), counted.get(shown.of or "", 0))
    share = f"{rate.share:.4f}" if rate.cases else ""
    return share.replace(".", ",") if comma else share
