"""The sentences of a turn: one name for the cards that are not dealt, and numbers that agree."""

import pytest
from at_table import People, playing
from said import ENGLISH

from appliance.core.signals import SECOND
from appliance.table.facts import TurnsFacts, facts_of
from appliance.table.stages.turns.words import beside, headline


def said_beside(people: People) -> str:
    words = beside(facts_of(people.table, people.now))
    assert words is not None
    return ENGLISH.say(words)


def test_the_stock_of_a_game_with_draws_has_one_name_whether_a_player_may_draw_or_not() -> None:
    people = playing(3, "valepaska")
    assert said_beside(people) == "37 in the stock"
    people.lay(1, 1)
    people.hold(1)
    people.wait(10 * SECOND)
    assert said_beside(people) == "37 in the stock"


def test_cards_that_no_player_draws_are_aside() -> None:
    people = playing(3, "idi", idi_hand_size=5)
    assert said_beside(people) == "37 aside, unseen"


@pytest.mark.parametrize(("cards", "end"), [(1, "the last card!"), (2, "the last cards!")])
def test_one_last_card_is_one(cards: int, end: str) -> None:
    people = playing(3, hands=(20, cards, 20))
    people.lay(1, cards)
    facts = facts_of(people.table, people.now)
    assert isinstance(facts.about, TurnsFacts)
    sentence = headline(facts, facts.about)[0]
    assert sentence is not None
    assert ENGLISH.say(sentence).endswith(end)


def test_only_the_first_to_be_out_can_win() -> None:
    people = playing(4, "bullshit", (5, 1, 1, 5), play_on=True)
    details = []
    for seat in (1, 2):
        people.lay(seat, 1)
        facts = facts_of(people.table, people.now)
        assert isinstance(facts.about, TurnsFacts)
        detail = headline(facts, facts.about)[1]
        assert detail is not None
        details.append(ENGLISH.say(detail))
        people.wait(20 * SECOND)
    assert details == ["seat 1 could win. Doubt it?", "seat 2 could be out. Doubt it?"]
