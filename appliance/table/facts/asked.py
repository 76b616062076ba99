"""What a seat is asked now: what its button does, what it chooses from, what a finger may take."""

from appliance.presses.gestures import HOLD_AFTER
from appliance.table import consent, pausing, play, stages, windows
from appliance.table.answers import KeyFacts, Prompted, ring_of
from appliance.table.codes import YES_BY_HOLD, Prompt
from appliance.table.elements import Item, LobbyChoice, Pause
from appliance.table.facts.of_stage import About, TurnsFacts, answers_of
from appliance.table.moves import MOST_KEYS, Offered
from appliance.table.offers import Asks
from appliance.table.state import Table
from appliance.table.verdict import Parties, guess_parties, judged_parties, parties
from bluffing.game import Phase
from bluffing.message import AtSeat, Message, Spoken, chained, message

_NOTHING = Prompted()


def prompted(table: Table, about: About, seat: int, now: int) -> Prompted:
    """Return the prompt of `seat` at `now` (ns)."""
    if table.stage.match is not None and seat in table.game.gone:
        return _NOTHING
    if table.paused is not None:
        return _paused(table, table.paused.pause, seat, now)
    if isinstance(about, TurnsFacts):
        return _turn(table, about, seat, now)
    return answers_of(table).prompted(table, about, seat)


def in_lobby(choice: LobbyChoice) -> tuple[Prompt, tuple[Spoken, ...]]:
    """Return the prompt of a player in the lobby whose ring has left "ready", and its option."""
    if choice is LobbyChoice.NAMING:
        return Prompt.NAMING, ()
    return Prompt.ONLY, (message("way.rename" if choice is LobbyChoice.NAME else "way.how-to"),)


def lends(table: Table, about: About, seat: int, now: int) -> int | None:
    """Return the seat for which the buzzer of `seat` presses at `now` (ns), beside its own.

    What it is asked for its own seat comes first. No buzzer settles a doubt with two voices: only a
    seat that is no party then presses for a party.
    """
    whose = table.helped_by(seat)
    if whose is None:
        return None
    between = _parties(table)
    if between is not None and (seat in between or whose not in between):
        return None
    if isinstance(about, TurnsFacts) and table.paused is None:
        turn = about.on_turn == whose and about.doubter is None
        return whose if turn and now >= windows.turn_from(table, whose) else None
    mine, theirs = (prompted(table, about, item, now).prompt for item in (seat, whose))
    return whose if mine in _ANSWERED and theirs not in _ANSWERED else None


def _parties(table: Table) -> Parties | None:
    """Return the parties of the doubt or the verdict that people settle now, or None."""
    if table.disputed is not None and table.paused is None:
        return judged_parties(table.disputed.stage.ruling)
    if table.stage.match is not None and table.game.phase is Phase.ANSWER:
        return guess_parties(table)
    return parties(table)


_ANSWERED = frozenset({None, Prompt.AGREED, Prompt.SAID_WRONG})
"""The prompts of a seat that is asked nothing more."""


# --- a pause, a question -------------------------------------------------------------------------


def _paused(table: Table, pause: Pause, seat: int, now: int) -> Prompted:
    mine = seat == pause.seat
    if pause.seat is None or (pause.item is None and not mine):
        return Prompted(Prompt.GO_ON)
    if pause.ready:
        if seat in pause.agreed:
            return Prompted(Prompt.AGREED)
        return Prompted(Prompt.AGREE_OR_NOT if seat in consent.asked(table, pause) else None)
    if pause.item is Item.RECOUNT:
        left = (one for one in pause.counts if one.seat == seat and one.number is None)
        count = next(left, None)
        if count is None:
            return _NOTHING
        prompt = Prompt.COUNT_PILE if count.pile else Prompt.COUNT_HAND
        return Prompted(prompt, entering=count)
    if not mine:
        return _NOTHING
    choices = pausing.choices(table, pause, now)
    labels = tuple(item_words(one) if isinstance(one, Item) else AtSeat(one) for one in choices)
    if pause.item is None:
        ring = ring_of(Asks.ITEM, labels, pause.cursor, seat)
    elif pause.giver is None:
        ring = ring_of(Asks.GIVER, labels, pause.cursor, seat)
    else:
        ring = ring_of(Asks.TAKER, labels, pause.cursor, pause.giver)
    return Prompted(Prompt.CHOOSE, ring=ring)


def item_words(item: Item) -> Message:
    """Name the correction that a pause offers."""
    return message(f"pause.item.{item.name.lower().replace('_', '-')}")


