"""Observes the card reader: the camera, as the table opens it, and the networks' libraries."""

from collections.abc import Iterator

from appliance.box.calibrate import sight, solve
from appliance.box.mat.design import MARKERS
from appliance.core.signals import SECOND, DriverLost, Signal
from appliance.core.weighing import Mass
from appliance.drivers import Image, Scale, opened
from appliance.drivers.camera.dead import dead
from appliance.errors import CalibrationError, DriverError
from appliance.selftest.judge import Finding, Level, cards, found, parted, skipped
from appliance.selftest.observe.room import Room
from appliance.vision.find.runner import faults, try_all
from bluffing.message import Message, Spoken, message

PICTURES_TIMED = 20
"""Number of pictures taken to measure the frame rate."""

CARDS_WEIGHED = 10
"""Number of cards whose weight teaches the scale a deck."""

WEIGHED_EVERY, LAID_BEFORE = 0.05, 2 * SECOND
"""Seconds between two looks at the scale, and time (ns) for which it swings after hands."""

LOOK_FOR = 5 * SECOND
"""A slow camera is not waited for any longer (ns)."""


def reader(room: Room) -> Iterator[Finding]:
    """Find the library that runs the networks on this processor, each in a process of its own."""
    if not room.config.camera.driver:
        yield skipped("networks", "selftest.reader.unused")
        return
    tried = try_all()
    works = next((trial.name for trial in tried if not trial.fault), "")
    yield cards.networks(works, faults(tried))


def camera(room: Room) -> Iterator[Finding]:
    """Take some pictures, and judge the newest; none is kept."""
    eye = room.hardware.camera
    if eye is None:
        yield skipped("camera", "selftest.camera.unused")
        return
    room.say("selftest.ask.camera")
    with opened(eye) as source:
        newest = source.capture()
        times, began = [newest.at], room.clock()
        while len(times) < PICTURES_TIMED and room.clock() - began < LOOK_FOR:
            newest = source.capture()
            times.append(newest.at)
    for control in newest.controls:
        yield Finding(
            control.name, Level.WARN if control.todo else Level.OK, control.seen, control.todo
        )
    image = newest.image
    yield cards.pictures(image, times, live=eye.live)
    if nothing := dead(image):
        yield _bad("picture", Level.FAIL, "selftest.camera.dead", nothing)
        return
    yield cards.light(image)
    yield cards.focus(image)
    yield _mat(image)


def scale(room: Room) -> Iterator[Finding]:
    """Wait for the scale to come to rest, and weigh some cards if people lay them there."""
    balance = room.hardware.scale
    if balance is None:
        yield skipped("scale", "selftest.scale.unused")
        return
    room.say("selftest.ask.empty-box")
    lost: list[Signal] = []
    balance.open(lost.append)
    try:
        empty = _at_rest(room, balance, lost)
        yield cards.rest(empty)
        if empty is None:
            return
        laid = room.yes("selftest.ask.cards", number=CARDS_WEIGHED)
        full = _at_rest(room, balance, lost) if laid else None
        counts = getattr(room.config.scale.settings, "counts", 0)
        yield cards.card_weight(empty, full, CARDS_WEIGHED, counts)
    finally:
        balance.close()


def _at_rest(room: Room, balance: Scale, lost: list[Signal]) -> Mass | None:
    """Return the weight once it is at rest, or None. Raises DriverError: the scale is lost."""
    began, weight = room.clock(), balance.weigh()
    while room.clock() - began < LOOK_FOR:
        room.pause(WEIGHED_EVERY)
        weight = balance.weigh()
        for signal in lost:
            if isinstance(signal, DriverLost):
                raise DriverError(*parted(signal.reason))
        if weight is not None and weight.settled and room.clock() - began > LAID_BEFORE:
            return weight
    return None


def _mat(image: Image) -> Finding:
    sighting = sight(image)
    figures: dict[str, Spoken] = {"markers": len(sighting.markers), "of": len(MARKERS)}
    try:
        box = solve([sighting])
    except CalibrationError as error:
        return _bad("mat", Level.WARN, "selftest.mat.missing", parted(error.says), **figures)
    edge_mm = box.light.edge
    figures |= {"error_mm": box.error, "px_per_mm": box.px_per_mm, "edge_mm": edge_mm}
    if trouble := box.light.trouble(sighting.size):
        return _bad("mat", Level.WARN, "selftest.mat.badly-lit", parted(trouble), **figures)
    return found("mat", Level.OK, "selftest.mat.fine", **figures)


def _bad(
    name: str, level: Level, code: str, trouble: tuple[Message, Message | None], **values: Spoken
) -> Finding:
    """Report an error that names its own fault and remedy."""
    why, todo = trouble
    return Finding(message(f"selftest.name.{name}"), level, message(code, why=why, **values), todo)
