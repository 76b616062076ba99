"""What the rules say of a moment, asked once for each: a screen is drawn many times a second.

Everything here is a pure function of a game as it stands, so that it can be kept.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from appliance.message import Message
from appliance.presses.gestures import Kind
from appliance.rules import RULESETS
from appliance.rules.actions import Action, Draw, Force, LayAway, Pass, Play
from appliance.rules.cards import RANKS, Rank
from appliance.rules.game import Phase, State
from appliance.rules.wagers import WagerGame
from appliance.table.menu import Entry, Menu, Question
from appliance.table.state import Table

_KEPT = 64

MOST_KEYS = 8
"""So many keys for cards have room at a seat; more are counted with the button."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What may be done beside laying cards of the required rank.

    `allowed` are the ranks that the next play may claim, where it is free to choose but not among
    all. The others are about the first seat that may move, and `forces` about each seat.
    """

    live: tuple[int, ...]
    allowed: tuple[Rank, ...] = ()
    passes: bool = False
    draws: bool = False
    lays_away: bool = False
    forces: frozenset[int] = frozenset()


def facts(table: Table) -> Facts:
    """What the rules say of the game as it stands."""
    game: Any = table.game  # a frozen dataclass, which a Protocol can't promise to be hashable
    return _facts(table.settings.ruleset, game)


@lru_cache(maxsize=_KEPT)
def _facts(name: str, game: State) -> Facts:
    ruleset = RULESETS[name]
    live = ruleset.live(game)
    seats = range(len(game.hands)) if game.phase in (Phase.OPEN, Phase.LAST_CARDS) else ()
    forces = frozenset(seat for seat in seats if ruleset.refusal(game, Force(seat)) is None)
    if not live or isinstance(ruleset, WagerGame):
        return Facts(live, forces=forces)
    seat = live[0]

    def may(action: Action) -> bool:
        return ruleset.refusal(game, action) is None

    ranks: tuple[Rank, ...] = ()
    if game.required is None:
        ranks = tuple(rank for rank in RANKS if may(Play(seat, 1, rank)))
        if set(ranks) >= {card.rank for card in ruleset.deck(game)} - {Rank.JOKER}:
            ranks = ()
    away = game.hands[seat] >= 4 and any(may(LayAway(seat, rank)) for rank in RANKS)
    return Facts(live, ranks, may(Pass(seat)), may(Draw(seat)), away, forces)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat is asked in its turn.

    Where it counts cards, `more` says that it can count on, `most` up to how many (more than
    MOST_KEYS are none for a finger), and `instead` what a hold without any card opens.
    """

    question: Question
    more: bool = True
    instead: tuple[str, ...] = ()
    most: int = 0


def asked(table: Table, seat: int) -> Asked:
    """What `seat` is asked now."""
    round_ = table.round
    assert round_ is not None  # noqa: S101 - a turn is part of a game
    entry = round_.entry if round_.entry is not None and round_.entry.seat == seat else None
    game: Any = round_.game
    return _asked(table.settings.ruleset, game, seat, round_.announced, entry)


@lru_cache(maxsize=_KEPT)
def _asked(name: str, game: State, seat: int, announced: Rank | None, entry: Entry | None) -> Asked:

    menu = Menu(RULESETS[name], game, seat, announced)
    question = menu.question(entry)
    if question.labels:
        return Asked(question)
    most = _most(menu, entry, question.cursor)
    if question.cursor:
        return Asked(question, more=most > question.cursor, most=most)
    other = menu.press(entry, Kind.HOLD)
    if isinstance(other, Entry):
        return Asked(question, instead=menu.question(other).labels[:-1], most=most)
    instead = () if isinstance(other, Message) else (_word(other),)
    return Asked(question, instead=instead, most=most)


def _most(menu: Menu, entry: Entry | None, counted: int) -> int:
    """How many cards can be counted up to, or one more than `counted` and than there are keys."""
    for _ in range(max(1, MOST_KEYS + 1 - counted)):
        more = menu.press(entry, Kind.TAP)
        if not isinstance(more, Entry):
            break
        entry, counted = more, counted + 1
    return counted


def _word(action: Action) -> str:
    """A kind of move in capitals: "LAY AWAY"."""
    return "".join(f" {c}" if c.isupper() else c for c in type(action).__name__).strip().upper()
