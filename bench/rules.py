"""`python -m bench.rules`: actions and games per second of every ruleset, and what limits them.

Random games are recorded first; then the recorded actions are applied again, and only that is
timed, in CPU time of this one thread, so that others' work on the machine counts little. A
plain loop of the same kind of work is timed beside it: ratios to it hold on any machine.

*Played* is what a program that plays does: the players' moves are listed, and one is carried out.
"""

import cProfile
import pstats
import random
import sys
import time
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import Any

from proof.random_play import random_game

from bench import machine
from bluffing.actions import Action
from bluffing.game import Refused, Ruleset, Setup, State
from bluffing.rulesets import RULESETS

SEATS = 4
"""Number of players, unless a game needs more."""

MOST = 3000
LISTED = 20
"""Number of legal actions in one request: more than a player ever has."""

ENOUGH = 60_000
"""Actions played in a second, at best, that each ruleset should reach."""

Step = tuple[State, Action]
Game = tuple[State, list[Step]]


def recorded(game: Ruleset[Any], games: int, seed: int = 1) -> list[Game]:
    """Play random games with the given house options and no faults."""
    rng = random.Random(seed)
    players = min(number for number in game.seats if number >= min(SEATS, game.seats[-1]))
    drawn: list[Game] = []
    for number in range(games):
        state = game.start(Setup(players, number % players), {})
        played = random_game(rng, game, state, MOST, mishaps=False)
        drawn.append((state, [(before, action) for before, action, _, _ in played]))
    return drawn


@dataclass(frozen=True, slots=True)
class Speed:
    """Microseconds an action for each thing timed; `length` actions make a game."""

    apply: float
    apply_at_best: float
    refusal: float
    listing: float
    length: float

    @property
    def actions(self) -> float:
        """Actions applied in a second."""
        return 1e6 / self.apply

    @property
    def games(self) -> float:
        """Games in a second."""
        return self.actions / self.length


def speed(game: Ruleset[Any], games: list[Game], rounds: int) -> Speed:
    """Measure applying, refusing and listing the recorded games: the median of some rounds."""
    steps = [step for _, steps_of_game in games for step in steps_of_game]
    apply, refusal, legal_actions = game.apply, game.refusal, game.legal_actions

    def replay() -> None:
        for state, steps_of_game in games:
            for _, action in steps_of_game:
                state, _events = apply(state, action)  # noqa: PLW2901 - the game goes on

    def ask() -> None:
        for state, action in steps:
            refusal(state, action)

    def enumerate_some() -> None:
        for state, _ in steps:
            deque(islice(legal_actions(state), LISTED), maxlen=0)

    unit = len(steps) / 1e6
    applied = _rounds(replay, rounds)
    return Speed(
        apply=median(applied) / unit,
        apply_at_best=min(applied) / unit,
        refusal=median(_rounds(ask, rounds)) / unit,
        listing=median(_rounds(enumerate_some, rounds)) / unit,
        length=len(steps) / len(games),
    )


def played(game: Ruleset[Any], games: list[Game], rounds: int) -> tuple[float, float]:
    """Microseconds an action, at best, to list moves and carry one out; the listing's share."""
    moves, carry_out = game.moves, game.carry_out
    steps = [step for _, steps_of_game in games for step in steps_of_game]

    def list_moves() -> None:
        for state, _ in steps:
            deque(islice(moves(state), LISTED), maxlen=0)

    def carry_out_one() -> None:
        for state, action in steps:
            carry_out(state, action)

    listing = min(_rounds(list_moves, rounds))
    whole = listing + min(_rounds(carry_out_one, rounds))
    return 1e6 * whole / len(steps), listing / whole


def _rounds(work: Callable[[], None], rounds: int) -> list[float]:
    """Seconds of CPU time that each round took."""
    taken = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return taken


@dataclass(frozen=True, slots=True)
class _Plain:
    """A frozen state with as many fields as a game's."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    c: int = 0
    d: int = 0
    e: int = 0
    f: int = 0
    g: int = 0
    h: int = 0
    i: int = 0
    j: int = 0
    k: int = 0
    l: int = 0  # noqa: E741 - one after k
    m: int = 0
    n: int = 0


def calibrated(rounds: int) -> float:
    """Plain frozen states made in a second: what this machine can do at all."""
    number = 20_000

    def make() -> None:
        state = _Plain((1, 2, 3, 4), (0, 0, 0, 0))
        for turn in range(number):
            seat = turn % 4
            hands = (*state.a[:seat], state.a[seat] + 1, *state.a[seat + 1 :])
            state = _Plain(hands, state.b, turn)

    return number / median(_rounds(make, rounds))


def limits(game: Ruleset[Any], games: list[Game], most: int = 4) -> str:
    """Profile applying: the functions with the largest shares of their own."""
    profile = cProfile.Profile()
    profile.enable()
    for state, steps_of_game in games:
        for _, action in steps_of_game:
            state, _events = game.apply(state, action)  # noqa: PLW2901 - the game goes on
    profile.disable()
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, Any]]
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    whole = sum(seconds for _, _, seconds, _, _ in stats.values())
    ranked = sorted(stats.items(), key=lambda item: -item[1][2])[:most]
    return ", ".join(
        f"{name} {seconds / whole:.0%}" for (_, _, name), (_, _, seconds, _, _) in ranked
    )


def refused_per_second(game: Ruleset[Any], games: list[Game], rounds: int) -> float:
    """Actions refused in a second: every recorded one, tried at the start of its game."""
    tries = [(state, action) for state, steps_of_game in games for _, action in steps_of_game[3:]]
    tries = [(state, action) for state, action in tries if game.refusal(state, action)]

    def refuse() -> None:
        for state, action in tries:
            try:
                game.apply(state, action)
            except Refused:
                continue

    return len(tries) / median(_rounds(refuse, rounds))


def tell(names: Iterable[str], games: int, rounds: int) -> None:
    """Print a line for each ruleset, and what limits it."""
    plain = calibrated(rounds)
    print(f"plain frozen states: {plain:,.0f} a second; CPU time, one thread, {SEATS} players")
    print(
        f"{'ruleset':12} {'actions/s':>10} {'at best':>8} {'of plain':>9} {'games/s':>9} {'of':>5} "
        f"{'refusals/s':>11} {'refused/s':>10} {f'{LISTED} legal/s':>12} {'played/s at best':>17}"
    )
    for name in names:
        game = RULESETS[name]
        log = recorded(game, games)
        result = speed(game, log, rounds)
        playing, listing = played(game, log, rounds)
        print(
            f"{name:12} {result.actions:10,.0f} {1e6 / result.apply_at_best:8,.0f} "
            f"{result.actions / plain:9.2f} {result.games:9,.0f} "
            f"{result.length:5.0f} {1e6 / result.refusal:11,.0f} "
            f"{refused_per_second(game, log, rounds):10,.0f} {1e6 / result.listing:12,.0f} "
            f"{1e6 / playing:17,.0f}"
        )
        share = result.refusal / result.apply
        print(f"{'':12}   limited by: refusal {share:.0%} of it; own time: {limits(game, log)}")
        far = "" if 1e6 / playing >= ENOUGH else f"; less than {ENOUGH:,}"
        print(f"{'':12}   playing: listing moves {listing:.0%}, carrying one out the rest{far}")


def report(args: Namespace) -> None:
    """Print everything."""
    tell(args.ruleset or RULESETS, args.games, args.rounds)


if __name__ == "__main__":
    OPTION = machine.option("--ruleset", choices=RULESETS, action="append", help="only this one")
    sys.exit(machine.run(report, {"games": 200, "rounds": 7}, OPTION))
