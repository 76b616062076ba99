"""Three pieces of furniture for a table: their plans, cut lists, and what each seat sees.

All places are in mm from the middle of the table's top, to the right and up as in the plan; heights
are above the top.
"""

import math
from typing import NamedTuple

import schemdraw
import schemdraw.elements as elm

from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH
from appliance.builds.build import BuildFile
from workshop import mechanics
from workshop.sheets import blank, rectangle

Place = tuple[float, float]

EYES_BEHIND = 150.0
"""Eyes are so far outside of the table's edge: an estimate, mm."""

STRIP_FROM, STRIP_TO = -30.0, 10.0
"""A strip with its shade, from below to above, from the height in build.toml, mm."""

BUZZER_IN, BUZZER = 110.0, 80.0
"""A buzzer: its middle inside of the table's edge, and its size, mm."""

AIR_W_M3K, STACK_M, WARMER_K, FLOW = 1206.0, 0.1, 15.0, 0.6
"""Heat that air carries (W s/m3 K), height between openings, how much warmer it leaves, and the
discharge of an opening: the first is physics at 20 degrees, the others are our choice."""


class Cut(NamedTuple):
    """A piece to saw or to buy: its name, how many, its material and its size, mm."""

    part: str
    number: int
    material: str
    size: tuple[float, ...]


class Piece(NamedTuple):
    """A table: its build, its top, the height of eyes above it, its seats, its screen and its box.

    `screen` is the middle of the panel or television, and its height; a panel has height 0. The box
    stands across the table if `turned`. `watts` get warm inside.
    """

    name: str
    build: str
    top: Place
    high: float
    eyes: float
    seats: tuple[Place, ...]
    screen: tuple[float, float, float]
    panel: Place
    box: Place
    watts: float
    cuts: tuple[Cut, ...]
    turned: bool = True


PLY, BEECH, GLASS = "plywood", "beech", "toughened glass, edges ground"

KITCHEN = Piece(
    "kitchen", "kitchen-table", (1600, 900), 750, 450,
    tuple((x, y) for y in (-450.0, 450.0) for x in (-600.0, 0.0, 600.0)),
    (1800, 0, 350), (0, 0), (0, 0), 0,
    (
        Cut("bottom, with the box on it", 1, PLY, (600, 600, 12)),
        Cut("lid: the same board", 1, PLY, (600, 600, 6)),
        Cut("long sides", 2, PLY, (600, 120, 12)),
        Cut("short sides", 2, PLY, (576, 120, 12)),
        Cut("walls inside: buzzers apart from the rest", 2, PLY, (576, 100, 6)),
    ),
)  # fmt: skip

COFFEE = Piece(
    "coffee", "table", (1400, 800), 450, 650,
    (
        *((x, y) for y in (-400.0, 400.0) for x in (-450.0, 0.0, 450.0)),
        (-700.0, -250.0), (700.0, 250.0),
    ),
    (-280, 0, 0), (620, 370), (400, 0), 40,
    (
        Cut("top, with an opening of 600 x 350 for the panel", 1, PLY, (1400, 800, 18)),
        Cut("floor of the case below the panel", 1, PLY, (676, 500, 9)),
        Cut("long walls of that case", 2, PLY, (676, 100, 18)),
        Cut("short walls of that case", 2, PLY, (464, 100, 18)),
        Cut("long aprons", 2, BEECH, (1260, 80, 20)),
        Cut("short aprons", 2, BEECH, (580, 80, 20)),
        Cut("legs", 4, BEECH, (432, 60, 60)),
        Cut("pane above the panel", 1, GLASS, (640, 390, 6)),
        Cut("strips below the pane, two of them cut to 370 mm", 4, "cork", (640, 10, 2)),
    ),
)  # fmt: skip

BIG = Piece(
    "big", "big-table", (2600, 1100), 750, 450,
    (
        *((x, y) for y in (-550.0, 550.0) for x in (-1040.0, -520.0, 0.0, 520.0, 1040.0)),
        (-1300.0, 0.0),
    ),
    (-400, 0, 0), (720, 420), (500, 0), 60,
    (
        Cut("halves of the top, one with an opening of 700 x 400", 2, PLY, (1300, 1100, 21)),
        Cut("battens across the joint, beside the case", 2, BEECH, (600, 100, 25)),
        Cut("floor of the case below the panel", 1, PLY, (860, 540, 9)),
        Cut("long walls of that case", 2, PLY, (860, 110, 18)),
        Cut("short walls of that case", 2, PLY, (504, 110, 18)),
        Cut("long aprons", 2, BEECH, (2300, 100, 25)),
        Cut("short aprons", 2, BEECH, (850, 100, 25)),
        Cut("legs", 6, BEECH, (729, 80, 80)),
        Cut("pane above the panel", 1, GLASS, (740, 440, 6)),
        Cut("strips below the pane, two of them cut to 420 mm", 4, "cork", (740, 10, 2)),
    ),
)  # fmt: skip

