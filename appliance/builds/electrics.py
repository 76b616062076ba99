"""Checks a build's wiring by formulas: pins, contacts, lamps, supplies.

Pure: computes figures and flaws from hardware/build.toml. All figures are worst cases.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from appliance.builds.build import (
    Build,
    BuildFile,
    Bus,
    Contact,
    Dimmer,
    Header,
    LampKind,
    PowerSupply,
    Sink,
)
from bluffing.message import Message, message

MAX_EDGE_US = 100.0
"""Maximum delay of an edge by the wiring, in microseconds.

The arbiter counts presses within it on the Pi's pins as a tie (drivers/gpio/board.py), so a longer
wire decides no race.
"""

SHARE = 0.8
"""Maximum share of a supply's current in use, so that it lasts."""

FUSE_MARGIN = 1.25
"""Minimum ratio of a fuse's current to that in use; with less it may blow in a warm box."""


BUS_LOW_V = 0.4
"""Maximum low voltage of a line of an I2C bus, at 3 mA (NXP UM10204, revision 6, table 9)."""

BUS_MOST_PF = 400.0
"""Maximum capacitance of a line of an I2C bus, pF (UM10204, table 10)."""

RISE = math.log(0.7 / 0.3)
"""Rise time of a line from 30 to 70 % of its supply, over R C (UM10204, 7.1)."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """A fault of the wiring. `part` is pins, contacts, lamps or power."""

    part: str
    says: Message


@dataclass(frozen=True, slots=True)
class Wiring:
    """One table: a build with `seats` buzzers, on these pins of its header.

    `power_pin` is on the Pi, 0 for none. With a dimmer `lamp_pins` are its outputs, and its address
    is `dimmer_address`.
    """

    plan: BuildFile
    build: Build
    seats: int
    buzzer_pins: tuple[int, ...]
    lamp_pins: tuple[int, ...]
    power_pin: int
    dimmer_address: int

    @property
    def header(self) -> Header:
        """The pins that the buzzers are on."""
        return self.plan.header[self.build.header]

    @property
    def lamp(self) -> LampKind:
        """Each buzzer's lamp."""
        return self.plan.lamp[self.build.lamp]

    @property
    def sink(self) -> Sink | None:
        """Chip that switches the lamps; None: the pins do."""
        return self.plan.sink[self.build.sink] if self.build.sink else None

    @property
    def dimmer(self) -> Dimmer | None:
        """Chip that dims the lamps; None: the program does, pin by pin."""
        return self.plan.dimmer[self.build.dimming.dimmer] if self.build.dimming.dimmer else None

    @property
    def lamp_supply(self) -> PowerSupply | None:
        """Supply of the lamps; None: the pins feed them."""
        name = self.build.lamp_supply
        return self.plan.supply[name] if name else None


def wiring(plan: BuildFile, build: Build, seats: int | None = None) -> Wiring:
    """Return the wiring of a build in the file, with `seats` buzzers or its default number."""
    count = build.seats if seats is None else seats
    pins = build.buzzer_pins[:count], build.lamp_pins[:count]
    return Wiring(plan, build, count, *pins, build.power_pin, build.dimming.dimmer_address)


# --- contacts ------------------------------------------------------------------------------------


def contact_ma(header: Header, contact: Contact) -> float:
    """Current through a closed contact: I = V / R of the pull-up."""
    return 1000 * header.volts / contact.pull_up_ohm if contact.pull_up_ohm else 0.0


def closed_v(header: Header, contact: Contact) -> float:
    """Return the voltage at the pin while its contact is closed.

    The pin's own pull-up and the series resistor divide the voltage, V R / (R + Rp); the input's
    leakage drops at the series resistor, I R.
    """
    series = contact.series_ohm
    divided = header.volts * series / (series + header.own_pull_up_ohm)
    return divided + header.leak_ua * 1e-6 * series


def open_v(header: Header, contact: Contact) -> float:
    """Voltage at the pin while its contact is open: what leaks falls off at both resistors."""
    return header.volts - header.leak_ua * 1e-6 * (contact.pull_up_ohm + contact.series_ohm)


