"""hardware/parts.csv: complete, of the values of build.toml, and with right numbers."""

import csv
from collections import Counter
from decimal import Decimal

import pytest

from appliance.builds import electrics
from appliance.builds.electrics import wiring
from appliance.builds.file import plan_of, shipped
from workshop import hub_board, parts_list
from workshop.mechanics import arm_mm, upright_mm
from workshop.parts_list import BUILDS, COLUMNS, GUESSED, SEATS, PartLine, cost, parts

PLAN = plan_of(shipped())
PARTS = {part.id: part for part in parts()}


def test_every_line_is_whole() -> None:
    assert tuple(PLAN.build) == BUILDS
    assert len(PARTS) == len(parts())
    for one in parts():
        assert one.part
        assert one.specification
        assert one.euro > 0
        assert one.second, "each part has a second source, or a kind of shop"
        assert bool(one.maker) == bool(one.number) == bool(one.page), one.id
        assert one.priced == GUESSED or one.priced[-10:-6].isdigit(), "a price has its day"
        assert any(one.quantity(build, 4) for build in BUILDS), one.id


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("seats", SEATS)
def test_numbers_are_those_of_the_wiring(build: str, seats: int) -> None:
    at = wiring(PLAN, PLAN.build[build], seats)
    count = {name: one.quantity(build, seats) for name, one in PARTS.items()}
    assert count["button"] + count["button-5v"] + count["button-12v"] == seats
    assert count["pull-up"] == count["series"] == count["filter"] == count["clamp"] == seats
    assert count["red-led"] == count["led-holder"] == count["button"]
    lamp = {"red-led": "button", "arcade-5v": "button-5v", "arcade-12v": "button-12v"}
    assert count[lamp[at.build.lamp]] == seats
    assert count["light-supply"] == (not at.build.light_ma)
    assert count["sink"] == count["sink-socket"] == electrics.sinks_of(at)
    assert count["dimmer"] == (at.dimmer is not None)
    assert count["dimmer-wires"] == 4 * count["dimmer"]
    assert count["hub"] == count["hub-case"] == count["hub-board"] == (at.build.buzzers == "hub")
    assert count["board"] == count["header"] == count["header-pins"] == 1 - count["hub-board"]
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
        ("filter", f"{PLAN.contact.filter_pf:g} pF"),
        ("red-led", f"{PLAN.lamp['red-led'].forward_v:g} V"),
        ("button-5v", f"5 V, about {PLAN.lamp['arcade-5v'].ma:g} mA"),
        ("button-12v", f"12 V, at most {PLAN.lamp['arcade-12v'].ma:g} mA"),
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


def test_the_hubs_board_has_the_parts_that_are_bought() -> None:
    """Legs of the schematic's symbols, of all eleven seats: 24 terminals, not 22."""
    there = Counter(part.symbol for part in hub_board.parts(PLAN))
    count = {name: one.quantity("big-table", 11) for name, one in PARTS.items()}
    assert count["connector"] + count["supply-connector"] == there["Terminal"] + there["Supply"]
    assert count["connector"] + count["supply-connector"] == 24
    assert count["pull-up"] + count["series"] == there["R"]
    for name, symbol in (
        ("filter", "C"), ("clamp", "Clamp"), ("lamp-fuse", "Polyfuse"), ("fuse", "Fuse"),
        ("guard", "Diode"), ("surge", "Surge"), ("hub", "Pico"), ("sink", "TBD62083APG"),
    ):  # fmt: skip
        assert count[name] == there[symbol], name
        values = {part.value for part in hub_board.parts(PLAN) if part.symbol == symbol}
        assert symbol in ("C", "Fuse", "Pico") or {
            value in PARTS[name].number for value in values
        } == {True}


def test_quantities_are_read_as_they_are_written() -> None:
    line = part_line({"a": "3", "b": "2 a seat", "c": "1 per 8 seats"})
    assert [line.quantity(build, 9) for build in "abc"] == [3, 18, 2]
    with pytest.raises(ValueError, match="x: 'some' is not 3, 3 a seat"):
        part_line({"a": "some"}).quantity("a", 4)


def part_line(quantities: dict[str, str]) -> PartLine:
    return PartLine("x", "g", "p", "s", quantities, "", "", "", "", Decimal(1), GUESSED, "")


def test_more_seats_cost_more() -> None:
    for build in BUILDS:
        sums = [cost(build, seats, screen=False) for seats in SEATS]
        assert sums == sorted(sums)
        assert cost(build, 4, screen=True) == cost(build, 11, screen=True)


def test_a_shopping_list_has_a_line_for_each_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert parts_list.main(["table", "8"]) == 0
    head, *lines = csv.reader(capsys.readouterr().out.splitlines())
    assert tuple(head) == COLUMNS
    listed = {line[COLUMNS.index("Reference")]: line for line in lines}
    assert [*listed] == [one.id for one in parts() if one.quantity("table", 8)]
    assert listed["pull-up"][:3] == ["YAGEO", "CFR-25JB-52-2K2", "8"]
    with pytest.raises(SystemExit):
        parts_list.main(["table", "12"])
