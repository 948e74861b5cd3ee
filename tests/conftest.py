import gc
import os
from collections import Counter
from collections.abc import Generator, Sequence

import pytest
from chromium import chromium
from hypothesis import HealthCheck, is_hypothesis_test, settings
from shown import shown

pytest_plugins = ["flet_screen", "phone", "installed", "on_the_web", "visited"]

for profile, examples in {"usual": 25, "thorough": 40}.items():
    settings.register_profile(
        profile,
        deadline=None,  # a slow machine is not an error
        suppress_health_check=(HealthCheck.too_slow,),
        max_examples=examples,
    )

BROWSER = "browser"
BUILT = "built"
"""The fixture that builds the web app, which takes half a minute; its tests are marked so, too."""
LEFT_TO_CI = "left_to_ci"
TAKES_LONGEST = {"test_small_screens", "test_other_engines"}
"""Modules whose tests take a minute each: at the end one process would be left alone with them."""
COVERED = {"scoring", "storage", "views"}
NO_BROWSER = "no Chromium was found, or none with windows; KNODDEL_CHROMIUM may name one"
FAST = "--fast"
THOROUGH = "--thorough"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(FAST, action="store_true", help="leave out what needs a browser or a build")
    parser.addoption(THOROUGH, action="store_true", help="run what is otherwise left to CI, too")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Browser tests wait a lot: with them, use three processes for two cores."""
    cores = os.cpu_count() or 1
    return cores if config.getoption(FAST) else cores * 3 // 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, and trace for coverage only the tests that count.

    Tracing takes longer than the test.
    """
    items.sort(key=lambda item: item.path.stem not in TAKES_LONGEST)
    for item in items:
        if BUILT in getattr(item, "fixturenames", ()):
            item.add_marker(BUILT)
        if not _is_traced(item):
            item.add_marker("no_cover")


def _is_traced(item: pytest.Item) -> bool:
    """Return whether a test counts for coverage.

    Browser tests run the code in another process, and what random tests reach varies.
    """
    by_chance = is_hypothesis_test(getattr(item, "obj", None))
    if item.get_closest_marker(BROWSER) or by_chance:
        return False
    folders = item.path.relative_to(item.config.rootpath).parts[:2]  # tests/scoring, or scoring
    return not COVERED.isdisjoint(folders)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip browser tests with ``--fast``, or if there is no browser, and what is left to CI.

    With ``--fast`` nothing is built either. In CI a missing browser is an error.
    """
    needed = [*item.iter_markers(BROWSER)]
    if item.config.getoption(FAST) and (needed or item.get_closest_marker(BUILT)):
        pytest.skip(f"{FAST}; ./check runs them")
    if not needed:
        return
    if item.get_closest_marker(LEFT_TO_CI) and not item.config.getoption(THOROUGH):
        pytest.skip(f"left to CI; ./check {THOROUGH} runs them")
    if missing := " and ".join(filter(None, map(_missing, needed))):
        leave_out = pytest.fail if os.environ.get("CI") else pytest.skip
        leave_out(missing)


def _missing(needed: pytest.Mark) -> str:
    """Return which browser is missing, as a sentence; empty if there is one."""
    if engine := needed.kwargs.get("engine"):
        programs: Sequence[str] = engine.missing()
        return f"{' and '.join(programs)} not found" if programs else ""
    return "" if chromium(*needed.args) else NO_BROWSER


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell what a browser shows when a test fails, or what it needs."""
    report = yield
    if call.when != "teardown" and report.failed and (told := shown(item)):
        report.sections.append(("Shown in Chromium", told))
    return report


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples random tests draw."""
    settings.load_profile("thorough" if config.getoption(THOROUGH) else "usual")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exempt all tests from garbage collection, which waits until they are collected.

    It is also rare afterwards: screens allocate many objects, and few of them are in cycles. But
    what it looks through should still be in the processor's cache.
    """
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
    return collected


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which of these tests were skipped, so that nobody thinks they passed."""
    skipped = terminalreporter.stats.get("skipped", [])
    left_out = [one for one in skipped if BROWSER in one.keywords or BUILT in one.keywords]
    if left_out:
        title = f"{len(left_out)} TESTS OF THE APP IN A BROWSER WERE LEFT OUT"
        terminalreporter.section(title, sep="!", red=True, bold=True)
    reasons = Counter(report.longrepr[-1].removeprefix("Skipped: ") for report in left_out)
    for why, number in reasons.items():
        terminalreporter.write_line(f"{number}: {why}.")