PIECES = (KITCHEN, COFFEE, BIG)


class Sight(NamedTuple):
    """A seat's distances from screen and box, and those of its sight lines from the mast, mm.

    `screen_angle` is in degrees from straight before the screen, or above it. `strip` is the height
    of the line to the box where it passes a strip of light, above the middle of the strip.
    Distances are infinite where a line passes no mast or strip.
    """

    screen: float
    screen_angle: float
    box: float
    mast_screen: float
    mast_box: float
    strip: float


def eyes_of(piece: Piece, seat: Place) -> tuple[float, float, float]:
    """Return the place of the eyes: outside of the edge that the seat is at."""
    right, up = outwards(piece, seat)
    return seat[0] + right * EYES_BEHIND, seat[1] + up * EYES_BEHIND, piece.eyes


def mast_of(piece: Piece) -> Place:
    """Return the place of the mast: on the far long side of the box."""
    x, y = piece.box
    return (x + mechanics.mast_out(), y) if piece.turned else (x, y + mechanics.mast_out())


def sight(plan: BuildFile, piece: Piece, seat: Place) -> Sight:
    """Return what a seat sees."""
    build, eye = plan.build[piece.build], eyes_of(piece, seat)
    screen, box = piece.screen, (*piece.box, 0.0)
    # a panel looks up, a television along the table
    straight = eye[2] - screen[2] if piece.panel[0] else screen[0] - eye[0]
    mast, top = mast_of(piece), mechanics.upright_mm(build)
    out, up = 10 * build.box.light_out_cm, 10 * build.box.light_up_cm
    across = abs(eye[0] - box[0]) if piece.turned else abs(eye[1] - box[1])
    over = eye[2] * out / across - up if across > out else math.inf
    return Sight(
        math.dist(eye, screen),
        math.degrees(math.acos(straight / math.dist(eye, screen))),
        math.dist(eye, box),
        _beside(eye, screen, mast, top),
        _beside(eye, box, mast, top),
        over,
    )


def _beside(
    eye: tuple[float, float, float], to: tuple[float, float, float], mast: Place, top: float
) -> float:
    """Return the distance of a sight line from a mast; infinity if it passes over or none."""
    dx, dy = to[0] - eye[0], to[1] - eye[1]
    along = ((mast[0] - eye[0]) * dx + (mast[1] - eye[1]) * dy) / (dx * dx + dy * dy)
    if not 0 < along < 1 or eye[2] + along * (to[2] - eye[2]) > top:
        return math.inf
    return math.dist((eye[0] + along * dx, eye[1] + along * dy), mast)


def openings_cm2(piece: Piece) -> float:
    """Return the openings below and above that the warm air needs, each: a chimney's draught."""
    speed = math.sqrt(2 * 9.81 * STACK_M * WARMER_K / 293)
    return 10_000 * piece.watts / (AIR_W_M3K * WARMER_K * FLOW * speed)


def wire_mm(seat: Place) -> float:
    """Return a buzzer's wire: from the middle, along the aprons, and 20 cm at either end."""
    return abs(seat[0]) + abs(seat[1]) + 2 * 200


def sights(plan: BuildFile, piece: Piece) -> str:
    """The views of each seat as a table in Markdown."""
    lines = [
        (
            "| seat | screen: distance, angle | box: distance | "
            "mast beside the line to screen, to box | line to the box passes the strip | wire |"
        ),
        "|---:|---|---:|---|---|---:|",
    ]
    for number, seat in enumerate(piece.seats, 1):
        view = sight(plan, piece, seat)
        lines.append(
            f"| {number} | {view.screen / 1000:.1f} m, {view.screen_angle:.0f} degrees | "
            f"{view.box / 1000:.1f} m | {_mm(view.mast_screen)}, {_mm(view.mast_box)} | "
            f"{_passing(view.strip)} | {wire_mm(seat) / 1000:.1f} m |"
        )
    return "\n".join(lines)


