"""Signals: inputs from the world, and the only things that can change a table.

Every `at` is the moment itself, in integer nanoseconds of the table's own clock, never the
moment of its arrival. A table is a pure fold over its signals, so the journal keeps these.
"""

from dataclasses import dataclass
from enum import StrEnum

from appliance.core.question import CardCode, Kind, Pack, Question
from appliance.core.reading import Reading
from appliance.core.task import Task
from appliance.core.weighing import Mass
from bluffing.actions import Action
from bluffing.message import Message, message
from bluffing.options import Value

MS = 1_000_000
"""Nanoseconds in a millisecond."""
SECOND = 1_000 * MS
NEVER = 1 << 62

BUZZERS, CAMERA, QUESTIONS = "buzzers", "camera", "questions"
"""Names of the sources of edges, readings and questions in DriverLost."""

SCREEN = "screen"
"""Name of the lost screen: without it the game stops."""

SPEECH = "speech"
"""Name of the lost voice: all its texts are on the screen, too."""

LOUDSPEAKER = "sound"
"""Name of the lost loudspeaker: all its sounds have a visual twin."""

LAMPS = "lamps"
"""Name of lost lamps of the buzzers: the screen shows the same."""

SCALE = "scale"
"""Name of the lost scale: a neutral seat confirms what the camera reads."""

DISK = "disk"
"""Name of the lost disk with the journal: while it can't be written no press counts."""

NO_CAMERA = message("screen.no-camera")
"""Reason of DriverLost for a table without a camera."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A buzzer's contact closed (`down`) or opened. Raw: bounce and glitches included.

    A buzzer is hardware, numbered by its line; a seat is a player's place in the game. The lobby
    maps buzzers to seats.
    """

    buzzer: int
    down: bool
    at: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """An action of the game entered by touch, keyboard or host instead of by a buzzer."""

    action: Action
    at: int


@dataclass(frozen=True, slots=True)
class Touched:
    """A finger touched an element that the screen showed for `seat` at `at`.

    It equals a number of taps and a hold of the seat's button. The time is that of the picture, so
    that a finger never takes an element that appeared under it.
    """

    seat: int
    taps: int
    at: int


class Wish(StrEnum):
    """Commands of a host besides the buzzers."""

    GO_ON = "go_on"  # the same as a hold: dealt, picked up, next game, resume
    PAUSE = "pause"
    MORE_TIME = "more_time"  # double the last-card window, once
    DEAL_AGAIN = "deal_again"  # after a misdeal, before the first play
    FACT = "fact"  # the kind of the next question
    FUN = "fun"
    HOW_TO = "how_to"  # how to play: open it, or its next page
    PRACTISE = "practise"  # a practice round: begin it, or its next scene
    MENU = "menu"  # open the table's menu; in it: one page back
    WHO_PLAYS = "who_plays"  # ask in the lobby for the players of the next game
    PLACES = "places"  # ask for the buzzers in clockwise order


@dataclass(frozen=True, slots=True)
class Wished:
    """A wish entered by touch, keyboard or host."""

    wish: Wish
    at: int


@dataclass(frozen=True, slots=True)
class RowTouched:
    """A finger touched a row of the table's menu, counted from 0, in the picture of `at`.

    It equals taps up to that row and a hold; without `takes` it equals the taps alone, because the
    finger only turned to the page with this row.
    """

    row: int
    at: int
    takes: bool = True


@dataclass(frozen=True, slots=True)
class LetterTyped:
    """A letter of a name was typed, by keyboard or by touch; BACKSPACE and RETURN are keys too."""

    text: str
    at: int


BACKSPACE, RETURN = "\b", "\n"
"""Characters of the keys that delete a letter and that end a name."""


@dataclass(frozen=True, slots=True)
class Told:
    """Progress of `task` at `at`: all its `lines` so far, and True in `done` at its end."""

    task: Task
    lines: tuple[Message, ...]
    done: bool
    at: int


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """The reader's answer to a ReadCards effect; `request` is that effect's number.

    `weight` is that of the cards, if the table has a scale.
    """

    request: int
    reading: Reading
    at: int
    weight: Mass | None = None


@dataclass(frozen=True, slots=True)
class CodeSeen:
    """The reader's answer to a ReadCode effect: the `card` of the visible code, or None.

    `request` is that effect's number.
    """

    request: int
    card: CardCode | None
    at: int


@dataclass(frozen=True, slots=True)
class QuestionDrawn:
    """The answer to a DrawQuestion effect; `request` is that effect's number.

    It is of another kind if the packs have no question of the requested one.
    """

    request: int
    question: Question
    at: int


@dataclass(frozen=True, slots=True)
class Stocked:
    """The questions that the table can ask, once they are read: all `packs`, and those in use.

    `questions` are the names of the packs in use, and `kinds` the kinds of their questions.
    `offered` are the values that settings can have with these packs, by the settings' keys.
    """

    packs: tuple[Pack, ...]
    questions: tuple[str, ...]
    kinds: tuple[Kind, ...]
    offered: tuple[tuple[str, tuple[Value, ...]], ...]
    at: int


@dataclass(frozen=True, slots=True)
class VotesCounted:
    """The answer to a CountVotes effect: the present numbers of votes of the house `survey`.

    With `missing` more votes it becomes a question of the table's own pack; 0: it is one.
    """

    survey: str
    asked: int
    missing: int
    at: int


@dataclass(frozen=True, slots=True)
class DriverLost:
    """A driver stopped working, and why."""

    driver: str
    reason: Message
    at: int


@dataclass(frozen=True, slots=True)
class DriverBack:
    """A lost driver works again."""

    driver: str
    at: int


@dataclass(frozen=True, slots=True)
class Noted:
    """News about a working driver that people should know."""

    driver: str
    note: Message
    at: int


@dataclass(frozen=True, slots=True)
class EdgesLost:
    """Edges stamped after `since` and up to `at` may be missing, or came too late.

    Races that they could have decided must not be decided without them.
    """

    since: int
    at: int


@dataclass(frozen=True, slots=True)
class LineOut:
    """A buzzer's line chatters faster than any finger: its edges are ignored until `LineIn`."""

    buzzer: int
    at: int


@dataclass(frozen=True, slots=True)
class LineIn:
    """A line that chattered is at rest since `at`, its contact closed (`down`) or open."""

    buzzer: int
    down: bool
    at: int


@dataclass(frozen=True, slots=True)
class Held:
    """The contacts of these buzzers were closed before their source began: stuck or miswired.

    They give no press until they have opened.
    """

    buzzers: tuple[int, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The table was switched on again in the middle of an evening."""

    at: int


@dataclass(frozen=True, slots=True)
class NotWritten:
    """The journal could not be written, with the reason: presses meanwhile are void."""

    why: Message
    at: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went by."""

    at: int


Signal = (
    Edge
    | Chosen
    | Touched
    | Wished
    | RowTouched
    | LetterTyped
    | Told
    | CardsSeen
    | CodeSeen
    | QuestionDrawn
    | Stocked
    | VotesCounted
    | DriverLost
    | DriverBack
    | Noted
    | EdgesLost
    | LineOut
    | LineIn
    | Held
    | Resumed
    | NotWritten
    | Tick
)
