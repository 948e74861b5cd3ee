"""Nobody but the app's own pages can read or drive it: tried against the running server."""

import base64
import secrets
import socket
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from phone import App

from serving.strangers import LONGEST

SENTENCE: Final = (
    "Knoddel antwortet nur den eigenen Seiten, "
    "und nur unter dem Namen oder der IP-Adresse dieses Computers."
)
LONG: Final = 8_000
"""No header of a websocket can be longer: the server reads no further, and answers nothing."""
WEBSOCKET: Final = "GET /ws"
RESOURCES: Final = (
    "GET /",
    "HEAD /",
    "GET /rounds",
    "GET /favicon.png",
    "GET /fonts/CaveatBrush-Figures.ttf",
    "PUT /upload?f=x&e=2030-01-01T00:00:00%2B00:00&s=x",
    "POST /upload",
    "OPTIONS /",
    WEBSOCKET,
)


class Answer(NamedTuple):
    status: int
    headers: str
    body: str


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    app = App(tmp_path_factory.mktemp("strangers") / "data")
    app.start()
    yield app.port
    app.stop()
    assert "Traceback" not in app.complaints()


def ask(port: int, resource: str, *headers: str) -> Answer:
    """Send a request with exactly these headers."""
    sent = [*headers, "Content-Length: 0"]
    if resource == WEBSOCKET:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        sent = [
            *headers,
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
    sent.append("Connection: " + ("Upgrade" if resource == WEBSOCKET else "close"))
    request = "".join(f"{line}\r\n" for line in (f"{resource} HTTP/1.1", *sent, ""))
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(request.encode("latin-1"))
        with connection.makefile("rb") as answer:
            lines = list(iter(lambda: answer.readline().decode().strip(), ""))
            status = int(lines[0].split()[1])
            body = "" if status == 101 else answer.read().decode(errors="replace")
    return Answer(status, "\n".join(lines[1:]).lower(), body)


def is_refused(answer: Answer) -> bool:
    """Tell whether somebody was sent away, by a sentence and without learning anything."""
    assert answer.status != 403 or answer.body in {SENTENCE, ""}
    return answer.status == 403


@pytest.mark.parametrize("resource", RESOURCES)
@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "http://localhost:{port}",
        "http://127.0.0.1:{port}@evil.example",
        "http://evil.example@127.0.0.1:{port}",
        "http://127.0.0.1:{port}.evil.example",
        "http://127.0.0.1:{port}/",
        "http://127.0.0.1:{port}, http://127.0.0.1:{port}",
        "127.0.0.1:{port}",
        "file://",
        "null",
        "",
        "http://" + "1" * LONG,
    ],
)
def test_a_page_from_elsewhere_is_refused(port: int, resource: str, origin: str) -> None:
    host, origin = f"Host: 127.0.0.1:{port}", "Origin: " + origin.format(port=port)
    assert is_refused(ask(port, resource, host, origin))


@pytest.mark.parametrize("resource", RESOURCES)
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1.evil.example:{port}",
        "localhost.evil.example",
        "evil@127.0.0.1:{port}",
        "127.0.0.1:{port}@evil.example",
        "127.0.0.1:{port}/",
        "127.0.0.1:x",
        "127.0.0.1:²",
        "127.0.0.1:123456",
        "0127.0.0.1",
        "2130706433",
        "::1",
        "[::1",
        "[evil.example]",
        "[127.0.0.1]",
        "[::1%eth0]",
        "[fe80::1]evil.example",
        "localhost..",
        ".",
        "",
        "127.0.0.1" + "0" * LONG,
        "a." * LONGEST,
    ],
)
def test_a_name_that_others_can_let_point_here_is_refused(
    port: int, resource: str, host: str
) -> None:
    host = host.format(port=port)
    assert is_refused(ask(port, resource, f"Host: {host}"))
    assert is_refused(ask(port, resource, f"Host: {host}", f"Origin: http://{host}"))


@pytest.mark.parametrize("resource", RESOURCES)
def test_who_gives_no_address_or_two_is_refused(port: int, resource: str) -> None:
    host, origin = f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}"
    for headers in ([], [host, host], [host, "Host: evil.example"]):
        assert is_refused(ask(port, resource, *headers))
    assert ask(port, resource, host, origin, origin).status in {400, 403}


NAME: Final = socket.gethostname()


@pytest.mark.parametrize("resource", RESOURCES)
@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1:{port}", "http://127.0.0.1:{port}"),
        ("127.0.0.1", "http://127.0.0.1"),
        ("127.0.0.1:80", "http://127.0.0.1"),
        ("192.168.178.20:{port}", "http://192.168.178.20:{port}"),
        ("localhost:{port}", "http://localhost:{port}"),
        ("LocalHost:{port}", "http://localhost:{port}"),
        ("localhost.:{port}", "http://localhost.:{port}"),
        ("[::1]:{port}", "http://[::1]:{port}"),
        ("[0:0:0:0:0:0:0:1]:{port}", "http://[::1]:{port}"),
        ("[FE80::1]", "http://[fe80::1]"),
        (NAME, "http://" + NAME.lower()),
        (NAME.upper() + ".local:{port}", "http://" + NAME.lower() + ".local:{port}"),
        (socket.getfqdn(), "http://" + socket.getfqdn()),
    ],
)
def test_the_apps_own_page_and_tools_without_a_page_are_not_refused(
    port: int, resource: str, host: str, origin: str
) -> None:
    host, origin = f"Host: {host.format(port=port)}", f"Origin: {origin.format(port=port)}"
    answers = ask(port, resource, host), ask(port, resource, host, origin)
    expected = 101 if resource == WEBSOCKET else {"GET": 200, "HEAD": 200}
    for answer in answers:
        if isinstance(expected, int):
            assert answer.status == expected
        elif resource.startswith("PUT"):
            assert "Invalid upload signature" in answer.body
        else:
            assert answer.status == expected.get(resource.split(maxsplit=1)[0], 405)


@pytest.mark.parametrize("resource", RESOURCES)
def test_no_other_page_may_read_an_answer_or_show_it_inside_itself(
    port: int, resource: str
) -> None:
    answer = ask(port, resource, f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}")
    assert "access-control-" not in answer.headers
    if resource != WEBSOCKET:
        assert "frame-ancestors 'none'" in answer.headers


def test_who_is_refused_is_told_why(port: int) -> None:
    answer = ask(port, "GET /", "Host: evil.example")
    assert (answer.status, answer.body) == (403, SENTENCE)
