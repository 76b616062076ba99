"""A reading is evidence only when it is whole; the announced number is a check, never evidence."""

from collections import Counter

from at_table import reading_of
from hypothesis import given
from hypothesis import strategies as st

from appliance.judge import Ask, Sought, Turn, judge
from appliance.rules.actions import Produce, Reveal, Show
from appliance.rules.cards import Rank, pack
from appliance.vision.reading import Reading, SeenCard

READ = st.lists(st.sampled_from(Rank), max_size=6)
SOUGHT = st.builds(Sought, st.just(Turn.PLAY), st.just(1), st.integers(1, 5))
PACK = pack()


def possible(ranks: list[Rank]) -> bool:
    return all(n <= 4 or rank is Rank.JOKER for rank, n in Counter(ranks).items())


@given(READ, SOUGHT)
def test_the_claim_decides_only_whether_to_ask_never_what_was_seen(
    ranks: list[Rank], sought: Sought
) -> None:
    answer = judge(reading_of(ranks), sought, PACK)
    if len(ranks) < sought.count or not possible(ranks):
        assert isinstance(answer, Ask)
    else:
        assert answer == Reveal(tuple(ranks))


@given(READ, SOUGHT, st.text(min_size=1))
def test_a_question_is_never_overruled(ranks: list[Rank], sought: Sought, why: str) -> None:
    assert judge(reading_of(ranks, why), sought, PACK) == Ask(why)


@given(READ, SOUGHT, st.integers(0, 6))
def test_one_card_without_a_rank_is_a_question(ranks: list[Rank], sought: Sought, at: int) -> None:
    cards = list(reading_of(ranks).cards)
    cards.insert(at, SeenCard(None, 0.0, ((0.0, 0.0),) * 4))
    assert isinstance(judge(Reading(tuple(cards), 640, 480), sought, PACK), Ask)


@given(READ)
def test_a_forced_card_and_a_shown_hand_are_exactly_as_many_as_wanted(ranks: list[Rank]) -> None:
    produced = judge(reading_of(ranks), Sought(Turn.PRODUCED, 2, 1), PACK)
    shown = judge(reading_of(ranks), Sought(Turn.HAND, 2, 3), PACK)
    assert produced == Produce(ranks[0]) if len(ranks) == 1 else isinstance(produced, Ask)
    if len(ranks) == 3 and possible(ranks):
        assert shown == Show(2, tuple(ranks))
    else:
        assert isinstance(shown, Ask)


def test_more_of_a_rank_than_the_game_has_are_not_believed() -> None:
    sought = Sought(Turn.PLAY, 1, 1)
    short = tuple(card for card in PACK if card.rank not in ("2", "3", "4", "5"))
    assert judge(reading_of(["3"]), sought, short) == Ask(
        "I see 1 three, and the game has 0: lay them anew"
    )
    assert isinstance(judge(reading_of(["3"] * 5), sought, PACK), Ask)
    assert judge(reading_of(["3"] * 5), sought, PACK * 2) == Reveal((Rank.THREE,) * 5)


def test_jokers_are_the_rules_matter() -> None:
    seen = judge(reading_of(["joker", "7"]), Sought(Turn.PLAY, 1, 2), PACK)
    assert seen == Reveal((Rank.SEVEN, Rank.JOKER))
