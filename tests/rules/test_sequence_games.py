"""Properties of every sequence game, over all numbers of players and all house options."""

import dataclasses
import math
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product, takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.rules import RULESETS
from appliance.rules.actions import Action, Adjust, Correct, Doubt, LetStand, Play, Reveal
from appliance.rules.cards import Rank
from appliance.rules.cardstate import CardState
from appliance.rules.events import Event, LastCards, Paid, Took, Verdict, Won
from appliance.rules.game import Phase, Refused, Setup
from appliance.rules.house import House
from appliance.rules.options import Option, Value
from appliance.rules.sequence import SequenceGame, midgame

GAMES = [game for game in RULESETS.values() if isinstance(game, SequenceGame)]
RELAXED = settings(max_examples=80, deadline=None)
Step = tuple[CardState, Action, CardState, tuple[Event, ...]]


def option_values(option: Option) -> st.SearchStrategy[Value]:
    values: list[st.SearchStrategy[Value]] = [
        st.integers(one[0], one[-1]) if isinstance(one, range) else st.just(one)
        for one in option.allowed
    ]
    return st.one_of(values)


@st.composite
def starts(draw: st.DrawFn) -> tuple[SequenceGame, CardState]:
    game = draw(st.sampled_from(GAMES))
    every = {option.key: option_values(option) for option in game.options}
    options = draw(st.fixed_dictionaries({}, optional=every))
    players = draw(st.sampled_from(game.seats))
    # Short hands, so that last cards come up within a few steps.
    short = st.tuples(*[st.integers(1, 5)] * players)
    packs = st.none() | st.integers(1, 4) if game.packs_by_choice else st.none()
    setup = Setup(players, draw(st.integers(0, players - 1)), draw(packs), draw(st.none() | short))
    return game, game.start(setup, options)


def likely_actions(game: SequenceGame, state: CardState) -> list[Action]:
    """Legal actions to draw from: all of them, or in a reveal the honest one and some others."""
    actions = list(islice(game.legal_actions(state), 200))
    if state.phase is Phase.REVEAL:
        assert state.claim is not None
        honest = Reveal((state.claim.rank,) * state.claim.count)
        actions = [honest, *actions[:40]] if game.refusal(state, honest) is None else actions
        for action in list(actions[:40]):
            assert isinstance(action, Reveal)
            longer = Reveal((*action.ranks, state.claim.rank))
            if game.refusal(state, longer) is None:
                actions.append(longer)
    return actions


def played(
    data: st.DataObject, game: SequenceGame, state: CardState, most: int = 30
) -> Iterator[Step]:
    for _ in range(most):
        if state.phase is Phase.OVER:
            return
        action = data.draw(st.sampled_from(likely_actions(game, state)))
        after, events = game.apply(state, action)
        yield state, action, after, events
        state = after


def cards(state: CardState) -> int:
    return sum(state.hands) + sum(state.heaps)


def universe(state: CardState) -> Iterator[Action]:
    """Legal or not, everything a clumsy table could send within small bounds."""
    seats = range(-1, len(state.hands) + 1)
    counts = range(-1, min(max(state.hands), 8) + 2)
    claimed = state.claim.rank if state.claim else Rank.ACE
    other = Rank.NINE if claimed is not Rank.NINE else Rank.TWO
    ranks = {None, state.required, claimed, other, Rank.JOKER}
    yield from (Play(*parts) for parts in product(seats, counts, ranks))
    yield from map(Doubt, seats)
    yield from map(Correct, counts)
    yield from (Adjust(*pair) for pair in product(seats, seats))
    yield LetStand()
    for size in range(4):
        for some in combinations_with_replacement((claimed, other, Rank.JOKER), size):
            yield Reveal(some)
    yield Reveal((claimed,) * (4 * state.packs + 1))


def accepts(game: SequenceGame, state: CardState, action: Action) -> bool:
    before = repr(state)
    why = game.refusal(state, action)
    if why is not None:
        with pytest.raises(Refused) as caught:
            game.apply(state, action)
        assert str(caught.value) == why
        assert why[0].isupper()
        assert why.endswith(".")
        assert repr(state) == before
        return False
    after, _ = game.apply(state, action)
    assert repr(state) == before
    assert after != state or (isinstance(action, Play) and action.count == 0)
    return True


