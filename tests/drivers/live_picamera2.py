"""The Pi's camera in real time: nothing is virtual but libcamera, at 30 pictures a second.

`python tests/drivers/live_picamera2.py` prints how long things take; it ends with 1 if a picture is
from before it was asked for, or a camera that hung is not let go. The tests do the same in virtual
time, where nothing has to be waited for.
"""

import os
import sys
import time
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parent), str(HERE.parents[2])]

from camera_stand_ins import PERIOD, Hardware  # noqa: E402 - they lie beside this file
from fake_libcamera import CameraManager  # noqa: E402
from real_picamera2 import MemoryHeap, real_modules  # noqa: E402

from appliance.drivers.camera.picamera import PiCamera, Settings  # noqa: E402
from appliance.errors import DriverError  # noqa: E402

PICTURES = 40


def run(hardware: Hardware, manager: CameraManager, ends: Event) -> None:
    """Expose pictures, one each period."""
    while not ends.wait(PERIOD / 1e9):
        hardware.now = time.monotonic_ns()
        manager.tick()


def timed(name: str, done: Any) -> float:  # noqa: ANN401 - any function
    """Milliseconds that it takes; printed."""
    began = time.monotonic_ns()
    done()
    took = (time.monotonic_ns() - began) / 1e6
    print(f"{name}: {took:.0f} ms")
    return took


def look(hardware: Hardware) -> int:
    """Take pictures, hang, let go, and open again; 0 if all is as it should be."""
    camera = PiCamera(Settings(width=128, height=96, converge=10), time.monotonic_ns)
    timed("open, 10 pictures to find the exposure", camera.open)
    early, took = 0, []
    for _ in range(PICTURES):
        time.sleep(0.013)
        asked = time.monotonic_ns()
        early += camera.capture().at < asked
        took.append((time.monotonic_ns() - asked) / 1e6)
    print(f"{early} of {PICTURES} pictures from before they were asked for")
    print(f"a picture takes {sum(took) / PICTURES:.0f} ms, at most {max(took):.0f}")
    hardware.hangs = True

    def in_vain() -> None:
        try:
            camera.capture()
        except DriverError as error:
            print(error)

    timed("a picture that doesn't come", in_vain)
    closing = Thread(target=camera.close, daemon=True)
    closing.start()
    timed("close", lambda: closing.join(5))
    hardware.hangs = False
    if closing.is_alive():
        print("it hangs")
        return 1
    timed("open again", camera.open)
    camera.close()
    return int(early > 0)


def main() -> int:
    """Set it up, and look."""
    modules = real_modules()
    if modules is None:
        print("SKIP: picamera2 is not installed: make setup")
        return 0
    hardware, ends = Hardware(), Event()
    manager = CameraManager(hardware)
    allocator: Any = modules["picamera2.allocators.dmaallocator"]
    modules["libcamera"].CameraManager.singleton = lambda: manager
    Thread(target=run, args=(hardware, manager, ends), daemon=True).start()
    with (
        patch.dict(sys.modules, modules),
        patch.object(allocator, "DmaHeap", MemoryHeap),
        patch.object(allocator, "fcntl", SimpleNamespace(ioctl=lambda *_: 0)),
    ):
        return look(hardware)


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # a thread that hangs is left behind
