"""The wiring of every build holds, and each value that is spoilt is noticed."""

import math
from dataclasses import replace
from typing import TypeVar

import pytest
from said import said

from appliance.builds import electrics
from appliance.builds.build import (
    FEWEST_WIRED,
    MOST_WIRED,
    Build,
    Contact,
    Dimmer,
    DimmerPlan,
    Header,
    LampKind,
    Load,
    Sink,
)
from appliance.builds.electrics import Wiring, flaws, wiring
from appliance.builds.file import plan_of, shipped
from appliance.core.signals import MS
from appliance.drivers.gpio.board import TIMEKEEPING_OF
from appliance.words.catalogue import CATALOGUES

PLAN = plan_of(shipped())
SEATS = range(FEWEST_WIRED, MOST_WIRED + 1)
KITCHEN, TABLE, I2C, BIG = PLAN.build.values()


@pytest.mark.parametrize("name", PLAN.build)
@pytest.mark.parametrize("seats", SEATS)
def test_every_build_holds_with_any_number_of_seats(name: str, seats: int) -> None:
    at = wiring(PLAN, PLAN.build[name], seats)
    assert flaws(at) == ()
    assert len(at.buzzer_pins) == len(at.lamp_pins) == seats


def test_figures_by_hand() -> None:
    """Each formula once, with a pocket calculator."""
    header, contact = PLAN.header["pi"], PLAN.contact
    assert electrics.contact_ma(header, contact) == pytest.approx(1.5)  # 3.3 V / 2.2 kilohm
    assert electrics.wrong_output_ma(header, contact) == pytest.approx(
        7.02, abs=0.01
    )  # 3.3 V / 470 ohm
    # 3.3 V x 470 / 33,470 + 10 uA x 470 ohm
    assert electrics.closed_v(header, contact) == pytest.approx(0.0510, abs=1e-4)
    assert electrics.open_v(header, contact) == pytest.approx(3.2733, abs=1e-4)
    # (2200 + 470) ohm x (300 + 35 + 5 + 330) pF x ln(3.3 / 1.3)
    assert electrics.opening_us(header, contact, 3.0) == pytest.approx(1.667, abs=1e-3)
    # 470 ohm x (5 + 330) pF x ln(3.3 / 0.8)
    assert electrics.closing_us(header, contact) == pytest.approx(0.2231, abs=1e-4)
    kitchen, table, big = (wiring(PLAN, one, 8) for one in (KITCHEN, TABLE, BIG))
    assert electrics.lamp_ma(kitchen) == electrics.lamp_pin_ma(kitchen) == pytest.approx(1.5)
    assert electrics.lamp_pin_ma(table) == pytest.approx(0.165)  # 3.3 V / 20 kilohm
    assert [electrics.sinks_of(one) for one in (kitchen, table, big)] == [0, 1, 1]
    assert electrics.sink_heat_w(big) == pytest.approx(0.1584)  # 8 x 60 mA x 0.33 V
    assert electrics.sink_heat_w(kitchen) == 0
    assert electrics.lamp_amps(table) == pytest.approx(0.16)  # 8 x 20 mA
    assert electrics.lamp_amps(big) == pytest.approx(0.98)  # 8 x 60 mA + 500 mA
    assert electrics.pi_amps(kitchen) == pytest.approx(1.574)  # 1300 + 250 + 8 x (1.5 + 1.5) mA


def test_the_bus_of_the_lamps_by_hand() -> None:
    at = wiring(PLAN, I2C, 11)
    bus, dimmer = at.header.bus["i2c"], PLAN.dimmer["pca9685"]
    assert electrics.bus_pull_up_ohm(bus, dimmer) == pytest.approx(1525.4, abs=0.1)
    assert electrics.bus_ma(at, bus, dimmer) == pytest.approx(1.90, abs=0.01)  # 2.9 V / 1525 ohm
    assert electrics.bus_pf(at, dimmer) == 45  # 30 + 5 + 10 pF
    # 1525 ohm x 45 pF x ln(7 / 3)
    assert electrics.bus_rise_ns(at, bus, dimmer) == pytest.approx(58.2, abs=0.1)
    assert electrics.lamp_pin_ma(at) == pytest.approx(0.165)  # as a pin
    assert electrics.lamp_pin_limits_ma(at) == (10, 160)
    table = wiring(PLAN, replace(TABLE, seats=11), 11)
    assert electrics.pi_amps(at) - electrics.pi_amps(table) == pytest.approx(0.010)


@pytest.mark.parametrize("name", PLAN.build)
@pytest.mark.parametrize("seats", [FEWEST_WIRED, MOST_WIRED])
def test_every_build_holds_though_all_estimates_are_a_quarter_off(name: str, seats: int) -> None:
    """Each to its worse side, and capacitances four times as large: no estimate decides alone."""
    plan = PLAN
    for kind in ("header", "lamp", "sink", "dimmer"):
        parts = {key: worse(one) for key, one in getattr(plan, kind).items()}
        plan = replace(plan, **{kind: parts})  # type: ignore[arg-type]
    plan = replace(plan, contact=worse(plan.contact))
    build = worse(PLAN.build[name])
    build = replace(build, loads={key: worse(one) for key, one in build.loads.items()})
    assert flaws(wiring(plan, build, seats)) == ()


