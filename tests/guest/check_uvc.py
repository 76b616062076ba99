"""V4l2Camera on the kernel's uvcvideo, with a USB camera that a program is.

Run in the guest, by `make guest-test GUEST=uvc`; each check prints its figures.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest
from figures import ADOPTED_S, NAMED_S, told, until
from uvc import CAMERA, UsbCamera
from vivid import HEIGHT, WIDTH, noisy

from appliance.core.signals import MS, DriverBack, DriverLost, Signal
from appliance.drivers import Camera, Context, Found, Machine
from appliance.drivers.camera.v4l2 import Settings, V4l2Camera
from appliance.runtime.reader import Reader, Worker
from appliance.service.reading import SIGN_OF_LIFE

TIMES, SLOW_S = 20, 60.0

PICTURES = 23
"""Number of pictures until the first one comes again. The driver takes 2 to 10 for each look, so
five looks in a row never see the same one, as with a real camera."""


def files() -> list[bytes]:
    """Return JPEG files of a card on its mat, each with a noise of its own."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
    pictures = noisy(200, PICTURES)
    return [cv2.imencode(".jpg", picture, quality)[1].tobytes() for picture in pictures]


@pytest.fixture
def cable() -> Iterator[UsbCamera]:
    made = UsbCamera(*files())
    made.plug()
    until(lambda: isinstance(settings_of_found(), Settings))
    yield made
    made.unplug()


def settings_of_found() -> Settings | None:
    """Return the settings of the camera that the table finds, by a name that stays."""
    found = V4l2Camera.found(Machine())
    if not isinstance(found, Found) or not isinstance(found.settings, Settings):
        return None
    return found.settings if found.settings.device.startswith("/dev/v4l/by-id/") else None


def lens() -> Camera:
    """Return the camera that the table finds by itself."""
    settings = settings_of_found()
    assert settings is not None
    small = replace(settings, width=WIDTH, height=HEIGHT)
    return V4l2Camera.of(small, Context(time.monotonic_ns, 6))


def check_its_pictures_are_fresh_and_its_exposure_is_held(cable: UsbCamera) -> None:
    eye, ages, frame = lens(), [], None
    eye.open()
    for _ in range(20):
        asked = time.monotonic_ns()
        frame = eye.capture()
        ages.append((time.monotonic_ns() - asked) / MS)
    assert frame is not None
    difference = np.abs(frame.image.astype(int) - noisy(200)[0]).mean()
    told("uvc", f"20 pictures after {max(ages):.0f} ms at most, {difference:.1f} of 255 from drawn")
    assert difference < 10
    assert cable.controls[CAMERA, 2].now == 1, "its exposure is set by the table"
    eye.close()


def check_it_is_pulled_and_put_back(cable: UsbCamera) -> None:
    chance, posted = Random(1), list[Signal]()
    eye = lens()
    reader = Reader(eye, lambda _: None, lambda _: None, posted.append, SIGN_OF_LIFE)  # type: ignore[arg-type, return-value]
    eye.open()
    worker = Worker(reader)
    worker.open()

    def hears(kind: type[Signal]) -> Callable[[], bool]:
        return lambda: bool(posted) and isinstance(posted[-1], kind)

    longest_gone = longest_back = 0.0
    for number in range(TIMES):
        time.sleep(3 * chance.random())
        cable.unplug()
        gone = until(hears(DriverLost), SLOW_S)
        time.sleep(8 * chance.random())
        cable.plug()
        until(lambda: settings_of_found() is not None, SLOW_S)  # the kernel knows it
        back = until(hears(DriverBack), SLOW_S)
        told(f"{number + 1}", f"told after {gone:.1f} s, adopted after {back:.1f} s")
        longest_gone, longest_back = max(longest_gone, gone), max(longest_back, back)
    told("uvc", f"{TIMES} times: told after {longest_gone:.1f} s at most")
    told("uvc", f"{TIMES} times: adopted after {longest_back:.1f} s at most")
    worker.close()
    eye.close()
    assert longest_gone <= NAMED_S
    assert longest_back <= ADOPTED_S
