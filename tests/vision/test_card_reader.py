import random
from collections import Counter
from functools import cache

import cv2
import numpy as np
import pytest
from extent import often, tries
from uncovered import uncovered

from appliance.drivers import Image
from appliance.vision.read import CardReader
from bluffing.cards import RANKS, Card, Rank, Suit, pack
from lab.sim.photo.faces import STYLES, back
from lab.sim.photo.layouts import Pose
from lab.sim.photo.photograph import Scene, photograph, scene_of

CALM = Scene(table="green felt")

LITTLE = 0.2
"""A card that shows a smaller share may go unnoticed (docs/how-cards-are-read.md)."""


@cache
def reader() -> CardReader:
    return CardReader()


def ranks_of(cards: list[Card]) -> Counter[Rank]:
    return Counter(card.rank for card in cards)


@pytest.mark.parametrize("rank", [*RANKS, Rank.JOKER])
def test_every_rank_is_read_on_a_calm_table(rank: Rank) -> None:
    cards = [card for card in pack(2) if card.rank is rank]
    reading = reader().read(photograph(cards, STYLES[0], random.Random(1), CALM).image)
    # no two makers mark jokers alike: they are named, but seldom surely
    assert reading.ask is None or rank is Rank.JOKER
    assert Counter(reading.ranks) == ranks_of(cards)


@pytest.mark.examples
def test_never_wrong_whatever_the_night_is_like() -> None:
    assert not {seed for seed in range(tries(8, of=500)) if wrong(seed)}


@pytest.mark.parametrize("night", [99, 958, 1160, 2357])
def test_a_covered_card_to_which_the_networks_are_blind_is_not_left_out(night: int) -> None:
    """White paper, and a joker's name: they took these for the card above, or for no card."""
    assert not wrong(night)


def wrong(seed: int) -> bool:
    """Return True if the reader says something else than what lies there, and asks nothing."""
    rng = random.Random(seed)
    cards = rng.sample(pack(2), rng.randint(1, 4))
    shot = photograph(cards, rng.choice(STYLES), rng, scene_of(rng))
    reading = reader().read(shot.image)
    return not reading.ask and Counter(reading.ranks) != ranks_of(cards)


@pytest.mark.thorough
def test_most_calm_tables_are_answered() -> None:
    answered = 0
    for seed in range(40):
        rng = random.Random(seed)
        cards = rng.sample(pack(2), rng.randint(1, 4))
        image = photograph(cards, STYLES[seed % len(STYLES)], rng, CALM).image
        answered += reader().read(image).ask is None
    assert answered >= 34


@pytest.mark.thorough
@pytest.mark.parametrize("rank", [Rank.SIX, Rank.NINE, Rank.KING])
def test_a_card_reads_the_same_whichever_way_it_lies(rank: Rank) -> None:
    for angle in range(0, 360, 30):
        pose = Pose(480, 360, angle + 2, 210)
        card = Card(rank, Suit.SPADES)
        image = photograph([card], STYLES[0], random.Random(angle), CALM, [pose]).image
        reading = reader().read(image)
        assert reading.ranks == (rank,), angle
        assert reading.ask is None, angle


@pytest.mark.parametrize("rank", [Rank.ACE, Rank.SEVEN, Rank.KING])
def test_each_suit_is_told_on_a_calm_table(rank: Rank) -> None:
    cards = [Card(rank, suit) for suit in Suit]
    shot = photograph(cards, STYLES[0], random.Random(1), CALM)
    assert {card.card for card in reader().read(shot.image).cards} == set(cards)


def test_the_quad_is_where_the_card_lies() -> None:
    cards = [Card(Rank.SEVEN, Suit.HEARTS), Card(Rank.KING, Suit.CLUBS)]
    shot = photograph(cards, STYLES[0], random.Random(4), CALM)
    seen = {card.rank: np.array(card.quad) for card in reader().read(shot.image).cards}
    for card, quad in zip(cards, shot.quads, strict=True):
        assert np.abs(seen[card.rank].mean(axis=0) - np.array(quad).mean(axis=0)).max() < 6


