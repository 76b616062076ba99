"""Current role and prompt of a seat, with its button, choices and keys."""

from dataclasses import replace

from appliance.presses.gestures import Gesture, GestureKind
from appliance.table import windows
from appliance.table.answers import Called, KeyFacts, Prompted, ring_of
from appliance.table.codes import YES_BY_HOLD, Prompt, Role, Tag
from appliance.table.elements import Item, Pause
from appliance.table.facts.of_stage import about_of, answers_of
from appliance.table.moves import asks_questions, out_of
from appliance.table.offers import Asks
from appliance.table.stage_facts import NO_STAGE, StageFacts
from appliance.table.stages.pause.consent import asked as asked_to_agree
from appliance.table.stages.pause.facts import choices, item_words
from appliance.table.state import Table
from appliance.table.verdict import Parties, guess_parties, judged_parties, parties
from bluffing.game import Phase
from bluffing.message import AtSeat

_NOTHING = Prompted()


def prompted(table: Table, about: StageFacts, seat: int, now: int) -> Prompted:
    """Return the prompt of `seat` at `now` (ns)."""
    if table.stage.match is not None and seat in table.game.gone:
        return _NOTHING
    if table.paused is not None:
        return _paused(table, table.paused.pause, seat, now)
    return answers_of(table).prompted(table, about, seat, now)


def lends(table: Table, about: StageFacts, seat: int, now: int) -> int | None:
    """Return the seat for which the buzzer of `seat` presses at `now` (ns), beside its own.

    The prompt of its own seat comes first. No buzzer settles a doubt with two voices: only a seat
    that is no party then presses for a party.
    """
    whose = table.helped_by(seat)
    if whose is None:
        return None
    between = _parties(table)
    if between is not None and (seat in between or whose not in between):
        return None
    acts = about.acts(whose) if table.paused is None else None
    if acts is not None:
        return whose if acts and now >= windows.turn_from(table, whose) else None
    mine, theirs = (prompted(table, about, item, now).prompt for item in (seat, whose))
    return whose if mine in _ANSWERED and theirs not in _ANSWERED else None


def lent(table: Table, made: Gesture, now: int) -> Gesture:
    """Return the gesture as one of a seat with a stuck buzzer, if this one presses for it."""
    seat = table.seat_of(made.buzzer) if table.helpers else None
    if seat is None or made.kind not in (GestureKind.TAP, GestureKind.HOLD):
        return made
    about = about_of(table, now, table.buttons.presses(now))
    whose = lends(table, about, seat, made.onset)
    return made if whose is None else replace(made, buzzer=table.buzzers[whose])


def _parties(table: Table) -> Parties | None:
    """Return the parties of the doubt or the verdict that people settle now, or None."""
    if table.disputed is not None and table.paused is None:
        return judged_parties(table.disputed.stage.ruling)
    if table.stage.match is not None and table.game.phase is Phase.ANSWER:
        return guess_parties(table)
    return parties(table)


_ANSWERED = frozenset({None, Prompt.AGREED, Prompt.SAID_WRONG})
"""Prompts of a seat that has no further question."""


# --- a pause, a question -------------------------------------------------------------------------


def _paused(table: Table, pause: Pause, seat: int, now: int) -> Prompted:
    mine = seat == pause.seat
    if pause.seat is None or (pause.item is None and not mine):
        return Prompted(Prompt.GO_ON)
    if pause.ready:
        if seat in pause.agreed:
            return Prompted(Prompt.AGREED)
        return Prompted(Prompt.AGREE_OR_NOT if seat in asked_to_agree(table, pause) else None)
    if pause.counts:
        left = (one for one in pause.counts if one.seat == seat and one.number is None)
        count = next(left, None)
        if count is None:
            return _NOTHING
        hand = Prompt.COUNT_HAND if count.most is None else Prompt.SCORE
        prompt = Prompt.COUNT_PILE if count.pile else hand
        return Prompted(prompt, entering=count)
    if not mine:
        return _NOTHING
    offered = choices(table, pause, now)
    labels = tuple(item_words(one) if isinstance(one, Item) else AtSeat(one) for one in offered)
    if pause.item is None:
        ring = ring_of(Asks.ITEM, labels, pause.cursor, seat)
    elif pause.item is Item.SCORE:
        ring = ring_of(Asks.SCORE, labels, pause.cursor, seat)
    elif pause.giver is None:
        ring = ring_of(Asks.GIVER, labels, pause.cursor, seat)
    else:
        ring = ring_of(Asks.TAKER, labels, pause.cursor, pause.giver)
    return Prompted(Prompt.CHOOSE, ring=ring)


# --- fingers -------------------------------------------------------------------------------------


def keys_of(
    table: Table, about: StageFacts, seat: int, asked: Prompted, now: int
) -> tuple[KeyFacts, ...]:
    """Return the keys of `seat` with this prompt at `now` (ns)."""
    if about.any_press or table.stage.match is None:
        return ()
    about = about if table.paused is None else NO_STAGE
    if asked.ring is None:
        yes = (KeyFacts("", 0),) if asked.prompt in YES_BY_HOLD else ()
        counting = about.keys(seat, now)
        return yes if counting is None else counting
    if about.too_soon(now):
        return ()
    labels, cursor = asked.ring.labels, asked.ring.cursor
    places = enumerate(labels)
    return tuple(KeyFacts(label, (place - cursor) % len(labels)) for place, label in places)


# --- roles -----------------------------------------------------------------------------------


def role_of(table: Table, about: StageFacts, seat: int) -> Called:
    """Return the first role that fits, and a name that overrides the role's."""
    if table.stage.match is None:
        return Role.SEATED, None
    if seat in table.game.gone:
        return Role.GONE, None
    answered = answers_of(table).role
    return _in_play(table, about, seat) if answered is None else answered(table, seat)


def _in_play(table: Table, about: StageFacts, seat: int) -> Called:
    game = table.game
    if table.inner.is_told and seat in (game.doubter, about.slap):
        return Role.DOUBTER, None
    if table.inner.showing == seat:
        return Role.CLAIMANT, Tag.SHOWS
    if game.claim is not None and seat == game.claim.seat:
        return Role.CLAIMANT, None
    if asks_questions(table.settings.ruleset):
        return _about_a_question(table, about, seat)
    if seat in game.out:
        return out_of(table.settings.ruleset, table.game, seat)
    return about.role(seat, getattr(game, "passed", ())), None


def _about_a_question(table: Table, about: StageFacts, seat: int) -> Called:
    game = table.game
    if seat == getattr(game, "confident", None):
        return Role.CLAIMANT, Tag.CONFIDENT
    if seat == getattr(game, "new_player", None):
        return Role.TURN, Tag.PICKED
    if seat == game.turn and about.starts:
        return Role.TURN, Tag.STARTS
    return out_of(table.settings.ruleset, table.game, seat)
