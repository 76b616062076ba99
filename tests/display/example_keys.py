"""Example Views as a table with touch shows them: with the keys that each seat would have."""

from dataclasses import replace

from appliance.display.view import Screen, View
from appliance.table.facts import YES_BY_HOLD, KeyFacts, Prompt, SeatFacts
from bluffing.message import message

_COUNTS = {Prompt.COUNT, Prompt.COUNT_ON, Prompt.COUNT_OR, Prompt.ENOUGH}
_SIT = (KeyFacts(message("touch.sit"), 0),)
_LOBBY = {
    Prompt.SIT: _SIT,
    Prompt.READY: (KeyFacts(message("touch.name"), 1), KeyFacts(message("touch.ready"), 0)),
    None: (KeyFacts(message("touch.leave"), 2),),
}


def with_keys(view: View) -> View:
    """The same View with keys."""
    return replace(view, seats=tuple(replace(seat, keys=_keys(view, seat)) for seat in view.seats))


def _keys(view: View, seat: SeatFacts) -> tuple[KeyFacts, ...]:
    if seat.keys:
        return seat.keys
    if view.screen in (Screen.ATTRACT, Screen.LOBBY):
        return _LOBBY.get(seat.prompt, ()) if seat.name else _SIT
    if seat.ring is not None:
        labels, at = seat.ring.labels, seat.ring.cursor
        return tuple(KeyFacts(label, (i - at) % len(labels)) for i, label in enumerate(labels))
    if seat.prompt in _COUNTS:
        least = max(1, seat.counted)
        counts = tuple(KeyFacts(i, i - seat.counted) for i in range(least, least + 8))
        return (*counts, KeyFacts(seat.option[0], 0)) if seat.option else counts
    return (KeyFacts("", 0),) if seat.prompt in YES_BY_HOLD else ()
