"""Where an evening can stand: one frozen value a stage, with exactly what means something there.

Entering a stage is building it: nothing is left over from before, and nothing is reset by hand.
A pause and a dispute wrap the stage that goes on behind them. What the table does in a stage
stands in that stage's own file; `parts.py` lists these.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, Self, TypeAlias

from appliance.core.question import Kind, Question
from appliance.core.reading import Quad, Reading
from appliance.message import Message
from appliance.presses.arbiter import Finish, Race
from appliance.rules.actions import Action, Doubt, Force, Settle
from appliance.rules.cards import Rank
from appliance.rules.events import Event
from appliance.rules.game import Claim, State
from appliance.table.menu import Entry

# --- what stages are made of ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match:
    """One game under way, and what of it outlives a stage.

    `announced` is the rank that was claimed last, `happened` the events of the newest action.
    `question` is the newest that was drawn, with the answer that only a doubt turns up;
    `question_of` is its number in the game.
    """

    game: State
    announced: Rank | None = None
    happened: tuple[Event, ...] = ()
    question: Question | None = None
    question_of: int | None = None


class Basis(StrEnum):
    """What a verdict rests on."""

    CAMERA = "camera"
    PARTIES = "parties"  # both agreed
    NEUTRALS = "neutrals"  # more than half of the other seats agreed
    HOST = "host"  # entered by touch
    BANK = "bank"  # the answer that the question came with


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict, given at `at`, with all that a dispute of it needs.

    `turns` are those that the doubt interrupted, `after` is the game that the verdict made,
    `events` what happened. `overruled` is the verdict that people put this one in the place of;
    `final` says that it was disputed already.
    """

    at: int
    turns: "Turns"
    after: State
    events: tuple[Event, ...]
    basis: Basis
    reading: Reading | None = None
    finish: Finish | None = None
    overruled: Event | None = None
    final: bool = False

    @property
    def before(self) -> State:
        """The game that the verdict ended."""
        return self.turns.match.game

    @property
    def claim(self) -> Claim | None:
        """The claim that the verdict is about; None: about a guess."""
        return self.before.claim


@dataclass(frozen=True, slots=True)
class Raced:
    """A race that is decided: who doubted first, and how far behind him the others were."""

    race: Race
    finish: Finish


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
class PauseWanted:
    """A pause that `seat` (None: the host) wished for at `at`.

    It begins once no doubt that was pressed before can still turn up.
    """

    at: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What the camera asks people to do, since `since`; `at` is the place that it speaks of."""

    reason: Message
    at: Quad | None
    since: int


@dataclass(frozen=True, slots=True)
class ByHand:
    """The cards entered with the doubter's button where the camera can't tell."""

    ranks: tuple[Rank, ...] = ()
    cursor: int = 0  # place in the ring of ranks
    done: bool = False  # the claimant (or the others) are asked to agree
    settle: Settle | None = None  # what they are asked instead, where the cards are spoilt
    agreed: tuple[int, ...] = ()  # neutral seats that have agreed


@dataclass(frozen=True, slots=True)
class Choosing:
    """The starter chooses the kind of the next question: `cursor` is a place in the ring."""

    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A question of `kind` (None: of any) was asked for at `at` and is on its way."""

    kind: Kind | None
    at: int


@dataclass(frozen=True, slots=True)
class NotDrawn:
    """No question of `kind` came, and why."""

    kind: Kind | None
    why: Message


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


# --- the stages -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stage:
    """Began at `since`, ns: a press from before says nothing."""

    since: int = 0

    @property
    def inner(self) -> Self:
        """The stage itself, where no pause or dispute is around it."""
        return self

    def shifted(self, by: int, now: int) -> Self:  # noqa: ARG002 - what Turns need
        """The stage as it goes on at `now` if time stood still for `by` ns."""
        return replace(self, since=self.since + by)

    def acted(self, game: State, events: tuple[Event, ...]) -> Self:
        """The stage after an action: the game that it made, and what happened."""
        del game, events
        raise TypeError(f"no game is played in {self}")


