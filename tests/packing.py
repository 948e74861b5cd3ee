"""Packs and unpacks by Node's own Zstandard, not by what the app unpacks with."""

from pathlib import Path
from typing import Final

from in_node import in_node
from installed import copy_of

from pwa.build import TO_PACK
from pwa.compress import PACKED

PROGRAM: Final = "process.stdout.write(zlib.%s(fs.readFileSync(0), {params: {%s}}))"
CHECKSUM: Final = "[zlib.constants.ZSTD_c_checksumFlag]: 1"


def pack(content: bytes) -> bytes:
    """Return the content of a packed file, as the build packs it: with a checksum."""
    return in_node(PROGRAM % ("zstdCompressSync", CHECKSUM), content)


def unpack(packed: bytes) -> bytes:
    """Return what was packed."""
    return in_node(PROGRAM % ("zstdDecompressSync", ""), packed)


def unpacked_copy_of(app: Path, folder: Path) -> Path:
    """Return a copy of the built app as a browser that has unpacked it."""
    copy = copy_of(app, folder)
    for path in TO_PACK:
        (copy / path).write_bytes(unpack((copy / f"{path}{PACKED}").read_bytes()))
    return copy
