"""Interface of the games of guesses and wagers, beside that of every ruleset.

A table or a screen needs no game's name to find such a game: `isinstance(ruleset, WagerGame)`.
"""

from abc import abstractmethod
from typing import TypeVar

from bluffing.game import Ruleset, State

WagerStateT = TypeVar("WagerStateT", bound=State)


class WagerGame(Ruleset[WagerStateT]):
    """Methods of such a ruleset for menus, beside those of every ruleset.

    This is a class to inherit from and no Protocol: Python 3.11 repeats the check of a Protocol at
    every call, method by method, and tables check often.

    The states have more fields, too: the number of the `question`, counted from 1 (another number
    asks for another question), and its `question_kind` ("starter_chooses", "alternate" or
    "random"); its `starter`, the newest guess (`bid`) and its seat (`confident`), the
    `highest_wager` so far and the `new_player` who was picked; `sudden_death`, `in_play`, the
    `last_loss` of points, and the `ranking`, best first, which groups seats that share a place.

    `guesses`, `wagers` and `picks` are about the seat on turn and agree with `refusal`.
    """

    @abstractmethod
    def guesses(self, state: WagerStateT) -> tuple[range, ...]:
        """Return the percents that the seat on turn may guess, in ascending ranges; () for none."""

    @abstractmethod
    def wagers(self, state: WagerStateT, guess: int) -> tuple[range, ...]:
        """Return the points that it may wager with `guess`, in ascending ranges; () for none."""

    @abstractmethod
    def compared(self, state: WagerStateT, percent: float) -> float:
        """Return the answer to compare guesses with: `percent`, or the nearest whole number."""

    @abstractmethod
    def scores(self, state: WagerStateT, seat: int) -> range:
        """Return the scores to which that of `seat` may be set by hand; empty: to none."""

    @abstractmethod
    def picks(self, state: WagerStateT) -> tuple[int, ...]:
        """Return the seats that it may pick, clockwise from itself; () for none."""