@RELAXED
@given(starts(), st.data())
def test_cards_are_conserved_and_never_negative(
    start: tuple[SequenceGame, CardState], data: st.DataObject
) -> None:
    game, first = start
    for _, _, after, _ in played(data, game, first):
        assert cards(after) == cards(first)
        assert min(after.hands + after.heaps) >= 0


@RELAXED
@given(starts(), st.data())
def test_legal_actions_are_exactly_what_apply_accepts(
    start: tuple[SequenceGame, CardState], data: st.DataObject
) -> None:
    game, first = start
    steps = list(played(data, game, first, data.draw(st.integers(0, 12))))
    state = steps[-1][2] if steps else first

    def short(action: Action) -> bool:
        return not isinstance(action, Reveal) or len(action.ranks) <= 3

    legal = list(takewhile(short, game.legal_actions(state)))
    assert len(set(legal)) == len(legal)
    assert all(accepts(game, state, action) for action in legal)
    asked = set(universe(state))
    accepted = {action for action in asked if accepts(game, state, action)}
    assert {action for action in accepted if short(action)} == asked & set(legal)


@RELAXED
@given(starts(), st.data())
def test_only_a_finished_game_has_no_legal_action(
    start: tuple[SequenceGame, CardState], data: st.DataObject
) -> None:
    game, state = start
    states = [state, *(after for _, _, after, _ in played(data, game, state))]
    for one in states:
        assert (next(game.legal_actions(one), None) is None) == (one.phase is Phase.OVER)
        assert (one.winner is None) == (one.phase is not Phase.OVER)
        if one.phase is not Phase.OVER:
            laid_last = one.claim.seat if one.claim else None
            assert all(hand or seat == laid_last for seat, hand in enumerate(one.hands))


@RELAXED
@given(starts(), st.data())
def test_the_same_actions_give_the_same_game(
    start: tuple[SequenceGame, CardState], data: st.DataObject
) -> None:
    game, state = start
    for _, action, after, events in list(played(data, game, state)):
        assert game.apply(state, action) == (after, events)
        state = after


@RELAXED
@given(starts(), st.data())
def test_events_tell_what_changed(
    start: tuple[SequenceGame, CardState], data: st.DataObject
) -> None:
    game, state = start
    for before, action, after, events in played(data, game, state):
        kinds = [type(event) for event in events]
        assert (Won in kinds) == (after.phase is Phase.OVER)
        assert (Paid in kinds) == (Won in kinds and before.terms.house.points)
        assert (LastCards in kinds) == (
            after.phase is Phase.LAST_CARDS and isinstance(action, Play | Correct)
        )
        for event in events:
            if isinstance(event, Took):
                assert sum(after.heaps) == 0
                assert event.count > 0
            if isinstance(event, Paid):
                assert sum(event.parts) == after.paid
                assert event.parts[event.seat] == 0


@RELAXED
@given(starts(), st.data())
def test_a_verdict_follows_from_the_cards_alone(
    start: tuple[SequenceGame, CardState], data: st.DataObject
) -> None:
    game, state = start
    for before, action, after, events in played(data, game, state):
        if not isinstance(action, Reveal):
            continue
        claim, doubter, house = before.claim, before.doubter, before.terms.house
        assert claim is not None
        assert doubter is not None
        others = [rank for rank in action.ranks if rank is not claim.rank]
        counted = len(action.ranks) == claim.count or house.count_mismatch == "correct_only"
        truth = not others and counted
        assert events[0] == Verdict(claim.seat, doubter, truth, action.ranks)
        if after.phase is Phase.OVER:
            assert truth
            assert after.winner == claim.seat
            assert after.hands[claim.seat] == 0
            continue
        loser, right = (doubter, claim.seat) if truth else (claim.seat, doubter)
        assert isinstance(events[1], Took)
        assert events[1].seat == loser
        expected = {"rotation": before.turn, "winner_leads": right, "taker_leads": loser}
        assert after.turn == expected[house.after_challenge]
        ranks = {"continue": before.required, "repeat": claim.rank, "restart_ace": Rank.ACE}
        assert after.required is ranks[house.rank_after_challenge]


