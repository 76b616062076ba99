"""The seat hub's circuit board: its parts, where they are, and what is joined to what.

From hardware/build.toml: the Pico's pins of buzzers and lamps, the resistors, the chips that switch
the lamps, their supply, its fuse and what protects all of them. All places are in steps of
`STEP_MM` from the board's left upper corner, to the right and down. All parts have legs but the
diodes at the buttons: no diode with legs keeps sparks away and has less than 100 pF.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from appliance.builds.build import MOST_WIRED, BuildFile
from appliance.builds.electrics import Wiring, sinks_of, wiring
from workshop.circuits import ohms
from workshop.pins import PICO

STEP_MM = 0.635
"""A quarter of the distance of two legs; tracks run on this grid."""

SIZE = (252, 158)
"""The board, 160 x 100 mm: what hub_case.scad is made for."""

HOLES = ((8, 8), (244, 8), (8, 150), (244, 150))
"""Its holes for screws of 3 mm."""

REVISION, DATE = "B", "2026-11"
"""Printed on the board."""

GROUND, THREE_VOLTS, LAMPS = "GND", "3V3", "LAMPS+"
"""Nets that more than a few legs are on."""

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pad:
    """A leg: its number on the part, its place, its net ("": none), its pad and its hole (mm).

    Without a hole it lies on the front. `mark` is printed beside it ("": nothing). `name` is what
    the part's data sheet calls it ("": nothing), `type` what it does there, by the words of KiCad's
    ERC.
    """

    number: str
    at: Spot
    net: str
    size: float
    drill: float
    name: str = ""
    type: str = "passive"
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A soldered part: its name on the board, its value, its legs, and its outline.

    `symbol` is its symbol in the schematic: parts of one symbol have the same legs.
    """

    name: str
    symbol: str
    value: str
    pads: tuple[Pad, ...]
    outline: tuple[Spot, Spot]


def parts(plan: BuildFile) -> tuple[Part, ...]:
    """All parts of the board, for as many seats as a hub has."""
    at = wiring(plan, plan.build["big-table"], MOST_WIRED)
    return (
        _pico(at), *_contacts(at), *_sinks(at), *_lamps(at), *_supply(at),
    )  # fmt: skip


def nets(board: tuple[Part, ...]) -> Mapping[str, tuple[Pad, ...]]:
    """The legs of each net, in the order of the parts."""
    joined: dict[str, list[Pad]] = {}
    for part in board:
        for pad in part.pads:
            if pad.net:
                joined.setdefault(pad.net, []).append(pad)
    return {name: tuple(pads) for name, pads in joined.items()}


# --- parts ---------------------------------------------------------------------------------------

LEG = 1.7, 1.0
"""Diameters of the pad and the hole of a thin leg, mm."""

TERMINAL = 2.5, 1.3
"""The same of a screw terminal, a fuse holder or a thick leg, mm."""

FLAT = 1.1, 0.0
"""Pad of a diode in an SOD-323, mm."""

PICO_AT: Spot = (14, 72)
"""Place of the Pico's pin 40: its USB socket is at the left edge, pins 1 to 20 are below."""

PICO_ROWS = 28
"""From its upper row of pins to its lower one."""

FIRST_CONTACT: Spot = (30, 148)
FIRST_LAMP: Spot = (26, 10)
NEXT_TERMINAL = 17
"""First terminals at the lower and the upper edge, and the distance to the next."""


PICO_POWER = {
    **dict.fromkeys((3, 8, 13, 18, 23, 28, 33, 38), ("GND", "power_in")),
    30: ("RUN", "input"),
    35: ("ADC_VREF", "passive"),
    36: ("3V3", "power_out"),
    37: ("3V3_EN", "input"),
    39: ("VSYS", "passive"),  # takes current or gives it
    40: ("VBUS", "power_out"),
}
"""Name and type of a Pico's pins that have no GP number (Raspberry Pi Pico datasheet, "Pinout")."""


