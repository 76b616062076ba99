"""What stages are made of: small frozen values, each of which means something in one place."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from appliance.core.question import Kind, Question
from appliance.core.reading import Ask
from appliance.core.signals import Wish
from appliance.presses.arbiter import Finish, Race
from appliance.presses.gestures import GestureKind
from bluffing.actions import Action, Doubt, Force, Settle
from bluffing.cards import Rank
from bluffing.events import Answered, Event, Produced, Shown, Verdict
from bluffing.game import Setup, State
from bluffing.message import Message, Spoken


class Stage(StrEnum):
    """The name of a stage: which part of an evening the table is in."""

    ATTRACT = "attract"
    LOBBY = "lobby"
    DEAL = "deal"
    QUESTION = "question"  # a question is drawn, of the kind that the starter chooses
    PLAY = "play"
    DOUBT = "doubt"  # the photo finish is shown
    REVEAL = "reveal"  # the cards are turned up and read
    VERIFY = "verify"  # the printed card of a question is turned up and compared
    VERDICT = "verdict"  # the loser takes the cards
    OVER = "over"
    MENU = "menu"  # the table's menu is open


class LobbyChoice(StrEnum):
    """A choice of a player who sits in the lobby: a tap goes on to the next, a hold takes it."""

    READY = "ready"
    NAME = "name"
    LEARN = "learn"
    NAMING = "naming"  # behind NAME: a tap takes the next name, and who holds is ready


@dataclass(frozen=True, slots=True)
class LobbyRing:
    """The ring of `buzzer` came to `choice` at `at` (ns)."""

    buzzer: int
    choice: LobbyChoice
    at: int


@dataclass(frozen=True, slots=True)
class Match:
    """One game under way, and what of it outlives a stage.

    `announced` is the rank that was claimed last, `happened` the events of the newest action.
    `moved` is the newest move, registered at `moved_at`, ns.
    `question` is the newest that was drawn, with the answer that only a doubt turns up;
    `question_of` is its number in the game. `tale` are the verdicts of the game as they stand, each
    with what was taken by it. `amended` is what people have set right, if nothing came after it.
    Play began at `began` (ns; what was paused does not count) and had so many `moves`.
    `game` is what the rules made of `setup` (None: a story began in the middle) and `actions`;
    these follow from the steps, so no digest need cover them.
    """

    game: State
    announced: Rank | None = None
    happened: tuple[Event, ...] = ()
    moved: Action | None = None
    moved_at: int = 0
    question: Question | None = None
    question_of: int | None = None
    tale: tuple[Event, ...] = ()
    amended: "Amendment | None" = None
    began: int = 0
    moves: int = 0
    setup: Setup | None = field(default=None, repr=False)
    actions: tuple[Action, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Amendment:
    """A game was voided or corrected at `at` (ns), in a pause; `match` is how it was before.

    Until `until` a long hold disputes it.
    """

    at: int
    until: int
    match: Match


Outcome: TypeAlias = Verdict | Produced | Answered | Shown
"""What a doubt came to."""


class Basis(StrEnum):
    """What a verdict rests on."""

    CAMERA = "camera"
    PARTIES = "parties"  # both agreed
    NEUTRALS = "neutrals"  # more than half of the other seats agreed
    HOST = "host"  # entered by touch
    BANK = "bank"  # the answer that the question came with


class Extra(StrEnum):
    """What a verdict shows on request, beside what it is."""

    CHANCE = "chance"  # how likely the claim was by what everybody could know
    PHOTO_FINISH = "photo-finish"  # once more


@dataclass(frozen=True, slots=True)
class PrintedAnswer:
    """What the printed card of a question said: its answer in `percent`; None: it was not read.

    `agrees`: that is the answer that the question came with, and which counts.
    """

    percent: float | None = None
    agrees: bool = False


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
class Asked:
    """What the camera asks people to do, since `since`."""

    ask: Ask
    since: int


Stop: TypeAlias = Rank | Settle | None
"""Where the ring stops: at a rank, at how the doubt is settled, None: these are all.

Of a ring that asks for the word alone, None opens the ring of ranks.
"""


@dataclass(frozen=True, slots=True)
class ByHand:
    """What the doubter says with the button where the camera can't tell: a word, or the cards."""

    stop: Stop  # where the ring stands
    ranks: tuple[Rank, ...] = ()
    done: bool = False  # the claimant (or the others) are asked to agree to `ranks` or to `stop`
    agreed: tuple[int, ...] = ()  # neutral seats that have agreed
    word: bool = False  # the doubter is asked for one word: a lie, or the truth


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


