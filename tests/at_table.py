"""People at a table, in virtual time: the buttons they press and the table's answers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from appliance.core.effects import Effect, ReadCards
from appliance.core.reading import Ask, Quad, Reading, SeenCard
from appliance.core.signals import MS, CardsSeen, Edge, Signal, Tick
from appliance.core.weighing import Mass
from appliance.presses.arbiter import Finish
from appliance.presses.gestures import HOLD_AFTER
from appliance.table import Conventions, Table, TableSettings, deadline, step
from appliance.table.elements import ByHand, Match, Pause
from appliance.table.parts import part_of
from appliance.table.stages import AnyStage, Disputed, Inner, Judged, Revealing, Turns
from bluffing.cards import Rank, Suit, Trait, trait_named
from bluffing.events import Event
from bluffing.game import Ruleset, Setup, State
from bluffing.message import message
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

TAP = 80 * MS
HOLD = HOLD_AFTER + 40 * MS

TRUSTING = Conventions(trusting=True)
"""No player has to say that nothing lies below the cards that the camera reads."""


@dataclass
class People:
    """A table and its clock (ns). Every wait gives the table its ticks when they fall due."""

    table: Table
    now: int = 0
    effects: list[Effect] = field(default_factory=list)
    handled: list[tuple[int, Signal, Table]] = field(default_factory=list)
    first: Table = field(init=False)

    def __post_init__(self) -> None:
        self.first = self.table

    def send(self, signal: Signal) -> None:
        after, effects = step(self.table, signal, self.now)
        if after is not self.table:
            self.handled.append((self.now, signal, after))
        self.table = after
        self.effects += effects

    def wait(self, ns: int) -> None:
        until = self.now + ns
        while (due := deadline(self.table, self.now)) is not None and due <= until:
            self.now = max(due, self.now + 1)
            self.send(Tick(self.now))
        self.now = max(self.now, until)
        self.send(Tick(self.now))

    def wait_for(self, true: Callable[[Table], bool], within: int) -> None:
        until = self.now + within
        while not true(self.table) and self.now < until:
            self.wait(10 * MS)
        assert true(self.table), f"still {self.table.inner} after {within / MS:.0f} ms"

    def put(self, standing: AnyStage) -> None:
        """Put the table at this stage."""
        self.table = replace(self.table, stage=standing)

    def tells_at(self) -> int:
        """Time at which the decision appears by itself."""
        at = part_of(self.table.stage).tells_at(self.table)
        assert at is not None, "nothing is kept back"
        return at

    def down(self, buzzer: int, at: int | None = None) -> None:
        self.send(Edge(buzzer, down=True, at=self.now if at is None else at))
        self.send(Tick(self.now))

    def up(self, buzzer: int, at: int | None = None) -> None:
        self.send(Edge(buzzer, down=False, at=self.now if at is None else at))
        self.send(Tick(self.now))

    def press(self, buzzer: int, length: int = TAP) -> None:
        self.down(buzzer)
        self.wait(length)
        self.up(buzzer)
        self.wait(40 * MS)

    def hold(self, buzzer: int) -> None:
        self.press(buzzer, HOLD)

    def to_ranks(self, buzzer: int) -> None:
        """The doubter says no word of the play, and enters its cards."""
        self.press(buzzer)
        self.press(buzzer)
        self.hold(buzzer)

    def lay(self, buzzer: int, count: int) -> None:
        for _ in range(count):
            self.press(buzzer)
        self.hold(buzzer)
        self.wait(60 * MS)

    def show(self, *ranks: str, ask: str | None = None, weight: Mass | None = None) -> None:
        """The camera answers the newest request, and the scale with it."""
        request = max(e.request for e in self.effects if isinstance(e, ReadCards))
        self.send(CardsSeen(request, reading_of(ranks, ask), self.now, weight))

    def at(self, stage: type[Inner]) -> bool:
        """Return True if the table is at `stage`; a call, because the table moves between two."""
        return isinstance(self.table.inner, stage)

    def entering(self) -> bool:
        """Return True if cards are entered by button."""
        stage = self.table.inner
        return isinstance(stage, Revealing) and stage.by_hand is not None

    def disputed(self) -> bool:
        """Return True if the verdict is disputed, behind a pause too."""
        pause = self.table.paused
        return isinstance(self.table.stage if pause is None else pause.stage, Disputed)

    def paused(self) -> bool:
        """Return True if the game is paused."""
        return self.table.paused is not None

    @property
    def game(self) -> State:
        return self.table.game

    @property
    def pause(self) -> Pause:
        """Return the players' correction; fails where the game isn't paused."""
        assert self.table.paused is not None, "the game goes on"
        return self.table.paused.pause

    @property
    def counted(self) -> int:
        """Cards tapped so far, by the claimant who corrects or the seat that chooses."""
        turns = self.table.open_turns
        assert turns is not None, "nobody plays"
        if turns.correction is not None:
            return turns.correction
        return turns.entry.cursor if turns.entry is not None and turns.entry.counting else 0

    @property
    def by_hand(self) -> ByHand:
        """Return the cards entered by button; fails where no player enters any."""
        by_hand = self.table.at(Revealing).by_hand
        assert by_hand is not None, "nothing is entered by hand"
        return by_hand

    @property
    def happened(self) -> tuple[Event, ...]:
        """The events of the newest action, the verdict's while it is shown."""
        stage = self.table.inner
        return stage.ruling.events if isinstance(stage, Judged) else self.table.match.happened

    @property
    def finish(self) -> Finish | None:
        """Return how the newest race for a doubt ended, while it is decided, shown or judged."""
        return self.table.inner.finish


