"""The real picamera2 over a camera in virtual time: all above libcamera is what a Pi runs.

Its event loops, jobs, requests, allocator and configurations are the library's own, from its wheel
(requirements/picamera2.lock). Below it are fakes: libcamera (`fake_libcamera.py`), memory files in
place of the kernel's DMA heaps, and empty modules for its parts that the table never uses.
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
    """A module from which any name can be imported."""

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
def real_modules() -> dict[str, Any] | None:
    """picamera2 and the modules below it, by name; None where it isn't installed.

    They are imported once, and don't stay importable. The library's types are not for mypy.
    """
    if find_spec("picamera2") is None:
        return None
    fakes: dict[str, ModuleType] = {name: Unused(name) for name in NEVER_USED}
    fakes["libcamera"] = fake_libcamera()
    before = {name: sys.modules[name] for name in fakes if name in sys.modules}
    sys.modules.update(fakes)
    try:
        import_module("picamera2")
        return {name: sys.modules[name] for name in sys.modules if _ours(name, fakes)}
    finally:
        for name in [module for module in sys.modules if _ours(module, fakes)]:
            del sys.modules[name]
        sys.modules.update(before)


def _ours(name: str, fakes: dict[str, ModuleType]) -> bool:
    return name in fakes or name.partition(".")[0] == "picamera2"


@contextmanager
def picamera2_on(hardware: Hardware, monkey: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The real module, which `import picamera2` finds as long as `monkey` lasts, on `hardware`."""
    modules = real_modules()
    if modules is None:
        pytest.skip("picamera2 is not installed: make setup")
    # picamera2 starts its loop's thread in a way that Python 3.10 has deprecated
    warnings.filterwarnings("ignore", "setDaemon", DeprecationWarning)
    for name, module in modules.items():
        monkey.setitem(sys.modules, name, module)
    library = modules["picamera2.picamera2"]
    manager = CameraManager(hardware)
    monkey.setattr(modules["libcamera"].CameraManager, "singleton", lambda: manager, raising=False)
    monkey.setattr(library.Picamera2, "_cm", library.CameraManager())
    allocator = modules["picamera2.allocators.dmaallocator"]
    monkey.setattr(allocator, "DmaHeap", MemoryHeap)
    monkey.setattr(allocator, "fcntl", SimpleNamespace(ioctl=lambda *_: 0))

    def tick() -> None:
        if hardware.hangs and hardware.deaf:
            hardware.woken.wait()
        hardware.now += PERIOD
        manager.tick()

    pace = Pace(tick, PERIOD, hardware.woken, manager.unread)
    monkey.setattr(modules["picamera2.job"], "Future", future_of(pace))
    monkey.setattr("selectors.DefaultSelector", selector_of(pace))
    try:
        yield modules["picamera2"]
    finally:
        manager.close()
