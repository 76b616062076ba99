"""Where an evening can stand: one frozen value a stage, with exactly what means something there.

Entering a stage is building it: nothing is left over from before, and nothing is reset by hand.
A pause and a dispute wrap the stage behind them. What happens in a stage has a file of its own.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar, Self, TypeAlias

from appliance.core.question import CardCode
from appliance.core.reading import Reading
from appliance.core.signals import Told
from appliance.presses.arbiter import Finish
from appliance.table import elements
from appliance.table.menu import Entry
from appliance.table.standing import AnyTime, BeforeTheDeal, FromTheDeal
from bluffing.events import Event
from bluffing.game import Claim, State


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict, given at `at`, with all that a dispute of it needs.

    `turns` are those that the doubt interrupted, `after` is the game then, `events` what happened,
    `checked` what a printed card said, `overruled` the verdict before this one, if it was disputed.
    """

    at: int
    turns: "Turns"
    after: State
    events: tuple[Event, ...]
    basis: elements.Basis
    reading: Reading | None = None
    finish: Finish | None = None
    checked: elements.PrintedAnswer | None = None
    overruled: Event | None = None
    final: bool = False  # it was disputed already

    @property
    def event(self) -> elements.Outcome:
        """The verdict itself."""
        return next(one for one in self.events if isinstance(one, elements.Outcome))

    @property
    def before(self) -> State:
        """The game that the verdict ended."""
        return self.turns.match.game

    @property
    def claim(self) -> Claim | None:
        """Claim that the verdict is about, or None for a guess."""
        return self.before.claim


@dataclass(frozen=True, slots=True)
class _Played(FromTheDeal):
    """A stage in which something may have been judged: `ruling` is the newest verdict."""

    ruling: Ruling | None = None

    def shifted(self, by: int, now: int) -> Self:
        """With the time in which the newest verdict can be disputed."""
        ruling = self.ruling and replace(self.ruling, at=self.ruling.at + by)
        return replace(self, since=self.since + by, ruling=ruling)


@dataclass(frozen=True, slots=True)
class Attract(BeforeTheDeal):
    """Nobody sits at the table."""

    name = elements.Stage.ATTRACT
    gathers = opens_menu = True
    pauses = False


@dataclass(frozen=True, slots=True)
class Lobby(BeforeTheDeal):
    """People sit down; `since` is when the newest of them did anything.

    `ready` are the buzzers that are, `sat` those with the onset of the press that sat down,
    `leaving` one that was asked at that time (ns) to hold long again, `choices` where rings stand.
    """

    name = elements.Stage.LOBBY
    gathers = opens_menu = True
    pauses = False
    ready: tuple[int, ...] = ()
    sat: tuple[tuple[int, int], ...] = ()
    leaving: tuple[int, int] | None = None
    choices: tuple[elements.LobbyRing, ...] = ()

    @property
    def waits_since(self) -> int:
        """Time of the newest press."""
        return self.since


@dataclass(frozen=True, slots=True)
class WhoDeals(BeforeTheDeal):
    """Everybody is ready: who deals?"""

    name = elements.Stage.DEAL


@dataclass(frozen=True, slots=True)
class Deal(FromTheDeal):
    """The dealer gives out the cards."""

    name = elements.Stage.DEAL
    ruling: ClassVar[None] = None


@dataclass(frozen=True, slots=True)
class Asking(_Played):
    """The next question is chosen and drawn."""

    name = elements.Stage.QUESTION
    drawing: elements.Choosing | elements.Drawing | elements.NotDrawn = elements.Choosing()  # noqa: RUF009 - frozen
    settled = True

    @property
    def waits_since(self) -> int | None:
        """Time at which a question was asked for."""
        return self.drawing.at if isinstance(self.drawing, elements.Drawing) else None


