"""What the table notices by itself of the deck in the box, and how it reads better for that.

A deck of which card after card shows a bare corner has two indices a card: then an index where
another card has its free corner is no riddle. It is believed until a picture speaks against it. An
enrolled deck says more (`decks.deck`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from appliance.core.reading import Reading
from appliance.vision.arrays import Image
from appliance.vision.doubts.one_or_two import ONE_OR_TWO, OneOrTwo, shows_an_end
from appliance.vision.find.finder import Finder, View
from appliance.vision.find.grouping import group
from appliance.vision.limits import ReadingLimits
from appliance.vision.read import CardReader, is_index

MIN_CARDS = 12
"""Minimum looks at a card that shows two indices and no more; below it the deck may have four.

Three looks make a reveal: so these are four cards. Set by eye.
"""


@dataclass(frozen=True, slots=True)
class Noticed:
    """What answered readings have shown: `two` looks at cards with two indices, none with more."""

    two: int = 0

    def told(self, limits: ReadingLimits) -> ReadingLimits:
        """`limits` of a picture of that deck."""
        return replace(limits, two_indices=self.two >= MIN_CARDS)

    def after(self, view: View, limits: ReadingLimits) -> "Noticed":
        """What is known after a reading of the box that asked nothing."""
        detections, maps = view
        cards, unclear = group([one for one in detections if is_index(one, limits)], limits)
        if any(shows_an_end(card) for card in cards):
            return Noticed()
        return Noticed(self.two + len(OneOrTwo(detections, cards, unclear, maps, limits).bare))


class NoticingReader(CardReader):
    """A card reader that gets to know the deck in the box. Not for use by two threads."""

    def __init__(self, load: Callable[[], Finder] = Finder) -> None:
        super().__init__(load)
        self.noticed = Noticed()

    def _cards(self, image: Image, view: View, limits: ReadingLimits) -> Reading:
        """As CardReader's. Any photograph may show another deck: of these nothing is kept."""
        if limits.photograph:
            return super()._cards(image, view, limits)
        told = self.noticed.told(limits)
        reading = super()._cards(image, view, told)
        if reading.ask is not None:
            if reading.ask.reason == ONE_OR_TWO:
                self.noticed = Noticed()  # it may be another deck by now
        elif not told.two_indices:  # else no more need be known, and all would be looked at twice
            self.noticed = self.noticed.after(view, limits)
        return reading