BETTER_LARGE = {"heat_w", "forward_v", "all_outputs_ma"}
"""Estimates that are worse when they are smaller."""


Part = TypeVar("Part", Header, Contact, LampKind, Sink, Dimmer, Load, Build)


def worse(part: Part) -> Part:
    """A part with each of its estimates a quarter off."""
    values = {}
    for name in part.estimates:
        by = 0.75 if name in BETTER_LARGE else 4.0 if "_pf" in name else 1.25
        values[name] = by * getattr(part, name)
    return replace(part, **values)


def test_a_dimmer_feeds_bare_leds_by_itself() -> None:
    """As many as it has seats, with no chip after it."""
    at = wiring(PLAN, replace(I2C, lamp="red-led", sink="", lamp_supply="", light_ma=0), 11)
    assert electrics.lamp_ma(at) == electrics.lamp_pin_ma(at) == pytest.approx(1.5)
    assert flaws(at) == ()


def test_a_dimmer_leaves_the_buses_pins_to_the_bus() -> None:
    """No power button on BCM 3, and its outputs are no pins of the header."""
    [flaw] = flaws(built(I2C, power_pin=3))
    assert said(flaw.says) == "pin 3 belongs to i2c, which is on"
    assert {0, 1} < {*I2C.lamp_pins}
    assert not {0, 1} & {*PLAN.header["pi"].usable}


def test_a_bus_is_off_where_the_header_has_none() -> None:
    hub = built(BIG, dimming=DimmerPlan("pca9685"), buses=("i2c",))
    assert "wiring.bus-off" in {flaw.says.code for flaw in flaws(hub)}


def test_a_bare_led_behind_a_sink_has_what_is_left_of_the_voltage() -> None:
    at = wiring(PLAN, replace(TABLE, lamp="red-led"), 8)
    assert electrics.lamp_ma(at) == pytest.approx(2.87)  # (5 - 1.8 - 0.33) V / 1 kilohm
    assert flaws(at) == ()


@pytest.mark.parametrize("name", PLAN.build)
def test_the_wiring_delays_no_edge_by_more_than_the_arbiter_allows_for(name: str) -> None:
    """Under 0.2 ms by two orders, and within what the Pi's pins state as a tie."""
    build = PLAN.build[name]
    header = PLAN.header[build.header]
    late = max(
        electrics.opening_us(header, PLAN.contact, build.wire_m),
        electrics.closing_us(header, PLAN.contact),
    )
    assert late < 2
    assert TIMEKEEPING_OF["LGPIOFactory"].uncertainty >= electrics.MAX_EDGE_US * 1000
    assert electrics.MAX_EDGE_US < 0.2 * MS / 1000


def test_pins_own_pull_up_alone_is_slow_and_told() -> None:
    contact = replace(PLAN.contact, pull_up_ohm=0)
    header = PLAN.header["pico"]
    assert electrics.opening_us(header, contact, 3.0) == pytest.approx(31.5, abs=0.1)
    assert electrics.contact_ma(header, contact) == 0


def contact(**values: float) -> Wiring:
    changed = replace(PLAN.contact, **values)  # type: ignore[arg-type]
    return wiring(replace(PLAN, contact=changed), BIG)


def lamps(build: Build = TABLE, **values: float) -> Wiring:
    lamp = replace(PLAN.lamp[build.lamp], **values)  # type: ignore[arg-type]
    return wiring(replace(PLAN, lamp={**PLAN.lamp, build.lamp: lamp}), build)


def sink(**values: float) -> Wiring:
    changed = replace(PLAN.sink["tbd62083a"], **values)  # type: ignore[arg-type]
    return wiring(replace(PLAN, sink={"tbd62083a": changed}), BIG)


def supply(**values: float) -> Wiring:
    changed = replace(PLAN.supply["lamps-12v"], **values)  # type: ignore[arg-type]
    return wiring(replace(PLAN, supply={**PLAN.supply, "lamps-12v": changed}), BIG)


def built(build: Build = TABLE, **values: object) -> Wiring:
    return wiring(PLAN, replace(build, **values))  # type: ignore[arg-type]


def dimming(**values: object) -> Wiring:
    return built(I2C, dimming=replace(I2C.dimming, **values))  # type: ignore[arg-type]


def dimmer(**values: object) -> Wiring:
    changed = replace(PLAN.dimmer["pca9685"], **values)  # type: ignore[arg-type]
    return wiring(replace(PLAN, dimmer={"pca9685": changed}), I2C)