@dataclass(frozen=True, slots=True)
class Turns(_Played):
    """People play, and may doubt.

    `opened_at` is when the newest play was registered; `closes_at` when its doubt window
    ends (None: untimed, or nothing to doubt). Where several seats may move, `floor` is the one
    whose gestures are a turn since `floor_at`; without one it was given up then. `raced` is the
    race for a doubt while the first press may still be a force, `undo` the turns to take back to.
    """

    name = elements.Stage.PLAY
    opened_at: int = 0
    counts_from: int = 0  # presses before it don't count: opened_at, or when a pause ended
    closes_at: int | None = None
    entry: Entry | None = None  # what a seat is choosing
    touched_at: int = 0  # the newest gesture of the seat that has the floor
    floor: int | None = None
    floor_at: int = 0
    floor_told: int = 0  # when the table said so: until then nobody could see it
    slaps_from: int = 0  # a slap before it was meant for another play, or one that was taken back
    shown_at: int = 0  # up to when lamps and sounds have followed what a press means
    correction: int | None = None  # cards that the claimant counts again
    slap: elements.Slap | None = None
    raced: elements.Raced | None = None
    pending: elements.Pending | None = None
    wanted: elements.Pause | None = None  # begins when no doubt from before can turn up
    undo: "Turns | None" = None

    @property
    def game(self) -> State:
        """The game as it stands."""
        return self.match.game

    @property
    def settled(self) -> bool:
        """True if no move is committed."""
        return self.pending is None

    @property
    def finish(self) -> Finish | None:
        """Result of the race, while the first press may still be a force."""
        return None if self.raced is None else self.raced.finish

    def entry_of(self, seat: int) -> Entry | None:
        """Entry of the choice of `seat`, or None at its beginning."""
        return self.entry if self.entry is not None and self.entry.seat == seat else None

    @property
    def mover(self) -> int | None:
        """The seat that made the newest move."""
        return getattr(self.match.moved, "seat", None)

    @property
    def moved_at(self) -> int:
        """Time of its registration."""
        return self.match.moved_at

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

    def opened(self, now: int, closes_at: int | None = None) -> "Turns":
        """The same with a doubt window that begins at `now`; presses count from then on."""
        return replace(self, opened_at=now, counts_from=now, closes_at=closes_at)

    def playing(self, match: elements.Match) -> Self:
        """Drop what was begun for another state."""
        return replace(self, match=match, entry=None, correction=None)

    def shifted(self, by: int, now: int) -> Self:
        """Windows wait; what was pressed meanwhile means nothing, and nothing is taken back."""
        return replace(
            _Played.shifted(self, by, now),
            opened_at=self.opened_at + by,
            counts_from=now,
            closes_at=None if self.closes_at is None else self.closes_at + by,
            wanted=None,
            undo=None,
        )


@dataclass(frozen=True, slots=True)
class _Interrupted(AnyTime):
    """The turns are interrupted: by a doubt, by a rule, or by `showing`, who shows the hand.

    `turns` are at rest and hold the game; they go on if the doubt is called off. `raced` is the
    race that made the doubter. `mistaken` are parties that can't hold and said: an accident.
    """

    turns: Turns = field(kw_only=True)
    raced: elements.Raced | None = None
    showing: int | None = None
    mistaken: tuple[int, ...] = ()

    @property
    def match(self) -> elements.Match:
        return self.turns.match

    @property
    def ruling(self) -> Ruling | None:
        return self.turns.ruling

    @property
    def finish(self) -> Finish | None:
        """Result of the race that made the doubter."""
        return None if self.raced is None else self.raced.finish

    def playing(self, match: elements.Match) -> Self:
        return replace(self, turns=self.turns.playing(match))

    def shifted(self, by: int, now: int) -> Self:
        return replace(self, since=self.since + by, turns=self.turns.shifted(by, now))


@dataclass(frozen=True, slots=True)
class Doubting(_Interrupted):
    """Somebody doubts: the photo finish is shown. `told`: everybody may know who was first."""

    name = elements.Stage.DOUBT
    told: bool = False

    def shifted(self, by: int, now: int) -> Self:
        """Start the untold part again."""
        waited = _Interrupted.shifted(self, by, now)
        return waited if self.told else replace(waited, since=now)

    @property
    def is_told(self) -> bool:
        """True if everybody may know who was first."""
        return self.told

    @property
    def doubted_at(self) -> int:
        """Time of the doubt's decision."""
        return self.since


@dataclass(frozen=True, slots=True)
class Revealing(_Interrupted):
    """The cards are turned up, and read by the camera or entered by hand.

    `doubted_at` is when the doubt was decided.
    """

    name = elements.Stage.REVEAL
    doubted_at: int = 0
    reading: Reading | None = None
    asked: elements.Asked | None = None
    by_hand: elements.ByHand | None = None

    @property
    def waits_since(self) -> int | None:
        """Time at which the camera began to ask."""
        return None if self.asked is None else self.asked.since

    def shifted(self, by: int, now: int) -> Self:
        """The camera's time waits as well, and the time to call the doubt off."""
        asked = self.asked and replace(self.asked, since=self.asked.since + by)
        waited = _Interrupted.shifted(self, by, now)
        return replace(waited, doubted_at=self.doubted_at + by, asked=asked)