def _pico(at: Wiring) -> Part:
    """The firmware decides the kind of a GP pin: a button's is an input, a lamp's an output."""
    gp_of = {pin: gp for gp, pin in PICO.items()}
    joined = {"GND": GROUND, "3V3": THREE_VOLTS}
    x, y = PICO_AT
    pads = []
    for number in range(1, 41):
        below = number <= 20
        spot = (x + 4 * (number - 1), y + PICO_ROWS) if below else (x + 4 * (40 - number), y)
        if number in PICO_POWER:
            name, type_ = PICO_POWER[number]
            net = joined.get(name, "")
        else:
            gp = gp_of[number]
            name = f"GP{gp}"
            net = name if gp in (*at.buzzer_pins, *at.lamp_pins) else ""
            type_ = "output" if gp in at.lamp_pins else "input" if net else "bidirectional"
        pads.append(Pad(str(number), spot, net, *LEG, name, type_))
    outline = ((x - 4, y - 3), (x + 80, y + PICO_ROWS + 3))
    return Part("U1", "Pico", "Raspberry Pi Pico or Pico 2", tuple(pads), outline)


def _contacts(at: Wiring) -> Iterator[Part]:
    contact = at.plan.contact
    for seat, gp in enumerate(at.buzzer_pins):
        x, y = FIRST_CONTACT[0] + NEXT_TERMINAL * seat, FIRST_CONTACT[1]
        node, name = f"CONTACT{seat + 1}", str(seat + 1)
        yield _terminal(f"J{name}", f"button {name}", (x, y), node, GROUND)
        yield _resistor(f"R{name}", ohms(contact.series_ohm), (x, y - 14), node, f"GP{gp}")
        up = f"R{seat + 1 + len(at.buzzer_pins)}"
        yield _resistor(up, ohms(contact.pull_up_ohm), (x + 7, y - 14), node, THREE_VOLTS)
        legs = Pad("1", (x + 12, y - 14), node, *FLAT), Pad("2", (x + 12, y - 18), GROUND, *FLAT)
        yield Part(f"D{name}", "Clamp", "PESD5V0S1BA", legs, ((x + 10, y - 20), (x + 14, y - 12)))
        legs = Pad("1", (x, y - 34), f"GP{gp}", *LEG), Pad("2", (x + 4, y - 34), GROUND, *LEG)
        value, outline = f"{contact.filter_pf:g} pF", ((x - 2, y - 37), (x + 6, y - 31))
        yield Part(f"C{name}", "C", value, legs, outline)


