"""Beyond this computer nobody does anything without a link: tried against the running server."""

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

import httpx
import msgpack  # type: ignore[import-untyped]
import pytest
from phone import WITH_LINKS, WITHOUT_TLS, App, Started
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from main import main
from serving.connections import OURS
from storage.durable import encode
from storage.places import links_file

GERMAN: Final = {"accept-language": "de-DE,de;q=0.9", "accept": "text/html"}
NO_LINK: Final = "Hier kommt nur hinein, wer einen Link hat."
ENDED: Final = "Dieser Link gilt nicht mehr."
PATHS: Final = (
    *("/", "/rounds", "/link/", "//link", "/LINK", "/index.html", "/x/%2e%2e/link", "/link%00"),
    *("/flutter_bootstrap.js", "/fonts/CaveatBrush-Figures.ttf", "/favicon.png", "/openapi.json"),
    *("/sounds.js", "/manifest.json", "/docs", "/ws", "/oauth_callback", "/upload", "/%00"),
)
LOGGING: Final = """
import sys, uvicorn.config
uvicorn.config.LOGGING_CONFIG["handlers"]["access"]["stream"] = "ext://sys.stderr"
class Config(uvicorn.Config):
    def __init__(self, *args, **more):
        super().__init__(*args, **{**more, "log_level": "info", "access_log": True})
uvicorn.Config = Config
from main import main
main(sys.argv[1:])
"""
"""The command, with every request logged."""


class Guest:
    """Somebody at another device, with or without a cookie."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.client = httpx.Client(
            base_url=app.address,
            headers=GERMAN,
            timeout=30,
            verify=WITHOUT_TLS,
            limits=httpx.Limits(max_keepalive_connections=0),  # nothing stays open
        )

    def take(self, link: str) -> httpx.Response:
        """Do what the page of a link does with its key."""
        key = link.partition("#")[2]
        return self.client.post("/link", headers={"authorization": f"Bearer {key}"})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    @contextmanager
    def connect(self, session: str = "") -> Iterator["Client"]:
        headers = {"cookie": self.cookie} if self.cookie else {}
        address = self.app.address.replace("http", "ws", 1) + f"ws?page={token_hex(16)}"
        more: dict[str, Any] = {"proxy": None, "max_size": None}
        with connect(address, additional_headers=headers, **more) as connection:
            yield Client(connection, session)


class Client:
    """What speaks to the app in the page of a guest."""

    def __init__(self, connection: ClientConnection, session: str) -> None:
        self.connection = connection
        self.tell(1, session_id=session, page_name="", page=DEVICE)
        self.session = self.hear_protocol(1)["session_id"]

    def tell(self, kind: int, **body: object) -> None:
        self.connection.send(b"\x00" + msgpack.packb([kind, body]))

    def hear(self) -> bytes:
        heard = self.connection.recv(timeout=30)
        assert isinstance(heard, bytes)
        return heard

    def hear_protocol(self, kind: int) -> Any:
        """Wait for a message of Flet's of this kind."""
        while True:
            heard = self.hear()
            if heard.startswith(b"\x00"):
                found, body = msgpack.unpackb(heard[1:], strict_map_key=False)
                if found == kind:
                    return body

    def ask(self) -> Mapping[str, str]:
        """Ask for a sign of life, as our page does, and return it."""
        self.connection.send(OURS)
        while True:
            heard = self.hear()
            if heard.startswith(OURS) and b"language" in heard:
                told: Mapping[str, str] = json.loads(heard.removeprefix(OURS))
                return told


DEVICE: Final = {"route": "/", "width": 390, "height": 844, "web": True, "platform": "android"}


def is_refused(guest: Guest) -> bool:
    with suppress(InvalidStatus), guest.connect():
        return False
    return True


@contextmanager
def served(folder: Path, *more: str, port: int = 0) -> Iterator[App]:
    app = App(folder, Started, (*WITH_LINKS, *more))
    app.port = port
    app.start()
    yield app
    app.stop()
    assert not any(link.partition("#")[2] in app.complaints() for link in app.links)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with served(tmp_path_factory.mktemp("links") / "data") as started:
        yield started


@pytest.fixture
def guest(app: App) -> Iterator[Guest]:
    opened = Guest(app)
    yield opened
    opened.client.close()


# Without a link


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE"])
def test_without_a_link_nothing_is_given_out(guest: Guest, method: str, path: str) -> None:
    answer = guest.client.request(method, path)
    assert answer.status_code == 401
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers
    assert method == "HEAD" or NO_LINK in answer.text


def test_without_a_link_no_connection_is_accepted(guest: Guest) -> None:
    assert is_refused(guest)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", NO_LINK),
        ("pfl-DE, de", NO_LINK),
        ("en-GB,en;q=0.5", "Only people with a link can come in here."),
        ("fr, xx;q=1, *", NO_LINK),
        ("", NO_LINK),
        ("ä;q=," * 500, NO_LINK),
    ],
)
def test_who_is_refused_is_told_so_in_the_language_of_the_browser(
    guest: Guest, language: str, sentence: str
) -> None:
    answer = guest.client.get("/", headers=[(b"accept-language", language.encode())])
    assert sentence in answer.text


# With a link


def test_the_page_of_a_link_needs_no_right_and_knows_no_key(app: App, guest: Guest) -> None:
    answer = guest.client.get("/link")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert "replaceState" in answer.text
    assert not any(link.partition("#")[2] in answer.text for link in app.links)


