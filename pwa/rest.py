"""What later starts, which begin with Python's memory, still need of the archive of modules."""

import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile
from zipimport import zipimporter

from pwa import ready_made
from pwa.archive import end_importing

READY_MADE: Final = f"pwa/{ready_made.FILE}"


def keep(archive: Path) -> Callable[[], object]:
    """Leave in the archive of modules only what is not imported, which is little.

    The returned function writes that again, in a later start, which has Python's memory but no
    files.
    """
    end_importing()
    specs = (getattr(module, "__spec__", None) for module in sys.modules.values())
    imported = {getattr(spec, "origin", None) for spec in specs}
    rest = BytesIO()
    with ZipFile(archive) as whole, ZipFile(rest, "w") as smaller:
        for member in whole.infolist():
            if f"{archive}/{member.filename}" not in imported and member.filename != READY_MADE:
                smaller.writestr(member, whole.read(member))
    write = partial(archive.write_bytes, rest.getvalue())
    write()
    for finder in sys.path_importer_cache.values():
        if isinstance(finder, zipimporter):
            finder.invalidate_caches()
    return write
