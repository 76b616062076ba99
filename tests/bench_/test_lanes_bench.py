"""What `python -m bench.lanes` lays into lanes, and how it counts."""

import random
from argparse import Namespace
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.box.mat.design import MAT_HEIGHT, MAT_WIDTH
from appliance.box.mat.lanes import LANES, lane_of
from appliance.core.reading import touch
from appliance.table.judge import Proof
from bench import lanes
from lab.sim.photo.lanes import CAREFUL, Care, Slip, lay_in_lanes
from lab.sim.photo.layouts import corners

EXACT = Care(0.0, 0.0, 0.0, 0.0, 0.0)


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_exact_hands_lay_each_card_into_a_lane_of_its_own(seed: int, count: int) -> None:
    poses = lay_in_lanes(random.Random(seed), count, EXACT)
    held = {lane_of(pose.x, pose.y - (1 if count <= 4 else 0)) for pose in poses}
    assert held == set(range(count))
    assert len(LANES) == 8


@given(st.integers(0, 10**6), st.integers(2, 8), st.sampled_from([Slip.LOOSE, Slip.SQUARED]))
def test_a_card_slipped_in_lies_below_another(seed: int, count: int, slip: Slip) -> None:
    poses = lay_in_lanes(random.Random(seed), count, EXACT, slip)
    assert len(poses) == count
    outlines = [tuple(map(tuple, corners(pose).tolist())) for pose in poses]
    pairs = [
        (first, second)
        for first in range(count)
        for second in range(first)
        if touch(outlines[first], outlines[second])
    ]
    assert len(pairs) == 1
    assert all(first - second == 1 for first, second in pairs)


@given(st.integers(0, 10**6))
def test_careful_hands_stay_on_the_mat(seed: int) -> None:
    for pose in lay_in_lanes(random.Random(seed), 4, CAREFUL, Slip.LANE):
        assert 0 < pose.x < MAT_WIDTH
        assert 0 < pose.y < MAT_HEIGHT


def test_a_look_that_asks_leads_to_a_second() -> None:
    ask, truth, lie = Proof.ASK, Proof.CONFIRMED, Proof.CONTRADICTED
    assert lanes._by_looks([ask, truth]) == (ask, truth)
    assert lanes._by_looks([lie, truth]) == (lie, lie)


@pytest.mark.parametrize("slipped", [False, True])
def test_a_broken_limit_is_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, slipped: bool
) -> None:
    ask, truth = (Proof.ASK, Proof.ASK), (Proof.CONFIRMED, Proof.CONFIRMED)

    def answers(count: int, _seed: int, _kind: str, *, slipped: bool) -> Iterator[lanes.Answers]:
        proofs = bad if slipped is wrong else ask if slipped else truth
        return iter([lanes.Answers(proofs, proofs)] * count)

    monkeypatch.setattr(lanes, "answers", answers)
    args = Namespace(plays=10, seed=1, kind="pushed off one by one")
    bad, wrong = (truth, True) if slipped else (ask, False)
    assert lanes.report(args) == 1
    bad, wrong = (ask, True)
    assert lanes.report(args) == 0
    assert "slipped in" in capsys.readouterr().out


@pytest.mark.thorough
def test_every_play_is_looked_at() -> None:
    kind = next(iter(lanes.KINDS))
    seen = list(lanes.answers(2, 5, kind, slipped=False))
    assert len(seen) == 2
    assert all(Proof.CONTRADICTED not in answer.alone for answer in seen)
