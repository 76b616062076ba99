"""Keys for fingers: on the screen, apart from each other, large enough, and only on request."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from at_table import People, playing
from example_seats import AT
from example_views import EXAMPLES
from said import ENGLISH, noticed

from appliance.config import Display
from appliance.core.signals import MS, SECOND, RowTouched, Signal, Touched, Wish, Wished
from appliance.display import touch
from appliance.display.draw import Artist, places_of
from appliance.display.layout import LAYOUTS, Layout, plan
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.seat_words import option
from appliance.display.sizes import Glass
from appliance.display.theme import GROUND
from appliance.display.touch import Fingers, MoreKeys, MoreRows, Target, reach_of, targets
from appliance.display.view import View
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.presses.gestures import LONG_AFTER
from appliance.table import Table, TableSettings
from appliance.table.facts import KeyFacts
from bluffing.cards import RANKS
from bluffing.rulesets import RULESETS

GLASS = Glass()
SIZES = ((800, 480), (1280, 720), (1920, 1080))


def keyed(view: View, seats: int, keys: tuple[KeyFacts, ...]) -> View:
    """`view` with a number of seats; the first may touch these keys."""
    if not view.seats:
        return view
    some = (view.seats * 12)[:seats]
    numbered = tuple(
        replace(
            width, seat=place, buzzer=place, place=place, ring=None, keys=keys if place == 0 else ()
        )
        for place, width in enumerate(some)
    )
    return replace(view, seats=numbered)


def laid(view: View, layout: Layout, size: tuple[int, int]) -> tuple[Target, ...]:
    reach = reach_of(view, GLASS, size, shared_kit())
    return targets(view, plan(layout, size, places_of(view), reach=reach))


RANK_KEYS = tuple(KeyFacts(rank, taps) for taps, rank in enumerate((*RANKS, "BACK")))
CARD_KEYS = (*(KeyFacts(str(count), count) for count in range(1, 9)), KeyFacts("PASS / DOUBT", 0))
KEYS = {"ranks": RANK_KEYS, "cards": CARD_KEYS, "yes": (KeyFacts("", 0),)}


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.untraced
def test_targets_lie_on_the_screen_and_apart(
    layout: Layout, size: tuple[int, int], keys: str
) -> None:
    screen = pygame.Rect((0, 0), size)
    for name, view in EXAMPLES.items():
        for seats in (2, 6, 11):
            found = laid(keyed(view, seats, KEYS[keys]), layout, size)
            for target in found:
                assert screen.contains(target.slot.rect), (name, target)
                assert min(target.slot.rect.size) >= GLASS.key(size), (name, target)
            for first, second in combinations(found, 2):
                assert not first.slot.rect.colliderect(second.slot.rect), (name, first, second)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_keys_are_drawn_only_on_request(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    view = keyed(EXAMPLES["game"], 4, CARD_KEYS)
    artist = Artist(layout, fingers=True, kit=shared_kit())
    surface = pygame.Surface((800, 480), 0, 32)
    artist.draw(surface, view, AT)
    found, plain = artist.targets, surface.copy()
    with monkeypatch.context() as patched:
        patched.setattr(touch, "draw", lambda *_: None)
        Artist(layout, fingers=True, kit=shared_kit()).draw(plain, view, AT)
    changed = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1), plain)
    changed.invert()
    for target in found:
        inside = pygame.Mask(surface.get_size())
        inside.draw(pygame.Mask(target.slot.rect.size, fill=True), target.slot.rect.topleft)
        assert changed.overlap(inside, (0, 0)), target
        changed.erase(inside, (0, 0))
    assert changed.count() == 0  # nothing beside the targets
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(800, 480, layout))
    window.open()
    window.show(view, AT)
    assert window.targets == ()
    window.close()
    window = Window(Display(800, 480, layout, touch=True))
    window.open()
    window.show(view, AT)
    assert window.targets == found
    assert window.size == (800, 480)
    window.close()


@pytest.mark.thorough
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_screen_leaves_room_for_the_keys(layout: Layout) -> None:
    """Whatever it shows, where keys may come there is its ground and nothing else."""
    size = (800, 480)
    for view in EXAMPLES.values():
        where = plan(layout, size, places_of(view), reach=reach_of(view, GLASS, size, shared_kit()))
        surface = pygame.Surface(size, 0, 32)
        Artist(layout, fingers=True, kit=shared_kit()).draw(surface, view, AT)
        for slot in where.keys:
            assert slot is not None
            there = pygame.image.tobytes(surface.subsurface(slot.rect), "RGB")
            assert there == bytes(GROUND) * (slot.rect.width * slot.rect.height)


# --- from a real table ------------------------------------------------------------------------


def labels(people: People, seat: int) -> dict[str, int]:
    seats = view_of(people.table, people.now, ENGLISH).seats
    return {option(key.label, ENGLISH): key.taps for key in seats[seat].keys}


def test_who_is_on_turn_counts_cards_by_keys() -> None:
    people = playing(hands=(3, 3, 3, 43))
    assert labels(people, 1) == {"1": 0 + 1, "2": 2, "3": 3}
    assert labels(people, 0) == {}
    people.press(1)
    assert labels(people, 1) == {"1": 0, "2": 1, "3": 2}
    people.lay(1, 0)
    assert all(labels(people, seat) == {} for seat in range(4))  # a doubt is open: buzzers only


@pytest.mark.parametrize("name", RULESETS)
def test_every_key_of_a_turn_is_heard_by_the_table(name: str) -> None:
    people = playing(ruleset=name)
    for seat in range(4):
        for taps in labels(people, seat).values():
            tried = replace(people)
            tried.send(Touched(seat, taps, tried.now))
            assert tried.table != people.table
            assert noticed(tried.table) == ""


def test_the_one_who_must_say_yes_has_a_key_for_it() -> None:
    people = playing()
    people.lay(1, 1)
    people.press(2)
    people.wait(2 * SECOND)
    people.show("K")
    assert labels(people, 1) == labels(people, 2) == {}  # the word has not come down yet
    people.wait(2 * SECOND)
    assert labels(people, 1) == {"": 0} or labels(people, 2) == {"": 0}
    wishes = {
        target.does
        for target in laid(view_of(people.table, people.now, ENGLISH), "tv", (1280, 720))
        if isinstance(target.does, Wish)
    }
    assert wishes == {Wish.PAUSE, Wish.GO_ON}


# --- fingers ----------------------------------------------------------------------------------


@pytest.fixture
def fingers() -> Iterator[tuple[Fingers, list[Signal], tuple[Target, ...]]]:
    posted: list[Signal] = []
    made = Fingers(lambda: 77)
    found = laid(keyed(EXAMPLES["game"], 4, CARD_KEYS), "tv", (1280, 720))
    made.open(posted.append)
    made.look(found, (1280, 720), 5 * MS)
    yield made, posted, found
    made.close()


def finger(
    kind: int, number: int, at: tuple[float, float], size: tuple[int, int] = (1280, 720)
) -> pygame.event.Event:
    return pygame.event.Event(kind, finger_id=number, x=at[0] / size[0], y=at[1] / size[1])


def test_a_finger_takes_the_key_that_it_leaves(
    fingers: tuple[Fingers, list[Signal], tuple[Target, ...]],
) -> None:
    made, posted, found = fingers
    three = next(target for target in found if target.label == "3")
    pause = next(target for target in found if target.does is Wish.PAUSE)
    assert made.handle(finger(pygame.FINGERDOWN, 1, three.slot.rect.center))
    assert made.handle(finger(pygame.FINGERDOWN, 2, pause.slot.rect.center))
    assert posted == []
    made.handle(finger(pygame.FINGERUP, 2, pause.slot.rect.center))
    made.handle(finger(pygame.FINGERUP, 1, three.slot.rect.center))
    assert posted == [Wished(Wish.PAUSE, 77), Touched(0, 3, 5 * MS)]


def test_who_slides_off_or_sees_it_change_takes_nothing(
    fingers: tuple[Fingers, list[Signal], tuple[Target, ...]],
) -> None:
    made, posted, found = fingers
    three = next(target for target in found if target.label == "3").slot.rect.center
    made.handle(finger(pygame.FINGERDOWN, 1, three))
    made.handle(finger(pygame.FINGERUP, 1, (three[0], 5)))
    made.handle(finger(pygame.FINGERDOWN, 1, three))
    made.look(tuple(replace(target, label="x") for target in found), (1280, 720), 9 * MS)
    made.handle(finger(pygame.FINGERUP, 1, three))
    made.handle(finger(pygame.FINGERUP, 4, three))
    assert posted == []


@pytest.mark.parametrize("place", range(12))
def test_every_rank_can_be_touched_on_ten_inches(place: int) -> None:
    """Also at the short sides, page by page; what a hold would take is on the first."""
    size, view = (1920, 1080), EXAMPLES["rank"]
    seat = replace(view.seats[1], seat=0, buzzer=0, place=place, keys=RANK_KEYS)
    view = replace(view, seats=(seat,), table=replace(view.table, places=12))
    artist, surface = (
        Artist("tabletop", fingers=True, glass=Glass(10), kit=shared_kit()),
        pygame.Surface(size),
    )
    seen: list[Target] = []
    fingers = Fingers(lambda: 0, artist.turn_to)
    fingers.open(lambda signal: pytest.fail(f"a page was turned, and {signal} posted"))
    for _ in range(len(RANK_KEYS)):
        artist.redraw(surface, view, AT)
        fingers.look(artist.targets, size, AT)
        mine = [target for target in artist.targets if not isinstance(target.does, Wish)]
        assert all(min(target.slot.rect.size) >= Glass(10).key(size) for target in mine)
        assert seen or any(target.lit for target in mine)
        if mine[0] in seen:
            break
        seen += [target for target in mine if target.label]
        for touched in mine:
            if isinstance(touched.does, MoreKeys):
                fingers.handle(finger(pygame.FINGERDOWN, 1, touched.slot.rect.center, size))
                fingers.handle(finger(pygame.FINGERUP, 1, touched.slot.rect.center, size))
    assert {target.does for target in seen} == {(0, key.taps) for key in RANK_KEYS}
    other = replace(view, seats=(replace(seat, keys=RANK_KEYS[1:]),))
    artist.redraw(surface, other, AT)
    first = artist.targets
    artist.draw(surface, other, AT)
    assert artist.targets == first, "other keys begin with their first page"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_fingers_come_to_every_row_of_a_long_page(layout: Layout) -> None:
    people = People(Table(TableSettings(buzzers=4)), now=SECOND)
    people.press(2, LONG_AFTER + 50 * MS)
    people.send(RowTouched(1, people.now))
    people.send(RowTouched(0, people.now))
    size, rows = (1280, 720), set[int]()
    artist, surface = Artist(layout, fingers=True, kit=shared_kit()), pygame.Surface(size)
    fingers = Fingers(lambda: people.now)
    fingers.open(people.send)
    for _ in RULESETS:
        view = view_of(people.table, people.now, ENGLISH)
        assert view.menu is not None
        artist.redraw(surface, view, people.now)
        fingers.look(artist.targets, size, people.now)
        rows |= {target.does for target in artist.targets if isinstance(target.does, int)}
        more = next(target for target in artist.targets if isinstance(target.does, MoreRows))
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            fingers.handle(finger(kind, 1, more.slot.rect.center, size))
    assert rows == set(range(len(RULESETS) + 1))


def test_a_mouse_is_a_finger_and_no_finger_counts_twice(
    fingers: tuple[Fingers, list[Signal], tuple[Target, ...]],
) -> None:
    made, posted, found = fingers
    place = next(target for target in found if target.label == "1").slot.rect.center
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        made.handle(pygame.event.Event(kind, button=1, pos=place, touch=True))
        made.handle(pygame.event.Event(kind, button=3, pos=place, touch=False))
    assert posted == []
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        made.handle(pygame.event.Event(kind, button=1, pos=place, touch=False))
    assert posted == [Touched(0, 1, 5 * MS)]
    assert not made.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1))
    made.close()
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        made.handle(pygame.event.Event(kind, button=1, pos=place, touch=False))
    assert len(posted) == 1
