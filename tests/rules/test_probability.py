"""How likely a claim was by what everybody could know, against deals that are really counted."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any

import pytest
from extent import often
from hypothesis import given
from hypothesis import strategies as st

from bluffing import events
from bluffing.actions import Audit, Doubt, Play, Reveal, Settle
from bluffing.cardgame import CardGame
from bluffing.cards import Rank, Trait
from bluffing.cardstate import moved
from bluffing.game import Setup
from bluffing.probability import (
    PublicCards,
    at_least,
    chance_of,
    probability,
    public_cards,
)
from bluffing.rulesets import RULESETS
from bluffing.study.choices import ORDER, STUDIED
from bluffing.study.dealt import Dealt

CARD_GAMES = sorted(name for name, game in RULESETS.items() if isinstance(game, CardGame))
BICYCLE: Any = RULESETS["bicycle"]
A, K, Q = Rank.ACE, Rank.KING, Rank.QUEEN


def test_chances_are_those_of_every_hand_counted() -> None:
    cards = (1, 1, 1, 0, 0, 0, 0)
    for hand in range(1, 7):
        hands = [sum(combination) for combination in combinations(cards, hand)]
        for held in range(8):
            counted = hands.count(held) / comb(7, hand)
            assert chance_of(held, hand, 3, 7) == pytest.approx(counted)


small = st.dictionaries(st.sampled_from((A, K, Q)), st.integers(0, 2))


@given(small, small, st.integers(1, 5), st.integers(1, 4), st.sampled_from(((A,), (A, Q))))
def test_it_is_the_part_of_all_deals_that_agree_with_what_is_public(
    own: dict[Trait, int], others: dict[Trait, int], more: int, need: int, fits: tuple[Trait, ...]
) -> None:
    """Each possible deal of the unseen cards is dealt and checked."""
    pack: dict[Trait, int] = {A: 4, K: 4, Q: 4}
    public = PublicCards((own, others))
    hidden = list((Counter(pack) - public.known).elements())
    more = min(more, len(hidden))
    deals = list(combinations(hidden, more))  # each card is one of its own
    seen = sum(own.get(rank, 0) for rank in fits)
    could = sum(seen + sum(deal.count(rank) for rank in fits) >= need for deal in deals)
    chance = at_least(need, sum(own.values()) + more, fits, pack, public, 0)
    assert chance == pytest.approx(could / len(deals))


# --- what is known ---------------------------------------------------------------------------


def known_after(*actions: Any) -> tuple[Any, PublicCards]:  # noqa: ANN401 - a state
    """A game of four with one pack: 13 cards each, seat 1 begins with aces."""
    state = BICYCLE.start(Setup(4), {})
    public = public_cards(BICYCLE, state, actions)
    for action in actions:
        state, _ = BICYCLE.carry_out(state, action)
    return state, public


def test_wild_cards_make_a_claim_likelier() -> None:
    state = BICYCLE.start(Setup(4), {"wild": "twos"})
    public = public_cards(BICYCLE, state, [Play(1, 1, A)])
    state, _ = BICYCLE.carry_out(state, Play(1, 1, A))
    chance = 1 - comb(44, 13) / comb(52, 13)  # neither one of four aces nor one of four twos
    assert probability(BICYCLE, state, public) == pytest.approx(chance)


def test_before_anything_is_seen_only_counts_count() -> None:
    state, public = known_after(Play(1, 2, A), Doubt(3))
    by_hand = sum(comb(4, n) * comb(48, 13 - n) for n in (2, 3, 4)) / comb(52, 13)
    assert probability(BICYCLE, state, public) == pytest.approx(by_hand)


def test_who_takes_cards_that_were_turned_up_has_them() -> None:
    caught = Play(1, 2, A), Doubt(3), Reveal((K, K))
    _, public = known_after(*caught)
    assert public.hands[1] == {K: 2}
    state, public = known_after(*caught, Play(2, 3, Rank.TWO), Doubt(0), Reveal((Q, Q, Q)))
    assert public.hands[1:3] == ({K: 2}, {Q: 3})
    _, public = known_after(*caught, Play(2, 1, Rank.TWO), Play(3, 1, Rank.THREE))
    assert public.hands[1] == {K: 2}
    assert probability(BICYCLE, state, public) is None  # nothing is claimed


def test_of_what_somebody_lays_down_nobody_knows_which_cards_they_were() -> None:
    state, public = known_after(Play(1, 3, A), Doubt(0), Reveal((K, K, K)))
    for count, left in ((1, {K: 2}), (2, {K: 1}), (3, {})):
        later = public.after(state, [events.Played(1, count, A)])
        assert later.hands[1] == left
        assert later.table == {}
    all_down = public.after(state, [events.Played(1, state.hands[1], A)])
    assert (all_down.hands[1], all_down.table) == ({}, {K: 3})


def test_a_number_that_is_put_right_is_counted_again() -> None:
    state, public = known_after(Play(1, 3, A), Doubt(0), Reveal((K, K, K)))
    laid = public.after(state, [events.Played(1, 3, A)])
    assert laid.hands[1] == {}
    state = replace(state, hands=moved(state.hands, 1, -3))
    assert laid.after(state, [events.Corrected(1, 3, 2)]).hands[1] == {K: 1}


def test_what_people_settle_without_the_table_seeing_it_is_not_known() -> None:
    _, public = known_after(Play(1, 2, A), Doubt(3), Settle(truth=False))
    assert public.known == Counter()


def test_a_count_of_everybody_leaves_nothing_known() -> None:
    caught = Play(1, 2, A), Doubt(3), Reveal((K, K))
    _, public = known_after(*caught, Audit((12, 14, 13, 13), 0))
    assert public.known == Counter()


def test_what_cannot_be_is_left_out() -> None:
    pack: dict[Trait, int] = {A: 4, K: 4}
    plain = at_least(1, 3, (A,), pack, PublicCards(({}, {})), 0)
    more: dict[Trait, int] = {A: 5}
    for wrong in (more, pack):
        assert at_least(1, 3, (A,), pack, PublicCards((wrong, {})), 0) == plain


@pytest.mark.parametrize("name", often([name for name in CARD_GAMES if name in STUDIED]))
@pytest.mark.untraced
def test_what_is_known_is_so_whatever_anybody_does(name: str) -> None:
    """Random games with real cards: known cards lie where they are said to, at every step."""
    rng, seen = random.Random(name), False
    dealt = Dealt(name, max(3, RULESETS[name].seats[0]), {}, 1)
    public = PublicCards(tuple({} for _ in dealt.hands))
    carry_out = dealt.ruleset.carry_out

    def follow(state: Any, action: Any) -> Any:  # noqa: ANN401 - a state, and what an action gives
        nonlocal public
        after, happened = carry_out(state, action)
        public = public.after(state, happened)
        return after, happened

    dealt.ruleset = Followed(dealt.ruleset, follow)
    for _ in range(160):
        if dealt.over:
            break
        dealt.choose(rng.choice(dealt.legal()))
        for known, held in zip(public.hands, dealt.hands, strict=True):
            if not dealt.over:
                assert all(held[ORDER.index(rank)] >= n for rank, n in known.items())
        assert all(dealt.table[ORDER.index(rank)] >= n for rank, n in public.table.items())
        seen = seen or bool(public.known)
        chance = probability(dealt.ruleset, dealt.state, public)
        assert chance is None or 0 <= chance <= 1
    assert seen, "something was turned up"


class Followed:
    """A ruleset with an observer of its actions."""

    def __init__(self, ruleset: Any, follow: Any) -> None:  # noqa: ANN401 - any game's
        self._ruleset, self.carry_out = ruleset, follow

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - what it has
        return getattr(self._ruleset, name)


def test_cards_that_change_hands_or_leave_the_game_are_followed() -> None:
    state, _ = known_after()
    public = PublicCards(({A: 4, K: 1}, {Q: 2}, {}, {}), table={K: 2})
    for event, hands, table, removed in (
        (events.LaidAway(0, A), ({K: 1}, {Q: 2}), {K: 2}, {A: 4}),
        (events.Shown(1, (K, Q)), ({A: 4, K: 1}, {K: 1, Q: 1}), {K: 2}, {}),
        (events.Left(1, 2, to_table=True), ({A: 4, K: 1}, {}), {K: 2, Q: 2}, {}),
        (events.Left(1, 2), ({A: 4, K: 1}, {}), {K: 2}, {Q: 2}),
        (events.Adjusted(0, 2), ({A: 3}, {Q: 2}), {K: 2}, {}),
        (events.Removed(2), ({A: 4, K: 1}, {Q: 2}), {}, {K: 2}),
        (events.Produced(1, 0, Q), ({A: 4, K: 1}, {Q: 1}), {K: 2, Q: 1}, {}),
    ):
        after = public.after(state, [event])
        assert (after.hands[:2], after.table, after.removed) == (hands, table, removed), event