def wrong_output_ma(header: Header, contact: Contact) -> float:
    """Current of a pin that a wrong program makes a high output, its contact closed: V / R."""
    return 1000 * header.volts / contact.series_ohm if contact.series_ohm else math.inf


def closing_us(header: Header, contact: Contact) -> float:
    """Return the time until a closed contact reads as low: R C ln(V / low).

    The contact discharges its wires and the diode at once; the pin and its capacitor discharge
    through the series resistor.
    """
    settle = contact.series_ohm * (header.pin_pf + contact.filter_pf) * 1e-6
    return settle * math.log(header.volts / header.low_v)


def opening_us(header: Header, contact: Contact, wire_m: float) -> float:
    """Return the time until an opened contact reads as high: R C ln(V / (V - high)).

    The pull-up charges the wires, the diode, the pin and its capacitor. R is both resistors, more
    than the wires have. Without a pull-up the pin's own counts.
    """
    wires = wire_m * contact.wire_pf_per_m + contact.clamp_pf
    farads = wires + header.pin_pf + contact.filter_pf
    ohms = (contact.pull_up_ohm or header.own_pull_up_ohm) + contact.series_ohm
    return ohms * farads * 1e-6 * math.log(header.volts / (header.volts - header.high_v))


# --- lamps and supplies --------------------------------------------------------------------------


def lamp_ma(at: Wiring) -> float:
    """Return the current of one lamp. A bare LED: I = (V - Vled - Vsink) / R of its resistor."""
    if at.lamp.volts:
        return at.lamp.ma
    volts = at.header.volts if at.lamp_supply is None else at.lamp_supply.volts
    across = volts - at.lamp.forward_v - (at.sink.drop_v if at.sink else 0.0)
    return 1000 * max(0.0, across) / at.lamp.resistor_ohm if at.lamp.resistor_ohm else math.inf


def lamp_pin_ma(at: Wiring) -> float:
    """Return the current of a lamp's pin: the lamp's, or that of a sink's input, V / R."""
    return lamp_ma(at) if at.sink is None else 1000 * at.header.volts / at.sink.input_ohm


def lamp_pin_limits_ma(at: Wiring) -> tuple[float, float]:
    """Return the maximum current of one of the lamps' pins or outputs, and of all together."""
    if at.dimmer is not None:
        return at.dimmer.output_ma, at.dimmer.all_outputs_ma
    return at.header.pin_ma, at.header.all_pins_ma


def sinks_of(at: Wiring) -> int:
    """Return the number of sink chips."""
    return 0 if at.sink is None else math.ceil(len(at.lamp_pins) / at.sink.channels)


def sink_heat_w(at: Wiring) -> float:
    """Return the heat of the fullest chip with all its lamps lit: P = n I V of a channel's drop."""
    if at.sink is None:
        return 0.0
    lamps = min(len(at.lamp_pins), at.sink.channels)
    return lamps * lamp_ma(at) * 1e-3 * at.sink.drop_v


def pi_amps(at: Wiring) -> float:
    """Return the current of the Pi's supply with all its loads and every contact closed."""
    contacts = len(at.buzzer_pins) * contact_ma(at.header, at.plan.contact)
    lamps = len(at.lamp_pins) * lamp_pin_ma(at)
    dimmer_ma = 0.0 if at.dimmer is None else at.dimmer.own_ma
    return (sum(load.ma for load in at.build.loads.values()) + contacts + lamps + dimmer_ma) / 1000


def lamp_amps(at: Wiring) -> float:
    """Return the current of the lamps' supply with all lamps and the reveal box's light on."""
    return (len(at.lamp_pins) * lamp_ma(at) + at.build.light_ma) / 1000


# --- the lamps' bus ------------------------------------------------------------------------------


def bus_pull_up_ohm(bus: Bus, dimmer: Dimmer) -> float:
    """Resistance from a line to its supply: the header's and the dimmer's side by side."""
    resistors = [ohm for ohm in (bus.pull_up_ohm, dimmer.pull_up_ohm) if ohm]
    return 1 / sum(1 / ohm for ohm in resistors) if resistors else math.inf