# --- a turn --------------------------------------------------------------------------------------


def _turn(table: Table, turns: TurnsFacts, seat: int, now: int) -> Prompted:
    prompt, option = _move(table, turns, seat, now)
    if seat != turns.on_turn or turns.asked is None or not turns.idle:
        return Prompted(prompt, option)
    question = turns.asked.question
    return Prompted(prompt, option, question if len(question.labels) > 1 else None)


def _move(
    table: Table, turns: TurnsFacts, seat: int, now: int
) -> tuple[Prompt | None, tuple[Spoken, ...]]:
    claim = table.game.claim
    if turns.doubter is not None:
        return (Prompt.DOUBT_OR_FORCE if seat == turns.doubter else None), ()
    if seat == turns.takes_back:
        return Prompt.TAKE_BACK, ()
    live = seat in turns.moves.live
    if claim is not None and seat == claim.seat and not live:
        if turns.correction is not None:
            most = turns.correction >= play.most_again(table.game)
            return Prompt.ENOUGH if most else Prompt.RIGHT_NUMBER, ()
        return _claims(table, seat, now + 1), ()
    if seat in turns.slaps and live and not turns.asks:
        return None, ()  # hands come to rest
    if seat in turns.slaps:
        return Prompt.SLAP_OR_HOLD if seat in turns.moves.forces else Prompt.SLAP, ()
    if live and turns.on_turn is None:
        return (Prompt.BE_FIRST if seat in turns.free else None), ()
    if seat != turns.on_turn or turns.asked is None:
        return None, ()
    return _choosing(turns, turns.asked, now)


def _claims(table: Table, seat: int, at: int) -> Prompt:
    """Return the prompt of a claimant whose tap at `at` (ns) may still take back."""
    if windows.calls_end(table, at):
        return Prompt.LAST_CALL
    more = windows.extension(table) and windows.taker_back(table, at) != seat
    return Prompt.MORE_TIME if more else Prompt.WRONG_NUMBER


def _choosing(
    turns: TurnsFacts, asked: Offered, now: int
) -> tuple[Prompt | None, tuple[Spoken, ...]]:
    """Return the prompt for the count or ring of the seat on turn; it invites only valid holds."""
    question = asked.question
    if asked.covers and now + HOLD_AFTER < turns.covers_from:
        return Prompt.TOO_SOON, ()
    if question.labels:
        option = (question.labels[question.cursor],)
        return Prompt.ONE_OF if len(question.labels) > 1 else Prompt.ONLY, option
    if question.cursor:
        return Prompt.COUNT_ON if asked.more else Prompt.ENOUGH, ()
    return (Prompt.COUNT_OR, asked.instead) if asked.instead else (Prompt.COUNT, ())


# --- a doubt and its verdict ---------------------------------------------------------------------


# --- fingers -------------------------------------------------------------------------------------


def keys_of(
    table: Table, about: About, seat: int, asked: Prompted, now: int
) -> tuple[KeyFacts, ...]:
    """The keys of `seat`, which is asked this at `now` (ns)."""
    if isinstance(table.inner, stages.Doubting) or table.stage.match is None:
        return ()
    turns = about if isinstance(about, TurnsFacts) and table.paused is None else None
    if asked.ring is None and turns is not None:
        return _counting(turns, seat, now)
    if asked.ring is None:
        return (KeyFacts("", 0),) if asked.prompt in YES_BY_HOLD else ()
    covers = turns is not None and turns.asked is not None and turns.asked.covers
    if turns is not None and covers and now < turns.covers_from:
        return ()  # a key acts at once
    labels, cursor = asked.ring.labels, asked.ring.cursor
    places = enumerate(labels)
    return tuple(KeyFacts(label, (place - cursor) % len(labels)) for place, label in places)


def _counting(turns: TurnsFacts, seat: int, now: int) -> tuple[KeyFacts, ...]:
    """A key for each number of cards that can be counted, and what a hold says instead."""
    known = turns.asked
    if seat != turns.on_turn or known is None or not turns.idle:
        return ()
    soon = now < turns.covers_from
    if known.question.labels:  # the only one there is
        return () if soon and known.covers else (KeyFacts(known.question.labels[0], 0),)
    first, last = known.question.cursor, 0 if soon else min(known.most, MOST_KEYS)
    cards = tuple(KeyFacts(count, count - first) for count in range(max(first, 1), last + 1))
    return (*cards, KeyFacts(chained("move.opens", known.instead), 0)) if known.instead else cards
