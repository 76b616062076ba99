"""What `python -m bench.doubts` says of a rule: right answers it costs, wrong ones it prevents."""

import sys
from collections import Counter

import numpy as np
import pytest

from appliance.vision.find.finder import STRIDE, CardMaps, Detection, View
from appliance.vision.find.index import LABELS
from bench import doubts, shots
from bluffing.cards import Rank

SIDE = 320


def one_card(*_: object) -> View:
    """A seven with both its indices, and a possible index on it that can't be read."""
    middle, height, shape = 160 + 160j, 110.0, (SIDE // STRIDE, SIDE // STRIDE)
    down, across = (np.mgrid[: shape[0], : shape[1]] + 0.5) * STRIDE - 160
    face = ((abs(down) < 55) & (abs(across) < 38.5)).astype(np.float32)
    seven, unknown = np.zeros((2, len(LABELS)), np.float32)
    seven[LABELS.index("7")], unknown[LABELS.index("K")] = 1.0, 0.4
    spots = [
        Detection(middle + sign * (30 + 42j), 12.0, sign * 1j, 0.99, middle, height, seven)
        for sign in (1, -1)
    ]
    spots.append(Detection(middle + 10, 12.0, -1j, 0.5, middle + 60, height, unknown))
    centres = np.full((*shape, 2), 160, np.float32)
    return spots, CardMaps(face, np.zeros(shape, np.float32), centres, 1.0)


@pytest.mark.parametrize(("truth", "right"), [(("7",), 1), (("7", "K"), 0)])
def test_a_rule_costs_right_answers_or_prevents_wrong_ones(
    truth: tuple[str, ...], right: int
) -> None:
    ranks = tuple(map(Rank, truth))
    shot = shots.Shot("one", ("drawn",), np.zeros((SIDE, SIDE, 3), np.uint8), ranks, ranks)
    counts, rows = doubts.prices([shot], one_card)
    assert counts == Counter(pictures=1, asked=1)
    assert rows.pop("index unread") == doubts.Price(right, 1 - right, 0)
    assert set(map(repr, rows.values())) == {repr(doubts.Price())}


def test_it_asks_which_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench.doubts"])
    with pytest.raises(SystemExit):
        doubts.main()
    assert "name a folder of photos" in capsys.readouterr().err
