"""The sensors of Raspberry Pi's camera modules, with the modes in which libcamera offers them.

As `rpicam-hello --list-cameras` prints them: the formats, sizes and rates, and the part of the
sensor that a mode shows. Source: Raspberry Pi's documentation of its camera software, and the lists
in issues 301 and 683 of picamera2.
"""

from dataclasses import dataclass

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of reading a sensor out. `crop` is x, y, width and height on the sensor, in pixels."""

    format: str
    size: tuple[int, int]
    fps: float
    crop: Box

    @property
    def depth(self) -> int:
        """Bits a pixel."""
        return int("".join(filter(str.isdigit, self.format.split("_", maxsplit=1)[0])))


@dataclass(frozen=True, slots=True)
class Module:
    """A camera module; `lens`: it can be focused by software."""

    name: str
    modes: tuple[Mode, ...]
    lens: bool = False


def _modes(name: str, *given: tuple[tuple[int, int], float, Box]) -> tuple[Mode, ...]:
    return tuple(Mode(name, *mode) for mode in given)


MODULE_1 = Module(
    "ov5647",
    _modes(
        "SGBRG10_CSI2P",
        ((640, 480), 58.92, (16, 0, 2560, 1920)),
        ((1296, 972), 46.34, (0, 0, 2592, 1944)),
        ((1920, 1080), 32.81, (348, 434, 1928, 1080)),
        ((2592, 1944), 15.63, (0, 0, 2592, 1944)),
    ),
)

_IMX219: tuple[tuple[tuple[int, int], float, Box], ...] = (
    ((640, 480), 103.33, (1000, 752, 1280, 960)),
    ((1640, 1232), 41.85, (0, 0, 3280, 2464)),
    ((1920, 1080), 47.57, (680, 692, 1920, 1080)),
    ((3280, 2464), 21.19, (0, 0, 3280, 2464)),
)
MODULE_2 = Module("imx219", _modes("SRGGB10_CSI2P", *_IMX219) + _modes("SRGGB8", *_IMX219))

MODULE_3 = Module(
    "imx708",
    _modes(
        "SRGGB10_CSI2P",
        ((1536, 864), 120.13, (768, 432, 3072, 1728)),
        ((2304, 1296), 56.03, (0, 0, 4608, 2592)),
        ((4608, 2592), 14.35, (0, 0, 4608, 2592)),
    ),
    lens=True,
)

MODULE_HQ = Module(
    "imx477",
    _modes("SRGGB10_CSI2P", ((1332, 990), 120.05, (696, 528, 2664, 1980)))
    + _modes(
        "SRGGB12_CSI2P",
        ((2028, 1080), 50.03, (0, 440, 4056, 2160)),
        ((2028, 1520), 40.01, (0, 0, 4056, 3040)),
        ((4056, 3040), 10.0, (0, 0, 4056, 3040)),
    ),
)

MODULES = {module.name: module for module in (MODULE_1, MODULE_2, MODULE_3, MODULE_HQ)}
