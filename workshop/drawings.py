"""All drawings of docs/build, by name."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from appliance.builds.build import MOST_WIRED, BuildFile
from appliance.builds.electrics import wiring
from appliance.builds.file import shipped
from workshop import blocks, box_view, circuits, furniture, headers
from workshop.sheets import Sheet, pdf_of, svg_of

FOLDER = Path(__file__).parents[1] / "docs" / "build" / "drawings"

PDF = "drawings.pdf"

INPUTS = "inputs.sha256"
"""Names what the drawings were made from, so that a test sees that they are old without drawing."""


DRAWN_BY = (
    "blocks", "box_view", "circuits", "drawings", "furniture", "headers", "mechanics",
    "optics", "pins", "sheets",
)  # fmt: skip
"""The modules that drawings come from."""


def sheets(plan: BuildFile) -> Iterator[Sheet]:
    """Every drawing, in the order in which a table is built."""
    for name, build in plan.build.items():
        yield Sheet(f"blocks-{name}", f"The whole {name}", blocks.blocks(wiring(plan, build)))
    yield Sheet("button", "A button", circuits.button(plan))
    for name, build in plan.build.items():
        at = wiring(plan, build, MOST_WIRED)
        title = f"The pins of the {at.header.says}, {name}"
        yield Sheet(f"pins-{name}", title, headers.pin_map(at))
        if at.dimmer:
            title = f"The {at.dimmer.says}, {name}"
            yield Sheet(f"dimmer-{name}", title, circuits.dimmer(at))
        if at.sink is None:
            title = f"A lamp on its pin, {name}"
            yield Sheet(f"lamps-{name}", title, circuits.lamp_on_pin(at))
        else:
            title = f"The first eight lamps, {name}"
            yield Sheet(f"lamps-{name}", title, circuits.lamps_on_sink(at))
    yield Sheet("power-button", "The power button", circuits.power_button())
    for name, build in plan.build.items():
        title = f"The reveal box, {name}"
        yield Sheet(f"box-{name}", title, box_view.box_view(wiring(plan, build)))
    for piece in furniture.PIECES:
        title = f"The {piece.name} table from above"
        yield Sheet(f"plan-{piece.name}", title, furniture.plan_view(plan, piece))


def draw(plan: BuildFile, folder: Path) -> None:
    """Write all drawings into `folder`: an SVG each, and a PDF of them all."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    drawn: dict[str, str] = {}
    for sheet in sheets(plan):
        drawn[sheet.title] = svg_of(sheet)
        (folder / f"{sheet.name}.svg").write_text(drawn[sheet.title], encoding="utf-8")
    (folder / PDF).write_bytes(pdf_of(drawn))


def inputs() -> str:
    """The SHA-256 of all that the drawings are made from, but for the libraries."""
    sources = (Path(__file__).with_name(f"{name}.py") for name in DRAWN_BY)
    digest = hashlib.sha256()
    for path in (shipped(), *sources):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest() + "\n"
