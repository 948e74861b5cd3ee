"""The command ``knoddel`` as a process: it serves, it says why it cannot, it stops."""

import base64
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple, TypeAlias
from urllib.request import urlopen

import pytest
from failing_disk import BROKEN, unreadable

from main import main
from storage.durable import DurableStorage

MAIN = Path(__file__).parents[1] / "main.py"
ENGLISH = {**os.environ, "LC_ALL": "en_GB.UTF-8"}


class App(NamedTuple):
    """The running command and the port it printed."""

    process: subprocess.Popen[str]
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def get(self, path: str = "") -> str:
        with urlopen(self.address + path) as response:  # noqa: S310 - our own address
            assert response.status == 200
            return bytes(response.read()).decode()

    def stopped_by(self, sign: signal.Signals) -> tuple[int, str]:
        """Stop it; return its exit status and its stderr."""
        self.process.send_signal(sign)
        _, errors = self.process.communicate()
        return self.process.returncode, errors


@contextmanager
def started(data: Path, *arguments: str, **environment: str) -> Iterator[App]:
    with subprocess.Popen(
        [sys.executable, MAIN, "--no-browser", "--port", "0", "--data", data, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**ENGLISH, **environment},
    ) as process:
        try:
            assert process.stdout
            said = process.stdout.readline()
            printed = re.fullmatch(r"Knoddel is at http://127\.0\.0\.1:(\d+)/\n", said)
            assert printed, said
            yield App(process, int(printed[1]))
        finally:
            process.kill()


Refused: TypeAlias = Callable[..., str]


@pytest.fixture
def refused(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Refused:
    """Return what the command says on stderr when it cannot start."""
    monkeypatch.setenv("LC_ALL", ENGLISH["LC_ALL"])

    def start(*arguments: str | Path) -> str:
        assert main(["--no-browser", *map(str, arguments)]) == 2
        said = capfd.readouterr()
        assert said.out == ""
        return said.err

    return start


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that is not there before the command starts."""
    return tmp_path_factory.mktemp("data") / "new" / "folder"


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[App]:
    with started(folder) as running:
        yield running


# It serves


def test_the_printed_address_answers(app: App) -> None:
    assert "flutter_bootstrap.js" in app.get()


@pytest.mark.parametrize("host", ["127.0.0.2", "::1"])
def test_no_other_address_answers(app: App, host: str) -> None:
    with pytest.raises(OSError, match=r"."):
        socket.create_connection((host, app.port), timeout=5).close()


@pytest.mark.usefixtures("app")
def test_the_folder_is_made(folder: Path) -> None:
    assert (folder / "evenings").is_dir()


# What it serves loads nothing from elsewhere

FOREIGN = re.compile(r"(?:https?:|wss?:)?//[\w.-]+\.\w+")


class Page(HTMLParser):
    """The links and the inline scripts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.references: list[str] = []
        self.scripts = ""
        self._in_script = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag == "script"
        self.references += [value or "" for name, value in attrs if name in {"src", "href"}]

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_script and tag != "script"

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts += data


def test_the_page_refers_to_no_other_host(app: App) -> None:
    page = Page(app.get())
    assert {"flutter_bootstrap.js", "python.js", "manifest.json"} <= set(page.references)
    assert [found for found in page.references if FOREIGN.match(found)] == []
    assert FOREIGN.findall(page.scripts) == []


def test_the_engine_and_its_fonts_come_from_here(app: App) -> None:
    scripts = Page(app.get()).scripts
    assert "flet.noCdn=true" in scripts
    last = {
        name: re.findall(rf"^flet\.{name}=(.*);$", scripts, re.MULTILINE)[-1]
        for name in ("canvasKitBaseUrl", "fontFallbackBaseUrl")
    }
    assert last == {"canvasKitBaseUrl": '"/canvaskit/"', "fontFallbackBaseUrl": '"assets/fonts/"'}
    for file in ("canvaskit.js", "chromium/canvaskit.js", "skwasm.js"):
        app.get(f"canvaskit/{file}")


def test_the_loader_goes_elsewhere_only_if_it_is_not_told_where_the_engine_is(app: App) -> None:
    loader = app.get("flutter_bootstrap.js")
    assert "flutterConfig.canvasKitBaseUrl = flet.canvasKitBaseUrl" in loader
    assert "flutterConfig.fontFallbackBaseUrl = flet.fontFallbackBaseUrl" in loader
    named = set(FOREIGN.findall(loader))
    assert named <= {
        "https://www.gstatic.com",  # the engine, unless canvasKitBaseUrl is set
        "https://github.com",  # only in an error message
    }


# It says why it cannot start


def test_a_port_that_is_taken_is_said_in_one_sentence(app: App, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, MAIN, "--no-browser", "--port", str(app.port), "--data", tmp_path],
        capture_output=True,
        check=False,
        text=True,
        env=ENGLISH,
    )
    said = f"127.0.0.1:{app.port} is in use or not available. Try another --port.\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)


