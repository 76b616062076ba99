"""What the namer learns from: indices that can be read, and what is none."""

import math
import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from appliance.vision.find.index import INDEX_HEIGHT, INDEX_WIDTH, LABELS
from bluffing.cards import Suit
from training.crops import PLACES, SIZE, Crop
from training.patches import MOST, NONE, UNASKED, WRONG, Aim, mistaken, patches
from training.targets import targets

seeds = st.integers(0, 2**32)


def crop(*indices: tuple[float, float, float, float]) -> Crop:
    """A dark crop with a red spot at each index (x, y, height, shown); all are fours."""
    image = np.full((SIZE, SIZE, 3), 30, np.uint8)
    for x, y, _, _ in indices:
        image[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4] = (0, 0, 255)
    rows = [(x, y, height, 0, -1, 0, shown) for x, y, height, shown in indices]
    return Crop(
        image,
        np.zeros((PLACES, PLACES), np.uint8),
        np.zeros((0, 4), np.float32),
        np.array(rows, np.float32).reshape(-1, 7),
        tuple("4" for _ in indices),
        tuple("C" for _ in indices),
    )


@given(seeds)
def test_an_index_that_shows_is_cut_out_and_named(seed: int) -> None:
    first, *others = patches(crop((128, 128, 20, 1.0)), random.Random(seed))
    clubs = tuple(Suit).index(Suit.CLUBS)
    assert (first.name, first.suit) in {(LABELS.index("4"), clubs), (NONE, UNASKED)}
    assert first.image.shape == (INDEX_HEIGHT, INDEX_WIDTH, 3)
    assert first.image[..., 2].max() > 200
    assert {(cut.name, cut.suit) for cut in others} <= {(NONE, UNASKED)}


def test_most_are_named_and_those_on_their_side_are_not() -> None:
    shown = crop((128, 128, 20, 1.0))
    named = [patches(shown, random.Random(seed))[0].name != NONE for seed in range(300)]
    assert 0.8 < sum(named) / len(named) < 0.97


@given(seeds)
def test_what_is_covered_or_at_the_edge_is_never_named(seed: int) -> None:
    hidden = crop((60, 60, 20, 0.3), (160, 60, 20, 0.8), (60, 160, 5, 1.0), (253, 160, 20, 1.0))
    cuts = patches(hidden, random.Random(seed))
    assert {(cut.name, cut.suit) for cut in cuts} == {(NONE, UNASKED)}
    assert any(cut.image[..., 2].max() > 200 for cut in cuts)


@given(seeds)
def test_places_without_an_index_keep_away_from_all(seed: int) -> None:
    covered = crop(*((x, y, 60, 0.05) for x in range(20, 256, 40) for y in range(20, 256, 40)))
    assert not patches(covered, random.Random(seed))


def test_not_all_of_many_indices_are_cut_out() -> None:
    many = crop(*((x, 128, 10, 1.0) for x in range(20, 240, 20)))
    assert sum(cut.name != NONE for cut in patches(many, random.Random(1))) <= MOST


def maps_of(seen: Crop) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return what a finder says that is right of `seen`, with logits."""
    maps = targets(seen)[0]
    maps[0] = maps[0] * 8 - 4
    return maps


def test_what_the_finder_rightly_takes_for_an_index_is_no_mistake() -> None:
    seen = crop((100, 100, 20, 1.0), (180, 60, 12, 1.0))
    assert not mistaken(seen, maps_of(seen))


def test_the_finders_mistakes_are_cut_out_as_it_would_cut_them() -> None:
    seen = crop((100, 100, 20, 1.0), (180, 60, 12, 1.0), (60, 200, 15, 1.0))
    only = Crop(seen.image, seen.owner, seen.cards, seen.indices[:1], ("4",), ("C",))
    made = mistaken(only, maps_of(seen))
    assert len(made) == WRONG
    assert all(cut.image[..., 2].max() > 200 for cut in made)


@given(st.floats(-math.pi, math.pi), seeds)
def test_an_aim_stays_near_and_its_up_of_length_one(turn: float, seed: int) -> None:
    aim = Aim(100, 120, 20, 0, -1).jittered(turn, random.Random(seed))
    assert math.dist((aim.x, aim.y), (100, 120)) < 20
    assert math.isclose(math.hypot(aim.upx, aim.upy), 1)
