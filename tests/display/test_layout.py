"""Geometry: everything on the screen, nothing on anything else, every seat facing its edge."""

from itertools import chain, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.display.layout import LAYOUTS, MOST_SEATS, Layout, Places, Slot, Turn, plan
from appliance.display.pen import Kit, Pen
from appliance.display.quiet import pygame
from appliance.display.reach import Reach
from appliance.display.sizes import Glass
from appliance.display.widgets import put

layouts = st.sampled_from(LAYOUTS)
lying = st.tuples(st.integers(800, 1920), st.integers(480, 1200)).filter(
    lambda size: size[0] >= size[1]
)
upright = lying.map(lambda size: (size[1], size[0])).filter(lambda size: size[1] > size[0])
sizes = lying | upright
counts = st.integers(0, MOST_SEATS)


@given(layouts, sizes, counts, st.frozensets(st.integers(0, 11), max_size=3), st.booleans())
def test_nothing_overlaps_or_leaves_the_screen(
    layout: Layout, size: tuple[int, int], count: int, live: frozenset[int], ring: bool
) -> None:
    where = plan(layout, size, Places.all(count), live, ring=ring)
    assert len(where.seats) == count
    assert (where.ring is not None) == (ring and layout == "tv")
    extra = () if where.ring is None else (where.ring,)
    rects = [slot.rect for slot in (*where.heads, *where.seats, *extra)] + [where.body]
    for rect in rects:
        assert pygame.Rect((0, 0), size).contains(rect)
        assert rect.width > 40
        assert rect.height > 40
    for first, second in combinations(rects, 2):
        assert not first.colliderect(second)


@given(lying, counts)
def test_seats_of_a_tabletop_go_clockwise_and_face_their_edges(
    size: tuple[int, int], count: int
) -> None:
    where = plan("tabletop", size, Places.all(count))
    for slot in where.seats:
        x, y = slot.rect.center
        near: dict[Turn, float] = {0: size[1] - y, 180: y, 90: size[0] - x, 270: x}
        assert min(near, key=lambda turn: near[turn]) == slot.turn
    assert [slot.turn for slot in where.seats] == sorted(
        (slot.turn for slot in where.seats), key=[180, 90, 0, 270].index
    )
    top = [slot.rect.x for slot in where.seats if slot.turn == 180]
    bottom = [slot.rect.x for slot in where.seats if slot.turn == 0]
    assert top == sorted(top)
    assert bottom == sorted(bottom, reverse=True)


@given(sizes, st.permutations(range(6)), st.frozensets(st.integers(0, 5), max_size=3))
def test_seats_of_a_tv_stand_by_their_places_whichever_way_play_goes(
    size: tuple[int, int], order: list[int], live: frozenset[int]
) -> None:
    wanted = tuple((80,) * (place + 1) for place in range(6))
    at_home = plan("tv", size, Places.all(6), live, reach=Reach(80, 20, wanted))
    mixed = plan(
        "tv",
        size,
        Places(tuple(order), 6),
        frozenset(map(order.index, live)),
        reach=Reach(80, 20, tuple(wanted[place] for place in order)),
    )
    assert mixed.seats == tuple(at_home.seats[place] for place in order)
    assert mixed.keys == tuple(at_home.keys[place] for place in order)


@given(upright, counts, st.booleans())
def test_an_upright_table_is_a_lying_one_from_another_side(
    size: tuple[int, int], count: int, touch: bool
) -> None:
    glass, sizes = Glass(), (100,)
    reach = (
        Reach(glass.key(size), glass.letter(size), (sizes,) * count, host=True) if touch else None
    )
    where = plan("tabletop", size, Places.all(count), reach=reach)
    lies = plan("tabletop", size[::-1], Places.all(count), reach=reach)
    quarter = Slot(pygame.Rect((0, 0), size), 90)
    for a, b in zip(
        (*where.heads, *where.seats, *where.keys, *where.parts, *chain(*where.host)),
        (*lies.heads, *lies.seats, *lies.keys, *lies.parts, *chain(*lies.host)),
        strict=True,
    ):
        assert a is not None
        assert b is not None
        assert a.turn == (b.turn + 90) % 360
        if b.rect.size != lies.parts[0].rect.size:  # halves of an odd number of pixels differ
            assert a.rect == quarter.place(b.rect)


