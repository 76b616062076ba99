"""The types of libcamera's Python interface, as far as picamera2 uses them."""

from enum import Enum, auto
from types import SimpleNamespace
from typing import Any

from sensor_modules import Mode


class Value:
    """A value type of libcamera's: made of what it is given, or a copy of another one."""

    def __init__(self, *given: Any, **named: Any) -> None:  # noqa: ANN401 - any of the below
        for argument in given:
            named = vars(argument) | named
        for key, value in named.items():
            setattr(self, key, value)

    def __str__(self) -> str:
        return f"{type(self).__name__} {vars(self)}"


class Transform(Value):
    hflip = vflip = transpose = 0


class ColorSpace(Value):
    YcbcrEncoding = Enum("YcbcrEncoding", ["Null", "Rec601", "Rec709"])
    Range = Enum("Range", ["Full", "Limited"])
    primaries: str
    transferFunction: str  # noqa: N815 - libcamera's own name


def _colour_space(name: str) -> Any:  # noqa: ANN401 - a static method of the class above
    return staticmethod(lambda: ColorSpace(primaries=name, transferFunction=name))


for _name in ("Sycc", "Smpte170m", "Rec709", "Raw"):
    setattr(ColorSpace, _name, _colour_space(_name))


class Size:
    def __init__(self, width: int = 0, height: int = 0) -> None:
        self.width, self.height = width, height


class Rectangle:
    def __init__(self, x: int = 0, y: int = 0, width: int = 0, height: int = 0) -> None:
        self.x, self.y, self.width, self.height = x, y, width, height


class PixelFormat:
    def __init__(self, name: str) -> None:
        self._name = name

    def __str__(self) -> str:
        return self._name


class Formats:
    """The raw formats of a sensor, and the sizes in which it has each."""

    def __init__(self, modes: tuple[Mode, ...]) -> None:
        self._modes = modes

    @property
    def pixel_formats(self) -> list[PixelFormat]:
        return [PixelFormat(name) for name in dict.fromkeys(mode.format for mode in self._modes)]

    def sizes(self, pixel_format: PixelFormat) -> list[Size]:
        return [Size(*mode.size) for mode in self._modes if mode.format == str(pixel_format)]


class FrameBuffer:
    class Plane(SimpleNamespace):
        fd = offset = length = 0

    def __init__(self, planes: list["FrameBuffer.Plane"]) -> None:
        self.planes = planes
        self.metadata = SimpleNamespace(status=FrameStatus.Success)


FrameStatus = Enum("FrameStatus", ["Success", "Error", "Cancelled", "Startup"])
ConfigurationStatus = Enum("ConfigurationStatus", ["Valid", "Adjusted", "Invalid"])
RequestStatus = Enum("RequestStatus", ["Pending", "Complete", "Cancelled"])
StreamRole = Enum("StreamRole", ["Raw", "StillCapture", "VideoRecording", "Viewfinder"])
TURNS = [f"Rotate{turn}{mirror}" for turn in (0, 90, 180, 270) for mirror in ("", "Mirror")]


class ControlType(Enum):
    Integer = auto()
    Rectangle = auto()
    Size = auto()


class ControlId:
    """A control, a property or an item of metadata: libcamera compares them by identity."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.type = ControlType.Rectangle if name == "ScalerCrop" else ControlType.Integer


class Ids(SimpleNamespace):
    """The ids by their names, each made once."""

    def __getattr__(self, name: str) -> ControlId:
        if name.startswith("_"):
            raise AttributeError(name)
        made = ControlId(name)
        setattr(self, name, made)
        return made


NOISE = SimpleNamespace(Fast=1, HighQuality=2, Minimal=3)
controls = Ids(draft=SimpleNamespace(NoiseReductionModeEnum=NOISE))
properties = Ids(draft=SimpleNamespace(ColorFilterArrangementEnum=SimpleNamespace(MONO=4)))


class Stream(SimpleNamespace):
    """One stream of a configuration; picamera2 keeps it as a key."""

    def __hash__(self) -> int:  # type: ignore[override]  # SimpleNamespace has none
        return id(self)
