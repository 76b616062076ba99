"""USB cameras: their settings and the read-back values, the reports, and the faults."""

import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import contracts
import cv2
import pytest
from camera_rigs import AHEAD, descriptors, usb_cameras
from camera_stand_ins import Hardware, Knob
from said import said

from appliance.core.signals import MS, SECOND
from appliance.drivers.camera import v4l2
from appliance.drivers.camera.v4l2 import (
    AUTO_WHITE_BALANCE,
    AUTOGAIN,
    EXPOSURE_ABSOLUTE,
    EXPOSURE_AUTO,
    FOCUS_ABSOLUTE,
    FOCUS_AUTO,
    GAIN,
    LONGEST_EXPOSURE,
    POWER_LINE_FREQUENCY,
    READOUT,
    WHITE_BALANCE_TEMPERATURE,
    Settings,
    V4l2Camera,
)
from appliance.errors import DriverError, PictureError

Make = Callable[..., V4l2Camera]


@pytest.fixture
def hardware() -> Hardware:
    return Hardware()


@pytest.fixture
def make(hardware: Hardware, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Make]:
    with usb_cameras(hardware, monkeypatch, tmp_path) as made:
        yield made


def told(camera: V4l2Camera) -> dict[str, str]:
    """The report of each control, with the remedy behind a |."""
    camera.open()
    return {
        said(control.name): f"{said(control.seen)}|{said(control.todo)}"
        for control in camera.capture().controls
    }


def values(hardware: Hardware) -> dict[int, int]:
    return {number: knob.value for number, knob in hardware.knobs.items()}


# --- its controls -----------------------------------------------------------------------------


def test_what_the_camera_found_is_fixed_and_read_back(make: Make, hardware: Hardware) -> None:
    says = told(make())
    assert says == {
        "exposure": "fixed at 156 x 0.1 ms, read back|",
        "gain": "20; the camera has no automatic for it|",
        "white balance": "fixed at 4600 K, read back|",
        "lens": "fixed at 30, read back|",
        "flicker": "allows for mains of 50 Hz, read back|",
    }
    assert values(hardware) == {
        EXPOSURE_AUTO: 1,
        EXPOSURE_ABSOLUTE: 156,
        GAIN: 20,
        AUTO_WHITE_BALANCE: 0,
        WHITE_BALANCE_TEMPERATURE: 4600,
        FOCUS_AUTO: 0,
        FOCUS_ABSOLUTE: 30,
        POWER_LINE_FREQUENCY: 1,
    }


