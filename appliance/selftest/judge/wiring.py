"""The wiring, as hardware/build.toml has it: what holds, with its figures, and what doesn't."""

from collections.abc import Iterator

from appliance.builds import electrics
from appliance.builds.electrics import Wiring
from appliance.selftest.judge import Finding, Level, found
from bluffing.message import Message, message


def findings(at: Wiring) -> Iterator[Finding]:
    """Yield a finding for each part of the wiring: its faults, or its figures."""
    wrong = electrics.flaws(at)
    for part, holds in (
        ("pins", _pins),
        ("contacts", _contacts),
        ("lamps", _lamps),
        ("power", _power),
    ):
        bad = [flaw.says for flaw in wrong if flaw.part == part]
        for fault in bad:
            name = message(f"selftest.name.wiring.{part}")
            yield Finding(name, Level.FAIL, fault, message(f"{fault.code}.todo"))
        if not bad:
            yield holds(at)


def _pins(at: Wiring) -> Finding:
    buses = ", ".join(at.build.buses) or message("selftest.wiring.no-bus")
    return found(
        "wiring.pins", Level.OK, "selftest.wiring.pins",
        build=at.build.says, seats=at.seats, buses=buses,
    )  # fmt: skip


def _contacts(at: Wiring) -> Finding:
    header, contact = at.header, at.plan.contact
    return found(
        "wiring.contacts", Level.OK, "selftest.wiring.contacts",
        ma=electrics.contact_ma(header, contact),
        volts=electrics.closed_v(header, contact),
        closing_us=electrics.closing_us(header, contact),
        opening_us=electrics.opening_us(header, contact, at.build.wire_m),
        wire_m=at.build.wire_m,
    )  # fmt: skip


def _lamps(at: Wiring) -> Finding:
    pin = electrics.lamp_pin_ma(at)
    return found(
        "wiring.lamps", Level.OK, "selftest.wiring.lamps",
        ma=electrics.lamp_ma(at), pin_ma=pin, all_ma=pin * len(at.lamp_pins),
        by=_by(at),
    )  # fmt: skip


def _by(at: Wiring) -> Message:
    if at.dimmer is not None:
        bus = at.header.bus[at.dimmer.bus]
        return message(
            "selftest.wiring.by-dimmer", by=_switched_by(at), dimmer=at.dimmer.says,
            address=f"0x{at.dimmer_address:02x}", bus=at.dimmer.bus,
            ma=electrics.bus_ma(at, bus, at.dimmer), ns=electrics.bus_rise_ns(at, bus, at.dimmer),
        )  # fmt: skip
    return _switched_by(at)


def _switched_by(at: Wiring) -> Message:
    if at.sink is None:
        return message("selftest.wiring.by-pins")
    watts = electrics.sink_heat_w(at)
    return message(
        "selftest.wiring.by-sinks", n=electrics.sinks_of(at), sink=at.sink.says, watts=watts
    )


def _power(at: Wiring) -> Finding:
    supply, lamp_supply = at.plan.supply[at.build.supply], at.lamp_supply
    code = "selftest.wiring.power" if lamp_supply is None else "selftest.wiring.power-of-both"
    return found(
        "wiring.power", Level.OK, code,
        amps=electrics.pi_amps(at), supply=supply.says, most=supply.amps,
        lamp_amps=None if lamp_supply is None else electrics.lamp_amps(at),
        lamp_supply=None if lamp_supply is None else lamp_supply.says,
        lamp_most=None if lamp_supply is None else lamp_supply.amps,
        fuse=None if lamp_supply is None else lamp_supply.fuse_a,
    )  # fmt: skip
