"""The content of hardware/build.toml: a table's wiring, and the data sheets of its parts.

Frozen values and nothing else. Voltages are in V, currents in mA (of supplies and fuses in A),
resistances in ohm, capacitances in pF, lengths in the unit that the name ends with.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Literal

from bluffing.errors import SettingError
from bluffing.message import message, quoted
from bluffing.options import Value

Gpio = Annotated[int, range(30)]
"""The number of a pin, as its chip counts: BCM on a Pi, GP on a Pico."""

FEWEST_WIRED, MOST_WIRED = 2, 11
"""A header has pins for eleven buzzers with their lamps; a game needs two people."""


TOO_MUCH = 1e9
"""Maximum of any value, in its unit."""


def _refusal(key: str, value: object, allowed: str) -> SettingError:
    """Return the error that `key` may not be `value`; `allowed` is the code of the allowed ones."""
    code = "config.not-allowed"
    return SettingError(message(code, key=key, value=quoted(value), allowed=message(allowed)))


@dataclass(frozen=True, slots=True)
class Quantities:
    """Measures of a part, none of them below zero.

    Every subclass has a `source`, the document of the measures, and `estimates`: the names of the
    measures that no document states, or that are computed from such.

    Raises:
        SettingError: a measure is below zero, or `estimates` has an unknown name.
    """

    def __post_init__(self) -> None:
        names = {measure.name for measure in fields(self)}
        for name in names:
            value = getattr(self, name)
            if isinstance(value, (int, float)) and not 0 <= value < TOO_MUCH:
                raise _refusal(name, value, "build.not-negative")
        estimates: tuple[str, ...] = getattr(self, "estimates", ())
        if not names.issuperset(estimates):
            raise _refusal("estimates", list(estimates), "build.own-figures")


Address = Annotated[int, range(0x08, 0x80)]
"""Address of a chip on an I2C bus; addresses below 8 are general calls (UM10204, 3.1.12)."""


@dataclass(frozen=True, slots=True)
class Bus(Quantities):
    """The pins that an interface of the board takes while it is on.

    An I2C bus has the board's own pull-ups (0: none), a line's maximum rise time (ns), and the
    maximum sink current of a line's driver (mA).
    """

    pins: tuple[Gpio, ...]
    pull_up_ohm: float = 0.0
    rise_ns: float = 0.0
    sink_ma: float = 0.0
    source: str = ""
    estimates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Header(Quantities):
    """The pins of a board, with worst-case data of its makers.

    `pin_ma` is the current of one pin, `all_pins_ma` that of all pins together, `short_ma` the
    current that a pin survives when a wrong program makes it an output. At most `low_v` surely
    reads as low, at least `high_v` as high. `own_pull_up_ohm` is the minimum of the pin's own
    pull-up, and `leak_ua` the leakage of an input. `pulled_down` are low from power-on. With
    `in_a_row` the buzzers' pins must be consecutive.
    """

    says: str
    volts: float
    pin_ma: float
    all_pins_ma: float
    short_ma: float
    low_v: float
    high_v: float
    pin_pf: float
    leak_ua: float
    own_pull_up_ohm: float
    usable: tuple[Gpio, ...]
    pulled_down: tuple[Gpio, ...]
    in_a_row: bool = False
    bus: Mapping[str, Bus] = field(default_factory=dict)
    source: str = ""
    estimates: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        Quantities.__post_init__(self)
        if not 0 < self.low_v < self.high_v < self.volts:
            raise _refusal("high_v", self.high_v, "build.between")
        if not self.own_pull_up_ohm:
            raise _refusal("own_pull_up_ohm", self.own_pull_up_ohm, "build.above-0")


@dataclass(frozen=True, slots=True)
class Contact(Quantities):
    """Parts between a button and its pin; 0 ohm: none.

    `clean_ma` is the least current that keeps a contact clean, and `wire_pf_per_m` the capacitance
    of a metre of a twisted pair. `filter_pf` is a capacitor at the pin, and `clamp_pf` the
    capacitance of a protecting diode at the terminal.
    """

    pull_up_ohm: float
    series_ohm: float
    clean_ma: float
    wire_pf_per_m: float
    filter_pf: float = 0.0
    clamp_pf: float = 0.0
    source: str = ""
    estimates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LampKind(Quantities):
    """A lamp of a buzzer: a bare LED, or one for `volts` with its resistor inside.

    A bare LED has 0 V; `forward_v` is its forward voltage, `resistor_ohm` is in series with it.
    `ma` is the current of a lamp of `volts`.
    """

    says: str
    volts: float = 0.0
    ma: float = 0.0
    forward_v: float = 0.0
    resistor_ohm: float = 0.0
    source: str = ""
    estimates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sink(Quantities):
    """A chip that switches lamps to ground.

    A channel bears `channel_ma` and keeps `drop_v` for itself. Each input has `input_ohm`. The chip
    gets rid of `heat_w` (W).
    """

    says: str
    channels: Annotated[int, range(1, 33)]
    channel_ma: float
    drop_v: float
    input_ohm: float
    heat_w: float
    source: str = ""
    estimates: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        Quantities.__post_init__(self)
        if not self.input_ohm:
            raise _refusal("input_ohm", self.input_ohm, "build.above-0")


@dataclass(frozen=True, slots=True)
class Dimmer(Quantities):
    """A chip on a bus of the header that dims lamps; a high output lights its lamp.

    `output_ma` is the current of an output, `all_outputs_ma` that of all together; the chip itself
    takes `own_ma`. A pin on the bus has `pin_pf`, and the chip's board `pull_up_ohm` from each line
    to its supply (0: none). `addresses` are its first and last address, without those that are
    `reserved`.
    """

    says: str
    bus: str
    outputs: Annotated[int, range(1, 33)]
    output_ma: float
    all_outputs_ma: float
    own_ma: float
    pin_pf: float
    pull_up_ohm: float
    addresses: tuple[Address, ...]
    reserved: tuple[Address, ...] = ()
    source: str = ""
    estimates: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        Quantities.__post_init__(self)
        if len(self.addresses) != 2:
            raise _refusal("addresses", list(self.addresses), "build.first-and-last")


@dataclass(frozen=True, slots=True)
class Load(Quantities):
    """Maximum current (mA) of a load on a supply."""

    ma: float
    source: str = ""
    estimates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PowerSupply(Quantities):
    """A power supply, its fuse (0: it limits its current itself), and what its wires bear (A)."""

    says: str
    volts: float
    amps: float
    fuse_a: float = 0.0
    wire_a: float = 0.0
    source: str = ""
    estimates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Optics(Quantities):
    """A camera: its sensor, its lens, and the source of both.

    `sensor_mm` and `pixels` are width and height of the readout area. `focus` is the way in which
    it focuses on the mat: by itself, by hand, or not at all.
    """

    says: str
    sensor_mm: tuple[float, ...]
    pixels: tuple[int, ...]
    picture: tuple[int, ...]
    focal_mm: float
    f_number: float
    nearest_cm: float
    focus: Literal["motor", "hand", "fixed"]
    driver: Literal["picamera2", "v4l2"]
    source: str
    estimates: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        Quantities.__post_init__(self)
        for key in ("sensor_mm", "pixels", "picture"):
            value = getattr(self, key)
            if len(value) != 2 or not all(0 < length < TOO_MUCH for length in value):
                raise _refusal(key, list(value), "build.two-above-0")
        for key in ("focal_mm", "f_number"):
            if not getattr(self, key):
                raise _refusal(key, 0, "build.above-0")


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """The reveal box of a build: its camera and its light.

    `height_cm` is from the mat to the front of the lens. The light is two strips along the long
    sides: `light_out_cm` from the middle of the mat, and `light_up_cm` above it.
    """

    optics: str
    height_cm: Annotated[int, range(5, 201)]
    light_out_cm: float
    light_up_cm: float


@dataclass(frozen=True, slots=True)
class DimmerPlan:
    """The dimmer of a build's lamps; "" is none.

    Its address is `dimmer_address` on a bus of `bus_m`, which may have other chips.
    """

    dimmer: str = ""
    dimmer_address: Address = 0x40
    other_addresses: tuple[Address, ...] = ()
    bus_m: float = 0.0


@dataclass(frozen=True, slots=True)
class Build:
    """A build of the table.

    `header` and `lamp` are names of tables in the same file, `sink` and `lamp_supply` may be ""
    (the lamps are on the pins themselves). With a dimmer the `lamp_pins` are its outputs. `seats`
    is the default number of seats; the pins suffice for the maximum number. `power_pin` is on the
    Pi; 0: none. `buses` are interfaces of the board that are on. `light_ma` is the current of the
    reveal box's light from the lamps' supply, and `loads` are loads of the Pi's supply. `estimates`
    are figures of this table without a source.
    """

    says: str
    buzzers: Literal["gpio", "hub"]
    header: str
    seats: Annotated[int, range(FEWEST_WIRED, MOST_WIRED + 1)]
    buzzer_pins: tuple[Gpio, ...]
    lamp_pins: tuple[Gpio, ...]
    lamp: str
    wire_m: float
    supply: str
    loads: Mapping[str, Load]
    box: Annotated[BoxPlan, "in place"]
    sink: str = ""
    dimming: Annotated[DimmerPlan, "in place"] = DimmerPlan()
    lamp_supply: str = ""
    light_ma: float = 0.0
    power_pin: Gpio = 0
    buses: tuple[str, ...] = ()
    display: Mapping[str, Value] = field(default_factory=dict)
    estimates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuildFile:
    """A whole file: parts by name, and the builds that are made of them."""

    header: Mapping[str, Header]
    contact: Contact
    lamp: Mapping[str, LampKind]
    sink: Mapping[str, Sink]
    supply: Mapping[str, PowerSupply]
    optics: Mapping[str, Optics]
    build: Mapping[str, Build]
    dimmer: Mapping[str, Dimmer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, build in self.build.items():
            for part, wanted in (
                ("header", build.header),
                ("lamp", build.lamp),
                ("sink", build.sink),
                ("dimmer", build.dimming.dimmer),
                ("supply", build.supply),
                ("supply", build.lamp_supply),
                ("optics", build.box.optics),
            ):
                known: Mapping[str, object] = getattr(self, part)
                if wanted and wanted not in known:
                    raise SettingError(
                        message("build.no-part", build=name, part=part, wanted=quoted(wanted))
                    )
