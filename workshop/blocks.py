"""The connections of a whole build, with its supplies, currents and fuses."""

import schemdraw
import schemdraw.elements as elm

from appliance.builds import electrics
from appliance.builds.electrics import Wiring
from workshop.sheets import blank, rectangle

WIDE, HIGH = 4.8, 1.8
"""Size of a box."""

LETTERS = 15
"""Points: the drawing is wide, and made smaller on its page."""

COLUMNS = (0.0, 7.2, 14.4, 21.6)
ROWS = (0.0, 3.2, 6.4, 9.6)
"""Places of boxes: their left and lower edges, from the left and from below."""


def blocks(at: Wiring) -> schemdraw.Drawing:
    """A whole table."""
    hub, supply = at.build.buzzers == "hub", at.plan.supply[at.build.supply]
    seats, wires = at.seats, at.build.wire_m
    with blank(LETTERS) as drawing:
        strip = _box(drawing, 0, 2, "socket strip\nwith a switch")
        pi_supply = _box(drawing, 1, 2, f"supply of the Pi\n{supply.volts:g} V, {supply.amps:g} A")
        pi = _box(drawing, 2, 2, "Raspberry Pi")
        screen = _box(drawing, 2, 3, "screen")
        camera = _box(drawing, 3, 3, f"camera, {at.build.box.height_cm} cm\nabove the mat")
        board = _box(drawing, 2, 1, _board(at))
        buttons = _box(drawing, 3, 1, f"{seats} buttons\nwith lamps")
        _join(drawing, _right(strip), _left(pi_supply), "mains")
        _join(drawing, _right(pi_supply), _left(pi), f"{electrics.pi_amps(at):.1f} A")
        _join(drawing, _top(pi), _bottom(screen), "HDMI", at_side=True)
        _join(drawing, _right(board), _left(buttons), f"{wires:g} m")
        _corner(drawing, _right(pi, 0.5), _bottom(camera), "camera cable")
        if hub:
            _join(drawing, _bottom(pi), _top(board), "USB", at_side=True)
        else:
            _join(drawing, _bottom(pi), _top(board), "ribbon cable", at_side=True)
        if at.lamp_supply is not None:
            _lamps(drawing, at, strip, board)
        if not at.build.light_ma:
            feed = _box(drawing, 1, 0, "supply of the light\n12 V, closed")
            light = _box(drawing, 2, 0, "light of the reveal box\n12 V")
            _corner(drawing, _left(feed), _bottom(strip, -0.5), "")
            _join(drawing, _right(feed), _left(light), "")
    return drawing


def _board(at: Wiring) -> str:
    chips = f"{electrics.sinks_of(at)} {at.sink.says}" if at.sink else ""
    label = "seat hub" if at.build.buzzers == "hub" else "board"
    if at.dimmer:
        return f"{label}: resistors,\n{at.dimmer.says}" + (f", {chips}" if chips else "")
    return f"{label}: resistors" + (f"\nand {chips}" if chips else "")


def _lamps(drawing: schemdraw.Drawing, at: Wiring, strip: "Place", board: "Place") -> None:
    """The lamps' own supply, with its fuse, and the light of the reveal box where it is on it."""
    lamps = at.lamp_supply
    assert lamps is not None  # noqa: S101 - builds whose pins feed their lamps don't come here
    supply = _box(drawing, 1, 1, f"supply of the lamps\n{lamps.volts:g} V, {lamps.amps:g} A")
    _corner(drawing, _left(supply), _bottom(strip), "")
    (x, y), (end, _) = _right(supply), _left(board)
    fuse = elm.FuseIEC().at((x, y)).to((end - 0.6, y))
    drawing += fuse.label(f"fuse {lamps.fuse_a:g} A", loc="top")
    drawing += (
        elm.Label()
        .at(((x + end) / 2 - 0.4, y - 0.65))
        .label(f"{electrics.lamp_amps(at):.1f} A", loc="center", halign="center")
    )
    drawing += elm.Dot().at((end - 0.6, y))
    drawing += elm.Line().at((end - 0.6, y)).to((end, y))
    if not at.build.light_ma:
        return
    down = _left(_box(drawing, 2, 0, f"light of the reveal box\n{at.build.light_ma:g} mA"))
    drawing += elm.Line().at((end - 0.6, y)).to((end - 0.6, down[1]))
    drawing += elm.Line().to(down)


# --- boxes and lines -----------------------------------------------------------------------------

Place = tuple[int, int]
"""A box, by its column and row."""

Point = tuple[float, float]


def _box(drawing: schemdraw.Drawing, column: int, row: int, words: str) -> Place:
    x, y = COLUMNS[column], ROWS[row]
    drawing += rectangle((x, y), (x + WIDE, y + HIGH))
    lines = words.split("\n")
    for number, line in enumerate(lines):
        middle = y + HIGH / 2 + ((len(lines) - 1) / 2 - number) * 0.7
        drawing += (
            elm.Label()
            .at((x + WIDE / 2, middle))
            .label(line, loc="center", halign="center", valign="center")
        )
    return column, row


def _left(place: Place) -> Point:
    return COLUMNS[place[0]], ROWS[place[1]] + HIGH / 2


def _right(place: Place, up: float = 0.0) -> Point:
    return COLUMNS[place[0]] + WIDE, ROWS[place[1]] + HIGH / 2 + up


def _top(place: Place) -> Point:
    return COLUMNS[place[0]] + WIDE / 2, ROWS[place[1]] + HIGH


def _bottom(place: Place, aside: float = 0.0) -> Point:
    return COLUMNS[place[0]] + WIDE / 2 + aside, ROWS[place[1]]


def _join(
    drawing: schemdraw.Drawing, one: Point, other: Point, words: str, *, at_side: bool = False
) -> None:
    drawing += elm.Line().at(one).to(other)
    middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    place = (middle[0] + 0.2, middle[1]) if at_side else (middle[0], middle[1] + 0.4)
    drawing += (
        elm.Label()
        .at(place)
        .label(words, loc="center", halign="left" if at_side else "center", valign="center")
    )


def _corner(drawing: schemdraw.Drawing, one: Point, other: Point, words: str) -> None:
    """First across, then up or down, with the words beside the second part."""
    drawing += elm.Line().at(one).to((other[0], one[1]))
    drawing += elm.Line().to(other)
    if words:
        drawing += (
            elm.Label()
            .at((other[0] + 0.2, (one[1] + other[1]) / 2))
            .label(words, loc="center", halign="left", valign="center")
        )
