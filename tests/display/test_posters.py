"""Games are chosen from posters: each is unlike the others, by buzzer, finger and mouse alike."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from example_seats import AT
from example_views import EXAMPLES
from recorder import drawn

from appliance.display.layout import LAYOUTS, Layout
from appliance.display.pen import Pen, shared_kit
from appliance.display.posters import MOTIFS, draw
from appliance.display.quiet import pygame
from appliance.display.screens.menu_plan import is_shelf, rows_in
from appliance.display.view import require
from appliance.words import words_of
from bluffing.rulesets import RULESETS

ENGLISH = words_of("en")
SHELF = EXAMPLES["menu_games"]


def poster(game: str) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    large = pygame.Surface((240, 440), 0, 32)
    draw(Pen(large, shared_kit(), 0.67), large.get_rect(), game, "I Doubt It", ENGLISH, lit=False)
    flat = pygame.image.tobytes(pygame.transform.smoothscale(large, (60, 110)), "RGB")
    return np.frombuffer(flat, np.uint8).astype(np.int16)


def test_each_game_has_a_poster_and_a_puppet_of_its_own() -> None:
    assert set(MOTIFS) == set(RULESETS)
    assert len({motif.puppet for motif in MOTIFS.values()}) == len(MOTIFS)


def test_posters_under_one_title_differ_from_afar() -> None:
    pixels = {game: poster(game) for game in MOTIFS}
    for first, other in combinations(MOTIFS, 2):
        assert abs(pixels[first] - pixels[other]).mean() > 4, (first, other)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("touch", [False, True])
def test_a_shelf_names_families_players_and_sources(layout: Layout, *, touch: bool) -> None:
    """Where fingers choose on a tabletop, posters are too narrow for the number of players."""
    shown = [text.text for text in drawn(SHELF, AT, (1280, 720), layout, touch).texts]
    narrow = layout == "tabletop" and touch
    for text in ("Bluff", "Pagat", *(() if narrow else ("4 players",))):
        assert shown.count(text) == (2 if layout == "tabletop" else 1), "once for each side"
    assert ("4 players" in shown) == (not narrow)


@pytest.mark.parametrize("key", [0, 60])
@pytest.mark.parametrize("size", [(720, 500), (560, 280), (700, 700)])
def test_the_lit_poster_is_in_sight_and_no_two_overlap(size: tuple[int, int], key: int) -> None:
    menu, area = require(SHELF.menu), pygame.Rect((10, 10), size)
    assert is_shelf(menu)
    for cursor in range(len(menu.rows)):
        rows = rows_in(area, replace(menu, cursor=cursor), key)
        rects = dict(rows.shown)
        assert cursor in rects
        assert all(rects[cursor].height >= rect.height for rect in rects.values())
        every = [*rects.values(), *([rows.more[1]] if rows.more else [])]
        assert all(area.contains(rect) for rect in every)
        assert all(not first.colliderect(other) for first, other in combinations(every, 2))
        assert all(min(rect.size) >= key for rect in every)
        assert (rows.more is not None) == bool(key)
