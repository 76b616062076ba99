"""What everybody at a table may know of it: frozen values, without a word of any language.

`Facts` is the common part, and `Facts.about` says what is particular to the stage. All times are
ns of the table's clock.
"""

from dataclasses import dataclass
from typing import TypeVar

from appliance.core.question import Kind, Survey
from appliance.core.reading import Quad, Reading
from appliance.table.answers import AsideFacts, SeatFacts
from appliance.table.elements import Pause, Stage
from appliance.table.facts.of_stage import (
    JudgedFacts,
    MenuFacts,
    OverFacts,
    RevealingFacts,
    TurnsFacts,
    VerifyingFacts,
)
from appliance.table.stage_facts import StageFacts
from appliance.table.state import TableSettings
from bluffing.actions import Guess
from bluffing.cards import Rank
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

    Clockwise from the card's own top left; none where it was entered by hand.
    """

    rank: Rank | None
    quad: Quad


@dataclass(frozen=True, slots=True)
class QuestionFacts:
    """A question. `percent` and where it comes from are there only once the answer is turned up.

    Who was asked is there from the beginning: without it nobody could guess. `about` says that
    `percent` is the nearest whole number of an answer with a fraction.
    """

    id: str
    kind: Kind
    text: str
    percent: float | None = None
    source: str = ""
    date: str = ""
    note: str = ""
    survey: Survey | None = None
    about: bool = False


@dataclass(frozen=True, slots=True)
class GuessFacts:
    """A game of questions: the one that is asked, and what is guessed and at stake."""

    question: QuestionFacts | None = None
    bid: Guess | None = None  # the newest guess
    highest_wager: int = 0  # of the question so far
    sudden_death: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """One moment at the table. `game` is what the rules know, which is no hand of anybody's."""

    settings: TableSettings
    stage: Stage
    since: int
    pressed_at: int | None  # the first newest press of a button since then
    names: tuple[str, ...]
    seats: tuple[SeatFacts, ...]
    about: StageFacts
    game: State | None = None
    dealer: int | None = None
    games: int = 0  # finished this evening
    told: bool = True  # everybody may know what is decided: a verdict, or who doubts
    asks_questions: bool = False  # the game is one of guesses and wagers
    tale: tuple[Event, ...] = ()  # the verdicts of the game that all have seen, with what they cost
    claim: Claim | None = None  # the newest play; during a verdict the one that it is about
    pile: int = 0  # cards on the table; during a verdict those that are taken from it
    laden: int | None = None  # the seat that took the pile, until the next play
    window: tuple[int, int] | None = None  # a doubt window: opened at, closes at
    limit: tuple[int, int] | None = None  # any other time that runs out
    places: tuple[PressFacts, ...] = ()  # the photo finish, first press first
    reading: Reading | None = None  # what the table goes by
    cards: tuple[CardFacts, ...] = ()  # as read from the reveal box, or entered by hand
    question: QuestionFacts | None = None
    bid: Guess | None = None  # the newest guess
    highest_wager: int = 0  # of the question so far
    sudden_death: bool = False
    draws: bool = False  # whoever may move may draw from the stock
    showing: int | None = None  # the seat that shows its hand
    opened_at: int = 0  # when the newest play was registered
    paused_at: int | None = None
    pause: Pause | None = None  # also while it is only wished for
    front: AsideFacts | None = None  # what people read, try or are asked in front of the stage
    notice: Message | None = None
    notice_at: int | None = None  # it answers a press of this moment
    camera_lost: Message | None = None
    buzzers_lost: Message | None = None
    lost_part: str = ""  # the driver whose loss the notice is about
    spare: bool = False  # a buzzer is left for somebody whose own is stuck
    opens_menu: bool = False  # a press that is held for 2.5 s opens the table's menu

    @property
    def places_at_table(self) -> int:
        """Number of places, occupied or not: one a buzzer."""
        return self.settings.buzzers

    @property
    def ruleset(self) -> "Ruleset[State]":
        """The rules of the game that is played here."""
        return RULESETS[self.settings.ruleset]

    @property
    def wild(self) -> tuple[Rank, ...]:
        """Ranks that pass for the claimed one, without it."""
        claim, game = self.claim, self.game
        if claim is None or game is None:
            return ()
        fitting = (rank for rank in Rank if self.ruleset.fits(game, rank, claim.rank))
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
        """Facts of the printed card that is asked for."""
        return self.of(VerifyingFacts)

    @property
    def judged(self) -> JudgedFacts | None:
        """Facts of the verdict that is shown."""
        return self.of(JudgedFacts)

    @property
    def over(self) -> OverFacts | None:
        """Facts of the end of a game."""
        return self.of(OverFacts)

    @property
    def menu(self) -> MenuFacts | None:
        """Facts of the table's menu, where it is open."""
        return self.of(MenuFacts)

    def of(self, kind: type[StageT]) -> StageT | None:
        """Return the facts of a stage if the table is in that one."""
        return self.about if isinstance(self.about, kind) else None

    @property
    def playing(self) -> State:
        """The game; only from the deal on."""
        assert self.game is not None, "no game has been dealt"
        return self.game
