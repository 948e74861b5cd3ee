"""What the first visit to the web app sends over the network, by part.

Run by hand: python tests/benchmarks/web_bytes.py

A browser that has never been there visits the app, and then the service worker keeps it all. Each
file that was sent counts once, as large as a static host would send it: compressed by gzip, or
packed by the build. A file that was sent twice is told; asked about again and not sent, as
unchanged, it costs nothing. Other browsers than Chromium get the same, but another Flutter.
"""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import sync_playwright

from pwa.build import build, kit_of, transferred
from pwa.client import KITS

sys.path.insert(0, str(Path(__file__).parents[1]))

from installed import browser_with, phone_in, served, wait_until_kept
from phone import FLAGS, WHERE_ALL_MOVES

LIMITS: Final = {"wasm": 9_600_000, "script": 10_300_000}
"""The most that a first visit may send, in bytes, by the kit that the browser needs."""
BROWSERS: Final = {"wasm": "Chromium", "script": "elsewhere"}
PARTS: Final = {
    "Flutter and Flet's client": (
        "main.dart.wasm.zst",
        "main.dart.wasm.js",
        "flutter.js",
        "assets",
    ),
    "what it draws with": ("canvaskit",),
    "Python itself": ("pyodide",),
    "Python modules": ("python.zip.zst",),
    "fonts": ("fonts",),
    "icons and pictures": ("icons", "splash", "screenshots", "favicon.png"),
}
"""What each part is made of, by the beginning of the path."""
REST: Final = "page and service worker"


def first_visit(folder: Path, profile: Path) -> Counter[str]:
    """Return how often which files were sent until the app is shown and kept."""
    sent: Counter[str] = Counter()

    def answered(path: str, code: int) -> None:
        if code == 200:
            sent[path.partition("?")[0].lstrip("/") or "index.html"] += 1

    with served(folder, answered) as site, sync_playwright() as playwright:
        browser = browser_with(playwright.chromium, profile, flags=FLAGS, habits=WHERE_ALL_MOVES)
        phone_in(browser).open(site)
        wait_until_kept(phone_in(browser))
        browser.close()
    return sent


def sent_of(kit: str, folder: Path) -> int:
    """Return how many bytes a web server sends for the files of a kit in the built app."""
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*")}
    return sum(transferred(file) for path, file in files.items() if kit_of(path) == kit)


def part_of(path: str) -> str:
    """Return what a file belongs to."""
    top = path.split("/", maxsplit=1)[0]
    return next((part for part, tops in PARTS.items() if top in tops), REST)


def main() -> int:
    """Measure and print the table; return 1 if the limit is exceeded."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch) / "app"
        build(folder)
        sent = first_visit(folder, Path(scratch) / "profile")
        sizes = {path: transferred(folder / path) for path in sent}
        kit_sent = {kit: sent_of(kit, folder) for kit in KITS}
    for part in (*PARTS, REST):
        files = [path for path in sizes if part_of(path) == part]
        print(f"{part:26} {sum(sizes[path] for path in files):11,} bytes, {len(files):2} files")
        for path in sorted(files, key=sizes.__getitem__, reverse=True):
            if sizes[path] > 100_000:
                print(f"    {path:32} {sizes[path]:11,}")
    for path, times in sent.items():
        if times > 1:
            print(f"sent {times} times: {path} ({sizes[path]:,} bytes)")
    rest = sum(sizes.values()) - kit_sent["wasm"]
    totals = {kit: rest + kit_sent[kit] for kit in LIMITS}
    for kit, limit in LIMITS.items():
        told = f"{totals[kit]:11,} bytes ({totals[kit] / limit:.2f} of the limit of {limit:,})"
        print(f"{BROWSERS[kit]:26} {told}")
    return int(any(totals[kit] > limit for kit, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
