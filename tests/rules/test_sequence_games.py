"""Properties of every sequence game, over all numbers of players and all house options."""

import dataclasses
import math
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product, takewhile
from typing import Any, get_args

import pytest
from extent import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from said import refuses, said

from bluffing.actions import (
    Action,
    Adjust,
    Audit,
    Correct,
    Discard,
    Doubt,
    Draw,
    Leave,
    LetStand,
    Pass,
    Play,
    Procedure,
    Reveal,
    Settle,
    TimeUp,
    Void,
    Withdraw,
)
from bluffing.cards import Rank
from bluffing.errors import SettingError
from bluffing.events import (
    CameBack,
    Event,
    LastCards,
    Lost,
    Paid,
    Played,
    Removed,
    Tied,
    Took,
    Verdict,
    Voided,
    WentOut,
    Won,
)
from bluffing.game import Phase, Refused, Setup
from bluffing.options import Option, Value
from bluffing.rulesets import RULESETS
from bluffing.sequence import SequenceGame, SequenceState

PROCEDURES: tuple[type, ...] = get_args(Procedure)
GAMES = [game for game in RULESETS.values() if isinstance(game, SequenceGame)]
RELAXED = settings(max_examples=tries(20, of=80))
Step = tuple[SequenceState[Any], Action, SequenceState[Any], tuple[Event, ...]]


def option_values(option: Option) -> st.SearchStrategy[Value]:
    values: list[st.SearchStrategy[Value]] = [
        st.integers(value[0], value[-1]) if isinstance(value, range) else st.just(value)
        for value in option.allowed
    ]
    return st.one_of(values)


def contradicts(game: SequenceGame[Any], options: dict[str, Value]) -> bool:
    try:
        game.house(options)
    except SettingError:
        return True
    return False


@st.composite
def starts(draw: st.DrawFn) -> tuple[SequenceGame[Any], SequenceState[Any]]:
    game = draw(st.sampled_from(GAMES))
    every = {option.key: option_values(option) for option in game.options}
    options = draw(st.fixed_dictionaries({}, optional=every))
    players = draw(st.sampled_from(game.seats))
    # Short hands, so that last cards come up within a few steps.
    short = st.tuples(*[st.integers(1, 5)] * players)
    packs = st.none() | st.integers(1, 4) if game.packs_by_choice else st.none()
    setup = Setup(players, draw(st.integers(0, players - 1)), draw(packs), draw(st.none() | short))
    if options.get("jokers") or options.get("wild") == "jokers":
        options |= {"wild": "jokers", "jokers": options.get("jokers") or 2}
    assume(not contradicts(game, options))
    return game, game.start(setup, options)


def likely_actions(
    game: SequenceGame[Any], state: SequenceState[Any], *, mishap: bool
) -> list[Action]:
    """Legal actions to draw from: procedures in a `mishap`, else what moves the game on.

    Of a state with very many moves only those that are listed first are drawn; where they hold
    no procedure a mishap does not happen.
    """
    first = list(islice(game.legal_actions(state), 150))
    procedures = [action for action in first if isinstance(action, PROCEDURES)]
    if mishap and procedures:
        return procedures
    actions = [action for action in first if not isinstance(action, PROCEDURES)]
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
    data: st.DataObject, game: SequenceGame[Any], state: SequenceState[Any], most: int = 30
) -> Iterator[Step]:
    for _ in range(most):
        if state.phase is Phase.OVER:
            return
        mishap = data.draw(st.sampled_from((False,) * 7 + (True,)))
        action = data.draw(st.sampled_from(likely_actions(game, state, mishap=mishap)))
        after, events = game.apply(state, action)
        yield state, action, after, events
        state = after


def cards(state: SequenceState[Any]) -> int:
    return sum(state.hands) + sum(state.heaps) + state.removed + state.stock