def bus_ma(at: Wiring, bus: Bus, dimmer: Dimmer) -> float:
    """Return the current through a driver that pulls a line down: (V - Vlow) / R."""
    return 1000 * (at.header.volts - BUS_LOW_V) / bus_pull_up_ohm(bus, dimmer)


def bus_pf(at: Wiring, dimmer: Dimmer) -> float:
    """Capacitance of a line: wires, pin and chip."""
    return at.build.dimming.bus_m * at.plan.contact.wire_pf_per_m + at.header.pin_pf + dimmer.pin_pf


def bus_rise_ns(at: Wiring, bus: Bus, dimmer: Dimmer) -> float:
    """Return the rise time of a line: R C ln(0.7 / 0.3)."""
    return bus_pull_up_ohm(bus, dimmer) * bus_pf(at, dimmer) * 1e-3 * RISE


# --- flaws --------------------------------------------------------------------------------------


def flaws(at: Wiring) -> tuple[Flaw, ...]:
    """Return all flaws of the wiring."""
    return tuple(
        Flaw(part, fault)
        for part, find in (
            ("pins", _pins), ("contacts", _contacts), ("lamps", _lamps), ("lamps", _bus),
            ("power", _power),
        )
        for fault in find(at)
    )  # fmt: skip


def _pins(at: Wiring) -> Iterator[Message]:
    header, build = at.header, at.build
    taken = [*at.buzzer_pins] if at.dimmer else [*at.buzzer_pins, *at.lamp_pins]
    if at.power_pin and build.buzzers == "gpio":
        taken.append(at.power_pin)
    for pin, times in sorted(Counter(taken).items()):
        if times > 1:
            yield message("wiring.pin-twice", pin=pin)
        if pin not in header.usable:
            yield message("wiring.pin-reserved", pin=pin, board=header.says)
        for name in build.buses:
            if name in header.bus and pin in header.bus[name].pins:
                yield message("wiring.pin-of-bus", pin=pin, bus=name)
    if min(len(at.buzzer_pins), len(at.lamp_pins)) < at.seats:
        pins = min(len(at.buzzer_pins), len(at.lamp_pins))
        yield message("wiring.few-pins", seats=at.seats, pins=pins)
    if header.in_a_row and not _in_a_row(at.buzzer_pins):
        yield message("wiring.not-in-a-row", board=header.says)
    glow = [pin for pin in at.lamp_pins if pin in header.usable and pin not in header.pulled_down]
    if glow and not at.dimmer:
        yield message("wiring.lamp-not-dark", pin=glow[0])


def _in_a_row(pins: Sequence[int]) -> bool:
    return list(pins) == list(range(pins[0], pins[0] + len(pins))) if pins else True


def _contacts(at: Wiring) -> Iterator[Message]:
    header, contact = at.header, at.plan.contact
    if not contact.pull_up_ohm:
        yield message("wiring.no-pull-up")
    elif (ma := contact_ma(header, contact)) < contact.clean_ma:
        yield message("wiring.weak-contact", ma=ma, least=contact.clean_ma)
    if (v := closed_v(header, contact)) > header.low_v:
        yield message("wiring.not-low", volts=v, most=header.low_v)
    if (v := open_v(header, contact)) < header.high_v:
        yield message("wiring.not-high", volts=v, least=header.high_v)
    if not contact.series_ohm:
        yield message("wiring.no-series")
    elif (ma := wrong_output_ma(header, contact)) > header.short_ma:
        yield message("wiring.low-series", ma=ma, most=header.short_ma)
    late = max(closing_us(header, contact), opening_us(header, contact, at.build.wire_m))
    if late > MAX_EDGE_US:
        yield message("wiring.slow-edge", us=late, most=MAX_EDGE_US)


def _lamps(at: Wiring) -> Iterator[Message]:
    pin = lamp_pin_ma(at)
    if at.sink is None and at.lamp.volts:
        yield message("wiring.lamp-needs-sink", lamp=at.lamp.says)
        return
    if not (at.lamp.volts or at.lamp.resistor_ohm):
        yield message("wiring.lamp-no-resistor", lamp=at.lamp.says)
        return
    most, most_of_all = lamp_pin_limits_ma(at)
    if pin > most:
        yield message("wiring.pin-too-much", ma=pin, most=most)
    if (total := len(at.lamp_pins) * pin) > most_of_all:
        yield message("wiring.pins-too-much", ma=total, most=most_of_all)
    if at.sink is not None:
        yield from _sinks(at, at.sink)