def reading_of(traits: Iterable[str], ask: str | None = None) -> Reading:
    """Cards of these ranks or suits that lie apart, side by side, each read surely."""
    cards = tuple(_read_surely(trait_named(trait), at) for at, trait in enumerate(traits))
    return Reading(cards, 640, 480, None if ask is None else Ask(message("text", text=ask)))


def _read_surely(trait: Trait, at: int) -> SeenCard:
    rank, suit = (Rank.SEVEN, trait) if isinstance(trait, Suit) else (trait, None)
    return SeenCard(rank, 0.99, square(at), suit)


def square(at: int) -> Quad:
    """Return where the card lies that is number `at` from the left."""
    left = 2.0 * at
    return ((left, 0.0), (left + 1, 0.0), (left + 1, 1.0), (left, 1.0))


def playing(
    players: int = 4,
    ruleset: str = "bicycle",
    hands: tuple[int, ...] | None = None,
    **options: int | str | bool,
) -> People:
    """People in a game that seat 1 leads, dealt by seat 0, one second after the deal.

    They trust the camera: no player has to say that nothing lies below the cards that it reads.
    """
    if ruleset not in RULESETS:
        pytest.skip(f"{ruleset} is not among the rulesets")
    given = tuple(sorted(options.items()))
    settings = TableSettings(ruleset, given, buzzers=players, conventions=TRUSTING)
    seats = tuple(range(players))
    game = RULESETS[ruleset].start(Setup(players, 0, hands=hands), dict(options))
    table = Table(settings, Turns(match=Match(game)), buzzers=seats, names=seats)
    return People(table, now=1000 * MS)


def to_doubt(ruleset: str) -> dict[str, Any]:
    """Return house options with which seat 1 leads by cards that others may doubt."""
    return {"opening_face_up": False, "starts": "dealer_left"} if ruleset == "menteur" else {}


def claimed(ruleset: str, *, timed: bool = True) -> People:
    """Four people in a game in which seat 1 has just claimed something."""
    people = playing(4, ruleset, **to_doubt(ruleset))
    if not timed:
        settings = replace(people.table.settings, doubt_window_ms=None)
        people.table = replace(people.table, settings=settings)
    people.lay(1, 1)
    while people.game.claim is None:  # some games ask which rank
        people.hold(1)
        people.wait(60 * MS)
    return people


def seated(ruleset: str = "bicycle") -> People:
    """Three people who have sat down at an empty table; seat 0 deals."""
    people = People(Table(TableSettings(ruleset, buzzers=3)), now=1000 * MS)
    for buzzer in range(3):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(3000 * MS)
    people.hold(0)
    people.wait(1000 * MS)
    return people


def ruleset_with(*options: str) -> str:
    """The first ruleset that understands these house options; skips the test when none does."""
    return _first(lambda game: {*options} <= {option.key for option in game.options}, str(options))


def race_ruleset() -> str:
    """The first ruleset in which anyone may doubt and the rules fix the rank."""

    def fits(game: Ruleset[Any]) -> bool:
        return game.races and game.start(Setup(4), {}).required is not None

    return _first(fits, "a race for a doubt")


def sociable_ruleset() -> str:
    """The first ruleset that two are too few for."""
    return _first(lambda game: 2 not in game.seats, "three or more players only")


def wager_ruleset() -> str:
    """The first ruleset that asks questions."""
    return _first(lambda game: isinstance(game, WagerGame), "questions")


def _first(fits: Callable[[Ruleset[Any]], bool], what: str) -> str:
    found = next((name for name, game in RULESETS.items() if fits(game)), None)
    if found is None:
        pytest.skip(f"no ruleset here has {what}")
    return found
