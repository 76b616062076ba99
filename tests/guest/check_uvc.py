"""V4l2Camera on the kernel's uvcvideo, with a USB camera that a program is.

Run in the guest, by `make guest-test GUEST=uvc`; each check prints its figures.
"""

import time
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from figures import told, until
from uvc import CAMERA, UsbCamera
from vivid import HEIGHT, WIDTH, noisy

from appliance.core.signals import MS
from appliance.drivers import Camera, Context, Found, Machine
from appliance.drivers.camera.v4l2 import Settings, V4l2Camera


def files() -> list[bytes]:
    """Return JPEG files of a card on its mat, each with a noise of its own."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, 95]
    return [cv2.imencode(".jpg", picture, quality)[1].tobytes() for picture in noisy(200)]


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
