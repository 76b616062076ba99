"""Players lay what they hold, and know what can't be true."""

import random
from bisect import bisect
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS
from bluffing.actions import Play
from bluffing.cards import Card, Rank, Suit, pack
from bluffing.game import Ruleset, Setup, State
from bluffing.rulesets import RULESETS
from bluffing.study.choices import STUDIED
from bluffing.study.personas import EASY, NO_PERSONA, PERSONAS
from bluffing.wagers import WagerGame
from lab.sim.desk.party import BOTS, Party, character, sit_down
from lab.sim.people import minds
from lab.sim.people.characters import LONG_THOUGHT, POLICIES, STRONG, crowd_gap, reaction
from lab.sim.people.players import Players
from lab.sim.truth import deal


def start(game: Ruleset[Any]) -> State:
    """A new game for four."""
    state: State = game.start(Setup(players=4), {})
    return state


def sight_of(game: Ruleset[Any], hand: list[Card]) -> minds.Sight:
    """Return what the player on turn sees who holds `hand`."""
    state = start(game)
    hands = tuple(len(hand) if seat == state.turn else 5 for seat in range(4))
    state = game.start(Setup(players=4, hands=hands), {})
    return minds.Sight(game, state, state.turn, tuple(hand))


RANK_FIXED = [game for game in RULESETS.values() if start(game).required is not None]
"""The games in which everybody must lay cards of a rank that the rules fix."""
hands = st.lists(st.sampled_from(pack()), min_size=1, max_size=30, unique=True)


@pytest.mark.parametrize("game", RANK_FIXED, ids=lambda game: game.name)
@given(st.sampled_from(list(POLICIES)), hands, st.integers(0))
def test_a_player_lays_cards_of_his_own_and_the_rules_allow_it(
    game: Ruleset[Any], name: str, hand: list[Card], seed: int
) -> None:
    sight = sight_of(game, hand)
    choice = minds.move(POLICIES[name], sight, random.Random(seed), 1.0)
    assert choice is not None
    assert isinstance(choice.action, Play)
    assert sight.may(choice.action)
    assert choice.action.count == len(choice.cards) == len(set(choice.cards)) >= 1
    assert set(choice.cards) <= set(hand)


@pytest.mark.parametrize("game", RANK_FIXED, ids=lambda game: game.name)
@given(hands, st.integers(0))
def test_who_is_not_wild_lays_every_true_card(
    game: Ruleset[Any], hand: list[Card], seed: int
) -> None:
    sight = sight_of(game, hand)
    choice = minds.move(POLICIES["bluffer"], sight, random.Random(seed), 1.0)
    assert choice is not None
    assert {card for card in hand if card.rank is sight.game.required} <= set(choice.cards)


@pytest.mark.parametrize("name", [name for name, policy in POLICIES.items() if policy.counts])
@pytest.mark.parametrize("game", RANK_FIXED, ids=lambda game: game.name)
def test_two_cards_can_not_be_when_one_holds_three_of_the_rank(
    game: Ruleset[Any], name: str
) -> None:
    state, policy = start(game), POLICIES[name]
    three = [Card(Rank(state.required or "A"), suit) for suit in list(Suit)[:3]]
    played, _ = game.apply(state, Play(state.turn, 2))
    seat = (state.turn + 1) % len(state.hands)
    sight = minds.Sight(game, played, seat, tuple(three))
    assert all(minds.suspects(policy, sight, random.Random(seed)) for seed in range(50))
    assert not all(
        minds.suspects(policy, replace(sight, hand=()), random.Random(seed)) for seed in range(50)
    )


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.name)
@given(st.sampled_from(list(POLICIES)), st.data())
def test_whatever_somebody_wants_the_rules_allow(
    game: Ruleset[Any], name: str, data: st.DataObject
) -> None:
    state, rng = start(game), random.Random(data.draw(st.integers(0)))
    cards = deal(game.deck(state), state.hands, rng)
    for _ in range(data.draw(st.integers(1, 12))):
        live = game.live(state)
        if not live:
            return
        seat = data.draw(st.sampled_from(live))
        sight = minds.Sight(game, state, seat, cards.hands[seat])
        choice = (
            minds.wager(POLICIES[name], sight, rng.uniform(0, 100), rng)
            if isinstance(game, WagerGame)
            else minds.move(POLICIES[name], sight, rng, 1.0)
        )
        assert choice is not None, "somebody who may move always finds what to do"
        assert sight.may(choice.action)
        was = state
        state, events = game.apply(was, choice.action)
        for event in events:
            cards = cards.after(event, state, choice.cards)
        assert cards.conserved()
        assert cards.counts() == state.hands
        assert cards.heaps() == state.heaps
        assert (len(cards.stock), len(cards.removed)) == (state.stock, state.removed)


