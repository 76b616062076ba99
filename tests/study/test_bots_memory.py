"""Memory: known cards are where a player thinks they are, and nobody learns more than is shown."""

import random
from typing import Any

import pytest
from extent import often

from bluffing import events
from bluffing.actions import Play
from bluffing.cards import Rank
from bluffing.game import Setup
from bluffing.study import bots
from bluffing.study.bots import Known
from bluffing.study.choices import ORDER, STUDIED
from bluffing.study.dealt import Dealt, ToChoose
from bluffing.study.memory import LONG_AGO, CardMemory

SEVEN = ORDER.index(Rank.SEVEN)


def after(*happened: events.Event, own: tuple[Rank, ...] = ()) -> CardMemory:
    """The memory of seat 0 among four after some events."""
    memory = CardMemory.fresh(0, 4)
    for event in happened:
        memory = memory.after(event, own)
    return memory


def turned_up(*ranks: Rank) -> tuple[events.Event, ...]:
    """Seat 1 lays so many cards, is doubted by seat 2, and takes them."""
    lays = events.Played(1, len(ranks), Rank.ACE)
    return lays, events.Verdict(1, 2, truth=False, ranks=ranks), events.Took(1, len(ranks))


def test_cards_that_were_turned_up_are_in_the_takers_hand() -> None:
    memory = after(*turned_up(Rank.SEVEN, Rank.SEVEN))
    assert memory.elsewhere(claimant=2)[SEVEN] == 2
    assert memory.elsewhere(claimant=1)[SEVEN] == 0


def test_own_cards_are_on_the_table_until_somebody_takes_them() -> None:
    memory = after(events.Played(0, 1, Rank.ACE), own=(Rank.SEVEN,))
    assert [memory.elsewhere(seat)[SEVEN] for seat in (1, 2)] == [1, 1]
    memory = memory.after(events.Took(1, 1))
    assert [memory.elsewhere(seat)[SEVEN] for seat in (1, 2)] == [0, 1]
    assert not any(memory.after(events.Took(0, 1)).table)


def test_known_cards_that_a_player_may_have_laid_are_no_longer_known_once_another_takes() -> None:
    lays, took = events.Played(1, 1, Rank.ACE), events.Took(3, 1)
    memory = after(*turned_up(Rank.SEVEN, Rank.SEVEN), lays)
    assert memory.elsewhere(2)[SEVEN] == 2
    assert memory.after(took).elsewhere(2)[SEVEN] == 1


def test_a_player_remembers_who_lied_and_who_doubted_wrongly() -> None:
    right, wrong = (events.Verdict(seat, 3, truth=not seat, ranks=()) for seat in (1, 0))
    memory = after(right, wrong)
    assert (memory.lied[1], memory.wronged[3]) == (0, 0)
    later = memory.after(events.Played(0, 1, Rank.ACE))
    assert (later.lied[1], later.wronged[3], later.lied[2]) == (1, 1, LONG_AGO + 1)


def test_four_sevens_in_one_hand_are_no_other_players_sevens() -> None:
    game: Any = STUDIED["bullshit"]
    state = game.start(Setup(4, hands=(12, 12, 12, 12)), {})
    state = game.midgame(state, turn=2, rank=Rank.SEVEN)
    state, _ = game.carry_out(state, Play(2, 1, Rank.SEVEN))
    memory = after(*turned_up(*[Rank.SEVEN] * 4))
    hand = [0, 12, *[0] * 12]
    known = Known(game, state, 0, hand, (4,) * 13 + (0,), memory=memory)
    strategy = bots.strategy_of("verish")
    assert strategy.reading, "it reads claims"
    for seed in range(100):
        assert bots.suspects(strategy, known, random.Random(seed))


@pytest.mark.parametrize("name", often(name for name in STUDIED if name != "doubt_it"))
@pytest.mark.untraced
def test_no_claimant_has_laid_a_card_that_another_knows_to_be_elsewhere(name: str) -> None:
    chance = random.Random(name)
    for seed in range(3):
        dealt = Dealt(name, 4, {}, seed)
        for _ in range(400):
            if dealt.over:
                break
            dealt.choose(chance.choice(dealt.legal()))
            claim = dealt.state.claim
            if claim is None or dealt.asked[1] is ToChoose.PRODUCE:
                continue
            for memory in dealt.memories:
                elsewhere = memory.elsewhere(claim.seat)
                for place in range(len(ORDER)):
                    theirs = dealt.hands[claim.seat][place] + dealt.newest.count(place)
                    if memory.seat != claim.seat:
                        assert elsewhere[place] + theirs <= 4 * max(1, dealt.state.packs)
