"""What a game of guesses and wagers shows and offers beside what every ruleset does.

A table or a screen that meets such a game asks for these, so that it need not know any game by
its name: `isinstance(ruleset, WagerGame)`.
"""

from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from appliance.rules.game import State


@dataclass(frozen=True, slots=True)
class Bid:
    """`seat` guesses that the answer is at least `guess` percent, for `wager` points."""

    seat: int
    guess: int
    wager: int


@dataclass(frozen=True, slots=True)
class Loss:
    """`seat` lost `points` by the verdict on a guess."""

    seat: int
    points: int


class WagerState(State, Protocol):
    """What the table and the display may read off such a game's state."""

    @property
    def question(self) -> int:
        """The number of the question, from 1: another number wants another question."""

    @property
    def question_kind(self) -> str:
        """How its kind is found: "starter_chooses", "alternate" or "random"."""

    @property
    def starter(self) -> int:
        """The seat that opens the question, or opened it."""

    @property
    def bid(self) -> Bid | None:
        """The newest guess, which can be raised or doubted; None before the first."""

    @property
    def confident(self) -> int | None:
        """Whose guess that is: the Confident Player."""

    @property
    def guess(self) -> int | None:
        """Its percent."""

    @property
    def wager(self) -> int | None:
        """Its wager: what a doubt is about."""

    @property
    def highest_wager(self) -> int:
        """The highest wager of this question so far, 0 before the first."""

    @property
    def new_player(self) -> int | None:
        """Who was picked to raise or doubt; None until then."""

    @property
    def sudden_death(self) -> bool:
        """Whether the players tied for the lead play it out with one point each."""

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that still play, in clockwise order."""

    @property
    def last_loss(self) -> Loss | None:
        """The loss by the newest verdict; None before the first."""

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """All seats, best first; seats that share a place stand together."""


W_contra = TypeVar("W_contra", bound=State, contravariant=True)


@runtime_checkable
class WagerGame(Protocol[W_contra]):
    """What such a ruleset offers to menus, beside what every ruleset does.

    `guesses`, `wagers` and `picks` are about the seat on turn and agree with `refusal`.
    """

    def guesses(self, state: W_contra) -> tuple[range, ...]:
        """The percents that the seat on turn may guess, in ascending ranges; () for none."""

    def wagers(self, state: W_contra, guess: int) -> tuple[range, ...]:
        """The points that it may wager with `guess`, in ascending ranges; () for none."""

    def picks(self, state: W_contra) -> tuple[int, ...]:
        """The seats that it may pick, clockwise from itself; () when it has nobody to pick."""
