"""Letters that can be read from where people sit, keys that a finger hits."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.config import Display
from appliance.display.sizes import FINGER_MM, LEAST_ANGLE, MOST_KEY, MOST_LETTER, Glass
from appliance.display.typeface import CAPITALS
from bluffing.errors import SettingError

sizes = st.sampled_from([(800, 480), (1280, 720), (1280, 1024), (1920, 1080), (3840, 2160)])


@given(st.integers(5, 120), st.integers(20, 600), sizes)
def test_letters_and_keys_are_as_large_as_eyes_and_fingers_need(
    inches: int, away: int, size: tuple[int, int]
) -> None:
    """But for where the layouts have no room, which is said."""
    glass = Glass(inches, away)
    pitch, unit = inches * 25.4 / math.hypot(*size), min(size[0] / 1920, size[1] / 1080)
    angle = math.degrees(math.atan(glass.letter(size) * CAPITALS * pitch / (away * 10)))
    one_pixel = math.degrees(math.atan(CAPITALS * pitch / (away * 10)))
    assert angle > LEAST_ANGLE - one_pixel or away > glass.farthest_cm(size)
    assert glass.key(size) * pitch >= FINGER_MM - 1e-6 or inches < glass.smallest_inch(size)
    assert glass.letter(size) <= MOST_LETTER * unit + 1
    assert glass.key(size) <= MOST_KEY * unit + 1


def test_the_usual_screen_has_room_for_both() -> None:
    glass, size = Glass(), (1920, 1080)
    assert (glass.letter(size), glass.key(size)) == (27, 49)
    assert glass.farthest_cm(size) >= glass.distance_cm
    assert glass.smallest_inch(size) <= glass.diagonal_inch


@pytest.mark.parametrize("size", [(720, 1280), (1280, 720), (1024, 1024), (800, 480)])
def test_a_picture_may_lie_or_stand_upright(size: tuple[int, int]) -> None:
    assert Display(*size).height == size[1]


@pytest.mark.parametrize("size", [(720, 720), (480, 799)])
def test_a_picture_that_is_too_small_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(SettingError, match=r"config\.small"):
        Display(*size)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (800, 1280)])
def test_letters_and_keys_are_as_large_upright(size: tuple[int, int]) -> None:
    glass, upright = Glass(), (size[1], size[0])
    assert glass.letters(size) == glass.letters(upright)
    assert glass.key(size) == glass.key(upright)
