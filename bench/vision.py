"""The card reader's results with labelled pictures.

    python -m bench.vision PHOTOS                             every photo of PHOTOS/labels.json
    python -m bench.vision --simulated 1000                   drawn pictures of the reveal box
    python -m bench.vision --faces DECKS --simulated 1000     printed faces, photographed there
    python -m bench.vision --hard 600                         drawn pictures that are hard to read
    python -m bench.vision --fans 300                         drawn fans, free and close together

Prints, per set: recall and precision over ranks (the multiset that was read against the labelled
one, whether the reader asked or not), how often the number of cards and the whole set of ranks
were right, jokers' recall, the share answered without asking and how many of these answers were not
exactly the truth. `twice` counts cards that were read once too often: more of a rank than the label
has, if it has any; `told twice` counts the same in answers. Then how often the suit of a card was
named, if it is known, and how often that was wrong; and the table's verdicts on claims made from
the labels (bench/claims.py), CPU milliseconds a picture on one thread, and peak memory. Where
labels are known to be wrong (bench/photo_notes.toml) a second row tells the figures with these put
right.
"""

import resource
import sys
import time
from argparse import ArgumentTypeError, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2

from appliance.core.reading import Reading
from appliance.errors import DoubtItError
from appliance.vision.read import CardReader
from bench import contact, fans, hard, machine, printed, shots
from bench.claims import Verdicts, claims_of
from bench.split import may_learn
from bluffing.cards import Card, Rank
from bluffing.message import message

__all__ = ["Tally", "main", "may_learn"]

HEAD = (
    "set                       pictures  recall  precision  count  exact  jokers  answered  wrong"
    "  twice  told twice  ms p50  ms p95"
)


class Tally:
    """Sums over the pictures of one kind."""

    def __init__(self) -> None:
        self.pictures = self.answered = self.wrong = self.exact = self.counted = 0
        self.read = self.there = self.right = self.jokers = self.jokers_read = 0
        self.twice = self.told_twice = 0
        self.suited = self.suits_told = self.suits_wrong = 0
        self.spent: list[float] = []

    def add(self, truth: tuple[Rank, ...], reading: Reading, spent: float) -> None:
        """Count one picture of `truth`, read in `spent` milliseconds of CPU time."""
        want, got = Counter(truth), Counter(reading.ranks)
        common = want & got
        self.pictures += 1
        self.spent.append(spent)
        self.right += common.total()
        self.read += got.total()
        self.there += want.total()
        self.jokers += want[Rank.JOKER]
        self.jokers_read += common[Rank.JOKER]
        self.counted += want.total() == len(reading.cards)
        self.exact += want == got
        self.answered += reading.ask is None
        self.wrong += reading.ask is None and want != got
        twice = sum(count for rank, count in (got - want).items() if want[rank])
        self.twice += twice
        self.told_twice += twice if reading.ask is None else 0

    def add_suits(self, cards: tuple[Card, ...], reading: Reading) -> None:
        """Count how many of `cards` were named by suit, and the suits named beside them."""
        cards_by_suit = Counter(card for card in cards if card.rank is not Rank.JOKER)
        named = Counter(card.card for card in reading.cards if card.card is not None)
        ranks = {card.rank for card in cards_by_suit}
        named = Counter({card: count for card, count in named.items() if card.rank in ranks})
        self.suited += cards_by_suit.total()
        self.suits_told += named.total()
        self.suits_wrong += (named - cards_by_suit).total()

    def line(self, name: str) -> str:
        """Return one row of figures, as HEAD names them; - means a division by zero."""

        def share(part: int, whole: int, wide: int) -> str:
            return f"{part / whole:{wide}.3f}" if whole else f"{'-':>{wide}}"

        return (
            f"{name:25} {self.pictures:8} {share(self.right, self.there, 7)}"
            f" {share(self.right, self.read, 10)} {share(self.counted, self.pictures, 6)}"
            f" {share(self.exact, self.pictures, 6)} {share(self.jokers_read, self.jokers, 7)}"
            f" {share(self.answered, self.pictures, 9)} {self.wrong:6}"
            f" {self.twice:6} {self.told_twice:11}"
            f" {machine.quantile(self.spent, 0.5):7.1f} {machine.quantile(self.spent, 0.95):7.1f}"
        )


