"""The drivers of cameras on a `Hardware`, unopened; all are closed in the end."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import pytest
from camera_stand_ins import Hardware, VideoCapture
from real_picamera2 import picamera2_on

from appliance.core.signals import SECOND
from appliance.drivers import DRIVERS
from appliance.drivers.camera import v4l2
from appliance.drivers.camera.picamera import PiCamera
from appliance.drivers.camera.picamera import Settings as PiSettings
from appliance.drivers.camera.v4l2 import Settings as V4l2Settings
from appliance.drivers.camera.v4l2 import V4l2Camera

AHEAD = 3 * SECOND
"""How far the table's clock is ahead of CLOCK_MONOTONIC."""


def clock_of(hardware: Hardware) -> Callable[[], int]:
    """The table's clock."""
    return lambda: hardware.now + AHEAD


def descriptors() -> int:
    """Return how many files, pipes and sockets this process has open."""
    gc.collect()  # other tests may have left some
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - `Path.iterdir` holds one itself


@contextmanager
def pi_cameras(hardware: Hardware, patch: pytest.MonkeyPatch) -> Iterator[Callable[..., PiCamera]]:
    """Makes PiCamera, with such changes to its settings as are given."""
    made: list[PiCamera] = []

    def make(**changes: Any) -> PiCamera:  # noqa: ANN401 - of any setting
        settings = replace(PiSettings(width=64, height=48, converge=3), **changes)
        camera: PiCamera = DRIVERS["picamera2"].load()(
            settings, clock_of(hardware), hardware.monotonic
        )
        made.append(camera)
        return camera

    with picamera2_on(hardware, patch):
        try:
            yield make
        finally:
            hardware.woken.set()
            for camera in made:
                camera.close()


@contextmanager
def usb_cameras(
    hardware: Hardware, patch: pytest.MonkeyPatch, folder: Path
) -> Iterator[Callable[..., V4l2Camera]]:
    """Makes V4l2Camera, with such changes to its settings as are given."""
    patch.setattr(cv2, "VideoCapture", partial(VideoCapture, hardware))
    patch.setattr(v4l2, "ioctl", hardware.ioctl)
    device = folder / "video0"
    device.touch()
    made: list[V4l2Camera] = []

    def make(**changes: Any) -> V4l2Camera:  # noqa: ANN401 - of any setting
        settings = replace(V4l2Settings(str(device), width=64, height=48, skip=3), **changes)
        camera: V4l2Camera = DRIVERS["v4l2"].load()(
            settings, clock_of(hardware), hardware.monotonic
        )
        made.append(camera)
        return camera

    try:
        yield make
    finally:
        hardware.woken.set()
        for camera in made:
            camera.close()
