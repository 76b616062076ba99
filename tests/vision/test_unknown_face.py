"""A card in plain sight without an index is never called no card."""

import random
from dataclasses import replace

import numpy as np
import odd_deck
import pytest
from extent import tries

from appliance.core.reading import UNKNOWN_FACE, Quad, touch
from appliance.vision.doubts.missed_cards import NO_CARDS
from appliance.vision.read import CardReader
from bluffing.cards import pack
from bluffing.message import message
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import Photo, photograph, scene_of

LIGHT_DECKS = [style for style in STYLES if style.name != "dark"]


def shown(number: int, most: int) -> Photo:
    """Up to `most` cards without an index that lie apart, in any light."""
    rng = random.Random(f"no index {number}")
    scene = replace(scene_of(rng), overlap=False, hand=0.0)
    cards = rng.sample(pack(), rng.randint(min(most, 1), most))
    with odd_deck.in_play(odd_deck.without_index):
        return photograph(cards, rng.choice(LIGHT_DECKS), rng, scene)


def height_of(quad: Quad) -> float:
    return float(np.linalg.norm(np.subtract(quad[0], quad[3])))


@pytest.mark.examples
@pytest.mark.untraced
@pytest.mark.parametrize("box", [False, True])
def test_a_card_without_an_index_is_seen_where_it_lies(box: bool) -> None:
    reader = CardReader()
    for number in range(tries(3, 30)):
        photo = shown(number, 3)
        reading = reader.read(photo.image, height_of(photo.quads[0]) if box else None)
        assert reading.ranks == (), number
        assert reading.ask is not None
        assert reading.ask.reason == UNKNOWN_FACE, number
        at = reading.ask.at
        assert at is not None
        assert any(touch(at, quad) for quad in photo.quads)


@pytest.mark.examples
@pytest.mark.untraced
def test_a_table_without_cards_shows_none() -> None:
    reader = CardReader()
    for number in range(tries(2, 20)):
        reading = reader.read(shown(number, 0).image)
        assert reading.ask is not None
        assert reading.ask.reason in (NO_CARDS, message("ask.empty")), number
