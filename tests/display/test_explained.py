"""What a family asks about is said on the screen: sudden death, all-in, a tie."""

import pytest
from golden_moments import view

from appliance.words import LANGUAGES, words_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sudden_death_is_explained(language: str) -> None:
    words = words_of(language)
    assert view("sudden_death", words)[0].detail == words("turn.sudden-death.why")
    assert view("asking", words)[0].detail == words("asking.chooses.how")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_can_only_go_all_in_is_told_why(language: str) -> None:
    words = words_of(language)
    assert view("all_in", words)[0].detail == words("turn.all-in-or-doubts", who="Cleo")
