"""What Python keeps in memory for later starts."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
MODULES_OF_A_START = """
import sys
from pathlib import Path
from pwa import in_browser
in_browser.import_the_rest()
ready = set(sys.modules)
sys.path.append("tests")
from flet_screen import Loop, Screen
from played import deal, play
from storage import Library
library = Library(Path(sys.argv[1]))
play(library, deal(0), deal(1))
loop = Loop()
screen = Screen(library, loop)
theirs = ("flet.", "flet_charts")
print(*sorted(each for each in sys.modules.keys() - ready if each.startswith(theirs)))
screen.close()
loop.close()
"""


def test_a_start_imports_nothing_of_flet_that_is_not_in_the_memory(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MODULES_OF_A_START, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []
