"""The card reader in the calibrated box: flat pictures at one scale, while the camera stands still.

Each picture is searched for the mat first. Where the mat shows that nothing moved, or where it is
now, the reader gets the box from above and the height of a card. Otherwise it gets the camera's own
picture, which takes longer. Whatever changes is told once.
"""

from collections.abc import Callable
from typing import Protocol

from appliance.box.bare_ground import check_ground
from appliance.box.bump_check import BoxCheck, check_box
from appliance.box.calibrate import Calibration
from appliance.box.flatten import card_height, flatten, unflattened
from appliance.box.mask_mat import mask_mat
from appliance.core.reading import Reading
from appliance.message import Message, message
from appliance.vision.arrays import Image

MAX_UNSEEN = 30
"""Maximum looks in a row without the mat; then it counts as gone. Hands cover it for a moment."""

SEARCH_INTERVAL = 10
"""Looks from one search of the whole picture to the next, for a mat that is gone."""

STEADY_LOOKS = 5
"""Looks for which the light must be bad, or good again, before that is told."""


class ReadsCards(Protocol):
    """What `vision.read.CardReader` does."""

    def read(self, image: Image, card_height: float | None = None) -> Reading:
        """The cards in a BGR picture; `card_height` is in pixels, where it is known."""


class BoxReader:
    """A `reader.Read`. Not for use by two threads.

    Without a `calibration` it hands every picture on as it is. `told` gets each piece of news once,
    and again only after all was well in between.
    """

    def __init__(
        self,
        reader: ReadsCards,
        calibration: Calibration | None,
        told: Callable[[Message], None] = lambda _: None,
    ) -> None:
        self._reader, self._told = reader, told
        self._calibration = calibration
        self._unseen = 0  # looks in a row in which the mat could not be found
        self._note: Message | None = None
        self._trouble: Message | None = None
        self._same = 0

    @property
    def calibration(self) -> Calibration | None:
        """The one in force: what was loaded, or what was found since."""
        return self._calibration

    def __call__(self, image: Image) -> Reading:
        """The cards in the camera's BGR picture; places are in its pixels."""
        calibration = self._calibration
        if calibration is None or image.ndim != 3 or image.shape[2] != 3:
            return self._reader.read(image)
        if image.shape[1::-1] != calibration.plane.size:
            sizes = image.shape[1::-1], calibration.plane.size
            size, calibrated = (f"{width}x{height}" for width, height in sizes)
            self._calibration = None
            self._say(message("box.other-size", size=size, calibrated=calibrated))
            return self._reader.read(image)
        search = self._unseen < MAX_UNSEEN or self._unseen % SEARCH_INTERVAL == 0
        found = check_box(image, calibration, search=search)
        self._follow(found)
        if found.calibration is None:
            return self._reader.read(image)
        flat = mask_mat(flatten(image, found.calibration), found.seen)
        card = card_height(found.calibration)
        reading = check_ground(flat, self._reader.read(flat.image, card), card)
        return unflattened(reading, flat.corner, found.calibration)

    def _follow(self, found: BoxCheck) -> None:
        """Keep what is new, and tell it."""
        if found.calibration is None:
            self._unseen += 1
            if self._unseen == MAX_UNSEEN:
                self._say(message("box.no-mat"))
            return
        back, self._unseen = self._unseen >= MAX_UNSEEN, 0
        if found.bumped:
            self._calibration = found.calibration
            self._told(message("box.bumped", moved_mm=found.moved or 0.0))
        if back:
            self._note = None
        self._light(found.trouble)

    def _light(self, trouble: Message | None) -> None:
        """Tell trouble once it has lasted."""
        self._same = self._same + 1 if trouble == self._trouble else 1
        self._trouble = trouble
        if self._same == STEADY_LOOKS and trouble != self._note:
            self._say(trouble)

    def _say(self, note: Message | None) -> None:
        self._note = note
        if note is not None:
            self._told(note)
