"""Learns traits of the deck in the box from its own readings, and reads better for that.

A deck whose cards keep showing a bare corner has two indices a card: then an index in another
card's free corner is unambiguous. And the letters that it has shown determine the rank of a V. Both
traits hold until a picture contradicts them, or until the next deal, which may be of another deck.
An enrolled deck knows more (`decks.deck`).
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
"""Minimum looks at a card with exactly two indices; below it the deck may have four.

Three looks make a reveal: so these are four cards. Set by eye.
"""

MIN_LETTERS = 6
"""Minimum number of looks that show a letter before it decides about a V: two reveals.

Set by eye.
"""


@dataclass(frozen=True, slots=True)
class Noticed:
    """Traits that sure readings have shown.

    `two` counts looks at cards with two indices and none with more, `letters` the looks that showed
    each letter that determines the rank of a V.
    """

    two: int = 0
    letters: Counter[str] = field(default_factory=Counter)

    def narrow(self, limits: ReadingLimits) -> ReadingLimits:
        """Return `limits` narrowed by the knowledge of this deck."""
        known = frozenset(self.letters if self.letters.total() >= MIN_LETTERS else ())
        return replace(limits, two_indices=self.two >= MIN_CARDS, letters=known)

    def after(self, view: View, limits: ReadingLimits) -> "Noticed":
        """Return the knowledge after a sure reading of the box, within `limits` narrowed by it."""
        detections, maps = view
        read = [index for index in detections if is_index(index, limits)]
        letters = self.letters + Counter({index.label for index in read if index.label in TELL_V})
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
        """Read as CardReader does. A photograph may show another deck, so it teaches nothing."""
        if limits.photograph:
            return super()._cards(image, view, limits)
        narrowed = self.noticed.narrow(limits)
        reading = super()._cards(image, view, narrowed)
        if reading.ask is None:
            self.noticed = self.noticed.after(view, narrowed)
        elif reading.ask.reason == ONE_OR_TWO:
            self.forget_deck()  # it may be another by now
        return reading
