"""What moves: only what changed is drawn, only when it changes, and then no pixel is wrong."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from example_seats import AT
from example_views import EXAMPLES
from extent import often, tries

from appliance.config import Display
from appliance.core.effects import Rhythm
from appliance.core.signals import MS, SECOND
from appliance.display import motion
from appliance.display.draw import Artist, Layer, changed, picture, places_of
from appliance.display.layout import LAYOUTS, Layout, plan
from appliance.display.painting import level, next_change
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.screens import attract
from appliance.display.view import View
from appliance.display.window import Window

SMALL = (800, 480)
BOTH = pytest.mark.parametrize("layout", LAYOUTS)
CALM = pytest.mark.parametrize("calm", [False, True])

MINUTE = 60 * SECOND
SLOW = 12
"""Frames a second of what moves while everybody thinks: a lamp that breathes, a card that flies."""


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def one_on(view: View, chance: Random) -> View:
    """The same a moment later: one seat, or what all see, is a little different."""
    if not view.seats or chance.random() < 0.3:
        return replace(
            view, detail=view.detail + "!", play=replace(view.play, pile=view.play.pile + 1)
        )
    at = chance.randrange(len(view.seats))
    seat = replace(view.seats[at], cards=view.seats[at].cards + 1, prompt=None)
    return replace(view, seats=(*view.seats[:at], seat, *view.seats[at + 1 :]))


@BOTH
@CALM
@pytest.mark.parametrize("fingers", [False, True])
@pytest.mark.untraced
@pytest.mark.examples
def test_what_is_drawn_in_part_is_what_is_drawn_whole(
    layout: Layout, calm: bool, fingers: bool
) -> None:
    """One artist goes on for a whole evening; each of its pictures is as one drawn from nothing."""
    chance = Random(f"{layout} {calm}")
    artist, whole = (Artist(layout, calm=calm, fingers=fingers, kit=shared_kit()) for _ in range(2))
    shown, wanted = (pygame.Surface(SMALL, 0, 32) for _ in range(2))
    for example in chance.sample(list(EXAMPLES.values()), tries(5, of=len(EXAMPLES))):
        view, at = example, AT + chance.randint(0, 3 * SECOND)
        for _ in range(4):
            new = artist.redraw(shown, view, at)
            whole.draw(wanted, view, at)
            assert pixels(shown) == pixels(wanted)
            assert all(shown.get_rect().contains(rect) for rect in new)
            at += chance.choice((1, 33 * MS, 140 * MS, 700 * MS))
            view = one_on(view, chance) if chance.random() < 0.5 else view


@BOTH
@CALM
@pytest.mark.untraced
@pytest.mark.examples
def test_nothing_changes_before_it_is_due(layout: Layout, calm: bool) -> None:
    chance = Random(f"{calm} {layout}")
    surface = pygame.Surface(SMALL, 0, 32)
    for view in chance.sample(list(EXAMPLES.values()), tries(5, of=len(EXAMPLES))):
        artist = Artist(layout, calm=calm, kit=shared_kit())
        at = AT - 300 * MS
        for _ in range(20):
            artist.redraw(surface, view, at)
            due = next_change(view, at, calm=calm)
            for _ in range(3):
                later = chance.randint(at, (due or at + MINUTE) - 1)
                assert not artist.redraw(surface, view, later), (view.screen, at, later, due)
            if due is None:
                break
            assert due > at
            at = due


@pytest.mark.parametrize("rhythm", Rhythm)
def test_a_lamp_looks_the_same_until_its_next_beat(rhythm: Rhythm) -> None:
    at, seen = 0, set()
    for _ in range(100):
        due = motion.beat(rhythm, at)
        last = (due or at + MINUTE) - 1
        shines = [level(rhythm, moment, 3) for moment in (at, (at + last) // 2, last)]
        seen |= set(shines)
        assert len(set(shines)) == 1, (at, shines)
        if due is None:
            break
        at = due
    assert len(seen) > 1 or motion.beat(rhythm, 0) is None


def at_rest(view: View) -> View:
    """The same with nothing that counts time."""
    seats = tuple(replace(seat, button=replace(seat.button, hold=None)) for seat in view.seats)
    front = view.front if view.menu is None else replace(view.menu, hold=None)
    return replace(view, seats=seats, front=front, play=replace(view.play, window=None), limit=None)


def frames(view: View, *, calm: bool, monkeypatch: pytest.MonkeyPatch) -> int:
    """Count a window's drawings in a minute without events, after the first picture."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(*SMALL, reduced_motion=calm))
    window.open()
    window.show(view, AT)
    drawn, at = 0, AT
    while (due := next_change(view, at, calm=calm)) is not None and due < AT + MINUTE:
        assert not window.show(view, due - 1)
        at = max(due, at + SECOND // window.fps)
        drawn += window.show(view, at)
    window.close()
    return drawn


@pytest.mark.examples
@pytest.mark.parametrize("name", often(EXAMPLES, list(EXAMPLES)[::3]))
def test_a_table_at_rest_draws_next_to_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = at_rest(EXAMPLES[name])
    most = 60 if view.rules is not None else 0  # the time of an open page, once a second
    assert frames(view, calm=True, monkeypatch=monkeypatch) <= most
    moves = motion.RESTS_AFTER // SECOND + 6  # a card of the first screen may be late by that
    assert frames(view, calm=False, monkeypatch=monkeypatch) <= moves * SLOW + most


@BOTH
@pytest.mark.untraced
@pytest.mark.examples
def test_what_waits_comes_to_rest_and_the_next_view_moves_again(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(*SMALL, layout))
    window.open()
    at, surface = AT, pygame.Surface(SMALL, 0, 32)
    for name in Random(layout).sample(list(EXAMPLES), tries(6, of=len(EXAMPLES))):
        view = at_rest(EXAMPLES[name])
        for wait in (0, SECOND, motion.RESTS_AFTER + 7 * SECOND):
            at += wait
            window.show(view, at)
        Artist(layout, calm=True, kit=shared_kit()).draw(surface, view, at)
        drawn = pygame.display.get_surface()
        assert drawn is not None
        assert pixels(drawn) == pixels(surface), name
        if view.rules is None:
            assert not any(window.show(view, at + number * 33 * MS) for number in range(300))
        at += MINUTE
        changed = replace(view, detail=view.detail + "!")
        assert window.show(changed, at)
        Artist(layout, kit=shared_kit()).draw(surface, changed, at)
        assert pixels(drawn) == pixels(surface), name
        at += SECOND
    window.close()


def test_what_counts_time_never_rests() -> None:
    rest, view = (
        motion.Rest(),
        next(example for example in EXAMPLES.values() if example.play.window is not None),
    )
    assert not rest.begun(view, AT)
    assert not rest.begun(view, AT + MINUTE)
    still = replace(view, play=replace(view.play, window=None))
    assert not rest.begun(still, AT + MINUTE)
    assert not rest.begun(replace(still), AT + MINUTE + motion.RESTS_AFTER - 1)
    assert rest.begun(still, AT + MINUTE + motion.RESTS_AFTER)


def test_only_what_differs_is_drawn_again() -> None:
    picture, other = pygame.Surface((10, 10)), pygame.Surface((10, 10))
    before, after, crossed = Layer((100, 100)), Layer((100, 100)), Layer((100, 100))
    for layer, second in ((before, picture), (after, other)):
        layer.blit(picture, (0, 0))
        layer.blit(second, (50, 50))
        layer.fill((1, 2, 3), (55, 55, 20, 20))
    assert changed(before.puts, before.puts) == []
    assert changed(before.puts, after.puts) == [pygame.Rect(50, 50, 10, 10)]
    crossed.puts = [before.puts[0], before.puts[2], before.puts[1]]
    both = changed(before.puts, crossed.puts)
    assert pygame.Rect(50, 50, 25, 25) in both, "which of them lies above has changed"
    assert all(not a.colliderect(b) for a, b in pairwise(both))


@BOTH
@pytest.mark.parametrize("size", [SMALL, SMALL[::-1]])
def test_the_tables_name_stays_in_sight_while_a_card_turns(
    layout: Layout, size: tuple[int, int]
) -> None:
    """The card lies behind the ribbon at every moment, on both sides of a table."""
    view = EXAMPLES["attract"]
    where = plan(layout, size, places_of(view))
    ribbons = [
        slot.place(attract.ribbon(slot.size, where)).inflate(-40, -30) for slot in where.parts
    ]
    seen = set()
    for ms in (0, 60, 150, 240, 400):
        whole = picture(view, ms * MS, size, layout)
        seen.add(tuple(pixels(whole.subsurface(ribbon)) for ribbon in ribbons))
    assert len(seen) == 1
