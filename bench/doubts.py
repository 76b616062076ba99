"""The benefit and the cost of each rule by which the card reader asks.

    python -m bench.doubts PHOTOS --half odd       labelled photographs
    python -m bench.doubts --hard 600              drawn pictures that are hard to read
    python -m bench.doubts --heaps 1000            drawn heaps, in which a card may show nothing
    python -m bench.doubts --simulated 260         drawn pictures of the reveal box

Each picture about which the reader asks at its first look is read again without each of its rules
in turn, from the same detections. Printed for each rule: of how many pictures the reader would
answer without it, how many of these answers would be right (what the rule costs) and how many
wrong (what it prevents); and cards of a rank that is not there which would be sure. A rule that
others always back up costs and prevents nothing here.
"""

import sys
from argparse import ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from appliance.core.reading import Reading
from appliance.drivers import Image
from appliance.vision.find.finder import Finder, View
from appliance.vision.limits import PHOTOGRAPH
from appliance.vision.read import cards_of, reduced
from bench import hard, machine, shots
from bluffing.cards import Rank

RULES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {  # a limit may be of any type
    "index cut": {"ranks": {"max_cut_sure": 1.0}},
    "index unread": {"suspects": {"min_suspect": 1.0, "max_pip": 1.0}},
    "index on a card, other label": {"suspects": {"min_other_label": 1.1, "min_other_joker": 1.1}},
    "joker on a card": {"suspects": {"min_other_joker": 1.1}},
    "one or two: free corner": {"grouping": {"max_free_corner_error": 0.0}},
    "one card by two names": {"grouping": {"max_misread_error": 0.0}},
    "one or two: votes": {"grouping": {"max_centre_error": 0.549, "max_vote_gap": 0.699}},
    "stray area": {"strays": {"stray_areas": ()}},
    "stray area: near": {"strays": {"stray_areas": PHOTOGRAPH.strays.stray_areas[:1]}},
    "stray area: far": {"strays": {"stray_areas": PHOTOGRAPH.strays.stray_areas[1:]}},
    "sliver": {"strays": {"min_sliver_area": 9.0}},
}
"""Each rule, and the limits that ask about nothing, by group (appliance/vision/limits.py)."""


@dataclass(slots=True)
class Price:
    """The effect of leaving one rule out."""

    right: int = 0
    wrong: int = 0
    misread: int = 0

    def add(self, with_it: Reading, without: Reading, truth: Counter[Rank]) -> None:
        """Count one picture of `truth`, read with the rule and without it."""
        if with_it.ask is not None and without.ask is None:
            right = Counter(without.ranks) == truth
            self.right += right
            self.wrong += not right
        self.misread += _misread(without, truth) - _misread(with_it, truth)


def _misread(reading: Reading, truth: Counter[Rank]) -> int:
    """Count the cards that are surely read as a rank that is absent."""
    return sum(card.known is not None and not truth[card.known] for card in reading.cards)


def prices(
    pictures: Iterable[shots.Shot], find: Callable[[Image, None], View]
) -> tuple[Counter[str], dict[str, Price]]:
    """Count the pictures answered and asked about, and the worth of each of RULES."""
    counts, rows = Counter[str](), {name: Price() for name in RULES}
    for shot in pictures:
        image, _ = reduced(shot.image)
        detections = find(image, None)
        reading, truth = cards_of(image, *detections), Counter(shot.shown)
        counts["pictures"] += 1
        counts["asked"] += reading.ask is not None
        counts["wrong"] += reading.ask is None and Counter(reading.ranks) != truth
        if reading.ask is not None:
            for name, without in RULES.items():
                groups = {key: replace(getattr(PHOTOGRAPH, key), **without[key]) for key in without}
                limits = replace(PHOTOGRAPH, **groups)
                rows[name].add(reading, cards_of(image, *detections, limits), truth)
    return counts, rows


def _shots(options: Namespace) -> Iterator[shots.Shot]:
    given = options.folder, options.simulated, options.hard, options.heaps
    if sum(map(bool, given)) != 1:
        raise ArgumentTypeError(
            "name a folder of photos, or give --simulated N, --hard N or --heaps N"
        )
    if options.folder:
        return shots.photos(options.folder, options.half)
    if options.hard:
        return hard.pictures(options.hard)
    if options.heaps:
        return hard.heaps(options.heaps)
    return shots.simulated(options.simulated, options.seed)


def report(options: Namespace) -> None:
    """Print everything."""
    cv2.setNumThreads(1)
    counts, rows = prices(_shots(options), Finder().find)
    print(
        f"{counts['pictures']} pictures, {counts['asked']} asked about at the first look,"
        f" {counts['wrong']} answered wrongly"
    )
    print("without the rule                  right answers  wrong answers  ranks surely misread")
    for name, price in rows.items():
        print(f"{name:33} {price.right:13} {price.wrong:14} {price.misread:21}")


def main() -> int:
    """Run the command."""
    return machine.run(
        report,
        {"seed": 0},
        machine.option("folder", type=Path, nargs="?", help="photos with a labels.json"),
        machine.option(
            "--half", choices=("all", "even", "odd"), default="all", help="training saw only `even`"
        ),
        machine.option("--simulated", type=int, default=0, metavar="N", help="draw N pictures"),
        machine.option("--hard", type=int, default=0, metavar="N", help="draw N hard pictures"),
        machine.option("--heaps", type=int, default=0, metavar="N", help="draw N heaps"),
    )


if __name__ == "__main__":
    sys.exit(main())
