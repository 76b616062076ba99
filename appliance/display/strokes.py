"""Times of keys and the mouse's buttons, out of the window's events; and the keys' strokes.

pygame's events carry no time, and SDL 2 stamps its own when they are fetched, which may be a frame
later. Under X11, SDL passes on each event of the X server as a SYSWMEVENT, right before its own
event, and that one has the server's time. It is in milliseconds of CLOCK_MONOTONIC on every X
server that runs on the same Linux machine (GetTimeInMillis in X.Org's os/utils.c). On a remote one,
as over a network, the times are nowhere near ours, and none is believed.
"""

import struct
from collections.abc import Iterable, Iterator

from appliance.core.signals import MS, SECOND
from appliance.display.quiet import pygame
from appliance.drivers import Stroke
from appliance.drivers.keyboard import EVERY_KEY

_KEY_PRESS, _KEY_RELEASE, _BUTTON_PRESS, _BUTTON_RELEASE, _PROPERTY = 2, 3, 4, 5, 28  # X.h
_HEAD = struct.Struct("@iLi")  # type, serial, send_event, as in every XEvent (Xlib.h)
_KEY = struct.Struct("@iLiPLLLL")  # ... display, window, root, subwindow, time; so has a button's
_PROPERTY_NOTIFY = struct.Struct("@iLiPLLL")  # ... display, window, atom, time
_TIMED = {
    _KEY_PRESS: _KEY,
    _KEY_RELEASE: _KEY,
    _BUTTON_PRESS: _KEY,
    _BUTTON_RELEASE: _KEY,
    _PROPERTY: _PROPERTY_NOTIFY,
}
_WRAPS = 1 << 32  # the server's milliseconds have 32 bits

_STROKES = {pygame.KEYDOWN: True, pygame.KEYUP: False}
_MADE_OF = {
    pygame.KEYDOWN: _KEY_PRESS,
    pygame.KEYUP: _KEY_RELEASE,
    pygame.MOUSEBUTTONDOWN: _BUTTON_PRESS,
    pygame.MOUSEBUTTONUP: _BUTTON_RELEASE,
}

BELIEVED = (-5 * MS, 60 * SECOND)
"""Maximum age of an event when it is handled, ns; one of another clock is hardly ever within."""


def timed(
    events: Iterable[pygame.event.Event], now: int
) -> Iterator[tuple[pygame.event.Event, int | None]]:
    """`events`, fetched at `now` (ns of CLOCK_MONOTONIC), without the X server's own.

    Each has the time (ns) at which the server says that its key or button moved, if it says so.
    """
    raw: tuple[int, int] | None = None  # the X event before this one: its type and time
    for event in events:
        if event.type == pygame.SYSWMEVENT:
            raw = server_time(event, now)
            continue
        made_of = _MADE_OF.get(event.type)
        same = raw is not None and raw[0] == made_of
        yield event, raw[1] if raw is not None and same else None
        if made_of is not None:
            raw = None


def strokes(events: Iterable[pygame.event.Event], now: int) -> list[Stroke]:
    """The strokes among `events`, in order, fetched at `now` (ns of CLOCK_MONOTONIC)."""
    changes = []
    for event, at in timed(events, now):
        if event.type == pygame.WINDOWFOCUSLOST:
            changes.append(Stroke(EVERY_KEY, down=False))
        down = _STROKES.get(event.type)
        if down is not None:
            changes.append(Stroke(event.key, down, at))
    return changes


def quits(events: Iterable[pygame.event.Event]) -> bool:
    """Return True if a person closed the window or pressed Escape."""
    return any(
        event.type == pygame.QUIT or getattr(event, "key", None) == pygame.K_ESCAPE
        for event in events
    )


def server_time(event: pygame.event.Event, now: int) -> tuple[int, int] | None:
    """The X event's type, and when the server says it was, ns of CLOCK_MONOTONIC.

    None where it doesn't say, or in another clock than ours, or where another program has made
    the event up.
    """
    data: bytes = getattr(event, "event", b"")
    if len(data) < _KEY.size:
        return None
    kind, _, made_up = _HEAD.unpack_from(data)
    shape = _TIMED.get(kind)
    if shape is None or made_up:
        return None
    time = shape.unpack_from(data)[-1]
    age = (now // MS - time) % _WRAPS
    age = (age if age < _WRAPS // 2 else age - _WRAPS) * MS
    at = now // MS * MS - age
    return (kind, at) if BELIEVED[0] <= age <= BELIEVED[1] else None
