"""A lie is certain by one card that is read surely, though the others are not."""

from dataclasses import replace

from at_table import People, playing, race_ruleset, reading_of, ruleset_with
from said import ENGLISH, asked

from appliance.core.reading import SURE, Ask, Reading
from appliance.core.signals import MS, SECOND, CardsSeen
from appliance.display.view import require
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table.elements import Basis
from appliance.table.stages import Judged, Revealing
from bluffing.cards import Rank
from bluffing.events import Took, Verdict
from bluffing.message import message


def doubted(people: People) -> People:
    """Seat 3 doubts seat 1's first play: two cards."""
    people.lay(1, 2)
    people.wait(SECOND)
    people.press(3)
    people.wait(2 * SECOND)
    assert people.at(Revealing)
    return people


def unread(reading: Reading, at: int, sure: float = 0.0) -> Reading:
    """`reading`, less sure of the card number `at`; without any sureness its rank is gone."""
    cards = list(reading.cards)
    cards[at] = replace(cards[at], rank=cards[at].rank if sure else None, sure=sure)
    ask = Ask(message("text", text="a card may be covered"))
    return replace(reading, cards=tuple(cards), ask=ask)


def sees(people: People, reading: Reading) -> People:
    people.send(CardsSeen(people.table.request, reading, people.now))
    return people


def test_the_other_card_need_not_be_read() -> None:
    people = doubted(playing(4, race_ruleset()))
    before = people.game
    sees(people, unread(reading_of(["Q", "2"]), 1))
    assert people.at(Judged)
    assert people.table.ruling is not None
    assert people.table.ruling.basis is Basis.CAMERA
    assert people.happened[:2] == (Verdict(1, 3, False, ()), Took(1, 2))  # noqa: FBT003
    assert people.game.hands[1] == before.hands[1] + 2
    view = view_of(people.table, people.now, ENGLISH)
    assert (view.headline, require(view.verdict).word) == (f"{people.table.name(1)} lied", "LIE")
    assert view.detail.startswith("The other cards need not be read. ")
    assert [card.rank for card in view.box.cards] == [Rank.QUEEN]


def test_a_card_that_may_be_another_seen_twice_is_shown_once() -> None:
    people = doubted(playing(4, race_ruleset()))
    sees(people, reading_of(["Q", "2", "Q"], "one card or two?"))
    assert people.at(Judged)
    view = view_of(people.table, people.now, ENGLISH)
    assert require(view.verdict).word == "LIE"
    assert [card.rank for card in view.box.cards] == [Rank.QUEEN, Rank.TWO]


def test_a_card_that_may_be_another_decides_nothing() -> None:
    claimed = playing(4, race_ruleset()).game.required
    assert claimed is not None
    for sure, ranks in ((SURE - 0.001, ["Q", claimed]), (0.0, ["Q", claimed])):
        people = doubted(playing(4, race_ruleset()))
        sees(people, unread(reading_of(ranks), 0, sure))
        assert people.at(Revealing)
        assert asked(people.table) == "a card may be covered"


def test_while_cards_are_missing_they_are_waited_for() -> None:
    people = doubted(playing(4, race_ruleset()))
    sees(people, reading_of(["Q"]))
    assert people.at(Revealing)
    assert asked(people.table) == "I see 1 of 2 cards: spread them out"
    sees(people, reading_of(["Q"], "a card may be covered"))
    assert people.at(Revealing)
    assert asked(people.table) == "a card may be covered"


def test_a_wild_joker_is_no_lie() -> None:
    name = ruleset_with("jokers")
    for jokers in (0, 2):
        people = playing(4, name, jokers=jokers)
        if people.game.required is None:
            people.lay(1, 1)
            people.hold(1)
        else:
            people.lay(1, 2)
        people.wait(SECOND)
        people.press(3)
        people.wait(2 * SECOND)
        assert people.at(Revealing)
        cards = reading_of(["joker", "2"])
        sees(people, unread(cards, 1))
        assert people.at(Revealing) == bool(jokers)


def test_agreed_to_be_wrong_it_is_turned_round() -> None:
    people = doubted(playing(4, race_ruleset()))
    sees(people, unread(reading_of(["Q", "2"]), 1))
    people.wait(100 * MS)
    people.press(0, LONG_AFTER + 50 * MS)
    assert people.disputed()
    people.hold(1)
    people.hold(3)
    assert people.at(Judged)
    assert isinstance(people.happened[0], Verdict)
    assert people.happened[0].truth
    assert Took(3, 2) in people.happened
