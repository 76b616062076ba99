"""The circuits: a button, lamps on pins, lamps on a sink, the power button."""

import schemdraw
import schemdraw.elements as elm

from appliance.builds.build import BuildFile
from appliance.builds.electrics import Wiring
from workshop.pins import lamp_place, numbers
from workshop.sheets import blank


def ohms(value: float) -> str:
    """A resistance for people: 470 ohm, 2.2 kilohm."""
    return f"{value / 1000:g} kΩ" if value >= 1000 else f"{value:g} Ω"


def button(plan: BuildFile) -> schemdraw.Drawing:
    """A buzzer's contact: pull-up, series resistor, the twisted pair to its housing."""
    contact = plan.contact
    with blank() as drawing:
        drawing += elm.Vdd().label("3.3 V of the board")
        drawing += elm.ResistorIEC().down().label(ohms(contact.pull_up_ohm), loc="bottom")
        node = elm.Dot()
        drawing += node
        drawing += elm.ResistorIEC().right().at(node.center).label(ohms(contact.series_ohm))
        pin = elm.Dot()
        drawing += pin
        drawing += elm.Line().right().length(1.6)
        drawing += elm.Dot(open=True).label("the buzzer's pin", loc="right")
        if contact.filter_pf:
            drawing += elm.Capacitor().down().at(pin.center).label(f"{contact.filter_pf:g} pF")
            drawing += elm.Ground()
        terminal = elm.Line().left().at(node.center).length(1.6)
        drawing += terminal
        if contact.clamp_pf:
            drawing += elm.Dot()
            drawing += elm.DiodeTVS().down().at(terminal.end).label("diode", loc="bottom")
            drawing += elm.Ground()
        drawing += elm.Line().left().at(terminal.end).length(4.8).label("twisted pair", loc="top")
        drawing += elm.Button().down().label("button, in its housing", loc="top")
        drawing += elm.Line().right().length(3.2)
        drawing += elm.Ground().label("ground of the board", loc="bottom")
    return drawing


def lamp_on_pin(at: Wiring) -> schemdraw.Drawing:
    """A bare LED straight on a pin."""
    with blank() as drawing:
        drawing += elm.Dot(open=True).label("the lamp's pin", loc="left")
        drawing += elm.Line().right().length(0.8)
        drawing += elm.ResistorIEC().right().label(ohms(at.lamp.resistor_ohm))
        drawing += elm.Line().right().length(0.8)
        drawing += elm.LED().down().label("red LED", loc="bottom")
        drawing += elm.Ground().label("ground of the board", loc="right")
    return drawing


def lamps_on_sink(at: Wiring) -> schemdraw.Drawing:
    """The lamps, the chip that switches them, their supply and its fuse."""
    sink, supply = at.sink, at.lamp_supply
    assert sink is not None  # noqa: S101 - only builds with a sink have this drawing
    assert supply is not None  # noqa: S101 - as above
    count = sink.channels
    pins = [
        elm.IcPin(name=f"in {n + 1}", pin=str(n + 1), side="left", anchorname=f"in{n}")
        for n in reversed(range(count))
    ]
    pins += [
        elm.IcPin(name=f"out {n + 1}", pin=str(18 - n), side="right", anchorname=f"out{n}")
        for n in reversed(range(count))
    ]
    pins.append(elm.IcPin(name="GND", pin="9", side="bottom", slot="1/3", anchorname="gnd"))
    pins.append(elm.IcPin(name="COM", pin="10", side="top", slot="3/3", anchorname="com"))
    with blank() as drawing:
        chip = elm.Ic(pins=pins, pinspacing=1.2, edgepadH=1.0, edgepadW=1.6, leadlen=0.6)
        drawing += chip.label(sink.says, loc="center")
        ends = []
        for n in range(count):
            wired = n < len(at.lamp_pins)
            label = f"lamp {n + 1}: {lamp_place(at, at.lamp_pins[n])}" if wired else ""
            left = getattr(chip, f"in{n}")
            drawing += elm.Line().at(left).left().length(0.6)
            drawing += elm.Dot(open=True).label(label, loc="left")
            drawing += elm.Line().at(getattr(chip, f"out{n}")).right().length(0.4)
            lamp = elm.Lamp().right().length(1.6)
            drawing += lamp
            ends.append(lamp.end)
            if n < len(at.lamp_pins):
                drawing += (
                    elm.Label()
                    .at((lamp.end[0] + 0.2, lamp.end[1]))
                    .label(f"lamp {n + 1}", loc="right")
                )
        plus = elm.Line().at(ends[-1]).to((ends[0][0], chip.com[1] + 0.6))
        drawing += plus
        for end in ends:
            drawing += elm.Dot().at(end)
        drawing += elm.Line().at(chip.com).to((chip.com[0], plus.end[1]))
        drawing += elm.Line().to(plus.end)
        drawing += elm.Dot().at(plus.end)
        fuse = elm.FuseIEC().at(plus.end).up().label(f"fuse {supply.fuse_a:g} A", loc="bottom")
        drawing += fuse
        drawing += elm.Dot(open=True).label(
            f"plus {supply.volts:g} V of the lamps' supply", loc="top"
        )
        drawing += elm.Line().at(chip.gnd).down().length(0.6)
        corner = elm.Dot()
        drawing += corner
        drawing += elm.Ground().at(corner.center).label("ground of the board", loc="left")
        drawing += elm.Line().at(corner.center).right().tox(plus.end)
        drawing += elm.Dot(open=True).label("minus of the lamps' supply", loc="bottom")
    return drawing


