"""Where two cards lie in a close fan a closer look may see one more: then the box asks."""

from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
import pytest

from appliance.box.reader import check_fan
from appliance.core.reading import Ask, Reading, SeenCard, rectangle
from appliance.drivers import Image
from appliance.vision.doubts.missed_cards import COVERED, INDEX_UNREAD
from appliance.vision.read import CardReader
from bluffing.cards import Rank
from bluffing.message import message

CARD = 200.0
PICTURE: Image = np.zeros((480, 640, 3), np.uint8)


def fan(*steps: float) -> Reading:
    """Cards side by side, each so many card heights right of the first."""
    quads = (rectangle(100 + step * CARD, 50, 240 + step * CARD, 250) for step in (0.0, *steps))
    return Reading(tuple(SeenCard(Rank.SEVEN, 0.99, quad) for quad in quads), 640, 480)


@dataclass
class Closer:
    """Replaces the card reader: shows `more` closer up."""

    more: Reading
    heights: list[float] = field(default_factory=list)

    def closer(self, image: Image, card_height: float) -> Reading:
        assert image is PICTURE
        self.heights.append(card_height)
        return self.more

    def check(self, reading: Reading) -> Reading:
        return check_fan(cast("CardReader", self), PICTURE, reading, CARD)


@pytest.mark.parametrize(
    "more",
    [
        fan(0.1, 0.2),
        replace(fan(0.2), ask=Ask(INDEX_UNREAD)),
        replace(fan(0.1, 0.2), ask=Ask(COVERED)),
    ],
)
def test_one_more_card_or_what_may_be_its_index_is_asked_about(more: Reading) -> None:
    asking = Closer(more).check(fan(0.2))
    assert asking.ask is not None
    assert asking.ask.reason == COVERED
    assert asking.cards == fan(0.2).cards


@pytest.mark.parametrize(
    "closer", [fan(0.2), fan(), Reading((), 640, 480), replace(fan(0.2), ask=Ask(COVERED))]
)
def test_what_a_closer_look_does_not_see_or_doubts_changes_nothing(closer: Reading) -> None:
    read = fan(0.2)
    assert Closer(closer).check(read) is read


@pytest.mark.parametrize(
    ("reading", "looks"),
    [
        (fan(0.34), 1),
        (fan(0.5, 0.8), 1),
        (fan(0.36), 0),
        (fan(), 0),
        (Reading((), 640, 480), 0),
        (replace(fan(0.2), ask=Ask(message("ask.unsure"))), 0),
    ],
)
def test_it_looks_closer_only_at_close_fans_that_would_be_answered(
    reading: Reading, looks: int
) -> None:
    """Any two of its cards may be the close ones."""
    closer = Closer(reading)
    assert closer.check(reading) is reading
    assert closer.heights == [CARD] * looks
