"""Players lay what they hold, and know what can't be true."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.rules.cards import RANKS, Card, Rank, Suit, pack
from appliance.rules.game import Claim
from appliance.signals import MS
from appliance.sim.people import POLICIES, Policy, crowd_gap, reaction

hands = st.lists(st.sampled_from(pack()), min_size=1, max_size=30, unique=True)


@given(
    st.sampled_from(list(POLICIES)), hands, st.sampled_from(RANKS), st.integers(0), st.booleans()
)
def test_a_player_lays_one_to_cap_cards_of_his_own(
    name: str, hand: list[Card], rank: Rank, seed: int, capped: bool
) -> None:
    cap = 4 if capped else None
    cards = POLICIES[name].lay(hand, rank, cap, random.Random(seed))
    assert 1 <= len(cards) <= (cap or len(hand))
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(hand)


@given(hands, st.sampled_from(RANKS), st.integers(0))
def test_who_is_not_wild_lays_every_true_card(hand: list[Card], rank: Rank, seed: int) -> None:
    true = {card for card in hand if card.rank is rank}
    cards = POLICIES["bluffer"].lay(hand, rank, None, random.Random(seed))
    assert true <= set(cards)


@pytest.mark.parametrize("policy", [p for p in POLICIES.values() if p.counts], ids=lambda p: p.name)
def test_two_sevens_can_not_be_when_one_holds_three(policy: Policy) -> None:
    three = [Card(Rank.SEVEN, suit) for suit in list(Suit)[:3]]
    claim = Claim(1, 2, Rank.SEVEN)
    for seed in range(50):
        assert policy.suspects(three, claim, 5, 1, random.Random(seed))
    doubted = [policy.suspects(three, claim, 5, 2, random.Random(seed)) for seed in range(50)]
    assert not all(doubted)


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
