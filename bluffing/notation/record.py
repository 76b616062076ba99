"""Actions of a game since its deal, which `notation` writes and reads.

A record holds no state: the rules rebuild every state of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from bluffing.actions import Action
from bluffing.game import AnyRuleset, Phase, Refused, Setup, State
from bluffing.message import message
from bluffing.options import Value
from bluffing.rulesets import RULESETS


@dataclass(frozen=True, slots=True)
class Decided:
    """`action` was carried out, `at` ms after the deal (None: unknown)."""

    action: Action
    at: int | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The newest `count` actions in force no longer count: taken back, or overruled."""

    count: int
    at: int | None = None


RecordLine: TypeAlias = Decided | TakenBack


@dataclass(frozen=True, slots=True)
class Record:
    """One game, which need not be over.

    `options` are the house options that were set, `names` the names of the players, by seat (or
    nothing), and `began` the moment of the deal in seconds since 1970; 0: unknown.
    """

    ruleset: str
    setup: Setup
    options: tuple[tuple[str, Value], ...] = ()
    names: tuple[str, ...] = ()
    began: int = 0
    lines: tuple[RecordLine, ...] = ()

    @property
    def game(self) -> AnyRuleset:
        """Ruleset of the game."""
        return RULESETS[self.ruleset]

    def states(self) -> Iterator[State]:
        """Yield the state of the deal, then the state after each line.

        Raises:
            Refused: the set-up or an action is not legal, or more is taken back than was decided.
        """
        game = self.game
        counting = [game.start(self.setup, dict(self.options))]
        yield counting[0]
        for line in self.lines:
            if isinstance(line, Decided):
                counting.append(game.apply(counting[-1], line.action)[0])
            elif line.count in range(1, len(counting)):
                del counting[-line.count :]
            else:
                raise Refused(message("notation.taken-back", n=len(counting) - 1))
            yield counting[-1]


def result(state: State) -> str:
    """End of the game in the words of the notation: "won 2", "void", "unfinished"."""
    if state.tied:
        return " ".join(["tied", *map(str, state.tied)])
    ends = [("won", state.winner), ("lost", state.loser)]
    parts = [f"{word} {seat}" for word, seat in ends if seat is not None]
    if state.phase is Phase.OVER:
        return " ".join(parts) or "void"
    return " ".join([*parts, "unfinished"])
