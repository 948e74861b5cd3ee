"""Runs the code of ``flet build`` on the project, except for the steps that need Flutter."""

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from flet_cli.commands.build import Command
from flet_cli.utils.pyproject_toml import load_pyproject_toml
from flet_cli.utils.python_versions import PythonRelease

ROOT: Final = Path(__file__).parents[1]
PYTHON: Final = PythonRelease("3.14", "3.14.0", "", ("arm64-v8a", "x86_64"), prerelease=False)
"""The Python in the app; Flet would ask the network for the available ones."""


class Done:
    """The successful result of a command that was not run."""

    returncode = 0
    stdout = stderr = ""


class Build(Command):  # type: ignore[misc] # Flet's commands carry no types
    """One ``flet build`` for one target, without the steps that need Flutter."""

    def __init__(self, target: str, folder: Path) -> None:
        self.folder = folder
        self.asked: set[str] = set()
        """Every setting of pyproject.toml that was requested."""
        self.ran: list[list[str]] = []
        """The commands that it would have run."""
        parser = argparse.ArgumentParser()
        super().__init__(parser)
        self.handle(parser.parse_args([target, str(ROOT), "--no-rich-output"]))

    def initialize_command(self) -> None:
        """Set the paths, but do not look for Flutter or use the network."""
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
        """Record the command instead of running it."""
        self.ran.append(args)
        return Done()

    def cleanup(self, exit_code: int, message: object = None, *_: object) -> None:
        """Raise the reason instead of ending the process."""
        assert exit_code == 0, message

    def validate_target_platform(self) -> None:
        """Accept any target."""

    def create_flutter_project(self, **_: object) -> bool:
        """Leave the project of Flutter's alone."""
        return False

    def register_flutter_extensions(self) -> None:
        """Leave the project of Flutter's alone."""

    def copy_build_output(self) -> None:
        """Copy nothing, because nothing was built."""

    @property
    def packing(self) -> list[str]:
        """The command that packs the Python of the app."""
        [command] = [command for command in self.ran if "serious_python:main" in command]
        return command

    def packing_option(self, name: str) -> set[str]:
        """Return that command's values of the option ``name``."""
        return {value for option, value in pairwise(self.packing) if option == name}
