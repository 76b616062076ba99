"""The moods of the cast: sets of numbers that any puppet can put on."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Mood(StrEnum):
    """Mood of a puppet. It reveals nothing beyond the whole table's knowledge: see `feelings`."""

    IDLE = "idle"
    THINKING = "thinking"
    SMUG = "smug"
    DOUBTING = "doubting"
    NERVOUS = "nervous"
    GASP = "gasp"
    CAUGHT = "caught"
    LOADED = "loaded"
    WINNING = "winning"
    ASLEEP = "asleep"
    WAITING = "waiting"


class Mouth(StrEnum):
    """The shapes of a mouth."""

    SMILE = "smile"
    ASIDE = "aside"
    SMIRK = "smirk"
    WOBBLE = "wobble"
    OH = "oh"
    BREATH = "breath"
    FROWN = "frown"
    GAPE = "gape"
    LAUGH = "laugh"


class Paw(StrEnum):
    """Positions of the paws."""

    DOWN = "down"
    CHIN = "chin"
    POINT = "point"
    UP = "up"
    WATCH = "watch"


@dataclass(frozen=True, slots=True)
class Expression:
    """The numbers of a mood: angles in degrees, lengths in units of the drawing.

    Pairs are left and right. `lid` and `low` are how much of an eye its lids cover, `look` where it
    looks, in radii of the eye; brows that turn by more than 0 look worried. `sink` is how far the
    head goes down into the scarf, `nose` how far the liar's nose has grown, of all its length.
    """

    lid: float = 0.0
    low: float = 0.0
    size: float = 1.0
    pupil: float = 1.0
    look: tuple[float, float] = (0.0, 0.0)
    brows: tuple[float, float] = (0.0, 0.0)
    lift: tuple[float, float] = (0.0, 0.0)
    mouth: Mouth = Mouth.SMILE
    ears: tuple[float, float] = (0.0, 0.0)
    lean: float = 0.0
    sweat: int = 0
    blush: bool = False
    nose: float = 0.0
    closed: bool = False
    sparkle: bool = False
    paw: Paw = Paw.DOWN
    sink: float = 0.0
    squash: tuple[float, float] = (1.0, 1.0)
    hop: float = 0.0


EXPRESSIONS: Mapping[Mood, Expression] = {
    Mood.IDLE: Expression(lid=0.18, look=(0, 0.05)),
    Mood.THINKING: Expression(
        lid=0.3, look=(-0.5, -0.6), brows=(-8, -14), lift=(0, 16), mouth=Mouth.ASIDE,
        ears=(0, 22), lean=-6, paw=Paw.CHIN,
    ),
    Mood.SMUG: Expression(
        lid=0.56, low=0.1, look=(0.55, 0), brows=(-14, 6), lift=(-3, 12), mouth=Mouth.SMIRK,
        ears=(8, -8), lean=7,
    ),
    Mood.DOUBTING: Expression(
        lid=0.42, low=0.22, look=(0.6, 0.1), brows=(-18, -18), lift=(-6, -2), mouth=Mouth.ASIDE,
        ears=(14, -14), lean=10, sink=-4, paw=Paw.POINT,
    ),
    Mood.NERVOUS: Expression(
        size=1.12, pupil=0.55, look=(0.75, 0.1), brows=(20, 20), lift=(9, 9), mouth=Mouth.WOBBLE,
        ears=(-16, 16), sweat=2, lean=3, sink=14, squash=(0.97, 1.02), hop=4,
    ),
    Mood.GASP: Expression(
        size=1.2, pupil=0.6, brows=(10, 10), lift=(20, 20), mouth=Mouth.OH, ears=(6, -6), sink=-10,
        squash=(0.97, 1.04), hop=12,
    ),
    Mood.CAUGHT: Expression(
        size=1.3, pupil=0.36, brows=(24, 24), lift=(18, 18), mouth=Mouth.GAPE, ears=(-34, 34),
        blush=True, nose=1, sweat=1, lean=-7, squash=(1.03, 0.98), hop=30,
    ),
    Mood.LOADED: Expression(
        lid=0.46, look=(0, 0.7), brows=(24, 24), lift=(-2, -2), mouth=Mouth.FROWN, ears=(-38, 38),
        sink=18, squash=(1.03, 0.96),
    ),
    Mood.WINNING: Expression(
        closed=True, brows=(4, 4), lift=(14, 14), mouth=Mouth.LAUGH, ears=(12, -12), lean=4,
        blush=True, sparkle=True, paw=Paw.UP, sink=-8, squash=(0.98, 1.04), hop=14,
    ),
    Mood.ASLEEP: Expression(
        closed=True, brows=(6, 6), lift=(4, 4), mouth=Mouth.BREATH, ears=(-26, 26), lean=-13,
        sink=14,
    ),
    Mood.WAITING: Expression(
        lid=0.4, look=(-0.45, 0.75), brows=(-6, -12), lift=(0, 14), mouth=Mouth.FROWN,
        ears=(-6, 18), lean=-9, paw=Paw.WATCH, sink=6,
    ),
}  # fmt: skip
"""Each mood's numbers."""
