"""What everybody at a table may know of it: frozen values, without a word of any language.

`Facts` is the common part, and `Facts.about` says what is particular to the stage. All times are
ns of the table's clock.
"""

from dataclasses import dataclass

from appliance.core.effects import Rhythm
from appliance.core.question import Kind, Survey
from appliance.core.reading import Quad, Reading
from appliance.core.signals import NEVER
from appliance.presses.gestures import GestureKind
from appliance.presses.grammar import Grammar
from appliance.table.answers import AsideFacts, RingFacts
from appliance.table.codes import Health, Prompt, Role, Tag
from appliance.table.elements import (
    Basis,
    ByHand,
    Count,
    Extra,
    Outcome,
    Pause,
    PrintedAnswer,
    Stage,
    Stop,
)
from appliance.table.facts.menus import MenuFacts
from appliance.table.facts.moves import Moves, Offered
from appliance.table.judge import Sought
from appliance.table.menu import Entry
from appliance.table.offers import Asks
from appliance.table.state import TableSettings
from appliance.table.verdict import Parties
from bluffing.actions import Guess, Pick
from bluffing.cards import Card, Rank
from bluffing.game import Claim, Ruleset, State
from bluffing.message import Message, Spoken
from bluffing.rulesets import RULESETS


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What a finger may take for a seat: so many taps and a hold of its button would do the same.

    Without a label it is what the seat's prompt says.
    """

    label: Spoken
    taps: int


@dataclass(frozen=True, slots=True)
class SteppingFacts:
    """What a seat steps through that can't tap and hold: `labels`, each with what it `makes`.

    `asks` is what its button would do without that. `lit` is what a press takes, or rest; a scan
    goes on from there at `until` (ns). `about` is what the choice is of.
    """

    grammar: Grammar
    asks: Prompt | None
    about: Asks
    labels: tuple[Spoken, ...]
    makes: tuple[tuple[GestureKind, ...], ...]
    lit: int | None = None
    until: int = NEVER


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat, clockwise; before a game one buzzer.

    `tag` is a number where the seat is out: its place, from 1. `option` is what a hold takes now,
    or several that it leads to, for a prompt that speaks of it.
    """

    seat: int
    buzzer: int
    place: int  # of its buzzer: its position clockwise among all that are wired
    name: str  # "" where nobody sits
    role: Role
    rhythm: Rhythm
    tag: Tag | int | None = None
    cards: int = 0  # in hand
    points: int | None = None
    heap: int = 0  # cards on the table in front of it
    prompt: Prompt | None = None
    option: tuple[Spoken, ...] = ()
    entering: Count | None = None  # the number that it enters, in a pause
    counted: int = 0  # cards tapped so far
    hold: tuple[int, int] | None = None  # a hold began at, and commits at
    ring: RingFacts | None = None
    keys: tuple[KeyFacts, ...] = ()
    health: Health | None = None  # of its buzzer: in the lobby; in a game only bad news
    bounced: int = 0  # how long (ns) that bounced at most
    pressed: int | None = None  # when its newest press began, as long as that is remembered
    reply: Message | None = None  # why nothing came of a press just now
    avatar: str = ""  # the sign that who sits there has chosen, if any
    stepping: SteppingFacts | None = None  # of a seat that steps through its choices


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
class AskingFacts:
    """A question is drawn."""

    chooses: bool  # the starter chooses its kind
    cursor: int = 0  # of the kinds
    request: int | None = None  # one was asked for, under this number
    failed: Message | None = None  # why none comes


@dataclass(frozen=True, slots=True)
class TurnsFacts:
    """A seat moves, or the newest play may be doubted."""

    moves: Moves
    on_turn: int | None  # the seat whose gestures are a turn
    open: bool  # the newest play can be doubted now, by whoever may
    race: bool  # anybody may doubt it: the first press decides
    asks: bool  # the screen asks everybody to
    slaps: frozenset[int]  # the seats whose press is a doubt right now
    free: frozenset[int]  # the seats whose press is their turn right now
    doubter: int | None  # was first; a hold may still make the doubt a force
    covers_from: int  # before it nothing may cover the newest play
    mover: int | None  # who made the newest move
    moved_at: int
    laid_at: int | None  # the same, where that move was the play that is claimed
    takes_back: int | None  # the seat whose tap takes it back now
    pending: bool  # a move is committed and not yet registered
    correction: int | None  # cards that the claimant has counted again
    automatic: Pick | None  # the one seat that can be picked will be, without a press
    entry: Entry | None  # how far a seat's choice has come
    asked: Offered | None  # what the seat on turn is asked, if its presses are no doubts
    more_time: tuple[int, ...] = ()  # the seats for which the doubt window is longer

    @property
    def idle(self) -> bool:
        """True if nothing is committed, slapped or counted again: the seat on turn may choose."""
        return not self.pending and self.doubter is None and self.correction is None


