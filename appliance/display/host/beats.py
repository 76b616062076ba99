"""The moments in which the host may speak, and the messages of their lines."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Self

from bluffing.message import Message, Spoken

VARIANTS = 10
"""Number of lines for each moment, in every language."""


class Weight(IntEnum):
    """How much a moment deserves a line; of several the weightiest is chosen."""

    ASIDE = 0  # once in a while
    REMARK = 1
    RARITY = 2
    NEWS = 3  # though he has just spoken


class Beat(StrEnum):
    """A moment of an evening; `host.po` says of each when it is and which values its lines have."""

    weight: Weight

    def __new__(cls, code: str, weight: Weight) -> Self:
        """Make a moment of the catalogue's `code`."""
        moment = str.__new__(cls, code)
        moment._value_ = code
        moment.weight = weight
        return moment

    WELCOME = "welcome", Weight.REMARK
    SIT = "sit", Weight.ASIDE
    DEAL = "deal", Weight.REMARK
    FIRST_CLAIM = "first-claim", Weight.REMARK
    BIG_CLAIM = "big-claim", Weight.ASIDE
    SILENCE = "silence", Weight.REMARK
    DOUBT = "doubt", Weight.ASIDE
    CLOSE = "close", Weight.RARITY
    TIE = "tie", Weight.RARITY
    CAMERA = "camera", Weight.ASIDE
    UNREADABLE = "unreadable", Weight.ASIDE
    TRUTH = "truth", Weight.REMARK
    WRONG_DOUBT = "wrong-doubt", Weight.REMARK
    LIE = "lie", Weight.REMARK
    REPEAT = "repeat", Weight.RARITY
    ODDS = "odds", Weight.REMARK
    PILE = "pile", Weight.REMARK
    CONSOLE = "console", Weight.RARITY
    NEAR_END = "near-end", Weight.ASIDE
    LAST_CARD = "last-card", Weight.RARITY
    WIN = "win", Weight.NEWS
    DRAW = "draw", Weight.NEWS
    QUESTION = "question", Weight.ASIDE
    HOLDS = "holds", Weight.REMARK
    TOO_HIGH = "too-high", Weight.REMARK
    PAUSE = "pause", Weight.REMARK
    GO_ON = "go-on", Weight.REMARK
    LOST = "lost", Weight.REMARK
    BACK = "back", Weight.REMARK


@dataclass(frozen=True, slots=True)
class Occasion:
    """A moment that has come, with all that everybody knows of it.

    `seed` chooses its line: a time (ns) of the game, which no player can aim at.
    """

    beat: Beat
    seed: int
    values: tuple[tuple[str, Spoken], ...] = ()

    def line(self, variant: int) -> Message:
        """Return one of its lines; `variant` is 1 to VARIANTS."""
        return Message(f"host.{self.beat}.{variant}", self.values)
