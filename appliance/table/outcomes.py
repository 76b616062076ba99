"""Outcomes with which a stage ends: a closed set. `course.py` says what each of them begins."""

from dataclasses import dataclass
from typing import TypeAlias

from appliance.presses.gestures import Gesture
from appliance.table.elements import Match, MenuPage, Raced
from appliance.table.stages import Ruling, Turns

# --- between games -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Return:
    """People go back to the stage behind a page, practice or survey."""


@dataclass(frozen=True, slots=True)
class Lecture:
    """People want to read how to play."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """People have read the pages, and may practise."""


@dataclass(frozen=True, slots=True)
class Poll:
    """People want to vote on the question called `survey`."""

    survey: str


@dataclass(frozen=True, slots=True)
class MenuCall:
    """The menu opens at `page`, and `buzzer` steers it; None: the first that is pressed."""

    buzzer: int | None
    page: MenuPage = MenuPage.ROOT


@dataclass(frozen=True, slots=True)
class Gathering:
    """People say again who plays."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A player sits down by `press`."""

    press: Gesture


@dataclass(frozen=True, slots=True)
class Vacancy:
    """Everybody has stood up."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """All players are ready."""


# --- from deal to deal ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The player at `seat` deals; `chance` is the time (ns) of the press that says so."""

    seat: int
    chance: int


@dataclass(frozen=True, slots=True)
class Redeal:
    """The same player deals again."""

    chance: int


@dataclass(frozen=True, slots=True)
class TurnsBegin:
    """People play `match`; `ruling` is the newest verdict."""

    match: Match
    ruling: Ruling | None = None


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """The game waits for a question."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A player doubts, a rule has cards turned up, or the player at `showing` shows a hand.

    That interrupts `turns`, which are at rest; `raced` is the race that the doubter won.
    """

    turns: Turns
    raced: Raced | None = None
    showing: int | None = None


@dataclass(frozen=True, slots=True)
class Flip:
    """The doubt stands, and the cards are turned up."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """The doubt of a guess stands, and the question's printed card is turned up."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The doubt ends with `ruling`, a verdict in `match`."""

    match: Match
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class End:
    """The game is over; `closed_at` is the end of the last-card window, if that ended it."""

    closed_at: int | None = None


# --- corrections ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dispute:
    """A player disputes the newest verdict."""


@dataclass(frozen=True, slots=True)
class Protest:
    """The player at `seat` disputes the newest correction."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Annulment:
    """The newest verdict is void."""


@dataclass(frozen=True, slots=True)
class Resumption:
    """The stage goes on after a pause."""


@dataclass(frozen=True, slots=True)
class Reopening:
    """The game that was over goes on behind the pause."""


Ending: TypeAlias = (
    Return | Lecture | Rehearsal | Poll | MenuCall | Gathering | Arrival | Vacancy | Readiness
    | NextDeal | Redeal | TurnsBegin | NextQuestion | Challenge | Flip | PrintedCard | Conclusion
    | End | Dispute | Protest | Annulment | Resumption | Reopening
)  # fmt: skip
"""Every outcome of a stage."""
