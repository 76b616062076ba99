"""`python -m bench.decks`: what a deck check says of whole decks, fanned, and how often it asks.

Drawn decks, or with `--faces DECKS` those of a folder. A third each in pictures of 1280x720,
1920x1080 and 12 megapixels; in turn complete, with one or two cards missing, one double, one
swapped. Wrong is what is not true in any rank; exits 1 if anything was.
"""

import sys
import time
from argparse import Namespace
from collections import Counter, defaultdict

import cv2

from appliance.decks.completeness import Check, count, lines
from appliance.decks.fan import FanReader
from appliance.words import words_of
from bench import fans, machine
from bluffing.cards import RANKS, Rank

SAID = ("right", "asked", "wrong")


def said_of(check: Check, fan: fans.Fan) -> str:
    """Return one of SAID: right only if every rank has its true count, jokers aside."""
    if check.unread:
        return "asked"
    counts = Counter(card.rank for card in fan.cards)
    truth = {rank: counts[rank] - 4 for rank in RANKS if counts[rank] != 4}
    return "right" if check.off == truth else "wrong"


def report(args: Namespace) -> int:
    """Print everything; 1 if the check was ever wrong."""
    cv2.setNumThreads(1)
    reader, spent = FanReader(), list[float]()
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    drawn = fans.faces(args.faces, args.fans, args.seed) if args.faces else None
    for number, fan in enumerate(drawn or fans.drawn(args.fans, args.seed), start=1):
        began = time.process_time()
        check = count([reader.look(fan.image)])
        spent.append((time.process_time() - began) * 1000)
        answer = said_of(check, fan)
        jokers = any(card.rank is Rank.JOKER for card in fan.cards)
        for kind in ("jokers" if jokers else "without jokers", *fan.kinds, "all"):
            rows[kind][answer] += 1
        if answer == "wrong":
            verdict = "; ".join(map(words_of("en").say, lines(check, ["it"])))
            print(f"wrong: {fan.name}, {fan.kinds}: {verdict}")
        machine.progress(number, args.fans, 1, f"{number} of {args.fans} fans")
    print(f"{'':16}{''.join(f'{answer:>8}' for answer in SAID)}")
    for kind, counts in sorted(rows.items(), key=lambda row: (row[0] == "all", row[0])):
        print(f"{kind:16}{''.join(f'{counts[answer]:8}' for answer in SAID)}")
    print(f"CPU ms a picture: {machine.quantiles(spent)}")
    return int(rows["all"]["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(machine.run(report, {"fans": 30, "seed": 0}, machine.FACES))
