"""Effects: requests of a table to the world. The loop passes each to its performers."""

from dataclasses import dataclass
from enum import StrEnum

from appliance.core.question import Kind
from appliance.core.task import Task
from bluffing.events import Event
from bluffing.options import Value

Kept = Value | tuple["Kept", ...]
"""Value of a kept setting. House options are pairs of a key and a value."""


class Rhythm(StrEnum):
    """Rhythms of a seat's lamp. One colour is enough: the rhythm carries the meaning."""

    OFF = "off"  # empty seat
    DIM = "dim"  # seated
    BREATHE = "breathe"  # your turn, 0.5 Hz
    FLASH = "flash"  # a doubt is open, 2.5 Hz
    SOLID = "solid"  # you made the claim, or you pressed
    NEXT = "next"  # you are next: double blink
    WALK = "walk"  # choosing
    LOSE = "lose"  # you take the cards: three slow flashes
    WIN = "win"  # winner: a sequence


class Sound(StrEnum):
    """Sounds by their meaning; each has a visual twin on the display.

    The table requests the sounds of presses. The display plays those of the show (BED and the
    following) itself, in the frame of the visual.
    """

    TICK = "tick"  # a tap counted: one more card, or the next option
    NOTHING = "nothing"  # a press that means nothing now
    REFUSED = "refused"  # the action is not possible; the screen has the reason
    LOCK = "lock"  # a choice was committed
    BACK = "back"  # an action was undone
    SIT = "sit"  # a player sat down
    SLAP = "slap"  # a player doubts
    NOTICE = "notice"  # an event without a press
    DEAL = "deal"  # the cards are given out
    BED = "bed"  # a play may be doubted; thicker, the more lies on the table
    FUSE = "fuse"  # the last two seconds of a doubt window
    HEART = "heart"  # and it is nearly over
    GASP = "gasp"  # a doubt is on the screen: all others hold their breath
    FINISH = "finish"  # the photo of a photo finish
    ROLL = "roll"  # cards are turned up, until the word
    CARD = "card"  # one card is turned up
    STAMP = "stamp"  # the word falls; the verdict follows
    TRUTH = "truth"
    LIE = "lie"
    TAKE = "take"  # the table's cards go to a seat
    WIN = "win"
    CALL = "call"  # the words that come are for this seat


@dataclass(frozen=True, slots=True)
class Lamp:
    """Show `rhythm` on the lamp of `buzzer` until told otherwise."""

    buzzer: int
    rhythm: Rhythm


@dataclass(frozen=True, slots=True)
class PlaySound:
    """Play `sound` once, in the note of `buzzer` if it has one.

    A TICK is `step` notes higher, a BED has `step` more layers.
    """

    sound: Sound
    buzzer: int | None = None
    step: int = 0


@dataclass(frozen=True, slots=True)
class ReadCards:
    """Look into the reveal box until a CardsSeen with this `request` can be posted.

    `expect` is the announced number of cards: a check on the reading, never evidence.
    """

    request: int
    expect: int


@dataclass(frozen=True, slots=True)
class ReadCode:
    """Look for the code of a question's printed card until a CodeSeen with this `request`."""

    request: int


@dataclass(frozen=True, slots=True)
class StopReading:
    """Stop reading cards, or a code: the table no longer needs them."""


@dataclass(frozen=True, slots=True)
class NewDeck:
    """Cards are dealt for a new game: the deck may be another one than before."""


@dataclass(frozen=True, slots=True)
class DrawQuestion:
    """Request a QuestionDrawn with this `request`, of `kind`, or of any kind if `kind` is None."""

    request: int
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class FlagQuestion:
    """People found question `id` of `pack` wrong: it is not asked until a person has checked it."""

    pack: str
    id: str


@dataclass(frozen=True, slots=True)
class PassOver:
    """People have seen the answer to question `id` of `pack`: it counts as asked already."""

    pack: str
    id: str


@dataclass(frozen=True, slots=True)
class CountVotes:
    """Add `yes` and `no` votes to the house survey of that name; with none only ask for its count.

    Answered with VotesCounted.
    """

    survey: str
    yes: int = 0
    no: int = 0


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce an `event` for transcripts, sounds and the like."""

    event: Event


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep `value` as the setting of `key`, for the next start too.

    The key is that of the settings file, such as "display.layout"; "game.options" has all options
    that are set. The table has already changed its own settings.
    """

    key: str
    value: Kept


@dataclass(frozen=True, slots=True)
class TryNext:
    """Try the next value of the setting `key` on this machine, and keep it.

    The table doesn't know the values: they come and go. The screen names the new one.
    """

    key: str


@dataclass(frozen=True, slots=True)
class Job:
    """Begin `task`, or stop it: `on` is False when its result is no longer needed.

    Its results are answered with Told, each time that there is news.
    """

    task: Task
    on: bool


Effect = (
    Lamp | PlaySound | ReadCards | ReadCode | StopReading | NewDeck | DrawQuestion | FlagQuestion
    | PassOver | CountVotes | Announce | Keep | TryNext | Job
)  # fmt: skip
