"""What a table is: one frozen value that a screen can draw and a journal can rebuild."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from appliance.arbiter import Finish, Race
from appliance.buttons import Buttons
from appliance.gestures import Mark
from appliance.rules import RULESETS
from appliance.rules.actions import Action, Settle
from appliance.rules.cards import Rank
from appliance.rules.events import Event
from appliance.rules.game import Claim, Ruleset, State
from appliance.rules.options import Value
from appliance.vision.reading import Reading

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lia")


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is set: which game, which buzzers, how long it waits.

    `options` are the ruleset's house options that differ from its defaults.
    `doubt_window_ms` None means untimed: a doubt stays open until the next play.
    `settle_ms` is longer than any edge is under way from its contact to the core.
    """

    ruleset: str = "bicycle"
    options: tuple[tuple[str, Value], ...] = ()
    buzzers: int = 6
    names: tuple[str, ...] = NAMES
    doubt_window_ms: int | None = 5000
    settle_ms: int = 30


class Stage(StrEnum):
    """Which part of an evening the table is in."""

    ATTRACT = "attract"
    LOBBY = "lobby"
    DEAL = "deal"
    QUESTION = "question"  # a question is drawn, of the kind that the starter chooses
    PLAY = "play"
    DOUBT = "doubt"  # the photo finish is shown
    REVEAL = "reveal"  # the cards are turned up and read
    VERDICT = "verdict"  # the loser takes the cards
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pending:
    """An action committed at `at` that waits until every earlier press must have arrived.

    None takes the newest play back: no way out of a doubt that was pressed before.
    """

    action: Action | None
    at: int


@dataclass(frozen=True, slots=True)
class Round:
    """The game and the newest play: what a take-back restores as one.

    `opened_at` is when the newest play was registered; `closes_at` when its doubt window
    ends (None: untimed, or nothing to doubt).
    """

    game: State
    opened_at: int = 0
    counts_from: int = 0  # presses before it don't count: opened_at, or when a pause ended
    closes_at: int | None = None
    counted: int = 0  # cards tapped so far, by the seat on turn or the claimant who corrects
    correcting: bool = False  # the claimant is counting his play again
    ring: int | None = None  # 0 PASS, 1 DOUBT: open where a hold could mean both
    slap: int | None = None  # when the seat on turn, by a hold, doubted after its window
    pending: Pending | None = None


@dataclass(frozen=True, slots=True)
class ByHand:
    """The cards entered with the doubter's button where the camera can't tell."""

    ranks: tuple[Rank, ...] = ()
    cursor: int = 0  # place in the ring of ranks
    done: bool = False  # the claimant (or the others) are asked to agree
    settle: Settle | None = None  # what they are asked instead, where the cards are spoilt
    agreed: tuple[int, ...] = ()  # neutral seats that have agreed


class Basis(StrEnum):
    """What a verdict rests on."""

    CAMERA = "camera"
    PARTIES = "parties"  # both agreed
    NEUTRALS = "neutrals"  # more than half of the other seats agreed
    HOST = "host"  # entered by touch
    BANK = "bank"  # the answer that the question came with


@dataclass(frozen=True, slots=True)
class Judged:
    """The newest verdict, with all that a dispute of it needs.

    `before` is the game that it ended, `after` the one that it made, `events` what happened.
    `overruled` is the verdict that people put this one in the place of; `final` says that it
    was disputed already.
    """

    at: int
    before: State
    after: State
    events: tuple[Event, ...]
    basis: Basis
    reading: Reading | None = None
    overruled: Event | None = None
    final: bool = False


@dataclass(frozen=True, slots=True)
class Dispute:
    """A verdict under dispute: who has agreed so far that it is wrong."""

    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that players could see or that decides what happens next."""

    settings: TableSettings
    stage: Stage = Stage.ATTRACT
    since: int = 0  # when the stage began
    buttons: Buttons = field(default_factory=Buttons)
    marks: tuple[Mark, ...] = ()
    buzzers: tuple[int, ...] = ()  # seat -> buzzer, clockwise
    names: tuple[int, ...] = ()  # seat -> place in settings.names
    sat: tuple[int, ...] = ()  # seat -> onset of the press that sat down
    ready: tuple[int, ...] = ()  # buzzers that are ready, in the lobby
    dealer: int | None = None
    round: Round | None = None
    undo: Round | None = None  # before the newest play, while it may be taken back
    race: Race | None = None  # the race that made the doubter
    finish: Finish | None = None
    request: int = 0  # number of the newest ReadCards
    reading: Reading | None = None
    ask: str = ""
    asked_at: int | None = None
    by_hand: ByHand | None = None
    showing: int | None = None  # the seat that shows its hand, from its choice to the verdict
    doubted_at: int = 0  # when the newest doubt was decided
    judged: Judged | None = None
    dispute: Dispute | None = None
    doubted: Claim | None = None  # the claim that the newest verdict was about
    happened: tuple[Event, ...] = ()  # events of the newest action, for the verdict and the winner
    lost: tuple[tuple[str, str], ...] = ()  # drivers that don't work, and why
    paused_at: int | None = None
    notice: str = ""
    games: int = 0  # finished this evening
    champion: int | None = None  # the buzzer of who won the last game

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The rules of the game that is played here."""
        return RULESETS[self.settings.ruleset]

    @property
    def game(self) -> State:
        """The game as it stands; only from the deal on."""
        assert self.round is not None, "no game has been dealt"  # noqa: S101 - a bug, not an input
        return self.round.game

    def seat_of(self, buzzer: int) -> int | None:
        """The seat that `buzzer` belongs to, or None when nobody sits there."""
        return self.buzzers.index(buzzer) if buzzer in self.buzzers else None

    def name(self, seat: int) -> str:
        """What the player at `seat` is called."""
        return self.settings.names[self.names[seat]]

    def enter(self, stage: Stage, at: int) -> "Table":
        """The same table as `stage` begins."""
        return replace(self, stage=stage, since=at, notice="")
