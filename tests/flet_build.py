"""What ``flet build`` makes of the project, by its own code, as far as it goes without Flutter."""

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from flet_cli.commands.build import Command
from flet_cli.utils.pyproject_toml import load_pyproject_toml
from flet_cli.utils.python_versions import PythonRelease

ROOT: Final = Path(__file__).parents[1]
PYTHON: Final = PythonRelease("3.14", "3.14.0", "", ("arm64-v8a", "x86_64"), prerelease=False)
"""The Python that goes into the app; what there is would be asked of the network."""


class Done:
    """A command that was not run, and went well."""

    returncode = 0
    stdout = stderr = ""


class Build(Command):  # type: ignore[misc] # Flet's commands carry no types
    """One ``flet build`` for one target, with all that needs Flutter left out."""

    def __init__(self, target: str, folder: Path) -> None:
        self.folder = folder
        self.asked: set[str] = set()
        """Every setting of pyproject.toml that was looked for."""
        self.ran: list[list[str]] = []
        """The commands that it would have run."""
        parser = argparse.ArgumentParser()
        super().__init__(parser)
        self.handle(parser.parse_args([target, str(ROOT), "--no-rich-output"]))

    def initialize_command(self) -> None:
        """Know where things are, as it does, but look for no Flutter and ask no network."""
        target = self.platforms[self.target_platform]
        self.package_platform = target["package_platform"]
        self.config_platform = target["config_platform"]
        self.emojis = dict.fromkeys(("checkmark", "success", "directory"), "")
        self.python_app_path = ROOT
        self.python_release = PYTHON
        self.dart_exe, self.flutter_exe = "dart", "flutter"
        self.rel_out_dir = "build"
        self.out_dir = self.folder / "out"
        self.build_dir = self.folder
        self.flutter_dir = self.folder / "flutter"
        self.flutter_packages_dir = self.folder / "flutter-packages"
        self.flutter_packages_temp_dir = self.folder / "flutter-packages-temp"
        self.flutter_dir.mkdir()
        (self.folder / "python-app").mkdir()
        self.template_digest = ""
        self.get_pyproject = self._asked

    def _asked(self, setting: str | None = None) -> Any:
        self.asked |= {setting} if setting else set()
        return load_pyproject_toml(ROOT)(setting)

    def run(self, args: list[str], *_: object, **__: object) -> Done:
        """Note what would have been run."""
        self.ran.append(args)
        return Done()

    def cleanup(self, exit_code: int, message: object = None, *_: object) -> None:
        """Say why it stops, instead of ending the process."""
        assert exit_code == 0, message

    def validate_target_platform(self) -> None:
        """Be a machine that can build for any target."""

    def create_flutter_project(self, **_: object) -> bool:
        """Leave the project of Flutter's alone."""
        return False

    def register_flutter_extensions(self) -> None:
        """Leave the project of Flutter's alone."""

    def copy_build_output(self) -> None:
        """Copy nothing: nothing was built."""

    @property
    def packing(self) -> list[str]:
        """The command that packs the Python of the app."""
        [command] = [command for command in self.ran if "serious_python:main" in command]
        return command

    def packing_option(self, name: str) -> set[str]:
        """Return what that command is told with the option ``name``."""
        return {value for option, value in pairwise(self.packing) if option == name}