def universe(state: SequenceState[Any]) -> Iterator[Action]:
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
    yield from map(Leave, seats)
    yield from map(Settle, (True, False, None))
    yield from (LetStand(), Withdraw(), Void(), Discard(), Pass(state.turn), Draw(state.turn))
    yield from audits(state)
    for size in range(4):
        for some in combinations_with_replacement((claimed, other, Rank.JOKER), size):
            yield Reveal(some)
    yield Reveal((claimed,) * (4 * state.packs + 1))


def audits(state: SequenceState[Any]) -> Iterator[Audit]:
    """Counts near what the table has, and some that can't be."""
    table = sum(state.heaps)
    for giver, taker in product(range(len(state.hands)), repeat=2):
        hands = list(state.hands)
        hands[giver] -= 1
        for change in (0, 1, 2):
            yield Audit(tuple(hands), table + change)
        hands[taker] += 1
        yield Audit(tuple(hands), table)
    yield Audit(state.hands[1:], table)


def accepts(game: SequenceGame[Any], state: SequenceState[Any], action: Action) -> bool:
    before = repr(state)
    why = game.refusal(state, action)
    if why is not None:
        with pytest.raises(Refused) as caught:
            game.apply(state, action)
        assert caught.value.why == why
        assert said(why)[0].isupper()
        assert said(why).endswith(".")
        assert repr(state) == before
        return False
    after, _ = game.apply(state, action)
    assert repr(state) == before
    assert after != state or (isinstance(action, Play) and action.count == 0)
    return True


@RELAXED
@given(starts(), st.data())
def test_cards_are_conserved_and_never_negative(
    start: tuple[SequenceGame[Any], SequenceState[Any]], data: st.DataObject
) -> None:
    game, first = start
    for _, _, after, _ in played(data, game, first):
        assert cards(after) == cards(first)
        assert min(after.hands + after.heaps) >= 0


@RELAXED
@given(starts(), st.data())
def test_legal_actions_are_exactly_what_apply_accepts(
    start: tuple[SequenceGame[Any], SequenceState[Any]], data: st.DataObject
) -> None:
    game, first = start
    steps = list(played(data, game, first, data.draw(st.integers(0, 12))))
    state = steps[-1][2] if steps else first

    def short(action: Action) -> bool:
        long = isinstance(action, Reveal) and len(action.ranks) > 3
        return not (long or isinstance(action, Audit))

    legal = list(takewhile(short, game.legal_actions(state)))
    assert len(set(legal)) == len(legal)
    assert all(accepts(game, state, action) for action in legal)
    asked = set(universe(state))
    accepted = {action for action in asked if accepts(game, state, action)}
    assert {action for action in accepted if short(action)} == asked & set(legal)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.untraced
def test_the_listed_audits_are_exactly_those_that_are_accepted(game: SequenceGame[Any]) -> None:
    new = game.start(Setup(3, hands=(2, 2, 1)), {})
    played_one, _ = game.apply(new, Play(1, 1))
    doubted, _ = game.apply(played_one, Doubt(0))
    for state in (new, game.midgame(new, table=2), played_one, doubted):
        listed = [action for action in game.legal_actions(state) if isinstance(action, Audit)]
        total = cards(state)
        every = (Audit(hands, total - sum(hands)) for hands in product(range(total + 2), repeat=3))
        accepted = {audit for audit in every if accepts(game, state, audit)}
        assert set(listed) == accepted
        assert len(listed) == len(accepted)
        for audit in accepted:
            after, _ = game.apply(state, audit)
            assert (after.hands, sum(after.heaps)) == (audit.hands, audit.table)
            assert min(after.heaps) >= 0
            if after.claim is not None:
                assert after.heaps[after.claim.seat] >= after.claim.count


@RELAXED
@given(starts(), st.data())
def test_only_a_finished_game_has_no_legal_action(
    start: tuple[SequenceGame[Any], SequenceState[Any]], data: st.DataObject
) -> None:
    game, state = start
    states = [state, *(after for _, _, after, _ in played(data, game, state))]
    for moment in states:
        assert (next(game.legal_actions(moment), None) is None) == (moment.phase is Phase.OVER)
        ended = moment.phase is Phase.OVER or moment.terms.house.play_on
        assert moment.winner is None or ended
        if moment.phase is not Phase.OVER:
            laid_last = moment.claim.seat if moment.claim else None
            gone = {laid_last, *moment.gone, *moment.out}
            assert all(hand or seat in gone for seat, hand in enumerate(moment.hands))


