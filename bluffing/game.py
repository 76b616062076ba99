"""Base of every ruleset: actions in, events out.

A ruleset is a pure referee. It knows what a table can know (counts, claims, who doubted, which
ranks were turned up) and nothing else: no clock, no chance, no hidden hands. Seats are 0..n-1
clockwise, so the seat on the left of `seat` is `(seat + 1) % n`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypedDict, TypeVar, Unpack

from bluffing.actions import Action, TurnMove
from bluffing.cards import Card, Suit, Trait, pack
from bluffing.errors import BluffingError, SettingError
from bluffing.events import Event, Played
from bluffing.message import Message, message, quoted
from bluffing.options import Lesson, Option, Options, Preset, Rule, Topic, Value, described


class Refused(BluffingError):  # noqa: N818 - the vocabulary's word; a refusal is an answer, not a fault
    """The action, or the set-up, is not legal."""


class Phase(StrEnum):
    """Phase of a game, as far as the table has to know it."""

    READY = "ready"  # a live seat must move; nothing can be doubted by the others
    OPEN = "open"  # the newest play can be doubted until one that covers it is registered
    LAST_CARDS = "last_cards"  # as OPEN, but the claimant's hand is empty: no seat moves meanwhile
    REVEAL = "reveal"  # the cards of the newest play are to be turned up
    PRODUCE = "produce"  # forced: the claimant is to produce one card out of the hand, or none
    ANSWER = "answer"  # a guess is doubted: the answer is to be turned up
    OVER = "over"

    @property
    def doubtable(self) -> bool:
        """True if the newest play can be doubted, by all other seats or by the seat on turn."""
        return self in {Phase.OPEN, Phase.LAST_CARDS}


Claim: TypeAlias = Played
"""The newest play: its seat, its number of cards and the claimed rank."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Set-up of one game. None leaves a value to the rules for that number of players.

    `lead` is the seat that begins, where the rules leave it to chance or to the last game. `points`
    are the points of each seat, in the game that is played for them.
    """

    players: int
    dealer: int = 0
    packs: int | None = None
    hands: tuple[int, ...] | None = None
    lead: int | None = None
    points: tuple[int, ...] | None = None


class Middle(TypedDict, total=False):
    """Values that stories and tests may set in a new game; `Ruleset.middle` lists a game's.

    With cards: seat `turn` must claim `rank` next, `table` cards lie on the table, `removed` cards
    left the game, and the seats in `passed` have passed. With points: `points` of each seat,
    `starter` of the question, `sudden_death`, and `in_play`, the seats that play.
    """

    turn: int
    rank: Trait | None
    table: int
    removed: int
    passed: tuple[int, ...]
    points: tuple[int, ...]
    starter: int
    sudden_death: bool
    in_play: tuple[int, ...]


class State(Protocol):
    """Values that the table and the display may read from any ruleset's state. States are frozen.

    In a game without cards, hands and heaps are zeros and there is no claim.
    """

    @property
    def phase(self) -> Phase:
        """Phase of the game."""

    @property
    def dealer(self) -> int:
        """The seat that dealt."""

    @property
    def packs(self) -> int:
        """Number of packs in the game."""

    @property
    def turn(self) -> int:
        """Seat on turn (in LAST_CARDS and REVEAL: the seat whose turn would follow)."""

    @property
    def required(self) -> Trait | None:
        """The rank that the next play must claim; None when the leader is free."""

    @property
    def hands(self) -> tuple[int, ...]:
        """Cards in hand, one number a seat."""

    @property
    def heaps(self) -> tuple[int, ...]:
        """Cards on the table, by the seat that laid them since the table was last taken."""

    @property
    def removed(self) -> int:
        """Cards that left the game after the deal."""

    @property
    def stock(self) -> int:
        """Cards that lie face down beside the game: a stock to draw from, or set aside."""

    @property
    def points(self) -> tuple[int, ...]:
        """Points, one number a seat; empty in the games with cards."""

    @property
    def claim(self) -> Claim | None:
        """The newest play, while it can be or is being doubted; else None."""

    @property
    def lying(self) -> int:
        """Number of cards of the newest play on the table, if known; else 0."""

    @property
    def doubter(self) -> int | None:
        """Seat that doubts (or forces) the newest play or guess, until the verdict; else None."""

    @property
    def out(self) -> tuple[int, ...]:
        """Seats that went out, in that order: the winner first."""

    @property
    def gone(self) -> tuple[int, ...]:
        """Seats that left in the middle of the game."""

    @property
    def winner(self) -> int | None:
        """Winner, if there is one yet."""

    @property
    def tied(self) -> tuple[int, ...]:
        """Seats that share the win, where several do; then there is no winner."""

    @property
    def loser(self) -> int | None:
        """Loser, where a game names one and is over; else None."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Waiting rules that a table keeps for a ruleset, in milliseconds.

    Within `withdraw_ms` of a doubt both parties may agree that it was an accident; 0: never. Time
    is up after `game_ms`, or after `game_moves` moves, and that of a seat's turn after `turn_ms`;
    None: no limit.
    """

    tie_window_ms: int
    min_hold_ms: int
    last_card_window_ms: int
    withdraw_ms: int = 0
    game_ms: int | None = None
    game_moves: int | None = None
    turn_ms: int | None = None


StateT = TypeVar("StateT", bound=State)

OptionsT = TypeVar("OptionsT", bound=Options)

Outcome: TypeAlias = tuple[StateT, tuple[Event, ...]]
"""State after an action, and its events."""


@dataclass(frozen=True, kw_only=True)
class Ruleset(ABC, Generic[StateT]):
    """One game, exactly. Games are stateless: all knowledge of a match is in its State.

    Attributes:
        name: Name of the game in settings and scenario files.
        seats: Allowed numbers of players.
        usual: House options with the values of the game's source.
        presets: Named sets of house options; the first sets nothing.
        first_edition: House options whose default differed in the first edition of the rules, with
            that default.
        aliases: Other names of the game, understood wherever `name` is.
        heaps: True if undoubted cards lie in front of each player, False if in one pile.
        races: True if any player may doubt, so that the first press decides, unless a house option
            leaves doubts to the seat on turn; False if only that seat ever chooses.
        turn_moves: Moves of the seat on turn that a game with cards knows.
        middle: Values that `midgame` accepts.
        lessons: Rules that a newcomer needs, page by page.
    """

    name: str
    seats: range
    usual: Options
    presets: tuple[Preset, ...]
    first_edition: tuple[tuple[str, Value], ...] = ()
    aliases: tuple[str, ...] = ()
    heaps: bool = False
    races: bool = True
    turn_moves: ClassVar[tuple[type[TurnMove], ...]] = ()
    middle: ClassVar[tuple[str, ...]]
    lessons: tuple[Lesson, ...] = ()

    @property
    def _code(self) -> str:
        return self.name.replace("_", "-")

    @property
    def title(self) -> Message:
        """Name of the game for people."""
        return Message(f"{self._code}.title")

    @property
    def summary(self) -> Message:
        """Kind of game, in one short line for a list of games."""
        return Message(f"{self._code}.summary")

    def says(self, preset: Preset) -> Message:
        """Purpose of that preset of the game."""
        return Message(f"{self._code}.preset.{preset.name}")

    def called(self, options: Mapping[str, Value]) -> Message:
        """Name of the game for people, with these house options."""
        return _title_of(self, tuple(sorted(options.items())))

    @property
    def options(self) -> tuple[Option, ...]:
        """The house options that the game understands."""
        return described(self.usual)

    def house(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Return every house option with its value; check the given ones, alone and together.

        Raises:
            SettingError: naming the key, the value and what is allowed or contradicts what.
        """
        house = self.usual.given(options)
        return {option.key: getattr(house, option.key) for option in self.options}

    def fitted(self, _players: int, options: Mapping[str, Value]) -> dict[str, Value]:
        """Return `options`, with the ones added that this number of players needs."""
        return dict(options)

    def explain(self, options: Mapping[str, object]) -> tuple[Rule, ...]:
        """Return the rules of the game with these options, for "how to play".

        Raises:
            SettingError: as `house` does.
        """
        return tuple(self.usual.given(options).tell())

    def taught(
        self, options: Mapping[str, object]
    ) -> tuple[tuple[Topic, tuple[Message, ...]], ...]:
        """Return the game's lessons with these options, page by page.

        Raises:
            SettingError: as `house` does.
        """
        texts = {rule.id: rule.text for rule in self.explain(options)}
        return tuple(
            (lesson.topic, tuple(texts[id_] for id_ in lesson.ids if id_ in texts))
            for lesson in self.lessons
        )

    def races_in(self, _state: StateT) -> bool:
        """Return True if any player may doubt in this game, so that the first press decides."""
        return self.races

    def races_by(self, _options: Mapping[str, object]) -> bool:
        """Return True if any player may doubt with these house options."""
        return self.races

    def agreed(self, usual: OptionsT, setup: Setup, options: Mapping[str, object]) -> OptionsT:
        """Return the house options in force, based on `usual`; a set-up must be made of numbers.

        Raises:
            Refused: when an option is not legal, or a number of the set-up is none.
        """
        try:
            house = usual.given(options)
        except SettingError as error:
            why = message("rules.option-refused", game=self.title, why=error.why)
            raise Refused(why) from error
        given = [setup.players, setup.dealer, setup.packs or 1, setup.lead or 0]
        for number in (*given, *(setup.hands or ()), *(setup.points or ())):
            if type(number) is not int:
                raise Refused(message("rules.set-up-of-numbers", given=quoted(number)))
        return house

    @abstractmethod
    def deck(self, state: StateT) -> tuple[Card, ...]:
        """Return every card of the game, for the deal and for the reader's limits."""

    @abstractmethod
    def start(self, setup: Setup, options: Mapping[str, object]) -> StateT:
        """Start a new game.

        Raises:
            Refused: when the set-up or an option is not legal.
        """

    @abstractmethod
    def midgame(self, state: StateT, **given: Unpack[Middle]) -> StateT:
        """Set a new `state` in the middle of a game with nothing to doubt, for stories and tests.

        Values that are not given stay unchanged.

        Raises:
            Refused: when the values contradict the rules or each other.
        """

    @abstractmethod
    def timing(self, state: StateT) -> Timing:
        """Return the waiting rules that the table keeps in `state`."""

    @abstractmethod
    def refusal(self, state: StateT, action: Action) -> Message | None:
        """Return the reason why `action` is illegal in `state`, or None; the only place to ask."""

    @abstractmethod
    def moves(self, state: StateT) -> Iterable[Action]:
        """Return the players' legal moves, and what a forced seat may produce.

        Procedures and the actions of the cards and the clock are not among them. `carry_out`
        accepts each of the moves directly.
        """

    @abstractmethod
    def legal_actions(self, state: StateT) -> Iterator[Action]:
        """Yield every action that `apply` accepts; reveals alone can be many thousands."""

    def apply(self, state: StateT, action: Action) -> Outcome[StateT]:
        """Return the state after `action`, and its events.

        Raises:
            Refused: when `refusal` gives a reason; nothing changes.
        """
        why = self.refusal(state, action)
        if why is not None:
            raise Refused(why)
        return self.carry_out(state, action)

    @abstractmethod
    def carry_out(self, state: StateT, action: Action) -> Outcome[StateT]:
        """Return the state after `action`, a legal one, and its events."""

    @abstractmethod
    def refutes(self, state: StateT, ranks: tuple[Trait, ...]) -> bool:
        """Return True if these ranks prove that the newest play, a doubted one, is a lie.

        The proof holds whatever its other cards are, and however many; the verdict is then
        `Settle(False)`. A part of the cards never proves a truth.
        """

    def trait(self, card: Card) -> Trait:
        """Return what a card counts as in claims and verdicts: its rank, in most games."""
        return card.rank

    @cached_property
    def traits(self) -> tuple[Trait, ...]:
        """Everything that the cards of a full pack count as, without jokers, in order."""
        return tuple(dict.fromkeys(map(self.trait, pack())))

    @property
    def claims_suits(self) -> bool:
        """True if claims name suits instead of ranks."""
        return isinstance(self.traits[0], Suit)

    def fits(self, _state: StateT, rank: Trait, claimed: Trait) -> bool:
        """Return True if a card that counts as `rank` may pass for `claimed`."""
        return rank == claimed

    @abstractmethod
    def live(self, state: StateT) -> tuple[int, ...]:
        """Return the seats that may move now, doubts of a race apart: usually the seat on turn."""

    def awaits(self, _state: StateT) -> int | None:
        """Return the seat that has a right which the next play ends, or None."""
        return None

    @abstractmethod
    def covers(self, state: StateT, action: Action) -> bool:
        """Return True if `action`, legal in `state`, ends the chance to doubt the newest play."""

    @abstractmethod
    def tie_words(self, state: StateT) -> Message:
        """Return the rule of `tie_order` for the photo finish: "nearest to the player's left"."""

    @abstractmethod
    def tie_order(self, state: StateT) -> tuple[int, ...]:
        """Return every seat that may doubt the newest play, the winner of a true tie first."""


AnyRuleset: TypeAlias = Ruleset[Any]  # each game's state is private to that game
"""Any game, for code that only passes its states from one call to the next."""


@lru_cache(maxsize=64)
def _title_of(game: AnyRuleset, options: tuple[tuple[str, Value], ...]) -> Message:
    """Return the title of the named game with these options, or the title of the ruleset."""
    house = game.house(dict(options))
    for preset in game.presets:
        if preset.title and preset.options and game.house(dict(preset.options)) == house:
            return message("rules.named-game", title=preset.title)
    return game.title
