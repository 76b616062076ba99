"""Several looks at cards that lie still make one reading: all must agree, or the table asks."""

from collections import Counter
from collections.abc import Sequence

from appliance.vision.reading import Reading

MOST_ASKING = 0.5
"""Share of the looks that may ask, for a moment's glare or blur, before the whole one asks."""


def fuse(readings: Sequence[Reading]) -> Reading:
    """One reading of still cards from several looks, in the order in which they were taken.

    Looks that ask don't vote; those that answer must all name the same ranks. An answer
    is the surest of the looks that gave it.

    Raises:
        ValueError: if there is no reading at all.
    """
    if not readings:
        raise ValueError("there is no reading to fuse: take at least one look")
    answers = [reading for reading in readings if reading.ask is None]
    asking = [reading for reading in readings if reading.ask is not None]
    if len(asking) > MOST_ASKING * len(readings):
        return asking[-1]
    latest = answers[-1]
    if any(Counter(each.ranks) != Counter(latest.ranks) for each in answers):
        return Reading(
            latest.cards, latest.width, latest.height, "the looks differ: let the cards lie still"
        )
    return max(answers, key=lambda each: min((card.sure for card in each.cards), default=0.0))