def _mm(value: float) -> str:
    return "free" if math.isinf(value) else f"{value:.0f} mm"


def _passing(strip: float) -> str:
    if math.isinf(strip):
        return "free"
    if strip > STRIP_TO:
        return f"{strip - STRIP_TO:.0f} mm above"
    return f"{STRIP_FROM - strip:.0f} mm below" if strip < STRIP_FROM else "hidden by it"


def cuts(piece: Piece) -> str:
    """The cut list of a piece as a table in Markdown."""
    lines = ["| part | how many | material | mm |", "|---|---:|---|---|"]
    for cut in piece.cuts:
        size = " x ".join(f"{side:g}" for side in cut.size)
        lines.append(f"| {cut.part} | {cut.number} | {cut.material} | {size} |")
    return "\n".join(lines)


def airs() -> str:
    """The openings for air as a table in Markdown."""
    lines = ["| piece | gets warm | openings below, and the same above |", "|---|---:|---:|"]
    lines += [
        f"| {piece.name} | {piece.watts:g} W | {openings_cm2(piece):.0f} cm2 |"
        for piece in PIECES
        if piece.watts
    ]
    return "\n".join(lines)


UNIT = 100.0
"""Millimetres of furniture to a unit of its drawing."""


def areas(plan: BuildFile, piece: Piece) -> dict[str, tuple[Place, Place]]:
    """Return all that is on the top: the middle and the size of each, by its name."""
    long, wide = (side + 2 * mechanics.RIM for side in (MAT_WIDTH, MAT_HEIGHT))
    out = 10 * plan.build[piece.build].box.light_out_cm
    x, y = piece.box
    strip = (18.0, MAT_WIDTH) if piece.turned else (MAT_WIDTH, 18.0)
    stands = {
        "reveal box": (piece.box, (wide, long) if piece.turned else (long, wide)),
        "mast": (mast_of(piece), (mechanics.TUBE, mechanics.TUBE)),
    }
    for number, side in enumerate((-out, out)):
        stands[f"strip {number}"] = ((x + side, y) if piece.turned else (x, y + side)), strip
    if piece.panel[0]:
        stands["panel"] = piece.screen[:2], piece.panel
    for number, seat in enumerate(piece.seats, 1):
        right, up = outwards(piece, seat)
        middle = seat[0] - right * BUZZER_IN, seat[1] - up * BUZZER_IN
        stands[f"buzzer {number}"] = middle, (BUZZER, BUZZER)
    return stands


def outwards(piece: Piece, seat: Place) -> Place:
    """Return the direction from the table to a seat."""
    if abs(seat[0]) == piece.top[0] / 2:
        return math.copysign(1, seat[0]), 0.0
    return 0.0, math.copysign(1, seat[1])


def plan_view(plan: BuildFile, piece: Piece) -> schemdraw.Drawing:
    """The table from above: screen, box, strips of light, mast, seats and buzzers."""
    with blank(14) as drawing:
        _area(drawing, (0, 0), piece.top)
        for name, (middle, size) in areas(plan, piece).items():
            _area(drawing, middle, size, "black" if name.startswith(("mast", "strip")) else None)
            if name in ("reveal box", "panel"):
                _words(drawing, name, middle)
        if not piece.panel[0]:
            _area(drawing, piece.screen[:2], (60, 900), "black")
            _words(drawing, "television", (piece.screen[0] - 300, 0))
        for number, seat in enumerate(piece.seats, 1):
            right, up = outwards(piece, seat)
            _words(drawing, str(number), (seat[0] + right * 150, seat[1] + up * 150))
        _words(drawing, f"{piece.top[0]:g} x {piece.top[1]:g} mm", (0, piece.top[1] / 2 + 330))
    return drawing


def _area(drawing: schemdraw.Drawing, middle: Place, size: Place, fill: str | None = None) -> None:
    (x, y), (wide, deep) = middle, size
    low = (x - wide / 2) / UNIT, (y - deep / 2) / UNIT
    drawing += rectangle(low, (low[0] + wide / UNIT, low[1] + deep / UNIT), fill=fill)


def _words(drawing: schemdraw.Drawing, words: str, at: Place) -> None:
    hard = words.replace(" ", "\N{NO-BREAK SPACE}")
    place = at[0] / UNIT, at[1] / UNIT
    drawing += elm.Label().at(place).label(hard, loc="center", halign="center", valign="center")
