"""The camera: it is opened as the table opens it, and a few of its pictures are looked at."""

from collections.abc import Iterator

from appliance.box.calibrate import sight, solve
from appliance.box.mat.design import MARKERS
from appliance.core.signals import SECOND
from appliance.drivers import Camera as CameraDriver
from appliance.drivers import Frame, Image
from appliance.drivers.camera.checked import dead
from appliance.errors import CalibrationError, DriverError, PictureError
from appliance.selftest.judge import Finding, Part, failed, parted, skipped
from appliance.selftest.judge.camera import (
    CameraSeen,
    Mat,
    control,
    edge_width,
    findings,
    light_of,
)
from appliance.selftest.observe.room import Room

PICTURES = 20
"""Number of pictures taken to measure the frame rate."""

LOOK_FOR = 5 * SECOND
"""A slow camera is not waited for any longer (ns)."""


def look(room: Room) -> Iterator[Finding]:
    """Take some pictures; none of them is kept."""
    camera = room.camera
    if camera is None:
        yield skipped(Part.CAMERA, "camera", "selftest.camera.unused")
        return
    room.say("selftest.ask.camera")
    try:
        camera.open()
        try:
            times, newest = _pictures(room, camera)
        finally:
            camera.close()
    except (DriverError, PictureError) as error:
        yield failed(Part.CAMERA, "camera", error)
        return
    yield from (control(one.name, one.seen, one.todo) for one in newest.controls)
    image = newest.image
    light, glare = light_of(image)
    yield from findings(
        CameraSeen(
            width=image.shape[1],
            height=image.shape[0],
            times=times,
            edge=edge_width(image),
            light=light,
            glare=glare,
            dead=dead(image),
            real=camera.live,
            mat=_mat(image),
        )
    )


def _mat(image: Image) -> Mat:
    """The calibration mat, as far as it shows."""
    sighting = sight(image)
    seen, of = len(sighting.markers), len(MARKERS)
    try:
        found = solve([sighting])
    except CalibrationError as error:
        return Mat(seen, of, missing=parted(error.says))
    dim = found.light.trouble(sighting.size)
    trouble = None if dim is None else parted(dim)
    return Mat(seen, of, None, trouble, found.error, found.px_per_mm, found.light.edge)


def _pictures(room: Room, camera: CameraDriver) -> tuple[tuple[int, ...], Frame]:
    """When the pictures were exposed, and the newest one."""
    newest = camera.capture()
    times, began = [newest.at], room.clock()
    while len(times) < PICTURES and room.clock() - began < LOOK_FOR:
        newest = camera.capture()
        times.append(newest.at)
    return tuple(times), newest
