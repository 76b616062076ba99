"""What a game of guesses and wagers has beside what every ruleset does.

A table or a screen that meets such a game asks for these, so that it need not know any game by
its name: `isinstance(ruleset, WagerGame)`.
"""

from abc import abstractmethod
from typing import TypeVar

from bluffing.game import Ruleset, State

WagerStateT = TypeVar("WagerStateT", bound=State)


class WagerGame(Ruleset[WagerStateT]):
    """What such a ruleset offers to menus, beside what every ruleset does.

    A class to inherit from, and no Protocol: whether an object fulfils one, Python 3.11 finds out
    anew each time that it is asked, method by method, and tables ask often.

    Its states have more to read, too: the number of the `question` from 1 (another number wants
    another question) and its `question_kind` ("starter_chooses", "alternate" or "random"); its
    `starter`, the newest guess (`bid`) and whose it is (`confident`), the `highest_wager` so far
    and the `new_player` who was picked; `sudden_death`, `in_play`, the `last_loss` of points, and
    the `ranking`, best first, in which seats that share a place stand together.

    `guesses`, `wagers` and `picks` are about the seat on turn and agree with `refusal`.
    """

    @abstractmethod
    def guesses(self, state: WagerStateT) -> tuple[range, ...]:
        """The percents that the seat on turn may guess, in ascending ranges; () for none."""

    @abstractmethod
    def wagers(self, state: WagerStateT, guess: int) -> tuple[range, ...]:
        """The points that it may wager with `guess`, in ascending ranges; () for none."""

    @abstractmethod
    def compared(self, state: WagerStateT, percent: float) -> float:
        """Answer that guesses are compared with: `percent`, or the nearest whole number."""

    @abstractmethod
    def picks(self, state: WagerStateT) -> tuple[int, ...]:
        """The seats that it may pick, clockwise from itself; () when it has nobody to pick."""