@dataclass(frozen=True, slots=True)
class _Dealt(_Stage):
    """A stage of a game under way."""

    match: Match = field(kw_only=True)

    def acted(self, game: State, events: tuple[Event, ...]) -> Self:
        """The stage after an action: the game that it made, and what happened."""
        return replace(self, match=replace(self.match, game=game, happened=events))


@dataclass(frozen=True, slots=True)
class _Played(_Dealt):
    """A stage in which something may have been judged: `ruling` is the newest verdict."""

    ruling: Ruling | None = None

    def shifted(self, by: int, now: int) -> Self:
        """With the time in which the newest verdict can be disputed."""
        del now
        return replace(self, since=self.since + by, ruling=_later(self.ruling, by))


@dataclass(frozen=True, slots=True)
class _Undealt(_Stage):
    """A stage without a game."""

    match: ClassVar[None] = None
    ruling: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Attract(_Undealt):
    """Nobody sits at the table."""


@dataclass(frozen=True, slots=True)
class Lobby(_Undealt):
    """People sit down; `since` is when the newest of them did anything.

    `ready` are the buzzers that are; `sat` are buzzers with the onset of the press that sat down.
    """

    ready: tuple[int, ...] = ()
    sat: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class WhoDeals(_Undealt):
    """Everybody is ready: who deals?"""


@dataclass(frozen=True, slots=True)
class Deal(_Dealt):
    """The dealer gives out the cards."""

    ruling: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Asking(_Played):
    """The next question is chosen and drawn."""

    drawing: Choosing | Drawing | NotDrawn = Choosing()


@dataclass(frozen=True, slots=True)
class Turns(_Played):
    """People play, and may doubt.

    `opened_at` is when the newest play was registered; `closes_at` when its doubt window
    ends (None: untimed, or nothing to doubt). Where several seats may move, `floor` is the one
    whose gestures are a turn since `floor_at`; without one it was given up then. `raced` is the
    race for a doubt while the first press may still become a force. `undo` are the turns before
    the newest move, while it may be taken back.
    """

    opened_at: int = 0
    counts_from: int = 0  # presses before it don't count: opened_at, or when a pause ended
    closes_at: int | None = None
    moved: Action | None = None  # the newest move, registered at `moved_at`
    moved_at: int = 0
    entry: Entry | None = None  # what a seat is choosing
    touched_at: int = 0  # the newest gesture of the seat that has the floor
    floor: int | None = None
    floor_at: int = 0
    slaps_from: int = 0  # a slap before it was meant for a move that was taken back
    correction: int | None = None  # cards that the claimant counts again
    slap: Slap | None = None
    raced: Raced | None = None
    pending: Pending | None = None
    wanted: PauseWanted | None = None
    undo: "Turns | None" = None

    @property
    def game(self) -> State:
        """The game as it stands."""
        return self.match.game

    @property
    def counted(self) -> int:
        """Cards tapped so far, by the claimant who corrects or the seat that chooses."""
        if self.correction is not None:
            return self.correction
        return self.entry.cursor if self.entry is not None and self.entry.counting else 0

    @property
    def mover(self) -> int | None:
        """The seat that made the newest move."""
        return getattr(self.moved, "seat", None)

    @property
    def at_rest(self) -> "Turns":
        """Without what people are about to do."""
        return replace(
            self,
            entry=None,
            correction=None,
            slap=None,
            raced=None,
            pending=None,
            wanted=None,
            undo=None,
        )

    def acted(self, game: State, events: tuple[Event, ...]) -> Self:
        """After an action; what was begun is about another state, and dropped."""
        match = replace(self.match, game=game, happened=events)
        return replace(self, match=match, entry=None, correction=None)

    def shifted(self, by: int, now: int) -> Self:
        """Windows wait; what was pressed meanwhile means nothing, and nothing is taken back."""
        return replace(
            self,
            since=self.since + by,
            opened_at=self.opened_at + by,
            counts_from=now,
            closes_at=None if self.closes_at is None else self.closes_at + by,
            ruling=_later(self.ruling, by),
            wanted=None,
            undo=None,
        )


