"""What of a picture's cards belongs to none that was read: maps as the finder would give them."""

from dataclasses import replace

import numpy as np
import pytest

from appliance.vision.arrays import xy
from appliance.vision.doubts.missed_cards import COVERED, HALF_OUT, CardSearch, own_cells
from appliance.vision.find.finder import NETWORK_CARD_HEIGHT as CARD
from appliance.vision.find.finder import STRIDE, CardMaps, Detection, Finder
from appliance.vision.find.grouping import ASPECT, LocatedCard
from appliance.vision.find.index import LABELS
from appliance.vision.limits import CALIBRATED, PHOTOGRAPH, ReadingLimits
from appliance.vision.read import CardReader, cards_of

MIDDLE = (160.0, 160.0)
CENTRE = complex(*MIDDLE)


def limits(card_height: float | None) -> ReadingLimits:
    """Those of a picture in which the height of a card is known, or not."""
    return PHOTOGRAPH if card_height is None else replace(CALIBRATED, card_height=card_height)


def the_card(*corners: tuple[int, int]) -> LocatedCard:
    """A card with an index in each of these corners, across and down."""
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index("7")] = 1.0
    spots = tuple(
        Detection(CENTRE + complex(30 * x, 42 * y), 12.0, 1j * y, 0.99, CENTRE, CARD, names)
        for x, y in corners
    )
    return LocatedCard(spots, CENTRE, CARD, -1j)


def seen(strip: float, away: float) -> CardMaps:
    """One card whose `strip`, a share of it, sees a middle some heights `away`."""
    side = 320 // STRIDE
    down, across = (np.mgrid[:side, :side] + 0.5) * STRIDE
    tall, wide = CARD / 2, ASPECT * CARD / 2
    on_card = (abs(down - MIDDLE[1]) < tall) & (abs(across - MIDDLE[0]) < wide)
    low = down > MIDDLE[1] + tall - strip * CARD
    centres = np.empty((side, side, 2), np.float32)
    centres[:] = MIDDLE
    centres[low] += (0.0, away * CARD)
    face = on_card.astype(np.float32)
    return CardMaps(face, np.zeros_like(face), centres, 1.0)


@pytest.mark.parametrize(
    ("strip", "away", "size", "asked"),
    [
        (0.0, 0.0, CARD, False),
        (0.28, 0.11, CARD, True),
        (0.28, 0.11, None, True),
        (0.13, 0.11, None, False),
        (0.1, 0.11, CARD, False),
        (0.1, 0.13, CARD, True),
        (0.1, 0.13, None, False),
        (0.28, 0.09, CARD, False),
        (0.25, 0.13, None, True),
        (0.12, 0.32, None, True),
    ],
)
def test_a_part_of_a_card_that_sees_another_middle_is_another_card(
    strip: float, away: float, size: float | None, asked: bool
) -> None:
    """The larger it is, the closer it may be, and smaller where the size is known."""
    card = the_card((-1, -1))
    doubt = CardSearch(
        card.detections, card.detections, [card], seen(strip, away), limits(size)
    ).first_reason()
    assert (doubt is not None and doubt.reason == COVERED) is asked


@pytest.mark.parametrize("place", [(0, 0), (1, -1), (-1, 1)])
@pytest.mark.parametrize(
    ("others", "asked"), [(((1, -1), (-1, 1)), False), (((1, -1),), False), ((), True)]
)
def test_all_of_a_card_is_its_own_if_three_or_four_of_its_corners_show(
    others: tuple[tuple[int, int], ...], asked: bool, place: tuple[int, int]
) -> None:
    """Wherever the finder sees its middle: another card on it would reach beyond it."""
    card, areas = the_card((-1, -1), (1, 1), *others), seen(0.0, 0.0)
    side = 320 // STRIDE
    down, across = (np.mgrid[:side, :side] + 0.5) * STRIDE
    x, y = place
    part = (abs(across - 160 - 30 * x) < 14) & (abs(down - 160 - 42 * y) < 18)
    areas.card_centres[part] += (0.34 * CARD, 0.0)
    doubt = CardSearch(card.detections, card.detections, [card], areas, limits(CARD)).first_reason()
    assert (doubt is not None) is asked


def test_another_card_that_reaches_beyond_such_a_card_is_seen() -> None:
    card, areas = the_card((-1, -1), (1, 1), (1, -1), (-1, 1)), seen(0.0, 0.0)
    side = 320 // STRIDE
    down, across = (np.mgrid[:side, :side] + 0.5) * STRIDE
    part = (abs(across - 160 - 30) < 44) & (abs(down - 160) < 18)
    areas.face[part] = 1.0
    areas.card_centres[part] += (0.34 * CARD, 0.0)
    search = CardSearch(card.detections, card.detections, [card], areas, limits(CARD))
    assert search._stray_area() is not None  # by what it sees; by its shape it is a sliver, too


