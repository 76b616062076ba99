"""Everything that a screen may know: a frozen View, pictures of its cards, and nothing behind them.

A screen draws a View and a frame time. All times are ns of the table's clock, so a screen can tell
the past part of a window or a hold at its frame time.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import TypeAlias, TypeVar

from appliance.display.quiet import pygame
from appliance.table import facts
from appliance.words import Words, words_of
from bluffing.cards import Trait
from bluffing.game import Claim

FrontT = TypeVar("FrontT")
PartT = TypeVar("PartT")

SeatView: TypeAlias = facts.SeatFacts
RingView: TypeAlias = facts.RingFacts
SteppingView: TypeAlias = facts.SteppingFacts
Asks: TypeAlias = facts.Asks
"""Content of a seat, its choices or steps, and their topic."""


class Screen(StrEnum):
    """The current screen; SCREENS has one file for each."""

    ATTRACT = "attract"  # no player sits; "press a buzzer"
    LOBBY = "lobby"  # sit down
    DEAL = "deal"  # who deals, how many cards each
    GAME = "game"  # a seat plays; the newest play may be doubted
    QUESTION = "question"  # a question is drawn, guessed at, doubted
    DOUBT = "doubt"  # a player slapped: photo finish
    REVEAL = "reveal"  # cards are turned up and read
    VERIFY = "verify"  # the printed card of a question is turned up
    VERDICT = "verdict"  # truth or lie, and who takes
    ANSWER = "answer"  # the same for a guess: the answer, and who loses points
    HOW_TO = "howto"  # a page of how to play
    PRACTICE = "practice"  # a round with pretend cards
    SURVEY = "survey"  # people vote on a question of their own
    MENU = "menu"  # the table's menu: settings, names, places
    FAULT = "fault"  # the table can't go on: why, and what to do
    OVER = "over"  # who has won or lost, and how the others stand


@dataclass(frozen=True, slots=True)
class SoughtView:
    """Cards that go face up into the box: their number, and the claimed or requested rank."""

    count: int
    label: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class StandingView:
    """One line at the end: `place` is "1st" or empty, `amount` the length of its bar."""

    seat: int
    place: str
    amount: int
    words: str


@dataclass(frozen=True, slots=True)
class RulesView:
    """All rules: pages of these lines turn by themselves from `since` (ns) on."""

    lines: tuple[str, ...]
    since: int


class Plug(StrEnum):
    """The plug, or the part of the machine, that a notice is about."""

    POWER = "power"
    USB = "usb"  # of a touch screen, a keyboard
    BUZZERS = "buzzers"
    HUB = "hub"  # all buzzers and lamps are at it
    LAMPS = "lamps"
    SCALE = "scale"
    CARD = "card"
    SCREEN = "screen"
    SOUND = "sound"
    CAMERA = "camera"
    HEAT = "heat"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class FaultView:
    """The fault that stops the table: a code to look up, its cause, and the remedy.

    `picture` has the same and more for a telephone: the rows of a QR code, or nothing. `plug` is
    the part to look at, if it is about one.
    """

    code: str
    what: str
    todo: str
    picture: tuple[tuple[bool, ...], ...] = ()
    plug: Plug | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The table itself: `places`, one a buzzer, taken or free, and the felt of the game.

    Without a number of places there are as many as seats. `felt` is the game's place in RULESETS.
    """

    places: int = 0
    felt: int = 0


@dataclass(frozen=True, slots=True)
class PlayView:
    """The cards on the table, the newest play, and the next possible claims."""

    claim: Claim | None = None  # the newest play
    wild: tuple[Trait, ...] = ()  # other ranks that pass for the claimed one
    pile: int = 0  # cards on the table
    laden: int | None = None  # the seat that took the pile, until the next play
    beside: str = ""  # where the other cards are: "12 in the stock, 5 out of the game"
    heaps: bool = False  # True: cards lie in front of each seat; False: one pile in the middle
    required: Trait | None = None  # the rank that the next play must claim
    allowed: tuple[Trait, ...] = ()  # those that it may claim, where it is free but not quite
    window: tuple[int, int] | None = None  # a doubt window: opened at, closes at (ns)
    open: bool = False  # the newest play can be doubted now


@dataclass(frozen=True, slots=True)
class BoxView:
    """The reveal box: its current and its expected cards, and the camera over it.

    `camera` is "camera on", or the reason for its absence; empty while it is off.
    """

    cards: tuple[facts.CardFacts, ...] = ()  # as read there, or entered by hand
    sought: SoughtView | None = None  # what is to be turned up
    ask: str = ""  # why the camera can't tell yet
    asks_at: tuple[tuple[float, float], ...] = ()  # the place it asks about, as a card's `quad`
    camera: str = ""
    lanes: int = 0  # of the mat, for one card each
    lost: bool = False  # there is no camera any more


