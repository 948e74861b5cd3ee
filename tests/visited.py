"""A browser in which the app was visited before: it starts in half the time of a first visit."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from installed import browser_with, phone_in, wait_until_kept
from on_the_web import Site, wait_until_memory_is_kept, watched, without_app
from playwright.sync_api import Browser, BrowserContext

FORGET: Final = """() => new Promise((done, failed) => {
  const forgetting = indexedDB.deleteDatabase('knoddel');
  forgetting.onsuccess = done;
  forgetting.onblocked = forgetting.onerror = failed;
}).then(() => true)"""
"""Deletes what the app has stored of evenings, and of what it has shown."""


@pytest.fixture(scope="session")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for the profiles of browsers, which are large, as long as they are used."""
    with _folder_in(tmp_path_factory.getbasetemp()) as folder:
        yield Path(folder)


@pytest.fixture
def visited(
    browser: Browser, flags: Sequence[str], site: Site, profiles: Path
) -> Iterator[BrowserContext]:
    """A browser that has kept the app and Python's memory, but no evening.

    It is what a visit in this process has left. It must send no request to other hosts.
    """
    left = profiles / "left"
    if not left.exists():
        _visit(browser, site, profiles / "visiting").rename(left)
    with _folder_in(profiles) as folder:
        profile = Path(shutil.copytree(left, folder, dirs_exist_ok=True))
        with watched(browser_with(browser.browser_type, profile, flags=flags)) as context:
            yield context


def _folder_in(parent: Path) -> TemporaryDirectory[str]:
    """Return a folder that is removed after use; a browser that ends may still write there."""
    return TemporaryDirectory(dir=parent, ignore_cleanup_errors=True)


def _visit(browser: Browser, site: Site, profile: Path) -> Path:
    with watched(browser_with(browser.browser_type, profile)) as context:
        phone = phone_in(context)
        phone.open(site.address)
        wait_until_kept(phone)
        wait_until_memory_is_kept(phone)
        assert without_app(phone, site).evaluate(FORGET)
    return profile


__all__ = ["profiles", "visited"]
