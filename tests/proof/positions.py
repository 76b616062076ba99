"""`make positions`: how many positions and ways there are, at a small table.

They are counted, not sampled: an unintended change of the rules changes these numbers.
Once by play alone, once with the procedures for what goes wrong.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, count
from pathlib import Path
from typing import Any, get_args

from said import said

from bluffing.actions import (
    Action,
    Answer,
    Guess,
    Leave,
    Procedure,
    Rescore,
    Reveal,
    Settle,
    Void,
    Withdraw,
)
from bluffing.cards import Rank
from bluffing.game import Phase, Ruleset, Setup, State
from bluffing.rulesets import RULESETS
from proof.random_setup import has_cards

FOLDER = Path(__file__).parents[1] / "rules" / "positions"
PROCEDURES: tuple[type, ...] = get_args(Procedure)
HANDS = (2, 3, 2, 2)
POINTS = 2
STEP = 25
"""Of guesses and answers only each so many percent are counted: all would be too many."""

BUDGET = 12_000
"""About so many actions are counted; the next row would take more."""


@dataclass(frozen=True, slots=True)
class Row:
    """After `actions` actions: distinct positions, how many of them are over, and ways to them."""

    actions: int
    positions: int
    over: int
    ways: int


def small_table(game: Ruleset[Any]) -> Setup:
    """Three seats, or the fewest that may play, with two or three cards or two points each."""
    players = min(number for number in game.seats if number >= 3)
    if has_cards(game):
        return Setup(players, hands=HANDS[:players])
    return Setup(players, points=(POINTS,) * players)


def counted(
    game: Ruleset[Any], setup: Setup, counts: Callable[[Action], bool], budget: int = BUDGET
) -> Iterator[Row]:
    """A row for each number of actions, until the `budget` is used up or all games are over."""
    ways: Counter[State] = Counter({game.start(setup, {}): 1})
    spent, branches = 0, 0.0
    for actions in count():
        over = sum(state.phase is Phase.OVER for state in ways)
        yield Row(actions, len(ways), over, ways.total())
        if over == len(ways) or spent + branches * len(ways) > budget:
            return
        before, after = spent, Counter[State]()
        for state, number in ways.items():
            for action in filter(counts, _legal(game, state)):
                after[game.apply(state, action)[0]] += number
                spent += 1
        branches, ways = (spent - before) / len(ways), after


def by_play(action: Action) -> bool:
    """Return True if `action` is not a procedure, and `everything` counts it."""
    return not isinstance(action, PROCEDURES) and everything(action)


def everything(action: Action) -> bool:
    """Return True if `action` has a percent or a score that is counted, or none."""
    match action:
        case Guess():
            return not action.guess % STEP
        case Answer():
            return not action.percent % STEP
        case Rescore():
            return action.points <= POINTS
    return True


def _legal(game: Ruleset[Any], state: State) -> Iterator[Action]:
    """The legal actions; of thousands of reveals those of three ranks, without listing the rest."""
    claim = state.claim
    if state.phase is not Phase.REVEAL or claim is None:
        yield from game.legal_actions(state)
        return
    others: list[Action] = [Withdraw(), Void(), *map(Settle, (True, False, None))]
    others += map(Leave, range(len(state.hands)))
    ranks = (claim.rank, Rank.NINE if claim.rank is not Rank.NINE else Rank.TWO, Rank.JOKER)
    for size in range(1, claim.count + state.hands[claim.seat] + 1):
        others += map(Reveal, combinations_with_replacement(ranks, size))
    yield from (action for action in others if game.refusal(state, action) is None)


def report(name: str) -> str:
    """The golden file's text for ruleset `name`."""
    game = RULESETS[name]
    setup = small_table(game)
    held = f"points {setup.points}" if setup.hands is None else f"hands {setup.hands}"
    lines = [
        f"{said(game.title)}: {setup.players} seats, {held}, dealer {setup.dealer}, no house option"
    ]
    if setup.hands is None:
        lines.append(f"Of guesses and answers each {STEP} percent; scores by hand 0 to {POINTS}.")
    else:
        lines.append("Of cards that are turned up: the claimed rank, one other, jokers.")
    for title, counts in (("by play alone", by_play), ("with procedures", everything)):
        lines += ["", f"{title:>16} {'positions':>12} {'over':>12} {'ways':>24}"]
        lines += [
            f"{f'{row.actions} actions':>16} {row.positions:12,} {row.over:12,} {row.ways:24,}"
            for row in counted(game, setup, counts)
        ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write every golden file again."""
    FOLDER.mkdir(exist_ok=True)
    for name in RULESETS:
        (FOLDER / f"{name}.txt").write_text(report(name), encoding="utf-8")
        print(f"{name} counted")


if __name__ == "__main__":
    main()
