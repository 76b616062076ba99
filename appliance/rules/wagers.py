"""What a game of guesses and wagers has beside what every ruleset does.

A table or a screen that meets such a game asks for these, so that it need not know any game by
its name: `isinstance(ruleset, WagerGame)`, or `is_wager_game` where it asks at every step.
"""

from functools import lru_cache
from typing import Protocol, TypeGuard, TypeVar, runtime_checkable

from appliance.rules.game import State

W_contra = TypeVar("W_contra", bound=State, contravariant=True)


@runtime_checkable
class WagerGame(Protocol[W_contra]):
    """What such a ruleset offers to menus, beside what every ruleset does.

    Its states have more to read, too: the number of the `question` from 1 (another number wants
    another question) and its `question_kind` ("starter_chooses", "alternate" or "random"); its
    `starter`, the newest guess (`bid`) and whose it is (`confident`), the `highest_wager` so far
    and the `new_player` who was picked; `sudden_death`, `in_play`, the `last_loss` of points, and
    the `ranking`, best first, in which seats that share a place stand together.

    `guesses`, `wagers` and `picks` are about the seat on turn and agree with `refusal`.
    """

    def guesses(self, state: W_contra) -> tuple[range, ...]:
        """The percents that the seat on turn may guess, in ascending ranges; () for none."""

    def wagers(self, state: W_contra, guess: int) -> tuple[range, ...]:
        """The points that it may wager with `guess`, in ascending ranges; () for none."""

    def picks(self, state: W_contra) -> tuple[int, ...]:
        """The seats that it may pick, clockwise from itself; () when it has nobody to pick."""


def is_wager_game(ruleset: object) -> TypeGuard[WagerGame[State]]:
    """Whether `ruleset` is a game of guesses and wagers: Python takes long to ask a Protocol."""
    return _is_one(type(ruleset))


@lru_cache
def _is_one(ruleset: type) -> bool:
    return issubclass(ruleset, WagerGame)
