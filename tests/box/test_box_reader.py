"""Reading in the calibrated box: flat while the mat is seen, and every change is reported once."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from said import said

from appliance.box import reader as box_module
from appliance.box.bare_ground import ONE_A_LANE
from appliance.box.bump_check import BoxCheck
from appliance.box.calibrate import Calibration
from appliance.box.flatten import _cells, flatten, mask_mat
from appliance.box.light_check import BoxLight
from appliance.box.plane import Plane
from appliance.box.reader import MAX_UNSEEN, SEARCH_INTERVAL, STEADY_LOOKS, BoxReader
from appliance.core.reading import Ask, Quad, Reading, SeenCard
from appliance.decks.noticed import Noticed, NoticingReader
from appliance.drivers import Image
from appliance.vision.doubts.missed_cards import COVERED
from appliance.vision.read import CardReader
from bluffing.cards import Rank
from bluffing.message import Message

GOOD = BoxLight(200.0, 1.2, (1.0, 1.0), 0.0, (), 0.8, 5)
DARK = replace(GOOD, level=30.0)
CARD: Quad = ((300.0, 200.0), (400.0, 200.0), (400.0, 342.0), (300.0, 342.0))
PICTURE = np.full((720, 960, 3), 80, np.uint8)


def view(shift: float = 0.0) -> Calibration:
    """A camera straight above; `shift` pixels to the right."""
    matrix = (0.7, 0.0, shift / 600, 0.0, 0.7, 0.0, 0.0, 0.0, 1.0)
    plane, markers = Plane((960, 720), matrix), tuple(range(18))
    return Calibration(plane, lens_known=True, error=0.1, worst=0.2, markers=markers, light=GOOD)


class Stub(CardReader):
    """A card reader that finds one card at a place, and remembers what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[tuple[tuple[int, ...], float | None]] = []

    def read(self, image: Image, card_height: float | None = None) -> Reading:
        self.given.append((image.shape, card_height))
        card_seen = SeenCard(Rank.KING, 0.99, CARD)
        return Reading((card_seen,), image.shape[1], image.shape[0], Ask(COVERED, CARD))


