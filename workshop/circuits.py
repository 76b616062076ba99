"""The circuits: a button, lamps on pins, lamps on a sink, the power button."""

import schemdraw
import schemdraw.elements as elm

from appliance.builds.build import BuildFile
from appliance.builds.electrics import Wiring
from workshop.pins import place
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
        drawing += elm.Line().right().length(0.8)
        drawing += elm.Dot(open=True).label("the buzzer's pin", loc="right")
        drawing += elm.Line().left().at(node.center).length(3.2).label("twisted pair", loc="top")
        drawing += elm.Button().down().label("button, in its housing", loc="top")
        drawing += elm.Line().right().length(3.2)
        drawing += elm.Ground().label("ground of the board", loc="right")
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
            label = f"lamp {n + 1}: {place(at, at.lamp_pins[n])}" if n < len(at.lamp_pins) else ""
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


def power_button() -> schemdraw.Drawing:
    """The button that shuts the table down."""
    with blank() as drawing:
        drawing += elm.Dot(open=True).label("BCM 3, header pin 5", loc="left")
        drawing += elm.Line().right().length(1.0)
        drawing += elm.Button().right().label("held for 3 s")
        drawing += elm.Line().right().length(1.0)
        drawing += elm.Dot(open=True).label("ground, header pin 6", loc="right")
    return drawing
