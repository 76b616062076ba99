"""Whatever lies in the dark window and is none of the cards that were read is asked about."""

from dataclasses import replace

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from appliance.box.bare_ground import ONE_A_LANE, SOMETHING_ELSE, check_ground
from appliance.box.flatten import FLAT_SCALE, FLAT_SIZE, MaskedPicture, mask_mat
from appliance.core.reading import Ask, Quad, Reading, SeenCard
from appliance.vision.doubts.missed_cards import COVERED, INDEX_UNREAD
from bluffing.cards import Rank
from bluffing.message import Message, message

WHITE, DARK = 220, 40
CARD = 88 * FLAT_SCALE
NOISE = np.random.default_rng(1).normal(0, 3, (FLAT_SIZE[1], FLAT_SIZE[0], 3)).astype(np.float32)
WINDOW = mask_mat(np.zeros((FLAT_SIZE[1], FLAT_SIZE[0], 3), np.uint8), markers=()).window
ROWS, COLUMNS = (np.flatnonzero(WINDOW.any(axis=axis)) for axis in (1, 0))
TOP, LEFT = int(ROWS[0]), int(COLUMNS[0])
BOTTOM, RIGHT = int(ROWS[-1]), int(COLUMNS[-1])

turns = st.floats(0, 360)
light = st.sampled_from((0.3, 1.0))


def lying(x: float, y: float, turn: float, width: float = 63.0, height: float = 88.0) -> Quad:
    """The corners of something so many mm large, from its own top left."""
    last, *corners = cv2.boxPoints(
        ((x, y), (width * FLAT_SCALE, height * FLAT_SCALE), turn)
    ).tolist()
    return tuple((float(px), float(py)) for px, py in (*corners, last))


def flat(things: list[Quad], light: float = 1.0) -> MaskedPicture:
    picture = np.full((FLAT_SIZE[1], FLAT_SIZE[0], 3), DARK * light, np.uint8)
    for thing in things:
        corners = np.round(np.array(thing) * 16).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, (WHITE * light,) * 3, shift=4)
    noisy = np.asarray(np.clip(picture + NOISE, 0, 255), np.uint8)
    return MaskedPicture(noisy, WINDOW, (0, 0))


def reading(*quads: Quad) -> Reading:
    return Reading(tuple(SeenCard(Rank.SEVEN, 0.99, quad) for quad in quads), *FLAT_SIZE)


@given(turns, turns, light)
def test_cards_that_were_read_explain_themselves(
    turn: float, other: float, brightness: float
) -> None:
    cards = (lying(250, 240, turn), lying(470, 240, other))
    read = reading(*cards)
    assert check_ground(flat(list(cards), brightness), read, CARD) is read


@given(turns, light, st.floats(8, 63), st.floats(9, 88))
def test_anything_else_is_asked_about_and_shown(
    turn: float, brightness: float, width: float, height: float
) -> None:
    card, thing = lying(230, 240, 10), lying(470, 240, turn, width, height)
    asking = check_ground(flat([card, thing], brightness), reading(card), CARD)
    assert asking.ask is not None
    assert asking.ask.at is not None
    assert asking.ask.reason == SOMETHING_ELSE
    place = np.array(asking.ask.at)
    assert np.abs(place.mean(axis=0) - (470, 240)).max() < 4
    assert asking.cards == reading(card).cards


@given(turns, light, st.floats(3.5, 6), st.floats(0, 360))
def test_a_card_squared_up_below_another_is_asked_about(
    turn: float, brightness: float, by: float, way: float
) -> None:
    """It shows less than a finger's breadth: to the card reader a part of the card above it."""
    dx, dy = by * FLAT_SCALE * np.cos(np.radians(way)), by * FLAT_SCALE * np.sin(np.radians(way))
    above, below = lying(340, 240, turn), lying(340 + dx, 240 + dy, turn)
    asking = check_ground(flat([below, above], brightness), reading(above), CARD)
    assert asking.ask == Ask(COVERED, above)


@given(turns, st.floats(3, 6))
def test_two_cards_taken_for_one_between_them_are_asked_about(turn: float, by: float) -> None:
    """An index of the upper and one of the lower card were taken for the two of one card."""
    dx, dy = by * FLAT_SCALE * np.cos(np.radians(turn)), by * FLAT_SCALE * np.sin(np.radians(turn))
    above, below = lying(340 + dx, 240 + dy, turn), lying(340 - dx, 240 - dy, turn)
    asking = check_ground(flat([below, above]), reading(lying(340, 240, turn)), CARD)
    assert asking.ask is not None


@given(turns, st.floats(56, 63.5), st.floats(86, 91))
def test_a_card_may_be_as_large_as_cards_are(turn: float, width: float, height: float) -> None:
    read = reading(lying(340, 240, turn))
    assert check_ground(flat([lying(340, 240, turn, width, height)]), read, CARD) is read


def test_where_cards_touch_the_middle_of_the_lower_one_may_be_a_guess() -> None:
    above, below = lying(378, 250, 5), lying(300, 240, 0)
    guessed = lying(300, 240 + 2.5 * FLAT_SCALE, 0)
    read = reading(above, guessed)
    assert check_ground(flat([below, above]), read, CARD) is read
    asked = check_ground(flat([below]), reading(guessed), CARD).ask
    assert asked is not None
    assert asked.reason == COVERED


