"""`make games`: thousands of random games of every ruleset, checked at every step.

Each game has a seed of its own, made of the run's seed, the ruleset and the game's number, so
that one that breaks can be played again alone (`--first NUMBER --games 1`).
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any

from bench import machine
from bluffing.actions import Action
from bluffing.game import Phase, Ruleset, State
from bluffing.rulesets import RULESETS
from proof import checks
from proof.promise import Broken, hold
from proof.random_play import random_game
from proof.random_setup import Start, random_start
from proof.universe import Universe

MOST = 3000
"""Actions after which a game is bounded: random players may never get rid of their cards."""

CHUNK = 50
TOLD = 25
"""Number of last actions that are printed of a game that breaks a promise."""

LISTED = 1000
"""So many legal actions are listed at most where the list is compared with the universe."""

Step = tuple[State, Action, State, tuple[Any, ...]]


def prove(
    name: str, seed: int, number: int, *, short: bool | None = None, full: int = 2
) -> Counter[str]:
    """Play game `number` of ruleset `name` and check everything; what was done, in numbers.

    What is legal is looked at after each eighth action or so; of a short game every `full`th of
    these states is checked in full.

    Raises:
        Broken: telling the start of the game, its last actions, and what went wrong.
    """
    game, rng, counts = RULESETS[name], random.Random(f"{seed} {name} {number}"), Counter[str]()
    start = random_start(rng, game, counts, short=short)
    steps: list[Step] = []
    try:
        _check_start(game, start)
        _check_legality(rng, game, start.state, counts, short=start.short, full=rng.random() < 0.02)
        for step in random_game(rng, game, start.state, MOST):
            steps.append(step)
            counts[f"{type(step[1]).__name__} applied"] += 1
            checks.check_step(game, *step)
            checks.check_state(game, step[2])
            if not rng.randrange(8):
                whole = start.short and not rng.randrange(full)
                _check_legality(rng, game, step[2], counts, short=start.short, full=whole)
        _check_replay(game, start, steps)
    except Exception as error:
        last = steps[-1][0] if steps else ""
        story = "\n".join(f"  {action}" for _, action, _, _ in steps[-TOLD:])
        raise Broken(
            f"{name}, seed {seed}, game {number}: {error!r}\n"
            f"  {start.setup}\n  {start.options}\n"
            f"  ... {len(steps)} actions, the last of them:\n{story}\n  {last}"
        ) from error
    counts["games"] += 1
    counts["actions"] += len(steps)
    counts["longest"] = len(steps)
    counts[_end(steps[-1][2] if steps else start.state)] += 1
    return counts


def _end(state: State) -> str:
    if state.phase is not Phase.OVER:
        return "bounded"
    return "voided" if state.winner is None and state.loser is None else "ended by play"


def _check_start(game: Ruleset[Any], start: Start) -> None:
    cards = len(game.deck(start.state))
    hold(
        start.short or checks.total(start.state) == cards,
        f"{checks.total(start.state)} cards dealt out of {cards}",
    )
    checks.check_state(game, start.state)


def _check_legality(
    rng: random.Random,
    game: Ruleset[Any],
    state: State,
    counts: Counter[str],
    *,
    short: bool,
    full: bool,
) -> None:
    """Check a sample of the universe, or all in full, against the list of the legal actions."""
    universe = Universe(state)
    checks.check_tie_order(game, state)
    if full:
        listing = checks.check_listing(game, state, LISTED if short else LISTED // 8)
        counts["asked"] += checks.check_universe(game, state, universe, listing)
        checks.check_foreign(game, state, universe.junk(rng, 60))
        counts["states checked in full"] += 1
    else:
        some = universe.sample(rng, 30)
        counts["asked"] += checks.check_universe(game, state, some, None)


def _check_replay(game: Ruleset[Any], start: Start, steps: list[Step]) -> None:
    """The same actions from the start give the same states and events."""
    state = game.start(start.setup, start.options)
    hold(state == start.state, "the same set-up starts another game")
    for _, action, after, events in steps:
        state, again = game.apply(state, action)
        hold(state == after and again == events, f"{action} did something else this time")


def prove_many(name: str, seed: int, numbers: range) -> Counter[str]:
    """`prove` for each of `numbers`, summed up; "longest" is the longest game."""
    counts, longest = Counter[str](), 0
    for number in numbers:
        counts += prove(name, seed, number)
        longest = max(longest, counts.pop("longest", 0))
    counts["longest"] = longest
    return counts


def _proved(name: str, seed: int, numbers: range, workers: int) -> Iterator[Counter[str]]:
    chunks = [numbers[i : i + CHUNK] for i in range(0, len(numbers), CHUNK)]
    if workers == 1:
        yield from map(prove_many, repeat(name), repeat(seed), chunks)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(prove_many, repeat(name), repeat(seed), chunks)


def main() -> int:
    """Play, check, and print what was done."""
    parser = argparse.ArgumentParser(prog="python -m proof.games", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each ruleset")
    parser.add_argument("--ruleset", choices=RULESETS, action="append", help="only this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first game's number")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    print(machine.describe(), flush=True)
    numbers = range(args.first, args.first + args.games)
    for name in args.ruleset or RULESETS:
        began, done, longest = time.perf_counter(), Counter[str](), 0
        try:
            for counts in _proved(name, args.seed, numbers, args.workers):
                longest = max(longest, counts.pop("longest", 0))
                done += counts
                words = f"{name}: {done['games']} of {args.games} games"
                machine.progress(done["games"], args.games, counts["games"], words)
        except Broken as broken:
            print(f"\n{broken}")
            return 1
        print(f"{name}: {_words(done, longest)}, {time.perf_counter() - began:.0f} s", flush=True)
        kinds = {kind: number for kind, number in done.items() if kind.endswith(" applied")}
        print("  " + ", ".join(f"{number} {kind.split()[0]}" for kind, number in kinds.items()))
    return 0


def _words(done: Counter[str], longest: int) -> str:
    return (
        f"{done['games']} games, {done['actions']} actions, all promises kept: "
        f"{done['ended by play']} ended by play, {done['voided']} voided, "
        f"{done['bounded']} bounded at {MOST} actions (longest {longest}); "
        f"{done['asked']} actions of the universe asked, "
        f"{done['states checked in full']} states checked in full; redrawn: "
        f"{done['options that contradict each other']} options, {done['set-ups refused']} set-ups"
    )


if __name__ == "__main__":
    sys.exit(main())
