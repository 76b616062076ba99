"""What a seat chooses from with its button, as a ring of labels, wherever in an evening it is."""

from appliance.display.phrases import reveal
from appliance.display.phrases.common import by_name
from appliance.display.phrases.facts import asked
from appliance.display.phrases.turns import slaps
from appliance.display.view import RingView
from appliance.table import asking, byhand, pausing
from appliance.table.doubting import on_turn
from appliance.table.parties import parties
from appliance.table.state import Item, Pause, Stage, Table


def ring(table: Table, seat: int, now: int) -> RingView | None:
    """What `seat` chooses from now, or None where it has no choice to make."""
    if table.stage in (Stage.ATTRACT, Stage.LOBBY) or table.round is None:
        return None
    if table.paused_at is not None:
        return _paused(table, table.pause, seat) if table.pause is not None else None
    match table.stage:
        case Stage.QUESTION:
            return _kinds(table, seat)
        case Stage.PLAY:
            return _turn(table, seat, now)
        case Stage.REVEAL:
            return _by_hand(table, seat)
        case _:
            return None


def _ring(title: str, labels: tuple[str, ...], cursor: int) -> RingView | None:
    return RingView(title, labels, cursor % len(labels)) if len(labels) > 1 else None


def _paused(table: Table, pause: Pause, seat: int) -> RingView | None:
    if seat != pause.seat or seat in table.game.gone:
        return None
    if pause.ready or pause.item is Item.RECOUNT:
        return None
    name = table.name(seat)
    if pause.item is None:
        items = tuple(str(item) for item in pausing.items(table, seat))
        return _ring(f"{name} chooses", items, pause.cursor)
    seats = pausing.givers(table) if pause.giver is None else pausing.takers(table, pause.giver)
    title = "one card from" if pause.giver is None else f"from {table.name(pause.giver)} to"
    return _ring(title, tuple(table.name(one) for one in seats), pause.cursor)


def _kinds(table: Table, seat: int) -> RingView | None:
    drawing = table.drawing
    if drawing is None or drawing.failed or drawing.request is not None:
        return None
    if seat != asking.starter(table) or asking.way(table) != "starter_chooses":
        return None
    kinds = tuple(kind.upper() for kind in table.settings.kinds)
    return _ring("which kind", kinds, drawing.cursor)


def _turn(table: Table, seat: int, now: int) -> RingView | None:
    round_ = table.round
    if round_ is None or seat != on_turn(table) or slaps(table, seat, now):
        return None
    if round_.pending is not None or round_.doubter is not None or round_.correcting:
        return None
    question = asked(table, seat).question
    name = table.name(seat)
    title = {"your move": f"{name}'s move", "or": f"{name}, instead of cards"}.get(
        question.title, f"{name}: {question.title}"
    )
    labels = tuple(by_name(table, label) for label in question.labels)
    return _ring(title, labels, question.cursor)


def _by_hand(table: Table, seat: int) -> RingView | None:
    between, by_hand = parties(table), table.by_hand
    if between is None or by_hand is None or by_hand.done or seat != between.other:
        return None
    stops = byhand.places(table)
    if by_hand.cursor not in stops:
        return None
    labels = tuple(reveal.stop(table, stop) for stop in stops)
    return _ring("which card", labels, stops.index(by_hand.cursor))