@given(upright, counts, st.frozensets(st.integers(0, 11), max_size=3))
def test_seats_of_an_upright_tv_stand_in_rows_in_their_order(
    size: tuple[int, int], count: int, live: frozenset[int]
) -> None:
    where = plan("tv", size, Places.all(count), live)
    assert where.upright
    tops = [slot.rect.top for slot in where.seats]
    assert tops == sorted(tops)
    rows = [[slot for slot in where.seats if slot.rect.top == top] for top in sorted(set(tops))]
    assert len(rows) == -(-count // 4)
    for row in rows:
        assert all(left.rect.right < right.rect.left for left, right in pairwise(row))
        left, right = row[0].rect.left, size[0] - row[-1].rect.right
        assert abs(left - right) <= 2, "a row is in the middle"


@given(upright, st.builds(Glass, st.integers(10, 32)), st.integers(1, MOST_SEATS), st.data())
def test_keys_of_an_upright_tv_have_room_below_their_seats(
    size: tuple[int, int], glass: Glass, count: int, data: st.DataObject
) -> None:
    key = glass.key(size)
    few = st.lists(st.integers(key + key // 8, 3 * key), max_size=14).map(tuple)
    wanted = tuple(data.draw(few) for _ in range(count))
    reach = Reach(key, glass.letter(size), wanted, host=True)
    where = plan("tv", size, Places.all(count), reach=reach)
    keys = [slot for slot in where.keys if slot is not None]
    rects = [slot.rect for slot in (*where.heads, *where.seats, *keys, *where.host[0])]
    rects.append(where.body)
    assert all(pygame.Rect((0, 0), size).contains(rect) for rect in rects)
    assert not any(a.colliderect(b) for a, b in combinations(rects, 2))
    assert all(min(slot.rect.size) >= key for slot in where.host[0])
    for row in {slot.rect.top: slot for slot in where.seats}.values():
        mine = [i for i, slot in enumerate(where.seats) if slot.rect.top == row.rect.top]
        assert any(where.keys[i] is not None for i in mine), "a row of seats without keys"
        assert all(slot.rect.height >= key for i in mine if (slot := where.keys[i]) is not None)


def test_eleven_seats_sit_4_4_1_2() -> None:
    turns = [slot.turn for slot in plan("tabletop", (1920, 1080), Places.all(11)).seats]
    assert [turns.count(turn) for turn in (180, 0, 270, 90)] == [4, 4, 1, 2]


@given(sizes, st.integers(1, MOST_SEATS), st.data())
def test_a_seat_of_a_tabletop_stays_where_its_place_is(
    size: tuple[int, int], wired: int, data: st.DataObject
) -> None:
    everybody = plan("tabletop", size, Places.all(wired)).seats
    taken = sorted(data.draw(st.sets(st.integers(0, wired - 1))))
    some = plan("tabletop", size, Places(tuple(taken), wired)).seats
    assert some == tuple(everybody[place] for place in taken)


@given(lying, counts, st.data())
def test_a_seat_of_a_tv_is_as_wide_as_it_must_be(
    size: tuple[int, int], count: int, data: st.DataObject
) -> None:
    least = tuple(data.draw(st.lists(st.integers(0, 300), min_size=count, max_size=count)))
    seats = plan("tv", size, Places.all(count), least=least).seats
    assert all(first.rect.right < second.rect.left for first, second in pairwise(seats))
    assert all(pygame.Rect((0, 0), size).contains(slot.rect) for slot in seats)
    if sum(least) + 12 * count < size[0] / 2:
        assert all(slot.rect.width >= room - 1 for slot, room in zip(seats, least, strict=True))


@given(sizes, st.integers(1, MOST_SEATS), st.data())
def test_who_has_many_keys_gets_room_for_them_on_a_tabletop(
    size: tuple[int, int], count: int, data: st.DataObject
) -> None:
    glass, who = Glass(), data.draw(st.integers(0, count - 1))
    key = glass.key(size)
    keys = tuple(data.draw(st.lists(st.integers(key, 4 * key), min_size=1, max_size=14)))
    wanted = tuple(keys if seat == who else () for seat in range(count))
    reach = Reach(key, glass.letter(size), wanted)
    where = plan("tabletop", size, Places.all(count), reach=reach)
    places = [slot.rect for slot in (*where.seats, *where.keys) if slot is not None]
    assert all(pygame.Rect((0, 0), size).contains(rect) for rect in places)
    assert not any(first.colliderect(second) for first, second in combinations(places, 2))
    mine = where.keys[who]
    assert mine is not None
    wide, tall = mine.size
    rows = reach.rows(keys, wide, tall // key)
    assert [i for row in rows for i in row] == list(range(len(keys)))
    if sum(keys) < size[1] / 4:
        assert max(sum(keys[i] for i in row) for row in rows) <= wide


glasses = st.builds(Glass, st.integers(10, 32), st.integers(60, 200))


@given(sizes, glasses, st.integers(1, MOST_SEATS), st.data())
def test_panels_of_a_tabletop_stay_whatever_keys_there_are(
    size: tuple[int, int], glass: Glass, wired: int, data: st.DataObject
) -> None:
    key = glass.key(size)
    one = st.lists(st.integers(key + key // 8, 3 * key), max_size=14).map(tuple)
    few = st.tuples(st.just(()) | one)
    taken = tuple(sorted(data.draw(st.sets(st.integers(0, wired - 1), min_size=1))))
    wanted = tuple(data.draw(few)[0] for _ in taken)
    places, letter = Places(taken, wired), glass.letter(size)
    reach = Reach(key, letter, wanted, host=True)
    where = plan("tabletop", size, places, reach=reach)
    before = plan("tabletop", size, places, reach=Reach(key, letter, ((),) * len(taken), host=True))
    for slot, home in zip(where.seats, before.seats, strict=True):
        assert home.rect.contains(slot.rect), "a panel has left its place"
        assert slot.size[0] == home.size[0]
        assert slot.turn == home.turn
        assert slot.size[1] > 24
    rects = [slot.rect for slot in (*where.seats, *where.keys, *where.heads) if slot is not None]
    assert all(pygame.Rect((0, 0), size).contains(rect) for rect in rects)
    assert not any(a.colliderect(b) for a, b in combinations(rects, 2))
    for keys, home, wants in zip(where.keys, before.seats, wanted, strict=True):
        if not wants:
            continue
        assert keys is not None
        assert keys.size[1] >= key
        wide, tall = keys.size
        least = tuple(min(want, wide - reach.step) for want in wants)
        pages = reach.pages(least, wide, tall // key)
        told = [i for page in pages for row in page for i in row if i < len(wants)]
        assert told == list(range(len(wants))), "a key is on no page, or on two"
        for rows in pages:
            widths = [sum((*least, reach.step)[i] for i in row) for row in rows]
            assert max(widths) <= wide, "keys are narrower than a finger needs"
            assert len(rows) <= max(1, tall // key)
        mine = keys.place(pygame.Rect(0, 0, *keys.size))
        upright = keys.turn in {0, 180}
        a, b = (mine.left, mine.right) if upright else (mine.top, mine.bottom)
        c, d = (home.rect.left, home.rect.right) if upright else (home.rect.top, home.rect.bottom)
        assert a <= c
        assert b >= d, "keys begin and end at or beyond their own panel"


def test_rails_at_full_hd() -> None:
    where = plan("tabletop", (1920, 1080), Places.all(12))
    arena = where.heads[0].rect.union(where.heads[1].rect)
    assert arena == pygame.Rect(240, 180, 1440, 720)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_point_of_a_slot_is_where_its_drawing_lands(turn: Turn) -> None:
    surface = pygame.Surface((300, 200))
    slot = Slot(pygame.Rect(20, 30, 120, 80), turn)
    sheet = pygame.Surface(slot.size, pygame.SRCALPHA)
    sheet.fill("red", (30, 10, 5, 5))
    put(Pen(surface, Kit(), 1.0), sheet, slot)
    x, y = slot.point(32.5, 12.5)
    assert surface.get_at((round(x), round(y))) == pygame.Color("red")
    assert surface.get_at((round(x) + 9, round(y))) == pygame.Color("black")


def test_unknown_layouts_are_named() -> None:
    with pytest.raises(ValueError, match="no layout 'wall': there are tv and tabletop"):
        plan("wall", (1920, 1080), Places.all(3))  # type: ignore[arg-type]
