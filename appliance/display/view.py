"""Everything that a screen may know: a frozen View, pictures of its cards, and nothing behind them.

A screen draws a View and a frame time. All times are ns of the table's clock, so a screen
can tell how much of a window or a hold has gone by at its frame time.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import TypeAlias, TypeVar

from appliance.display.quiet import pygame
from appliance.table import facts
from appliance.words import Words, words_of
from bluffing.actions import Guess
from bluffing.cards import Rank
from bluffing.game import Claim

AsideT = TypeVar("AsideT", bound=facts.AsideFacts)

SeatView: TypeAlias = facts.SeatFacts
RingView: TypeAlias = facts.RingFacts
SteppingView: TypeAlias = facts.SteppingFacts
Asks: TypeAlias = facts.Asks
"""What stands at a seat, what it chooses or steps through there, and what that is about."""


class Screen(StrEnum):
    """Which screen is on; SCREENS has one file for each."""

    ATTRACT = "attract"  # nobody sits; "press a buzzer"
    LOBBY = "lobby"  # sit down
    DEAL = "deal"  # who deals, how many cards each
    GAME = "game"  # a seat plays; the newest play may be doubted
    QUESTION = "question"  # a question is drawn, guessed at, doubted
    DOUBT = "doubt"  # somebody slapped: photo finish
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
    """What goes face up into the box: how many cards, and what they are said or asked to be."""

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
    USB = "usb"  # of buzzers, lamps, a touch screen, a keyboard
    CARD = "card"
    SCREEN = "screen"
    SOUND = "sound"
    CAMERA = "camera"
    HEAT = "heat"
    CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class FaultView:
    """Why the table can't go on: a code to look up, what happened, and what to do.

    `picture` has the same and more for a telephone: the rows of a QR code, or nothing.
    """

    code: str
    what: str
    todo: str
    picture: tuple[tuple[bool, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """One moment at the table, ready to draw.

    `headline` and `detail` are finished sentences; screens lay out, they do not phrase. What stands
    on a screen whatever happens (captions, names of roles) they take from the same `words`.
    """

    screen: Screen
    title: str  # the ruleset's name
    headline: str
    detail: str = ""
    seats: tuple[facts.SeatFacts, ...] = ()
    places_at_table: int = 0  # one a buzzer, taken or free; 0: as many as there are seats
    required: Rank | None = None  # the rank that the next play must claim
    allowed: tuple[Rank, ...] = ()  # those that it may claim, where it is free but not quite
    felt: int = 0  # the felt of the game: a place in the theme's FELTS
    claim: Claim | None = None  # the newest play
    wild: tuple[Rank, ...] = ()  # other ranks that pass for the claimed one
    pile: int = 0  # cards on the table
    laden: int | None = None  # the seat that took the pile, until the next play
    beside: str = ""  # where the other cards are: "12 in the stock, 5 out of the game"
    heaps: bool = False  # True: cards lie in front of each seat; False: one pile in the middle
    began: int | None = None  # when what is shown began (ns); None: nothing of it is new
    skipped: int | None = None  # when a press since then asked to see the end of the show (ns)
    told: bool = True  # the table has told what was decided
    suspense: bool = False  # in the show: it has not, so it is not shown; see `show.staged`
    window: tuple[int, int] | None = None  # a doubt window: opened at, closes at (ns)
    open: bool = False  # the newest play can be doubted now
    limit: tuple[int, int] | None = None  # any other time that runs out (ns)
    tie_ms: int = 0  # how close to the first press is a tie
    places: tuple[facts.PressFacts, ...] = ()  # the photo finish, first press first
    cards: tuple[facts.CardFacts, ...] = ()  # as read from the reveal box, or entered by hand
    sought: SoughtView | None = None  # what is to be turned up
    ask: str = ""  # why the camera can't tell yet
    asks_at: tuple[tuple[float, float], ...] = ()  # the place it asks about, as a card's `quad`
    verdict: bool | None = None  # True: truth
    word: str = ""  # the verdict in a word or two
    disputed: bool = False
    hint: str = ""  # what else can be done: "Wrong? Hold 2.5 s"
    takes: int | None = None  # the seat that takes the table, or loses points
    question: facts.QuestionFacts | None = None
    bid: Guess | None = None  # the newest guess
    highest_wager: int = 0  # of the question so far
    sudden_death: bool = False
    winner: int | None = None
    tied: tuple[int, ...] = ()
    loser: int | None = None
    standings: tuple[StandingView, ...] = ()  # best first
    tale: tuple[str, ...] = ()  # at the end: sentences about the game that was played
    menu: facts.MenuFacts | None = None  # the table's menu, where it is open
    has_menu: bool = False  # the table's menu can be opened, by touch at least
    opens_menu: str = ""  # how a buzzer opens it, where one can
    rules: RulesView | None = None  # all rules, where there is time to read
    front: facts.AsideFacts | None = None  # what people read or are asked: its facts
    fault: FaultView | None = None  # what stops the table
    camera: str = ""  # "camera on", "camera lost: ..."; "" while it is off
    camera_lost: bool = False
    paused: bool = False
    notice: str = ""  # one passing line: a refusal, a late press
    notice_at: int | None = None  # it answers a press of this moment (ns)
    plug: Plug | None = None  # what the notice is about, where that is a part
    words: Words = field(default_factory=partial(words_of, "en"))  # the language of it all

    @property
    def ring(self) -> tuple[facts.SeatFacts, facts.RingFacts] | None:
        """Seat and ring of the one seat that chooses, or None."""
        found = [(seat, seat.ring) for seat in self.seats if seat.ring is not None]
        return found[0] if len(found) == 1 else None

    def in_front(self, kind: type[AsideT]) -> AsideT:
        """Return what is in front of the stage: facts of that `kind`, on a screen of their own."""
        if not isinstance(self.front, kind):
            raise TypeError(f"a screen {self.screen} shows no {kind.__name__}")
        return self.front


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the camera saw of a View's cards: the whole reveal box, and each card cut out, upright.

    `crops` come in the order of the View's `cards`. Two are the same only if they are one object.
    """

    whole: pygame.Surface
    crops: tuple[pygame.Surface, ...]
