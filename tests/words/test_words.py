"""Messages are said in the language of the table."""

from pathlib import Path

import pytest

from appliance.display.cardart import index
from appliance.words import LANGUAGES, Words, words_of
from bluffing.cards import Rank
from bluffing.message import AtSeat, message
from bluffing.words import UNSAID


def test_english_is_there() -> None:
    assert "en" in LANGUAGES


def test_a_seat_is_said_as_its_players_name() -> None:
    both = message("list.last", left=AtSeat(0), right=AtSeat(2))
    assert words_of("en").named(("Ana", "Ben")).say(both) == "Ana and seat 2"


@pytest.mark.parametrize(("n", "said"), [(0, "0 sixes"), (1, "1 six"), (4, "4 sixes")])
def test_a_number_picks_the_plural(n: int, said: str) -> None:
    assert words_of("en")("rank.6.count", n=n) == said


def test_the_only_form_goes_with_every_number() -> None:
    words = words_of("en")
    for n in (0, 1, 4):
        assert words("rank.6.many", n=n) == words("rank.6.many")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_text_never_shows_its_code(language: str) -> None:
    words = words_of(language).named(("Ana",))
    nested = message("nowhere.outer", who=AtSeat(0), what=message("nowhere.inner", n=7))
    assert words("nowhere.plain") == UNSAID
    assert words("nowhere.amount", n=12) == "12"
    assert words.say(nested) == "Ana 7"


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


@pytest.fixture
def danish(tmp_path: Path) -> Words:
    """A language with signs and letters of its own."""
    (tmp_path / "da").mkdir()
    head = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    said = {
        "number.decimal": ",",
        "number.group": ".",
        "rank.J.short": "B",
    }
    entries = (f'msgid "{code}"\nmsgstr "{text}"\n' for code, text in said.items())
    (tmp_path / "da" / "some.po").write_text("\n".join([head, *entries]), encoding="utf-8")
    return words_of("da", tmp_path)


@pytest.mark.parametrize(
    ("code", "value", "english", "said"),
    [
        ("menu.seconds", 2.5, "2.5 s", "2,5 s"),
        ("menu.seconds", 3, "3 s", "3 s"),
        ("story.after", 1234.56, "after 1234.6 ms", "after 1234,6 ms"),
    ],
)
def test_a_number_has_the_signs_of_its_language(
    code: str, value: float, english: str, said: str, danish: Words
) -> None:
    name = "seconds" if code == "menu.seconds" else "ms"
    assert words_of("en")(code, **{name: value}) == english
    assert danish(code, **{name: value}) == said


def test_digits_are_grouped_as_in_the_language(danish: Words) -> None:
    said = [words("question.asked", of="", when="", n=5001) for words in (words_of("en"), danish)]
    assert ["5,001" in said[0], "5.001" in said[1]] == [True, True]


def test_a_card_has_the_letter_of_the_language(danish: Words) -> None:
    assert [index(rank, danish) for rank in (Rank.JACK, Rank.ACE, None)] == ["B", "A", "?"]


def test_every_language_calls_itself_by_its_own_name(danish: Words) -> None:
    for language in LANGUAGES:
        code = f"menu.value.language.{language}"
        own = words_of(language)(code)
        assert own != code
        assert {words_of(other)(code) for other in LANGUAGES} == {danish(code)} == {own}
