"""The apps that ``flet build`` makes for Android and iOS, as far as that can be known without it.

Flet's own code reads the settings; only what needs Flutter, Gradle or Xcode is left out.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from device import install, shown_on_device
from flet_build import ROOT, Build
from packaging.requirements import Requirement
from PIL import Image
from played import MINE_AT_TEN, play

from storage import Library
from storage.durable import DurableStorage
from views.text.translator import LANGUAGES, SPOKEN_IN_CODE
from views.ui.chalk import SLATE_GROUND

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
THE_DEVICE = str(ROOT / "tests" / "device.py")
RELEASE = ROOT / ".github" / "workflows" / "release.yml"
WORKFLOW: dict[str, Any] = yaml.safe_load(RELEASE.read_text())
TARGETS = ("apk", "aab", "ipa")
TRANSLATED = [language for language in LANGUAGES if language != SPOKEN_IN_CODE]


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Build]:
    return {target: Build(target, tmp_path_factory.mktemp(target)) for target in TARGETS}


@pytest.fixture(scope="module")
def app(builds: dict[str, Build], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app as it lies on a device."""
    folder = tmp_path_factory.mktemp("device") / "app"
    install(folder, builds["apk"].packing_option("--exclude"))
    return folder


def settings(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from settings(value, (*path, key))
        else:
            yield (*path, key)


# The settings


@pytest.mark.parametrize(
    "setting", [*settings(PROJECT["tool"]["flet"], ("tool", "flet"))], ids=".".join
)
def test_flet_reads_every_setting(setting: tuple[str, ...], builds: dict[str, Build]) -> None:
    asked = set().union(*(build.asked for build in builds.values()))
    assert any(".".join(setting[:end]) in asked for end in range(3, len(setting) + 1))


@pytest.mark.parametrize("target", ["apk", "aab"])
def test_android_is_asked_for_nothing_but_to_vibrate_and_to_stay_awake(
    target: str, builds: dict[str, Build]
) -> None:
    permissions = builds[target].template_data["options"]["android_permissions"]
    assert {name for name, is_asked in permissions.items() if is_asked} == {
        "android.permission.VIBRATE",
        "android.permission.WAKE_LOCK",
    }


@pytest.mark.parametrize("target", ["apk", "aab"])
def test_what_a_part_of_flet_would_ask_of_android_is_taken_away(
    target: str, builds: dict[str, Build]
) -> None:
    """False is not the same as not there: it takes away what a plugin brings along."""
    permissions = builds[target].template_data["options"]["android_permissions"]
    for name in ("INTERNET", "ACCESS_NETWORK_STATE", "READ_EXTERNAL_STORAGE"):
        assert permissions[f"android.permission.{name}"] is False


def test_no_feature_of_a_device_is_required(builds: dict[str, Build]) -> None:
    assert not any(builds["apk"].template_data["options"]["android_features"].values())


def test_ios_is_asked_for_nothing(builds: dict[str, Build]) -> None:
    info = builds["ipa"].template_data["options"]["info_plist"]
    assert not [key for key in info if key.endswith("UsageDescription")]


@pytest.mark.parametrize("target", TARGETS)
def test_the_app_has_a_name_a_version_and_an_owner(target: str, builds: dict[str, Build]) -> None:
    told = builds[target].template_data
    assert (told["product_name"], told["bundle_id"]) == ("Knoddel", "app.knoddel")
    assert told["artifact_name"] == PROJECT["project"]["name"]
    assert told["copyright"] in (ROOT / "LICENSE").read_text().splitlines()
    flutter = builds[target].ran[-1]
    assert flutter[flutter.index("--build-name") + 1] == PROJECT["project"]["version"]


def test_without_a_certificate_the_app_for_ios_stays_unsigned(builds: dict[str, Build]) -> None:
    assert "--no-codesign" in builds["ipa"].ran[-1]


@pytest.mark.parametrize("target", TARGETS)
def test_everything_is_compiled_and_tidied(target: str, builds: dict[str, Build]) -> None:
    assert {
        "--compile-app",
        "--compile-packages",
        "--cleanup-app",
        "--cleanup-packages",
    } <= set(builds[target].packing)


# The workflow that builds them


def test_a_release_holds_every_kind_of_app() -> None:
    text = RELEASE.read_text()
    assert all(f"flet build {target} " in text for target in TARGETS)
    assert "knoddel pwa " in text
    assert "flet==1.0.5 flet-cli==1.0.5" in text


def test_only_the_last_step_may_change_anything() -> None:
    assert WORKFLOW["permissions"] == {}
    allowed = {name: job["permissions"] for name, job in WORKFLOW["jobs"].items()}
    assert allowed.pop("release") == {"contents": "write"}
    assert all(permissions == {"contents": "read"} for permissions in allowed.values())
    assert set(WORKFLOW["jobs"]["release"]["needs"]) == set(allowed)


def test_what_others_have_made_for_workflows_is_of_a_stated_version() -> None:
    steps = (step for job in WORKFLOW["jobs"].values() for step in job["steps"])
    used = [step["uses"] for step in steps if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", action) for action in used)


# Icons and splash screens


def test_android_shows_the_mark_on_the_slate(builds: dict[str, Build]) -> None:
    res = builds["apk"].flutter_dir / "android" / "app" / "src" / "main" / "res"
    with Image.open(res / "drawable-xxxhdpi" / "ic_launcher_foreground.png") as drawn:
        assert drawn.size == (432, 432)
        box = drawn.getbbox()
    assert box
    margin = 432 * (108 - 72) / 108 / 2
    assert min(box[:2]) > margin
    assert max(box[2:]) < 432 - margin
    assert builds["apk"].template_data["adaptive_icon_background"] == SLATE_GROUND


def test_the_splash_screens_show_the_mark_on_the_slate(builds: dict[str, Build]) -> None:
    for build in builds.values():
        splash = build.template_data["splash"]
        assert splash["color"] == splash["dark_color"] == SLATE_GROUND
    res = builds["apk"].flutter_dir / "android" / "app" / "src" / "main" / "res"
    assert (res / "drawable-xxhdpi" / "splash.png").is_file()
    assert (res / "drawable-xxhdpi" / "android12splash.png").is_file()
    images = builds["ipa"].flutter_dir / "ios" / "Runner" / "Assets.xcassets"
    assert (images / "LaunchImage.imageset" / "LaunchImage@3x.png").is_file()


def test_the_icon_for_ios_is_large_and_see_through_nowhere() -> None:
    with Image.open(ROOT / "assets" / "icon.png") as icon:
        assert icon.size == (1024, 1024)
        assert not icon.has_transparency_data


# What is in the app


def test_only_the_app_itself_goes_into_the_package(app: Path) -> None:
    assert {file.name for file in app.iterdir()} == {
        "LICENSE",
        "assets",
        "main.pyc",
        "scoring",
        "storage",
        "views",
    }
    assert [file.name for file in (app / "assets").iterdir()] == ["fonts"]
    catalogues = [file.name for file in (app / "views" / "text" / "locale").rglob("*.*")]
    assert catalogues == ["knoddel.mo"] * len(TRANSLATED)


@pytest.mark.parametrize("system", ["Android", "iOS", "Emscripten"])
def test_nothing_that_serves_pages_goes_into_the_package(system: str) -> None:
    """Where it would not work either: parts of it are made for computers only."""
    needed = {
        requirement.name
        for requirement in map(Requirement, PROJECT["project"]["dependencies"])
        if not requirement.marker or requirement.marker.evaluate({"platform_system": system})
    }
    assert needed == {"flet", "flet-charts", "segno", "tinydb", "filelock", "platformdirs"}


@pytest.mark.parametrize("target", TARGETS)
def test_python_and_the_client_around_it_are_of_one_version(
    target: str, builds: dict[str, Build]
) -> None:
    assert "flet==1.0.5" in builds[target].packing_option("-r")
    assert "flet-cli==1.0.5" in PROJECT["dependency-groups"]["dev"]


# It starts


def test_the_app_starts_on_a_device_and_keeps_its_evenings_there(app: Path, tmp_path: Path) -> None:
    shown = shown_on_device(app, tmp_path, until="Neuer Abend")
    assert "Neuer Abend" in shown["texts"]
    assert (tmp_path / "evenings").is_dir()


def test_it_starts_from_nothing_but_what_is_in_the_package(app: Path, tmp_path: Path) -> None:
    modules = shown_on_device(app, tmp_path, until="Neuer Abend")["modules"]
    assert {str(app / package / "__init__.pyc") for package in ("scoring", "storage", "views")} <= {
        *modules
    }
    assert [module for module in modules if Path(module).is_relative_to(ROOT)] == [THE_DEVICE]


def test_an_evening_that_was_played_is_there_again(app: Path, tmp_path: Path) -> None:
    play(Library(tmp_path), *MINE_AT_TEN)
    shown = shown_on_device(app, tmp_path, until="Stand: Mein 10, Dein 0")
    assert "Rückgängig" in shown["texts"]


def test_what_a_newer_one_has_kept_is_told_instead_of_a_blank_page(
    app: Path, tmp_path: Path
) -> None:
    DurableStorage(tmp_path / "library.json").write({"settings": {"1": {"schema": 2}}})
    shown = shown_on_device(app, tmp_path, until="neueren Fassung")
    assert "Neuer Abend" not in shown["texts"]
