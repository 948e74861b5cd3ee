"""One screen of the app without a browser, for tests that tap and read it.

No other test uses Flet's internals.
"""

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar, copy_context
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import flet as ft
import flet.canvas as cv
import msgpack  # type: ignore[import-untyped]
import pytest
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page
from flet.messaging.connection import Connection
from flet.messaging.protocol import (
    InvokeMethodRequestBody,
    Message,
    SessionCrashedBody,
    configure_encode_object_for_msgpack,
)
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub
from untraced import rest_in_flet, untraced

from storage import Library
from views.ahead import GRAPH_FILE
from views.app import show, tell
from views.flet_walks import fields_to_walk
from views.session.served import Links, Served
from views.snapshot import SNAPSHOT_FILE
from views.waiting import write_what_waits
from views.watching import watch

Control = TypeVar("Control", bound=BaseControl)
NEVER: Final = "never"
"""What a device answers that goes on waiting for people."""


WATCHES: ContextVar[bool] = ContextVar("watches", default=False)
"""Whether what runs now came from a screen that only watches."""


def served_by(links: Callable[[], Links], renew: Callable[[], None]) -> Served:
    """Return what the screens of one server share."""
    return Served(links, renew, may_write=lambda: not WATCHES.get())


class CannotDo(Exception):
    """The device cannot do what it was asked, or is not allowed to."""


_encode = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
rest_in_flet()


