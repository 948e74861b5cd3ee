"""The app on one screen: fonts, theme, language, and which page is shown."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import flet as ft

from storage import Evening, Library, Theme, WaitingTap, offered
from views import flet_comparing, flet_events, flet_making, flet_walks
from views.ahead import GRAPH_FILE, Ahead, Graph
from views.games.registry import VIEWS, view_of
from views.pages.backups import BackupsPage
from views.pages.bin import BinPage
from views.pages.both_sides import BothSidesPage
from views.pages.change import ChangePage
from views.pages.damaged import DamagedPage
from views.pages.dealer import DealerPage
from views.pages.evenings import EveningsPage
from views.pages.games import GamesPage
from views.pages.how import HowPage
from views.pages.importing import ImportPage
from views.pages.large import LargePage
from views.pages.ledger import LedgerPage
from views.pages.line import LinePage, StruckPage
from views.pages.menu import MenuPage
from views.pages.new_evening import NewEveningPage
from views.pages.not_written import NotWrittenPage
from views.pages.player import PlayerPage
from views.pages.rounds import RoundsPage
from views.pages.rules import HouseRulesPage
from views.pages.settings import SettingsPage
from views.pages.share import ShareAnotherPage, SharePage
from views.pages.slate import SlatePage
from views.pages.statistics import StatisticsPage
from views.pages.welcome import WelcomePage
from views.session.at_commit import Work
from views.session.device import languages_of
from views.session.message import Message
from views.session.redraw import use_everything
from views.session.screen import Screen
from views.session.session import Session, session_context, use_live_session, use_session
from views.snapshot import SNAPSHOT_FILE, snapshot
from views.ui import boundary, chalk
from views.ui.half import is_halved

log = logging.getLogger(__name__)

flet_comparing.hasten()
flet_walks.shorten()
flet_events.remember()
flet_making.quicken()

PROBE = 100
"""The text size of a hidden letter, whose measured height gives the text scale."""


class FilesForThePage(Protocol):
    """The files that the page reads at the next start, by name."""

    def read(self, name: str) -> bytes:
        """Return the content of a file; none if it cannot be read."""

    def write(self, name: str, content: bytes) -> None:
        """Write a file; the next start works without it."""


async def show(
    page: ft.Page,
    library: Library,
    files: FilesForThePage | None = None,
    **more: Any,
) -> Session:
    """Show the app on a page that has just been opened, and return the work on it.

    ``files`` hold what the page draws at the next start before Python is there. They are written
    synchronously after each commit that changes it, and some time after the first page is drawn.
    ``more`` are the device's ``languages`` and ``text_scale``, if they are known, and fields of a
    session.
    """
    session = await session_on(page, library, **more)
    if files:
        kept = KeptSnapshot(session, files)
        session.at_commit.begin(kept.keep, kept.reckon)
    session.open_last()
    session.sound(None)
    draw(session, App)
    return session


async def session_on(
    page: ft.Page,
    library: Library,
    languages: Sequence[str | None] | None = None,
    text_scale: float = 1.0,
    **more: Any,
) -> Session:
    """Return the work on a page that has just been opened.

    The device is asked for its languages unless they are given. ``text_scale`` holds until what is
    drawn first has been measured. ``more`` are fields of a session.
    """
    _dress(page)
    page.route = _path(page.route)
    if languages is None:
        languages = await languages_of(page)
    drafts = {key: view.draft for key, view in VIEWS.items()}
    return Session(page, library, languages, _screen(page, text_scale), drafts, **more)


def draw(session: Session, app: Callable[[Session], ft.Control]) -> None:
    """Draw the app on the page of a session, and let it follow what happens to the page."""
    page = session.page

    def resized() -> None:
        fit(_screen(page, session.screen.text_scale))

    def fit(screen: Screen) -> None:
        if session.screen != screen:
            session.screen = screen
            session.redraw.everything()

    def left() -> None:
        session.meanwhile.freshness.is_away = True

    def gone() -> None:
        session.end()

    def connected() -> None:
        session.meanwhile.freshness.is_away = False
        session.screen = _screen(page, session.screen.text_scale)
        session.redraw.everything()
        session.redraw.changed()
        session.sound(None)

    def measured(probe: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        fit(_screen(page, probe.height / PROBE))

    page.on_resize = resized
    page.on_connect = connected
    page.on_disconnect = left
    page.on_close = gone
    page.render_views(app, session)
    page.overlay.append(_probe(measured))
    page.update()


def _path(address: str) -> str:
    """Return the path of an address in the app; Flet reads two slashes as the start of a host.

    >>> _path("//rounds"), _path("")
    ('/rounds', '/')
    """
    return "/" + address.lstrip("/")


def tell(page: ft.Page, why: str) -> None:
    """Show why the app cannot start, on a page that has just been opened."""
    _dress(page)
    page.add(ft.SafeArea(chalk.words(why)))


def _dress(page: ft.Page) -> None:
    page.title = "Knoddel"
    page.theme_animation_style = ft.AnimationStyle(duration=0)  # else it fades in from Flet's look
    if not page.web:  # a browser has loaded them before
        page.fonts = dict(chalk.FONTS)
    page.theme, page.dark_theme = chalk.PAPER, chalk.SLATE  # until the settings are known


def _probe(measured: Callable[[ft.LayoutSizeChangeEvent[ft.LayoutControl]], None]) -> ft.Control:
    """Return a letter outside the screen, whose height gives the text scale."""
    letter = ft.Text(
        "M", style=ft.TextStyle(size=PROBE, height=1.0), opacity=0, on_size_change=measured
    )
    silent = ft.Semantics(exclude_semantics=True, content=letter)
    return ft.Container(silent, ignore_interactions=True, left=-2 * PROBE, top=0)


class KeptSnapshot:
    """Writes the snapshot of a session after each commit, and the graph of its keys.

    The graph is what was reckoned last, if the present is in that, until it is reckoned anew; at
    first it is what the last start has left.
    """

    def __init__(self, session: Session, files: FilesForThePage) -> None:
        self._session, self._files = session, files
        self._may_have_graph = True

    @cached_property
    def _graph(self) -> Graph | None:
        return Graph.read(self._files.read(GRAPH_FILE))

    def keep(self) -> None:
        """Keep the snapshot; one without an evening if it fails.

        The tap is committed already, so an error here must not look like a failed tap.
        """
        self._files.write(SNAPSHOT_FILE, self._snapshot())

    def reckon(self) -> Work:
        """Reckon what can be tapped before Python is there, and keep that; each node is a step.

        The snapshot has to refer to it then.
        """
        session, evening = self._session, self._evening
        if evening is None:
            self._forget_graph()
            return False
        halved = is_halved(session.library.settings, evening.head)
        ahead = Ahead(session.t, evening, view_of(evening), session.screen, halved=halved)
        while not ahead.is_whole:
            yield
            ahead.reckon()
        self._graph, content = ahead.file()
        self._may_have_graph = True
        self._files.write(GRAPH_FILE, content)
        return True

    def _forget_graph(self) -> None:
        """Leave no graph with the names of an evening that may be gone."""
        self._graph = None
        if self._may_have_graph:
            self._may_have_graph = False
            self._files.write(GRAPH_FILE, b"")

    @property
    def _evening(self) -> Evening | None:
        """The evening that the next start will open."""
        session, key = self._session, self._session.library.settings.open_evening
        is_next = session.evening and session.has_evening and session.evening.key == key
        return session.evening if is_next else None

    def _snapshot(self) -> bytes:
        session, evening = self._session, self._evening
        t, settings, screen = session.t, session.library.settings, session.screen
        pad_height, ahead = session.at_commit.pad_height, None
        try:
            if evening and self._graph:
                halved = is_halved(settings, evening.head)
                ahead = self._graph.told(t, evening, view_of(evening), screen, halved=halved)
            return snapshot(t, settings, evening, VIEWS, screen, pad_height, ahead)
        except Exception:
            log.exception("the snapshot failed")
            return snapshot(t, settings, None, VIEWS, screen)


def _screen(page: ft.Page, text_scale: float = 1.0) -> Screen:
    return Screen.of(page.width or 390, page.height or 844, text_scale)


@ft.component
def App(session: Session) -> ft.Control:
    """Draw the pages of this screen."""
    return routed(session, ROUTES)


def routed(session: Session, routes: list[ft.Route]) -> ft.Control:
    """Return the page for the present address, in the chosen look; for use in a component."""
    use_everything(session.redraw)
    page, look = session.page, session.library.settings.theme
    page.theme_mode = MODES.get(look, ft.ThemeMode.SYSTEM)
    page.dark_theme = chalk.BLACK if look == Theme.BLACK else chalk.SLATE
    return session_context(session, lambda: ft.Router(routes, manage_views=True))


MODES: Mapping[str | None, ft.ThemeMode] = {
    Theme.LIGHT: ft.ThemeMode.LIGHT,
    Theme.DARK: ft.ThemeMode.DARK,
    Theme.BLACK: ft.ThemeMode.DARK,
}


@boundary.page
def Home() -> ft.View:
    """Draw the slate if an evening is open, else the way to one; what waits comes before both."""
    session = use_session()
    if taps := _offered(session.library):
        return NotWrittenPage(taps)
    if not session.has_evening:
        return Evenings()
    halved = is_halved(session.library.settings, session.head)
    return BothSidesPage(session) if halved else SlatePage(session)


def _offered(library: Library) -> tuple[WaitingTap, ...]:
    """Return the taps on offer; none if they cannot be read: the slate is there all the same."""
    try:
        return offered(library)
    except OSError:
        return ()


@ft.component
def Evenings() -> ft.View:
    """Draw the list of evenings, or the first page of all if there are none yet."""
    return EveningsPage() if use_live_session().library.labels() else WelcomePage()


@ft.component
def How() -> ft.View:
    """Draw how to keep score in the open evening's game, or in any if none is open."""
    return HowPage() if use_session().has_evening else GamesPage()