def dimmer(at: Wiring) -> schemdraw.Drawing:
    """The chip that dims the lamps, on the Pi's I2C bus, with what its board has on it."""
    chip, places_of = at.dimmer, numbers(at)
    assert chip is not None  # noqa: S101 - only builds with a dimmer have this drawing
    data, clock = at.header.bus[chip.bus].pins
    left = ("GND", "OE", "A0 to A5", "SCL", "SDA", "VDD")
    pins = [elm.IcPin(name=name, side="left", anchorname=f"left{n}") for n, name in enumerate(left)]
    outputs = at.lamp_pins
    pins += [
        elm.IcPin(name=f"output {output}", side="right", anchorname=f"out{n}")
        for n, output in reversed(list(enumerate(outputs)))
    ]
    with blank() as drawing:
        box = elm.Ic(pins=pins, pinspacing=0.9, edgepadH=0.7, edgepadW=2.6, leadlen=0.6)
        drawing += box.label(chip.says, loc="top")
        for n, text in (
            (5, "3.3 V, header pin 1"),
            (4, f"BCM {data}, header pin {places_of[data]}"),
            (3, f"BCM {clock}, header pin {places_of[clock]}"),
        ):
            drawing += elm.Line().at(getattr(box, f"left{n}")).left().length(0.8)
            drawing += elm.Dot(open=True).label(text, loc="left")
        rail = box.left0[0] - 0.8
        for n in range(3):
            drawing += elm.Line().at(getattr(box, f"left{n}")).left().tox(rail)
            drawing += elm.Dot().at((rail, getattr(box, f"left{n}")[1]))
        drawing += elm.Line().at((rail, box.left2[1])).to((rail, box.left0[1] - 0.6))
        drawing += elm.Ground().at((rail, box.left0[1] - 0.6)).label("header pin 6", loc="left")
        for n in range(len(outputs)):
            drawing += elm.Line().at(getattr(box, f"out{n}")).right().length(0.8)
            number, channel = divmod(n, at.sink.channels if at.sink else len(outputs))
            to = f"in {channel + 1} of {at.sink.says} {number + 1}: " if at.sink else ""
            drawing += elm.Dot(open=True).label(f"{to}lamp {n + 1}", loc="right")
    return drawing


def power_button() -> schemdraw.Drawing:
    """The button that shuts the table down."""
    with blank() as drawing:
        drawing += elm.Dot(open=True).label("BCM 3, header pin 5", loc="left")
        drawing += elm.Line().right().length(1.0)
        drawing += elm.Button().right().label("held for 3 s")
        drawing += elm.Line().right().length(1.0)
        drawing += elm.Dot(open=True).label("ground, header pin 6", loc="right")
    return drawing
