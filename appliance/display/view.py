"""Everything that a screen may know: a frozen View, and nothing behind it.

A screen draws a View and a frame time. All times are ns of the table's clock, so a screen
can tell how much of a window or a hold has gone by at its frame time.
"""

from dataclasses import dataclass
from enum import StrEnum

from appliance.effects import Rhythm
from appliance.rules.cards import Rank
from appliance.rules.game import Claim


class Screen(StrEnum):
    """Which screen is on; SCREENS has one file for each."""

    ATTRACT = "attract"  # nobody sits; "press a buzzer"
    LOBBY = "lobby"  # sit down
    DEAL = "deal"  # who deals, how many cards each
    GAME = "game"  # a seat plays; the newest play may be doubted
    DOUBT = "doubt"  # somebody slapped: photo finish
    REVEAL = "reveal"  # cards are turned up and read
    VERDICT = "verdict"  # truth or lie, and who takes
    OVER = "over"  # winner


class Role(StrEnum):
    """What a seat is, right now; at most one each, the first that fits in this order."""

    WINNER = "winner"
    TAKER = "taker"  # must pick the table up
    DOUBTER = "doubter"
    CLAIMANT = "claimant"
    TURN = "turn"
    READY = "ready"  # in the lobby: sits and is ready
    SEATED = "seated"
    EMPTY = "empty"  # in the lobby: nobody sits here yet


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat, clockwise. `buzzer` is its hardware place and gives its colour and number."""

    seat: int
    buzzer: int
    name: str
    role: Role
    rhythm: Rhythm
    cards: int = 0  # in hand
    heap: int = 0  # on the table in front of the seat (or its part of the pile)
    prompt: str = ""  # faces the seat: "tap once per card, hold to lock"
    counted: int = 0  # cards tapped so far
    hold: tuple[int, int] | None = None  # a hold began at, and commits at (ns)


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One line of the photo finish."""

    seat: int
    behind_us: int  # microseconds behind the first press
    doubter: bool = False
    tied: bool = False  # within the tie window of the first: the game's rule decided
    late: bool = False  # pressed after the window had closed; `behind_us` counts from its end


@dataclass(frozen=True, slots=True)
class CardView:
    """One card in the reveal box; `quad` corners (x, y) are 0 to 1 of the frame."""

    rank: Rank | None
    sure: float
    quad: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class View:
    """One moment at the table, ready to draw.

    `headline` and `detail` are finished sentences; screens lay out, they do not phrase.
    """

    screen: Screen
    title: str  # the ruleset's name
    headline: str
    detail: str = ""
    seats: tuple[SeatView, ...] = ()
    required: Rank | None = None  # the rank that the next play must claim
    claim: Claim | None = None  # the newest play
    pile: int = 0  # cards on the table
    heaps: bool = False  # True: cards lie in front of each seat; False: one pile in the middle
    window: tuple[int, int] | None = None  # a doubt window: opened at, closes at (ns)
    open: bool = False  # the newest play can be doubted now
    places: tuple[PlaceView, ...] = ()  # the photo finish, first press first
    cards: tuple[CardView, ...] = ()  # as read from the reveal box
    ask: str = ""  # why the camera can't tell yet
    verdict: bool | None = None  # True: truth
    takes: int | None = None  # the seat that takes the table
    winner: int | None = None
    camera: str = ""  # "camera on", "camera lost: ..."; "" while it is off
    paused: bool = False
    notice: str = ""  # one passing line: a refusal, a late press
