import random
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from said import fails, said

from appliance.decks.deck import Deck, Sample
from appliance.decks.file import load, save, to_bytes
from appliance.errors import DeckError
from appliance.vision.find.grouping import LETTERS
from bluffing.cards import Rank, Suit


def some_deck(seed: int) -> Deck:
    rng, noise = random.Random(seed), np.random.default_rng(seed)

    def look(height: int) -> Sample:
        suit = rng.choice([None, *Suit])
        picture = noise.integers(0, 256, (height, 48, 3), np.uint8)
        return Sample(rng.choice(list(Rank)), suit, picture)

    return Deck(
        "grandma's",
        rng.choice(["", *LETTERS]),
        tuple(look(56) for _ in range(rng.randint(0, 30))),
        tuple(look(68) for _ in range(rng.randint(0, 5))),
    )


def same(one: Deck, other: Deck) -> bool:
    def told(deck: Deck) -> list[object]:
        looks = (*deck.indices, *deck.wholes)
        return [
            deck.name,
            deck.letters,
            len(deck.indices),
            [(look.rank, look.suit, look.picture.tobytes()) for look in looks],
        ]

    return told(one) == told(other)


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_what_was_saved_is_loaded(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    path = tmp_path_factory.mktemp("deck") / "folder" / "a.deck.png"
    deck = some_deck(seed)
    save(deck, path)
    assert same(load(path), deck)
    assert [file.name for file in path.parent.iterdir()] == ["a.deck.png"]


def test_anyone_can_look_at_it(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    save(some_deck(3), path)
    assert cv2.imread(str(path)) is not None


def test_a_whole_deck_is_small() -> None:
    plain = [
        Sample(rank, suit, np.full((56, 48, 3), 200, np.uint8)) for rank in Rank for suit in Suit
    ]
    assert len(to_bytes(Deck("x", "", tuple(plain * 2)))) < 1_000_000


@settings(max_examples=40)
@given(st.data())
def test_a_damaged_file_is_one_clear_line(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("deck") / "a.deck.png"
    content = bytearray(to_bytes(some_deck(1)))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content) - 1)) :]
    else:
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    with pytest.raises(DeckError) as caught:
        load(path)
    assert "doubtit enrol" in said(caught.value.says)
    assert "\n" not in said(caught.value.says)


def test_a_missing_file_a_folder_and_a_plain_picture_are_no_decks(tmp_path: Path) -> None:
    picture = tmp_path / "plain.png"
    cv2.imwrite(str(picture), np.zeros((64, 64, 3), np.uint8))
    for path in (tmp_path / "none.png", tmp_path, picture):
        with fails(DeckError, re.escape(str(path))):
            load(path)


def test_a_picture_that_was_painted_over_is_refused(tmp_path: Path) -> None:
    first, second = to_bytes(some_deck(1)), to_bytes(Deck("x"))
    head = 8 + 25
    length = int.from_bytes(first[head : head + 4], "big") + 12
    path = tmp_path / "a.deck.png"
    rest = int.from_bytes(second[head : head + 4], "big") + 12
    path.write_bytes(second[:head] + first[head : head + length] + second[head + rest :])
    with fails(DeckError, "its pictures were changed"):
        load(path)


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with fails(DeckError, "--out"):
        save(Deck("x"), tmp_path / "file" / "a.png")