class Loop(asyncio.SelectorEventLoop):
    """An event loop that runs until nothing is left to do, and skips waiting times.

    Its time passes only where it is skipped, so that a slow machine does not change what happens.
    """

    def __init__(self) -> None:
        self._turns = _Restless(self)
        super().__init__(self._turns)
        self.set_task_factory(self._task)  # type: ignore[arg-type]
        self._failures: list[BaseException] = []
        self._skipped = 0.0

    def time(self) -> float:
        """Return the skipped time, in seconds."""
        return self._skipped

    def skip(self, seconds: float) -> None:
        """Skip some time."""
        self._skipped += seconds

    def settle(self) -> None:
        """Run until nothing is left to do. Raises what any task raised."""
        self.run_forever()
        if self._failures:
            raise self._failures.pop()

    def turn(self) -> None:
        """Run the callbacks that are ready, or else the next one; not those that they schedule."""
        self._turns.is_for_one = True
        self.run_forever()
        self._turns.is_for_one = False

    def _task(
        self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **more: Any
    ) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **more)
        task.add_done_callback(self._note)
        return task

    def _note(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (failure := task.exception()):
            self._failures.append(failure)


class _Restless(selectors.DefaultSelector):
    """Never waits: the loop skips the time instead, or stops if nothing is scheduled."""

    def __init__(self, loop: Loop) -> None:
        super().__init__()
        self._loop = loop
        self.is_for_one = False
        """Whether the loop stops after one turn."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        happened = super().select(0)
        if timeout is None or self.is_for_one:
            self._loop.stop()
        if timeout and not happened:
            self._loop.skip(timeout)
        return happened


class _Client(Connection):
    """The client: answers the app's requests to a device, and records its messages."""

    def __init__(self, screen: "Screen", languages: Sequence[str]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.screen = screen
        self.locales = [{"language_code": language} for language in languages]
        self.loop = screen.loop
        self.pubsubhub = PubSubHub(self.loop)
        self.page_url = "http://knoddel"
        self.crash: str | None = None
        self.is_gone = False

    def get_upload_url(self, file_name: str, expires: int) -> str:  # noqa: ARG002 # it is asked so
        """Return the address for the upload of a picked file."""
        return file_name

    def send_message(self, message: Message) -> None:
        if self.is_gone:  # as Flet's own connection does until it is closed
            raise AttributeError
        self.take(message.body)
        match message.body:
            case SessionCrashedBody(crash):
                self.crash = crash
            case InvokeMethodRequestBody(name="get_device_info") if self.screen.is_asleep:
                return
            case InvokeMethodRequestBody(control_id, call_id, method, arguments):
                answer, error = None, None
                try:
                    answer = self._answer(method, arguments)
                except CannotDo as why:
                    error = str(why)
                if answer is NEVER:
                    return
                give = self.screen.session.handle_invoke_method_results
                self.loop.call_soon(give, control_id, call_id, answer, error)

    @untraced
    def take(self, sent: object) -> None:
        """Pack a message: Flet needs that to find later changes."""
        msgpack.packb(sent, default=_encode)

    def _answer(self, method: str, arguments: Any) -> object:
        match method:
            case "get_device_info":
                system = dict.fromkeys(("browser_name", "id", "name", "pretty_name"), "chrome")
                return {"locales": self.locales, **system}
            case "push_route":
                self.screen.go(arguments["route"])
            case "light_impact":
                self.screen.buzzed += 1
            case "enable" | "disable":
                self.screen.stays_awake = method == "enable"
            case "upload":
                self.screen.uploads += [file.upload_url for file in arguments["files"]]
            case _:
                return self._pass_on(method, arguments)
        return None

    def _pass_on(self, method: str, arguments: Any) -> object:
        match method:
            case "capture":
                return b"a picture, " + str(arguments["pixel_ratio"]).encode()
            case "share_text" | "share_files":
                return self._share(arguments)
            case "set":
                if not self.screen.has_clipboard:
                    raise CannotDo("copy_fail")
                self.screen.clipboard = arguments["data"]
            case "save_file" if self.screen.saves_as:
                self.screen.saved[arguments["file_name"]] = arguments["src_bytes"]
                return None if self.screen.is_web else self.screen.saves_as
        return None

    def _share(self, arguments: Any) -> object:
        """Show the share sheet, if the device has one."""
        reported = self.screen.share_sheet
        if reported is None:
            raise CannotDo("Navigator.canShare() is unavailable")
        given = arguments.get("text") or {
            file.name: (file.data, file.mime_type) for file in arguments["files"]
        }
        self.screen.shared.append(given)
        return NEVER if reported is NEVER else {"status": reported, "raw": ""}


class Screen:
    """The app on the screen of one person.

    Controls are found by their accessible names. When :meth:`tap` returns, everything that the tap
    causes has happened.
    """

    def __init__(
        self,
        library: Library,
        loop: Loop,
        *,
        languages: Sequence[str] = ("de",),
        known_languages: Sequence[str] | None = None,
        known_text_scale: float = 1.0,
        width: int = 390,
        height: int = 844,
        keeps_snapshot: bool = False,
        is_drawn: bool = True,
        route: str = "/",
        inbox: Path | None = None,
        is_asleep: bool = False,
        is_mute: bool = False,
        has_reader: bool = True,
        cannot_start: str | None = None,
        is_web: bool = True,
        address: str | None = None,
        served: Served | None = None,
        watches: bool = False,
    ) -> None:
        self.loop = loop
        self._address = address
        self._known_languages = known_languages
        self._known_text_scale = known_text_scale
        self._served = served
        self.watches = watches
        """Whether what its device sends comes from somebody who may only watch."""
        self.woken: list[bytes] = []
        """The snapshots that were saved, if ``keeps_snapshot``."""
        self.graphs: list[bytes] = []
        """The graphs of what can be tapped that were saved, if ``keeps_snapshot``."""
        self._files = self if keeps_snapshot else None
        self._is_drawn = is_drawn
        self.buzzed = 0
        self.stays_awake = False
        self.sounded: list[Mapping[str, object]] = []
        """What the screen was asked to sound like."""
        self._is_mute = is_mute
        self._has_reader = has_reader
        self.codes: list[Mapping[str, object] | str | OSError] = []
        """What the page answers when it is to read codes, one after another; then people cancel."""
        self.asked: list[Mapping[str, object] | None] = []
        """What the page was asked when it was to read codes; None closes the camera."""
        self.uploads: list[str] = []
        """The addresses for uploads that the device was given."""
        self.inbox = inbox
        self.saved: dict[str, bytes] = {}
        """The files that were saved on the device."""
        self.is_web = is_web
        self.saves_as: str | None = "/somewhere"
        """Where the device saves files; None if people close the dialog."""
        self.share_sheet: str | None = None
        """What the device reports of its share sheet; None if it has none."""
        self.shared: list[object] = []
        """What was given to the share sheet: texts, and files by name with content and type."""
        self.has_clipboard = True
        self.clipboard: str | None = None
        self.is_asleep = is_asleep
        """Whether the device does not answer, so that it may not show what it was sent."""
        self._cannot_start = cannot_start
        self._client = _Client(self, languages)
        self.session = Session(self._client)
        device = {"route": route, "width": width, "height": height, "web": is_web}
        device |= {} if is_web else {"platform": "linux"}
        self._do(self._opened(library, device))

    def write_what_waits(self) -> bool:
        """Write what was tapped before Python was there. Returns whether anything waited."""
        waited = list[bool]()

        async def write() -> None:
            _context_page.set(self.session.page)
            waited.append(write_what_waits(self._work))

        self._do(write())
        return waited[0]

    def read_code(self, *texts: str) -> None:
        """Let the app read QR codes, as the browser does that opens their addresses."""

        async def read() -> None:
            _context_page.set(self.session.page)
            for text in texts:
                self._work.read_code(text)

        self._do(read())

    def tap(self, name: str) -> None:
        """Tap the first control called ``name``."""
        self.event(self._tappable(name), "click")

    def tap_soon(self, name: str) -> None:
        """Tap the control called ``name``, without running the loop afterwards."""
        self.event(self._tappable(name), "click", settle=False)

    def keys(self) -> list[tuple[str, int]]:
        """Return the controls that can be tapped, by name and by number on the device."""
        return [(name, control._i) for name, control in self._tappables()]

    def tap_key(self, key: int) -> None:
        """Tap a control by number, even if it is gone, without running the loop afterwards."""
        self._begin(self.session.dispatch_event(key, "click", None))

    def tap_at_once(self, *names: str) -> None:
        """Tap several controls before anything is drawn."""
        *before, last = [self._tappable(name) for name in names]
        for key in before:
            self.event(key, "click", settle=False)
        self.event(last, "click")

    def tap_until(self, name: str, text: str) -> None:
        """Tap, and run the loop only until a text with this beginning is there."""
        self.event(self._tappable(name), "click", settle=False)
        while not any(said.startswith(text) for said in self.texts()):
            self.loop.turn()

    def fill(self, label: str, text: str) -> None:
        """Enter a text into a field."""
        field = self._field(label)
        self.session.apply_patch(field._i, {"value": text})
        self.event(field, "change", text)

    def type_at_once(self, label: str, text: str) -> None:
        """Type letter by letter, faster than anything is drawn."""
        for letter in text:
            field = self._field(label)
            held = (field.value or "") + letter
            self.session.apply_patch(field._i, {"value": held})
            self.event(field, "change", held, settle=False)
            self.loop.turn()

    def typed(self, label: str) -> str:
        """Return the text in a field."""
        return self._field(label).value or ""

    def pick(self, name: str, file: str, content: bytes, size: int | None = None) -> None:
        """Tap the key that opens the file picker, and pick a file."""
        action = self._tappable(name).action
        assert isinstance(action, ft.PickFiles)
        self._picker = action.file_picker
        picked = {"id": 1, "name": file, "size": size or len(content), "bytes": content}
        self.event(self._picker, "result", {"files": [picked]})

    def pick_soon(self, file: str, content: bytes) -> None:
        """Pick another file, without running the loop afterwards."""
        picked = {"id": 2, "name": file, "size": len(content), "bytes": content}
        self.event(self._picker, "result", {"files": [picked]}, settle=False)

    def arrive(self, upload: str, file: str, content: bytes, progress: float = 1.0) -> None:
        """Let the upload of a picked file arrive, or a part of it."""
        assert self.inbox
        (self.inbox / upload).write_bytes(content)
        self.event(self._picker, "upload", {"file_name": file, "progress": progress})

    def lose(self, name: str, file: str) -> None:
        """Tap the key that opens the file picker, and pick a file whose upload fails."""
        action = self._tappable(name).action
        assert isinstance(action, ft.PickFiles)
        self.event(action.file_picker, "upload", {"file_name": file, "error": "gone"})

    def go(self, route: str) -> None:
        """Go to an address, as a browser does."""
        page = self.session.page
        self.session.apply_page_patch({"route": route})
        self.event(page, "route_change", {"route": route}, settle=not self.loop.is_running())

    def event(
        self, control: BaseControl, name: str, data: object = None, *, settle: bool = True
    ) -> None:
        """Send an event of a control."""
        happening = self.session.dispatch_event(control._i, name, data)
        if settle:
            self._do(happening)
        else:
            self._begin(happening)

    def names(self) -> list[str]:
        """Return the names of the controls that can be tapped, in reading order."""
        return [name for name, _ in self._tappables()]

    def is_selected(self, name: str) -> bool:
        """Return whether the choice of that name is selected."""
        return bool(self._semantics(name).selected)

    def hint(self, name: str) -> str | None:
        """Return the hint of a control for screen readers."""
        return self._semantics(name).hint_text

    def value(self, name: str) -> str | None:
        """Return the value of a field for screen readers."""
        return self._semantics(name).value

    def announced(self) -> list[str]:
        """Return the texts that are announced when they change."""
        return [found.label or "" for found in self.controls(ft.Semantics) if found.live_region]

    def texts(self) -> list[str]:
        """Return all texts, shown or read aloud, in reading order."""
        texts = []
        for control in self.controls(BaseControl):
            if isinstance(control, ft.Semantics) and control.label:
                texts.append(control.label)
            elif isinstance(control, ft.Text):
                texts.append(control.value)
        return texts

    def written_in(self, face: str) -> list[str]:
        """Return the texts that are drawn in a font, in reading order."""
        return [text.value for text in self.controls(ft.Text) if text.font_family == face]

    def signs(self) -> list[str]:
        """Return the names of the visible icons, in reading order."""
        return [
            icon.icon.name
            for icon in self.controls(ft.Icon)
            if icon.color != ft.Colors.TRANSPARENT and isinstance(icon.icon, ft.IconData)
        ]

    def filled(self) -> list[bool]:
        """Return whether circles are filled, in reading order."""
        circles = (box for box in self.controls(ft.Container) if box.border_radius and box.width)
        return [box.bgcolor is not None for box in circles]

    def bundles(self) -> list[int]:
        """Return how many strokes are in each bundle, in reading order."""
        return [
            sum(isinstance(part, cv.Path.LineTo) for part in path.elements)
            for path in self.controls(cv.Path)
        ]

    def side_by_side(self) -> list[list[str]]:
        """Return the names of the controls in each row with more than one that can be tapped."""
        rows = ([name for name, _ in _tappables(_below(row))] for row in self.controls(ft.Row))
        return [names for names in rows if len(names) > 1]

    def resize(self, name: str, height: float) -> None:
        """Let the device report the height of the container of the control called ``name``."""
        key = self._tappable(name)
        for box in self.controls(ft.Container):
            if box.on_size_change and any(below is key for below in _below(box)):
                self.event(box, "size_change", {"w": 390.0, "h": height})

    def enlarge(self, times: float) -> None:
        """Set the device's text scale."""
        (probe,) = (part for part in _below(self.session.page.overlay) if isinstance(part, ft.Text))
        self.event(probe, "size_change", {"w": 80.0, "h": 100.0 * times})

    def turn(self, width: float, height: float) -> None:
        """Change the size of the screen, as by turning the device."""
        size = {"width": width, "height": height}
        self.session.apply_page_patch(size)
        self.event(self.session.page, "resize", size)

    def text(self) -> str:
        """Return all texts, shown or read aloud, line by line."""
        return "\n".join(self.texts())

    def says(self, beginning: str) -> str:
        """Return the only text with this beginning, such as the score."""
        found = {text for text in self.texts() if text.startswith(beginning)}
        assert len(found) == 1, f"{beginning!r} is said {len(found)} times in:\n{self.text()}"
        return found.pop()

    def lose_contact(self) -> None:
        """Disconnect, as a sleeping phone does."""
        self._do(self.session.disconnect(60))

    def vanish(self) -> None:
        """Disconnect without the app noticing it yet."""
        self._client.is_gone = True

    def come_back(self) -> None:
        """Reconnect."""
        self._do(self.session.connect(self._client))

    def close(self) -> None:
        """Leave the app."""
        self._do(self._closed())

    async def _closed(self) -> None:
        self.session.close()  # type: ignore[no-untyped-call]

    def read(self, name: str) -> bytes:
        """Return the file for the page's next start that was saved last."""
        saved = self._saved(name)
        return saved[-1] if saved else b""

    def write(self, name: str, content: bytes) -> None:
        """Save a file for the page's next start."""
        self._saved(name).append(content)

    def _saved(self, name: str) -> list[bytes]:
        return {SNAPSHOT_FILE: self.woken, GRAPH_FILE: self.graphs}[name]

    async def _opened(self, library: Library, device: dict[str, object]) -> None:
        page = self.session.page
        _context_page.set(page)
        self.session.apply_page_patch(device)
        self._client.take(self.session.get_page_patch())  # type: ignore[no-untyped-call]
        if self._cannot_start:
            tell(page, self._cannot_start)
        else:
            sounds = None if self._is_mute else self._sound
            served = self._served
            if served and self.watches:
                shown = await watch(page, library, served)
            else:
                shown = await show(
                    page,
                    library,
                    self._files,
                    languages=self._known_languages,
                    text_scale=self._known_text_scale,
                    inbox=self.inbox,
                    sounds=sounds,
                    address=self._address,
                    reads=self._read_codes if self._has_reader else None,
                    served=served,
                )
            if self._is_drawn:
                shown.at_commit.drawn()
            self._work = shown
        await self.session.after_event(page)

    async def _read_codes(self, wanted: Mapping[str, object] | None) -> str:
        self.asked.append(wanted)
        if wanted is None:
            return ""
        answer = self.codes.pop(0) if self.codes else {"ended": "cancelled"}
        if isinstance(answer, OSError):
            raise answer
        return answer if isinstance(answer, str) else json.dumps(answer)

    async def _sound(self, what: Mapping[str, object]) -> None:
        self.sounded.append(what)

    def _do(self, happening: Coroutine[Any, Any, None]) -> None:
        task = self._begin(happening)
        self.loop.settle()
        assert task.done(), "the app waits for something that never comes"
        assert self._client.crash is None, self._client.crash

    def _begin(self, happening: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin what comes from this screen's device."""
        context = copy_context()
        context.run(WATCHES.set, self.watches)
        return self.loop.create_task(happening, context=context)

    def _field(self, label: str) -> ft.TextField:
        return next(field for field in self.controls(ft.TextField) if field.label == label)

    def _semantics(self, name: str) -> ft.Semantics:
        content = self._tappable(name).content
        assert isinstance(content, ft.Semantics)
        return content

    def _tappable(self, name: str) -> ft.Container:
        for found, control in self._tappables():
            if found == name:
                return control
        raise AssertionError(f"no {name!r} to tap, only {self.names()}")

    def _tappables(self) -> Iterator[tuple[str, ft.Container]]:
        return _tappables(self.controls(ft.Container))

    def controls(self, kind: type[Control]) -> Iterator[Control]:
        """Yield the controls of a kind on the page that is shown, in reading order."""
        return (control for control in _below(self._views()[-1]) if isinstance(control, kind))

    def texts_in(self, control: BaseControl) -> list[ft.Text]:
        """Return the texts in a control."""
        return [part for part in _below(control) if isinstance(part, ft.Text)]

    def addresses(self) -> list[str]:
        """Return the addresses by which the device tells the pages on top of each other apart."""
        return [view.route for view in self._views()]

    def _views(self) -> list[ft.View]:
        below = _below(self.session.page.views, down_to=(ft.View,))
        return [view for view in below if isinstance(view, ft.View)]


def _tappables(controls: Iterable[BaseControl]) -> Iterator[tuple[str, ft.Container]]:
    """Yield the controls that can be tapped, each with its name."""
    for control in controls:
        match control:
            case ft.Container(content=ft.Semantics(label=label)) if control.on_click:
                yield label or "", control


def _below(value: object, *, down_to: tuple[type, ...] = ()) -> Iterator[BaseControl]:
    """Yield all controls on the screen, from the top down; leave out what is in some kinds."""
    ahead = [value]
    while ahead:
        value = ahead.pop()
        if isinstance(value, (list, tuple)):
            ahead += reversed(value)
        elif isinstance(value, BaseControl) and getattr(value, "visible", True):
            yield value
            if not isinstance(value, down_to):
                names = [field.name for field in fields_to_walk(value) if field.name != "_parent"]
                ahead += [getattr(value, name, None) for name in reversed(names)]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


OpenScreen: TypeAlias = Callable[..., Screen]


@pytest.fixture
def open_screen(library: Library) -> Iterator[OpenScreen]:
    """Open screens of the same library; takes the arguments of :class:`Screen`."""
    loop, screens = Loop(), list[Screen]()

    def open_one(library: Library = library, **more: Any) -> Screen:
        screens.append(Screen(library, loop, **more))
        return screens[-1]

    yield open_one
    for screen in screens:
        screen.close()
    loop.close()
