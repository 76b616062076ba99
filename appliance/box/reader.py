"""The card reader in the calibrated box: flat pictures at one scale, while the camera is fixed.

Each look first searches the picture for the mat. If the mat's place is known, moved or not, the
reader gets the box from above and the height of a card. Otherwise it gets the camera's own
picture, which takes longer. The box reports each change once.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from appliance.box.bare_ground import ONE_A_LANE, check_ground
from appliance.box.bump_check import BoxCheck, check_box
from appliance.box.calibrate import Calibration
from appliance.box.flatten import MaskedPicture, card_height, flatten, mask_mat, unflattened
from appliance.box.lone_card import DeckSize
from appliance.box.mat.lanes import LANES
from appliance.core.reading import Ask, Quad, Reading, SeenCard, touch
from appliance.vision.arrays import Image
from appliance.vision.doubts.missed_cards import COVERED, INDEX_UNREAD
from appliance.vision.read import CardReader
from bluffing.message import Message, message

MAX_UNSEEN = 30
"""Maximum looks in a row without the mat, which hands cover briefly; then it counts as gone."""

SEARCH_INTERVAL = 10
"""Looks from one search of the whole picture to the next, for a mat that is gone."""

STEADY_LOOKS = 5
"""Looks with bad light, or good light again, before the box reports the change."""

MAX_DISTANCE = 0.35
"""Maximum distance between the middles of two cards of a close fan, in card heights.

Evidence: up to 0.33 in the 25 of 600 drawn fans that the reader answered without a card.
"""


def read_flat(
    reader: CardReader,
    flat: MaskedPicture,
    card: float,
    deck: DeckSize | None = None,
    *,
    lanes: bool = False,
) -> Reading:
    """Read cards, `card` pixels high each, in a flat picture; asks where more may lie.

    `deck` knows the size of its cards, and learns it. On a mat with `lanes` no two cards touch.
    """
    reading = check_ground(flat, reader.read(flat.image, card), card, deck, lanes=lanes)
    reading = check_fan(reader, flat.image, reading, card)
    return check_lanes(reading) if lanes else reading


class BoxReader:
    """A `reader.Read`, for one thread.

    `calibration` is the one in force, loaded or found since. Without a calibration, the reader gets
    every picture unchanged. `told` gets each piece of news once, and again only after all was well.
    """

    def __init__(
        self,
        reader: CardReader,
        calibration: Calibration | None,
        told: Callable[[Message], None] = lambda _: None,
    ) -> None:
        self._reader, self._told = reader, told
        self.calibration = calibration
        self._deck = DeckSize()
        self._unseen = 0  # looks in a row in which the mat could not be found
        self._note: Message | None = None
        self._trouble: Message | None = None
        self._same = 0

    def __call__(self, image: Image) -> Reading:
        """Return the cards in the camera's BGR picture; places are in its pixels."""
        calibration = self.calibration
        if calibration is None or image.ndim != 3 or image.shape[2] != 3:
            return self._reader.read(image)
        if image.shape[1::-1] != calibration.plane.size:
            sizes = image.shape[1::-1], calibration.plane.size
            size, calibrated = (f"{width}x{height}" for width, height in sizes)
            self.calibration = None
            self._say(message("box.other-size", size=size, calibrated=calibrated))
            return self._reader.read(image)
        search = self._unseen < MAX_UNSEEN or self._unseen % SEARCH_INTERVAL == 0
        check = check_box(image, calibration, search=search)
        self._follow(check, calibration)
        if check.calibration is None:
            return self._reader.read(image)
        flat = mask_mat(flatten(image, check.calibration), check.markers)
        card, lanes = card_height(check.calibration), check.calibration.lanes
        reading = read_flat(self._reader, flat, card, self._deck, lanes=lanes)
        return unflattened(reading, flat.corner, check.calibration)

    def flat(self, image: Image) -> Image:
        """Return the box from above, as cards are read; `image` where its place is unknown."""
        calibration = self.calibration
        if calibration is None or image.shape[1::-1] != calibration.plane.size:
            return image
        check = check_box(image, calibration)
        if check.calibration is None:
            return image
        return mask_mat(flatten(image, check.calibration), check.markers).image

    def prepare(self) -> None:
        """Load the models, so that the first picture need not wait. Raises ModelError."""
        self._reader.prepare()

    def forget_deck(self) -> None:
        """Forget the deck, because another may be on the table."""
        self._reader.forget_deck()
        self._deck = DeckSize()

    def calibrated(self, calibration: Calibration) -> None:
        """Switch to this calibration. Safe from any thread."""
        self._unseen, self._note, self._trouble, self._same = 0, None, None, 0
        self._deck = DeckSize()
        self.calibration = calibration

    def _follow(self, check: BoxCheck, before: Calibration) -> None:
        """Keep each change since the calibration `before`, and report it."""
        if check.calibration is None:
            self._unseen += 1
            if self._unseen == MAX_UNSEEN:
                self._say(message("box.no-mat"))
            return
        back, self._unseen = self._unseen >= MAX_UNSEEN, 0
        if check.calibration is not before:
            self.calibration = check.calibration
        if check.bumped:
            self._told(message("box.bumped", moved_mm=check.moved or 0.0))
        if back:
            self._note = None
        self._same = self._same + 1 if check.trouble == self._trouble else 1
        self._trouble = check.trouble
        if self._same == STEADY_LOOKS and self._trouble != self._note:
            self._say(self._trouble)

    def _say(self, note: Message | None) -> None:
        self._note = note
        if note is not None:
            self._told(note)


# --- lanes ---------------------------------------------------------------------------------------


def check_lanes(reading: Reading) -> Reading:
    """Return `reading` of a mat with lanes, asking if any two of its cards touch.

    There one more may lie below. Few enough cards for the lanes have room to lie apart.
    """
    reading = replace(reading, lanes=len(LANES))
    if len(reading.cards) > len(LANES):
        return reading
    pairs = combinations((card.quad for card in reading.cards), 2)
    place = next((first for first, second in pairs if touch(first, second)), None)
    return reading if place is None else replace(reading, ask=Ask(ONE_A_LANE, place))


# --- close fans ----------------------------------------------------------------------------------


def check_fan(reader: CardReader, image: Image, reading: Reading, card: float) -> Reading:
    """Return `reading` of a flat picture, asking if another card lies between two of a close fan.

    The next card covers half of such a card's index, or nearly all. At the size at which the
    networks see whole cards best, they may take such an index and its neighbours for one. Closer
    up, they separate them. `card` is a card's height, px. The closer look of `reader` never is the
    answer, because `reader` learned from cards of another size.
    """
    if reading.ask is not None:
        return reading
    place = _close_fan(reading.cards, MAX_DISTANCE * card)
    if place is None:
        return reading
    closer = reader.closer(image, card)
    unread = closer.ask is not None and closer.ask.reason == INDEX_UNREAD
    if unread or len(closer.cards) > len(reading.cards):
        return replace(reading, ask=Ask(COVERED, place))
    return reading


def _close_fan(cards: Sequence[SeenCard], most: float) -> Quad | None:
    """Return one of two cards whose middles are up to `most` pixels apart, or None."""
    middles = [np.mean(card.quad, axis=0) for card in cards]
    pairs = combinations(zip(middles, cards, strict=True), 2)
    return next((index.quad for (a, index), (b, _) in pairs if math.dist(a, b) <= most), None)
