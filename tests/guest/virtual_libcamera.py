"""libcamera's virtual camera below the real picamera2: it shows pictures from a folder.

Unlike a camera on a Pi's connector, this one has no raw stream, no RGB, no exposure time and no
count of bytes (libcamera 0.4.0 of Debian 13). What picamera2 needs of them is added here.
"""

import mmap
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np
import numpy.typing as npt
from real_picamera2 import NEVER_USED, Unused

Picture = npt.NDArray[np.uint8]

FRAMES = Path("/run/frames")
"""Folder of the one picture that the camera shows; libcamera lists it once."""

SETTINGS = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
HEAP = Path("/dev/dma_heap/linux,cma")
WIDTH, HEIGHT, EXPOSURE = 640, 480, 33_333
"""Size of a picture, and its exposure in microseconds."""


class WholeBuffer:
    """A picture's memory, as long as its planes: libcamera counts none of their bytes as used."""

    def __init__(self, _allocator: object, buffer: Any, _write: bool) -> None:  # noqa: ANN401
        self._planes = buffer.planes

    def __enter__(self) -> mmap.mmap:
        length = sum(plane.length for plane in self._planes)
        self._memory = mmap.mmap(self._planes[0].fd, length)
        return self._memory

    def __exit__(self, *_: object) -> None:
        self._memory.close()


def show(image: Picture) -> None:
    """Let the camera show this when it is opened next."""
    FRAMES.mkdir(exist_ok=True)
    assert cv2.imwrite(f"{FRAMES}/0.jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 97])


@contextmanager
def picamera2_on_libcamera() -> Iterator[ModuleType]:
    """Let `import picamera2` find the real one, with what the virtual camera lacks."""
    if not HEAP.exists():  # on closing, picamera2 opens the Pi's heap once more
        HEAP.symlink_to("system")
    SETTINGS.parent.mkdir(parents=True, exist_ok=True)
    SETTINGS.write_text(
        f"""
Virtual0:
  supported_formats:
  - {{width: {WIDTH}, height: {HEIGHT}, frame_rates: [30]}}
  frames: {{path: "{FRAMES}/"}}
  location: CameraLocationFront
  model: Virtual
"""
    )
    # picamera2 starts its loop's thread in a way that Python 3.10 has deprecated
    warnings.filterwarnings("ignore", "setDaemon", DeprecationWarning)
    with patch.dict(sys.modules, {name: Unused(name) for name in NEVER_USED}):
        picamera2 = import_module("picamera2")  # its types are not for mypy
        memory = import_module("picamera2.allocators").LibcameraAllocator
        request = import_module("picamera2.request").CompletedRequest
        base: Any = picamera2.Picamera2

        class Camera(base):  # type: ignore[misc]
            """A camera without raw streams, whose memory is not the Pi's DMA heap."""

            sensor_modes = ()

            def __init__(self, number: int) -> None:
                allocator = memory(None)
                allocator.sync = WholeBuffer
                super().__init__(number, allocator=allocator)
                allocator.camera = self.camera

            def _get_raw_modes(self) -> list[dict[str, object]]:
                return [{"format": "SRGGB10", "size": (WIDTH, HEIGHT)}]

            def set_controls(self, controls: Mapping[str, object]) -> None:
                """Do nothing: its exposure is a constant."""

        make_array, get_metadata = request.make_array, request.get_metadata
        with (
            patch.object(picamera2, "Picamera2", Camera),
            patch.object(
                request,
                "make_array",
                lambda picture, name: cv2.cvtColor(
                    make_array(picture, name), cv2.COLOR_YUV2BGR_NV12
                ),
            ),
            patch.object(
                request,
                "get_metadata",
                lambda picture: {**get_metadata(picture), "ExposureTime": EXPOSURE},
            ),
        ):
            yield picamera2
