"""The Pi's camera through the real picamera2: what it is asked for, and what goes wrong there."""

import gc
import logging
import sys
from collections.abc import Callable, Iterator

import pytest
from camera_rigs import AHEAD, clock_of, descriptors, pi_cameras
from camera_stand_ins import PERIOD, Hardware
from extent import often, tries
from real_picamera2 import picamera2_on
from said import said
from sensor_modules import MODULE_2, MODULES

from appliance.core.signals import MS, SECOND
from appliance.drivers.camera.picamera import PiCamera, whole_sensor
from appliance.drivers.camera.watched import Patience, Supervised
from appliance.errors import DriverError, PictureError

Make = Callable[..., PiCamera]


@pytest.fixture
def hardware() -> Hardware:
    return Hardware()


@pytest.fixture
def make(hardware: Hardware, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    with pi_cameras(hardware, monkeypatch) as made:
        yield made


def told(camera: PiCamera) -> dict[str, str]:
    """The report of each control, with the remedy behind a |."""
    return {
        said(control.name): f"{said(control.seen)}|{said(control.todo)}"
        for control in camera.capture().controls
    }


# --- what it is asked for ---------------------------------------------------------------------


def test_exposure_and_colours_are_found_and_then_fixed(make: Make, hardware: Hardware) -> None:
    hardware.cameras = 2
    camera = make(number=1)
    camera.open()
    assert hardware.calls[:2] == ["open 1", "start"]
    fixed = {"ExposureTime": 20_000, "AnalogueGain": 1.5, "ColourGains": (1.8, 1.6)}
    hardware.exposure = 40_000  # the light changes, the picture's exposure doesn't
    camera.capture()
    assert {key: hardware.controls[key] for key in fixed} == fixed
    assert hardware.controls["ExposureTimeMode"] == hardware.controls["AnalogueGainMode"] == 1


def test_exposure_is_found_anew_when_it_is_opened_again(make: Make, hardware: Hardware) -> None:
    camera = make()
    camera.open()
    camera.capture()
    hardware.exposure = 30_000
    camera.open()
    assert told(camera)["flicker"].startswith("exposed for 30.0 ms")


@pytest.mark.parametrize("lag", often([0, 200 * MS, SECOND], {0, 200 * MS}))
@pytest.mark.untraced
def test_every_picture_is_exposed_after_it_was_asked_for(
    make: Make, hardware: Hardware, lag: int
) -> None:
    camera = make()
    camera.open()
    hardware.lag = lag
    for _ in range(40):
        hardware.now += 7 * MS
        asked = clock_of(hardware)()
        frame = camera.capture()
        assert asked <= frame.at <= clock_of(hardware)()
        assert hardware.now + AHEAD - frame.at <= lag + 4 * PERIOD + 20 * MS  # and no later


def test_no_more_memory_is_taken_than_is_needed(make: Make) -> None:
    camera = make(width=640, height=480)
    camera.open()
    configuration = camera._camera.libcamera_config
    [main] = configuration  # no raw pictures beside it
    assert main.buffer_count == 2
    # of what the buffers lie in, nothing is left by the many modes that were looked at
    assert len(camera._camera.allocator.mapped_buffers) == 2


@pytest.mark.parametrize(
    ("name", "size", "mode"),
    [
        ("ov5647", (1280, 720), (1296, 972)),
        ("ov5647", (1920, 1080), (2592, 1944)),
        ("imx219", (1640, 1232), (1640, 1232)),
        ("imx219", (1920, 1080), (3280, 2464)),
        ("imx708", (1920, 1080), (2304, 1296)),
        ("imx708", (4608, 2592), (4608, 2592)),
        ("imx477", (1920, 1080), (2028, 1520)),
        ("imx477", (4608, 2592), (4056, 3040)),
    ],
)
def test_no_mode_crops_the_sensor(
    hardware: Hardware,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    size: tuple[int, int],
    mode: tuple[int, int],
) -> None:
    hardware.module = MODULES[name]
    with picamera2_on(hardware, monkeypatch) as library:
        camera = library.Picamera2()
        modes = camera.sensor_modes
        camera.close()
    found = whole_sensor(modes, *size)
    assert found is not None
    assert found["size"] == mode
    assert found["bit_depth"] == max(crop["bit_depth"] for crop in modes if crop["size"] == mode)


@pytest.mark.parametrize("name", MODULES)
def test_the_whole_sensor_is_in_force_and_told(make: Make, hardware: Hardware, name: str) -> None:
    hardware.module = MODULES[name]
    camera = make(width=640, height=480)
    camera.open()
    wide = 100 if name != "imx708" else 75  # 4:3 out of a sensor of 16:9
    says = told(camera)["sensor"]
    assert f"shows {wide}% of the sensor's width and 100% of its height|" in says
    size = camera._camera.camera_configuration()["sensor"]["output_size"]
    assert f"mode {size[0]}x{size[1]}, " in says


def test_a_camera_that_crops_all_the_same_is_told(make: Make, hardware: Hardware) -> None:
    hardware.module = MODULE_2
    hardware.cropped = True
    camera = make(width=640, height=480)
    camera.open()
    assert told(camera)["sensor"].endswith(
        "39% of its height|update libcamera, or hang the camera higher"
    )


def test_a_camera_that_tells_no_modes_takes_its_own() -> None:
    assert whole_sensor([{"format": "MJPEG"}], 1920, 1080) is None


def test_the_lens_goes_to_the_mast_s_height(make: Make, hardware: Hardware) -> None:
    camera = make(height_cm=36)
    camera.open()
    assert hardware.controls["AfMode"] == 0
    assert hardware.controls["LensPosition"] == pytest.approx(1 / 0.36)
    assert told(camera)["lens"] == "focused at 36 cm, by camera.height_cm|"
    near = make(height_cm=2)
    camera.close()
    near.open()
    assert hardware.controls["LensPosition"] == 32  # as near as it gets


def test_without_a_height_the_lens_finds_its_place_and_stays(
    make: Make, hardware: Hardware
) -> None:
    camera = make()
    camera.open()
    assert told(camera)["lens"] == "focused at 38 cm (found by autofocus, now locked)|"
    hardware.sharp = 9.0  # a hand in the box
    for _ in range(3):
        camera.capture()
    assert (hardware.controls["AfMode"], hardware.controls["LensPosition"]) == (0, 2.6)


def test_a_lens_that_does_not_move_is_told(make: Make, hardware: Hardware) -> None:
    hardware.stuck = True
    camera = make(height_cm=36)
    camera.open()
    seen, _, todo = told(camera)["lens"].partition("|")
    assert seen == "focused at 100 cm, though 36 cm was asked for"
    assert "camera.height_cm = 0" in todo


def test_a_module_without_a_lens_to_move_is_not_asked(make: Make, hardware: Hardware) -> None:
    hardware.module = MODULE_2
    camera = make(height_cm=36)
    camera.open()
    assert not {"AfMode", "LensPosition"} & set(hardware.controls)
    assert told(camera)["lens"].startswith("the camera can't focus by itself: turn its ring")


@pytest.mark.parametrize(
    ("mains", "exposed", "says"),
    [
        (50, 20_000, "exposed for 20.0 ms, which fits mains of 50 Hz|"),
        (60, 16_666, "exposed for 16.7 ms, which fits mains of 60 Hz|"),
        (0, 20_500, "exposed for 20.5 ms; camera.mains_hz = 0, so flicker is not allowed for|"),
    ],
)
def test_exposures_are_whole_flickers_of_the_mains(
    make: Make, hardware: Hardware, mains: int, exposed: int, says: str
) -> None:
    camera = make(mains_hz=mains)
    camera.open()
    assert told(camera)["flicker"] == says
    camera.capture()  # a control is in force some pictures after it was set
    assert hardware.controls["ExposureTime"] == exposed


@pytest.mark.parametrize(
    ("exposure", "says"),
    [(4_000, "too bright to allow for mains of 50 Hz"), (14_000, "doesn't fit mains of 50 Hz")],
)
def test_an_exposure_that_does_not_fit_is_told(
    make: Make, hardware: Hardware, exposure: int, says: str
) -> None:
    hardware.exposure, hardware.free = exposure, True
    camera = make()
    camera.open()
    seen, _, todo = told(camera)["flicker"].partition("|")
    assert says in seen
    assert "stripes" in todo


# --- what goes wrong --------------------------------------------------------------------------


@pytest.mark.parametrize("state", often(["missing", "busy"], {"busy"}))
@pytest.mark.examples
def test_many_failed_opens_leak_nothing(make: Make, hardware: Hardware, state: str) -> None:
    setattr(hardware, state, True)
    camera = make()
    gc.collect()  # what other tests left
    before = descriptors()
    for _ in range(tries(100, of=1000)):
        with pytest.raises(DriverError):
            camera.open()
    assert descriptors() == before
    assert hardware.users == 0


@pytest.mark.thorough
@pytest.mark.parametrize("state", ["hangs", "lost"])
def test_opens_that_fail_late_leak_nothing(make: Make, hardware: Hardware, state: str) -> None:
    setattr(hardware, state, True)
    camera = make()
    gc.collect()
    before = descriptors()
    for _ in range(30):
        with pytest.raises(DriverError):
            camera.open()
        assert hardware.users == 0
    gc.collect()  # the selectors of picamera2's loops are part of circles
    assert descriptors() == before


def test_what_timed_out_is_not_left_to_hold_the_camera_for_ever(
    make: Make, hardware: Hardware
) -> None:
    """With a job in its queue picamera2 doesn't stop, and who opens it again finds it busy."""
    camera = Supervised(make, clock_of(hardware), Patience(close_s=5))
    camera.open()
    camera.capture()
    hardware.hangs = True
    with pytest.raises(DriverError, match=r"no picture.*check its cable"):
        camera.capture()
    [thread] = camera._left
    thread.join(5)
    assert not thread.is_alive()
    assert hardware.users == 0
    hardware.hangs = False
    hardware.now += SECOND
    assert camera.capture().image.any()
    camera.close()


def test_late_pictures_are_waited_for_anew_and_none_is_kept_back(
    make: Make, hardware: Hardware
) -> None:
    """A job that is left in the queue takes a buffer when its picture comes, and there are two."""
    camera = make()
    camera.open()
    for _ in range(5):
        hardware.hangs = True
        with pytest.raises(DriverError, match="no picture came in time"):
            camera.capture()
        hardware.hangs = False
        camera.capture()
    assert camera._camera._job_list == []


def test_a_lost_cable_is_told_and_found_again(make: Make, hardware: Hardware) -> None:
    camera = make()
    camera.open()
    hardware.lost = True
    with pytest.raises(DriverError, match="no picture came in time: check its cable"):
        camera.capture()
    with pytest.raises(DriverError, match="Input/output error: check its cable"):
        camera.open()
    hardware.lost = False
    camera.open()
    assert camera.capture().image.any()


def test_a_camera_that_can_not_be_stopped_keeps_what_it_may_still_write_to(
    make: Make, hardware: Hardware, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A descriptor that is closed under a thread becomes another file's: the journal's, say."""
    camera = make()
    camera.open()
    inner = camera._camera

    def refuse() -> None:
        raise RuntimeError("Failed to stop camera: Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(inner.camera, "stop", refuse)
        camera.close()
    assert not inner.notifymeread.closed
    inner.close()
    assert inner.notifymeread.closed
    assert hardware.users == 0


def test_a_missing_camera_is_told_whatever_picamera2_raises(make: Make, hardware: Hardware) -> None:
    """IndexError up to 0.3.36, RuntimeError from 0.3.37 on."""
    with pytest.raises(DriverError, match="camera 1 can't be opened: only 1 found: check its"):
        make(number=1).open()
    hardware.missing = True
    with pytest.raises(DriverError, match="camera 0 can't be opened: no camera is found: check"):
        make().open()


def test_why_a_camera_is_busy_is_told_and_nothing_else(
    make: Make, hardware: Hardware, capfd: pytest.CaptureFixture[str]
) -> None:
    hardware.busy = True
    camera = make()
    for _ in range(3):
        with pytest.raises(DriverError, match="Device or resource busy"):
            camera.open()
    assert len(logging.getLogger("picamera2").handlers) == 1
    assert capfd.readouterr() == ("", "")


def test_a_size_that_libcamera_does_not_have_is_a_broken_picture(
    make: Make, hardware: Hardware
) -> None:
    hardware.adjusted = (60, 48)
    camera = make()
    camera.open()
    with pytest.raises(PictureError, match=r"48, 60, 3.*another camera\.width"):
        camera.capture()


def test_without_picamera2_the_way_to_it_is_told(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = make()
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DriverError, match="python3-picamera2"):
        camera.open()


def test_a_camera_that_another_thread_holds_is_busy_until_that_wakes(
    make: Make, hardware: Hardware
) -> None:
    hardware.hangs = hardware.deaf = True
    camera = Supervised(make, clock_of(hardware), Patience(open_s=0.5))
    camera.open()
    with pytest.raises(DriverError, match="doesn't start within"):
        camera.capture()
    hardware.now += 60 * SECOND
    with pytest.raises(DriverError, match="Device or resource busy"):
        camera.capture()
    hardware.hangs = False
    hardware.woken.set()
    for thread in camera._left:
        thread.join()
    hardware.now += 60 * SECOND
    assert camera.capture().image.any()
    camera.close()