@pytest.mark.parametrize("right", [0, 1])
def test_a_link_gives_a_cookie_that_no_script_reads_and_no_other_page_sends(
    app: App, guest: Guest, right: int
) -> None:
    answer = guest.take(app.links[right])
    assert (answer.status_code, answer.content) == (204, b"")
    name, *attributes = answer.headers["set-cookie"].split("; ")
    assert re.fullmatch(rf"knoddel-{app.port}=[0-9a-f]{{64}}", name)
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= {*attributes}
    assert app.links[right].partition("#")[2] not in answer.headers["set-cookie"]
    page = guest.client.get("/rounds")
    assert page.status_code == 200
    assert 'rel="manifest" crossorigin="use-credentials"' in page.text
    with guest.connect() as connection:
        assert connection.ask()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH"])
def test_other_methods_give_no_cookie(app: App, guest: Guest, method: str) -> None:
    headers = {"authorization": f"Bearer {app.links[0].partition('#')[2]}"}
    answer = guest.client.request(method, "/link", headers=headers)
    assert answer.status_code == 405
    assert "set-cookie" not in answer.headers


def test_a_page_from_elsewhere_gets_no_cookie_with_a_right_key(app: App, guest: Guest) -> None:
    key = app.links[0].partition("#")[2]
    headers = {"authorization": f"Bearer {key}", "origin": "http://evil.example"}
    assert guest.client.post("/link", headers=headers).status_code == 403


def test_a_watcher_may_only_ask_for_what_changes_nothing(app: App, guest: Guest) -> None:
    guest.take(app.links[1])
    assert guest.client.get("/flutter_bootstrap.js").status_code == 200
    assert guest.client.head("/").status_code == 200
    for method in ("PUT", "POST", "DELETE", "PATCH"):
        assert guest.client.request(method, "/upload?f=x&e=2100-01-01&s=x").status_code == 403
    guest.take(app.links[0])
    answer = guest.client.put("/upload?f=x&e=2100-01-01T00:00:00%2B00:00&s=x")
    assert "Invalid upload signature" in answer.text


def test_a_watcher_does_not_go_on_with_the_session_of_a_writer(app: App, guest: Guest) -> None:
    guest.take(app.links[0])
    with guest.connect() as writer:
        assert writer.ask()
        session = writer.session
    guest.take(app.links[1])
    with guest.connect(session) as watcher:
        assert watcher.session != session
        for control in range(200):
            watcher.tell(3, target=control, name="click", data=None)
        assert watcher.ask()


# The command


def test_links_survive_a_restart_and_so_do_cookies(tmp_path: Path) -> None:
    with served(tmp_path / "data") as first:
        guest, links = Guest(first), first.links
        guest.take(links[0])
        port = first.port
    with served(tmp_path / "data", port=port) as again:
        assert again.links == links
        assert guest.client.get("/").status_code == 200
        with guest.connect() as connection:
            assert connection.ask()


def test_the_command_renews_the_links_and_whoever_came_by_the_old_ones_is_told(
    tmp_path: Path,
) -> None:
    with served(tmp_path / "data") as first:
        guest, links, port = Guest(first), first.links, first.port
        guest.take(links[0])
    with served(tmp_path / "data", "--new-links", port=port) as renewed:
        assert not {*links} & {*renewed.links}
        assert is_refused(guest)
        assert guest.client.head("/", headers={"accept": "*/*"}).status_code == 401
        answer = guest.client.get("/")
        assert (answer.status_code, ENDED in answer.text) == (401, True)
        assert NO_LINK in guest.client.get("/").text, "the old cookie is gone"
        assert guest.take(links[0]).status_code == 401
        assert guest.take(renewed.links[0]).status_code == 204
        assert guest.client.get("/").status_code == 200


def test_open_for_everybody_needs_no_link_and_says_so(tmp_path: Path) -> None:
    app = App(tmp_path / "data", Started, ("--open", *WITH_LINKS))
    app.start()
    guest = Guest(app)
    assert guest.client.get("/").status_code == 200
    with guest.connect() as connection:
        assert connection.ask()
    app.stop()
    assert app.complaints() == "Achtung: Wer diese Adresse erreicht, darf anschreiben.\n"
    assert not links_file(app.folder).exists()


def test_on_this_computer_alone_there_are_no_links(tmp_path: Path) -> None:
    app = App(tmp_path / "data")
    app.start()
    assert Guest(app).client.get("/").status_code == 200
    assert Guest(app).client.get("/link").headers["knoddel-server"]
    app.stop()
    assert not links_file(app.folder).exists()


def test_keys_of_a_newer_version_are_left_as_they_are(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    links_file(tmp_path).write_bytes(encode({"links": {"1": {"schema": 2}}}))
    before = links_file(tmp_path).read_bytes()
    assert main(["--port", "0", "--data", str(tmp_path), *WITH_LINKS]) == 2
    assert str(tmp_path) in capfd.readouterr().err
    assert links_file(tmp_path).read_bytes() == before


def test_no_key_and_no_cookie_is_logged(tmp_path: Path) -> None:
    log = tmp_path / "data.log"

    def logging(arguments: Sequence[str], complaints: Path) -> Started:
        return Started(arguments, complaints, (sys.executable, "-c", LOGGING))

    app = App(tmp_path / "data", logging, WITH_LINKS)
    app.start()
    guest = Guest(app)
    guest.client.get("/link")
    guest.take("#wrongwrongwrongwrong")
    for link in app.links:
        guest.take(link)
        guest.client.get("/")
        with guest.connect() as connection:
            assert connection.ask()
            connection.tell(1, nonsense=guest.cookie)
    secret = [link.partition("#")[2] for link in app.links]
    app.stop()
    told = log.read_text()
    assert '"POST /link HTTP/1.1" 204' in told
    for each in (*secret, "wrongwrong", *guest.client.cookies.values()):
        assert each not in told
