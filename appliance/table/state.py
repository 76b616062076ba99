"""What a table is: one frozen value that a screen can draw and a journal can rebuild."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from appliance.core.question import Kind, Question
from appliance.core.reading import Quad, Reading
from appliance.message import Message
from appliance.presses.arbiter import Finish, Race
from appliance.presses.bounce import Bounced
from appliance.presses.debounce import Buttons
from appliance.presses.gestures import Mark
from appliance.rules import RULESETS
from appliance.rules.actions import Action, Doubt, Force, Settle
from appliance.rules.cards import Rank
from appliance.rules.events import Event
from appliance.rules.game import Claim, Ruleset, State
from appliance.rules.options import Value
from appliance.table.menu import Entry

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lia")


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a table is set: which game, which buzzers, how long it waits.

    `options` are the ruleset's house options that differ from its defaults.
    `doubt_window_ms` None means untimed: a doubt stays open until the next play.
    `settle_ms` is longer than any edge is under way from its contact to the core. `kinds` are
    the kinds of questions that there are, where a game asks any. Presses within `tie_ms` of the
    first are a tie whatever the house says, because their stamps can't be told apart.
    """

    ruleset: str = next(iter(RULESETS))
    options: tuple[tuple[str, Value], ...] = ()
    buzzers: int = 6
    names: tuple[str, ...] = NAMES
    doubt_window_ms: int | None = 5000
    settle_ms: int = 30
    kinds: tuple[Kind, ...] = tuple(Kind)
    tie_ms: int = 0


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
    """A move committed at `at` that waits until every earlier press must have arrived.

    None takes the newest move back: no way out of a doubt that was pressed before. With
    `closes` no press after `at` is a doubt of the play that is the newest now. Until `free_until`
    its seat can still drop it by a tap: it will turn cards up, which nobody can take back.
    """

    action: Action | None
    at: int
    closes: bool = True
    free_until: int = 0


@dataclass(frozen=True, slots=True)
class Slap:
    """A doubt that the seat on turn chose by holds, at `at`: after its window, in the race."""

    action: Doubt | Force
    at: int


@dataclass(frozen=True, slots=True)
class Round:
    """The game and the newest play: what a take-back restores as one.

    `opened_at` is when the newest play was registered; `closes_at` when its doubt window
    ends (None: untimed, or nothing to doubt). Where several seats may move, `floor` is the one
    whose gestures are a turn since `floor_at`; without one it was given up then.
    """

    game: State
    opened_at: int = 0
    counts_from: int = 0  # presses before it don't count: opened_at, or when a pause ended
    closes_at: int | None = None
    announced: Rank | None = None  # the rank that was claimed last
    moved: Action | None = None  # the newest move, registered at `moved_at`
    moved_at: int = 0
    entry: Entry | None = None  # what a seat is choosing
    touched_at: int = 0  # the newest gesture of the seat that has the floor
    floor: int | None = None
    floor_at: int = 0
    slaps_from: int = 0  # a slap before it was meant for a move that was taken back
    correction: int | None = None  # cards that the claimant counts again
    slap: Slap | None = None
    doubter: int | None = None  # first in the race, while a hold may still make the doubt a force
    pending: Pending | None = None

    @property
    def counted(self) -> int:
        """Cards tapped so far, by the claimant who corrects or the seat that chooses."""
        if self.correction is not None:
            return self.correction
        return self.entry.cursor if self.entry is not None and self.entry.counting else 0

    @property
    def correcting(self) -> bool:
        """Whether the claimant is counting his play again."""
        return self.correction is not None

    @property
    def mover(self) -> int | None:
        """The seat that made the newest move."""
        return getattr(self.moved, "seat", None)


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
    was disputed already. `question` is what was asked, if anything.
    """

    at: int
    before: State
    after: State
    events: tuple[Event, ...]
    basis: Basis
    reading: Reading | None = None
    question: Question | None = None
    overruled: Event | None = None
    final: bool = False


@dataclass(frozen=True, slots=True)
class Dispute:
    """A verdict under dispute: who has agreed so far that it is wrong."""

    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A question on its way: `request` is the number of the DrawQuestion, once it was asked for."""

    cursor: int = 0  # place in the ring of kinds
    kind: Kind | None = None
    request: int | None = None
    asked_at: int = 0
    failed: Message | None = None  # why none comes


class Item(StrEnum):
    """What the seat that paused may choose."""

    GO_ON = "go on"
    MOVE = "move a card"
    RECOUNT = "count again"
    LEAVE = "I leave"
    REDEAL = "deal again"
    DISCARD = "another question"
    VOID = "end without a winner"


@dataclass(frozen=True, slots=True)
class Count:
    """A number that `seat` enters, tens first: its hand, or the table's cards (`pile`)."""

    seat: int
    pile: bool
    cursor: int
    start: int  # the number as the table has it
    tens: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """What people set right while the game is paused; presses before `since` mean nothing.

    `item` None: `seat` goes round the items with `cursor`; without a seat whoever taps first does.
    With `ready` another seat is asked to agree, to `action` where the item is one.
    """

    since: int
    seat: int | None = None
    item: Item | None = None
    cursor: int = 0
    giver: int | None = None
    counts: tuple[Count, ...] = ()
    action: Action | None = None
    ready: bool = False


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
    ask: Message | None = None
    asks_at: Quad | None = None  # the place in the reading's picture that `ask` speaks of
    asked_at: int | None = None
    by_hand: ByHand | None = None
    showing: int | None = None  # the seat that shows its hand, from its choice to the verdict
    doubted_at: int = 0  # when the newest doubt was decided
    judged: Judged | None = None
    dispute: Dispute | None = None
    drawing: Drawing | None = None
    question: Question | None = None  # the newest, with the answer that only a doubt turns up
    question_of: int | None = None  # its number in the game
    doubted: Claim | None = None  # the claim that the newest verdict was about
    happened: tuple[Event, ...] = ()  # events of the newest action, for the verdict and the winner
    lost: tuple[tuple[str, Message], ...] = ()  # drivers that don't work, and why
    paused_at: int | None = None
    pause: Pause | None = None
    notice: Message | None = None
    games: int = 0  # finished this evening
    champion: int | None = None  # the buzzer of who won the last game
    bounced: tuple[Bounced, ...] = ()  # how each buzzer bounced that was pressed in the lobby
    held: tuple[int, ...] = ()  # buzzers that were down at start, and still are

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

    @property
    def players(self) -> tuple[str, ...]:
        """What the players are called, seat by seat."""
        return tuple(self.settings.names[place] for place in self.names)

    def enter(self, stage: Stage, at: int) -> "Table":
        """The same table as `stage` begins."""
        return replace(self, stage=stage, since=at, notice=None)
