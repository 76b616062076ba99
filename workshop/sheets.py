"""From drawings to files: SVG for the pages, and one PDF of them all to print.

Letters are drawn as shapes, in a typeface that schemdraw's own packages carry, and no file has a
date: the same build.toml gives the same bytes on every machine.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from typing import NamedTuple

import schemdraw
import schemdraw.elements as elm
from fpdf import FPDF

schemdraw.use("svg")
schemdraw.svgconfig.text = "path"

A4_MM = (210.0, 297.0)
EDGE_MM = 15.0
LARGEST_SCALE = 1.25
"""Largest enlargement of a drawing on its page."""

MM_A_POINT = 25.4 / 72

_NO_DASHES = "stroke-dasharray:-;"
"""schemdraw writes this for whole lines, and it is no SVG."""

_SYMBOL = re.compile(r'<symbol id="(?P<id>[^"]*)"[^>]*[^/]>.*?</symbol>', re.DOTALL)

_SPACE = re.compile(r'<symbol [^>]*/>|<use [^>]*width="0"[^>]*/>')
"""The shape of a space has nothing in it."""


class Sheet(NamedTuple):
    """A drawing with the name of its file and its title."""

    name: str
    title: str
    drawing: schemdraw.Drawing


def blank(letters: float = 11) -> schemdraw.Drawing:
    """An empty drawing in the style of all of them; `letters` are so many points high."""
    drawing = schemdraw.Drawing(show=False)
    drawing.config(unit=2.0, fontsize=letters, lw=1.2, margin=0.3)
    return drawing


def rectangle(
    one: tuple[float, float], other: tuple[float, float], fill: str | None = None
) -> elm.Rect:
    """A rectangle from corner to corner, wherever the last element ended."""
    return elm.Rect(corner1=one, corner2=other, fill=fill).at((0, 0)).right()


def svg_of(sheet: Sheet) -> str:
    """A sheet as SVG, on white, with its title for people who can't see it."""
    text = sheet.drawing.get_imagedata("svg").decode("utf-8").replace(_NO_DASHES, "")
    text = re.sub(r"(?<=\d\.\d{3})\d+", "", text)  # thousandths of a point are enough
    text = _SPACE.sub("", text)
    letters = {
        symbol["id"]: symbol[0] for symbol in _SYMBOL.finditer(text)
    }  # each text brings its own
    text = _SYMBOL.sub("", text)
    head, close, rest = text.partition(">")
    left, top, width, height = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', head).groups()  # type: ignore[union-attr]
    ground = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="white"/>'
    defs = f"<defs>{''.join(letters.values())}</defs>"
    return f"{head}{close}<title>{sheet.title}</title>{defs}{ground}{rest}\n"


def pdf_of(sheets: Mapping[str, str]) -> bytes:
    """All sheets, each on a page of A4: their SVG, by their title."""
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
    pdf.set_title("Doubt It! table: drawings")
    for title, drawn in sheets.items():
        svg = drawn.replace(f"<title>{title}</title>", "")  # fpdf2 has none
        width, height = map(float, re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg).groups())  # type: ignore[union-attr]
        room = A4_MM[0] - 2 * EDGE_MM, A4_MM[1] - 3 * EDGE_MM
        scale = min(LARGEST_SCALE, room[0] / (width * MM_A_POINT), room[1] / (height * MM_A_POINT))
        pdf.add_page()
        pdf.set_font("Helvetica", size=14)
        pdf.text(EDGE_MM, EDGE_MM, title)
        pdf.image(
            BytesIO(svg.encode("utf-8")), x=EDGE_MM, y=1.5 * EDGE_MM, w=width * MM_A_POINT * scale
        )
    return bytes(pdf.output())