@RELAXED
@given(starts(), st.data())
def test_the_same_actions_give_the_same_game(
    start: tuple[SequenceGame[Any], SequenceState[Any]], data: st.DataObject
) -> None:
    game, state = start
    for _, action, after, events in list(played(data, game, state)):
        assert game.apply(state, action) == (after, events)
        state = after


@RELAXED
@given(starts(), st.data())
def test_events_tell_what_changed(
    start: tuple[SequenceGame[Any], SequenceState[Any]], data: st.DataObject
) -> None:
    game, state = start
    for before, action, after, events in played(data, game, state):
        kinds = [type(event) for event in events]
        if before.terms.house.play_on:
            went_out = len(after.out) > len(before.out) and not isinstance(action, TimeUp)
            assert (WentOut in kinds) == went_out or CameBack in kinds
            assert Lost not in kinds or after.phase is Phase.OVER
        else:
            ends = [kind for kind in kinds if kind in {Won, Tied, Voided}]
            assert len(ends) == (after.phase is Phase.OVER)
            assert (Won in kinds) == (after.winner is not None)
        paid = before.terms.house.points and not isinstance(action, TimeUp)
        assert (Paid in kinds) == (Won in kinds and paid)
        counted = isinstance(action, Audit | Adjust) and before.phase is Phase.OPEN
        assert (LastCards in kinds) == (
            after.phase is Phase.LAST_CARDS and (isinstance(action, Play | Correct) or counted)
        )
        for event in events:
            if isinstance(event, Took):
                assert sum(after.heaps) == 0
                assert event.count > 0
            if isinstance(event, Paid):
                assert event.parts == after.hands
                assert event.parts[event.seat] == 0


@RELAXED
@given(starts(), st.data())
def test_a_verdict_follows_from_the_cards_alone(
    start: tuple[SequenceGame[Any], SequenceState[Any]], data: st.DataObject
) -> None:
    game, state = start
    for before, action, after, events in played(data, game, state):
        if not isinstance(action, Reveal):
            continue
        claim, doubter, house = before.claim, before.doubter, before.terms.house
        assert claim is not None
        assert doubter is not None
        wild = {"jokers": Rank.JOKER, "twos": Rank.TWO, "aces": Rank.ACE}.get(house.wild)
        others = [rank for rank in action.ranks if rank not in (claim.rank, wild)]
        counted = len(action.ranks) == claim.count or house.count_mismatch == "correct_only"
        truth = not others and counted
        assert events[0] == Verdict(claim.seat, doubter, truth, action.ranks)
        if claim.seat in after.out:
            assert truth
            assert after.hands[claim.seat] == 0
            continue
        loser, right = (doubter, claim.seat) if truth else (claim.seat, doubter)
        mistaken = claim.count - len(action.ranks) if before.counted is None else 0
        kept = before.hands[loser] + (mistaken if loser == claim.seat else 0)
        if house.loser_takes == "none" and kept:
            assert isinstance(events[1], Removed)
        else:
            assert isinstance(events[1], Took)
            assert events[1].seat == loser
        expected = {"rotation": before.turn, "winner_leads": right, "taker_leads": loser}
        assert after.turn == expected[house.after_challenge]
        ranks = {"continue": before.required, "repeat": claim.rank, "restart_ace": Rank.ACE}
        assert after.required is ranks.get(house.rank_after_challenge)
        free = {"free": True, "continue": house.next_claim == "free"}
        chosen = free.get(house.rank_after_challenge, False)
        assert (after.choice == game.ranks(after)) == chosen