# create_server leaves the socket of an impossible address to the garbage collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("host", "port"),
    [
        ("127.0.0.1", "70000"),
        ("127.0.0.1", "-1"),
        ("nonsense.invalid", "0"),
        ("ä..b", "0"),
        ("ä" * 70, "0"),
        ("::nonsense", "0"),
        ("192.0.2.1", "0"),
    ],
)
def test_an_address_that_cannot_be_had_is_said_in_one_sentence(
    refused: Refused, tmp_path: Path, host: str, port: str
) -> None:
    said = refused("--host", host, "--port", port, "--data", tmp_path)
    assert said == f"{host}:{port} is in use or not available. Try another --port.\n"


def test_a_port_that_is_no_number_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--port", "x"])
    assert "argument --port: invalid int value: 'x'" in capfd.readouterr().err


@pytest.mark.parametrize("inside", [Path(), Path("more")])
def test_a_folder_that_cannot_be_written_is_said_in_one_sentence(
    refused: Refused, tmp_path: Path, inside: Path
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / inside
    said = refused("--port", "0", "--data", folder)
    assert re.fullmatch(rf"Cannot write to the folder {re.escape(str(folder))}: [^.]+\.\n", said)


def test_a_second_one_in_the_same_folder_is_refused_until_the_first_has_died(
    refused: Refused, tmp_path: Path
) -> None:
    with started(tmp_path) as first:
        said = refused("--port", "0", "--data", tmp_path)
        assert said == (
            f"Knoddel is already running and uses {tmp_path}. Open its page, stop it, "
            "or choose another folder with --data.\n"
        )
        first.process.kill()
        first.process.wait()
        with started(tmp_path) as next_one:
            next_one.get()


def test_what_a_newer_one_has_kept_is_left_as_it_is(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "library.json"
    DurableStorage(file).write({"settings": {"1": {"schema": 2}}})
    before = file.read_bytes()
    said = refused("--port", "0", "--data", tmp_path)
    assert said == (
        f"The data in {tmp_path} was saved by a newer version of Knoddel and was not changed. "
        "Please update the app.\n"
    )
    assert file.read_bytes() == before


def test_it_starts_with_a_library_that_cannot_be_read_and_sets_it_aside(tmp_path: Path) -> None:
    (tmp_path / "library.json").write_bytes(b"Karl")
    with started(tmp_path) as app:
        app.get()
    assert (tmp_path / "library.unreadable-1").read_bytes() == b"Karl"


def test_a_library_that_cannot_be_read_at_the_moment_is_said_and_left_as_it_is(
    refused: Refused, tmp_path: Path
) -> None:
    file = tmp_path / "library.json"
    DurableStorage(file).write({})
    before = file.read_bytes()
    with unreadable("open", BROKEN, file):
        said = refused("--port", "0", "--data", tmp_path)
    assert said == (
        f"{file} cannot be read at the moment: Input/output error. Nothing was changed. "
        "Please try again.\n"
    )
    assert file.read_bytes() == before


# It stops

STOPS = pytest.mark.parametrize(
    ("sign", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)]
)


@STOPS
def test_it_stops_without_a_word_and_leaves_no_temporary_files(
    tmp_path: Path, sign: signal.Signals, status: int
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with started(tmp_path / "data", TMPDIR=str(temporary)) as app:
        app.get()
        assert any(temporary.iterdir())
        assert app.stopped_by(sign) == (status, "")
    assert not any(temporary.iterdir())


@STOPS
def test_it_stops_without_a_word_as_soon_as_it_has_printed_its_address(
    tmp_path: Path, sign: signal.Signals, status: int
) -> None:
    with started(tmp_path) as app:
        assert app.stopped_by(sign) == (status, "")


@STOPS
def test_somebody_who_connects_and_says_nothing_does_not_keep_it_from_stopping(
    tmp_path: Path, sign: signal.Signals, status: int
) -> None:
    with started(tmp_path) as app, socket.create_connection(("127.0.0.1", app.port)) as silent:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        silent.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{app.port}\r\nConnection: Upgrade\r\n"
            f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            "".encode()
        )
        assert silent.recv(1024).startswith(b"HTTP/1.1 101")
        stopped, errors = app.stopped_by(sign)
    assert stopped == status
    assert "Traceback" not in errors
