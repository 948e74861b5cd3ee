"""Reading QR codes on one screen, with what surrounds the app there."""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.refusals import Refused
from views.session.device import ReadCodes
from views.session.picked import PickedFile, still_missing
from views.session.session import Session
from views.text.refusals import sentence
from views.text.translator import label


class Way(StrEnum):
    """What codes are read from."""

    CAMERA = "camera"
    PICTURE = "picture"


class Ended(StrEnum):
    """Why reading ended before there was a sheet."""

    CANCELLED = "cancelled"
    CLOSED = "closed"
    """The page was hidden, or closed the camera for another reason."""
    REFUSED = "refused"
    MISSING = "missing"
    BUSY = "busy"
    INSECURE = "insecure"
    UNLOADED = "unloaded"
    GONE = "gone"
    """Nobody is there any more to read, or to be told."""


MAY_STAY_OPEN: Final = {Ended.UNLOADED, Ended.GONE}
"""After these the page may still show its layer; after the others it has closed it."""


class Unread(StrEnum):
    """Why nothing was read in a picture."""

    NOTHING = "nothing"
    UNREADABLE = "unreadable"
    LARGE = "large"


class Text(NamedTuple):
    """What a code says."""

    text: str


TO_DO: Final[Mapping[Way, str]] = {
    Way.CAMERA: label("Hold the camera over the code."),
    Way.PICTURE: label("Choose a picture that shows the code."),
}
UNREAD: Final[Mapping[Unread, str]] = {
    Unread.NOTHING: label("No QR code was found in this picture. Please choose another one."),
    Unread.UNREADABLE: label("This picture cannot be read. Please choose another one."),
    Unread.LARGE: label("This picture is too large. Please choose a smaller one."),
}


async def read_codes(session: Session, ask: ReadCodes, way: Way) -> PickedFile | Ended:
    """Return the evening that codes tell, or why there is none.

    Wrong codes are told and passed over. What was read stays when reading ends before it is whole.
    """
    t, has_begun = session.t, bool(session.gathered.missing)
    wanted: Mapping[str, object] = {
        "way": way,
        "name": t("Read QR code"),
        "cancel": t("Stop reading"),
        "choose": t("Choose a picture"),
        "line": still_missing(t, session.gathered) if has_begun else t(TO_DO[way]),
    }
    is_open = True
    try:
        while True:
            match _understood(await _answer(ask, wanted)):
                case Ended() as why:
                    is_open = why in MAY_STAY_OPEN
                    return why
                case Unread() as why:
                    wanted = {"line": t(UNREAD[why])}
                case Text(text):
                    read = _gathered(session, text)
                    if isinstance(read, PickedFile):
                        return read
                    wanted = {"line": read}
    finally:
        if is_open:
            await _answer(ask, None)


def _gathered(session: Session, text: str) -> PickedFile | str:
    """Return the evening if it is whole with this code, else what to say."""
    t = session.t
    try:
        picked = session.gather(text)
    except Refused as why:
        return sentence(t, why)
    if picked is None:
        return still_missing(t, session.gathered)
    return sentence(t, picked.refused.refused) if picked.refused else picked


async def _answer(ask: ReadCodes, wanted: Mapping[str, object] | None) -> str:
    try:
        return await ask(wanted)
    except (OSError, RuntimeError):  # the phone has just disconnected
        return ""


def _understood(told: str) -> Text | Unread | Ended:
    """Return a page's answer; whatever no page of ours says is as good as none."""
    try:
        answer = json.loads(told)
    except (ValueError, RecursionError):
        return Ended.GONE
    match answer:
        case {"text": str(text)}:
            return Text(text)
        case {"unread": str(why)} if why in {*Unread}:
            return Unread(why)
        case {"ended": str(why)} if why in {*Ended}:
            return Ended(why)
        case _:
            return Ended.GONE