def _sinks(at: Wiring) -> Iterator[Part]:
    sink = at.sink
    assert sink is not None  # noqa: S101 - the hub's lamps are on chips
    each, legs = sink.channels, 2 * sink.channels + 2
    for chip in range(sinks_of(at)):
        x, y = 112 + 44 * chip, 40
        pads = []
        for number in range(1, legs + 1):
            left = number <= legs // 2
            spot = (x, y + 4 * (number - 1)) if left else (x + 12, y + 4 * (legs - number))
            channel = number if left else legs + 1 - number
            lamp = each * chip + channel
            name, type_, net = f"I{channel}", "input", ""
            if number == each + 1:
                name, type_, net = "GND", "power_in", GROUND
            elif number == each + 2:
                name, type_, net = "COM", "passive", LAMPS
            elif not left:
                name, type_ = f"O{channel}", "open_collector"
            if channel <= each and lamp <= len(at.lamp_pins):
                net = f"GP{at.lamp_pins[lamp - 1]}" if left else f"LAMP{lamp}"
            pads.append(Pad(str(number), spot, net, *LEG, name, type_))
        outline = ((x - 2, y - 4), (x + 14, y + 4 * (legs // 2)))
        yield Part(f"U{chip + 2}", sink.says, sink.says, tuple(pads), outline)


def _lamps(at: Wiring) -> Iterator[Part]:
    """Each lamp behind a fuse of its own, which recovers: a shorted lamp darkens no other."""
    for lamp in range(1, len(at.lamp_pins) + 1):
        x, y = FIRST_LAMP[0] + NEXT_TERMINAL * (lamp - 1), FIRST_LAMP[1]
        name = f"J{len(at.buzzer_pins) + lamp}"
        plus, fused = f"LAMP{lamp}+", (x - 4, y + 16)
        yield _terminal(name, f"lamp {lamp}", (x, y), plus, f"LAMP{lamp}", marks="+-")
        legs = Pad("1", fused, plus, *LEG), Pad("2", (x + 4, y + 16), LAMPS, *LEG)
        outline = (x - 6, y + 13), (x + 6, y + 19)
        yield Part(f"F{lamp + 1}", "Polyfuse", "MF-R020", legs, outline)


def _supply(at: Wiring) -> Iterator[Part]:
    """Inlet, diode against swapped poles, fuse, diode against surges, light."""
    supply = at.lamp_supply
    assert supply is not None  # noqa: S101 - as above
    x, y, terminals = 242, 60, 2 * MOST_WIRED
    text = f"{supply.volts:g} V in"
    inlet = _terminal(f"J{terminals + 1}", text, (x, y), GROUND, "SUPPLY", down=True, marks="-+")
    # all current but the Pico's comes from here
    gives = tuple(replace(pad, type="power_out") for pad in inlet.pads)
    yield replace(inlet, symbol="Supply", pads=gives)
    yield _terminal(f"J{terminals + 2}", "light", (x, y - 24), GROUND, LAMPS, down=True, marks="-+")
    legs = (
        Pad("1", (x - 18, y + 8), "GUARDED", *TERMINAL),
        Pad("2", (x - 18, y - 28), LAMPS, *TERMINAL),
    )
    yield Part("F1", "Fuse", f"{supply.fuse_a:g} A", legs, ((x - 25, y - 34), (x - 11, y + 14)))
    legs = (
        Pad("1", (x - 6, y + 48), "GUARDED", *TERMINAL, "K", mark="K"),
        Pad("2", (x - 6, y + 24), "SUPPLY", *TERMINAL, "A"),
    )
    outline = (x - 11, y + 27), (x - 1, y + 45)
    yield Part(f"D{MOST_WIRED + 1}", "Diode", "1N5822", legs, outline)
    legs = (
        Pad("1", (x - 30, y - 16), LAMPS, *LEG, "K", mark="K"),
        Pad("2", (x - 30, y), GROUND, *LEG, "A"),
    )
    outline = (x - 33, y - 14), (x - 27, y - 2)
    yield Part(f"D{MOST_WIRED + 2}", "Surge", "P6KE15A", legs, outline)


def _terminal(
    name: str, value: str, at: Spot, one: str, two: str, *, down: bool = False, marks: str = "SG"
) -> Part:
    """A screw terminal; `marks` are printed at its legs: S is a button's contact, G its ground."""
    x, y = at
    second = (x, y + 8) if down else (x + 8, y)
    pads = (
        Pad("1", at, one, *TERMINAL, mark=marks[0]),
        Pad("2", second, two, *TERMINAL, mark=marks[1]),
    )
    if down:
        return Part(name, "Terminal", value, pads, ((x - 6, y - 4), (x + 6, y + 12)))
    return Part(name, "Terminal", value, pads, ((x - 4, y - 6), (x + 12, y + 6)))


def _resistor(name: str, value: str, at: Spot, one: str, two: str) -> Part:
    """Lying along the board's short side; its second leg is the upper one."""
    x, y = at
    pads = Pad("1", at, one, *LEG), Pad("2", (x, y - 12), two, *LEG)
    return Part(name, "R", value, pads, ((x - 2, y - 10), (x + 2, y - 2)))