class Report:
    """Everything that is printed about a run."""

    def __init__(self) -> None:
        self.labelled: dict[str, Tally] = defaultdict(Tally)
        self.corrected: dict[str, Tally] = defaultdict(Tally)
        self.noted: Counter[str] = Counter()
        self.asks: Counter[str] = Counter()
        self.verdicts, self.verdicts_corrected = Verdicts(), Verdicts()
        self.faults: list[str] = []

    def add(self, shot: shots.Shot, reading: Reading, spent: float, seed: int, drawn: int) -> None:
        """Count one picture."""
        relabelled = sorted(shot.shown) != sorted(shot.ranks)
        for kind in (*shot.kinds, "all"):
            self.labelled[kind].add(shot.ranks, reading, spent)
            self.corrected[kind].add(shot.shown, reading, spent)
            self.labelled[kind].add_suits(shot.cards, reading)
            self.noted[kind] += relabelled
        self.asks[contact.said(reading)] += 1
        self.verdicts.judge(reading, claims_of(shot.ranks, shot.name, seed, drawn))
        claims = claims_of(shot.shown, shot.name, seed, drawn)
        failed = self.verdicts_corrected.judge(reading, claims)
        if reading.ask is None and Counter(reading.ranks) != Counter(shot.ranks):
            note = f", in truth {contact.words(shot.shown)}" if relabelled else ""
            self.faults.append(
                f"wrong answer: {shot.name}: read {contact.words(reading.ranks)},"
                f" label {contact.words(shot.ranks)}{note}"
            )
        self.faults += [
            f"wrong verdict: {shot.name}: {claim.count} x {claim.rank} ({claim.kind});"
            f" read {contact.words(reading.ranks)}, truth {contact.words(shot.shown)}"
            for claim in failed
        ]

    def lines(self) -> Iterator[str]:
        """The whole report."""
        yield from self.faults
        yield HEAD
        for kind, tally in sorted(self.labelled.items(), key=lambda row: (row[0] == "all", row[0])):
            yield tally.line(kind)
            if self.noted[kind]:
                yield self.corrected[kind].line(f"  {self.noted[kind]} labels put right")
        yield ""
        yield from (
            f"{kind}: {tally.suits_told} suits told of {tally.suited}, {tally.suits_wrong} wrong"
            for kind, tally in self.labelled.items()
            if tally.suited
        )
        yield from self.verdicts.lines()
        if self.noted["all"]:
            yield f"... with {self.noted['all']} labels put right"
            yield from self.verdicts_corrected.lines()
        yield ""
        for ask, count in self.asks.most_common():
            yield f"{count:7} {ask}"


def _shots(options: Namespace) -> tuple[Iterator[shots.Shot], str]:
    """The pictures asked for, and in words which they are."""
    if options.folder:
        return shots.photos(options.folder, options.half), f"{options.folder}, {options.half}"
    if options.hard:
        return hard.pictures(options.hard), f"{options.hard} hard ones"
    if options.fans:
        return fans.small(options.fans), f"{options.fans} fans"
    seeds = f"seeds from {options.seed}"
    if options.faces:
        drawn = printed.pictures(
            options.faces,
            options.simulated,
            options.seed,
            apart=options.apart,
            wordless=options.wordless,
        )
        return drawn, f"{options.simulated} pictures of {options.faces}, {seeds}"
    return shots.simulated(options.simulated, options.seed), f"{options.simulated} drawn, {seeds}"


def report(options: Namespace) -> None:
    """Read the chosen pictures, and print the results."""
    if sum(map(bool, (options.folder, options.simulated, options.hard, options.fans))) != 1:
        raise ArgumentTypeError(
            "name a folder of photos, or give --simulated N, --hard N or --fans N"
        )
    if options.faces and not options.simulated:
        raise ArgumentTypeError("--faces needs --simulated N, the number of pictures to draw")
    cv2.setNumThreads(1)
    reader, report = CardReader(), Report()
    sheets = contact.Sheets(options.sheets) if options.sheets else None
    pictures, name = _shots(options)
    print(f"{name}; {options.claims} claims of a wrong rank for each")
    for shot in pictures:
        start = time.process_time()
        reading = reader.read(shot.image)
        report.add(
            shot, reading, (time.process_time() - start) * 1000, options.seed, options.claims
        )
        if sheets is not None:
            sheets.add(shot, reading)
    if not report.labelled:
        raise DoubtItError(
            message("text", text=f"{name}: no photo is in this half; try --half all")
        )
    for line in report.lines():
        print(line)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    if sheets is not None:
        print(f"{options.sheets}: {', '.join(sheets.close()) or 'nothing went wrong'}")


def main() -> int:
    """Run the command."""
    return machine.run(
        report,
        {"seed": 0, "claims": 8},
        machine.option("folder", type=Path, nargs="?", help="photos with a labels.json"),
        machine.option(
            "--half", choices=("all", "even", "odd"), default="all", help="training saw only `even`"
        ),
        machine.option("--simulated", type=int, default=0, metavar="N", help="draw N pictures"),
        machine.option("--hard", type=int, default=0, metavar="N", help="draw N hard pictures"),
        machine.option("--fans", type=int, default=0, metavar="N", help="draw N fans"),
        machine.FACES,
        machine.option("--apart", action="store_true", help="with --faces: none overlap"),
        machine.option(
            "--wordless", action="store_true", help="with --faces: jokers too that don't say so"
        ),
        machine.option("--sheets", type=Path, metavar="DIR", help="draw what went wrong, there"),
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