@RELAXED
@given(starts(), st.data())
def test_a_tie_can_be_won_by_each_seat_but_the_claimant(
    start: tuple[SequenceGame, CardState], data: st.DataObject
) -> None:
    game, state = start
    assert game.tie_order(state) == ()
    for _, _, after, _ in played(data, game, state):
        if after.claim is None:
            assert game.tie_order(after) == ()
            continue
        seats, claimant = len(after.hands), after.claim.seat
        from_dealer = after.terms.house.tie_rule == "dealer_left"
        first = (after.dealer if from_dealer else claimant) + 1
        doubters = set(range(seats)) - {claimant}
        assert list(game.tie_order(after)) == sorted(doubters, key=lambda s: (s - first) % seats)


def test_reveals_are_all_multisets_that_the_packs_hold() -> None:
    for game in GAMES:
        state = game.start(Setup(4, hands=(3, 1, 4, 1)), {})
        state, _ = game.apply(state, Play(1, 1))
        state, _ = game.apply(state, Doubt(2))
        assert len(list(game.legal_actions(state))) == 14
        state = midgame(game.start(Setup(4, hands=(3, 3, 4, 1)), {}), turn=1)
        state, _ = game.apply(state, Play(1, 2))
        state, _ = game.apply(state, Doubt(2))
        three_jokers = 1
        every = sum(math.comb(14 + size - 1, size) for size in (1, 2, 3)) - three_jokers
        reveals = list(game.legal_actions(state))
        assert len(set(reveals)) == len(reveals) == every


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_refuses_foreign_and_wrongly_typed_actions(game: SequenceGame) -> None:
    state = game.start(Setup(4), {})
    wrong: list[object] = [
        None,
        "play",
        Setup(4),
        Play(True, 1),  # noqa: FBT003
        Play("1", 1),  # type: ignore[arg-type]
        Play(1, 1.0),  # type: ignore[arg-type]
        Play(1, 1, 7),  # type: ignore[arg-type]
        Doubt(None),  # type: ignore[arg-type]
    ]
    for action in wrong:
        assert game.refusal(state, action)  # type: ignore[arg-type]
        with pytest.raises(Refused):
            game.apply(state, action)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "setup",
    [
        Setup(1),
        Setup(13),
        Setup(4, dealer=4),
        Setup(4, dealer=-1),
        Setup(4, packs=0),
        Setup(4, packs=5),
        Setup(4, hands=(1, 2, 3)),
        Setup(4, hands=(1, 2, 3, 0)),
        Setup(4, hands=()),
        Setup(4, hands=(1, 2, 3, 2.5)),  # type: ignore[arg-type]
    ],
)
def test_refuses_a_setup_that_cannot_be(game: SequenceGame, setup: Setup) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        game.start(setup, {})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_has_a_field_and_a_default_that_is_allowed(game: SequenceGame) -> None:
    fields = {field.name: field for field in dataclasses.fields(House)}
    keys = [option.key for option in game.options]
    assert len(set(keys)) == len(keys)
    assert set(keys) <= fields.keys()
    house = game.start(Setup(4), {}).terms.house
    for option in game.options:
        assert option.parse(option.default) == option.default == getattr(house, option.key)
    for absent in fields.keys() - set(keys):
        assert fields[absent].default is not dataclasses.MISSING


def test_options_differ_only_as_the_games_do() -> None:
    mine = {game.name: {option.key for option in game.options} for game in GAMES}
    assert mine["bicycle"] - mine["catsatcards"] == {
        "zero_claim",
        "five_player_packs",
        "doubter_takes_final_pile",
        "points",
    }
    with pytest.raises(Refused, match="zero_claim"):
        RULESETS["catsatcards"].start(Setup(4), {"zero_claim": True})
    with pytest.raises(Refused, match="tie_window_ms = 251"):
        RULESETS["bicycle"].start(Setup(4), {"tie_window_ms": 251})


def test_midgame_refuses_what_cannot_be() -> None:
    state = GAMES[0].start(Setup(4), {})
    for wrong in ({"turn": 4}, {"turn": -1}, {"rank": Rank.JOKER}, {"table": -1}):
        with pytest.raises(Refused):
            midgame(state, **wrong)
