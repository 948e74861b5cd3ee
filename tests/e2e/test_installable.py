"""Chromium would install the app, by its own word."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import WITH_WINDOWS
from installed import BASE, Device, copy_of
from installing import hindrances, served
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser(WITH_WINDOWS), pytest.mark.left_to_ci]


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    device = Device(tmp_path / "profile", WITH_WINDOWS)  # with a profile: else none installs
    with device.browser() as browser:
        yield browser.pages[0]


def test_chromium_finds_nothing_that_keeps_it_from_installing_but_finds_what_is_missing(
    built: Path, page: Page, tmp_path: Path
) -> None:
    folder = copy_of(built, tmp_path / "site")
    icons = folder / "knoddel" / "icons"
    icons.rename(tmp_path / "icons")
    with served(folder) as site:
        address = site.rstrip("/") + BASE
        assert hindrances(page, address) != []
        (tmp_path / "icons").rename(icons)
        assert hindrances(page, address) == []