@dataclass(frozen=True, slots=True)
class Verifying(_Interrupted):
    """A guess is doubted, and the printed card of its question is turned up to be verified.

    `card` is the one in sight since `shown_at`; None: none is, or there is no camera. `agreed` are
    seats that say that the question does not count, where that card is an older print.
    """

    name = elements.Stage.VERIFY
    doubted_at: int = 0
    card: CardCode | None = None
    shown_at: int = 0
    agreed: tuple[int, ...] = ()

    @property
    def waits_since(self) -> int:
        """Time since which the card has been in sight, or looked for."""
        return self.shown_at

    def shifted(self, by: int, now: int) -> Self:
        """The card is looked for anew."""
        waited = _Interrupted.shifted(self, by, now)
        return replace(waited, card=None, shown_at=now, agreed=())


@dataclass(frozen=True, slots=True)
class Judged(_Played):
    """A verdict is given: the loser takes the cards. `told`: everybody may know it."""

    name = elements.Stage.VERDICT
    told: bool = False
    ruling: Ruling = field(kw_only=True)
    told_at: int = 0  # since when (ns)
    extra: elements.Extra | None = None  # what somebody asked to see
    settled = True

    @property
    def is_told(self) -> bool:
        """True if everybody may know the verdict."""
        return self.told

    @property
    def finish(self) -> Finish | None:
        """Result of the race for the doubt that was judged."""
        return self.ruling.finish

    @property
    def reading(self) -> Reading | None:
        """The reading that the verdict rests on."""
        return self.ruling.reading

    def shifted(self, by: int, now: int) -> Self:
        """Turn the untold part up again: the press that goes on does not skip it."""
        if self.told:
            return replace(_Played.shifted(self, by, now), told_at=now)
        return replace(self, since=now, ruling=replace(self.ruling, at=now))


@dataclass(frozen=True, slots=True)
class Over(_Played):
    """The game is over. `closed_at` is when the window for the last cards ended, if that did it."""

    name = elements.Stage.OVER
    over = opens_menu = settled = True
    closed_at: int | None = None

    def shifted(self, by: int, now: int) -> Self:
        """Begin again: the hold that ends a pause deals nothing when it is let go."""
        return replace(_Played.shifted(self, by, now), since=now)


@dataclass(frozen=True, slots=True)
class TableMenu(AnyTime):
    """The table's menu is open: over `under`, which goes on when it is left.

    `trail` are the open pages, the newest last; that was opened at `since`. `steers` is the buzzer
    that counts, None before the first press; `touched_at` when anybody last did anything. `draft`
    is a name that is typed, `placed` are buzzers in clockwise order with their onsets, `told` is
    what has come of a job.
    """

    name = elements.Stage.MENU
    pauses = False
    ruling: ClassVar[None] = None
    under: Attract | Lobby | Over = Attract()
    trail: tuple[elements.OpenPage, ...] = (elements.OpenPage(elements.MenuPage.ROOT),)
    steers: int | None = None
    touched_at: int = 0
    draft: str = ""
    placed: tuple[tuple[int, int], ...] = ()
    told: Told | None = None

    @property
    def spot(self) -> elements.OpenPage:
        """The page that is open."""
        return self.trail[-1]

    @property
    def match(self) -> elements.Match | None:
        """The game that is over under it."""
        return self.under.match


Inner: TypeAlias = (
    Attract | Lobby | WhoDeals | Deal | Asking | Turns | Doubting | Revealing | Verifying | Judged
    | Over | TableMenu
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Around:
    """Something around `stage`, which goes on behind it."""

    over: ClassVar[bool] = False
    opens_menu: ClassVar[bool] = False
    waits_since: ClassVar[None] = None
    stage: "Inner | Disputed"

    @property
    def inner(self) -> Inner:
        return self.stage.inner

    @property
    def since(self) -> int:
        return self.stage.since

    @property
    def match(self) -> elements.Match | None:
        return self.stage.match

    def playing(self, match: elements.Match) -> Self:
        return replace(self, stage=self.stage.playing(match))

    def shifted(self, by: int, now: int) -> Self:
        return replace(self, stage=self.stage.shifted(by, now))


@dataclass(frozen=True, slots=True)
class Disputed(_Around):
    """The verdict of `stage` is disputed; `agreed` are the seats that say it is wrong."""

    stage: Judged
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside(_Around):
    """What people read, try or are asked in front of a `stage` in which nobody plays."""

    began: int

    @property
    def since(self) -> int:
        """Start of the shown stage: an earlier press was about something else."""
        return self.began


@dataclass(frozen=True, slots=True)
class Paused(_Around):
    """Time stands still in `stage` since `at`; meanwhile people set things right."""

    at: int
    pause: elements.Pause


AnyStage: TypeAlias = Inner | Disputed | Aside | Paused
"""Where an evening stands."""
