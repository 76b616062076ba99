"""What must hold after every action of every game, whatever its rules."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import islice
from typing import Any, cast, get_args

from said import said

from bluffing.actions import Action, Answer, Doubt, Force, Move, Rescore
from bluffing.cards import Rank, Suit
from bluffing.events import CameBack, Event, Lost, TimeCalled, Voided, Won
from bluffing.game import Phase, Refused, Ruleset, State
from proof.ledger import Ledger
from proof.promise import Broken, hold
from proof.universe import CLASSES, FOREIGN, Universe

ALL_RANKS = frozenset(Rank)
MOVES: tuple[type, ...] = get_args(Move)
WAITING = frozenset((Phase.LAST_CARDS, Phase.REVEAL, Phase.PRODUCE, Phase.ANSWER, Phase.OVER))
"""Phases without moves of players."""


def total(state: State) -> int:
    """All cards, wherever they are."""
    return sum(state.hands) + sum(state.heaps) + state.removed + state.stock


# --- one state -----------------------------------------------------------------------------


def check_state(game: Ruleset[Any], state: State) -> None:
    """The parts of `state` fit together, and something can be done unless it is over."""
    phase, claim, seats = state.phase, state.claim, range(len(state.hands))
    over = phase is Phase.OVER
    hold(min(state.hands + state.heaps) >= 0, "a hand or heap is below zero")
    hold(min(state.removed, state.stock) >= 0, "cards removed or in stock are below zero")
    hold(not state.points or min(state.points) >= 0, "points are below zero")
    hold(state.turn in seats and state.dealer in seats, "turn or dealer is no seat")
    hold(len(state.heaps) == len(seats), "there is not a heap for each seat")
    first = next(iter(game.legal_actions(state)), None)
    hold((first is None) == over, f"{phase} with the legal action {first}")
    if over:
        hold(claim is None and state.doubter is None, "a game that is over has something to doubt")
    else:
        hold(state.loser is None, "somebody has lost before the game is over")
    if state.winner is not None and not state.points:
        hold(state.out[:1] == (state.winner,), "the winner is not the first that went out")
    hold(len({*state.out, *state.gone}) == len(state.out) + len(state.gone), "somebody left twice")
    if phase is Phase.READY:
        hold(state.doubter is None and claim is None, "READY with a claim or doubter")
    if phase in (Phase.OPEN, Phase.LAST_CARDS):
        hold(claim is not None and state.doubter is None, f"{phase} without claim, or with doubter")
    if phase in (Phase.REVEAL, Phase.PRODUCE):
        hold(claim is not None, f"{phase} without a claim")
    if phase in (Phase.PRODUCE, Phase.ANSWER):
        hold(state.doubter is not None, f"{phase} without a doubter")
    if claim is not None:
        hold(claim.count >= 1, "a claim of no cards")
        hold(1 <= state.lying <= sum(state.heaps), "the claimed cards are not on the table")
        hold(state.doubter != claim.seat, "somebody doubts his own play")
        empty = not state.hands[claim.seat]
        hold(phase is not Phase.OPEN or not empty, "OPEN, yet the claimant has no cards")
        hold(phase is not Phase.LAST_CARDS or empty, "LAST_CARDS, yet the claimant has cards")
    live = game.live(state)
    hold((not live) == (phase in WAITING), f"in {phase} the live seats are {live}")
    for seat in live:
        hold(seat in seats, f"live seat {seat} is no seat")
        hold(seat not in state.out and seat not in state.gone, f"live seat {seat} plays no more")
        cards = any(state.hands) or any(state.heaps)
        hold(not cards or bool(state.hands[seat]), f"live seat {seat} has no cards")


# --- one step ------------------------------------------------------------------------------


def check_step(
    game: Ruleset[Any], before: State, action: Action, after: State, events: tuple[Event, ...]
) -> None:
    """Nothing is lost between `before` and `after`, and the events tell everything."""
    hold(total(after) == total(before), f"{total(before)} cards became {total(after)}")
    hold(
        isinstance(action, Rescore)
        or all(now <= was for was, now in zip(before.points, after.points, strict=True)),
        f"somebody won points: {before.points} became {after.points}",
    )
    ledger = Ledger(before)
    for event in events:
        ledger.book(event)
    ledger.check(after)
    kinds = {type(event) for event in events}
    over = after.phase is Phase.OVER
    hold(bool(kinds & {Won, Lost, TimeCalled, Voided}) or not over, f"over, with events {events}")
    told = bool(kinds & {Won, CameBack})
    hold(after.winner == before.winner or told, "somebody won without an event")
    if before.claim is not None and isinstance(action, MOVES) and not over:
        open_now = not isinstance(action, (Doubt, Force))
        closed = after.claim is not before.claim
        covers = game.covers(before, action)
        hold(not open_now or covers == closed, f"{action} covers: {covers}, closes: {closed}")


# --- what is legal ------------------------------------------------------------------------
# Millions of actions are checked, so the text of a broken promise is only written for one.


def check_refused(game: Ruleset[Any], state: State, action: Action) -> bool:
    """Return True if `action` is refused; it is then refused in a sentence and changes nothing."""
    why = game.refusal(state, action)
    if why is None:
        return False
    words = said(why)
    if words[:1].islower() or not words.endswith((".", '."')) or "\n" in words:
        raise Broken(f"a refusal is a sentence: {words!r}")
    try:
        game.apply(state, action)
    except Refused as refused:
        if refused.why != why:
            raise Broken(f"{action}: {why!r}, yet apply says {refused.why!r}") from refused
    else:
        raise Broken(f"{action} is refused ({why}), yet applied")
    return True


def check_listing(game: Ruleset[Any], state: State, most: int) -> tuple[set[Action], set[type]]:
    """The first `most` legal actions, and the classes with all their actions among them.

    All are accepted, none is listed twice, and only live players move.
    """
    listed: list[Action] = list(islice(game.legal_actions(state), most + 1))
    every = set(listed)
    hold(len(every) == len(listed), f"an action is listed twice: {_twice(listed)}")
    for action in listed:
        why = game.refusal(state, action)
        if why is not None:
            raise Broken(f"{action} is listed, yet refused: {why}")
        _check_mover(game, state, action)
    whole = {type(action) for action in listed}
    if len(listed) > most:
        whole.discard(type(listed[-1]))
        return every, whole
    for seat in game.live(state):
        moves = (
            action
            for action in listed
            if isinstance(action, MOVES) and getattr(action, "seat") == seat  # noqa: B009 - mypy: not every class has one
        )
        hold(next(moves, None) is not None, f"live seat {seat} has no move")
    return every, whole | set(Universe(state).domains)


def check_universe(
    game: Ruleset[Any],
    state: State,
    some: Iterable[Action],
    listing: tuple[set[Action], set[type]] | None,
) -> int:
    """`refusal` and `legal_actions` agree about each of `some` actions; how many were asked."""
    before, asked = repr(state), 0
    for action in some:
        asked += 1
        if check_refused(game, state, action):
            if listing is not None and action in listing[0]:
                raise Broken(f"{action} is refused, yet listed")
            continue
        _check_mover(game, state, action)
        game.apply(state, action)
        if listing is not None and type(action) in listing[1]:
            shown = as_listed(action)
            if shown is not None and shown not in listing[0]:
                raise Broken(f"{action} is accepted, yet not listed")
    hold(repr(state) == before, "asking about actions changed the state")
    return asked


def check_foreign(game: Ruleset[Any], state: State, junk: Iterator[Action]) -> None:
    """An object that is no action, or has junk in a field, is refused, or means a true action."""
    for thing in (*FOREIGN, *junk):
        why = game.refusal(state, thing)  # type: ignore[arg-type]
        if why is None:
            hold(_is_typed(thing), f"{thing!r} is accepted")
            continue
        try:
            game.apply(state, thing)  # type: ignore[arg-type]
        except Refused:
            continue
        raise Broken(f"{thing!r} is refused, yet applied")


def check_tie_order(game: Ruleset[Any], state: State) -> None:
    """While there is no doubt, the players who may doubt are those in the order of a tie."""
    order = game.tie_order(state)
    hold(len(set(order)) == len(order), f"a seat stands twice in {order}")
    if state.phase not in (Phase.READY, Phase.OPEN, Phase.LAST_CARDS):
        return
    for seat in range(-1, len(state.hands) + 1):
        may = game.refusal(state, Doubt(seat)) is None
        hold(may == (seat in order), f"seat {seat} may doubt: {may}, order of a tie: {order}")


def as_listed(action: Action) -> Action | None:
    """The listed form of a legal action: of all answers only the whole percents, without chance."""
    if not isinstance(action, Answer):
        return action
    return Answer(action.percent) if action.percent == int(action.percent) else None


def _check_mover(game: Ruleset[Any], state: State, action: Action) -> None:
    if not isinstance(action, MOVES):
        return
    seat: int = getattr(action, "seat")  # noqa: B009 - mypy: not every class of the union has one
    doubts = isinstance(action, (Doubt, Force))
    anybody = doubts and (game.races_in(state) or state.phase is Phase.LAST_CARDS)
    movers = game.tie_order(state) if anybody else game.live(state)
    if seat not in movers:
        raise Broken(f"{action} by none of {movers}")


def _twice(listed: list[Action]) -> Action | None:
    seen: set[Action] = set()
    return next((action for action in listed if action in seen or seen.add(action)), None)  # type: ignore[func-returns-value]


def _whole(value: object) -> bool:
    return type(value) is int


def _trait(value: object) -> bool:
    return isinstance(value, str) and value in (*ALL_RANKS, *Suit)  # a trait is its word


_TYPES: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(
        ("seat", "count", "new", "guess", "wager", "points", "giver", "taker", "table"), _whole
    ),
    "rank": lambda value: value is None or _trait(value),
    "ranks": lambda value: all(map(_trait, value)),
    "hands": lambda value: all(map(_whole, value)),
    "percent": lambda value: type(value) in (int, float),
    "chance": lambda value: value is None or _whole(value),
    "truth": lambda value: value is None or type(value) is bool,
}


def _is_typed(thing: object) -> bool:
    """Return True if each field of an action has a value of its type."""
    if type(thing) not in CLASSES:
        return False
    named = ((field.name, getattr(thing, field.name)) for field in fields(cast("Any", thing)))
    return all(_TYPES[name](value) for name, value in named)
