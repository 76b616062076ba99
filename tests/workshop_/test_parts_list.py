"""hardware/parts.csv: complete, of the values of build.toml, and with right numbers."""

import pytest

from appliance.builds import electrics
from appliance.builds.electrics import wiring
from appliance.builds.file import plan_of, shipped
from workshop.mechanics import arm_mm, upright_mm
from workshop.parts_list import BUILDS, COSTS, SEATS, PartLine, cost, parts

PLAN = plan_of(shipped())
PARTS = {part.id: part for part in parts()}


def test_every_line_is_whole() -> None:
    assert tuple(PLAN.build) == BUILDS
    assert len(PARTS) == len(parts())
    for one in parts():
        assert one.part
        assert one.specification
        assert one.cost in COSTS
        assert any(one.quantity(build, 4) for build in BUILDS), one.id


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("seats", SEATS)
def test_numbers_are_those_of_the_wiring(build: str, seats: int) -> None:
    at = wiring(PLAN, PLAN.build[build], seats)
    count = {name: one.quantity(build, seats) for name, one in PARTS.items()}
    assert count["button"] == count["pull-up"] == count["series"] == seats
    assert count["red-led"] + count["lamp-5v"] + count["lamp-12v"] == seats
    assert count["sink"] == count["sink-socket"] == electrics.sinks_of(at)
    assert count["dimmer"] == (at.dimmer is not None)
    assert count["dimmer-wires"] == 4 * count["dimmer"]
    assert count["hub"] == count["hub-case"] == (at.build.buzzers == "hub")
    assert count["lamp-supply"] + count["lamp-supply-12"] == count["fuse"]
    assert count["fuse"] == (at.lamp_supply is not None)
    assert count["power-button"] == bool(at.power_pin)
    assert count["led-resistor"] == (seats if at.lamp.resistor_ohm else 0)
    assert count["pair"] >= at.build.wire_m * seats
    assert count["pair"] == count["lamp-wire"]


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ("pull-up", f"{PLAN.contact.pull_up_ohm / 1000:g} kilohm"),
        ("series", f"{PLAN.contact.series_ohm:g} ohm"),
        ("led-resistor", f"{PLAN.lamp['red-led'].resistor_ohm / 1000:g} kilohm"),
        ("red-led", f"{PLAN.lamp['red-led'].forward_v:g} V"),
        ("lamp-5v", f"{PLAN.lamp['arcade-5v'].volts:g} V, about {PLAN.lamp['arcade-5v'].ma:g} mA"),
        ("lamp-12v", f"{PLAN.lamp['arcade-12v'].volts:g} V, at most 60 mA"),
        ("lamp-supply", f"5 V, {PLAN.supply['lamps-5v'].amps:g} A"),
        ("lamp-supply-12", f"12 V, {PLAN.supply['lamps-12v'].amps:g} A"),
        ("fuse", f"{PLAN.supply['lamps-5v'].fuse_a:g} A"),
        ("fuse", f"{PLAN.supply['lamps-12v'].fuse_a:g} A"),
        ("dimmer", f"{PLAN.dimmer['pca9685'].pull_up_ohm / 1000:g} kilohm"),
        ("dimmer", f"{PLAN.dimmer['pca9685'].outputs} outputs"),
        ("tube", f"{(upright_mm(PLAN.build['table']) + arm_mm()) / 10:g} cm"),
        ("wire", "0.5 mm2"),
    ],
)
def test_values_are_those_of_the_wiring(part: str, says: str) -> None:
    assert says in PARTS[part].specification


def test_quantities_are_read_as_they_are_written() -> None:
    line = PartLine("x", "g", "p", "s", {"a": "3", "b": "2 a seat", "c": "1 per 8 seats"}, "a", "")
    assert [line.quantity(build, 9) for build in "abc"] == [3, 18, 2]
    wrong = PartLine("x", "g", "p", "s", {"a": "some"}, "a", "")
    with pytest.raises(ValueError, match="x: 'some' is not 3, 3 a seat"):
        wrong.quantity("a", 4)


def test_more_seats_cost_more() -> None:
    for build in BUILDS:
        sums = [cost(build, seats) for seats in SEATS]
        assert sums == sorted(sums)
        assert all(low < high for low, high in sums)