@dataclass(frozen=True, slots=True)
class _Interrupted(_Stage):
    """The turns are interrupted: by a doubt, by a rule, or by `showing`, who shows the hand.

    `turns` are at rest and hold the game; they go on if the doubt is called off. `raced` is the
    race that made the doubter.
    """

    turns: Turns = field(kw_only=True)
    raced: Raced | None = None
    showing: int | None = None

    @property
    def match(self) -> Match:
        """The game that is interrupted."""
        return self.turns.match

    @property
    def ruling(self) -> Ruling | None:
        """The newest verdict before."""
        return self.turns.ruling

    def acted(self, game: State, events: tuple[Event, ...]) -> Self:
        """As of the turns."""
        return replace(self, turns=self.turns.acted(game, events))

    def shifted(self, by: int, now: int) -> Self:
        """With the turns."""
        return replace(self, since=self.since + by, turns=self.turns.shifted(by, now))


@dataclass(frozen=True, slots=True)
class Doubted(_Interrupted):
    """Somebody doubts: the photo finish is shown. No card is turned up yet."""

    reading: ClassVar[None] = None
    by_hand: ClassVar[None] = None

    @property
    def doubted_at(self) -> int:
        """When the doubt was decided."""
        return self.since


@dataclass(frozen=True, slots=True)
class Revealing(_Interrupted):
    """The cards are turned up, and read by the camera or entered by hand.

    `doubted_at` is when the doubt was decided.
    """

    doubted_at: int = 0
    reading: Reading | None = None
    asked: Asked | None = None
    by_hand: ByHand | None = None

    def shifted(self, by: int, now: int) -> Self:
        """The camera's time waits as well, and the time to call the doubt off."""
        asked = self.asked and replace(self.asked, since=self.asked.since + by)
        return replace(
            self,
            since=self.since + by,
            turns=self.turns.shifted(by, now),
            doubted_at=self.doubted_at + by,
            asked=asked,
        )


@dataclass(frozen=True, slots=True)
class Judged(_Dealt):
    """A verdict is given: the loser takes the cards."""

    ruling: Ruling = field(kw_only=True)

    def shifted(self, by: int, now: int) -> Self:
        """With the time in which the verdict can be disputed."""
        del now
        return replace(
            self, since=self.since + by, ruling=replace(self.ruling, at=self.ruling.at + by)
        )


@dataclass(frozen=True, slots=True)
class Over(_Played):
    """The game is over. `closed_at` is when the window for the last cards ended, if that did it."""

    closed_at: int | None = None


Inner: TypeAlias = (
    Attract | Lobby | WhoDeals | Deal | Asking | Turns | Doubted | Revealing | Judged | Over
)


# --- what can be around a stage ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disputed:
    """The verdict of `stage` is disputed; `agreed` are the seats that say it is wrong."""

    stage: Judged
    agreed: tuple[int, ...] = ()

    @property
    def inner(self) -> Judged:
        """The verdict as it stands."""
        return self.stage

    @property
    def since(self) -> int:
        """When the verdict was shown again."""
        return self.stage.since

    @property
    def match(self) -> Match:
        """The game as it stands."""
        return self.stage.match

    def acted(self, game: State, events: tuple[Event, ...]) -> Self:
        """As of the verdict."""
        return replace(self, stage=self.stage.acted(game, events))

    def shifted(self, by: int, now: int) -> Self:
        """As of the verdict."""
        return replace(self, stage=self.stage.shifted(by, now))


@dataclass(frozen=True, slots=True)
class Paused:
    """Time stands still in `stage` since `at`; meanwhile people set things right."""

    stage: Inner | Disputed
    at: int
    pause: Pause

    @property
    def inner(self) -> Inner:
        """The stage that waits."""
        return self.stage.inner

    @property
    def since(self) -> int:
        """When the stage that waits began."""
        return self.stage.since

    @property
    def match(self) -> Match | None:
        """The game that waits."""
        return self.stage.match

    def acted(self, game: State, events: tuple[Event, ...]) -> Self:
        """A procedure was carried out in the stage that waits."""
        return replace(self, stage=self.stage.acted(game, events))


Standing: TypeAlias = Inner | Disputed | Paused
"""Where an evening stands."""


def _later(ruling: Ruling | None, by: int) -> Ruling | None:
    return ruling and replace(ruling, at=ruling.at + by)