@pytest.mark.parametrize("shift", often([0.2, 0.3, 0.45, 0.7], {0.2, 0.45}))
@pytest.mark.parametrize("way", [(1, 0), (0, 1), (0.7, 0.7), (-0.7, 0.7)])
def test_a_covered_card_is_read_or_asked_about(shift: float, way: tuple[float, float]) -> None:
    cards = [Card(Rank.FIVE, Suit.SPADES), Card(Rank.FIVE, Suit.HEARTS)]
    poses = [
        Pose(400, 300, 0, 220),
        Pose(400 + shift * 157 * way[0], 300 + shift * 220 * way[1], 0, 220),
    ]
    image = photograph(cards, STYLES[0], random.Random(2), CALM, poses).image
    reading = reader().read(image)
    assert reading.ask or Counter(reading.ranks) == ranks_of(cards)


@pytest.mark.parametrize("seed", often(range(500, 530), range(500, 510)))
@pytest.mark.untraced
def test_a_heap_of_one_rank_is_counted_rightly_or_asked_about(seed: int) -> None:
    """A card that shows little more than its edge below others of its rank."""
    rng = random.Random(seed)
    style, rank = rng.choice(STYLES), rng.choice(RANKS)
    cards = [card for card in pack(2) if card.rank is rank][:3]
    poses = [Pose(rng.gauss(480, 60), rng.gauss(360, 50), rng.uniform(0, 360), 210) for _ in cards]
    shot = photograph(cards, style, rng, CALM, poses)
    reading = reader().read(shot.image, card_height=210)
    hidden = min(uncovered(shot)) < LITTLE
    assert reading.ask or hidden or Counter(reading.ranks) == ranks_of(cards)


@pytest.mark.thorough
def test_most_fans_are_answered() -> None:
    """Overlapping cards that each show an index: no reader of outlines reads any."""
    answered = 0
    for seed in range(20):
        rng = random.Random(seed)
        cards = rng.sample(pack(2), 4)
        poses = [Pose(330 + 52 * n, 330 + 8 * n, 3 * n, 215) for n in range(4)]
        image = photograph(cards, STYLES[seed % len(STYLES)], rng, CALM, poses).image
        reading = reader().read(image, card_height=215)
        answered += reading.ask is None
        assert reading.ask or Counter(reading.ranks) == ranks_of(cards)
    assert answered >= 12


def test_a_card_half_out_of_the_picture_is_read_or_asked_about() -> None:
    cards = [Card(Rank.FIVE, Suit.SPADES), Card(Rank.FIVE, Suit.HEARTS)]
    poses = [Pose(480, 360, 10, 210), Pose(20, 360, 80, 210)]
    image = photograph(cards, STYLES[0], random.Random(2), CALM, poses).image
    reading = reader().read(image)
    assert reading.ask or Counter(reading.ranks) == ranks_of(cards)


def test_a_back_is_no_card() -> None:
    image = photograph(
        [Card(Rank.FIVE, Suit.SPADES)], STYLES[0], random.Random(2), CALM, [Pose(250, 360, 5, 210)]
    ).image.copy()
    image[250:460, 600:750] = cv2.resize(back(STYLES[0]), (150, 210))
    assert reader().read(image).ranks == (Rank.FIVE,)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((720, 960, 3), np.uint8),
        np.full((720, 960, 3), 255, np.uint8),
        np.full((720, 960, 3), 128, np.uint8),
        np.full((3000, 4000, 3), 90, np.uint8),
        np.zeros((720, 960), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((64, 5000, 3), np.uint8),
        np.random.default_rng(1).integers(0, 256, (720, 960, 3), np.uint8),
        np.random.default_rng(1).integers(0, 256, (70, 90, 3), np.uint8),
        np.tile(np.arange(960, dtype=np.uint8)[None, :, None], (720, 1, 3)),
    ],
    ids=lambda image: f"{image.shape} {image.max() if image.size else 'empty'}",
)
def test_a_picture_without_cards_asks_and_never_raises(image: Image) -> None:
    reading = reader().read(image)
    assert reading.ask
    assert not reading.ranks
