import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uncovered import uncovered

from appliance.core.reading import Quad
from bluffing.cards import Card, Rank, Suit, pack
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH, STYLES, back, face
from lab.sim.photo.layouts import Pose, deal_layout
from lab.sim.photo.photograph import Photo, Scene, photograph, scene_of
from lab.sim.photo.tables import TABLES

PACK = pack(jokers=2)
SIZE = Scene().size
seeds = st.integers(0, 2**32)


def cards_for(rng: random.Random, count: int) -> list[Card]:
    return rng.sample(PACK, count)


def likeness_of(photo: Photo, quad: Quad, card: Card | None, style: int) -> float:
    """Return how well the picture inside `quad`, made upright, agrees with a face: -1 to 1."""
    flat = (
        np.array([(0, 0), (FACE_WIDTH, 0), (FACE_WIDTH, FACE_HEIGHT), (0, FACE_HEIGHT)], np.float32)
        - 0.5
    )
    upright = cv2.getPerspectiveTransform(np.array(quad, np.float32), flat)
    seen = cv2.warpPerspective(photo.image, upright, (FACE_WIDTH, FACE_HEIGHT))
    printed = back(STYLES[style]) if card is None else face(card, STYLES[style])
    want = cv2.GaussianBlur(printed, (5, 5), 1.2)
    return float(cv2.matchTemplate(seen, want, cv2.TM_CCOEFF_NORMED)[0, 0])


def shared_area(one: Quad, other: Quad) -> float:
    area, _ = cv2.intersectConvexConvex(np.array(one, np.float32), np.array(other, np.float32))
    return float(area)


def in_frame(photo: Photo) -> bool:
    height, width = photo.image.shape[:2]
    return all(0 <= x < width and 0 <= y < height for quad in photo.quads for x, y in quad)


@pytest.mark.thorough
@settings(max_examples=20, deadline=None)
@given(seed=seeds, count=st.integers(0, 5))
def test_a_photograph_follows_from_its_seed(seed: int, count: int) -> None:
    def take(seed: int) -> Photo:
        rng = random.Random(seed)
        return photograph(cards_for(rng, count), STYLES[seed % len(STYLES)], rng, scene_of(rng))

    first, again, different = take(seed), take(seed), take(seed + 1)
    assert np.array_equal(first.image, again.image)
    assert first[1:] == again[1:]
    assert not np.array_equal(first.image, different.image)


@pytest.mark.thorough
@settings(max_examples=15, deadline=None)
@given(seed=seeds, count=st.integers(1, 4), style=st.sampled_from(range(len(STYLES))))
def test_each_quad_holds_its_own_card_the_right_way_up(seed: int, count: int, style: int) -> None:
    rng = random.Random(seed)
    cards = cards_for(rng, count)
    photo = photograph(cards, STYLES[style], rng, Scene(table=rng.choice(sorted(TABLES))))
    for card, quad in zip(cards, photo.quads, strict=True):
        score = likeness_of(photo, quad, card, style)
        assert score > 0.84
        pushed = tuple((x + 3, y - 3) for x, y in quad)
        sideways = (*quad[1:], quad[0])
        assert score > likeness_of(photo, pushed, card, style) + 0.05
        assert score > likeness_of(photo, sideways, card, style) + 0.1
        others = [other for other in PACK if other != card]
        assert score > max(likeness_of(photo, quad, other, style) for other in others[::11])


@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_a_quad_begins_at_the_cards_own_top_left(seed: int) -> None:
    ace = Card(Rank.ACE, Suit.SPADES)  # one of the few that are not the same both ways up
    photo = photograph([ace], STYLES[0], random.Random(seed), Scene())
    (quad,) = photo.quads
    over = (*quad[2:], *quad[:2])
    assert likeness_of(photo, quad, ace, 0) > likeness_of(photo, over, ace, 0) + 0.1


def test_none_lies_face_down() -> None:
    photo = photograph([PACK[0], None], STYLES[0], random.Random(2), Scene())
    assert likeness_of(photo, photo.quads[1], None, 0) > 0.75
    assert likeness_of(photo, photo.quads[0], None, 0) < 0.5


@pytest.mark.thorough
@settings(max_examples=30, deadline=None)
@given(seed=seeds, count=st.integers(1, 8), overlap=st.booleans())
def test_cards_lie_inside_and_apart_or_as_asked(seed: int, count: int, overlap: bool) -> None:
    rng = random.Random(seed)
    scene = replace(scene_of(rng), overlap=overlap, card=0.25)
    photo = photograph(cards_for(rng, count), STYLES[0], rng, scene)
    assert photo.image.shape == (720, 960, 3)
    assert photo.image.dtype == np.uint8
    assert len(photo.quads) == count
    assert in_frame(photo)
    assert uncovered(photo)[-1] == 1
    touching = [
        shared_area(quad, other)
        for number, quad in enumerate(photo.quads)
        for other in photo.quads[:number]
    ]
    if overlap:
        assert count == 1 or max(touching) > 0
    else:
        assert max(touching, default=0) == 0
        assert set(uncovered(photo)) == {1.0}


