"""Claims about labelled pictures, true and false, and what the table makes of them.

From the true ranks of a picture of n cards come

- `true`: n of the rank, where all cards are of one;
- `wrong rank`: n of a rank that is not there, as many such ranks as are asked for;
- `wrong card`: n of a rank that some of the cards are and others are not, each such rank;
- `too few`: n - 1 of the rank, where n > 1 and all cards are of one: one was smuggled in;
- `too many`: n + 1 of the rank, where all cards are of one: the table is to ask here, for it
  can't know that no card hides.

Which ranks are drawn follows from the picture's name and a seed alone.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from appliance.core.reading import Reading
from appliance.table.judge import Proof, weigh
from bluffing.cards import Card, Rank, pack

KINDS = ("true", "wrong rank", "wrong card", "too few", "too many")

PACKS: tuple[Card, ...] = pack(2) * 2
"""The cards that may be in the game: two packs with their jokers."""


@dataclass(frozen=True, slots=True)
class Claim:
    """`count` cards were laid, all of `rank`; `kind` is one of KINDS."""

    kind: str
    count: int
    rank: Rank

    @property
    def truth(self) -> bool:
        """True if the claim is true."""
        return self.kind == "true"


def claims_of(ranks: Sequence[Rank], name: str, seed: int, wrong_ranks: int) -> list[Claim]:
    """Every claim about a picture that shows `ranks`, `wrong_ranks` (0 to 13) of them drawn."""
    counts = Counter(ranks)
    count = len(ranks)
    if not count:
        return []
    absent = [rank for rank in Rank if rank not in counts]
    drawn = random.Random(f"{seed} {name}").sample(absent, min(wrong_ranks, len(absent)))
    claims = [Claim("wrong rank", count, rank) for rank in drawn]
    if len(counts) > 1:
        return claims + [Claim("wrong card", count, rank) for rank in Rank if rank in counts]
    claims += [Claim("true", count, ranks[0]), Claim("too many", count + 1, ranks[0])]
    if count > 1:
        claims.append(Claim("too few", count - 1, ranks[0]))
    return claims


@dataclass(slots=True)
class Verdicts:
    """Numbers of claims of each kind that were judged rightly, asked about and judged wrongly."""

    right: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)

    def judge(self, reading: Reading, claims: Sequence[Claim]) -> list[Claim]:
        """Count what `reading` says about `claims`; those that it judges wrongly."""
        failed = []
        for claim in claims:
            proof = weigh(reading, claim.count, claim.rank, PACKS).proof
            if proof is Proof.ASK:
                self.asked[claim.kind] += 1
            elif (proof is Proof.CONFIRMED) == claim.truth:
                self.right[claim.kind] += 1
            else:
                self.wrong[claim.kind] += 1
                failed.append(claim)
        return failed

    def lines(self) -> list[str]:
        """A table: one row a kind of claim, and all."""
        rows = ["claims           right   asked   wrong  answered  wrong of the answers"]
        for kind in (*KINDS, "all"):
            kinds = KINDS if kind == "all" else (kind,)
            right, asked, wrong = (
                sum(part[kind] for kind in kinds) for part in (self.right, self.asked, self.wrong)
            )
            answers = right + wrong
            if answers + asked:
                rows.append(
                    f"{kind:14} {right:7} {asked:7} {wrong:7} {answers / (answers + asked):9.3f}"
                    f"  {wrong / max(1, answers):.5f}"
                )
        return rows
