"""Answers of the rules about a moment, cached because a screen is drawn many times a second.

Every function here is pure and depends on the current game only, so its result can be kept.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from appliance.presses.gestures import GestureKind
from appliance.table.answers import Called, RingFacts
from appliance.table.codes import Role, Tag
from appliance.table.menu import Entry, Menu
from bluffing.actions import Action, Believe, Draw, Force, LayAway, Pass, Play
from bluffing.cards import Rank, Trait
from bluffing.game import State
from bluffing.house import LEAST_CARDS
from bluffing.message import Message, Spoken, message
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

_KEPT = 64

MOST_KEYS = 8
"""Maximum number of keys for cards at a seat; more cards are counted with the button."""


T = TypeVar("T")


class Same(Generic[T]):
    """A large value, compared by identity: equal ones are rare, and comparing them is slow."""

    __slots__ = ("it",)

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@dataclass(frozen=True, slots=True)
class Moves:
    """Legal actions beside laying cards of the required rank.

    `live` are the seats that may move, `order` those that may doubt (the winner of a true tie
    first), `forces` those whose doubt becomes a force when held on. `allowed` are the ranks that
    the next play may claim, if it can choose among some but not all, or the suits. The fields after
    it are about the first seat that may move.
    """

    live: tuple[int, ...]
    order: tuple[int, ...] = ()
    forces: frozenset[int] = frozenset()
    allowed: tuple[Trait, ...] = ()
    passes: bool = False
    draws: bool = False
    lays_away: bool = False
    believes: bool = False


@lru_cache
def asks_questions(name: str) -> bool:
    """Return True if the game is one of guesses and wagers."""
    return isinstance(RULESETS[name], WagerGame)


@lru_cache(maxsize=_KEPT)
def moves(name: str, same: Same[State]) -> Moves:
    """Return the words of the rules of `name` about a game."""
    ruleset, game = RULESETS[name], same.it
    live = ruleset.live(game)
    open_ = game.phase.doubtable
    order = ruleset.tie_order(game) if open_ else ()
    seats = range(len(game.hands)) if open_ else ()
    forces = frozenset(seat for seat in seats if ruleset.refusal(game, Force(seat)) is None)
    if not live or asks_questions(name):
        return Moves(live, order, forces)
    seat = live[0]

    def may(action: Action) -> bool:
        return ruleset.refusal(game, action) is None

    ranks: tuple[Trait, ...] = ()
    if game.required is None:
        known = ruleset.traits
        ranks = tuple(r for r in known if any(may(Play(seat, count, r)) for count in LEAST_CARDS))
        every = set(map(ruleset.trait, ruleset.deck(game))) - {Rank.JOKER}
        if set(ranks) >= every and not ruleset.claims_suits:
            ranks = ()
    kinds = ruleset.turn_moves
    passes, draws = Pass in kinds and may(Pass(seat)), Draw in kinds and may(Draw(seat))
    away = LayAway in kinds and any(may(LayAway(seat, rank)) for rank in ruleset.traits)
    believes = Believe in kinds and may(Believe(seat))
    return Moves(live, order, forces, ranks, passes, draws, away, believes)


@dataclass(frozen=True, slots=True)
class Offered:
    """Question to a seat in its turn.

    If it counts cards, `more` says that it can count further, `most` is the maximum (above
    MOST_KEYS there are no keys for a finger), and `instead` lists the options that a hold without
    any card opens. `covers` says that a hold ends the chance to doubt the newest play.
    """

    question: RingFacts
    more: bool = True
    instead: tuple[Spoken, ...] = ()
    most: int = 0
    covers: bool = False


@lru_cache(maxsize=_KEPT)
def asked(
    name: str, game: Same[State], seat: int, announced: Trait | None, entry: Entry | None
) -> Offered:
    """Return the question to `seat` with its choice at `entry`."""
    ruleset = RULESETS[name]
    menu = Menu(ruleset, game.it, seat, announced)
    question, other = menu.question(entry), menu.press(entry, GestureKind.HOLD)
    covers = (
        not isinstance(other, (Entry, Message))
        and ruleset.refusal(game.it, other) is None
        and ruleset.covers(game.it, other)
    )
    if question.labels:
        return Offered(question, covers=covers)
    most = _most(menu, entry, question.cursor)
    if question.cursor:
        return Offered(question, more=most > question.cursor, most=most, covers=covers)
    if isinstance(other, Entry):
        return Offered(question, instead=menu.question(other).labels[:-1], most=most)
    instead = () if isinstance(other, Message) else (_word(other),)
    return Offered(question, instead=instead, most=most)


def _most(menu: Menu, entry: Entry | None, counted: int) -> int:
    """Return the maximum count; or one more than `counted` and than the number of keys."""
    for _ in range(max(1, MOST_KEYS + 1 - counted)):
        more = menu.press(entry, GestureKind.TAP)
        if not isinstance(more, Entry) or more.cursor <= counted:
            break  # the count starts again
        entry, counted = more, counted + 1
    return counted


def _word(action: Action) -> Message:
    """Name a kind of move: LayAway is `move.lay-away`; a claim of no card is no play."""
    if isinstance(action, Play) and action.rank is not None:
        return message("move.none", rank=action.rank)
    name = "".join(f"-{c.lower()}" if c.isupper() else c for c in type(action).__name__)
    return message(f"move.{name.removeprefix('-')}")


def out_of(name: str, game: State, seat: int) -> Called:
    """Return the part of a seat that plays no more: its place, while the others play on."""
    if seat not in game.out:
        return Role.SEATED, None
    return Role.OUT, Tag.OUT if asks_questions(name) else game.out.index(seat) + 1
