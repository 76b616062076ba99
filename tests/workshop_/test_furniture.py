"""The three pieces of furniture: nothing stands on another, and each seat sees what it has to."""

import math
from collections.abc import Iterable
from itertools import combinations

import pytest

from appliance.builds.file import plan_of, shipped
from workshop import furniture, mechanics
from workshop.furniture import PIECES, Piece, areas, cuts, sight

PLAN = plan_of(shipped())
NAMES = [piece.name for piece in PIECES]


@pytest.fixture(params=PIECES, ids=NAMES)
def piece(request: pytest.FixtureRequest) -> Piece:
    chosen: Piece = request.param
    return chosen


def test_nothing_stands_on_another_or_over_the_edge(piece: Piece) -> None:
    there = areas(PLAN, piece)
    for (middle, size), (middle_2, size_2) in combinations(there.values(), 2):
        gaps = [
            abs(middle[axis] - middle_2[axis]) - (size[axis] + size_2[axis]) / 2 for axis in (0, 1)
        ]
        assert max(gaps) >= 0
    for middle, size in there.values():
        assert all(abs(middle[n]) + size[n] / 2 <= piece.top[n] / 2 for n in (0, 1))


def test_each_seat_sees_the_screen(piece: Piece) -> None:
    """At less than 80 degrees, and no mast within 3 cm of the line."""
    for seat in piece.seats:
        view = sight(PLAN, piece, seat)
        assert view.screen_angle < 80
        assert view.mast_screen > 30
        assert view.box < 2100


def test_most_seats_see_into_the_box(piece: Piece) -> None:
    views = [sight(PLAN, piece, seat).strip for seat in piece.seats]
    hidden = [line for line in views if furniture.STRIP_FROM <= line <= furniture.STRIP_TO]
    assert len(hidden) <= 1


def test_no_wire_is_longer_than_the_plan_says(piece: Piece) -> None:
    build = PLAN.build[piece.build]
    assert len(piece.seats) >= build.seats
    assert all(furniture.wire_mm(seat) <= 1000 * build.wire_m for seat in piece.seats)


def test_a_sight_line_by_hand() -> None:
    """From 45 cm above a point 60 cm before the box: at 25 cm it is 18.75 cm high."""
    kitchen = PIECES[0]
    low = kitchen._replace(turned=False)
    view = sight(PLAN, low, (0.0, -450.0))
    assert view.box == pytest.approx(math.hypot(600, 450))
    assert view.strip == pytest.approx(450 * 250 / 600 - 150)
    behind = sight(PLAN, low, (0.0, 450.0))
    assert behind.mast_box == pytest.approx(0)
    assert math.isinf(view.mast_box)


def test_openings_by_hand() -> None:
    """40 W: 0.317 m/s of draught at 15 degrees, 1206 W s/m3 K, 60 % of the opening."""
    coffee = PIECES[1]
    assert furniture.openings_cm2(coffee) == pytest.approx(
        1e4 * 40 / (1206 * 15 * 0.6 * 0.317), rel=0.01
    )


def test_cut_lists_fit_their_tops(piece: Piece) -> None:
    for cut in piece.cuts:
        assert cut.number > 0
        assert max(cut.size) <= max(piece.top)
        assert f"| {cut.part} | {cut.number} |" in cuts(piece)
    panes = [cut.size for cut in piece.cuts if cut.material == furniture.GLASS]
    for pane in panes:
        assert all(pane[n] == piece.panel[n] + 20 for n in (0, 1))


def test_the_case_of_a_panel_fits_between_the_aprons_and_clears_a_joint() -> None:
    for piece in PIECES[1:]:
        size = {cut.part.split(",")[0]: cut.size for cut in piece.cuts}
        floor, leg = size["floor of the case below the panel"], size["legs"][1]
        inside = size["long aprons"][0], size["short aprons"][0]
        for axis in (0, 1):
            assert floor[axis] >= piece.panel[axis] + 2 * 18
            assert abs(piece.screen[axis]) + floor[axis] / 2 < inside[axis] / 2
            assert inside[axis] / 2 + leg < piece.top[axis] / 2
    big = PIECES[2]
    assert abs(big.screen[0]) > (big.panel[0] + 20) / 2  # the pane ends before the joint


def test_the_pictures_of_the_coffee_table_have_the_sizes_of_its_cut_list() -> None:
    coffee = PIECES[1]
    scene = (mechanics.FOLDER / "coffee_guide.scad").read_text(encoding="utf-8")
    sizes = [cut.size for cut in coffee.cuts]
    top, floor, long_apron, short_apron, leg, pane = (sizes[n] for n in (0, 1, 4, 5, 6, 7))
    assert f"top = {_vector(top)};" in scene
    assert f"pane = {_vector(pane)};" in scene
    assert f"floor_board = {_vector(floor)};" in scene
    assert f"long_apron = {_vector((long_apron[0], long_apron[2], long_apron[1]))};" in scene
    assert f"short_apron = {_vector((short_apron[2], short_apron[0], short_apron[1]))};" in scene
    assert f"leg = {_vector(leg[::-1])};" in scene
    assert f"panel_at = {_vector(coffee.screen[:2])};" in scene
    assert f"box_at = {_vector(coffee.box)};" in scene
    assert f"seats = [{', '.join(_vector(seat) for seat in coffee.seats)}];" in scene


def _vector(numbers: Iterable[float]) -> str:
    return f"[{', '.join(f'{number:g}' for number in numbers)}]"