def test_a_strong_player_is_never_at_a_loss_and_lays_cards_of_the_hand() -> None:
    for game in STUDIED.values():
        state, rng = start(game), random.Random(game.name)
        cards = deal(game.deck(state), state.hands, rng)
        for _ in range(12):
            live = game.live(state)
            if not live:
                break
            sight = minds.Sight(game, state, live[-1], cards.hands[live[-1]])
            choice = (
                minds.strong_wager(STRONG, sight, rng.uniform(0, 100), rng)
                if isinstance(game, WagerGame)
                else minds.strong_move(STRONG, sight, rng, 1.0)
            )
            assert choice is not None
            assert sight.may(choice.action)
            was = state
            state, events = game.apply(was, choice.action)
            for event in events:
                cards = cards.after(event, state, choice.cards)
            assert cards.conserved()
            assert cards.counts() == state.hands


def test_bots_are_as_bold_as_was_asked_for_or_strong() -> None:
    assert character(None, random.Random(1)) == STRONG
    cautious, bold = (character(bold, random.Random(1)) for bold in (0.15, 0.85))
    assert (cautious.pads < bold.pads, cautious.strong, bold.strong) == (True, False, False)


def test_named_bots_take_the_places_beside_the_person() -> None:
    party = Party(1, "bullshit", (), 4, frozenset({1}), None, bots=("sleeper", "easy"))
    people, _ = sit_down(party)
    sits = [policy.persona for policy in people.policies]
    assert sits == [PERSONAS["sleeper"], NO_PERSONA, EASY, NO_PERSONA]
    assert all(policy.strong for policy in people.policies)


def test_a_bot_thinks_as_long_about_a_lie_as_about_the_truth() -> None:
    game, claims = RULESETS["bullshit"], start(RULESETS["bullshit"])
    people = Players(1, [BOTS["brazen"]] * 4, range(4))
    times: dict[bool, list[int]] = {True: [], False: []}
    rng = random.Random(1)
    for moment in range(2000):
        people.moment = moment
        people.cards = deal(game.deck(claims), claims.hands, rng)
        sight = minds.Sight(game, claims, claims.turn, people.cards.hands[claims.turn])
        choice = minds.strong_move(people.policies[0], sight, rng, 1.0)
        assert choice is not None
        assert isinstance(choice.action, Play)
        truth = all(card.rank is choice.action.rank for card in choice.cards)
        times[truth].append(people.thinking(claims, claims.turn))
    true, false = (sorted(times[truth]) for truth in (True, False))
    assert 800 * MS <= min(true[0], false[0]) <= max(true[-1], false[-1]) <= 4000 * MS
    widest = max(abs(bisect(true, at) / len(true) - bisect(false, at) / len(false)) for at in true)
    # Kolmogorov and Smirnov: p > 0.01
    assert widest < 1.63 * (1 / len(true) + 1 / len(false)) ** 0.5


def test_the_accountant_thinks_long_about_a_fourth_card() -> None:
    game, players = RULESETS["bullshit"], Players(1, [BOTS["accountant"]] * 4, range(4))
    before = start(game)
    four, _ = game.apply(before, Play(before.turn, 4))
    thinks = [players.thinking(state, 0) for state in (before, four)]
    assert thinks[0] < thinks[1] >= LONG_THOUGHT


def test_a_strong_player_doubts_what_can_not_be() -> None:
    game = RULESETS["bicycle"]
    state = start(game)
    three = tuple(Card(Rank.ACE, suit) for suit in list(Suit)[:3])
    played, _ = game.apply(state, Play(state.turn, 2))
    sight = minds.Sight(game, played, (state.turn + 1) % 4, three)
    assert all(minds.strong_suspicion(STRONG, sight, random.Random(seed)) for seed in range(50))


def test_reactions_are_human_and_races_are_close() -> None:
    rng = random.Random(5)
    times = [reaction(rng) for _ in range(2000)]
    assert min(times) >= 250 * MS
    assert max(times) <= 1501 * MS
    assert 400 * MS < sorted(times)[1000] < 700 * MS
    gaps = [crowd_gap(rng) for _ in range(2000)]
    assert {gap == 0 for gap in gaps} == {True, False}
    assert min(gaps) < -10 * MS
    assert max(gaps) > 10 * MS
