"""The gallery: moments of told evenings, from a real table, the same every time."""

from itertools import pairwise

import pytest

from appliance.config import Config
from appliance.display.view import Screen
from appliance.service.outside import outside_of
from bluffing.rulesets import RULESETS
from lab.gallery.moments import Kept, Moment
from lab.gallery.tour import (
    MAIN_GAMES,
    at_usual,
    gather,
    look_through,
    play,
    read_and_try,
    settings_of,
    sitting_of,
    with_seats,
)
from lab.words import words_of

ENGLISH = words_of("en")
COUNTS = range(2, 12)


def told(name: str, seats: int, moves: int = 60) -> Kept:
    kept, sitting = Kept(), sitting_of(settings_of(name, seats))
    gather(kept, sitting, name, seats)
    play(kept, sitting, "test", moves)
    return kept


def screens(moments: list[Moment]) -> set[str]:
    return {moment.view(ENGLISH).screen for moment in moments}


def test_a_game_is_told_from_its_first_screen_to_its_end_and_the_same_every_time() -> None:
    moments = told("bicycle", 3).moments
    assert {"attract", "lobby", "deal", "game", "over"} <= screens(moments)
    assert len({moment.name for moment in moments}) == len(moments)
    assert all(a.at <= b.at for a, b in pairwise(moments))
    again = told("bicycle", 3).moments
    assert [moment.name for moment in again] == [moment.name for moment in moments]
    assert [moment.view(ENGLISH) for moment in again] == [
        moment.view(ENGLISH) for moment in moments
    ]


def test_each_moment_says_something_new() -> None:
    kept = told("bicycle", 3, 20)
    sitting, before = sitting_of(settings_of("bicycle", 3)), len(kept.moments)
    gather(kept, sitting, "bicycle", 3)
    assert len(kept.moments) == before


def test_how_to_play_and_the_practice_round_are_read_to_their_end() -> None:
    kept, sitting = Kept(), sitting_of(settings_of("bicycle", 3))
    sitting.press(0)
    read_and_try(kept, sitting, "bicycle")
    assert screens(kept.moments) == {"howto", "practice"}
    pages = len(RULESETS["bicycle"].lessons) + 2
    assert sum(moment.view(ENGLISH).screen is Screen.HOW_TO for moment in kept.moments) == pages
    assert sitting.facts.front is None


def test_every_row_of_the_menu_is_lit_once() -> None:
    kept, sitting = Kept(), sitting_of(settings_of("bicycle", 3, outside_of(Config(), screens=2)))
    sitting.press(0)
    look_through(kept, sitting, "bicycle")
    assert {f"menu.{setting.key}.for" for setting in outside_of(Config(), screens=2)} <= kept.codes


@pytest.mark.thorough
def test_the_whole_tour_has_every_screen_of_every_game() -> None:
    moments = at_usual(outside_of(Config(), screens=2))
    assert screens(moments) == set(Screen) - {Screen.FAULT}
    assert len({moment.name for moment in moments}) == len(moments)
    assert {
        name for name in RULESETS if any(f"-{name}-" in moment.name for moment in moments)
    } == set(RULESETS)


@pytest.mark.thorough
@pytest.mark.parametrize("seats", COUNTS)
def test_each_number_of_seats_has_each_screen_of_the_main_games(seats: int) -> None:
    moments = with_seats(seats)
    for name, wanted in MAIN_GAMES.items():
        mine = {
            moment.name.partition(f"-{name}-")[0]
            for moment in moments
            if f"-{name}-" in moment.name
        }
        assert not mine or mine >= wanted
    assert all(len(moment.view(ENGLISH).seats) == seats for moment in moments)
