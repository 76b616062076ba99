"""Building blocks of stages: small frozen values, each with a meaning in one place."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from appliance.core.question import Kind, Question
from appliance.core.reading import Ask
from appliance.core.signals import Wish
from appliance.presses.arbiter import Finish, Race
from appliance.presses.gestures import GestureKind
from bluffing.actions import Action, Doubt, Force, Settle
from bluffing.cards import Trait
from bluffing.events import Answered, Event, Produced, Shown, Verdict
from bluffing.game import Claim, Setup, State
from bluffing.message import Message, Spoken


class Stage(StrEnum):
    """Name of a stage, one part of an evening."""

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
    NAMING = "naming"  # behind NAME: a tap takes the next name, a hold says ready


@dataclass(frozen=True, slots=True)
class LobbyRing:
    """The ring of `buzzer` came to `choice` at `at` (ns)."""

    buzzer: int
    choice: LobbyChoice
    at: int


@dataclass(frozen=True, slots=True)
class Match:
    """One game under way, with the parts of it that outlive a stage.

    `announced` is the last claimed rank, `happened` the events of the newest action. `moved` is the
    newest move, registered at `moved_at`, ns. `question` is the newest drawn one, with the answer
    that only a doubt turns up; `question_of` is its number in the game. `tale` holds the current
    verdicts of the game, each with the cards or points that it took, and `catch` the best caught
    lie among them. `amended` is the newest correction, until another action follows. Play began at
    `began` (ns, pauses left out) and has counted `moves`. The rules made `game` out of `setup`
    (None: a story began in the middle) and `actions`; these and the catch follow from the steps, so
    no digest need cover them.
    """

    game: State
    announced: Trait | None = None
    happened: tuple[Event, ...] = ()
    moved: Action | None = None
    moved_at: int = 0
    question: Question | None = None
    question_of: int | None = None
    tale: tuple[Event, ...] = ()
    amended: "Amendment | None" = None
    began: int = 0
    moves: int = 0
    catch: "BestCatch | None" = field(default=None, repr=False)
    setup: Setup | None = field(default=None, repr=False)
    actions: tuple[Action, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class BestCatch:
    """A lie that a `doubter` caught: its claim, the turned-up `ranks`, and the `cards` it cost."""

    claim: Claim
    doubter: int
    ranks: tuple[Trait, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class Amendment:
    """A game was voided or corrected at `at` (ns), in a pause; `match` is the state before it.

    Until `until`, a long hold disputes the change.
    """

    at: int
    until: int
    match: Match


Outcome: TypeAlias = Verdict | Produced | Answered | Shown
"""Result of a doubt."""


class Basis(StrEnum):
    """Basis of a verdict."""

    CAMERA = "camera"
    PARTIES = "parties"  # both agreed
    NEUTRALS = "neutrals"  # more than half of the other seats agreed
    HOST = "host"  # entered by touch
    BANK = "bank"  # the answer that the question came with


class Extra(StrEnum):
    """Further facts that a verdict shows on request."""

    CHANCE = "chance"  # how likely the claim was by what everybody could know
    PHOTO_FINISH = "photo-finish"  # once more


@dataclass(frozen=True, slots=True)
class PrintedAnswer:
    """Answer on the printed card of a question, in `percent`; None: the card was not read.

    `agrees`: the card has the same answer as the drawn question, whose answer counts.
    """

    percent: float | None = None
    agrees: bool = False


@dataclass(frozen=True, slots=True)
class Raced:
    """A decided race: the first doubter, and the delays of the others behind."""

    race: Race
    finish: Finish


@dataclass(frozen=True, slots=True)
class Pending:
    """A move committed at `at` that waits until every earlier press must have arrived.

    A move of None takes the newest move back, but an earlier press still doubts it. With `closes`,
    no press after `at` doubts the current newest play. Until `free_until` its seat can drop it by a
    tap: the move will turn cards up, and that is final.
    """

    action: Action | None
    at: int
    closes: bool = True
    free_until: int = 0


@dataclass(frozen=True, slots=True)
class Slap:
    """A doubt that the seat on turn chose by holds, at `at`: after its window, but in the race."""

    action: Doubt | Force
    at: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The camera's request to people, since `since`."""

    ask: Ask
    since: int


