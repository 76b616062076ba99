"""Sources of the figures of hardware/build.toml, and which of them are estimates."""

from collections.abc import Iterator, Sequence

from appliance.builds.build import (
    BuildFile,
    Bus,
    Contact,
    Dimmer,
    Header,
    LampKind,
    Load,
    PowerSupply,
    Sink,
)

Sourced = Bus | Contact | Dimmer | Header | LampKind | Load | PowerSupply | Sink
"""A table of the file with the sources of its figures. Cameras have a table of their own."""


def parts(plan: BuildFile) -> Iterator[tuple[str, Sourced]]:
    """Every table of the file that has figures of makers, with a name for people."""
    for header in plan.header.values():
        yield f"pins of the {header.says}", header
        for name, bus in header.bus.items():
            if bus.pull_up_ohm:
                yield f"{name} of the {header.says}", bus
    yield "contact and wires", plan.contact
    for lamp in plan.lamp.values():
        yield lamp.says, lamp
    for sink in plan.sink.values():
        yield sink.says, sink
    for dimmer in plan.dimmer.values():
        yield dimmer.says, dimmer
    for supply in plan.supply.values():
        yield supply.says, supply
    for name, build in plan.build.items():
        for load, takes in build.loads.items():
            yield f"{load}, {name}", takes


def of(part: object, names: Sequence[str]) -> str:
    """Figures of a part with their names: "f_number 2.8, nearest_cm 7"."""
    return ", ".join(f"`{name}` {_said(getattr(part, name))}" for name in names)


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return " x ".join(map(_said, value))
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)


def table(plan: BuildFile) -> str:
    """Source and estimates of each part, as a table in Markdown."""
    lines = ["| part | source | estimates |", "|---|---|---|"]
    for name, part in parts(plan):
        source, estimates = part.source, part.estimates
        lines.append(f"| {name} | {source} | {of(part, estimates)} |")
    for name, build in plan.build.items():
        if build.estimates:
            lines.append(f"| light of the reveal box, {name} |  | {of(build, build.estimates)} |")
    return "\n".join(lines)