def bus(at: Wiring, **values: float) -> Wiring:
    pi = at.header
    changed = replace(pi, bus={"i2c": replace(pi.bus["i2c"], **values)})  # type: ignore[arg-type]
    return replace(at, plan=replace(at.plan, header={**PLAN.header, "pi": changed}))


P = TABLE.buzzer_pins

SPOILT = {
    "wiring.pin-twice": built(lamp_pins=(P[0], *TABLE.lamp_pins[1:])),
    "wiring.pin-reserved": built(buzzer_pins=(0, *P[1:])),
    "wiring.pin-of-bus": built(buses=("i2c",)),  # the power button is on one of its pins
    "wiring.few-pins": built(buzzer_pins=P[:7]),
    "wiring.not-in-a-row": built(BIG, buzzer_pins=(*range(10), 26)),
    "wiring.lamp-not-dark": built(lamp_pins=(2, *TABLE.lamp_pins[1:])),
    "wiring.no-pull-up": contact(pull_up_ohm=0),
    "wiring.weak-contact": contact(pull_up_ohm=10_000),
    "wiring.not-low": contact(series_ohm=22_000),
    "wiring.not-high": contact(pull_up_ohm=2_000_000),
    "wiring.no-series": contact(series_ohm=0),
    "wiring.low-series": contact(series_ohm=150),
    "wiring.slow-edge": contact(wire_pf_per_m=30_000),  # as a capacitor of 0.1 uF does
    "wiring.lamp-needs-sink": built(sink="", lamp_supply=""),
    "wiring.lamp-no-resistor": lamps(KITCHEN, resistor_ohm=0),
    "wiring.pin-too-much": lamps(KITCHEN, resistor_ohm=150),
    "wiring.pins-too-much": lamps(replace(KITCHEN, seats=11), resistor_ohm=300),
    "wiring.sink-too-much": lamps(ma=350),
    "wiring.sink-too-hot": sink(drop_v=2.2),
    "wiring.lamp-no-supply": built(lamp_supply=""),
    "wiring.lamp-other-volts": built(lamp_supply="lamps-12v"),
    "wiring.supply-too-much": built(loads={"heater": Load(5000)}),
    "wiring.fuse-small": supply(fuse_a=1.25),
    "wiring.fuse-large": supply(fuse_a=5.0),
    "wiring.no-fuse": supply(fuse_a=0.0),
    "wiring.output-twice": built(I2C, lamp_pins=(0, *range(10))),
    "wiring.output-none": built(I2C, lamp_pins=(*range(10), 16)),
    "wiring.address-none": dimming(dimmer_address=0x70),
    "wiring.address-taken": dimming(other_addresses=(0x68, 0x40)),
    "wiring.bus-off": built(I2C, buses=()),
    "wiring.bus-no-pull-up": bus(dimmer(pull_up_ohm=0.0), pull_up_ohm=0.0),
    "wiring.bus-low-pull-up": dimmer(pull_up_ohm=1_000.0),
    "wiring.bus-slow": dimming(bus_m=10.0),
    "wiring.bus-long": dimming(bus_m=4.0),
}
"""Spoilt builds, by the flaw that has to be found."""


@pytest.mark.parametrize("code", SPOILT)
def test_a_spoilt_value_is_noticed(code: str) -> None:
    found = flaws(SPOILT[code])
    assert code in {one.says.code for one in found}, found
    for one in found:
        assert said(one.says) != one.says.code


def test_each_fault_that_can_be_told_was_tried() -> None:
    text = (CATALOGUES / "en" / "wiring.po").read_text(encoding="utf-8")
    codes = [line.split('"')[1] for line in text.splitlines() if line.startswith("msgid ")]
    assert {code for code in codes if code.startswith("wiring.") and ".todo" not in code} == {
        *SPOILT
    }


@pytest.mark.parametrize("values", [{"output_ma": 0.16}, {"all_outputs_ma": 1.8}])
def test_a_dimmer_gives_no_more_than_it_can(values: dict[str, float]) -> None:
    [flaw] = flaws(dimmer(**values))
    assert flaw.says.code in ("wiring.pin-too-much", "wiring.pins-too-much")


@pytest.mark.parametrize("address", [0x3F, 0x70, 0x78, 0x7F])
def test_addresses_that_a_chip_can_not_have(address: int) -> None:
    [flaw] = flaws(dimming(dimmer_address=address))
    assert said(flaw.says) == f"PCA9685: it can't have the address 0x{address:02x}"


def test_thin_wires_want_a_smaller_fuse() -> None:
    [flaw] = flaws(supply(wire_a=1.5))
    assert said(flaw.says).endswith("(1.5 A)")


def test_a_led_without_a_resistor_takes_without_end() -> None:
    assert electrics.lamp_ma(lamps(KITCHEN, resistor_ohm=0)) == math.inf
    assert electrics.wrong_output_ma(PLAN.header["pi"], contact(series_ohm=0).plan.contact) > 1e9
