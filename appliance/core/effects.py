"""What a table asks the world to do. The loop hands each to whoever performs it."""

from dataclasses import dataclass
from enum import StrEnum

from appliance.core.question import Kind
from appliance.rules.events import Event


class Rhythm(StrEnum):
    """What a seat's lamp says. One colour is enough: the rhythm carries the meaning."""

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
    """Sounds by what they mean; each has a visual twin on the display."""

    TICK = "tick"  # a card counted, or the next option
    NOTHING = "nothing"  # a press that means nothing now, or was refused
    LOCK = "lock"  # a choice was committed
    SLAP = "slap"  # somebody doubts
    TRUTH = "truth"
    LIE = "lie"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Lamp:
    """Show `rhythm` on the lamp of `buzzer` until told otherwise."""

    buzzer: int
    rhythm: Rhythm


@dataclass(frozen=True, slots=True)
class PlaySound:
    """Play `sound` once."""

    sound: Sound


@dataclass(frozen=True, slots=True)
class ReadCards:
    """Look into the reveal box until a CardsSeen with this `request` can be posted.

    `expect` is the announced number of cards: a check on the reading, never evidence.
    """

    request: int
    expect: int


@dataclass(frozen=True, slots=True)
class StopReading:
    """Nobody waits for the cards any more."""


@dataclass(frozen=True, slots=True)
class DrawQuestion:
    """Draw a question for a QuestionDrawn with this `request`: of `kind`, or of any for None."""

    request: int
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class Announce:
    """`event` happened: for transcripts, sounds and the like."""

    event: Event


Effect = Lamp | PlaySound | ReadCards | StopReading | DrawQuestion | Announce