def test_it_finds_everything_anew_when_it_is_opened_again(make: Make, hardware: Hardware) -> None:
    """A camera keeps its controls when it is closed: those of last time are let go first."""
    camera = make()
    camera.open()
    asked: list[tuple[int, int]] = []
    before = hardware.ioctl

    def listen(file: int, request: int, data: bytes) -> bytes:
        if request == v4l2.SET:
            number, value = struct.unpack("Ii", data)
            asked.append((number, value))
        return before(file, request, data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(v4l2, "ioctl", listen)
        camera.open()
    own = [(number, value) for number, value in asked if number in hardware.knobs]
    assert own[:3] == [(EXPOSURE_AUTO, 3), (AUTO_WHITE_BALANCE, 1), (FOCUS_AUTO, 1)]


@pytest.mark.parametrize(("mains", "menu"), [(0, 0), (50, 1), (60, 2)])
def test_the_mains_frequency_is_set(make: Make, hardware: Hardware, mains: int, menu: int) -> None:
    says = told(make(mains_hz=mains))["flicker"]
    assert hardware.knobs[POWER_LINE_FREQUENCY].value == menu
    assert f"mains of {mains} Hz" in says if mains else says.startswith("camera.mains_hz = 0, so")


def test_a_camera_without_controls_works_and_says_so(make: Make, hardware: Hardware) -> None:
    hardware.knobs = {}
    says = told(make())
    assert says["exposure"] == says["lens"] == "not to be set with this camera|"
    assert says["flicker"] == "the camera has no setting for the mains|"


def test_what_a_camera_does_not_honour_is_told(make: Make, hardware: Hardware) -> None:
    """It says yes, and does nothing: OpenCV would have believed it."""
    for number in (EXPOSURE_ABSOLUTE, AUTO_WHITE_BALANCE, POWER_LINE_FREQUENCY):
        hardware.knobs[number].deaf = True
    hardware.knobs[FOCUS_AUTO] = Knob(1, (1,))  # it has no other mode
    says = told(make())
    assert says["exposure"].startswith("fixed at 156")  # it stays at what it is, as it should
    assert says["white balance"].startswith(
        "automatic: the camera can't hold a fixed value|keep the"
    )
    assert says["lens"].startswith("automatic: the camera can't hold a fixed value|")
    assert says["flicker"].startswith(
        "the camera refuses to allow for mains of 50 Hz|light the box"
    )
    assert hardware.knobs[FOCUS_AUTO].value == 1


def test_a_camera_whose_exposure_was_never_the_one_that_it_told_stays_automatic(
    make: Make, hardware: Hardware
) -> None:
    hardware.dim = True
    says = told(make())
    for name in ("exposure", "white balance", "lens"):
        assert says[name].startswith("automatic: at a fixed value the picture changed|")
    assert hardware.knobs[EXPOSURE_AUTO].value == 3
    assert hardware.knobs[AUTO_WHITE_BALANCE].value == hardware.knobs[FOCUS_AUTO].value == 1


def test_a_control_that_is_disabled_is_none(make: Make, hardware: Hardware) -> None:
    hardware.knobs[POWER_LINE_FREQUENCY].disabled = True
    assert told(make())["flicker"] == "the camera has no setting for the mains|"


def test_a_camera_that_only_knows_full_automatic_gets_that(make: Make, hardware: Hardware) -> None:
    hardware.knobs[EXPOSURE_AUTO] = Knob(1, (0, 1))
    hardware.dim = True
    make().open()
    assert hardware.knobs[EXPOSURE_AUTO].value == 0


def test_a_camera_without_an_exposure_to_read_stays_automatic(
    make: Make, hardware: Hardware
) -> None:
    del hardware.knobs[EXPOSURE_ABSOLUTE]
    says = told(make())
    assert says["exposure"] == "automatic: the camera doesn't report its value|"


def test_controls_that_can_not_be_reached_are_told(make: Make, tmp_path: Path) -> None:
    camera = make(device=str(tmp_path / "gone"))
    assert told(camera)["controls"].endswith("(No such file or directory)|join the group video")


@pytest.mark.usefixtures("make")
def test_a_device_takes_what_it_can_and_tells(tmp_path: Path) -> None:
    with v4l2.VideoDevice(str(tmp_path / "video0")) as device:
        contracts.takes_what_it_can_and_tells(device, GAIN, absent=AUTOGAIN)


# --- its pictures -----------------------------------------------------------------------------


def test_a_stamp_is_led_back_to_where_the_exposure_began(make: Make, hardware: Hardware) -> None:
    camera = make()
    camera.open()
    hardware.lag = 40 * MS
    frame = camera.capture()
    assert abs(frame.at - (hardware.now + AHEAD - 40 * MS - READOUT - LONGEST_EXPOSURE)) <= 1000
    hardware.lag = -20 * MS  # a driver that reckons when the picture ends
    frame = camera.capture()
    assert abs(frame.at - (hardware.now + AHEAD + 20 * MS - READOUT - LONGEST_EXPOSURE)) <= 1000
    hardware.lag = 40 * MS
    hardware.knobs[EXPOSURE_ABSOLUTE].value = 500
    camera.open()
    assert abs(camera.capture().at - (hardware.now + AHEAD - 90 * MS - READOUT)) <= 1000
    hardware.stamps = False
    assert camera.capture().at == hardware.now + AHEAD


def test_pictures_that_are_always_late_are_told(make: Make, hardware: Hardware) -> None:
    camera = make()
    camera.open()
    hardware.lag = 2 * SECOND
    with pytest.raises(DriverError, match=r"pictures that are 1\.[78] s late"):
        camera.capture()
    hardware.lag = 100 * MS
    camera.capture()


def test_a_wrong_shape_is_a_broken_picture(make: Make, hardware: Hardware) -> None:
    camera = make()
    camera.open()
    hardware.shape = (48, 64)
    with pytest.raises(PictureError, match="48, 64"):
        camera.capture()


@pytest.mark.parametrize(
    ("device", "opened"), [("2", "open 2"), ("/dev/v4l/by-id/a", "open '/dev/v4l/by-id/a'")]
)
def test_a_usb_camera_is_a_number_or_a_path_and_keeps_one_picture(
    make: Make, hardware: Hardware, device: str, opened: str
) -> None:
    make(device=device).open()
    assert hardware.calls == [opened]
    assert hardware.controls[str(cv2.CAP_PROP_BUFFERSIZE)] == 1


def test_an_unplugged_usb_camera_is_lost(make: Make, hardware: Hardware) -> None:
    camera = make()
    camera.open()
    hardware.missing = True
    with pytest.raises(DriverError, match="plug it in"):
        camera.capture()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["nowhere", "no_camera"])
def test_many_failed_opens_leak_nothing(tmp_path: Path, name: str) -> None:
    """With the real OpenCV: what it does with no file, and with one that is no camera."""
    (tmp_path / "no_camera").touch()
    camera = V4l2Camera(Settings(str(tmp_path / name)), lambda: 0)
    for number in range(1001):
        with pytest.raises(DriverError, match="can't be opened: plug it in"):
            camera.open()
        if number == 0:  # OpenCV has been loaded
            before = descriptors()
    assert descriptors() == before