@dataclass(frozen=True, slots=True)
class DoubtingFacts:
    """Somebody doubts: the photo finish. `tie_ms` is how wide a tie is."""

    sought: Sought | None
    parties: Parties | None
    tie_ms: int
    withdraws: bool  # both parties may call the doubt off now


@dataclass(frozen=True, slots=True)
class RevealingFacts:
    """Cards are turned up and read, or entered by hand: `stops` are the places of the ring."""

    request: int
    sought: Sought | None
    parties: Parties | None
    neutrals: tuple[int, ...]
    ask: Message | None  # why the camera can't tell yet
    asks_at: Quad  # the place that it asks about, as a card's `quad`
    by_hand: ByHand | None
    stops: tuple[Stop, ...]
    withdraws: bool


@dataclass(frozen=True, slots=True)
class VerifyingFacts:
    """A question's printed card is asked for, which is called `name`.

    `other` is what another card is called that lies there. Where an older print would judge the
    guess otherwise, `printed` is the answer on it and `percent` the table's: people are asked
    whether the question counts, and `agreed` say that it does not.
    """

    request: int
    parties: Parties
    neutrals: tuple[int, ...]
    name: str
    other: str | None = None
    printed: float | None = None
    percent: float | None = None
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedFacts:
    """A verdict. `agreed` are those who say so far that it is wrong; None: it is not disputed."""

    event: Outcome
    given_at: int  # a dispute shows it anew, and does not give it
    truth: bool  # whether the seat that it is about was right
    parties: Parties
    basis: Basis
    overruled: bool  # this one stands in the place of another
    final: bool  # it can't be disputed, or can't any more
    partly_read: bool  # some cards made the lie certain
    loser: int | None  # who takes the cards or loses points
    lost_points: int | None
    disputable: bool  # now
    agreed: tuple[int, ...] | None
    neutrals: tuple[int, ...]  # who could say so beside the parties
    checked: PrintedAnswer | None = None  # what the printed card of the question said
    extra: Extra | None = None  # what is shown on request
    next_extra: Extra | None = None  # what a tap shows next; None: the verdict, or nothing
    chance: float | None = None  # that the claim was true, 0 to 1, where somebody asked for it
    tie_ms: int = 0  # how wide a tie was
    too_often: tuple[Card, ...] = ()  # cards of which more were read than the deck has


@dataclass(frozen=True, slots=True)
class StandingFacts:
    """One line at the end of a game: `role` where a seat has no place of its own."""

    seat: int
    place: int | None
    role: Role | None
    cards: int
    points: int | None = None
    pays: int = 0
    chips: int | None = None  # won and paid over the evening, where points are paid


@dataclass(frozen=True, slots=True)
class DoubtedFacts:
    """The seat that was doubted most often in a game, and how often it was right."""

    seat: int
    times: int
    truths: int


@dataclass(frozen=True, slots=True)
class TakenFacts:
    """The largest pile of a game, and the seat that took it."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class OverFacts:
    """The end of a game: who has won or lost, and what was paid."""

    void: bool
    paid: tuple[int, ...] | None
    standings: tuple[StandingFacts, ...]  # best first
    reads: bool = False  # a tap opens how to play now
    most_doubted: DoubtedFacts | None = None
    largest_pile: TakenFacts | None = None


About = (  # None before the deal: see `Facts.seats` and `Facts.dealer`
    AskingFacts | TurnsFacts | DoubtingFacts | RevealingFacts | VerifyingFacts | JudgedFacts
    | OverFacts | MenuFacts | None
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Facts:
    """One moment at the table. `game` is what the rules know, which is no hand of anybody's."""

    settings: TableSettings
    stage: Stage
    since: int
    pressed_at: int | None  # the first newest press of a button since then
    names: tuple[str, ...]
    seats: tuple[SeatFacts, ...]
    about: About
    game: State | None = None
    dealer: int | None = None
    games: int = 0  # finished this evening
    told: bool = True  # everybody may know what is decided: a verdict, or who doubts
    asks_questions: bool = False  # the game is one of guesses and wagers
    claim: Claim | None = None  # the newest play; during a verdict the one that it is about
    pile: int = 0  # cards on the table; during a verdict those that are taken from it
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
    def playing(self) -> State:
        """The game; only from the deal on."""
        assert self.game is not None, "no game has been dealt"
        return self.game