@pytest.mark.parametrize(
    ("label", "at", "asked"),
    [
        ("7", 30 - 42j, False),
        ("7", -30 + 42j, False),
        ("7", 12 - 42j, True),
        ("K", 30 - 42j, True),
    ],
)
def test_what_is_hardly_legible_in_a_cards_corner_is_its_own(
    label: str, at: complex, asked: bool
) -> None:
    card, names = the_card((-1, -1), (1, 1)), np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)], names[-1] = 0.3, 0.5
    faint = Detection(CENTRE + at, 12.0, -1j, 0.9, CENTRE, CARD, names)
    doubt = CardSearch(
        [*card.detections, faint], card.detections, [card], seen(0.0, 0.0), limits(CARD)
    ).first_reason()
    assert (doubt is not None) is asked


@pytest.mark.parametrize(
    ("label", "sure", "asked"),
    [
        ("K", 0.88, True),
        ("K", 0.4, False),
        ("7", 0.88, False),
        ("joker", 0.32, True),
        ("joker", 0.2, False),
    ],
)
def test_what_is_surely_named_otherwise_is_no_pip_of_the_card(
    label: str, sure: float, asked: bool
) -> None:
    """It sees the middle of the card that lies over most of its own."""
    card, names = the_card((-1, -1)), np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)] = sure
    likely = Detection(150 + 170j, 12.0, -1j, 0.37, CENTRE, CARD, names)
    doubt = CardSearch(
        [*card.detections, likely],
        card.detections,
        [card],
        seen(0.0, 0.0),
        limits(CARD),
    ).first_reason()
    assert (doubt is not None) is asked


@pytest.mark.parametrize(
    ("height", "label", "size", "asked"),
    [
        (8.5, "A", CARD, True),
        (10.5, "A", CARD, False),
        (8.5, "A", None, False),
        (8.5, "joker", CARD, False),
    ],
)
def test_an_index_that_is_much_lower_than_the_others_is_covered_in_part(
    height: float, label: str, size: float | None, asked: bool
) -> None:
    """The foot of a four is hidden, and it is a good ace."""
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index(label)] = 0.95
    four = the_card((-1, -1))
    spot = Detection(190 + 202j, height, 1j, 0.9, CENTRE, CARD, names)
    low = LocatedCard((spot,), CENTRE, CARD, 1j)
    spots = [*four.detections, spot]
    doubt = CardSearch(spots, spots, [four, low], seen(0.0, 0.0), limits(size)).first_reason()
    assert (doubt is not None and doubt.reason == COVERED) is asked


@pytest.mark.parametrize(
    ("left", "chance", "likely", "asked"),
    [(0, 0.4, 0.6, True), (8, 0.4, 0.9, False), (0, 0.2, 0.9, False), (0, 0.4, 0.4, False)],
)
def test_a_corner_of_a_card_at_the_pictures_edge_is_asked_about(
    left: int, chance: float, likely: float, asked: bool
) -> None:
    """If it has what may be an index, though that is cut off and can't be named."""
    card, areas = the_card((-1, -1), (1, 1)), seen(0.0, 0.0)
    areas.face[70:76, left : left + 8] = likely
    areas.card_centres[70:76, left : left + 8] = (-20.0, 320.0)
    none = np.zeros(len(LABELS), np.float32)
    none[-1] = 1.0
    cut_off = Detection(4 * left + 16 + 292j, 12.0, 1j, chance, -20 + 320j, CARD, none)
    doubt = CardSearch(
        [*card.detections, cut_off], card.detections, [card], areas, limits(None)
    ).first_reason()
    assert (doubt is not None) is asked


