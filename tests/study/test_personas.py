"""Characters: each has its quirk, and no decision depends on what a seat can't see."""

import random
from dataclasses import replace
from typing import Any

import pytest
from extent import often

from bluffing import events
from bluffing.actions import Play
from bluffing.cards import Rank
from bluffing.game import Setup
from bluffing.study import personas
from bluffing.study.bots import Known, Strategy, strategy_of
from bluffing.study.choices import ORDER, STUDIED, ChoiceCode
from bluffing.study.dealt import Dealt, ToChoose
from bluffing.study.match import Bot, known_by, usual_seats
from bluffing.study.memory import CardMemory
from bluffing.study.personas import EASY, NO_PERSONA, PERSONAS

STRATEGY = Strategy(doubts=0.75, last=0.5, pads=0.2, reading=(0.1,) * 8)


def knows(hand: tuple[int, ...], memory: CardMemory | None = None, below: int = 0) -> Known:
    """The knowledge of seat 0 on its turn in Bullshit."""
    game: Any = STUDIED["bullshit"]
    state = game.start(Setup(4, hands=(sum(hand), 12, 12, 12)), {})
    state = game.midgame(state, turn=0, rank=Rank.ACE, table=below)
    return Known(game, state, 0, hand, (4,) * 13 + (0,), memory=memory)


def test_the_cautious_player_never_adds_a_lie_to_two_true_cards() -> None:
    cautious, padding = PERSONAS["cautious"], replace(STRATEGY, pads=1.0)
    hand = (2, 5, *[0] * 12)
    for seed in range(50):
        play, laid = personas.move(cautious, padding, knows(hand), random.Random(seed)) or (0, ())
        assert isinstance(play, Play)
        assert set(laid) == {0} or len(laid) < 3


def test_the_brazen_player_lies_most_when_it_opens_and_right_after_it_was_caught() -> None:
    brazen, hand = PERSONAS["brazen"], (2, 5, *[0] * 12)
    calm = CardMemory.fresh(0, 4)
    caught = calm.after(events.Verdict(0, 1, truth=False, ranks=()))
    usual, opening, again = (
        brazen.strategy(STRATEGY, knows(hand, memory, below)).pads
        for memory, below in ((calm, 3), (calm, 0), (caught, 3))
    )
    assert STRATEGY.pads < usual < opening == again


def test_the_grudge_bearer_doubts_who_doubted_it_wrongly_for_five_plays() -> None:
    bearer = PERSONAS["grudge-bearer"]
    game: Any = STUDIED["bullshit"]
    state = game.midgame(game.start(Setup(4, hands=(12,) * 4), {}), turn=1, rank=Rank.ACE)
    state, _ = game.carry_out(state, Play(1, 1, Rank.ACE))
    memory = CardMemory.fresh(0, 4).after(events.Verdict(0, 1, truth=True, ranks=()))
    limits = []
    for _ in range(6):
        known = Known(game, state, 0, (0, 12, *[0] * 12), (4,) * 13 + (0,), memory=memory)
        limits.append(bearer.strategy(STRATEGY, known).doubts)
        memory = memory.after(events.Played(0, 1, Rank.ACE))
    assert limits == pytest.approx([0.6] * 5 + [0.8])


def test_the_sleeper_wakes_with_four_cards_left() -> None:
    sleeper = PERSONAS["sleeper"]
    asleep, awake = (sleeper.strategy(STRATEGY, knows((held, *[0] * 13))).pads for held in (5, 4))
    assert asleep < STRATEGY.pads < awake


@pytest.mark.parametrize("name", often(STUDIED))
@pytest.mark.untraced
def test_hidden_cards_change_no_decision(name: str) -> None:
    """The hands of the others are dealt again; with the same chance the bot does the same."""
    everybody = [NO_PERSONA, EASY, *PERSONAS.values()]
    dealt, rng = Dealt(name, usual_seats(name), {}, 5), random.Random(name)
    for number in range(60):
        if dealt.over:
            break
        seat, asked = dealt.asked
        if asked is ToChoose.PRODUCE:
            dealt.choose(ChoiceCode.KEEP)
            continue
        bot = Bot(strategy_of(name), everybody[number % len(everybody)])
        others = [hand for at, hand in enumerate(dealt.hands) if at != seat]
        was = [list(hand) for hand in others]
        decided: list[Any] = []
        for _ in range(2):
            known, chance = known_by(dealt, seat), random.Random(number)
            decided.append(
                bot.doubts(known, chance) if asked is ToChoose.DOUBT else bot.move(known, chance)
            )
            for hand in others:
                hand[:] = rng.sample(hand, len(ORDER))
        for hand, old in zip(others, was, strict=True):
            hand[:] = old
        assert decided[0] == decided[1]
        if asked is ToChoose.DOUBT:
            dealt.choose(ChoiceCode.DOUBT if decided[0] else ChoiceCode.STAND)
        else:
            dealt.act(*decided[0])
