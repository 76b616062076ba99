"""The real cards: whatever is done with them, each is somewhere, once."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluffing import events
from bluffing.cards import RANKS, Card, Rank, Suit, pack
from bluffing.game import Setup
from bluffing.rulesets import RULESETS
from lab.sim.truth import Cards, deal

GAME = next(iter(RULESETS.values())).start(Setup(3), {})
SHORT = tuple(Card(rank, suit) for suit in Suit for rank in (*RANKS[5:], Rank.ACE))


@pytest.mark.parametrize("deck", [pack(), pack(2), pack() * 2, SHORT], ids=len)
@given(st.data())
def test_no_card_is_ever_lost(deck: tuple[Card, ...], data: st.DataObject) -> None:
    rng = random.Random(data.draw(st.integers(0)))
    counts = (5, 7, 6)
    cards = deal(deck, counts, rng)
    assert cards.counts() == counts
    assert len(cards.stock) == len(deck) - sum(counts)
    for _ in range(data.draw(st.integers(1, 30))):
        cards = _any(cards, data)
        assert cards.conserved()
        assert len(deck) == sum(cards.counts()) + sum(cards.heaps()) + len(cards.stock) + len(
            cards.removed
        )


def _any(cards: Cards, data: st.DataObject) -> Cards:
    seat = data.draw(st.integers(0, 2))
    some = cards.hands[seat][: data.draw(st.integers(1, 4))]
    things: list[events.Event] = [
        events.Played(seat, len(some), Rank.ACE),
        events.Took(seat, 0),
        events.Removed(0),
        events.Drew(seat),
        events.LaidAway(seat, Rank.ACE),
        events.Left(seat, 0, to_table=False),
        events.Left(seat, 0, to_table=True),
    ]
    event = data.draw(st.sampled_from(things))
    return cards.after(event, GAME, some)


def test_a_play_leaves_nothing_behind_when_the_old_cards_are_kept() -> None:
    before = deal(pack(), (26, 26), random.Random(1))
    after = before.lay(0, before.hands[0][:3])
    assert after.newest == before.hands[0][:3]
    assert after.counts() == (23, 26)
    assert before.counts() == (26, 26)


def test_a_hand_that_joins_the_table_lies_under_the_newest_play() -> None:
    cards = deal(pack(), (26, 26), random.Random(1))
    cards = cards.lay(0, cards.hands[0][:1])
    newest = cards.newest
    cards = cards.after(events.Left(1, 26, to_table=True), GAME, ())
    assert cards.newest == newest
    assert cards.heaps() == (1, 26)