def _sinks(at: Wiring, sink: Sink) -> Iterator[Message]:
    if (ma := lamp_ma(at)) > sink.channel_ma:
        yield message("wiring.sink-too-much", ma=ma, most=sink.channel_ma)
    elif (watts := sink_heat_w(at)) > sink.heat_w:
        yield message("wiring.sink-too-hot", watts=watts, most=sink.heat_w)
    if at.lamp_supply is None:
        yield message("wiring.lamp-no-supply")
    elif at.lamp.volts and at.lamp.volts != at.lamp_supply.volts:
        yield message("wiring.lamp-other-volts", lamp=at.lamp.volts, supply=at.lamp_supply.volts)


def _bus(at: Wiring) -> Iterator[Message]:
    if at.dimmer is None:
        return
    yield from _outputs(at, at.dimmer)
    yield from _bus_lines(at, at.dimmer)


def _outputs(at: Wiring, dimmer: Dimmer) -> Iterator[Message]:
    for output, times in sorted(Counter(at.lamp_pins).items()):
        if times > 1:
            yield message("wiring.output-twice", output=output)
        if output >= dimmer.outputs:
            yield message("wiring.output-none", output=output, dimmer=dimmer.says)


def _bus_lines(at: Wiring, dimmer: Dimmer) -> Iterator[Message]:
    (first, last), address = dimmer.addresses, at.dimmer_address
    if not first <= address <= last or address in dimmer.reserved:
        yield message("wiring.address-none", address=f"0x{address:02x}", dimmer=dimmer.says)
    if address in at.build.dimming.other_addresses:
        yield message("wiring.address-taken", address=f"0x{address:02x}")
    bus = at.header.bus.get(dimmer.bus)
    if bus is None or dimmer.bus not in at.build.buses:
        yield message("wiring.bus-off", bus=dimmer.bus, dimmer=dimmer.says)
        return
    if math.isinf(bus_pull_up_ohm(bus, dimmer)):
        yield message("wiring.bus-no-pull-up", bus=dimmer.bus)
        return
    if (ma := bus_ma(at, bus, dimmer)) > bus.sink_ma:
        yield message("wiring.bus-low-pull-up", bus=dimmer.bus, ma=ma, most=bus.sink_ma)
    if (ns := bus_rise_ns(at, bus, dimmer)) > bus.rise_ns:
        yield message("wiring.bus-slow", bus=dimmer.bus, ns=ns, most=bus.rise_ns)
    if (pf := bus_pf(at, dimmer)) > BUS_MOST_PF:
        yield message("wiring.bus-long", bus=dimmer.bus, pf=pf, most=BUS_MOST_PF)


def _power(at: Wiring) -> Iterator[Message]:
    supplies = [(at.plan.supply[at.build.supply], pi_amps(at))]
    if at.lamp_supply is not None:
        supplies.append((at.lamp_supply, lamp_amps(at)))
    for supply, amps in supplies:
        if math.isinf(amps):  # a lamp without a resistor, which is reported already
            continue
        if amps > SHARE * supply.amps:
            yield message(
                "wiring.supply-too-much", supply=supply.says, amps=amps, most=SHARE * supply.amps
            )
        if not supply.fuse_a:
            continue
        if amps * FUSE_MARGIN > supply.fuse_a:
            yield message("wiring.fuse-small", fuse=supply.fuse_a, amps=amps)
        weakest = min(supply.amps, supply.wire_a)
        if supply.fuse_a > weakest:
            yield message("wiring.fuse-large", fuse=supply.fuse_a, most=weakest)
    lamp_supply = at.lamp_supply
    if lamp_supply is not None and not lamp_supply.fuse_a:
        yield message("wiring.no-fuse", supply=lamp_supply.says)
