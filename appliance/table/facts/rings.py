"""What a seat chooses from, wherever in an evening it is, and what a finger may take for it."""

from appliance.message import AtSeat, Message, Spoken, message
from appliance.table import asking, byhand, pausing
from appliance.table.elements import Choosing, Item, Pause
from appliance.table.facts.codes import YES_BY_HOLD, Prompt
from appliance.table.facts.moves import MOST_KEYS
from appliance.table.facts.values import About, KeyFacts, RevealingFacts, RingFacts, TurnsFacts
from appliance.table.judge import Turn
from appliance.table.offers import Asks
from appliance.table.stages import Asking, Doubting
from appliance.table.state import Table


def ring_of(table: Table, about: About, seat: int) -> RingFacts | None:
    """What `seat` chooses from now, or None where it has no choice to make."""
    if table.stage.match is None:
        return None
    if table.paused is not None:
        return _paused(table, table.paused.pause, seat)
    match about:
        case TurnsFacts():
            return _turn(about, seat)
        case RevealingFacts():
            return _by_hand(about, seat)
        case _:
            return _kinds(table, table.inner, seat) if isinstance(table.inner, Asking) else None


def _ring(asks: Asks, labels: tuple[Spoken, ...], cursor: int, whose: int) -> RingFacts | None:
    return RingFacts(asks, labels, cursor % len(labels), whose) if len(labels) > 1 else None


def _paused(table: Table, pause: Pause, seat: int) -> RingFacts | None:
    if seat != pause.seat or seat in table.game.gone:
        return None
    if pause.ready or pause.item is Item.RECOUNT:
        return None
    if pause.item is None:
        items = tuple(item_words(item) for item in pausing.items(table, seat))
        return _ring(Asks.ITEM, items, pause.cursor, seat)
    giver = pause.giver
    seats = pausing.givers(table) if giver is None else pausing.takers(table, giver)
    labels = tuple(AtSeat(one) for one in seats)
    if giver is None:
        return _ring(Asks.GIVER, labels, pause.cursor, seat)
    return _ring(Asks.TAKER, labels, pause.cursor, giver)


def item_words(item: Item) -> Message:
    """What is set right in a pause."""
    return message(f"pause.item.{item.name.lower().replace('_', '-')}")


def _kinds(table: Table, stage: Asking, seat: int) -> RingFacts | None:
    drawing = stage.drawing
    if not isinstance(drawing, Choosing):
        return None
    if seat != table.game.turn or not asking.chooses(table):
        return None
    kinds = tuple(message(f"question.{kind}") for kind in table.settings.kinds)
    return _ring(Asks.KIND, kinds, drawing.cursor, seat)


def _turn(turns: TurnsFacts, seat: int) -> RingFacts | None:
    if seat != turns.on_turn or turns.asked is None or not turns.idle:
        return None
    question = turns.asked.question
    return _ring(question.title, question.labels, question.cursor, seat)


def _by_hand(reveal: RevealingFacts, seat: int) -> RingFacts | None:
    between, by_hand = reveal.parties, reveal.by_hand
    if between is None or by_hand is None or by_hand.done or seat != between.other:
        return None
    stops = reveal.stops
    if by_hand.cursor not in stops:
        return None
    labels = tuple(stop(reveal, place) for place in stops)
    return _ring(Asks.CARD, labels, stops.index(by_hand.cursor), seat)


def stop(reveal: RevealingFacts, cursor: int) -> Spoken:
    """What the ring of ranks says at `cursor`."""
    rank, between, wanted = byhand.ring(cursor), reveal.parties, reveal.sought
    if rank is not None or between is None or wanted is None:
        return rank or ""
    if cursor == byhand.DONE:
        nothing = reveal.by_hand is not None and not reveal.by_hand.ranks
        none = wanted.turn is Turn.PRODUCED and nothing
        return message("reveal.card.none" if none else "reveal.card.these-are-all")
    if cursor == byhand.NOBODY_KNOWS:
        return message("reveal.card.nobody-can-tell")
    who = between.owner if cursor == byhand.OWNER_WRONG else between.other
    return message("reveal.card.mixed", who=AtSeat(who))


# --- fingers ---------------------------------------------------------------------------------


def keys_of(
    table: Table, about: About, seat: int, ring: RingFacts | None, prompt: Prompt | None
) -> tuple[KeyFacts, ...]:
    """The keys of `seat`, which has this `ring` and is told `prompt`."""
    if isinstance(table.inner, Doubting) or table.stage.match is None:
        return ()
    if ring is not None:
        size = len(ring.labels)
        return tuple(
            KeyFacts((label,), (place - ring.cursor) % size)
            for place, label in enumerate(ring.labels)
        )
    if isinstance(about, TurnsFacts) and table.paused is None:
        return _counting(about, seat)
    return (KeyFacts((), 0),) if prompt in YES_BY_HOLD else ()


def _counting(turns: TurnsFacts, seat: int) -> tuple[KeyFacts, ...]:
    """A key for each number of cards that can be counted, and what a hold says instead."""
    known = turns.asked
    if seat != turns.on_turn or known is None or not turns.idle:
        return ()
    if known.question.labels:  # the only one there is
        return (KeyFacts(known.question.labels[:1], 0),)
    first, last = known.question.cursor, min(known.most, MOST_KEYS)
    cards = tuple(KeyFacts((count,), count - first) for count in range(max(first, 1), last + 1))
    return (*cards, KeyFacts(known.instead, 0)) if known.instead else cards
