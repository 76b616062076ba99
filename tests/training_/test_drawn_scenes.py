"""Lettered faces and whole crops, where Pillow and a font are at hand."""

import importlib
import math
import random
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from appliance.vision.find.index import LABELS
from bluffing.cards import Suit
from lab.sim.photo.faces import FACE_HEIGHT, FACE_WIDTH
from training.crops import PLACES, SIZE
from training.faces import JOKER, NOTHING

pytest.importorskip("PIL", reason="Pillow is only in training/requirements.txt")
FONTS = Path("/usr/share/fonts/truetype/dejavu")
pytestmark = pytest.mark.skipif(not FONTS.is_dir(), reason=f"no fonts in {FONTS}")

pens = importlib.import_module("training.pens")
lettered = importlib.import_module("training.lettered")
scenes = importlib.import_module("training.scenes")
make = importlib.import_module("training.make")


def test_every_label_can_be_learned() -> None:
    texts = [*lettered.RANKS, *(text for row in lettered.LETTERS for text in row)]
    labels = {lettered.Card(0, 0, text).label for text in (*texts, JOKER, *lettered.STRANGERS)}
    assert labels == set(LABELS)


def test_what_no_card_bears_is_no_index() -> None:
    assert all(lettered.Card(0, 5, text).label == NOTHING for text in lettered.STRANGERS)
    assert lettered.Card(0, 0, "Т").label == "T"  # noqa: RUF001 - Cyrillic is meant


def test_an_index_stands_where_the_face_says() -> None:
    printer = lettered.Printer(pens.fonts(FONTS))
    for seed in range(60):
        made = printer.face(random.Random(seed), random.Random(seed), four=seed % 2 == 0)
        assert made.image.shape == (FACE_HEIGHT, FACE_WIDTH, 3)
        for index in made.indices:
            x, y, half = round(index.x), round(index.y), max(4, round(index.height / 2))
            around = made.image[max(0, y - half) : y + half, max(0, x - half) : x + half]
            assert int(around.max()) - int(around.min()) > 40


def test_a_table_seen_from_a_chair_is_foreshortened_about_the_crops_middle() -> None:
    middle, step = SIZE / 2, 1e-3
    spots = [(middle, middle), (middle + step, middle), (middle, middle + step)]
    shares = []
    for seed in range(200):
        look = scenes._tilted(random.Random(seed))
        seen = cv2.perspectiveTransform(np.array([spots]), look)[0]
        assert seen[0] == pytest.approx((middle, middle))
        shares.append(np.linalg.svd((seen[1:] - seen[0]) / step)[1])
    longer, shorter = np.array(shares).T
    assert longer * shorter == pytest.approx(1, abs=1e-3)  # a card has its intended size
    assert math.cos(scenes.MOST_TILT) <= (shorter / longer).min() < 0.6
    assert 0.9 < (shorter / longer).max() < 1


@pytest.mark.thorough
def test_a_seed_gives_its_crops() -> None:
    makers = [scenes.SceneMaker(3, FONTS, None) for _ in range(2)]
    for _ in range(12):
        first, second = (maker.crop() for maker in makers)
        assert (first.image == second.image).all()
        assert (first.indices == second.indices).all()
        assert first.image.shape == (SIZE, SIZE, 3)
        assert first.owner.shape == (PLACES, PLACES)
        assert first.owner.max(initial=0) <= len(first.cards)
        assert len(first.labels) == len(first.suits) == len(first.indices)
        assert set(first.labels) <= set(LABELS)
        assert set(first.suits) <= {"", *Suit}
        assert np.allclose(np.hypot(first.indices[:, 3], first.indices[:, 4]), 1, atol=1e-5)


def test_a_maker_that_would_draw_no_shard_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path)
    row = ["make", "--out", folder, "--fonts", folder, "--first", "500", "--shards", "40"]
    monkeypatch.setattr(sys, "argv", row)
    with pytest.raises(SystemExit):
        make.main()
    assert "--shards 40 is not above --first 500" in capsys.readouterr().err
