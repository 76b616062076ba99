"""`python -m bench.bots`: the strong bots' wins against the plain ones, in every game.

One strong bot plays at a table of the rules' usual size (four seats, or as many as the game needs),
all others are of one plain kind (`sim.people.characters`). The seats go round. No bot knows more
than a player may. The output is docs/study.md's table.
"""

import random
import sys
from argparse import Namespace
from dataclasses import dataclass
from math import sqrt

from bench import machine
from bluffing.actions import Play
from bluffing.cards import Card, Suit
from bluffing.rulesets import RULESETS
from bluffing.study.bots import Known, Turn, strategy_of
from bluffing.study.choices import ORDER
from bluffing.study.match import Bot, Player, usual_seats, winners
from lab.sim.people import minds
from lab.sim.people.characters import POLICIES, Policy
from lab.sim.people.minds import Choice, Sight

_PLACES = {rank: place for place, rank in enumerate(ORDER)}
_CARDS = [Card(rank, Suit.SPADES) for rank in ORDER]


@dataclass(frozen=True, slots=True)
class Plain:
    """A simulated person's mind at a study's table."""

    policy: Policy

    def move(self, known: Known, rng: random.Random) -> Turn | None:
        """Choose a turn as `minds` does."""
        sight = _sight(known)
        if known.state.points:
            chosen = minds.wager(self.policy, sight, known.hunch, rng)
        else:
            chosen = minds.move(self.policy, sight, rng, 1.0)
        return None if chosen is None else (chosen.action, _laid(chosen))

    def doubts(self, known: Known, rng: random.Random) -> bool:
        """Decide on a doubt as `minds` does."""
        return minds.suspects(self.policy, _sight(known), rng)


def _sight(known: Known) -> Sight:
    """A suit is nothing to bluff about."""
    cards = tuple(_CARDS[place] for place, held in enumerate(known.hand) for _ in range(held))
    return Sight(known.rules, known.state, known.seat, cards)


def _laid(chosen: Choice) -> tuple[int, ...]:
    if not isinstance(chosen.action, Play):
        return ()
    return tuple(_PLACES[card.rank] for card in chosen.cards)


def won(name: str, one: Player, others: Player, games: int) -> tuple[float, int]:
    """Count the games that `one` wins beside `others`, and the games that ended."""
    seats, wins, ended = usual_seats(name), 0.0, 0
    for number in range(games):
        seat = number // seats % seats  # the dealer goes round within
        winning = winners(name, [one if at == seat else others for at in range(seats)], number)
        ended += bool(winning)
        wins += (seat in winning) / max(1, len(winning))
    return wins, ended


def report(args: Namespace) -> None:
    """Print the table."""
    names = args.ruleset or RULESETS
    print(
        f"percent of {args.games} games that one strong bot wins, of those that ended (in brackets"
    )
    print("how many, if not all); one as good as the others would win its fair share")
    print("| | " + " | ".join(POLICIES) + " | fair share |")
    print("|---" * (len(POLICIES) + 2) + "|")
    for name in names:
        strong = Bot(strategy_of(name))
        cells = []
        for policy in POLICIES.values():
            wins, ended = won(name, strong, Plain(policy), args.games)
            some = "" if ended == args.games else f" ({ended})"
            cells.append(f"{100 * wins / max(1, ended):.0f}{some}")
        print(f"| {name} | {' | '.join(cells)} | {100 / usual_seats(name):.0f} |", flush=True)
    print(f"standard error at most {50 / sqrt(args.games):.1f} percent where all games ended")


if __name__ == "__main__":
    OPTION = machine.option("--ruleset", choices=RULESETS, action="append", help="only this one")
    sys.exit(machine.run(report, {"games": 250}, OPTION))
