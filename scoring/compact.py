"""A sheet in as few bytes as a QR code needs: its file, compressed.

One byte tells the version, four more the CRC-32 of the rest, which is the sheet file as raw deflate
(RFC 1951) with a preset dictionary. Of the times only the minutes are kept.
"""

import json
import zlib
from dataclasses import replace
from typing import Final

from scoring.refusals import Fault, Refused
from scoring.sheet import LARGEST_FILE, Sheet, read_sheet, write_sheet

VERSION: Final = 1
LARGEST: Final = 64 * 1024
"""The largest content in bytes; 5,000 deals fit."""
_HEAD: Final = 5
_WORDS: Final = b"".join(
    (
        b'"note":"","rules":{"overshoot":"at_or_below""lowest""exact","fifty_wins":true,',
        b'"folding":false,"hearts_double":false,"penalty":,"force_game_value":,',
        b'"hands_per_round":,"loss_adds_stroke":false,"penalty_doubled":false,',
        b'"players_per_side":3,"tricks":5,"start":,"solo_in_decider":false,',
        b'"meld_past_target":true,"last_card_trump":"undecided""two_jacks",',
        b'"last_trick_bonus":false,"schneider_threshold":33,"carry_over":true,',
        b'"forty_rule":"always""at_ten","knoddels_per_stein":3,"round_target":11},',
        b'{"type":"passed_out","red_turnup":true},{"type":"force","winner":2},',
        b'{"type":"hand","declarer":1,"contract":"grandioso""bettel""schlauch""grandissimo"',
        b'"bettelouvert""heart_schlauch","won":true,"sans_prendre":true},',
        b'{"type":"cards_away","side":0,"won":false},{"type":"deal","side":1,"won":true},',
        b'"declarer":null,"tricks":[5,3],"stoss":1},"hearts":true,"tricks":[3,2,null]},',
        b'"first_dealer":3,"played_on":"2026-11-20","title":"Stammtisch",',
        b'{"format":"knoddel-sheet","version":1,"game":"bauer-simple""bauer""bauerschspiel"',
        b'"bohemian-watten""schlauch""bauerchen","sides":[{"name":"Mein","players":["","',
        b'"]},{"name":"Dein","players":["","',
        b'"]}],"entries":[{"type":"solo","at":"2026-11-20T21:30+02:00","side":1,"won":false,',
        b'"player":0},{"type":"deal","at":"2026-11-20T21:30+01:00","card_points":[70,60],',
        b'"winner":0,"level":"schwarz","spritzen":2,"home":1},',
        b'{"type":"meld","at":"2026-11-20T21:30+01:00","side":1,"cards":40},',
        b'{"type":"meld","at":"2026-11-20T21:30+01:00","side":0,"cards":20},',
        b'{"type":"deal","at":"2026-11-20T21:30+01:00","winner":1,"level":"schneider"},',
        b'{"type":"deal","at":"2026-11-20T21:30+01:00","winner":0,"level":"schneiderfrei"}]}',
    )
)
"""The words of the sheet file, the most frequent last. It is part of the version: never change it,
add another with another version."""


def pack(sheet: Sheet) -> bytes:
    """Return a sheet in few bytes, its times to the minute.

    Raises ``code_too_large`` if it could not be read again.
    """
    entries = tuple([entry.to_the_minute() for entry in sheet.replay.entries])
    written = write_sheet(replace(sheet, replay=replace(sheet.replay, entries=entries)))
    text = json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode()
    squeezing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, memLevel=9, zdict=_WORDS)
    squeezed = squeezing.compress(text) + squeezing.flush()
    content = bytes([VERSION]) + zlib.crc32(squeezed).to_bytes(4) + squeezed
    if len(content) > LARGEST or len(text) > LARGEST_FILE:
        raise Refused(Fault.CODE_TOO_LARGE)
    return content


def unpack(content: bytes) -> Sheet:
    """Return the sheet that was packed.

    Raises ``code_newer``, ``code_damaged`` or ``code_too_large``, or as
    :func:`~scoring.sheet.read_sheet` does.
    """
    if len(content) > LARGEST:
        raise Refused(Fault.CODE_TOO_LARGE)
    if len(content) < _HEAD:
        raise Refused(Fault.CODE_DAMAGED)
    if content[0] != VERSION:
        raise Refused(Fault.CODE_NEWER)
    squeezed = content[_HEAD:]
    if zlib.crc32(squeezed).to_bytes(4) != content[1:_HEAD]:
        raise Refused(Fault.CODE_DAMAGED)
    return read_sheet(_unsqueezed(squeezed))


def _unsqueezed(squeezed: bytes) -> bytes:
    """Return the sheet file; not a byte more than it can have is made of a hostile content."""
    growing = zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=_WORDS)
    try:
        text = growing.decompress(squeezed, LARGEST_FILE + 1)
    except zlib.error:
        raise Refused(Fault.CODE_DAMAGED) from None
    if len(text) > LARGEST_FILE:
        raise Refused(Fault.CODE_TOO_LARGE)
    if not growing.eof or growing.unused_data:
        raise Refused(Fault.CODE_DAMAGED)
    return text