OVER = lying(378, 250, 5), lying(300, 240, 0)
"""Two cards that touch."""

guesses = st.tuples(st.floats(-5, 5), st.floats(-5, 5), st.floats(-4, 4))


near_guesses = st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.floats(-3, 3))


def guessed(one: tuple[float, float, float], other: tuple[float, float, float]) -> Reading:
    """The two cards, read so far off, in mm and degrees."""
    (x, y, turn), (x2, y2, turn2) = one, other
    return reading(
        lying(378 + x * FLAT_SCALE, 250 + y * FLAT_SCALE, 5 + turn),
        lying(300 + x2 * FLAT_SCALE, 240 + y2 * FLAT_SCALE, turn2),
    )


@given(near_guesses, near_guesses, light)
def test_cards_that_touch_are_found_where_they_lie(
    one: tuple[float, float, float], other: tuple[float, float, float], brightness: float
) -> None:
    """Though they were read 3 mm and 3 degrees off."""
    read = guessed(one, other)
    assert check_ground(flat(list(OVER[::-1]), brightness), read, CARD) is read


@given(guesses, guesses, light)
def test_cards_that_touch_never_seem_to_hide_another(
    one: tuple[float, float, float], other: tuple[float, float, float], brightness: float
) -> None:
    """Read further off, a corner may lie outside of its card: that alone may be asked about."""
    asking = check_ground(flat(list(OVER[::-1]), brightness), guessed(one, other), CARD)
    assert asking.ask is None or asking.ask.reason == SOMETHING_ELSE


@given(st.floats(4.5, 8), st.sampled_from((-1, 1)), guesses)
def test_a_card_below_cards_that_touch_is_asked_about(
    by: float, way: int, guess: tuple[float, float, float]
) -> None:
    """It shows by some millimetres, along the long side of the lower one of the two."""
    x, y, turn = (part / 2 for part in guess)
    third = lying(300, 240 + way * by * FLAT_SCALE, 0)
    read = reading(OVER[0], lying(300 + x * FLAT_SCALE, 240 + y * FLAT_SCALE, turn))
    asking = check_ground(flat([third, *OVER[::-1]]), read, CARD)
    assert asking.ask is not None
    assert asking.ask.reason in {COVERED, SOMETHING_ELSE}
    assert asking.cards == read.cards


def test_what_lies_on_the_frame_is_not_the_windows_business() -> None:
    card, beside = lying(300, 240, 0), lying(LEFT - 20, TOP - 20, 0, 20, 20)
    read = reading(card)
    assert check_ground(flat([card, beside]), read, CARD) is read


def test_a_speck_is_nothing() -> None:
    card, speck = lying(300, 240, 0), lying(RIGHT - 60, BOTTOM - 60, 30, 5, 5)
    read = reading(card)
    assert check_ground(flat([card, speck]), read, CARD) is read


def test_where_paper_is_not_lighter_than_the_ground_nothing_can_be_told() -> None:
    card, thing = lying(230, 240, 0), lying(470, 240, 0)
    read = reading(card)
    assert check_ground(flat([card, thing], 0.03), read, CARD) is read


def test_a_reading_that_asks_already_stays_as_it_is() -> None:
    read = Reading((), *FLAT_SIZE, Ask(message("ask.no-cards")))
    assert check_ground(flat([lying(300, 240, 0)]), read, CARD) is read


# --- on a mat with lanes -------------------------------------------------------------------------


@given(turns, light)
def test_in_lanes_a_doubt_about_bare_ground_counts_for_nothing(
    turn: float, brightness: float
) -> None:
    cards = (lying(250, 240, turn), lying(430, 240, 0))
    doubts = replace(reading(*cards), ask=Ask(COVERED, lying(350, 240, 0, 5, 9)))
    picture = flat(list(cards), brightness)
    assert check_ground(picture, doubts, CARD, lanes=True) == reading(*cards)
    assert check_ground(picture, doubts, CARD) is doubts


@given(st.sampled_from((COVERED, INDEX_UNREAD)), st.floats(3, 30))
def test_in_lanes_a_doubt_about_anything_light_stays(reason: Message, size: float) -> None:
    card, thing = lying(250, 240, 0), lying(430, 240, 0, size, size)
    doubts = replace(reading(card), ask=Ask(reason, lying(430, 240, 0, size + 4, size + 4)))
    assert check_ground(flat([card, thing]), doubts, CARD, lanes=True) is doubts


@given(st.integers(0, 40))
def test_in_lanes_ground_shows_on_all_sides_of_a_card(past: int) -> None:
    half = 63 / 2 * FLAT_SCALE
    card = lying(RIGHT - half + past, 240, 0)
    asking = check_ground(flat([card]), reading(card), CARD, lanes=True)
    assert asking.ask == Ask(ONE_A_LANE, card)


@given(st.floats(8, 60), st.floats(2.2, 5.5))
def test_in_lanes_a_card_below_shows_between_near_neighbours(gap: float, by: float) -> None:
    width = 63 * FLAT_SCALE
    left, right = lying(250, 240, 0), lying(250 + width + gap * FLAT_SCALE, 240, 0)
    below = lying(250, 240 + by * FLAT_SCALE, 0)
    read = reading(left, right)
    assert check_ground(flat([left, right]), read, CARD, lanes=True) is read
    asking = check_ground(flat([below, left, right]), read, CARD, lanes=True)
    assert asking.ask is not None