@dataclass(frozen=True, slots=True)
class FinishView:
    """A photo finish, first press first, and the gap that still counts as a tie."""

    places: tuple[facts.PressFacts, ...] = ()
    tie_ms: int = 0


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A verdict: True is truth, and `word` the same in a word or two.

    `takes` is the seat that takes the table, or loses points. `hint` names another possible action:
    "Wrong? Hold 2.5 s".
    """

    truth: bool
    word: str
    takes: int | None = None
    disputed: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class CatchView:
    """The best catch of a game: a false claim, its `doubter`, and the cards that were turned up.

    `sentence` says it, and `word` is the verdict. Without `ranks` no card was turned up.
    """

    claim: Claim
    doubter: int
    ranks: tuple[Trait, ...]
    sentence: str
    word: str


@dataclass(frozen=True, slots=True)
class EndView:
    """The end of a game: the standings, best first, winner or loser, and a `tale` in sentences."""

    standings: tuple[StandingView, ...]
    winner: int | None = None
    tied: tuple[int, ...] = ()
    loser: int | None = None
    tale: tuple[str, ...] = ()
    catch: CatchView | None = None


@dataclass(frozen=True, slots=True)
class ShowView:
    """Progress of the show of a decision; see `show.staged`."""

    began: int | None = None  # when what is shown began (ns); None: nothing of it is new
    skipped: int | None = None  # when a press since then asked to see the end (ns)
    told: bool = True  # the table has told what was decided
    suspense: bool = False  # it has not, so the screen does not show it
    hosted: bool = False  # Otto is in his box


@dataclass(frozen=True, slots=True)
class NoticeView:
    """One passing line: a refusal, a late press, or else a line of the host."""

    text: str = ""
    at: int | None = None  # it answers a press, or the host speaks, at this moment (ns)
    plug: Plug | None = None  # the part that it is about
    by_host: bool = False

    @property
    def pressed(self) -> int | None:
        """Time of the press that the notice answers (ns)."""
        return None if self.by_host else self.at


@dataclass(frozen=True, slots=True)
class IdleView:
    """An idle table: all wait for the seat on turn, and at last they sleep.

    `moments` are the best of the game, in sentences, which a curtain shows while they sleep.
    """

    asleep: bool = False
    moments: tuple[str, ...] = ()


NO_GUESS = facts.GuessFacts()


@dataclass(frozen=True, slots=True)
class View:
    """One moment at the table, ready to draw.

    `headline` and `detail` are finished sentences; screens lay out, they do not phrase. They take
    their constant texts (captions, names of roles) from the same `words`.
    """

    screen: Screen
    title: str  # the ruleset's name
    headline: str
    detail: str = ""
    seats: tuple[facts.SeatFacts, ...] = ()
    table: TableView = TableView()
    play: PlayView = PlayView()
    guess: facts.GuessFacts = NO_GUESS
    box: BoxView = BoxView()
    finish: FinishView = FinishView()
    verdict: VerdictView | None = None
    end: EndView | None = None
    show: ShowView = ShowView()
    limit: tuple[int, int] | None = None  # a time that runs out (ns), beside a doubt window
    front: facts.AsideFacts | facts.MenuFacts | FaultView | None = None  # before all of that
    opens_menu: str | None = None  # how a buzzer opens the menu; "": by touch alone; None: not now
    rules: RulesView | None = None  # all rules, to be read in a pause
    notice: NoticeView = NoticeView()
    idle: IdleView | None = None
    words: Words = field(default_factory=partial(words_of, "en"))  # the language of it all

    @property
    def ring(self) -> tuple[facts.SeatFacts, facts.RingFacts] | None:
        """Seat and ring of the one seat that chooses, or None."""
        rings = [(seat, seat.ring) for seat in self.seats if seat.ring is not None]
        return rings[0] if len(rings) == 1 else None

    @property
    def paused(self) -> bool:
        """True in a pause."""
        return self.rules is not None

    @property
    def menu(self) -> facts.MenuFacts | None:
        """The table's menu, if it is open."""
        return self._in_front(facts.MenuFacts)

    def in_front(self, kind: type[FrontT]) -> FrontT:
        """Return the facts of that `kind` in front of the stage, on a screen of their own."""
        front = self._in_front(kind)
        if front is None:
            raise TypeError(f"{self.screen} shows no {kind.__name__}")
        return front

    def _in_front(self, kind: type[FrontT]) -> FrontT | None:
        return self.front if isinstance(self.front, kind) else None


def require(part: PartT | None) -> PartT:
    """Return a part of a View that its screen can't do without."""
    if part is None:
        raise TypeError("a screen lacks the part of the View that it shows")
    return part


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Pictures of a View's cards: the whole reveal box, and each card cut out, upright.

    `crops` come in the order of the View's `cards`. Two are the same only if they are one object.
    """

    whole: pygame.Surface
    crops: tuple[pygame.Surface, ...]
