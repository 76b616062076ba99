"""Messages are said in the language of the table."""

import pytest

from appliance.message import AtSeat, message
from appliance.rules.cards import Rank
from appliance.words import LANGUAGES, words_of


def test_english_is_there() -> None:
    assert "en" in LANGUAGES


def test_a_seat_is_said_as_its_players_name() -> None:
    both = message("list.last", left=AtSeat(0), right=AtSeat(2))
    assert words_of("en").named(("Ana", "Ben")).say(both) == "Ana and seat 2"


@pytest.mark.parametrize(("n", "said"), [(0, "0 sixes"), (1, "1 six"), (4, "4 sixes")])
def test_a_number_picks_the_plural(n: int, said: str) -> None:
    assert words_of("en")("rank.6.count", n=n) == said


def test_every_rank_is_said_in_each_form() -> None:
    words = words_of("en")
    for rank in Rank:
        assert not {words(f"rank.{rank}.{form}") for form in ("one", "a", "many")} & {""}
        assert words.say(rank.counted(3)) == f"3 {words(f'rank.{rank}.many')}"


@pytest.mark.parametrize(
    ("items", "said"),
    [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")],
)
def test_a_tuple_is_said_as_a_list(items: tuple[str, ...], said: str) -> None:
    words = words_of("en")
    assert words("list.last", left=items, right="x") == f"{said} and x"


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError, match="xx"):
        words_of("xx")