@pytest.mark.thorough
@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_more_cards_than_can_fall_anyhow_lie_in_rows(seed: int) -> None:
    poses = deal_layout(random.Random(seed), 15, SIZE, overlap=False)
    assert len(set(poses)) == 15
    photo = photograph(PACK[:15], STYLES[0], random.Random(seed), Scene(tilt=0), poses)
    assert in_frame(photo)
    assert set(uncovered(photo)) == {1.0}


def test_what_later_cards_cover_is_not_visible() -> None:
    height = 200.0
    poses = [Pose(480, 360, 0, height), Pose(480, 460, 0, height), Pose(480, 460, 180, height)]
    photo = photograph(PACK[:3], STYLES[0], random.Random(1), Scene(tilt=0), poses)
    assert uncovered(photo)[0] == pytest.approx(0.5, abs=0.05)
    assert uncovered(photo)[1:] == (0, 1)
    (x0, y0), (x1, y1), (x2, y2), _ = photo.quads[0]
    assert (x0, y0, y1, y2) == pytest.approx(
        (x1 - height * FACE_WIDTH / FACE_HEIGHT, 260, 260, 460)
    )
    assert x2 == pytest.approx(x1)


def bare(**knobs: float) -> np.ndarray:
    """One fixed card under one changed knob, from one seed, as float levels."""
    flat = Scene(slope=0, noise=0, blur=0, bend=0, shadow=0, tilt=0, light=1)
    scene = replace(flat, **knobs)  # type: ignore[arg-type]
    pose = [Pose(480, 360, 30, 210)]
    return photograph(PACK[:1], STYLES[0], random.Random(7), scene, pose).image.astype(float)


def edges(picture: np.ndarray) -> float:
    return float(np.abs(np.diff(picture, axis=1)).mean())


def test_each_knob_of_a_scene_does_what_it_says() -> None:
    plain = bare()
    assert bare(light=0.5).mean() == pytest.approx(plain.mean() / 2, rel=0.02)
    warm = bare(warmth=0.8)
    assert warm[..., 2].mean() > plain[..., 2].mean()
    assert warm[..., 0].mean() < plain[..., 0].mean()
    assert edges(bare(blur=1.2)) < edges(bare(blur=0.5)) < edges(plain)
    assert edges(bare(motion=6)) < edges(plain)
    assert bare(hand=0.5).min() <= plain.min()
    assert bare(hand=0.5).mean() < plain.mean() - 2
    assert bare(glare=1.0).mean() > plain.mean() + 0.5
    assert bare(shadow=0.8).mean() < plain.mean()
    assert bare(slope=0.8)[:, ::40].std() > plain[:, ::40].std()
    assert 0 < np.abs(bare(jpeg=80) - plain).mean() < 4
    assert bare(bend=1)[360, 480].mean() < plain[360, 480].mean()


def test_noise_grows_with_the_root_of_the_light() -> None:
    scene = Scene(table="paper", slope=0, blur=0, noise=6)
    level, spread = [], []
    for light in (0.25, 1.0):
        lit = replace(scene, light=light)
        noisy = photograph((), STYLES[0], random.Random(3), lit).image.astype(float)
        clean = photograph((), STYLES[0], random.Random(3), replace(lit, noise=0)).image
        level.append(clean.mean())
        spread.append((noisy - clean).std())
    assert spread[1] / spread[0] == pytest.approx((level[1] / level[0]) ** 0.5, rel=0.15)
    assert spread[0] == pytest.approx(6 * (level[0] / 128) ** 0.5, rel=0.15)


def test_what_cannot_be_photographed_is_said() -> None:
    rng = random.Random(0)
    with pytest.raises(ValueError, match=r"30 cards .* do not fit apart into 960 x 720; 15 do"):
        deal_layout(rng, 30, SIZE, overlap=False)
    with pytest.raises(ValueError, match="no room to turn"):
        deal_layout(rng, 1, SIZE, overlap=False, card=0.6)
    with pytest.raises(ValueError, match="2 cards need as many poses, not 0"):
        photograph(PACK[:2], STYLES[0], rng, Scene(), ())
    with pytest.raises(ValueError, match="no table top called 'lava'"):
        photograph((), STYLES[0], rng, Scene(table="lava"))