@ft.component
def Unknown() -> ft.View:
    """Draw the home page for an address that does not exist, and say so."""
    session = use_session()

    def tell() -> None:  # not an effect: the page drawn below reads it
        session.said = Message(session.t("This page does not exist. You can continue here."))

    ft.use_memo(tell, [ft.use_route_location()])
    return Home()


@ft.component
def Opened(draw: Callable[[], ft.View]) -> ft.View:
    """Draw a page that needs an open evening, else the way to one."""
    return draw() if use_session().has_evening else Evenings()


def _course() -> ft.View:
    from views.pages.course import CoursePage  # noqa: PLC0415 # no start waits for the charts

    return CoursePage()


def _plots() -> ft.View:
    from views.pages.plots import PlotsPage  # noqa: PLC0415 # the same

    return PlotsPage()


def _code() -> ft.View:
    from views.pages.code import CodePage  # noqa: PLC0415 # no start waits for what draws codes

    return CodePage()


def _another_code() -> ft.View:
    from views.pages.code import AnotherCodePage  # noqa: PLC0415 # the same

    return AnotherCodePage()


def _read() -> ft.View:
    from views.pages.reading import ReadPage  # noqa: PLC0415 # few evenings come as a code

    return ReadPage()


@ft.component
def Links() -> ft.View:
    """Draw the links with which others come in, or the home page if there are none."""
    from views.pages.links import LinksPage  # noqa: PLC0415 # only a server has links

    return LinksPage() if use_session().served else Home()


