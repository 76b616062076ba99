"""The tables in the pages of docs/build and hardware/ that are computed: each between two marks."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from appliance.builds import electrics
from appliance.builds.build import BuildFile
from appliance.builds.electrics import wiring
from workshop import figures, furniture, mechanics, optics, parts_list, pins, printing

ROOT = Path(__file__).parents[1]

PAGES = (
    "docs/build/table.md", "docs/build/parts.md", "docs/build/wiring.md", "docs/build/optics.md",
    "docs/seat-hub.md", "hardware/README.md", "hardware/mechanics/README.md",
)  # fmt: skip
"""The pages that have such tables."""

_MARKED = re.compile(
    r"(?P<begin><!-- made by make hardware: (?P<name>[\w-]+) -->\n).*?(?P<end>\n<!-- end -->)",
    re.DOTALL,
)


def tables(plan: BuildFile) -> Mapping[str, Callable[[], str]]:
    """Maker of each table, by the name in its mark."""
    tables_of: dict[str, Callable[[], str]] = {
        "cameras": lambda: optics.cameras(plan),
        "pixels": lambda: optics.pixels_by_height(plan),
        "sources": lambda: optics.sources(plan),
        "assumed": optics.assumed,
        "figures": lambda: figures.table(plan),
        "light": lambda: optics.lights(plan.build),
        "numbers": parts_list.numbers,
        "totals": parts_list.totals,
        "contacts": lambda: contacts(plan),
        "currents": lambda: currents(plan),
        "bus": lambda: buses(plan),
        "rims": mechanics.rims,
        "printing": printing.table,
        "airs": furniture.airs,
        "masts": lambda: mechanics.masts(plan),
        "measures": lambda: mechanics.measures_table(plan),
    }
    for piece in furniture.PIECES:
        tables_of[f"cuts-{piece.name}"] = lambda piece=piece: furniture.cuts(piece)  # type: ignore[misc]
        tables_of[f"sights-{piece.name}"] = lambda piece=piece: furniture.sights(plan, piece)  # type: ignore[misc]
    for name in parts_list.BUILDS:
        tables_of[f"parts-{name}"] = lambda name=name: parts_list.list_of(name)  # type: ignore[misc]
        tables_of[f"pins-{name}"] = lambda name=name: pins.pin_table(  # type: ignore[misc]
            wiring(plan, plan.build[name], len(plan.build[name].buzzer_pins))
        )
    return tables_of


def remade(page: str, plan: BuildFile) -> str:
    """The text of a page with its tables as they have to be.

    Raises:
        KeyError: a mark names no table.
    """
    content = tables(plan)

    def table(found: re.Match[str]) -> str:
        return f"{found['begin']}\n{content[found['name']]()}\n{found['end']}"

    return _MARKED.sub(table, page)


def contacts(plan: BuildFile) -> str:
    """Return the currents and voltages of a contact in each build, as a table in Markdown."""
    lines = [
        (
            "| build | closed: current, voltage at the pin | open: voltage | wires | "
            "late by, closing and opening | a wrong output gives |"
        ),
        "|---|---|---|---|---|---|",
    ]
    contact = plan.contact
    for name, build in plan.build.items():
        header = plan.header[build.header]
        lines.append(
            f"| {name} | {electrics.contact_ma(header, contact):.1f} mA, "
            f"{electrics.closed_v(header, contact):.2f} V of {header.low_v:g} V | "
            f"{electrics.open_v(header, contact):.2f} V of {header.high_v:g} V | "
            f"{build.wire_m:g} m | {1000 * electrics.closing_us(header, contact):.0f} ns, "
            f"{1000 * electrics.opening_us(header, contact, build.wire_m):.0f} ns | "
            f"{electrics.wrong_output_ma(header, contact):.0f} mA of {header.short_ma:g} mA |"
        )
    return "\n".join(lines)


def currents(plan: BuildFile) -> str:
    """Return the load of lamps and supplies by build and seats, as a table in Markdown."""
    lines = [
        (
            "| build | seats | a lamp | a pin, all pins | chips, heat of one | the Pi's supply | "
            "the lamps' supply, fuse |"
        ),
        "|---|---:|---|---|---|---|---|",
    ]
    for name, build in plan.build.items():
        for seats in parts_list.SEATS:
            at = wiring(plan, build, seats)
            pin, feed = electrics.lamp_pin_ma(at), at.lamp_supply
            most, most_of_all = electrics.lamp_pin_limits_ma(at)
            chips = "none"
            if at.sink is not None:
                chips = f"{electrics.sinks_of(at)}, {electrics.sink_heat_w(at):.2f} W"
            lamps = "none"
            if feed is not None:
                lamps = f"{electrics.lamp_amps(at):.2f} of {feed.amps:g} A, {feed.fuse_a:g} A"
            supply = plan.supply[build.supply]
            lines.append(
                f"| {name} | {seats} | {electrics.lamp_ma(at):.1f} mA | "
                f"{pin:.1f} of {most:g} mA, {seats * pin:.0f} of {most_of_all:g} mA | {chips} | "
                f"{electrics.pi_amps(at):.1f} of {supply.amps:g} A | {lamps} |"
            )
    return "\n".join(lines)


def buses(plan: BuildFile) -> str:
    """Return the devices on the lamps' bus of each build with one, as a table in Markdown."""
    lines = [
        (
            "| build | address | pull-ups | pulled down by | a line has | rises in | "
            "an output, all outputs |"
        ),
        "|---|---|---|---|---|---|---|",
    ]
    for name, build in plan.build.items():
        at = wiring(plan, build)
        if at.dimmer is None:
            continue
        bus, pin = at.header.bus[at.dimmer.bus], electrics.lamp_pin_ma(at)
        most, most_of_all = electrics.lamp_pin_limits_ma(at)
        lines.append(
            f"| {name} | 0x{at.dimmer_address:02x} | "
            f"{bus.pull_up_ohm:g} and {at.dimmer.pull_up_ohm:g} ohm | "
            f"{electrics.bus_ma(at, bus, at.dimmer):.1f} of {bus.sink_ma:g} mA | "
            f"{electrics.bus_pf(at, at.dimmer):.0f} of {electrics.BUS_MOST_PF:g} pF | "
            f"{electrics.bus_rise_ns(at, bus, at.dimmer):.0f} of {bus.rise_ns:g} ns | "
            f"{pin:.1f} of {most:g} mA, {at.seats * pin:.0f} of {most_of_all:g} mA |"
        )
    return "\n".join(lines)
