"""`python -m bench.bots`: the strong bots' wins against the plain ones, in every game.

One strong bot plays at a table of the rules' usual size (four seats, or as many as the game needs),
all others are of one plain kind (`sim.people.characters`). The seats go round. No bot knows more
than a player may. The output is docs/study.md's table.

`--compare` prints the figures of the bots before and after the newest training: the best rule of
one sentence against three of them, lies, right doubts, and last cards. It also prints how often one
of today's wins beside three previous ones (`previous_bots.toml`), and each character beside three
strong ones.

`--exploiters` puts players who follow one sentence beside strong bots instead: the twelve rules
that people try first, and with `--family` every rule of their kind. It also counts what the bots
do.
"""

import random
import sys
from argparse import Namespace
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from bench import machine
from bench.exploiters import Deeds, Watched, family, twelve
from bluffing.actions import Play
from bluffing.cards import Card, Suit
from bluffing.study.bots import Known, Strategy, Turn, strategies, strategy_of
from bluffing.study.choices import ORDER, STUDIED
from bluffing.study.match import Bot, Player, usual_seats, winners
from bluffing.study.personas import EASY, PERSONAS
from lab.sim.people import minds
from lab.sim.people.characters import POLICIES, Policy
from lab.sim.people.minds import Choice, Sight

PREVIOUS = Path(__file__).with_name("previous_bots.toml")
"""Strategies of the bots of the last release."""

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
    names = args.ruleset or STUDIED
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


def share(name: str, one: Player, others: Player, games: int) -> float:
    """Return the percentage of the ended games that `one` wins beside `others`."""
    wins, ended = won(name, one, others, games)
    return 100 * wins / max(1, ended)


def deeds_of(name: str, strong: Bot, games: int) -> Deeds:
    """Count what bots do among themselves."""
    deeds = Deeds()
    won(name, Watched(strong, deeds), Watched(strong, deeds), games)
    deeds.settled()
    return deeds


def compared(args: Namespace) -> None:
    """Print each game's figures with the previous strategy, and with that of today."""
    previous, gains = strategies(PREVIOUS.read_text("utf-8")), []
    for name in args.ruleset or STUDIED:
        before, after = previous[name], strategy_of(name)
        for label, strategy in (("before", before), ("after", after)):
            print(f"{name} {label}: {_figures(name, strategy, args.games)}", flush=True)
        gains.append(share(name, Bot(after), Bot(before), args.games))
        kinds = {**PERSONAS, "easy": EASY}
        shares = {
            kind: share(name, Bot(after, persona), Bot(after), args.games)
            for kind, persona in kinds.items()
        }
        print(f"  wins {gains[-1]:.0f} % beside three previous bots")
        print("  " + ", ".join(f"{kind} {won:.0f} %" for kind, won in shares.items()), flush=True)
    print(f"beside three previous bots: {sum(gains) / len(gains):.1f} % on the mean of the games")


def _figures(name: str, strategy: Strategy, games: int) -> str:
    """Return what bots do among themselves, and the best rule beside three of them."""
    if name == "doubt_it":
        return "no cards to lay"
    strong = Bot(strategy)
    deeds = deeds_of(name, strong, games)
    rules = {rule: share(name, rule, strong, games) for rule in twelve(strategy)}
    best = max(rules, key=rules.__getitem__)
    several = deeds.share("several false", "several true")
    chosen = deeds.share("lies by choice", "truth by choice")
    right, last = (
        deeds.share(part, rest)
        for part, rest in (("doubts right", "doubts wrong"), ("last doubted", "last undoubted"))
    )
    return (
        f"best rule {rules[best]:.0f} % ({best}); lies: {several} % of several cards,"
        f" {chosen} % by choice; {right} % of doubts are right, {last} % of last cards doubted"
    )


def exploited(args: Namespace) -> None:
    """Print how often each rule wins beside strong bots, and what those do among themselves."""
    for name in args.ruleset or [name for name in STUDIED if name != "doubt_it"]:
        strong = Bot(strategy_of(name))
        deeds = deeds_of(name, strong, args.games)
        print(
            f"{name}: {deeds.share('several false', 'several true')} % of plays of several cards"
            f" are lies, {deeds.share('lies by choice', 'truth by choice')} % where the hand"
            f" had true ones;"
            f" {deeds.share('doubts right', 'doubts wrong')} % of doubts are right;"
            f" last cards: {deeds.share('last doubted', 'last undoubted')} % doubted,"
            f" {deeds.counts['last lies undoubted']} undoubted lies in {args.games} games",
            flush=True,
        )
        rules = (family if args.family else twelve)(strong.strategy)
        scores = {rule: won(name, rule, strong, args.games) for rule in rules}
        for rule, (wins, ended) in sorted(scores.items(), key=lambda score: -score[1][0]):
            some = "" if ended == args.games else f" ({ended} ended)"
            print(f"  {100 * wins / max(1, ended):3.0f} %{some} {rule}", flush=True)
        print(f"  fair share {100 / usual_seats(name):.0f} %")


def main(args: Namespace) -> None:
    """Print the tables that the options ask for."""
    if args.compare:
        compared(args)
    else:
        (exploited if args.exploiters or args.family else report)(args)


if __name__ == "__main__":
    OPTIONS = (
        machine.option("--ruleset", choices=STUDIED, action="append", help="only this one"),
        machine.option("--exploiters", action="store_true", help="beside one-sentence players"),
        machine.option("--compare", action="store_true", help="before and after the training"),
        machine.option("--family", action="store_true", help="every one-sentence player"),
    )
    sys.exit(machine.run(main, {"games": 250}, *OPTIONS))
