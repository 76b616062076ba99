"""Cards in a drawn crop: whose place is whose, and how much of an index shows."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH
from lab.sim.photo.layouts import Pose
from training.crops import SIZE
from training.faces import Face, Index, random_back
from training.laying import Fall, Laid, Table, is_in_view, placed
from training.layouts import lay_out
from training.light import grain, photographed

FLAT = Fall(shadow=0.3, dx=2, dy=2, tone=1.0)
ACE = Index("A", 30, 40, 40, suit="S")


def face() -> Face:
    return Face(np.full((FACE_HEIGHT, FACE_WIDTH, 3), 240, np.uint8), (ACE, ACE.turned()))


def table(*poses: Pose) -> Table:
    """A green table with cards laid at the poses, the last on top."""
    made = Table(np.full((SIZE, SIZE, 3), (40, 90, 30), np.uint8))
    for pose in poses:
        made.lay(Laid(face(), placed(pose, 1.0)), FLAT, random.Random(1))
    return made


def test_a_card_shows_with_both_its_indices() -> None:
    made = table(Pose(128, 128, 0, 140))
    rows, printed = made.indices()
    assert [(index.label, index.suit) for index in printed] == [("A", "S"), ("A", "S")]
    x, y, height, upx, upy, card, shown = rows[0]
    assert (x, y) == pytest.approx((128 + (30 - 125) * 0.4, 128 + (40 - 175) * 0.4))
    assert (height, upx, upy) == pytest.approx((16, 0, -1))
    assert (card, shown) == (0, 1.0)
    assert rows[1][3:5] == pytest.approx((0, 1))
    assert made.owner[128, 128] == 1
    assert made.owner[5, 5] == 0
    assert made.frame[128, 128].min() > 150
    assert made.laid[0].row() == pytest.approx((128, 128, 140, 0))


def test_a_card_on_top_hides_an_index() -> None:
    rows, _ = table(Pose(128, 128, 0, 140), Pose(98, 90, 0, 100)).indices()
    assert rows[0][6] == 0
    assert rows[1][6] == 1


def test_a_card_beside_it_hides_a_part() -> None:
    rows, _ = table(Pose(128, 128, 0, 140), Pose(40, 128, 0, 140)).indices()
    assert 0 < rows[0][6] < 1


def test_beyond_the_edge_nothing_shows() -> None:
    rows, _ = table(Pose(40, 128, 0, 140)).indices()
    assert 0 < rows[0][6] < 1
    assert len(table(Pose(20, 128, 0, 140)).indices()[0]) == 1


@given(st.floats(0, 360))
def test_an_index_turns_with_its_card(angle: float) -> None:
    rows, _ = table(Pose(128, 128, angle, 140)).indices()
    way = np.radians(angle)
    assert rows[0][3:5] == pytest.approx((np.sin(way), -np.cos(way)), abs=1e-6)
    assert sum(row[0] for row in rows) / 2 == pytest.approx(128)


def test_cards_away_or_on_their_edge_are_not_in_view() -> None:
    shown = Laid(face(), placed(Pose(128, 128, 30, 140), 1.0))
    assert is_in_view(shown.quad())
    assert not is_in_view(Laid(face(), placed(Pose(-100, 128, 0, 140), 1.0)).quad())
    assert not is_in_view(Laid(face(), placed(Pose(128, 400, 0, 140), 1.0)).quad())
    assert not is_in_view(Laid(face(), placed(Pose(128, 128, 0, 140), 0.01)).quad())


@given(st.integers(0, 2**32), st.floats(60, 210))
def test_cards_lie_somewhere_near_the_crop(seed: int, height: float) -> None:
    poses = lay_out(height, random.Random(seed))
    assert len(poses) <= 63
    assert all(pose.height == height for pose in poses)


def test_a_photograph_follows_from_its_seed() -> None:
    frame = table(Pose(128, 128, 0, 140)).frame
    tile = grain(np.random.default_rng(1))
    for seed in range(30):
        made = photographed(frame, tile, random.Random(seed))
        assert made.dtype == np.uint8
        assert made.shape == (SIZE, SIZE, 3)
        assert (made == photographed(frame, tile, random.Random(seed))).all()


def test_a_back_has_no_index() -> None:
    for seed in range(8):
        made = random_back(random.Random(seed))
        assert made.is_back
        assert not made.indices
        assert made.image.shape == (FACE_HEIGHT, FACE_WIDTH, 3)
