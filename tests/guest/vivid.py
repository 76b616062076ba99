"""A camera that shows what it is fed: the kernel's virtual video device, HDMI in on HDMI out.

Pictures are 640x480 and uncompressed, so what comes out of the camera is, to the bit, what went in.
"""

import re
import subprocess
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]

WIDTH, HEIGHT = 640, 480
SIZE = f"width={WIDTH},height={HEIGHT},pixelformat=BGR3"
MODULE = (
    "vivid num_inputs=1 input_types=3 num_outputs=1 output_types=1 node_types=0x101 "
    "ccs_cap_mode=0 ccs_out_mode=0"
)
"""One HDMI input and one HDMI output, and no scaling, cropping or composing."""

BIND = Path("/sys/bus/platform/drivers/vivid")
RAW = Path("/run/fed.raw")
TPG, NOTHING, FED = 0, 1, 2
"""What the camera's input is connected to: a test pattern, no cable, what is fed."""


class Vivid:
    """The module is loaded while this is; nothing is fed yet."""

    def __init__(self) -> None:
        self._feeding: subprocess.Popen[bytes] | None = None
        self.load()

    @property
    def device(self) -> str:
        """The camera's device."""
        return _device("vid-cap")

    def load(self) -> None:
        """Load the module, with HDMI and nothing else, and connect the cable."""
        _run("modprobe", *MODULE.split())
        for _ in range(100):
            if _device("vid-cap") and _device("vid-out"):
                break
            time.sleep(0.05)
        for device in (_device("vid-out"), self.device):
            _ctl(device, f"--set-dv-bt-timings=index={_timings(device)}")
        _ctl(self.device, "-c", "osd_text_mode=2")  # no clock in the picture
        self.connect(FED)

    def connect(self, what: int) -> None:
        """Plug the camera's cable into something."""
        _ctl(self.device, "-c", f"hdmi_000_0_is_connected_to={what}")

    def feed(self, *pictures: Picture) -> None:
        """Start to show these in turn."""
        self.starve()
        RAW.write_bytes(b"".join(picture.tobytes() for picture in pictures))
        command = f"v4l2-ctl -d {_device('vid-out')} -x {SIZE} --stream-out-mmap=4 --stream-loop"
        self._feeding = subprocess.Popen(  # noqa: S603 - our own words
            [*command.split(), f"--stream-from={RAW}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def starve(self) -> None:
        """Feed nothing more."""
        if self._feeding is not None:
            self._feeding.kill()
            self._feeding.wait()
            self._feeding = None

    def value(self, control: str) -> int:
        """Return what a control of the camera is, as `v4l2-ctl` reads it."""
        return int(_ctl(self.device, "-C", control).rpartition(":")[2])

    def unplug(self) -> None:
        """Take the camera off the machine, whatever uses it."""
        self.starve()
        (BIND / "unbind").write_text("vivid.0")

    def unload(self) -> bool:
        """Remove the module; False while a program still has the camera open."""
        try:
            _run("modprobe", "-r", "vivid")
        except subprocess.CalledProcessError:
            return False
        return True


def noisy(grey: int, count: int = 5) -> list[Picture]:
    """Pictures of a bright card on a dark mat, each with a noise of its own."""
    chance = np.random.default_rng(grey)
    mat = np.full((HEIGHT, WIDTH, 3), (60, 90, 40), np.uint8)
    mat[100:380, 220:420] = grey
    return [mat + chance.integers(0, 12, mat.shape, np.uint8) for _ in range(count)]


def _device(kind: str) -> str:
    for name in sorted(Path("/sys/class/video4linux").glob("video*/name")):
        if kind in name.read_text():
            return f"/dev/{name.parent.name}"
    return ""


def _ctl(device: str, *words: str) -> str:
    return _run("v4l2-ctl", "-d", device, *words)


def _run(*command: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own words
        command, check=True, capture_output=True, text=True
    )
    return done.stdout


def _timings(device: str) -> int:
    """The number of the timings of our pictures' size."""
    number = -1
    for line in _ctl(device, "--list-dv-timings").splitlines():
        if found := re.search(r"Index: (\d+)", line):
            number = int(found[1])
        if f"Active width: {WIDTH}" in line:
            return number
    raise LookupError(f"{device} has no pictures {WIDTH} wide")
