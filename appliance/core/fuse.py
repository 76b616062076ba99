"""One reading of several looks at cards that lie still."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from appliance.core.reading import Ask, Reading, SeenCard
from bluffing.cards import Rank
from bluffing.message import message

LOOKS_DIFFER = message("ask.looks-differ")

MAX_ASKING = 0.5
"""Maximum share of looks that may ask; above it the fused reading asks, too.

So a moment's glare or blur costs no question. Set by eye.
"""


def fuse(readings: Sequence[Reading]) -> Reading:
    """Fuse several looks at still cards, in the order of their times, into one reading.

    Looks that ask don't vote; those that answer must all name the same ranks. The result is the
    surest of the looks with that answer, without suits that others contradict. A result that asks
    is the latest look, limited to the ranks that every look has, each with its lowest certainty in
    any look.

    Raises:
        ValueError: if there is no reading at all.
    """
    if not readings:
        raise ValueError("there is no reading to fuse: take at least one look")
    answers = [reading for reading in readings if reading.ask is None]
    asking = [reading for reading in readings if reading.ask is not None]
    if len(asking) > MAX_ASKING * len(readings):
        return _agreement(asking[-1], readings)
    latest = answers[-1]
    if any(Counter(each.ranks) != Counter(latest.ranks) for each in answers):
        differ = replace(latest, ask=Ask(LOOKS_DIFFER))
        return _agreement(differ, readings)
    surest = max(answers, key=lambda each: min((card.sure for card in each.cards), default=0.0))
    return replace(surest, cards=tuple(_agreed_suit(card, answers) for card in surest.cards))


def _agreed_suit(card: SeenCard, readings: Sequence[Reading]) -> SeenCard:
    """Return `card` without its suit if some looks have other suits at cards of its rank."""
    looks = ([like.suit for like in each.cards if like.rank is card.rank] for each in readings)
    return card if len(set(map(frozenset, looks))) == 1 else replace(card, suit=None)


def _agreement(reading: Reading, readings: Sequence[Reading]) -> Reading:
    """Return `reading` without the ranks that some of `readings` lack."""
    agreed = {
        rank: [min(sure) for sure in zip(*(_sure(rank, each) for each in readings), strict=False)]
        for rank in reading.ranks
    }
    cards = list(reading.cards)
    for at in sorted(range(len(cards)), key=lambda at: -cards[at].sure):
        rank, quad = cards[at].rank, cards[at].quad
        left = agreed[rank] if rank is not None else []
        cards[at] = SeenCard(rank, left.pop(0), quad) if left else SeenCard(None, 0.0, quad)
    return replace(reading, cards=tuple(cards))


def _sure(rank: Rank, reading: Reading) -> list[float]:
    """Certainty of a look for each card of a rank, the surest first."""
    return sorted((card.sure for card in reading.cards if card.rank is rank), reverse=True)
