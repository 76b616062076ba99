"""What the table notices by itself of the deck in the box, and how it reads better for that.

A deck of which card after card shows a bare corner has two indices a card: then an index where
another card has its free corner is no riddle. And the letters that it has shown tell what a V is.
Both are believed until a picture speaks against it, or until the next deal: that may be of another
deck. An enrolled deck says more (`decks.deck`).
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from appliance.core.reading import Reading
from appliance.vision.arrays import Image
from appliance.vision.doubts.one_or_two import ONE_OR_TWO, OneOrTwo, shows_an_end
from appliance.vision.find.finder import Finder, View
from appliance.vision.find.grouping import TELL_V, group
from appliance.vision.limits import ReadingLimits
from appliance.vision.read import CardReader, is_index

MIN_CARDS = 12
"""Minimum looks at a card that shows two indices and no more; below it the deck may have four.

Three looks make a reveal: so these are four cards. Set by eye.
"""

MIN_LETTERS = 6
"""Minimum looks that show a letter by which a V is told: two reveals. Below it the reader asks.

Set by eye.
"""


@dataclass(frozen=True, slots=True)
class Noticed:
    """What answered readings have shown: `two` looks at cards with two indices, none with more.

    And how many looks showed each of the `letters` that tell what a V is.
    """

    two: int = 0
    letters: Counter[str] = field(default_factory=Counter)

    def told(self, limits: ReadingLimits) -> ReadingLimits:
        """`limits` of a picture of that deck."""
        known = frozenset(self.letters if self.letters.total() >= MIN_LETTERS else ())
        return replace(limits, two_indices=self.two >= MIN_CARDS, letters=known)

    def after(self, view: View, limits: ReadingLimits) -> "Noticed":
        """Return the knowledge after a sure reading of the box, within `told` limits."""
        detections, maps = view
        read = [one for one in detections if is_index(one, limits)]
        letters = self.letters + Counter({one.label for one in read if one.label in TELL_V})
        if limits.two_indices:  # no more need be known, and all would be grouped twice
            return Noticed(self.two, letters)
        cards, unclear = group(read, limits)
        if any(shows_an_end(card) for card in cards):
            return Noticed(0, letters)
        bare = OneOrTwo(detections, cards, unclear, maps, limits).bare
        return Noticed(self.two + len(bare), letters)


class NoticingReader(CardReader):
    """A card reader that gets to know the deck in the box. Not for use by two threads."""

    def __init__(self, load: Callable[[], Finder] = Finder) -> None:
        super().__init__(load)
        self.noticed = Noticed()

    def forget_deck(self) -> None:
        """See CardReader."""
        self.noticed = Noticed()

    def _cards(self, image: Image, view: View, limits: ReadingLimits) -> Reading:
        """As CardReader's. Any photograph may show another deck: of these nothing is kept."""
        if limits.photograph:
            return super()._cards(image, view, limits)
        told = self.noticed.told(limits)
        reading = super()._cards(image, view, told)
        if reading.ask is None:
            self.noticed = self.noticed.after(view, told)
        elif reading.ask.reason == ONE_OR_TWO:
            self.forget_deck()  # it may be another by now
        return reading
