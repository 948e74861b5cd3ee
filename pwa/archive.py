"""Imports hundreds of modules from an archive: each is found at once, and read once.

Python's own importer of archives looks for a module in each folder of the path, and reads and
unmarshals it twice, the first time only to name its file. And as long as a start imports, hardly
anything becomes garbage, so nobody looks for it.
"""

import gc
import marshal
import os
import sys
import zipimport
from collections.abc import Mapping, Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Final, TypeAlias

BEGIN: Final = f"import {__name__} as here; here.begin_importing(here.__loader__.archive)"
"""The module ``sitecustomize`` of the archive, which Python runs by itself when it starts."""
_HEADER: Final = 30
"""The bytes before the name of a member of an archive, which its content follows."""
_BEFORE_CODE: Final = 16
"""The bytes of a file with bytecode before that."""

_Member: TypeAlias = tuple[str, int, int, int, int, int, int, int]
"""Path, compression, packed size, size, offset, and more."""


class Archive(Loader):
    """Finds and loads what an archive has as bytecode, uncompressed."""

    def __init__(self, archive: str) -> None:
        self.archive: Final = archive
        self._members: Mapping[str, _Member] = vars(zipimport)["_zip_directory_cache"][archive]
        self._file = os.open(archive, os.O_RDONLY)

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is; None if it is elsewhere."""
        inside = fullname.replace(".", "/")
        for member, is_package in ((f"{inside}.pyc", False), (f"{inside}/__init__.pyc", True)):
            if found := self._members.get(member):
                origin, _, _, size, offset, *_ = found
                at = offset + _HEADER + len(member) + _BEFORE_CODE
                state = at, size - _BEFORE_CODE
                spec = ModuleSpec(
                    fullname, self, origin=origin, loader_state=state, is_package=is_package
                )
                spec.has_location = True
                if is_package:
                    spec.submodule_search_locations = [f"{self.archive}/{inside}"]
                return spec
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Read a module, and run it."""
        at, size = vars(module)["__spec__"].loader_state
        exec(marshal.loads(os.pread(self._file, size, at)), vars(module))  # noqa: S102, S302 # ours

    def get_data(self, path: str) -> bytes:
        """Return the content of a file, also when the archive has been written anew."""
        return zipimport.zipimporter(self.archive).get_data(path)

    def get_resource_reader(self, fullname: str) -> object:
        """Return what reads the files beside the modules of a package."""
        parents = fullname.split(".")[:-1]
        return zipimport.zipimporter("/".join([self.archive, *parents])).get_resource_reader(
            fullname
        )

    def close(self) -> None:
        """Close the archive's file; nothing can be imported any more."""
        os.close(self._file)


def begin_importing(archive: str) -> None:
    """Import from an archive of which Python knows."""
    gc.disable()
    sys.meta_path.insert(sys.meta_path.index(PathFinder), Archive(archive))


def end_importing() -> None:
    """Leave to Python what is still imported, and never look for garbage in what has been."""
    for finder in [finder for finder in sys.meta_path if isinstance(finder, Archive)]:
        sys.meta_path.remove(finder)
        finder.close()
    gc.freeze()
    gc.enable()
