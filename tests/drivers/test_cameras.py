"""Real cameras' drivers with all that goes wrong: the real picamera2, and a stand-in of OpenCV."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from camera_rigs import clock_of, pi_cameras, usb_cameras
from camera_stand_ins import Hardware
from said import said

from appliance.core.signals import MS, SECOND
from appliance.drivers import Frame, Pictures
from appliance.drivers.camera.dead import dead
from appliance.drivers.camera.picamera import PiCamera
from appliance.drivers.camera.picamera import Settings as PiSettings
from appliance.drivers.camera.watched import (
    MOST_STUCK,
    Checked,
    Patience,
    Supervised,
    watched,
)
from appliance.errors import DriverError, PictureError
from lab.sim.faulty_camera import CameraFault, FaultyCamera, Spell

SOON = Patience(open_s=0.05, capture_s=0.05, close_s=0.05)
"""A deadline that a stand-in which blocks always misses."""

Make = Callable[[], Pictures]


@pytest.fixture
def hardware() -> Iterator[Hardware]:
    made = Hardware()
    yield made
    made.woken.set()


@pytest.fixture
def pi(hardware: Hardware, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Gives the driver of the Pi's camera, unopened, on `hardware`."""
    with pi_cameras(hardware, monkeypatch) as make:
        yield make


@pytest.fixture
def usb(hardware: Hardware, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Make]:
    """Gives the driver of a USB camera, unopened, on `hardware`."""
    with usb_cameras(hardware, monkeypatch, tmp_path) as make:
        yield make


@pytest.fixture(params=["pi", "usb"])
def make(request: pytest.FixtureRequest) -> Make:
    """Gives the driver of either kind."""
    found: Make = request.getfixturevalue(request.param)
    return found


# --- both kinds -------------------------------------------------------------------------------


def test_a_picture_is_from_after_it_was_asked_for(make: Make, hardware: Hardware) -> None:
    camera = make()
    camera.open()
    for _ in range(40):
        hardware.now += 7 * MS
        asked = clock_of(hardware)()
        frame = camera.capture()
        assert asked <= frame.at <= clock_of(hardware)()
    assert frame.image.shape == (48, 64, 3)


@pytest.mark.parametrize("state", ["missing", "busy"])
def test_a_camera_that_can_not_be_had_says_so_and_leaves_nothing_open(
    make: Make, hardware: Hardware, state: str
) -> None:
    setattr(hardware, state, True)
    with pytest.raises(DriverError, match=r"can't be opened.*what else"):
        make().open()
    assert hardware.users == 0


def test_a_camera_lets_go_of_its_device(make: Make, hardware: Hardware) -> None:
    camera = make()
    camera.open()
    camera.open()
    assert hardware.users == 1
    camera.close()
    assert hardware.users == 0


# --- supervised -------------------------------------------------------------------------------


def refused(camera: Pictures, match: str) -> None:
    with pytest.raises(DriverError, match=match):
        camera.capture()


def let_go(camera: Checked) -> None:
    """Wait until the attempts that were given up have closed their cameras."""
    supervised = camera._camera
    assert isinstance(supervised, Supervised)
    for thread in supervised._left:
        thread.join()


@pytest.mark.parametrize("state", ["missing", "busy"])
def test_a_camera_that_comes_later_is_taken_then(
    make: Make, hardware: Hardware, state: str
) -> None:
    setattr(hardware, state, True)
    camera = watched(make, clock_of(hardware))
    camera.open()  # no error: the game begins without a camera
    refused(camera, "can't be opened")
    setattr(hardware, state, False)
    refused(camera, "can't be opened")  # the pause is not over
    hardware.now += SECOND
    assert camera.capture().image.any()
    camera.close()
    assert hardware.users == 0


def test_a_camera_that_comes_late_in_an_evening_is_taken_within_5_s(
    make: Make, hardware: Hardware
) -> None:
    hardware.missing = True
    camera = watched(make, clock_of(hardware))
    camera.open()
    for _ in range(100):
        refused(camera, "can't be opened")
        hardware.now += SECOND
    hardware.missing = False
    came = hardware.now
    while hardware.now < came + 3 * SECOND:
        hardware.now += 100 * MS
        with suppress(DriverError):
            camera.capture()
            break
    assert camera.capture().image.any()
    camera.close()


def test_a_lost_camera_is_tried_once_a_second(make: Make, hardware: Hardware) -> None:
    hardware.missing = True
    made: list[int] = []

    def counted() -> Pictures:
        made.append(hardware.now)
        return make()

    camera = Supervised(counted, clock_of(hardware))
    camera.open()
    for _ in range(200):
        refused(camera, "can't be opened")
        hardware.now += 100 * MS
    gaps = [after - before for before, after in pairwise(made)]
    assert gaps == [SECOND] * 19


def test_a_camera_that_hangs_is_given_up_after_the_deadline_and_taken_again(
    make: Make, hardware: Hardware
) -> None:
    hardware.deaf = True
    camera = Supervised(make, clock_of(hardware), Patience(capture_s=0.5))
    camera.open()
    camera.capture()
    hardware.hangs = True
    refused(camera, "no picture within 0.5 s.*cable")
    refused(camera, "no picture within")
    hardware.hangs = False
    hardware.woken.set()
    for thread in camera._left:
        thread.join()
    assert hardware.users == 0  # it let go of its camera when it woke
    hardware.now += SECOND
    assert camera.capture().image.any()
    camera.close()


