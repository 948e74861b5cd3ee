import os

import pytest
from chromium import chromium
from hypothesis import HealthCheck, settings

pytest_plugins = ["flet_screen", "phone", "installed", "on_the_web"]

settings.register_profile(
    "knoddel",
    deadline=None,  # a slow machine is no failure
    suppress_health_check=(HealthCheck.too_slow,),
)
settings.load_profile("knoddel")

BROWSER = "browser"
NO_BROWSER = "no Chromium was found; KNODDEL_CHROMIUM may name one"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out what needs a browser where there is none; in CI that is a failure."""
    if item.get_closest_marker(BROWSER) and chromium() is None:
        leave_out = pytest.fail if os.environ.get("CI") else pytest.skip
        leave_out(NO_BROWSER)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name every browser test that was left out, so that nobody takes silence for success."""
    skipped = terminalreporter.stats.get("skipped", [])
    left_out = [report.nodeid for report in skipped if BROWSER in report.keywords]
    if left_out:
        title = f"{len(left_out)} BROWSER TESTS WERE LEFT OUT"
        terminalreporter.section(title, sep="!", red=True, bold=True)
        terminalreporter.write_line(f"Why: {NO_BROWSER}.")
        for nodeid in left_out:
            terminalreporter.write_line(nodeid)
