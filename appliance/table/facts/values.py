"""What everybody at a table may know of it: frozen values, without a word of any language.

`Facts` is the common part, and `Facts.about` says what is particular to the stage. All times are
ns of the table's clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from appliance.core.effects import Rhythm
from appliance.core.question import Kind
from appliance.core.reading import Quad, Reading
from appliance.message import Message, Spoken
from appliance.rules import RULESETS
from appliance.rules.actions import Guess, Pick
from appliance.rules.cards import Rank
from appliance.rules.game import Claim, Ruleset, State
from appliance.table.elements import Basis, ByHand, Count, Outcome, Pause, Stage, Stop
from appliance.table.facts.codes import Health, Prompt, Role, Tag
from appliance.table.facts.moves import Moves, Offered
from appliance.table.judge import Sought
from appliance.table.menu import Entry, RingFacts
from appliance.table.state import TableSettings
from appliance.table.verdict import Parties


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What a finger may take for a seat: so many taps and a hold of its button would do the same.

    Without a label it is what the seat's prompt says.
    """

    label: Spoken
    taps: int


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat, clockwise; before a game one buzzer.

    `tag` is a number where the seat is out: its place, from 1. `option` is what a hold takes now,
    or several that it leads to, for a prompt that speaks of it.
    """

    seat: int
    buzzer: int
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
    health: Health | None = None  # of its buzzer, in the lobby
    bounced: int = 0  # how long (ns) that bounced at most


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
    """A question. `percent` and where it comes from are there only once the answer is turned up."""

    id: str
    kind: Kind
    text: str
    percent: float | None = None
    source: str = ""
    date: str = ""
    note: str = ""


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
    open: bool  # the newest play can be doubted now
    race: bool  # anybody may doubt it: the first press decides
    slaps: frozenset[int]  # the seats whose press is a doubt right now
    free: frozenset[int]  # the seats whose press is their turn right now
    doubter: int | None  # was first; a hold may still make the doubt a force
    turn_free_at: int  # when the presses of a seat that may move stop being doubts
    turn_from: Mapping[int, int]  # by seat that may move: from when on its presses are its turn;
    # empty while the game is paused
    mover: int | None  # who made the newest move
    moved_at: int
    kept: bool  # the newest move may be taken back still
    takes_back: int | None  # the seat whose tap takes it back now
    pending: bool  # a move is committed and not yet registered
    floor: int | None  # the seat that was first to press, where several may move
    correction: int | None  # cards that the claimant has counted again
    automatic: Pick | None  # the one seat that can be picked will be, without a press
    entry: Entry | None  # how far a seat's choice has come
    announced: Rank | None  # the rank that was claimed last
    asked: Offered | None  # what the seat on turn is asked, if its presses are no doubts
    may_redeal: bool

    @property
    def idle(self) -> bool:
        """Whether nothing is committed, slapped or counted again: whose turn it is may choose."""
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
class JudgedFacts:
    """A verdict. `agreed` are those who say so far that it is wrong; None: it is not disputed."""

    event: Outcome
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


@dataclass(frozen=True, slots=True)
class StandingFacts:
    """One line at the end of a game: `role` where a seat has no place of its own."""

    seat: int
    place: int | None
    role: Role | None
    cards: int
    points: int | None = None
    pays: int = 0


@dataclass(frozen=True, slots=True)
class OverFacts:
    """The end of a game: who has won or lost, and what was paid."""

    void: bool
    paid: tuple[int, ...] | None
    standings: tuple[StandingFacts, ...]  # best first


About = (
    AskingFacts
    | TurnsFacts
    | DoubtingFacts
    | RevealingFacts
    | JudgedFacts
    | OverFacts
    | None  # nobody has dealt yet: see `Facts.seats` and `Facts.dealer`
)


@dataclass(frozen=True, slots=True)
class Facts:
    """One moment at the table. `game` is what the rules know, which is no hand of anybody's."""

    settings: TableSettings
    stage: Stage
    since: int
    names: tuple[str, ...]
    seats: tuple[SeatFacts, ...]
    about: About
    game: State | None = None
    dealer: int | None = None
    games: int = 0  # finished this evening
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
    disputable_until: int | None = None  # of the newest verdict, if nothing happens since
    paused_at: int | None = None
    pause: Pause | None = None  # also while it is only wished for
    notice: Message | None = None
    camera_lost: Message | None = None
    buzzers_lost: Message | None = None

    @property
    def ruleset(self) -> "Ruleset[State]":
        """The rules of the game that is played here."""
        return RULESETS[self.settings.ruleset]

    @property
    def playing(self) -> State:
        """The game; only from the deal on."""
        assert self.game is not None, "no game has been dealt"
        return self.game
