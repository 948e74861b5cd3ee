"""How many bytes an evening has as QR codes, and of which version they are, for each game.

Run by hand: python tests/benchmarks/code_bytes.py

The first version has 21 modules on each side, each further one four more. The codes say an address
of usual length.
"""

import json
import sys
from pathlib import Path
from struct import unpack
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from long_evenings import long_evening

from scoring.code_parts import in_code, parts
from scoring.compact import pack
from scoring.games import GAMES
from scoring.sheet import write_sheet
from views.ui.qr_code import QUIET, qr_code

ADDRESS: Final = "https://tafel.example.org/knoddel/"
DEALS: Final = (20, 60, 300)


def version_of(png: bytes) -> int:
    """Return the version of the code in a picture with one pixel for each module."""
    width, _ = unpack(">II", png[16:24])
    return int(width - 2 * QUIET - 17) // 4


def main() -> None:
    """Print the table."""
    print(f"{'game':16} deals  lines     file  content  codes  version  letters in each")
    for game in GAMES:
        for deals in DEALS:
            sheet = long_evening(game, deals)
            content = pack(sheet)
            codes = [in_code(part, ADDRESS) for part in parts(content)]
            versions = sorted({version_of(qr_code(*code)) for code in codes})
            size = len(json.dumps(write_sheet(sheet), ensure_ascii=False, separators=(",", ":")))
            print(
                f"{game:16} {deals:5} {len(sheet.replay.entries):6} {size:8,} {len(content):8,}"
                f" {len(codes):6} {'/'.join(map(str, versions)):>8}"
                f" {max(len(''.join(code)) for code in codes):9}"
            )


if __name__ == "__main__":
    main()