class Script:
    """A box whose mat is seen by given looks; the last look stays."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *looks: BoxCheck) -> None:
        self.searched: list[bool] = []
        self._looks = self._all(looks)
        monkeypatch.setattr(box_module, "check_box", self._check)

    @staticmethod
    def _all(looks: tuple[BoxCheck, ...]) -> Iterator[BoxCheck]:
        yield from looks
        while True:
            yield looks[-1]

    def _check(self, _image: Image, _known: Calibration, *, search: bool) -> BoxCheck:
        self.searched.append(search)
        return next(self._looks)


def still(light: BoxLight = GOOD) -> BoxCheck:
    return BoxCheck(tuple(range(18)), 0.2, view(), light)


GONE = BoxCheck((), None, None, None)
BUMPED = BoxCheck(tuple(range(18)), 11.7, view(60.0), GOOD)


def looks(reader: BoxReader, count: int) -> list[Reading]:
    return [reader(PICTURE) for _ in range(count)]


def test_that_the_deck_may_be_another_reaches_who_knew_it() -> None:
    reader = NoticingReader()
    reader.noticed = Noticed(two=7)
    BoxReader(reader, view()).forget_deck()
    assert reader.noticed == Noticed()


def test_without_a_calibration_the_picture_goes_on_as_it_is() -> None:
    stub = Stub()
    reading = BoxReader(stub, None)(PICTURE)
    assert stub.given == [((720, 960, 3), None)]
    assert reading.cards[0].quad == CARD


def test_in_the_box_the_reader_gets_a_flat_picture_and_the_height_of_a_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Script(monkeypatch, still())
    stub, told = Stub(), list[Message]()
    _cells.cache_clear()  # a test that is not traced may have filled it
    reading = BoxReader(stub, view(), told.append)(PICTURE)
    [(shape, card)] = stub.given
    part = mask_mat(flatten(PICTURE, view()), markers=range(18))
    assert shape == part.image.shape
    assert card == pytest.approx(142.24)
    assert (reading.width, reading.height) == (960, 720)
    # 2.1 pixels a millimetre here, 1.6 in the flat picture, both from the mat's middle
    want = (np.array(CARD) + part.corner - (343.5, 239.5)) * 2.1 / 1.6 + (479.5, 359.5)
    assert np.array(reading.cards[0].quad) == pytest.approx(want)
    assert reading.ask is not None
    assert np.array(reading.ask.at) == pytest.approx(want)
    assert told == []


def test_in_a_close_fan_it_looks_closer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fan(Stub):
        """A card reader that sees two cards, 30 pixels from each other, and closer up three."""

        def read(self, image: Image, card_height: float | None = None) -> Reading:
            assert card_height == pytest.approx(142.24)
            return self._cards_at(image, 0, 30)

        def closer(self, image: Image, card_height: float) -> Reading:
            assert card_height == pytest.approx(142.24)
            return self._cards_at(image, 0, 15, 30)

        def _cards_at(self, image: Image, *shifts: int) -> Reading:
            quads = (tuple((x + shift, y) for x, y in CARD) for shift in shifts)
            seen = tuple(SeenCard(Rank.KING, 0.99, quad) for quad in quads)
            return Reading(seen, image.shape[1], image.shape[0])

    Script(monkeypatch, still())
    reading = BoxReader(Fan(), view())(PICTURE)
    assert len(reading.cards) == 2
    assert reading.ask is not None
    assert reading.ask.reason == COVERED


@pytest.mark.parametrize("shift", [30, 90, 110])
def test_on_a_mat_with_lanes_no_two_cards_touch(
    monkeypatch: pytest.MonkeyPatch, shift: int
) -> None:
    class Two(CardReader):
        def read(self, image: Image, card_height: float | None = None) -> Reading:
            assert card_height == pytest.approx(142.24)
            quads = (CARD, tuple((x + shift, y) for x, y in CARD))
            seen = tuple(SeenCard(Rank.KING, 0.99, quad) for quad in quads)
            return Reading(seen, image.shape[1], image.shape[0])

    known = replace(view(), lanes=True)
    Script(monkeypatch, replace(still(), calibration=known))
    reading = BoxReader(Two(), known)(PICTURE)
    assert reading.lanes == 8
    assert (reading.ask is not None and reading.ask.reason == ONE_A_LANE) == (shift < 100)


def test_a_bump_is_told_once_and_the_new_place_is_used_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    after = replace(still(), calibration=view(60.0))
    Script(monkeypatch, still(), BUMPED, after)
    told: list[Message] = []
    reader = BoxReader(Stub(), view(), told.append)
    before, moved, later = looks(reader, 3)
    assert moved.cards[0].quad[0][0] == pytest.approx(before.cards[0].quad[0][0] + 60)
    assert later.cards == moved.cards
    assert reader.calibration == view(60.0)
    assert list(map(said, told)) == ["the camera was bumped by 12 mm: calibrated again"]


def test_a_mat_that_is_gone_means_the_cameras_own_picture_and_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(monkeypatch, *[GONE] * (MAX_UNSEEN + 25), still())
    stub, told = Stub(), list[Message]()
    reader = BoxReader(stub, view(), told.append)
    looks(reader, MAX_UNSEEN - 1)
    assert told == []
    looks(reader, 26)
    assert list(map(said, told)) == ["the mat is not seen: uncover it, or calibrate again"]
    assert set(stub.given) == {((720, 960, 3), None)}
    assert sum(script.searched[MAX_UNSEEN:]) == 25 // SEARCH_INTERVAL + 1
    looks(reader, 1)
    assert len(told) == 1
    assert stub.given[-1][1] is not None


def test_a_hand_over_the_mat_for_a_moment_is_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    Script(monkeypatch, *[GONE] * 5, still())
    told: list[Message] = []
    looks(BoxReader(Stub(), view(), told.append), 20)
    assert told == []


def test_bad_light_is_told_when_it_lasts_and_again_when_it_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flicker = [still(DARK), still()] * 4
    dark, light = [still(DARK)] * (STEADY_LOOKS + 9), [still()] * STEADY_LOOKS
    Script(monkeypatch, *flicker, *dark, *light, *dark)
    told: list[Message] = []
    reader = BoxReader(Stub(), view(), told.append)
    looks(reader, len(flicker) + STEADY_LOOKS - 1)
    assert told == []
    looks(reader, 10)
    assert list(map(said, told)) == ["the box is too dark: turn the light on"]
    looks(reader, STEADY_LOOKS + STEADY_LOOKS - 1)
    assert len(told) == 1
    looks(reader, 2)
    assert list(map(said, told)) == ["the box is too dark: turn the light on"] * 2


def test_pictures_of_another_size_end_the_calibration(monkeypatch: pytest.MonkeyPatch) -> None:
    Script(monkeypatch, still())
    stub, told = Stub(), list[Message]()
    reader = BoxReader(stub, view(), told.append)
    for _ in range(3):
        reader(np.zeros((480, 640, 3), np.uint8))
    assert list(map(said, told)) == ["camera: 640x480, calibrated for 960x720: calibrate again"]
    assert stub.given == [((480, 640, 3), None)] * 3


def test_what_is_no_colour_picture_is_left_to_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    Script(monkeypatch, still())
    stub = Stub()
    BoxReader(stub, view())(np.zeros((720, 960), np.uint8))
    assert stub.given == [((720, 960), None)]
