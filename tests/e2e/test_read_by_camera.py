"""An evening comes to a phone as QR codes: through its camera, or as a picture."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from camera import read_code
from chromium import WITH_WINDOWS
from film import Camera, browser_with_camera, picture_of, png, texts_of
from installed import wait_until_kept
from long_evenings import long_evening
from network import network
from on_the_web import Site, files_of, keep, kept, phone_on, put_into, without_app
from phone import HIDE, ON_A_PHONE, App, OpenPhone, Phone, Started
from PIL import Image
from played import play_all
from playwright.sync_api import Browser, BrowserContext, FilePayload, expect

from scoring.compact import pack, unpack
from storage import Library

pytestmark = [pytest.mark.browser(WITH_WINDOWS), pytest.mark.pictures]

READ, CAMERA, PICTURE = "QR-Code lesen", "Mit der Kamera", "Aus einem Bild"
CHOOSE, CANCEL = "Bild wählen", "Abbrechen"
NEW: Final = "Neue Abende (1)"
HERE: Final = "Der Abend ist jetzt hier. Antippen, um weiter anzuschreiben."
CODE: Final = "QR-Code dieses Abends"
NOTE_CAMERAS: Final = """
window.cameras = [];
const {mediaDevices} = navigator;
const ask = mediaDevices.getUserMedia.bind(mediaDevices);
mediaDevices.getUserMedia = async wanted => {
  const stream = await ask(wanted);
  window.cameras.push(...stream.getTracks());
  return stream;
};
"""
ARE_OFF: Final = "() => window.cameras.every(({readyState}) => readyState === 'ended')"
IS_ON: Final = "() => window.cameras.at(-1)?.readyState === 'live'"
FITS: Final = """percent => {
  document.documentElement.style.fontSize = `${16 * percent / 100}px`;
  const box = place => document.querySelector(`#reader ${place}`).getBoundingClientRect();
  const isWithin = (inner, outer) => inner.left >= outer.left && inner.top >= outer.top
    && inner.right <= outer.right && inner.bottom <= outer.bottom;
  const [view, frame, line, key] = [".view", ".frame", "p", "button"].map(box);
  const screen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  return isWithin(frame, view) && Math.abs(frame.width - frame.height) < 1 && frame.width > 150
    && [line, key].every(each => isWithin(each, screen)) && key.height >= 56;
}"""
"""Whether the picture of the camera has a square frame, and all that is beside it is in sight."""
NOT_ENCRYPTED: Final = """() => {
Object.defineProperty(navigator, "mediaDevices", {value: undefined});
Object.defineProperty(window, "isSecureContext", {get: () => false});
}"""
"""What a browser gives to a page of another computer that came without https."""
TRIES: Final = 300
"""How many screenshots are taken until a code that was not seen counts as missing."""


CANCELLED_WITHOUT_TIMERS: Final = """async () => {
  const {read} = await import("/reader.js");
  const answer = read({way: "camera", name: "Lesen", cancel: "Abbrechen", choose: "", line: ""});
  while (!document.querySelector("#reader video")?.videoWidth) {
    await new Promise(requestAnimationFrame);
  }
  for (let timer = setTimeout(() => {}); timer > 0; timer -= 1) {
    clearTimeout(timer);
  }
  document.querySelector("#reader button").click();
  return await Promise.race([answer, new Promise(requestAnimationFrame)]);
}"""
"""What is told before the next frame when the layer is closed, without any timer that was set."""


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, Camera]]:
    with browser_with_camera(tmp_path_factory.mktemp("film") / "film.y4m") as opened:
        yield opened


@pytest.fixture(scope="module")
def browser(filmed: tuple[Browser, Camera]) -> Browser:
    return filmed[0]


@pytest.fixture
def camera(filmed: tuple[Browser, Camera]) -> Camera:
    filmed[1].show()
    return filmed[1]


def start_camera(phone: Phone) -> None:
    """Tap, and wait until the camera is on."""
    phone.tap(CAMERA)
    phone.page.wait_for_function(IS_ON)
    expect(phone.page.locator("#reader")).to_be_visible()


def expect_off(phone: Phone) -> None:
    """Wait until nothing lies over the app any more, and no camera is on."""
    expect(phone.page.locator("#reader")).to_have_count(0)
    phone.page.wait_for_function(ARE_OFF)


def choose(phone: Phone, key: str, content: bytes) -> None:
    """Tap a key, and choose a picture, for which phones hide the page."""
    with phone.page.expect_file_chooser() as chooser:
        phone.tap(key)
    phone.page.evaluate(HIDE, arg=True)
    phone.page.evaluate(HIDE, arg=False)
    chooser.value.set_files([FilePayload(name="code.png", mimeType="image/png", buffer=content)])


def codes_on(phone: Phone, number: int) -> Mapping[str, Image.Image]:
    """Return the pictures of so many codes that a phone shows by turns, by what they say."""
    box = phone.page.get_by_text(CODE, exact=True).first.bounding_box()
    assert box
    seen = dict[str, Image.Image]()
    for _ in range(TRIES):
        if len(seen) == number:
            return seen
        shot = phone.page.screenshot(
            clip={"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
        )
        if text := read_code(shot):
            seen[text] = Image.open(BytesIO(shot)).convert("L")
    pytest.fail(f"{len(seen)} of {number} codes were seen")


@pytest.mark.left_to_ci
@pytest.mark.parametrize("deals", [60, 300])
def test_an_evening_goes_from_one_phone_to_the_camera_of_another_without_a_network(
    site: Site,
    visited: BrowserContext,
    browser: Browser,
    camera: Camera,
    tmp_path: Path,
    deals: int,
) -> None:
    sheet = unpack(pack(long_evening("bauerchen", deals)))
    play_all(Library(tmp_path / "giver"), sheet)
    giver = phone_on(visited)
    keep(without_app(giver, site), files_of(tmp_path / "giver"))
    giver.open(site.address)
    with browser.new_context(
        viewport={"width": 390, "height": 844}, permissions=["camera"], **ON_A_PHONE
    ) as other:
        other.add_init_script(NOTE_CAMERAS)
        taker = phone_on(other)
        taker.open(site.address)
        wait_until_kept(taker)
        site.is_dead = True

        for key in ("Menü", "Teilen, als Text, Bild oder Datei", "Als QR-Code weitergeben"):
            giver.tap(key)
        giver.expect_text(CODE)
        number = len(texts_of(sheet))
        camera.show(*codes_on(giver, number).values())
        taker.tap(READ)
        start_camera(taker)
        if number > 1:
            expect(taker.page.get_by_role("status")).to_contain_text(
                f" von {number} Codes sind da. Es fehlen noch: "
            )
        taker.expect_text(NEW)
        expect_off(taker)
        taker.tap("Übernehmen")
        taker.expect_text(HERE)

        library = put_into(tmp_path / "taker", kept(taker.page))
        (label,) = library.labels()
        taken = library.sheet(label.key)
        assert (taken.head, taken.replay.entries) == (sheet.head, sheet.replay.entries)


@pytest.mark.left_to_ci
@pytest.mark.usefixtures("camera")
def test_a_code_that_the_phone_itself_opens_meanwhile_is_shown_and_the_camera_is_off(
    site: Site, browser: Browser
) -> None:
    """The camera stayed on, and lay over what the code brought."""
    (text,) = texts_of(long_evening("schlauch", 20))
    with browser.new_context(
        permissions=["camera"], service_workers="block", **ON_A_PHONE
    ) as device:
        device.add_init_script(NOTE_CAMERAS)
        phone = phone_on(device)
        phone.open(site.address)
        phone.tap(READ)
        start_camera(phone)
        phone.page.evaluate("code => { location.hash = code }", text.partition("#")[2])
        phone.expect_text(NEW)
        expect_off(phone)


def test_a_code_is_read_from_a_page_that_a_computer_serves_and_every_way_out_turns_the_camera_off(
    app: App, open_phone: OpenPhone, camera: Camera
) -> None:
    sheet = long_evening("bauerchen", 20)
    (text,) = texts_of(sheet)
    camera.show(picture_of("https://pub.example/menu"))
    phone = open_phone(permissions=["camera"])
    phone.page.add_init_script(NOTE_CAMERAS)
    phone.open(app.address)
    phone.tap(READ)

    start_camera(phone)
    expect(phone.page.get_by_role("status")).to_have_text("Das ist kein Code von Knoddel.")
    for width, height in ((320, 640), (844, 390), (390, 844)):
        phone.page.set_viewport_size({"width": width, "height": height})
        for percent in (200, 100):
            phone.page.wait_for_function(FITS, arg=percent)
    expect(phone.page.get_by_role("dialog", name=READ)).to_be_focused()
    phone.page.keyboard.press("Tab")
    expect(phone.page.get_by_role("button", name=CANCEL)).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect_off(phone)

    start_camera(phone)
    phone.page.keyboard.press("Escape")
    expect_off(phone)
    start_camera(phone)
    phone.page.evaluate(HIDE, arg=True)
    expect_off(phone)
    phone.page.evaluate(HIDE, arg=False)
    start_camera(phone)
    phone.page.go_back()
    expect_off(phone)
    phone.tap(READ)

    camera.show(picture_of(text))
    start_camera(phone)
    phone.expect_text(NEW)
    expect_off(phone)
    phone.tap("Übernehmen")
    phone.expect_text(HERE)
    library = Library(app.folder)
    assert [library.sheet(label.key) for label in library.labels()] == [unpack(pack(sheet))]


@pytest.mark.usefixtures("camera")
def test_that_the_camera_is_closed_is_told_at_once(app: App, open_phone: OpenPhone) -> None:
    """It was told with the next look at the camera; a tap that came before was lost."""
    phone = open_phone(permissions=["camera"])
    phone.open(app.address)
    assert phone.page.evaluate(CANCELLED_WITHOUT_TIMERS) == {"ended": "cancelled"}


def test_a_code_in_a_picture_is_read_and_no_picture_leaves_the_page(
    app: App, open_phone: OpenPhone
) -> None:
    phone = open_phone()
    phone.tap(READ)
    phone.tap(CAMERA)
    phone.expect_text(
        "Der Browser gibt Knoddel die Kamera nicht. In seinen Einstellungen für diese Seite lässt "
        "sich das erlauben, oder ein Bild vom Code wählen."
    )
    asked = list[str]()
    phone.page.on("request", lambda request: asked.append(request.method))
    status = phone.page.get_by_role("status")
    choose(phone, PICTURE, png(Image.new("L", (300, 300), 128)))
    expect(status).to_have_text(
        "Auf diesem Bild ist kein QR-Code zu finden. Bitte ein anderes wählen."
    )
    choose(phone, CHOOSE, b"no picture")
    expect(status).to_have_text("Dieses Bild lässt sich nicht lesen. Bitte ein anderes wählen.")
    photo = Image.new("L", (3000, 4000), 200)
    photo.paste(picture_of(texts_of(long_evening("bauerchen", 60))[0], 12).rotate(5), (600, 900))
    choose(phone, CHOOSE, png(photo))
    phone.expect_text(NEW)
    expect(phone.page.locator("#reader")).to_have_count(0)
    assert {*asked} <= {"GET", "HEAD"}
    assert Library(app.folder).labels() == []


def test_without_https_or_without_the_decoder_the_other_ways_are_named(
    open_phone: OpenPhone,
) -> None:
    phone = open_phone(permissions=["camera"])
    phone.page.route("**/qr/decode.js", lambda route: route.abort())
    phone.tap(READ)
    phone.tap(CAMERA)
    phone.expect_text(
        "Was den Code liest, ließ sich nicht laden. Bitte noch einmal versuchen oder den Abend als "
        "Datei weitergeben."
    )
    phone.page.unroute("**/qr/decode.js")
    phone.page.evaluate(NOT_ENCRYPTED)
    phone.tap(CAMERA)
    phone.expect_text(
        "Unter einer Adresse ohne https gibt der Browser die Kamera nicht frei. Den Code "
        "fotografieren und das Bild wählen, das geht."
    )
    with phone.page.expect_file_chooser():
        phone.tap(PICTURE)
    phone.tap(CANCEL)
    expect(phone.page.locator("#reader")).to_have_count(0)


@pytest.mark.left_to_ci
@pytest.mark.usefixtures("camera")
@pytest.mark.parametrize("server_of", [Started])
def test_the_camera_is_off_as_soon_as_the_server_is_gone(app: App, open_phone: OpenPhone) -> None:
    app.start()
    with network(app.port) as air:
        phone = open_phone(address=air.address, permissions=["camera"])
        phone.page.add_init_script(NOTE_CAMERAS)
        phone.open(air.address)
        phone.tap(READ)
        start_camera(phone)
        air.go_away()
        phone.expect_text("Verbindung wird gesucht …")
        expect_off(phone)
        air.come_back()
        expect(phone.page.get_by_text("Verbindung wird gesucht …")).to_be_hidden()
        start_camera(phone)
