import random
from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
import odd_deck
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.core.reading import Quad
from appliance.decks.deck import Deck, Sample, sureness
from appliance.decks.likeness import RANK_COMPARISON, likeness, plain, thumbnail
from appliance.drivers import Image
from appliance.vision.arrays import xy
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.free_cards import Outline, free_cards
from appliance.vision.find.grouping import LETTERS, rank_of
from appliance.vision.find.index import LABELS, crop_index
from bluffing.cards import RANKS, Card, Rank, Suit
from lab.sim.photo.layouts import Pose
from lab.sim.photo.photograph import Photo, Scene, photograph

JOKERS = (Card(Rank.JOKER, Suit.SPADES), Card(Rank.JOKER, Suit.HEARTS))
SHOWN = tuple(Card(rank, Suit.HEARTS) for rank in RANKS)
NOTHING = CardMaps(
    np.zeros((4, 4), np.float32), np.zeros((4, 4), np.float32), np.zeros((4, 4, 2), np.float32), 1.0
)


def laid(
    cards: tuple[Card, ...], seed: int, height: float = 170, scene: Scene | None = None
) -> Photo:
    rng = random.Random(seed)
    poses = [
        Pose(120 + n % 6 * 200, 120 + n // 6 * 215, rng.uniform(-20, 20) + 180 * (n % 2), height)
        for n in range(len(cards))
    ]
    shot = scene or Scene(size=(1240, 240 + (len(cards) - 1) // 6 * 215), tilt=0.01)
    with odd_deck.in_play():
        return photograph(cards, odd_deck.RUNES, rng, shot, poses)


def spots_of(cards: tuple[Card, ...], photo: Photo, seed: int) -> list[list[Detection]]:
    rng = random.Random(seed)
    return [
        odd_deck.true_spots(card, None, quad, rng)
        for card, quad in zip(cards, photo.quads, strict=True)
    ]


def cut_out(image: Image, spot: Detection) -> Image:
    return spot.crop(image)


def areas_of(photo: Photo) -> CardMaps:
    """Return where cards lie, as exactly as a network's map can tell it."""
    height, width = (-(-side // 4) for side in photo.image.shape[:2])
    face = np.zeros((height, width), np.uint8)
    for quad in photo.quads:
        cv2.fillConvexPoly(face, np.round((np.array(quad) - 2) / 4).astype(np.int32), (1,))
    zeros = np.zeros((height, width), np.float32)
    return CardMaps(face.astype(np.float32), zeros, np.zeros((height, width, 2), np.float32), 1.0)


def outlines_of(photo: Photo) -> list[Outline]:
    """Return the cards that lie apart, from left to right."""
    areas = areas_of(photo)
    return sorted(free_cards(areas.faces, areas.cell), key=lambda card: xy(card.centre))


@cache
def runes() -> Deck:
    photo = laid(SHOWN, 1)
    looks = [
        Sample(card.rank, card.suit, cut_out(photo.image, spot))
        for card, spots in zip(SHOWN, spots_of(SHOWN, photo, 2), strict=True)
        for spot in spots
    ]
    return Deck("runes", "", tuple(looks))


@cache
def jesters() -> Deck:
    photo = laid(JOKERS, 3)
    outlines = outlines_of(photo)
    wholes = [
        Sample(card.rank, card.suit, thumbnail(photo.image, outline))
        for card, outline in zip(JOKERS, outlines, strict=True)
    ]
    return Deck("jesters", "", (), tuple(wholes))


def queries(seed: int) -> Iterator[tuple[Card, Image]]:
    rng = random.Random(seed)
    cards = tuple(Card(rank, rng.choice(list(Suit))) for rank in rng.sample(RANKS, 5))
    scene = Scene(
        size=(1240, 240),
        light=rng.uniform(0.6, 1.05),
        warmth=rng.uniform(-0.4, 0.8),
        blur=rng.uniform(0.3, 1.2),
        noise=rng.uniform(1, 5),
        slope=rng.uniform(0, 0.5),
    )
    photo = laid(cards, seed, rng.uniform(130, 190), scene)
    for card, spots in zip(cards, spots_of(cards, photo, seed), strict=True):
        for spot in spots:
            yield card, cut_out(photo.image, spot)


@pytest.mark.thorough
@settings(max_examples=6)
@given(st.integers(100, 10**6))
def test_signs_that_were_shown_once_are_known_in_other_light_or_asked_about(seed: int) -> None:
    for card, picture in queries(seed):
        named = runes().name_index(picture)
        assert named is None or named.rank is card.rank


def test_most_signs_are_known() -> None:
    seen = [
        (card, runes().name_index(picture)) for seed in range(3) for card, picture in queries(seed)
    ]
    assert sum(named is not None for _, named in seen) >= 0.8 * len(seen)


def test_a_card_that_only_its_picture_tells_is_known_either_way_up() -> None:
    photo = laid((JOKERS[1], SHOWN[3], JOKERS[0]), 5)
    spots = jesters().named(photo.image, [], areas_of(photo))
    assert [spot.label for spot in spots] == ["joker", "joker"]
    for quad in (photo.quads[0], photo.quads[2]):
        middle = complex(*np.array(quad).mean(axis=0))
        assert min(abs(middle - spot.card_centre) for spot in spots) < 8
    assert all(spot.sure > 0.9 for spot in spots)


def test_no_picture_is_taken_for_another_card() -> None:
    photo = laid(SHOWN[:8], 6)
    assert jesters().named(photo.image, [], areas_of(photo)) == []


def test_outlines_are_where_cards_lie() -> None:
    photo = laid((*JOKERS, *SHOWN[:4]), 8)
    found = outlines_of(photo)
    assert len(found) == 6
    for outline, quad in zip(found, sorted(photo.quads, key=_middle), strict=True):
        assert abs(outline.centre - complex(*_middle(quad))) < 5
        assert abs(outline.height / 170 - 1) < 0.06


def _middle(quad: Quad) -> tuple[float, float]:
    x, y = np.array(quad).mean(axis=0)
    return float(x), float(y)


def spot_named(label: str, chance: float = 0.99) -> Detection:
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)] = chance
    return Detection(100 + 100j, 20.0, -1j, 0.9, 120 + 160j, 180.0, names)


@pytest.mark.parametrize(
    ("letters", "label", "rank"),
    [
        ("german", "D", Rank.QUEEN),
        ("german", "B", Rank.JACK),
        ("french", "V", Rank.JACK),
        ("french", "R", Rank.KING),
        ("dutch", "V", Rank.QUEEN),
        ("dutch", "H", Rank.KING),
        ("swedish", "Kn", Rank.JACK),
        ("swedish", "E", Rank.ACE),
        ("danish", "B", Rank.JACK),
        ("russian", "Д", Rank.QUEEN),
        ("russian", "T", Rank.ACE),
        ("dutch", "7", Rank.SEVEN),
        ("dutch", "10", Rank.TEN),
        ("french", "joker", Rank.JOKER),
        ("german", "Q", None),
        ("french", "J", None),
    ],
)
def test_letters_mean_what_they_do_in_their_country(
    letters: str, label: str, rank: Rank | None
) -> None:
    deck = Deck("x", letters)
    [spot] = deck.named(np.zeros((300, 300, 3), np.uint8), [spot_named(label)], NOTHING)
    if rank is None:
        assert spot.sure == 0
    else:
        assert rank_of(spot.label, [spot.label]) is rank
        assert spot.sure == pytest.approx(0.99)


def test_every_country_has_each_court_card_and_means_something_that_can_be_read() -> None:
    for country in LETTERS.values():
        assert {Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING} == set(country.values())
        assert set(country) <= set(LABELS)


def test_the_deck_decides_against_the_network_where_it_is_clear() -> None:
    photo = laid((SHOWN[6],), 9)
    [spots] = spots_of((SHOWN[6],), photo, 9)
    wrong = [
        Detection(
            s.at,
            s.height,
            s.up,
            s.confidence,
            s.card_centre,
            s.card_height,
            spot_named("A").probabilities,
        )
        for s in spots
    ]
    named = runes().named(photo.image, wrong, NOTHING)
    assert [spot.label for spot in named] == ["7", "7"]
    assert all(spot.sure > 0.93 for spot in named)


def test_a_name_that_does_not_look_like_its_enrolled_sign_is_nothing_to_build_on() -> None:
    image = np.random.default_rng(1).integers(0, 255, (300, 300, 3), np.uint8)
    [spot] = runes().named(image, [spot_named("A")], NOTHING)
    assert spot.sure <= 0.5


def test_what_was_never_shown_is_left_to_the_network() -> None:
    seven = tuple(look for look in runes().indices if look.rank is Rank.SEVEN)
    image = np.random.default_rng(1).integers(0, 255, (300, 300, 3), np.uint8)
    [spot] = Deck("x", "", seven).named(image, [spot_named("Q")], NOTHING)
    assert (spot.label, round(spot.sure, 2)) == ("Q", 0.99)


def test_a_deck_that_knows_few_ranks_takes_no_others_for_them() -> None:
    few = {Rank.SEVEN, Rank.KING}
    deck = Deck("x", "", tuple(look for look in runes().indices if look.rank in few))
    cards = tuple(card for card in SHOWN if card.rank not in few)[:6]
    photo = laid(cards, 12)
    for card, spots in zip(cards, spots_of(cards, photo, 12), strict=True):
        sure = [
            Detection(
                s.at,
                s.height,
                s.up,
                s.confidence,
                s.card_centre,
                s.card_height,
                spot_named(card.rank).probabilities,
            )
            for s in spots
        ]
        assert {spot.label for spot in deck.named(photo.image, sure, NOTHING)} == {card.rank}


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((56, 48, 3), np.uint8),
        np.full((56, 48, 3), 255, np.uint8),
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((56, 48), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((68, 48, 3), np.uint8),
    ],
)
def test_no_picture_is_too_bad(picture: Image) -> None:
    assert runes().name_index(picture) is None
    assert jesters().name_whole(picture) is None
    assert runes().name_card(picture, Rank.ACE) is None


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_noise_is_nothing(seed: int) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (56, 48, 3), np.uint8)
    assert runes().name_index(noise) is None


def test_likeness_does_not_mind_light_shift_or_size() -> None:
    photo = laid((SHOWN[0],), 4)
    [[spot, _]] = spots_of((SHOWN[0],), photo, 4)
    known = plain([cut_out(photo.image, spot)], RANK_COMPARISON)
    dim = (photo.image * 0.6 + 20).astype(np.uint8)
    for height, shift in ((1.0, 0), (1.12, 2), (0.92, -2)):
        picture = crop_index(dim, spot.at + shift, spot.height * height, spot.up)
        assert float(likeness(picture, known, RANK_COMPARISON)[0]) > 0.9


def test_a_wider_margin_is_surer() -> None:
    sure = [sureness(margin / 100) for margin in range(40)]
    assert sure == sorted(sure)
    assert sure[0] == 0.5
    assert sure[-1] < 1


def test_pictures_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="a picture of 7"):
        Deck("x", "", (Sample(Rank.SEVEN, None, np.zeros((10, 10, 3), np.uint8)),))


def test_a_joker_whose_ornaments_are_taken_for_indices_is_one_card() -> None:
    photo = laid(JOKERS, 3)
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(Rank.JOKER)] = 0.99
    spots = []
    for quad in photo.quads:
        corners = np.array(quad)
        for share in (0.2, 0.5, 0.8):
            at = complex(*(corners[0] + share * (corners[2] - corners[0])))
            spots.append(
                Detection(at, 20.0, -1j, 0.9, at + 30, 170.0, names)
            )  # fmt: skip
    named = jesters().named(photo.image, spots, areas_of(photo))
    assert [spot.label for spot in named] == [Rank.JOKER] * 2
