"""Public facts of a table: frozen values, without a word of any language.

`Facts` is the common part, and `Facts.about` holds the facts particular to the stage. All times are
ns of the table's clock.
"""

from dataclasses import dataclass
from typing import TypeVar

from appliance.core.reading import Quad, Reading
from appliance.table.answers import AsideFacts, SeatFacts
from appliance.table.elements import Pause, Stage
from appliance.table.facts.of_stage import (
    JudgedFacts,
    MenuFacts,
    OverFacts,
    QuestionFacts,
    RevealingFacts,
    TurnsFacts,
    VerifyingFacts,
)
from appliance.table.moves import asks_questions
from appliance.table.stage_facts import StageFacts
from appliance.table.state import TableSettings
from bluffing.actions import Guess
from bluffing.cards import Rank, Trait
from bluffing.events import Event
from bluffing.game import Claim, Ruleset, State
from bluffing.message import Message
from bluffing.rulesets import RULESETS

StageT = TypeVar("StageT", bound=StageFacts)


@dataclass(frozen=True, slots=True)
class PressFacts:
    """One line of the photo finish."""

    seat: int
    behind_us: int  # microseconds behind the first press
    doubter: bool = False
    tied: bool = False  # within the tie window of the first: the game's rule decided
    late: bool = False  # pressed after the window had closed; `behind_us` counts from its end
    at: int = 0  # when it was pressed


@dataclass(frozen=True, slots=True)
class CardFacts:
    """One card in the reveal box; `quad` corners (x, y) are 0 to 1 of the frame.

    They run clockwise from the card's own top left; a card entered by hand has none.
    """

    rank: Trait | None
    quad: Quad


@dataclass(frozen=True, slots=True)
class GuessFacts:
    """A game of questions: the current question, the guess and the stake."""

    question: QuestionFacts | None = None
    bid: Guess | None = None  # the newest guess
    highest_wager: int = 0  # of the question so far
    sudden_death: bool = False


@dataclass(frozen=True, slots=True)
class PlayFacts:
    """The newest play, the presses after it, the cards on the table, and the game so far."""

    claim: Claim | None = None  # during a verdict, the judged claim
    pile: int = 0  # cards on the table; during a verdict, those that the loser takes
    laden: int | None = None  # the seat that took the pile, until the next play
    window: tuple[int, int] | None = None  # a doubt window: opened at, closes at
    opened_at: int = 0  # when the play was registered
    showing: int | None = None  # the seat that shows its hand
    places: tuple[PressFacts, ...] = ()  # the photo finish, first press first
    tie_ms: int = 0  # maximum distance of a tie from the first press
    tale: tuple[Event, ...] = ()  # the verdicts that all have seen, with their costs


@dataclass(frozen=True, slots=True)
class BoxFacts:
    """The reveal box: the reading in force, and its cards or those entered by hand."""

    reading: Reading | None
    cards: tuple[CardFacts, ...]


@dataclass(frozen=True, slots=True)
class PauseFacts:
    """A pause, or the wish for one, which begins as soon as no doubt can still arrive."""

    at: int | None  # None: only a wish so far
    pause: Pause


@dataclass(frozen=True, slots=True)
class NoticeFacts:
    """A notice for all, and the time of the press that it answers."""

    what: Message | None
    at: int | None


@dataclass(frozen=True, slots=True)
class PartsFacts:
    """Lost parts of the table, and if a buzzer is left for a player without one."""

    camera_lost: Message | None
    buzzers_lost: Message | None
    lost_part: str  # the driver whose loss the notice is about
    spare: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """One moment at the table. `game` is the rules' state, which holds no player's hand."""

    settings: TableSettings
    stage: Stage
    since: int
    pressed_at: int | None  # the first newest press of a button since then
    limit: tuple[int, int] | None  # a time that runs out, beside a doubt window
    names: tuple[str, ...]
    dealer: int | None
    games: int  # finished this evening
    seats: tuple[SeatFacts, ...]
    about: StageFacts
    game: State | None
    told: bool  # the decision is public: a verdict, or the doubter
    play: PlayFacts
    guess: GuessFacts
    box: BoxFacts
    front: AsideFacts | None  # the page, practice or survey in front of the stage
    pause: PauseFacts | None
    notice: NoticeFacts
    parts: PartsFacts
    opens_menu: bool  # a press that is held for 2.5 s opens the table's menu

    @property
    def paused_at(self) -> int | None:
        """Beginning of the pause."""
        return None if self.pause is None else self.pause.at

    @property
    def asks_questions(self) -> bool:
        """True if the game is one of guesses and wagers."""
        return asks_questions(self.settings.ruleset)

    @property
    def anticlockwise(self) -> bool:
        """True if cards are dealt and turns go anticlockwise."""
        return self.settings.anticlockwise

    @property
    def places_at_table(self) -> int:
        """Number of places, occupied or not: one a buzzer."""
        return self.settings.buzzers

    @property
    def ruleset(self) -> "Ruleset[State]":
        """Rules of the chosen game."""
        return RULESETS[self.settings.ruleset]

    @property
    def wild(self) -> tuple[Trait, ...]:
        """Ranks that pass for the claimed one, without it."""
        claim, game = self.play.claim, self.game
        if claim is None or game is None:
            return ()
        every = (*self.ruleset.traits, Rank.JOKER)
        fitting = (rank for rank in every if self.ruleset.fits(game, rank, claim.rank))
        return tuple(rank for rank in fitting if rank is not claim.rank)

    @property
    def turns(self) -> TurnsFacts | None:
        """Facts of the turns, while people play."""
        return self.of(TurnsFacts)

    @property
    def revealing(self) -> RevealingFacts | None:
        """Facts of the reveal box, while cards are turned up."""
        return self.of(RevealingFacts)

    @property
    def verifying(self) -> VerifyingFacts | None:
        """Facts of the requested printed card."""
        return self.of(VerifyingFacts)

    @property
    def judged(self) -> JudgedFacts | None:
        """Facts of the shown verdict."""
        return self.of(JudgedFacts)

    @property
    def over(self) -> OverFacts | None:
        """Facts of the end of a game."""
        return self.of(OverFacts)

    @property
    def menu(self) -> MenuFacts | None:
        """Facts of the table's menu, while it is open."""
        return self.of(MenuFacts)

    def of(self, kind: type[StageT]) -> StageT | None:
        """Return the facts of a stage if the table is in that one."""
        return self.about if isinstance(self.about, kind) else None

    @property
    def playing(self) -> State:
        """The game; only once dealt."""
        assert self.game is not None, "no game has been dealt"
        return self.game
