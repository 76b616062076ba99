"""V4l2Camera on the kernel's virtual camera, which is fed pictures, starved and taken away.

Run in the guest, by `make guest-test`; each check prints its figures.
"""

import time
from collections.abc import Callable, Iterator, Mapping

import contracts
import numpy as np
import pytest
from figures import told, until
from live_table import RealBench
from vivid import FED, HEIGHT, NOTHING, WIDTH, Vivid, noisy

from appliance.core.reading import Reading
from appliance.core.signals import MS, SECOND
from appliance.drivers import Pictures
from appliance.drivers.camera.v4l2 import (
    LONGEST_EXPOSURE,
    READOUT,
    Settings,
    V4l2Camera,
    VideoDevice,
)
from appliance.drivers.camera.watched import Checked, Patience, watched
from appliance.errors import DoubtItError, DriverError
from appliance.runtime.loop import Loop
from appliance.runtime.reader import Reader
from appliance.table import TableSettings
from appliance.words import words_of
from bench.raceway import Unwritten
from bluffing.message import Message

said = words_of("en").say

QUICK = Patience(pause=SECOND // 2)


@pytest.fixture
def vivid() -> Iterator[Vivid]:
    made = Vivid()
    made.feed(*noisy(200))
    yield made
    made.starve()
    until(made.unload, 20)


def plain(vivid: Vivid) -> V4l2Camera:
    return V4l2Camera(Settings(vivid.device, WIDTH, HEIGHT, skip=5), time.monotonic_ns)


def watched_camera(vivid: Vivid) -> Checked:
    return watched(lambda: plain(vivid), time.monotonic_ns, QUICK)


def works(camera: Pictures) -> bool:
    try:
        camera.capture()
    except DriverError:
        return False
    return True


def fails(camera: Pictures, reason: str) -> Callable[[], bool]:
    """Return True if the camera says `reason` now."""

    def failed() -> bool:
        try:
            camera.capture()
        except DriverError as error:
            return reason in said(error.says)
        return False

    return failed


@pytest.mark.parametrize("make", [plain, watched_camera])
def check_the_contract(vivid: Vivid, make: Callable[[Vivid], Pictures]) -> None:
    contracts.gives_pictures_while_open(RealBench(), make(vivid))


def check_what_is_fed_is_what_is_seen(vivid: Vivid) -> None:
    camera = watched_camera(vivid)
    camera.open()
    same, ages = 0, []
    for grey in (200, 150):
        pictures = noisy(grey)
        vivid.feed(*pictures)
        time.sleep(1)
        for _ in range(10):
            frame = camera.capture()
            ages.append((time.monotonic_ns() - frame.at) / MS)
            same += any(np.array_equal(frame.image, picture) for picture in pictures)
    camera.close()
    told("camera", f"{same} of 20 pictures to the bit; {max(ages):.0f} ms old at most")
    assert same == 20


def check_every_picture_is_exposed_after_it_was_asked_for(vivid: Vivid) -> None:
    camera = plain(vivid)
    camera.open()
    ages, ahead = [], []
    for _ in range(40):
        time.sleep(0.013)
        asked = time.monotonic_ns()
        frame = camera.capture()
        now = time.monotonic_ns()
        assert asked <= frame.at < now - 20 * MS  # led back from its stamp, so that was believed
        ages.append((now - asked) / MS)
        ahead.append((frame.at + READOUT + LONGEST_EXPOSURE - now) / MS)
    camera.close()
    told("camera", f"40 of 40 pictures from after they were asked for; {max(ages):.0f} ms at most")
    told("camera", f"stamps {min(ahead):.0f} to {max(ahead):.0f} ms ahead of the arrival")


def check_what_is_set_is_read_back_from_the_kernel(vivid: Vivid) -> None:
    """vivid has a brightness, and a gain that moves every second while it is automatic."""
    brightness, exposure = 0x00980900, 0x009A0902
    with VideoDevice(vivid.device) as device:
        contracts.takes_what_it_can_and_tells(device, brightness, exposure)
        assert device.set(brightness, 99)
        assert vivid.value("brightness") == 99
        assert device.set(brightness, 128)


def check_what_the_camera_found_is_fixed(vivid: Vivid) -> None:
    camera = plain(vivid)
    fixed = []
    for _ in range(2):  # opened again, it finds its gain again
        camera.open()
        says = {said(control.name): control for control in camera.capture().controls}
        assert vivid.value("gain_automatic") == 0
        fixed.append(vivid.value("gain"))
        assert said(says["gain"].seen) == f"fixed at {fixed[-1]}, read back"
        assert not any(say.todo for say in says.values())
        time.sleep(2.5)
        assert vivid.value("gain") == fixed[-1]
    for name in ("exposure", "white balance", "lens"):
        assert said(says[name].seen) == "not to be set with this camera"
    assert said(says["flicker"].seen) == "the camera has no setting for the mains"
    camera.close()
    assert len(set(fixed)) == 2
    told("camera", f"gain held at {fixed[0]}, opened again at {fixed[1]}; nothing else to be set")


def check_a_frozen_picture_is_noticed(vivid: Vivid) -> None:
    camera = watched_camera(vivid)
    camera.open()
    camera.capture()
    vivid.feed(noisy(200)[0])
    took = until(fails(camera, "frozen"), 20)
    vivid.feed(*noisy(200))
    back = until(lambda: works(camera), 30)
    camera.close()
    told("camera", f"frozen: noticed after {took:.1f} s, back after {back:.1f} s")


def check_a_camera_without_a_signal_is_noticed(vivid: Vivid) -> None:
    camera = watched_camera(vivid)
    camera.open()
    camera.capture()
    vivid.connect(NOTHING)
    reasons: list[str] = []

    def noticed() -> bool:
        try:
            camera.capture()
        except DoubtItError as error:
            reasons.append(said(error.says))
        return bool(reasons)

    took = until(noticed, 20)
    vivid.connect(FED)
    vivid.feed(*noisy(200))
    back = until(lambda: works(camera), 30)
    camera.close()
    told("camera", f"no signal: after {took:.1f} s {reasons[0]!r}; back after {back:.1f} s")


def check_a_camera_that_is_taken_away_is_a_state_of_the_table(vivid: Vivid) -> None:
    """The device goes, then even its module; both come back, and so does the camera."""
    journal = Unwritten.open(None, TableSettings())
    loop = Loop(journal, ())
    camera = watched_camera(vivid)
    camera.open()
    reader = Reader(camera, _no_reading, lambda readings: readings[0], loop.post, idle=1.0)

    def lost() -> Mapping[str, Message]:
        reader.look()
        loop.turn(time.monotonic_ns())
        return loop.table.lost

    assert lost() == {}
    vivid.unplug()
    gone = until(lambda: bool(lost()), 20)
    (name, reason), *_ = lost().items()
    assert name == "camera"
    until(vivid.unload, 20)  # no program holds the device any more
    assert lost()
    vivid.load()
    vivid.feed(*noisy(200))
    back = until(lambda: not lost(), 30)
    camera.close()
    journal.close()
    told("camera", f"taken away: {said(reason)!r} after {gone:.1f} s; back after {back:.1f} s")


def _no_reading(_image: object) -> Reading:
    raise AssertionError("nobody waits for cards")