Stop: TypeAlias = Trait | Settle | None
"""Stop of the ring: a rank, a way to settle the doubt, or None for "these are all".

In a ring that asks for the word alone, None opens the ring of ranks.
"""


@dataclass(frozen=True, slots=True)
class ByHand:
    """Answer that the doubter enters if the camera can't tell: a word, or the cards."""

    stop: Stop  # the ring's current stop
    ranks: tuple[Trait, ...] = ()
    done: bool = False  # the claimant (or the others) are asked to agree to `ranks` or to `stop`
    agreed: tuple[int, ...] = ()  # neutral seats that have agreed
    word: bool = False  # the doubter is asked for one word: a lie, or the truth


@dataclass(frozen=True, slots=True)
class Choosing:
    """The starter chooses the kind of the next question: `cursor` is a place in the ring."""

    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A question of `kind` (None: any kind), requested at `at` and on its way."""

    kind: Kind | None
    at: int


@dataclass(frozen=True, slots=True)
class NotDrawn:
    """Reason why no question of `kind` came."""

    kind: Kind | None
    why: Message


@dataclass(frozen=True, slots=True)
class Unheard:
    """A press at `at` (ns) without effect; `kind` is the last gesture that it completed."""

    kind: GestureKind
    at: int


@dataclass(frozen=True, slots=True)
class Way:
    """An option for a seat that steps through its choices: the gestures with the same meaning.

    A `wish` replaces them if no gesture of its button has that meaning.
    """

    label: Spoken
    makes: tuple[GestureKind, ...] = ()
    wish: Wish | None = None


class Steps(StrEnum):
    """Access of a stepping seat to its choices."""

    QUIET = "quiet"  # no prompt: a first press still shows the options
    ASKED = "asked"
    AT_ONCE = "at once"  # one urgent option: a press takes it


@dataclass(frozen=True, slots=True)
class Stepping:
    """State of a seat that steps through its choices: `ways`, offered since `since` (ns).

    `place` is the way lit at `at` (ns), the start of a scan; None: no way is lit. A press at
    `taken` (ns) took it, and counts once no earlier edge can arrive.
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
    SURVEYS = "surveys"  # questions for the people at the table
    CHOICES = "choices"  # values of a setting: of its key
    PEOPLE = "people"
    NAMES = "names"
    LETTERS = "letters"  # of the place of a name: groups of letters
    GROUP = "group"  # of these letters
    AVATARS = "avatars"  # of the place of a name: the free signs
    BUZZERS = "buzzers"  # choice of a buzzer, to change its grammar
    BUZZER = "buzzer"  # grammar and other settings of one buzzer
    PLACES = "places"  # press in clockwise order
    ROOM = "room"  # screen and sound
    SERVICE = "service"
    JOB = "job"  # of a Task: its results so far
    SHUT_DOWN = "shut-down"  # really?


@dataclass(frozen=True, slots=True)
class OpenPage:
    """An open page of the table's menu, and the row that a hold takes there."""

    page: MenuPage
    cursor: int = 0
    of: str = ""


class Item(StrEnum):
    """Options of the seat that paused."""

    GO_ON = "go on"
    MOVE = "move a card"
    RECOUNT = "count again"
    SCORE = "a wrong score"
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
    """A number that `seat` enters, tens first: its hand, or the table's cards (`pile`).

    For the score of a seat, `most` is the highest one.
    """

    seat: int
    pile: bool
    cursor: int
    start: int  # the number by the table's count
    tens: int | None = None
    number: int | None = None
    most: int | None = None

    @property
    def digits(self) -> int:
        """Number of digits in the cursor's ring: tens to well over the expected number."""
        if self.tens is not None:
            return 10
        return max(10, self.start // 10 + 3) if self.most is None else self.most // 10 + 1


@dataclass(frozen=True, slots=True)
class Pause:
    """A correction while the game is paused; presses before `since` mean nothing.

    If `item` is None, `seat` goes round the items with `cursor`; without a seat, the first to tap
    does. `giver` is the seat that gives a card, or whose score is wrong. With `ready`, the others
    vote on it, on `action` if the item is one: the `agreed` seats agree, and the `declined` ones
    don't.
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
