"""The real picamera2 over a camera in virtual time: all above libcamera is what a Pi runs.

Its event loops, jobs, requests, allocator and configurations are the library's own, from its wheel
(requirements/picamera2.lock). Below it are fakes: libcamera (`fake_libcamera.py`), memory files in
place of the kernel's DMA heaps, and empty modules for what the table never uses of it.
"""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from camera_stand_ins import PERIOD, Hardware
from fake_libcamera import CameraManager, fake_libcamera
from virtual_waiting import Pace, future_of, selector_of

NEVER_USED = (
    "PIL", "av", "kms", "libarchive", "pidng", "pidng.camdefs", "pidng.core", "piexif", "prctl",
    "simplejpeg", "videodev2",
)  # fmt: skip
"""What picamera2 imports to record films, to save pictures and to show them on a screen."""


class Unused(ModuleType):
    """A module of which anything can be imported."""

    def __getattr__(self, name: str) -> MagicMock:
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock(name=f"{self.__name__}.{name}")


class MemoryHeap:
    """A DMA heap of the kernel: its device is open, and its buffers are files in memory."""

    def __init__(self) -> None:
        self._device = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)

    def alloc(self, name: str, size: int) -> SimpleNamespace:
        made = os.memfd_create(name)
        os.ftruncate(made, size)
        return SimpleNamespace(get=lambda: made, isValid=lambda: True)

    def close(self) -> None:
        os.close(self._device)


@cache
def _modules() -> dict[str, ModuleType]:
    """picamera2 and what it stands on, imported once; none of it stays importable for others."""
    fakes = {name: Unused(name) for name in NEVER_USED} | {"libcamera": fake_libcamera()}
    before = set(sys.modules)
    sys.modules.update(fakes)
    try:
        import_module("picamera2")
        return {name: sys.modules[name] for name in set(sys.modules) - before}
    finally:
        for name in set(sys.modules) - before:
            if name in fakes or name.partition(".")[0] == "picamera2":
                del sys.modules[name]


@contextmanager
def picamera2_on(hardware: Hardware, patch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The real module, which `import picamera2` finds as long as `patch` lasts, on `hardware`."""
    if find_spec("picamera2") is None:
        pytest.skip("picamera2 is not installed: make setup")
    # picamera2 starts its loop's thread in a way that Python 3.10 has deprecated
    warnings.filterwarnings("ignore", "setDaemon", DeprecationWarning)
    modules = _modules()
    for name, module in modules.items():
        patch.setitem(sys.modules, name, module)
    library: Any = modules["picamera2.picamera2"]  # the library's types are not for mypy
    manager = CameraManager(hardware)
    patch.setattr(modules["libcamera"].CameraManager, "singleton", lambda: manager, raising=False)
    patch.setattr(library.Picamera2, "_cm", library.CameraManager())
    allocator = modules["picamera2.allocators.dmaallocator"]
    patch.setattr(allocator, "DmaHeap", MemoryHeap)
    patch.setattr(allocator, "fcntl", SimpleNamespace(ioctl=lambda *_: 0))

    def tick() -> None:
        if hardware.hangs and hardware.deaf:
            hardware.woken.wait()
        hardware.now += PERIOD
        manager.tick()

    pace = Pace(tick, PERIOD, hardware.woken)
    patch.setattr(modules["picamera2.job"], "Future", future_of(pace))
    patch.setattr("selectors.DefaultSelector", selector_of(pace))
    try:
        yield modules["picamera2"]
    finally:
        manager.close()
