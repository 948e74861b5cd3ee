"""The command ``knoddel``: the composition root of scoring, storage and views."""

import argparse
import asyncio
import json
import os
import secrets
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from scoring.backup import LARGEST as LARGEST_BACKUP
from scoring.backup import read_sheets
from scoring.refusals import BadSheet, Fault, IllegalEntry, Refusal, Refused
from scoring.sheet import LARGEST_FILE, Sheet, read_sheet
from scoring.statistics import by_game, report
from views.text.refusals import sentence
from views.text.translator import Translator, spoken

if TYPE_CHECKING:
    from storage import Library, LinkKeys

OK, FAILED = 0, 2
ASSETS = Path(__file__).parent / "assets"


class CannotStart(Refusal):
    """The app cannot start; its text is a sentence for the user."""


class NotCounted(Refusal):
    """A file, or a line of standard input, of which not all sheets can be counted.

    ``file`` is its name as given, or the number of the line from 1; ``refused`` says why.
    """

    def __init__(self, file: str | int, refused: Refused) -> None:
        super().__init__(file, refused)
        self.file = file
        self.refused = refused


def run() -> None:
    """Run the command ``knoddel``, or the app itself if it was built for a device."""
    if os.environ.get("FLET_PLATFORM"):
        on_device()
    else:
        sys.exit(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, or 2 if something was wrong."""
    t = spoken(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    options = _parser(t).parse_args(arguments)
    if options.command == "score":
        return _printing(partial(score, options.files, t))
    if options.command == "statistics":
        return _printing(partial(statistics, options.files, t))
    if options.command == "pwa":
        return build_pwa(options.folder, options.base, t, precompressed=options.precompressed)
    entry = Entry(options.host, options.port, is_open=options.open, renews=options.new_links)
    return serve(entry, options.data, t, browser=not options.no_browser)


def _parser(t: Translator) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="knoddel", description=t("The scoresheet for Bauerchen and its cousins.")
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help=t("the address to serve on (default: %(default)s)")
    )
    parser.add_argument(
        "--port", type=int, default=8550, help=t("the port to serve on (default: %(default)s)")
    )
    parser.add_argument("--data", metavar="DIR", help=t("the folder where the evenings are stored"))
    parser.add_argument(
        "--open",
        action="store_true",
        help=t("let everybody write who reaches the address, without a link"),
    )
    parser.add_argument(
        "--new-links", action="store_true", help=t("make new links; the old ones end")
    )
    parser.add_argument(
        "--no-browser", action="store_true", help=t("print the address, do not open a browser")
    )
    commands = parser.add_subparsers(dest="command")
    scoring = commands.add_parser("score", help=t("score sheet files, one line of JSON for each"))
    scoring.add_argument(
        "files", nargs="+", metavar="FILE", help=t("a sheet file, or - for one sheet per line")
    )
    counting = commands.add_parser(
        "statistics", help=t("count what happened in sheet files, for each player and pair")
    )
    counting.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=t("a sheet file or a backup, or - for one sheet per line"),
    )
    building = commands.add_parser(
        "pwa", help=t("build the app for phones: a folder that any web server can serve")
    )
    building.add_argument(
        "folder", metavar="DIR", help=t("a new folder, or one from an earlier build")
    )
    building.add_argument(
        "--base",
        metavar="PATH",
        default="/",
        help=t("the path where it will be served (default: /)"),
    )
    building.add_argument(
        "--precompressed",
        action="store_true",
        help=t("also write each file compressed (.gz and .br), for servers that send these"),
    )
    return parser


class Entry(NamedTuple):
    """Where the app is served, and who may come in: whoever has a link, if it is not ``is_open``.

    On this computer alone nobody needs a link. If it ``renews``, the old links end.
    """

    host: str
    port: int
    is_open: bool = False
    renews: bool = False


def serve(entry: Entry, data: str | None, t: Translator, *, browser: bool) -> int:
    """Serve the app until it is stopped; return 2 with a sentence if it cannot start."""
    with _in_order_if_terminated(), ExitStack() as held:
        try:
            library = _library(data, held, t)
            listener = held.enter_context(_listener(entry.host, entry.port, t))
            keys = _keys(library, entry, listener, t)
        except CannotStart as why:
            return _complain(str(why))
        inbox = Path(held.enter_context(TemporaryDirectory()))
        with suppress(KeyboardInterrupt):
            _run(listener, library, keys, inbox, t, browser=browser)
    return OK


def _keys(
    library: "Library", entry: Entry, listener: socket.socket, t: Translator
) -> "LinkKeys | None":
    """Return the keys of the links; None if nobody needs one. Raises :class:`CannotStart`."""
    from serving.addresses import is_loopback
    from storage import link_keys, new_link_keys

    is_needed = not entry.is_open and not is_loopback(listener.getsockname()[0])
    with _explained(library.folder, t):
        if entry.renews:
            keys = new_link_keys(library.folder)
        elif is_needed:
            keys = link_keys(library.folder)
    return keys if is_needed else None


class Terminated(BaseException):
    """The system asks the process to end."""


@contextmanager
def _in_order_if_terminated() -> Iterator[None]:
    """Leave the block when the system asks the process to end, and only then end by the signal.

    Otherwise the process ends at once, and its temporary files stay.
    """

    def terminate(*_: object) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    except Terminated:
        signal.signal(signal.SIGTERM, before)
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)


def build_pwa(folder: str, base: str, t: Translator, *, precompressed: bool) -> int:
    """Build the web app into a folder; return 2 with a sentence if that fails."""
    try:
        from pwa.build import BadBase, NotEmpty, build
    except ModuleNotFoundError as missing:
        return _complain(
            t(
                "Building the app also needs “{name}”. Install Knoddel with the extra “pwa”.",
                name=missing.name,
            )
        )
    try:
        build(Path(folder), base, precompressed=precompressed)
    except BadBase:
        return _complain(
            t(
                "“{base}” is not a valid path. A path begins and ends with /, like /knoddel/.",
                base=base,
            )
        )
    except NotEmpty:
        return _complain(
            t(
                "{folder} contains something else and was not changed. Choose another folder.",
                folder=folder,
            )
        )
    except OSError as error:
        return _complain(_cannot_be_written(folder, error, t))
    print(t("The app is in {folder}. Serve it under {base}.", folder=folder, base=base))
    return OK


def _cannot_be_written(folder: str | Path, error: OSError, t: Translator) -> str:
    return t("Cannot write to the folder {folder}: {why}.", folder=folder, why=_why(error))


def _why(error: OSError) -> str:
    return error.strerror or str(error)


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return FAILED


def on_device() -> None:
    """Run the app inside the native program that ``flet build`` has made."""
    import flet as ft

    from views.app import show, tell
    from views.settling import Settling

    settling = Settling()
    t = spoken([])  # the device's language is known only when there is a page
    with ExitStack() as held:
        try:
            library = _library(None, held, t)
        except CannotStart as cannot:
            ft.run(partial(tell, why=str(cannot)))
            return

        async def open_page(page: ft.Page) -> None:
            await show(page, library)
            settling.settle(page)

        ft.run(open_page)


def _library(data: str | None, held: ExitStack, t: Translator) -> "Library":
    """Open and lock the library until ``held`` closes. Raises :class:`CannotStart`."""
    # Imported here, because `knoddel score` has to start without Flet and TinyDB.
    from storage import Library, complete, data_folder, one_writer

    folder = data_folder(data)
    with _explained(folder, t):
        held.enter_context(one_writer(folder))
        library = Library(folder)
        complete(library)
    return library


@contextmanager
def _explained(folder: Path, t: Translator) -> Iterator[None]:
    """Raise :class:`CannotStart` with a sentence if a data folder cannot be used."""
    from storage import FromTheFuture, InUse, UnreadableNow

    try:
        yield
    except UnreadableNow as error:
        raise CannotStart(
            t(
                "{file} cannot be read at the moment: {why}. Nothing was changed. "
                "Please try again.",
                file=error.filename,
                why=_why(error),
            )
        ) from error
    except OSError as error:
        raise CannotStart(_cannot_be_written(folder, error, t)) from error
    except InUse as error:
        raise CannotStart(
            t(
                "Knoddel is already running and uses {folder}. Open its page, stop it, or "
                "choose another folder with --data.",
                folder=folder,
            )
        ) from error
    except FromTheFuture as error:
        raise CannotStart(
            t(
                "The data in {folder} was saved by a newer version of Knoddel and was not "
                "changed. Please update the app.",
                folder=folder,
            )
        ) from error


def _listener(host: str, port: int, t: Translator) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError, TypeError) as error:  # TypeError for an invalid host
        raise CannotStart(
            t("{host}:{port} is in use or not available. Try another --port.", host=host, port=port)
        ) from error


def _run(
    listener: socket.socket,
    library: "Library",
    keys: "LinkKeys | None",
    inbox: Path,
    t: Translator,
    *,
    browser: bool,
) -> None:
    """Serve the app until it is stopped; with ``keys`` only to those who come by a link."""
    import flet as ft
    import flet_web.fastapi
    import uvicorn

    from serving.addresses import is_loopback, page_address, reachable
    from serving.connections import connections, read_codes, sound, tell_shown
    from serving.links import Gate, may_write
    from serving.page import serve_fonts, serve_page
    from serving.policy import keep_to_itself
    from serving.strangers import refuse_strangers
    from storage import new_link_keys
    from views.app import show
    from views.session.served import Served
    from views.settling import Settling
    from views.watching import watch

    host, port = listener.getsockname()[:2]
    settling = Settling()

    def address() -> str:
        return page_address(reachable(host), port)

    async def open_page(page: ft.Page) -> None:
        if served and not may_write():
            await watch(page, library, served)
        else:
            await show(page, library, inbox=inbox, sounds=sound, reads=read_codes, served=served)
        with suppress(TimeoutError, RuntimeError):
            await asyncio.wait_for(page.get_device_info(), 5)  # answered after the page is drawn
            await tell_shown()
        settling.settle(page)

    app = flet_web.fastapi.app(
        open_page,
        assets_dir=str(ASSETS),
        app_name="Knoddel",
        app_short_name="Knoddel",
        app_description=t("The scoresheet for Bauerchen and its cousins."),
        no_cdn=True,
        upload_dir=str(inbox),
        max_upload_size=LARGEST_BACKUP,
        secret_key=secrets.token_hex(),
        session_timeout_seconds=60,  # a page resumes its session only when it is reloaded
    )
    sentence = t(
        "Knoddel answers only its own pages, and only at this computer's name or IP address."
    )

    def preferences() -> dict[str, str | None]:
        return {"language": library.settings.language, "theme": library.settings.theme}

    connected = connections(serve_fonts(serve_page(app, preferences)), preferences)
    gate, served = None, None
    if keys:
        gate = Gate(connected, keys, port, partial(new_link_keys, library.folder))
        served = Served(lambda: gate.links(address()), gate.renew, may_write)
    guarded = keep_to_itself(refuse_strangers(gate or connected, sentence))

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print(t("Knoddel is at {address}", address=address()), flush=True)
            if served:
                from serving.announcing import announced

                print(announced(t, served.links(), sys.stdout), flush=True)
            elif not is_loopback(host):
                print(t("Warning: whoever reaches this address may write."), file=sys.stderr)
            if browser:
                webbrowser.open(gate.link_once(address()) if gate else address())

    config = uvicorn.Config(
        guarded,
        log_level="warning",
        ws="websockets-sansio",
        timeout_keep_alive=1,  # a phone that returns must not reuse a dead connection
        timeout_graceful_shutdown=1,  # Flet waits forever for silent clients
    )
    Server(config).run(sockets=[listener])


def _printing(command: Callable[[], int]) -> int:
    """Return the status of a command that prints; 2 if nobody reads what it prints."""
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone. Python flushes again at exit: redirect that to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return status


def score(files: Sequence[str], t: Translator) -> int:
    """Print one line of JSON for each sheet; return 2 if any could not be scored."""
    status = OK
    for given in _all_given(files, LARGEST_FILE):
        try:
            line = _scored(given)
        except Refused as refused:
            status = FAILED
            line = _error(refused, t)
        _print_json(line)
    return status


def statistics(files: Sequence[str], t: Translator) -> int:
    """Print one line of JSON for all sheets together.

    Return 2 if any sheet cannot be counted; then only the first such file is told, and why.
    """
    try:
        counted = by_game(_all_sheets(files))
    except NotCounted as why:
        _print_json({**_error(why.refused, t), "file": why.file})
        return FAILED
    _print_json(report(counted))
    return OK


_ENCODER = json.JSONEncoder(check_circular=False)


def _print_json(line: Mapping[str, object]) -> None:
    sys.stdout.write(_ENCODER.encode(line) + "\n")


def _error(refused: Refused, t: Translator) -> dict[str, object]:
    index = refused.index if isinstance(refused, IllegalEntry) else None
    return {"error": {"entry": index, "code": refused.code, "message": sentence(t, refused)}}


class _Given(NamedTuple):
    """A file by its name, or a line of standard input by its number from 1, and its content."""

    name: str | int
    content: bytes | BadSheet

    def read(self) -> bytes:
        """Return the content, or raise why there is none."""
        if isinstance(self.content, BadSheet):
            raise self.content
        return self.content


def _scored(given: _Given) -> dict[str, object]:
    sheet = read_sheet(given.read())
    return sheet.game.report(sheet.replay.agreement.rules, sheet.replay.states)


def _all_sheets(files: Sequence[str]) -> Iterator[Sheet]:
    """Yield the sheets of all files. Raises :class:`NotCounted`."""
    for given in _all_given(files, LARGEST_BACKUP):
        try:
            if isinstance(given.name, int):
                yield read_sheet(given.read())
            else:
                yield from read_sheets(given.read())
        except Refused as refused:
            raise NotCounted(given.name, refused) from None


def _all_given(files: Sequence[str], largest: int) -> Iterator[_Given]:
    """Yield files and lines in order; what is larger than that is cut just above it."""
    for file in files:
        if file == "-":
            yield from (_Given(*line) for line in enumerate(_lines(sys.stdin.buffer), 1))
            continue
        try:
            with Path(file).open("rb") as stream:
                yield _Given(file, stream.read(largest + 1))
        except (OSError, ValueError):
            yield _Given(file, BadSheet(Fault.UNREADABLE, key=file))


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines without line ends; a line that is too long is cut just above the limit."""
    while line := stream.readline(LARGEST_FILE + 2):
        rest = line
        while len(rest) == LARGEST_FILE + 2 and not rest.endswith(b"\n"):
            rest = stream.readline(LARGEST_FILE + 2)
        yield line.removesuffix(b"\n")


if __name__ == "__main__":
    run()
