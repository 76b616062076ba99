"""What labelled photographs teach: what reader and label agree on, and nothing that is unknown."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.errors import PictureError
from appliance.vision.find import Spot
from appliance.vision.index import LABELS
from bench.split import may_learn
from training.crops import SIZE, UNKNOWN
from training.harvest import LEARN, LEAVE, Box, Lesson, crop, lessons, photos
from training.targets import GOOD, HIDDEN

KING = Box("KS", 100, 100, 200, 240)


def spot(label: str, x: float, y: float, sure: float = 0.95, chance: float = 0.9) -> Spot:
    """An index as the reader sees it, 20 pixels high and upright."""
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)] = sure
    return Spot(x, y, 20.0, (0.0, -1.0), chance, (x, y), 100.0, names)


def test_an_index_that_agrees_with_its_label_is_learned() -> None:
    (lesson,) = lessons([KING], [spot("K", 120, 130)])
    assert lesson == Lesson(120, 130, 20, (0.0, -1.0), LEARN, "K")


@pytest.mark.parametrize("seen", [spot("K", 120, 130, sure=0.2), spot("K", 120, 130, chance=0.1)])
def test_an_unsure_one_is_not_and_its_box_is_left_out(seen: Spot) -> None:
    (lesson,) = lessons([KING], [seen])
    assert (lesson.x, lesson.y, lesson.shown, lesson.label) == (150, 170, LEAVE, "none")


def test_where_label_and_a_sure_reader_disagree_nothing_is_asked() -> None:
    found = lessons([KING], [spot("Q", 120, 130)])
    assert [one.shown for one in found] == [LEAVE, LEAVE]
    assert found[0].height == 30


def test_what_is_seen_outside_every_box_is_no_lesson_and_so_was_wrong() -> None:
    assert not lessons([], [spot("K", 120, 130)])
    found = lessons([KING], [spot("K", 120, 130), spot("K", 300, 130)])
    assert [one.x for one in found] == [120]


def test_a_back_has_no_index_to_be_found() -> None:
    assert not lessons([Box("BACK", 0, 0, 100, 140)], [])


def test_nothing_is_asked_of_what_is_left_out() -> None:
    assert HIDDEN < LEAVE < GOOD <= LEARN


@pytest.mark.parametrize(
    ("card", "rank"), [("10H", "10"), ("K", "K"), ("JOKER", "joker"), ("Joker1", "joker")]
)
def test_labels_name_ranks_with_or_without_a_suit(card: str, rank: str) -> None:
    assert Box(card, 0, 0, 1, 1).rank == rank


@given(st.integers(0, 2**32))
def test_an_index_of_a_crop_lies_where_its_pixels_do(seed: int) -> None:
    image = np.zeros((400, 300, 3), np.uint8)
    image[195:206, 145:156] = 255
    lesson = Lesson(150, 200, 20, (0.0, -1.0), LEARN, "K")
    made = crop(image, [lesson], 120, random.Random(seed))
    assert made.image.shape == (SIZE, SIZE, 3)
    assert (made.owner == UNKNOWN).all()
    assert len(made.indices) == len(made.labels)
    for x, y, _, upx, upy, _, _ in made.indices.tolist():
        assert np.hypot(upx, upy) == pytest.approx(1, abs=1e-5)
        if 0 <= round(x) < SIZE and 0 <= round(y) < SIZE:
            assert made.image[round(y), round(x)].min() > 100


def test_only_photos_that_may_be_learned_from_are_named(tmp_path: Path) -> None:
    names = [f"set/{number:04}.jpg" for number in range(20)]
    entries = [
        {"file": name, "boxes": [{"card": "K", "box": [1, 2, 3, 4], "of": "card"}]}
        for name in names
    ]
    (tmp_path / "labels.json").write_text(json.dumps(entries), encoding="utf-8")
    found = photos(tmp_path)
    assert [photo.path for photo in found] == [tmp_path / n for n in names if may_learn(n)]
    assert 0 < len(found) < 20
    assert found[0].boxes == (Box("K", 1, 2, 3, 4),)


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"file": "a/b.jpg"}]', '[{"boxes": []}]'])
def test_wrong_labels_are_one_clear_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "labels.json").write_text(text, encoding="utf-8")
    if may_learn("a/b.jpg") or "a/b.jpg" not in text:
        with pytest.raises(PictureError, match=r"labels\.json can't be learned from"):
            photos(tmp_path)


def test_no_labels_are_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"labels\.json can't be learned from"):
        photos(tmp_path)