def test_no_more_than_a_few_threads_are_left_behind(usb: Make, hardware: Hardware) -> None:
    hardware.hangs = True
    camera = Supervised(usb, clock_of(hardware), SOON)
    camera.open()
    for _ in range(MOST_STUCK):
        refused(camera, "doesn't start within 0.05 s")
        hardware.now += 60 * SECOND
    refused(camera, "restart the table")
    assert len(camera._left) == MOST_STUCK
    hardware.hangs = False
    hardware.woken.set()
    for thread in camera._left:
        thread.join()
    assert hardware.users == 0  # each let go of its camera when it woke
    assert camera.capture().image.any()
    camera.close()


def test_a_library_that_breaks_is_a_lost_camera(hardware: Hardware) -> None:
    class Broken(PiCamera):
        def open(self) -> None:
            raise ZeroDivisionError

    camera = Supervised(lambda: Broken(PiSettings(), clock_of(hardware)), clock_of(hardware), SOON)
    camera.open()
    refused(camera, "software failed: ZeroDivisionError")


# --- what pictures show -----------------------------------------------------------------------


def test_a_frozen_picture_is_never_handed_out_twice(make: Make, hardware: Hardware) -> None:
    camera = watched(make, clock_of(hardware))
    camera.open()
    shown = camera.capture()
    hardware.frozen = True
    for _ in range(3):
        refused(camera, "frozen")
        let_go(camera)
        hardware.now += 60 * SECOND
    hardware.frozen = False
    assert (camera.capture().image != shown.image).any()
    camera.close()


def test_a_hand_over_the_lens_is_borne_and_darkness_is_not(make: Make, hardware: Hardware) -> None:
    camera = watched(make, clock_of(hardware))
    camera.open()
    hardware.dark = True
    for _ in range(3):
        camera.capture()
        hardware.now += SECOND
    refused(camera, "black: take the cover off")
    hardware.dark = False
    camera.capture()  # without a pause: nothing was wrong with the camera
    camera.close()


def test_a_broken_picture_is_taken_again(usb: Make, hardware: Hardware) -> None:
    camera = watched(usb, clock_of(hardware))
    camera.open()
    hardware.shape = (48, 64)
    with pytest.raises(PictureError):
        camera.capture()
    hardware.shape = None
    camera.capture()
    camera.close()


def test_what_shows_nothing() -> None:
    chance = np.random.default_rng(1)
    bars = np.repeat(chance.integers(0, 255, (1, 8, 3)), 40, axis=1).repeat(240, axis=0)
    pictures = {
        "black": chance.integers(0, 20, (240, 320, 3)),
        "flat": np.full((240, 320, 3), 90),
        "test pattern": bars,
        "noise": chance.integers(0, 255, (240, 320, 3)),
    }
    for word, picture in pictures.items():
        found = dead(picture.astype(np.uint8))
        assert found is not None, word
        assert word in said(found[0])


# --- faults on demand -------------------------------------------------------------------------


class Still:
    """A camera that always works; its pictures count up."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock, self.shown = clock, 0

    def open(self) -> None: ...

    def close(self) -> None: ...

    def capture(self) -> Frame:
        self.shown += 1
        picture = np.random.default_rng(self.shown).integers(60, 200, (6, 8, 3))
        image = cv2.resize(picture.astype(np.uint8), (64, 48), interpolation=cv2.INTER_CUBIC)
        return Frame(np.asarray(image, np.uint8), self._clock())


@pytest.mark.parametrize("fault", list(CameraFault))
@pytest.mark.parametrize("noisy", [True, False])
def test_every_fault_ends_in_an_error_or_in_no_fault_at_all(
    hardware: Hardware, fault: CameraFault, *, noisy: bool
) -> None:
    clock = clock_of(hardware)
    begins, ends = clock() + SECOND, clock() + 20 * SECOND
    faulty = FaultyCamera(Still(clock), clock, (Spell(fault, begins, ends),))
    camera = Checked(faulty, clock, noisy=noisy)
    camera.open()
    camera.capture()
    hardware.now += SECOND
    told = []
    while clock() < ends:
        try:
            camera.capture()
        except (DriverError, PictureError) as error:
            told.append(str(error))
        hardware.now += SECOND
    camera.capture()
    assert bool(told) == (fault is not CameraFault.BUSY)  # which matters only to who opens it


def test_a_camera_that_is_lost_or_busy_can_not_open(hardware: Hardware) -> None:
    clock = clock_of(hardware)
    for fault in (CameraFault.LOST, CameraFault.BUSY):
        faulty = FaultyCamera(Still(clock), clock, (Spell(fault, 0, 1 << 60),))
        with pytest.raises(DriverError, match=fault):
            faulty.open()


def test_a_hanging_camera_can_really_block(hardware: Hardware) -> None:
    clock = clock_of(hardware)
    spells = (Spell(CameraFault.HANG, 0, 1 << 60),)
    camera = watched(
        lambda: FaultyCamera(Still(clock), clock, spells, hardware.woken.wait), clock, SOON
    )
    camera.open()
    refused(camera, "no picture within")
