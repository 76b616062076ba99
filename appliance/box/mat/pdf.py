"""The mat as a PDF at its exact size: vectors, and a font that every PDF reader has.

A few polygons need no library. The same paper always gives the same bytes.
"""

from collections.abc import Callable, Sequence

from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH
from appliance.box.mat.shapes import LINE_WIDTH, Line, Polygon, Shape, Text, frame, guides, seam
from appliance.core.reading import Place

POINTS_PER_MM = 72 / 25.4
"""PDF's unit, points, in a millimetre."""

PAPERS = {"a3": (420.0, 297.0, 1), "a4": (210.0, 297.0, 2), "letter": (215.9, 279.4, 2)}
"""Width and height (mm), and the number of sheets for the mat, side by side."""

_CLIP_MARGIN = 0.5  # mm: so much of a line along an edge lies outside


def mat_pdf(paper: str) -> bytes:
    """Return the mat for `paper`, one page a sheet.

    Raises:
        KeyError: if `PAPERS` has no such paper.
    """
    width, height, sheets = PAPERS[paper]
    part = MAT_WIDTH / sheets
    shapes = (*frame(), *guides(), *(seam() if sheets > 1 else ()))
    pages = [_page(shapes, (width, height), number * part, part) for number in range(sheets)]
    return document(pages, width, height)


def _page(shapes: Sequence[Shape], size: tuple[float, float], start: float, part: float) -> bytes:
    """Return PDF operators for `part` mm of the mat from x = `start`, centred on a sheet (mm)."""
    width, height = size
    left, bottom = (width - part) / 2 - start, (height + MAT_HEIGHT) / 2

    def at(point: Place) -> str:
        return f"{points(left + point[0])} {points(bottom - point[1])}"

    corner = at((start - _CLIP_MARGIN, MAT_HEIGHT + _CLIP_MARGIN))
    wide, high = (points(side + 2 * _CLIP_MARGIN) for side in (part, MAT_HEIGHT))
    clip = f"{corner} {wide} {high} re W n"
    ink = [drawn(shape, at) for shape in shapes if _on(shape, start, start + part)]
    return "\n".join([clip, *ink]).encode("cp1252")


def _on(shape: Shape, left: float, right: float) -> bool:
    """Return True if any of `shape` lies between two x of the mat; words count by their start."""
    match shape:
        case Polygon(corners):
            xs = [x for x, _ in corners]
        case Line(begin, end):
            xs = [begin[0], end[0]]
        case Text(at):
            return left <= at[0] < right
    return min(xs) <= right and max(xs) >= left


def drawn(shape: Shape, at: Callable[[Place], str]) -> str:
    """Return `shape` in PDF's operators; `at` formats a place on the mat (mm) for the page."""
    match shape:
        case Polygon(corners, light):
            first, *rest = map(at, corners)
            path = " ".join([f"{first} m", *(f"{point} l" for point in rest)])
            return f"{light:g} g {path} h f"
        case Line(begin, end, light, dashed):
            dash = "[6 4] 0 d" if dashed else "[] 0 d"
            return f"{light:g} G {points(LINE_WIDTH)} w {dash} {at(begin)} m {at(end)} l S"
        case Text(place, height, text):
            safe = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            return f"BT 0 g /F1 {points(height)} Tf {at(place)} Td ({safe}) Tj ET"


def points(length: float) -> str:
    """Format millimetres as PDF's points, to a thousandth: finer than any printer."""
    return f"{length * POINTS_PER_MM:.3f}"


def document(pages: Sequence[bytes], width: float, height: float) -> bytes:
    """Return a whole file of sheets of that size (mm): pages, font, and offsets of the objects."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, page in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {points(width)} {points(height)}] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(page), page))
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")  # bytes that say: not plain text
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % table)
