"""Learns the strategies of the bots by self-play: `python -m training.bots`.

For each game a cloud of strategies plays: each takes one seat beside players out of a pool, who
are plain ones and the middles of the rounds before. The next cloud is drawn around those that win
most often (the cross-entropy method), and the middle of these joins the pool. So what is learned
answers what was learned before. Each cloud reads claims by weights that fit the games of the middle
before it (`training.reading`). In the end all middles play at a table of each of the simulator's
plain players, and beside the pool, and the one that wins most is kept: the last one may have
learned to beat the pool alone.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from pathlib import Path
from statistics import fmean, pstdev

from bench.bots import Plain
from bluffing.study import bots
from bluffing.study.bots import Strategy
from bluffing.study.choices import STUDIED
from bluffing.study.match import Bot, Player, usual_seats, winners
from lab.sim.people.characters import POLICIES
from training.reading import fitted

KEPT = Path(bots.__file__).parent / "strategies.toml"

PLAIN = (
    Strategy(doubts=0.95, last=0.8, pads=0.05, bluffs=0.1, safe=0.8, courage=0.1),
    Strategy(doubts=0.9, last=0.7, pads=0.5, bluffs=0.7, safe=0.4, courage=0.5),
    Strategy(doubts=0.5, last=0.3, pads=0.2, bluffs=0.3, safe=0.6, courage=0.3),
)
"""Characters: one hardly lies, one lies much, and one doubts much."""

CHARACTERS = tuple(map(Plain, POLICIES.values()))
"""The plain players of the simulator."""

ELITE = 4
"""Number of the best around which the next cloud is drawn."""

NARROWEST = 0.04
"""Least width of a cloud (one standard deviation), so that it keeps moving."""

REMEMBERED = 3
"""Number of the newest middles that stay in the pool."""

FINAL = 2
"""Games of each middle at a table in the end, in multiples of those of one of a cloud."""

LONGEST = 250
"""Most moves of a game; a longer one has no winner, as people must get rid of cards in time."""

_NAMES = tuple(field.name for field in fields(Strategy) if field.name != "reading")


def learn(name: str, rounds: int, cloud: int, games: int, seed: int = 1) -> Strategy:
    """A strategy for ruleset `name`: `rounds` clouds of `cloud` strategies, `games` games each.

    It is the one that wins most in the end among the middles, and where learning starts from.
    """
    rng = random.Random(f"{seed} {name}")
    middle, width = _numbers(Strategy()), [0.25] * len(_NAMES)
    always: list[Player] = [*map(Bot, PLAIN), *CHARACTERS]
    pool, middles = always, [_read(name, Strategy(), range(games))]
    for number in range(rounds):
        reading = middles[-1].reading
        drawn = [replace(_near(middle, width, rng), reading=reading) for _ in range(cloud)]
        seeds = range(number * games, (number + 1) * games)
        scored = [(score(name, strategy, pool, seeds), strategy) for strategy in drawn]
        scored.sort(key=lambda pair: -pair[0])
        best = [_numbers(strategy) for _, strategy in scored[:ELITE]]
        middle = [fmean(column) for column in zip(*best, strict=True)]
        width = [max(NARROWEST, pstdev(column)) for column in zip(*best, strict=True)]
        newest = Strategy(*(round(number, 3) for number in middle), reading=reading)
        middles.append(_read(name, newest, seeds))
        pool = [*always, *map(Bot, middles[1:][-REMEMBERED:])]
    final = range(rounds * games, (rounds + FINAL) * games)
    tables: list[Sequence[Player]] = [*([character] for character in CHARACTERS), pool]
    return max(middles, key=lambda one: fmean(score(name, one, beside, final) for beside in tables))


def _numbers(strategy: Strategy) -> list[float]:
    return [getattr(strategy, name) for name in _NAMES]


def _read(name: str, strategy: Strategy, seeds: range) -> Strategy:
    """Return the strategy as it reads claims; the game of percentages has none."""
    return strategy if name == "doubt_it" else fitted(name, strategy, seeds, LONGEST)


def _near(middle: Sequence[float], width: Sequence[float], rng: random.Random) -> Strategy:
    drawn = map(rng.gauss, middle, width)
    return Strategy(*(min(1.0, max(0.0, number)) for number in drawn))


def score(name: str, one: Strategy, pool: Sequence[Player], numbers: range) -> float:
    """The share of games that `one` wins beside players out of `pool`, at seats in turn."""
    seats, won = usual_seats(name), 0.0
    for number in numbers:
        rng = random.Random(number)  # the same others for every strategy
        players = [rng.choice(pool) for _ in range(seats)]
        seat = number // seats % seats  # the dealer goes round within
        players[seat] = Bot(one)
        winning = winners(name, players, number, LONGEST)
        won += (seat in winning) / max(1, len(winning))
    return won / len(numbers)


def written(strategies: dict[str, Strategy]) -> str:
    """The strategies in their file."""
    lines = ["# Learned by `python -m training.bots`; what each number means: bots.Strategy."]
    for name, strategy in strategies.items():
        lines += ["", f"[{name}]"]
        lines += [f"{key} = {getattr(strategy, key)}" for key in _NAMES]
        if strategy.reading:
            lines += [f"reading = [{', '.join(map(str, strategy.reading))}]"]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Learn and keep the strategies of all games, or of some; gives the exit status."""
    parser = argparse.ArgumentParser(prog="training.bots", description=__doc__)
    parser.add_argument("--ruleset", choices=STUDIED, action="append", help="only this one")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--cloud", type=int, default=16, help="strategies in a round")
    parser.add_argument("--games", type=int, default=48, help="that each plays")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    names = args.ruleset or list(STUDIED)
    kept = bots.learned() if KEPT.exists() else {}
    began = time.perf_counter()
    with ProcessPoolExecutor(args.workers) as workers:
        asked = [workers.submit(learn, name, args.rounds, args.cloud, args.games) for name in names]
        for name, answer in zip(names, asked, strict=True):
            kept[name] = answer.result()
            KEPT.write_text(
                written({name: kept[name] for name in STUDIED if name in kept}), "utf-8"
            )
            print(f"{name}: {kept[name]}, {time.perf_counter() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