@RELAXED
@given(starts(), st.data())
def test_a_claim_is_of_the_rank_that_was_asked_for_or_one_of_the_choice(
    start: tuple[SequenceGame[Any], SequenceState[Any]], data: st.DataObject
) -> None:
    game, state = start
    ranks = game.ranks(state)
    ring = (*ranks, *ranks)
    for before, action, after, events in played(data, game, state):
        for event in events:
            if isinstance(event, Played):
                assert event.rank in (before.choice or (before.required,))
        next_claim = before.terms.house.next_claim
        if not isinstance(action, Play) or not action.count or before.terms.house.fixed_order:
            continue
        played_now = events[0]
        assert isinstance(played_now, Played)
        at = ranks.index(played_now.rank) + len(ranks)
        beside = {ring[at - 1], ring[(at + 1) % len(ring)]}
        near = {"up_or_down": beside, "same_or_next": {*beside, ring[at]}}
        assert {*after.choice} == near.get(next_claim, {*ranks})


@RELAXED
@given(starts(), st.data())
def test_a_tie_can_be_won_by_each_seat_but_the_claimant(
    start: tuple[SequenceGame[Any], SequenceState[Any]], data: st.DataObject
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
        doubters = set(range(seats)) - {claimant, *after.gone, *after.out}
        by_all = game.passes(after) and after.phase is Phase.LAST_CARDS
        if not game.races_in(after) and not by_all:  # the seat on turn alone may doubt
            doubters &= {after.turn}
        assert list(game.tie_order(after)) == sorted(doubters, key=lambda s: (s - first) % seats)


def reveals(game: SequenceGame[Any], state: SequenceState[Any]) -> list[Action]:
    return [action for action in game.legal_actions(state) if isinstance(action, Reveal)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_reveals_are_all_multisets_that_the_packs_hold(game: SequenceGame[Any]) -> None:
    state = game.start(Setup(4, hands=(3, 1, 4, 1)), {})
    state, _ = game.apply(state, Play(1, 1))
    state, _ = game.apply(state, Doubt(2))
    assert len(reveals(game, state)) == 14
    state = game.midgame(game.start(Setup(4, hands=(3, 3, 4, 1)), {}), turn=1)
    state, _ = game.apply(state, Play(1, 2))
    state, _ = game.apply(state, Doubt(2))
    three_jokers = 1
    every = sum(math.comb(14 + size - 1, size) for size in (1, 2, 3)) - three_jokers
    assert len(set(reveals(game, state))) == len(reveals(game, state)) == every


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_refuses_foreign_and_wrongly_typed_actions(game: SequenceGame[Any]) -> None:
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
def test_refuses_a_setup_that_cannot_be(game: SequenceGame[Any], setup: Setup) -> None:
    with refuses(r"\.$"):
        game.start(setup, {})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_option_has_a_field_and_a_default_that_is_allowed(game: SequenceGame[Any]) -> None:
    fields = {field.name: field for field in dataclasses.fields(game.usual)}
    keys = [option.key for option in game.options]
    assert len(set(keys)) == len(keys)
    house = game.start(Setup(4), {}).terms.house
    for option in game.options:
        assert option.parse(option.default) == option.default == getattr(house, option.key)
    assert set(keys) == fields.keys()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_refuses_another_games_option_and_a_value_that_is_not_allowed(
    game: SequenceGame[Any],
) -> None:
    with refuses("force"):
        game.start(Setup(4), {"force": True})
    with refuses("tie_window_ms = 251"):
        game.start(Setup(4), {"tie_window_ms": 251})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_told_follows_the_options(game: SequenceGame[Any]) -> None:
    told = game.explain({})
    assert len({rule.id for rule in told}) == len(told)
    for option in game.options:
        for allowed in option.allowed:
            for value in (allowed[0], allowed[-1]) if isinstance(allowed, range) else (allowed,):
                try:
                    changed = game.explain({option.key: value})
                except SettingError:
                    continue
                assert (changed == told) == (value == option.default), (option.key, value)


def test_midgame_refuses_what_cannot_be() -> None:
    state = GAMES[0].start(Setup(4), {})
    for wrong in ({"turn": 4}, {"turn": -1}, {"rank": Rank.JOKER}, {"table": -1}):
        with pytest.raises(Refused):
            GAMES[0].midgame(state, **wrong)