def _opened(draw: Callable[[], ft.View]) -> Callable[[], ft.View]:
    return lambda: Opened(draw)


ROUTES = [
    ft.Route(
        path="/",
        component=Home,
        children=[
            ft.Route(path="menu", component=_opened(MenuPage)),
            ft.Route(path="large", component=_opened(LargePage)),
            ft.Route(path="rounds", component=_opened(RoundsPage)),
            ft.Route(path="course", component=_opened(_course)),
            ft.Route(path="dealer", component=_opened(DealerPage)),
            ft.Route(path="rules", component=_opened(HouseRulesPage)),
            ft.Route(path="how", component=How),
            ft.Route(path="share", component=_opened(SharePage)),
            ft.Route(path="share/code", component=_opened(_code)),
            ft.Route(path="share/:key", component=ShareAnotherPage),
            ft.Route(path="share/:key/code", component=_another_code),
            ft.Route(path="line/:place", component=_opened(LinePage)),
            ft.Route(path="line/:place/change", component=_opened(ChangePage)),
            ft.Route(path="struck/:number", component=_opened(StruckPage)),
            ft.Route(path="evenings", component=Evenings),
            ft.Route(path="ledger", component=LedgerPage),
            ft.Route(path="statistics", component=StatisticsPage),
            ft.Route(path="statistics/plots", component=_plots),
            ft.Route(path="statistics/:who", component=PlayerPage),
            ft.Route(path="new", component=NewEveningPage),
            ft.Route(path="settings", component=SettingsPage),
            ft.Route(path="links", component=Links),
            ft.Route(path="import", component=ImportPage),
            ft.Route(path="read", component=_read),
            ft.Route(path="backups", component=BackupsPage),
            ft.Route(path="bin", component=BinPage),
            ft.Route(path="damaged", component=DamagedPage),
        ],
    ),
    ft.Route(path=":anything(.*)", component=Unknown),
]
