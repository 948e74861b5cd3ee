"""One screen of the app without a browser: what can be tapped on it, and what it says.

Flet's internals are used here and in no other test.
"""

import asyncio
import dataclasses
import selectors
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

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

from storage import Library
from views.app import show, tell

Control = TypeVar("Control", bound=BaseControl)

_encode = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]


class Loop(asyncio.SelectorEventLoop):
    """An event loop that can run until nothing is left to do, and skips the time between."""

    def __init__(self) -> None:
        super().__init__(_Restless(self))
        self.set_task_factory(self._task)  # type: ignore[arg-type]
        self._failures: list[BaseException] = []
        self._skipped = 0.0

    def time(self) -> float:
        """Return the time in seconds, with what was skipped."""
        return super().time() + self._skipped

    def skip(self, seconds: float) -> None:
        """Let so much time have passed."""
        self._skipped += seconds

    def settle(self) -> None:
        """Run until nothing is left to do. Raises what any task raised."""
        self.run_forever()
        if self._failures:
            raise self._failures.pop()

    def turn(self) -> None:
        """Run what is to be done now, and nothing that comes of it."""
        self.call_soon(self.stop)
        self.run_forever()

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
    """Never waits: it lets the loop skip the time, or stop if nothing is to come."""

    def __init__(self, loop: Loop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        happened = super().select(0)
        if timeout is None:
            self._loop.stop()
        elif not happened:
            self._loop.skip(timeout)
        return happened


class _Client(Connection):
    """The other end: answers what the app asks of a device, and notes what it is told."""

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
        """Return where a picked file is to be sent."""
        return file_name

    def send_message(self, message: Message) -> None:
        if self.is_gone:  # so Flet's own connection fails until it has noticed
            raise AttributeError
        self.take(message.body)
        match message.body:
            case SessionCrashedBody(crash):
                self.crash = crash
            case InvokeMethodRequestBody(name="get_device_info") if self.screen.is_asleep:
                return
            case InvokeMethodRequestBody(control_id, call_id, method, arguments):
                answer = self._answer(method, arguments)
                give = self.screen.session.handle_invoke_method_results
                self.loop.call_soon(give, control_id, call_id, answer, None)

    def take(self, sent: object) -> None:
        """Pack what is sent: only so does Flet know later what has changed."""
        msgpack.packb(sent, default=_encode)

    def _answer(self, method: str, arguments: Any) -> object:
        match method:
            case "get_device_info":
                return {"locales": self.locales, "browser_name": "chrome"}
            case "push_route":
                self.screen.go(arguments["route"])
            case "light_impact":
                self.screen.buzzed += 1
            case "upload":
                self.screen.uploads += [file.upload_url for file in arguments["files"]]
            case "save_file":
                self.screen.saved[arguments["file_name"]] = arguments["src_bytes"]
        return None


class Screen:
    """The app as one person has it before them.

    Controls are found by the names that screen readers say. Everything that a tap brings about
    has happened when :meth:`tap` returns.
    """

    def __init__(
        self,
        library: Library,
        loop: Loop,
        *,
        languages: Sequence[str] = ("de",),
        width: int = 390,
        height: int = 844,
        keeps_snapshot: bool = False,
        route: str = "/",
        inbox: Path | None = None,
        is_asleep: bool = False,
        cannot_start: str | None = None,
    ) -> None:
        self.loop = loop
        self.woken: list[bytes] = []
        """What was kept for the next start, if ``keeps_snapshot``."""
        self._keep = self.woken.append if keeps_snapshot else None
        self.buzzed = 0
        self.uploads: list[str] = []
        """Where the device was asked to send picked files."""
        self.inbox = inbox
        self.saved: dict[str, bytes] = {}
        """The files that the device was given to keep."""
        self.is_asleep = is_asleep
        """Whether it answers nothing: what it was sent may not be shown yet."""
        self._cannot_start = cannot_start
        self._client = _Client(self, languages)
        self.session = Session(self._client)
        device = {"route": route, "width": width, "height": height, "web": True}
        self._do(self._opened(library, device))

    def tap(self, name: str) -> None:
        """Tap what is called ``name``; if there is more than one of it, the first."""
        self.event(self._tappable(name), "click")

    def tap_soon(self, name: str) -> None:
        """Tap what is called ``name``; whatever is done next on any screen comes right after."""
        self.event(self._tappable(name), "click", settle=False)

    def keys(self) -> list[tuple[str, int]]:
        """Return what can be tapped now, each by its name and by how the device knows it."""
        return [(name, control._i) for name, control in self._tappables()]

    def tap_key(self, key: int) -> None:
        """Tap what the device shows, though it may be gone; what is done next comes right after."""
        self.loop.create_task(self.session.dispatch_event(key, "click", None))

    def tap_at_once(self, *names: str) -> None:
        """Tap one thing after the other, quicker than anything can be drawn."""
        *before, last = [self._tappable(name) for name in names]
        for key in before:
            self.event(key, "click", settle=False)
        self.event(last, "click")

    def tap_until(self, name: str, text: str) -> None:
        """Tap, and look on only until a text that begins so is there."""
        self.event(self._tappable(name), "click", settle=False)
        while not any(said.startswith(text) for said in self.texts()):
            self.loop.turn()

    def fill(self, label: str, text: str) -> None:
        """Put a text into a field."""
        field = self._field(label)
        self.session.apply_patch(field._i, {"value": text})
        self.event(field, "change", text)

    def type_at_once(self, label: str, text: str) -> None:
        """Type so quickly that the device is always ahead of what is drawn."""
        for letter in text:
            field = self._field(label)
            held = (field.value or "") + letter
            self.session.apply_patch(field._i, {"value": held})
            self.event(field, "change", held, settle=False)
            self.loop.turn()

    def typed(self, label: str) -> str:
        """Return what stands in a field."""
        return self._field(label).value or ""

    def pick(self, name: str, file: str, content: bytes, size: int | None = None) -> None:
        """Tap what lets people pick a file, and pick one."""
        action = self._tappable(name).action
        assert isinstance(action, ft.PickFiles)
        self._picker = action.file_picker
        picked = {"id": 1, "name": file, "size": size or len(content), "bytes": content}
        self.event(self._picker, "result", {"files": [picked]})

    def pick_soon(self, file: str, content: bytes) -> None:
        """Let one more picked file arrive; whatever is done next comes right after."""
        picked = {"id": 2, "name": file, "size": len(content), "bytes": content}
        self.event(self._picker, "result", {"files": [picked]}, settle=False)

    def arrive(self, upload: str, file: str, content: bytes, progress: float = 1.0) -> None:
        """Let a picked file have been sent to where the app has asked for it, or so much of it."""
        assert self.inbox
        (self.inbox / upload).write_bytes(content)
        self.event(self._picker, "upload", {"file_name": file, "progress": progress})

    def lose(self, name: str, file: str) -> None:
        """Tap what lets people pick a file, and pick one that cannot be sent."""
        action = self._tappable(name).action
        assert isinstance(action, ft.PickFiles)
        self.event(action.file_picker, "upload", {"file_name": file, "error": "gone"})

    def go(self, route: str) -> None:
        """Follow an address, as a browser does."""
        page = self.session.page
        self.session.apply_page_patch({"route": route})
        self.event(page, "route_change", {"route": route}, settle=not self.loop.is_running())

    def event(
        self, control: BaseControl, name: str, data: object = None, *, settle: bool = True
    ) -> None:
        """Let something happen to a control."""
        happening = self.session.dispatch_event(control._i, name, data)
        if settle:
            self._do(happening)
        else:
            self.loop.create_task(happening)

    def names(self) -> list[str]:
        """Return the names of what can be tapped, in reading order."""
        return [name for name, _ in self._tappables()]

    def is_selected(self, name: str) -> bool:
        """Tell whether the choice of that name is the chosen one."""
        return bool(self._semantics(name).selected)

    def hint(self, name: str) -> str | None:
        """Return what screen readers add to a name."""
        return self._semantics(name).hint_text

    def value(self, name: str) -> str | None:
        """Return what screen readers say that a field holds."""
        return self._semantics(name).value

    def announced(self) -> list[str]:
        """Return what is announced when it changes."""
        return [found.label or "" for found in self._all(ft.Semantics) if found.live_region]

    def texts(self) -> list[str]:
        """Return everything that is said or shown, in reading order."""
        texts = []
        for control in self._all(BaseControl):
            if isinstance(control, ft.Semantics) and control.label:
                texts.append(control.label)
            elif isinstance(control, ft.Text):
                texts.append(control.value)
        return texts

    def signs(self) -> list[str]:
        """Return the names of the icons that can be seen, in reading order."""
        return [
            icon.icon.name
            for icon in self._all(ft.Icon)
            if icon.color != ft.Colors.TRANSPARENT and isinstance(icon.icon, ft.IconData)
        ]

    def filled(self) -> list[bool]:
        """Return whether circles are filled, in reading order."""
        circles = (box for box in self._all(ft.Container) if box.border_radius and box.width)
        return [box.bgcolor is not None for box in circles]

    def bundles(self) -> list[int]:
        """Return how many strokes are in each bundle, in reading order."""
        return [
            sum(isinstance(part, cv.Path.LineTo) for part in path.elements)
            for path in self._all(cv.Path)
        ]

    def side_by_side(self) -> list[list[str]]:
        """Return the names of what can be tapped in each row that holds more than one of them."""
        rows = ([name for name, _ in _tappables(_below(row))] for row in self._all(ft.Row))
        return [names for names in rows if len(names) > 1]

    def resize(self, name: str, height: float) -> None:
        """Let the device tell how high that is which holds what is called ``name``."""
        key = self._tappable(name)
        for box in self._all(ft.Container):
            if box.on_size_change and any(below is key for below in _below(box)):
                self.event(box, "size_change", {"w": 390.0, "h": height})

    def enlarge(self, times: float) -> None:
        """Let the device show text so much larger than usual."""
        (probe,) = (part for part in _below(self.session.page.overlay) if isinstance(part, ft.Text))
        self.event(probe, "size_change", {"w": 80.0, "h": 100.0 * times})

    def turn(self, width: float, height: float) -> None:
        """Turn the device, so that its screen has another size."""
        size = {"width": width, "height": height}
        self.session.apply_page_patch(size)
        self.event(self.session.page, "resize", size)

    def text(self) -> str:
        """Return everything that is said or shown, line by line."""
        return "\n".join(self.texts())

    def says(self, beginning: str) -> str:
        """Return the one text that begins so, such as the score."""
        found = {text for text in self.texts() if text.startswith(beginning)}
        assert len(found) == 1, f"{beginning!r} is said {len(found)} times in:\n{self.text()}"
        return found.pop()

    def lose_contact(self) -> None:
        """Be out of reach, as a phone that sleeps."""
        self._do(self.session.disconnect(60))

    def vanish(self) -> None:
        """Be gone, which nobody has noticed yet."""
        self._client.is_gone = True

    def come_back(self) -> None:
        """Be in reach again."""
        self._do(self.session.connect(self._client))

    def close(self) -> None:
        """Leave the app."""
        self._do(self._closed())

    async def _closed(self) -> None:
        self.session.close()  # type: ignore[no-untyped-call]

    async def _opened(self, library: Library, device: dict[str, object]) -> None:
        page = self.session.page
        _context_page.set(page)
        self.session.apply_page_patch(device)
        self._client.take(self.session.get_page_patch())  # type: ignore[no-untyped-call]
        if self._cannot_start:
            tell(page, self._cannot_start)
        else:
            await show(page, library, self.inbox, keep_snapshot=self._keep)
        await self.session.after_event(page)

    def _do(self, happening: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(happening)
        self.loop.settle()
        assert task.done(), "the app waits for something that never comes"
        assert self._client.crash is None, self._client.crash

    def _field(self, label: str) -> ft.TextField:
        return next(field for field in self._all(ft.TextField) if field.label == label)

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
        return _tappables(self._all(ft.Container))

    def _all(self, kind: type[Control]) -> Iterator[Control]:
        views = [view for view in _below(self.session.page.views) if isinstance(view, ft.View)]
        return (control for control in _below(views[-1]) if isinstance(control, kind))


def _tappables(controls: Iterable[BaseControl]) -> Iterator[tuple[str, ft.Container]]:
    """Yield those of the controls that can be tapped, each after its name."""
    for control in controls:
        match control:
            case ft.Container(content=ft.Semantics(label=label)) if control.on_click:
                yield label or "", control


def _below(value: object) -> Iterator[BaseControl]:
    """Yield all controls of what is shown, from the top down."""
    ahead = [value]
    while ahead:
        value = ahead.pop()
        if isinstance(value, (list, tuple)):
            ahead += reversed(value)
        elif isinstance(value, BaseControl) and getattr(value, "visible", True):
            yield value
            held = vars(value) | value._values  # what is not there has its default: no control
            ahead += [held[name] for name in _parts(type(value)) if name in held]  # type: ignore[arg-type] # a class has a hash


@cache
def _parts(kind: type[BaseControl]) -> list[str]:
    """Return the names of the fields in which controls may be, the last one first."""
    names = [field.name for field in dataclasses.fields(kind) if not field.metadata.get("skip")]
    return [name for name in reversed(names) if name != "_parent"]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


OpenScreen: TypeAlias = Callable[..., Screen]


@pytest.fixture
def open_screen(library: Library) -> Iterator[OpenScreen]:
    """Open screens that look at the same evenings; takes what :class:`Screen` takes."""
    loop, screens = Loop(), list[Screen]()

    def open_one(**more: Any) -> Screen:
        screens.append(Screen(library, loop, **more))
        return screens[-1]

    yield open_one
    for screen in screens:
        screen.close()
    loop.close()
