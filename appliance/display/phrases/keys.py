"""What a finger may take for a seat, as labels with the taps that lead there before a hold."""

from appliance.display.phrases.common import by_name
from appliance.display.phrases.facts import MOST_KEYS, asked
from appliance.display.phrases.turns import slaps
from appliance.display.view import KeyView, RingView
from appliance.table.doubting import on_turn
from appliance.table.state import Stage, Table

_YES = ("hold", "pick up")
"""How a prompt begins where a hold alone says yes."""


def keys(
    table: Table, seat: int, ring: RingView | None, prompt: str, now: int
) -> tuple[KeyView, ...]:
    """The keys of `seat`, which has this `ring` and is told `prompt`; none in the lobby."""
    if table.stage in (Stage.ATTRACT, Stage.LOBBY, Stage.DOUBT) or table.round is None:
        return ()
    if ring is not None:
        size = len(ring.labels)
        return tuple(
            KeyView(label, (place - ring.cursor) % size) for place, label in enumerate(ring.labels)
        )
    if table.stage is Stage.PLAY and table.paused_at is None:
        return _counting(table, seat, now)
    return (KeyView("", 0),) if prompt.startswith(_YES) else ()


def _counting(table: Table, seat: int, now: int) -> tuple[KeyView, ...]:
    """So many cards as can still be counted, or what a hold says instead of any."""
    round_ = table.round
    if round_ is None or seat != on_turn(table) or slaps(table, seat, now):
        return ()
    if round_.pending is not None or round_.doubter is not None or round_.correcting:
        return ()
    known = asked(table, seat)
    if known.question.labels:  # the only one there is
        return (KeyView(by_name(table, known.question.labels[0]), 0),)
    first, last = known.question.cursor, min(known.most, MOST_KEYS)
    cards = tuple(KeyView(str(count), count - first) for count in range(max(first, 1), last + 1))
    other = (KeyView(by_name(table, " / ".join(known.instead)), 0),) if known.instead else ()
    return (*cards, *other)