@pytest.mark.parametrize(
    ("most", "away", "beside", "size", "asked"),
    [
        (0.95, 0.12, True, None, False),
        (0.85, 0.12, True, None, True),
        (0.85, 0.12, False, None, False),
        (0.75, 0.12, False, None, True),
        (0.95, 0.15, True, None, True),
        (0.95, 0.15, False, CARD, False),
        (0.85, 0.15, False, CARD, True),
    ],
)
def test_most_of_a_card_that_shows_one_end_tells_its_middle(
    most: float, away: float, beside: bool, size: float | None, asked: bool
) -> None:
    """Not its only index. What sees the middle of that is another card, above all by a third.

    But where both are far apart, most of what shows may be another card.
    """
    cards, areas = [the_card((-1, -1))], seen(most, away)
    if beside:
        step = round(ASPECT * CARD / STRIDE) + 1
        whole = the_card((-1, -1), (1, 1))
        centre = CENTRE + step * STRIDE
        spots = tuple(
            replace(detection, at=detection.at + step * STRIDE, card_centre=centre)
            for detection in whole.detections
        )
        cards.append(replace(whole, detections=spots, centre=centre))
        areas.face[:, step:] = np.maximum(areas.face[:, step:], areas.face[:, :-step])
        areas.card_centres[:, 40 + step // 2 :] = xy(centre)
    spots = tuple(spot for card in cards for spot in card.detections)
    doubt = CardSearch(spots, spots, cards, areas, limits(size)).first_reason()
    assert (doubt is not None and doubt.reason == COVERED) is asked


@pytest.mark.parametrize(
    "strip",
    [
        (slice(35, 45), slice(49, 56)),
        (slice(35, 45), slice(24, 31)),
        (slice(53, 60), slice(35, 45)),
        (slice(20, 27), slice(35, 45)),
    ],
    ids=("right", "left", "below", "above"),
)
def test_a_strip_of_a_card_is_noticed_on_any_side(strip: tuple[slice, slice]) -> None:
    """Though it sees the middle of the card above it."""
    card, areas = the_card((-1, -1)), seen(0.0, 0.0)
    areas.face[strip] = 1.0
    doubt = CardSearch(card.detections, card.detections, [card], areas, PHOTOGRAPH).first_reason()
    assert doubt is not None
    assert doubt.reason == COVERED


@pytest.mark.parametrize(("size", "asked"), [(None, False), (CARD, True)])
def test_a_card_is_as_wide_as_its_edges_show(size: float | None, asked: bool) -> None:
    """Where a picture may have been squeezed; in a calibrated box it is another one below."""
    card, areas = the_card((-1, -1), (1, 1)), seen(0.0, 0.0)
    wide = tuple(
        replace(detection, at=detection.at + 0.5 * (detection.at - CENTRE).real)
        for detection in card.detections
    )
    areas.face[:] = areas.face[:, np.round((np.arange(80) - 39.5) / 1.5 + 39.5).astype(int)]
    doubt = CardSearch(
        wide, wide, [replace(card, detections=wide)], areas, limits(size)
    ).first_reason()
    assert (doubt is not None) is asked


@pytest.mark.parametrize(
    ("paper", "chance", "sure", "size", "asked"),
    [
        (8, 0.4, 0.5, None, True),
        (3, 0.4, 0.5, None, False),
        (3, 0.4, 0.95, None, True),
        (3, 0.7, 0.5, None, True),
        (3, 0.4, 0.5, CARD, True),
    ],
)
def test_lettering_that_is_on_no_card_is_no_index(
    paper: int, chance: float, sure: float, size: float | None, asked: bool
) -> None:
    """Where books may lie about, unless it looks very much like one or is surely named."""
    card, areas = the_card((-1, -1), (1, 1)), seen(0.0, 0.0)
    areas.face[72 - paper // 2 : 73 + paper // 2, 72 - paper // 2 : 73 + paper // 2] = 0.6
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index("K")], names[-1] = sure, 1 - sure
    letter = Detection(290 + 290j, 12.0, -1j, chance, 310 + 330j, CARD, names)
    doubt = CardSearch(
        [*card.detections, letter], card.detections, [card], areas, limits(size)
    ).first_reason()
    assert (doubt is not None) is asked


def test_what_the_pictures_edge_cuts_off_gets_no_second_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It shows so little that a further look may miss it."""
    card, areas = the_card((-1, -1), (1, 1)), seen(0.0, 0.0)
    areas.face[0:6, 0:8] = 0.9
    areas.card_centres[0:6, 0:8] = (-20.0, -20.0)
    none = np.zeros(len(LABELS), np.float32)
    none[-1] = 1.0
    cut_off = Detection(16 + 12j, 12.0, 1j, 0.4, -20 - 20j, CARD, none)

    looks = iter([([*card.detections, cut_off], areas)])
    monkeypatch.setattr(Finder, "__init__", lambda *_, **__: None)
    monkeypatch.setattr(Finder, "find", lambda *_: next(looks))
    noise = np.random.default_rng(1).integers(0, 255, (320, 320, 3), dtype=np.uint8)
    assert (ask := CardReader().read(noise).ask) is not None
    assert ask.reason == HALF_OUT


@pytest.mark.parametrize(("face", "read"), [(0.3, 2), (0.1, 1)])
def test_lettering_beside_a_card_is_no_jokers_name(face: float, read: int) -> None:
    """Though it looks like one: it is on no card."""
    card, areas = the_card((-1, -1), (1, 1)), seen(0.0, 0.0)
    names = np.zeros(len(LABELS), np.float32)
    names[LABELS.index("joker")] = 0.7
    name = Detection(290 + 290j, 12.0, -1j, 0.6, 310 + 330j, CARD, names)
    areas.face[72, 72] = face
    reading = cards_of(np.zeros((320, 320, 3), np.uint8), [*card.detections, name], areas)
    assert len(reading.cards) == read


@pytest.mark.parametrize(
    ("far", "face", "own"),
    [
        ((0.0, 1.0), 1, (True, False)),
        ((0.25, 0.1), 1, (False, True)),
        ((0.4, 0.5), 1, (False, False)),  # it sees neither card's middle
        ((0.0, 1.0), 0, (False, False)),
    ],
)
def test_a_cell_shows_the_card_whose_middle_it_sees_best_if_any(
    far: tuple[float, float], face: int, own: tuple[bool, bool]
) -> None:
    maps = replace(seen(0.0, 0.0), face=np.array([[face]], np.float32))
    shown = own_cells(np.array(far, np.float32).reshape(2, 1, 1), maps, PHOTOGRAPH)
    assert tuple(shown[:, 0, 0].tolist()) == own
