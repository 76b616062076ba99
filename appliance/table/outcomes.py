"""Outcomes with which a stage ends: a closed set. `course.py` says what each of them begins."""

from dataclasses import dataclass
from typing import TypeAlias

from appliance.table.elements import MenuPage


@dataclass(frozen=True, slots=True)
class Return:
    """People go back to the stage behind what they read, tried or were asked."""


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


Ending: TypeAlias = Return | Lecture | Rehearsal | Poll | MenuCall | Gathering
"""Every outcome of a stage."""
