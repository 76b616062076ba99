"""The tale of a game: what of its verdicts is worth a sentence at the end."""

from collections import Counter

from appliance.table.facts.values import DoubtedFacts, TakenFacts
from bluffing.events import Answered, Event, Took, Verdict

OFTEN = 3
"""Minimum number of doubts of one seat that are worth telling."""

LARGE = 8
"""Minimum number of cards of a pile that is worth telling."""


def most_doubted(tale: tuple[Event, ...]) -> DoubtedFacts | None:
    """Seat that was doubted most often, if one alone was and often enough."""
    doubts = [
        one for one in tale if isinstance(one, Verdict | Answered) and one.doubter is not None
    ]
    ranking = Counter(one.seat for one in doubts).most_common(2)
    if not ranking or ranking[0][1] < OFTEN or len({times for _, times in ranking}) < len(ranking):
        return None
    seat, times = ranking[0]
    return DoubtedFacts(seat, times, sum(one.truth for one in doubts if one.seat == seat))


def largest_pile(tale: tuple[Event, ...]) -> TakenFacts | None:
    """Seat that took the largest pile, if one pile was the largest and large enough."""
    piles = sorted((one.count, one.seat) for one in tale if isinstance(one, Took))
    if not piles or piles[-1][0] < LARGE or [one[0] for one in piles].count(piles[-1][0]) > 1:
        return None
    cards, seat = piles[-1]
    return TakenFacts(seat, cards)
