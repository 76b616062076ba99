"""What to do differs with the cause: two causes share a remedy only where it is meant."""

from collections import defaultdict

from test_catalogue import code_of, forms_of, parts

SHARED = (
    {"selftest.supply.was", "selftest.supply.is"},
    {"selftest.heat.was", "selftest.heat.is"},
    {"selftest.hub.away", "driver.hub.went-away", "driver.v4l2.late", "driver.v4l2.no-picture"},
    {"selftest.hub.slow", "selftest.hub.slow-clock"},
    {"selftest.reader.second", "selftest.reader.none"},
    {"selftest.camera.slow", "selftest.camera.one"},
    {"selftest.buzzer.lost", "selftest.buzzer.sparks"},
    {"archive.missing", "archive.unreadable", "archive.foreign"},
    {"archive.leaves", "archive.too-large", "archive.strange"},
    {f"driver.{name}.closed" for name in ("camera", "folder", "picamera", "v4l2")},
    {"driver.dead.noise", "driver.dead.pattern"},
    {"driver.evdev.not-there", "driver.led.not-there"},
    {"driver.gpio.buzzer.deaf", "driver.gpio.lamp.deaf"},
    {"driver.install.mpremote", "driver.install.no-answer"},
    {f"picture.{name}" for name in ("cut-off", "damaged-jpeg", "damaged-png", "ends-in-grey")},
)
"""Causes that the same act puts right."""


def test_two_causes_share_a_remedy_only_where_it_is_meant() -> None:
    causes: dict[str, set[str]] = defaultdict(set)
    for _, catalog in parts("en"):
        for entry in catalog:
            code = code_of(entry) if entry.id else ""
            if code.endswith(".todo"):
                causes[" ".join(forms_of(entry))].add(code.removesuffix(".todo"))
    found = {frozenset(codes) for codes in causes.values() if len(codes) > 1}
    assert found == {frozenset(codes) for codes in SHARED}


def test_no_cause_is_declared_twice() -> None:
    assert len(set().union(*SHARED)) == sum(map(len, SHARED))