@dataclass(frozen=True, slots=True)
class Unheard:
    """A press at `at` (ns) of which nothing came; `kind` is how far it went."""

    kind: GestureKind
    at: int


@dataclass(frozen=True, slots=True)
class Way:
    """What a seat can take that steps through its choices: the gestures that say the same.

    Where no gesture of its button says it, a `wish` does.
    """

    label: Spoken
    makes: tuple[GestureKind, ...] = ()
    wish: Wish | None = None


class Steps(StrEnum):
    """How a seat that steps through its choices comes to them."""

    QUIET = "quiet"  # it is asked nothing: a first press shows what it may do all the same
    ASKED = "asked"
    AT_ONCE = "at once"  # there is one thing to do, and no time to lose: a press does it


@dataclass(frozen=True, slots=True)
class Stepping:
    """Where a seat stands that steps through its choices: these `ways`, offered since `since` (ns).

    `place` is the way that was lit at `at` (ns), from which a scan goes on by itself; None: nothing
    is lit. It was `taken` by a press of that time, which counts once no earlier edge can come.
    """

    steps: Steps
    ways: tuple[Way, ...]
    since: int
    place: int | None = None
    at: int = 0
    taken: int | None = None


class MenuPage(StrEnum):
    """The pages of the table's menu; `OpenPage.of` says what a page is about."""

    ROOT = "root"
    GAME = "game"
    HOME = "home"  # a question of the wizard, or the game at its end: of the answers so far
    SAVED = "saved"  # the house's own games
    SAVED_GAME = "saved-game"  # of its name
    TITLE = "title"  # groups of letters for the name of a game: of a way, or of a saved game
    OPTIONS = "options"  # of the game that is chosen
    SURVEYS = "surveys"  # what people may ask themselves
    CHOICES = "choices"  # what a setting may be: of its key
    PEOPLE = "people"
    NAMES = "names"
    LETTERS = "letters"  # of the place of a name: groups of letters
    GROUP = "group"  # of these letters
    AVATARS = "avatars"  # of the place of a name: the signs that one may have
    BUZZERS = "buzzers"  # whose way to press is changed
    BUZZER = "buzzer"  # how this one is pressed, and what else is particular to it
    PLACES = "places"  # press in clockwise order
    ROOM = "room"  # screen and sound
    SERVICE = "service"
    JOB = "job"  # of a Task: what has come of it
    SHUT_DOWN = "shut-down"  # really?


@dataclass(frozen=True, slots=True)
class OpenPage:
    """A page of the table's menu that is open, and the row that a hold takes there."""

    page: MenuPage
    cursor: int = 0
    of: str = ""


class Item(StrEnum):
    """What the seat that paused may choose."""

    GO_ON = "go on"
    MOVE = "move a card"
    RECOUNT = "count again"
    LEAVE = "I leave"
    REDEAL = "deal again"
    DISCARD = "another question"
    FLAG = "a wrong question"
    VOID = "end without a winner"
    UNDO = "as it was before"
    PRESS_FOR = "press for a stuck buzzer as well"
    EACH_OWN = "each for its own seat again"


@dataclass(frozen=True, slots=True)
class Count:
    """A number that `seat` enters, tens first: its hand, or the table's cards (`pile`)."""

    seat: int
    pile: bool
    cursor: int
    start: int  # the number as the table has it
    tens: int | None = None
    number: int | None = None

    @property
    def digits(self) -> int:
        """Number of digits that the cursor goes round: tens to well over the expected number."""
        return max(10, self.start // 10 + 3) if self.tens is None else 10


@dataclass(frozen=True, slots=True)
class Pause:
    """What people set right while the game is paused; presses before `since` mean nothing.

    `item` None: `seat` goes round the items with `cursor`; without a seat whoever taps first does.
    With `ready` others are asked to agree, to `action` where the item is one: `agreed` have, and
    `declined` don't.
    """

    since: int
    seat: int | None = None
    item: Item | None = None
    cursor: int = 0
    giver: int | None = None
    counts: tuple[Count, ...] = ()
    action: Action | None = None
    ready: bool = False
    agreed: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()
