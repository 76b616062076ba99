"""What labelled photographs teach: what reader and label agree on, and nothing that is unknown."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.errors import PictureError
from appliance.vision.find.finder import Detection
from appliance.vision.find.index import LABELS
from bench.split import may_learn
from training.crops import SIZE, UNKNOWN
from training.harvest import (
    LEARN,
    LEAVE,
    Box,
    Known,
    Lesson,
    Photo,
    believed,
    crop,
    lessons,
    owners,
    photos,
)
from training.targets import GOOD, HIDDEN

KING = Box("KS", 100, 100, 200, 240)


def spot(label: str, x: float, y: float, sure: float = 0.95, chance: float = 0.9) -> Detection:
    """An index as the reader sees it, 20 pixels high and upright."""
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)] = sure
    return Detection(complex(x, y), 20.0, -1j, chance, complex(x, y), 100.0, names)


def test_an_index_that_agrees_with_its_label_is_learned() -> None:
    (lesson,) = lessons([KING], [spot("K", 120, 130)])
    assert lesson == Lesson(120, 130, 20, (0.0, -1.0), LEARN, "K", "S")


def test_where_boxes_of_two_suits_lie_the_suit_is_not_learned() -> None:
    lesson = lessons([KING, replace(KING, card="KH")], [spot("K", 120, 130)])[0]
    assert (lesson.label, lesson.suit) == ("K", "")


@pytest.mark.parametrize("seen", [spot("K", 120, 130, sure=0.2), spot("K", 120, 130, chance=0.1)])
def test_an_unsure_one_is_not_and_its_box_is_left_out(seen: Detection) -> None:
    (lesson,) = lessons([KING], [seen])
    assert (lesson.x, lesson.y, lesson.shown, lesson.label) == (150, 170, LEAVE, "none")


def test_where_label_and_a_sure_reader_disagree_nothing_is_asked() -> None:
    found = lessons([KING], [spot("Q", 120, 130)])
    assert [spot.shown for spot in found] == [LEAVE, LEAVE]
    assert found[0].height == 30


def test_what_is_seen_outside_every_box_is_no_lesson_and_so_was_wrong() -> None:
    assert not lessons([], [spot("K", 120, 130)])
    found = lessons([KING], [spot("K", 120, 130), spot("K", 300, 130)])
    assert [spot.x for spot in found] == [120]


NAME = Box("JOKER_R", 100, 100, 220, 150, around_index=True)


def test_a_jokers_name_is_learned_from_its_box_whatever_the_reader_made_of_it() -> None:
    (lesson,) = lessons([NAME], [spot("9", 130, 120, sure=0.1, chance=0.4)])
    assert lesson == Lesson(160, 125, 60, (0.0, -1.0), LEARN, "joker")


@pytest.mark.parametrize(
    ("box", "seen"),
    [
        (NAME, []),
        (NAME, [spot("9", 130, 120, chance=0.1)]),
        (NAME, [replace(spot("9", 130, 120, sure=0.1), up=1 + 0j)]),
        (replace(NAME, y1=210), [spot("9", 130, 120, sure=0.1)]),
        (replace(NAME, around_index=False), [spot("9", 130, 120, sure=0.1)]),
        (replace(NAME, card="9H"), [spot("8", 130, 120, sure=0.1)]),
    ],
)
def test_no_other_box_is_learned_from_as_a_whole(box: Box, seen: list[Detection]) -> None:
    assert [lesson.shown for lesson in lessons([box], seen)] == [LEAVE]


def test_a_back_has_no_index_to_be_found() -> None:
    assert not lessons([Box("BACK", 0, 0, 100, 140)], [])


def test_nothing_is_asked_of_what_is_left_out() -> None:
    assert HIDDEN < LEAVE < GOOD <= LEARN


@pytest.mark.parametrize(
    ("card", "rank", "suit"),
    [("10H", "10", "H"), ("K", "K", ""), ("JOKER", "joker", ""), ("Joker1", "joker", "")],
)
def test_labels_name_ranks_with_or_without_a_suit(card: str, rank: str, suit: str) -> None:
    assert (Box(card, 0, 0, 1, 1).rank, Box(card, 0, 0, 1, 1).suit) == (rank, suit)


@given(st.integers(0, 2**32))
def test_an_index_of_a_crop_lies_where_its_pixels_do(seed: int) -> None:
    image = np.zeros((400, 300, 3), np.uint8)
    image[195:206, 145:156] = 255
    lesson = Lesson(150, 200, 20, (0.0, -1.0), LEARN, "K", "D")
    nowhere = np.full((400, 300), UNKNOWN, np.uint8)
    made = crop(Known(image, [lesson], [], nowhere), 120, random.Random(seed))
    assert made.image.shape == (SIZE, SIZE, 3)
    assert (made.owner == UNKNOWN).all()
    assert (made.labels, made.suits) == (("K",) * len(made.indices), ("D",) * len(made.indices))
    for x, y, _, upx, upy, _, _ in made.indices.tolist():
        assert np.hypot(upx, upy) == pytest.approx(1, abs=1e-5)
        if 0 <= round(x) < SIZE and 0 <= round(y) < SIZE:
            assert made.image[round(y), round(x)].min() > 100


def photo(*boxes: Box, whole: bool = True) -> Photo:
    boxes = tuple(replace(box, around_index=not whole) for box in boxes)
    return Photo(Path("a.jpg"), boxes, tuple(box.rank for box in boxes))


TWO_ENDS = [
    replace(spot("K", 115, 115), card_centre=150 + 170j, card_height=140.0),
    replace(spot("K", 185, 225), card_centre=150 + 170j, card_height=140.0, up=1j),
]


def test_a_card_read_as_labelled_is_known_to_lie_there_and_nowhere_else() -> None:
    (card,) = believed(photo(KING), TWO_ENDS)
    known = owners(photo(KING), [card], (300, 400))
    assert known[170, 150] == known[120, 110] == 1
    assert known[170, 250] == known[5, 5] == 0
    assert known[101, 101] == UNKNOWN


def test_around_a_card_whose_indices_alone_are_labelled_nothing_is_known() -> None:
    boxes = photo(KING, whole=False)
    known = owners(boxes, believed(boxes, TWO_ENDS), (300, 400))
    assert set(np.unique(known).tolist()) == {1, UNKNOWN}


def test_where_two_cards_may_lie_nobody_knows_which() -> None:
    (card,) = believed(photo(KING), TWO_ENDS)
    known = owners(photo(KING), [card, replace(card, centre=190 + 170j)], (300, 400))
    assert (known[170, 110], known[170, 170], known[170, 230]) == (1, UNKNOWN, 2)


def test_cards_read_otherwise_than_labelled_are_not_believed() -> None:
    boxes = photo(KING, Box("QS", 300, 100, 400, 240))
    assert not believed(boxes, TWO_ENDS)
    known = owners(boxes, [], (300, 500))
    assert known[170, 150] == known[170, 350] == UNKNOWN
    assert known[290, 490] == 0


@given(st.integers(0, 2**32))
def test_a_crop_says_whose_each_place_is_and_where_its_middle_lies(seed: int) -> None:
    (card,) = believed(photo(KING), TWO_ENDS)
    known = owners(photo(KING), [card], (300, 400))
    image = np.where(known[..., None] == 1, 255, 0).astype(np.uint8).repeat(3, axis=2)
    made = crop(Known(image, [], [card], known), 140, random.Random(seed))
    bright = made.image[2::4, 2::4, 0] > 128
    clear = (made.image[2::4, 2::4, 0] == 0) | (made.image[2::4, 2::4, 0] == 255)
    assert ((made.owner == 1) == bright)[clear].all()
    x, y, height, back = made.cards[0].tolist()
    assert (height < 171, back) == (True, 0)
    if 4 < x < SIZE - 4 and 4 < y < SIZE - 4:
        assert made.owner[int(y / 4), int(x / 4)] == 1


def test_only_photos_that_may_be_learned_from_are_named(tmp_path: Path) -> None:
    names = [f"set/{number:04}.jpg" for number in range(20)]
    entries = [
        {"file": name, "ranks": ["K"], "boxes": [{"card": "K", "box": [1, 2, 3, 4], "of": "card"}]}
        for name in names
    ]
    (tmp_path / "labels.json").write_text(json.dumps(entries), encoding="utf-8")
    found = photos(tmp_path)
    assert [photo.path for photo in found] == [tmp_path / n for n in names if may_learn(n)]
    assert 0 < len(found) < 20
    assert found[0].boxes == (Box("K", 1, 2, 3, 4),)
    assert found[0].ranks == ("K",)
    assert found[0].whole


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"file": "a/b.jpg"}]', '[{"boxes": []}]'])
def test_wrong_labels_are_one_clear_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "labels.json").write_text(text, encoding="utf-8")
    if may_learn("a/b.jpg") or "a/b.jpg" not in text:
        with pytest.raises(PictureError, match=r"labels\.json can't be learned from"):
            photos(tmp_path)


def test_no_labels_are_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"labels\.json can't be learned from"):
        photos(tmp_path)
