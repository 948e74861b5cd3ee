"""All refusals are one tree, and the docstring of scoring.refusals lists it."""

import pkgutil
import re
from importlib import import_module

import pytest

import main
import scoring
import serving
import storage
import views
from scoring import refusals
from scoring.refusals import Refusal

PACKAGES = (scoring, storage, serving, views)
TREE, OUTSIDE = (
    re.findall(r"^ {4}( *)([\w.]+)", part, re.MULTILINE)
    for part in (refusals.__doc__ or "").split("::\n")[1:]
)


def exceptions() -> dict[str, type[BaseException]]:
    """Return the exceptions that the app's own modules define, by where they are."""
    names = [
        found.name
        for package in PACKAGES
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return {
        place(each): each
        for module in (main, *map(import_module, names))
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, BaseException)
        and each.__module__ == module.__name__
    }


def place(exception: type[BaseException]) -> str:
    return f"{exception.__module__}.{exception.__qualname__}"


def listed_bases() -> dict[str, str | None]:
    """Return what each refusal in the list stands under."""
    bases: dict[str, str | None] = {}
    above: list[str] = []
    for indent, name in TREE:
        del above[len(indent) // 4 :]
        bases[name] = above[-1] if above else None
        above.append(name)
    return bases


def test_every_refusal_stands_in_the_list_under_what_it_derives_from() -> None:
    found = {name: each for name, each in exceptions().items() if issubclass(each, Refusal)}
    bases = {
        name: next((place(base) for base in each.__bases__ if place(base) in found), None)
        for name, each in found.items()
    }
    assert listed_bases() == bases


def test_every_other_exception_is_named_beside_the_tree() -> None:
    others = {name for name, each in exceptions().items() if not issubclass(each, Refusal)}
    assert {name for _, name in OUTSIDE} == others


@pytest.mark.parametrize("name", [name for _, name in (*TREE, *OUTSIDE)])
def test_what_is_listed_is_listed_once(name: str) -> None:
    assert [name for _, name in (*TREE, *OUTSIDE)].count(name) == 1
