"""A part of the cards makes a lie only where no other card and no other number can mend it."""

import random
from typing import Any

import pytest
from extent import often
from proof.random_play import RandomPlayer

from bluffing.actions import Reveal, Settle
from bluffing.cards import Rank
from bluffing.events import Verdict
from bluffing.game import Phase, Refused, Ruleset, Setup, State
from bluffing.options import preset_options
from bluffing.rulesets import RULESETS

EVERY = pytest.mark.parametrize("name", RULESETS)


def reveals(game: Ruleset[Any], rng: random.Random, options: dict[str, object]) -> list[State]:
    """States in which cards are turned up, of one random game."""
    player, found = RandomPlayer(rng, mishaps=20, endings=0), []
    state = game.start(Setup(rng.choice(game.seats)), options)
    for _ in range(120):
        if state.phase is Phase.OVER:
            break
        if state.phase is Phase.REVEAL:
            found.append(state)
        state, _ = game.apply(state, player.choose(game, state))
    return found


def settings(game: Ruleset[Any], rng: random.Random) -> dict[str, object]:
    """A preset, and by chance the other word on wrong numbers, and wild cards."""
    options: dict[str, object] = dict(preset_options(game.presets, rng.choice(game.presets).name))
    known = {option.key for option in game.options}
    wild = rng.choice((("jokers", 2), ("wild", "twos"), ("wild", "aces")))
    more: dict[str, object] = {"count_mismatch": "correct_only", wild[0]: wild[1]}
    return options | {key: more[key] for key in more if key in known and rng.random() < 0.5}


@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.untraced
def test_whatever_else_lies_there_it_is_a_lie_and_ends_the_same(name: str) -> None:
    game, rng, refuted = RULESETS[name], random.Random(5), 0
    for _ in range(25):
        try:
            states = reveals(game, rng, settings(game, rng))
        except Refused:
            continue  # these options and this number of players don't go together
        for state in states:
            part = tuple(rng.choices((*game.traits, Rank.JOKER), k=rng.randint(1, 3)))
            if not game.refutes(state, part):
                continue
            refuted += 1
            settled, events = game.apply(state, Settle(truth=False))
            assert any(isinstance(event, Verdict) and not event.truth for event in events)
            for _ in range(6):
                whole = Reveal((*part, *rng.choices(game.traits, k=rng.randint(0, 3))))
                if game.refusal(state, whole) is None:
                    revealed, events = game.apply(state, whole)
                    assert any(isinstance(event, Verdict) and not event.truth for event in events)
                    assert revealed == settled
    assert bool(refuted) == bool(game.deck(game.start(Setup(game.seats[-1]), {})))


@EVERY
@pytest.mark.untraced
def test_cards_as_claimed_and_no_more_of_them_refute_nothing(name: str) -> None:
    game, rng = RULESETS[name], random.Random(6)
    for _ in range(8):
        try:
            states = reveals(game, rng, settings(game, rng))
        except Refused:
            continue
        for state in states:
            assert state.claim is not None
            for count in range(state.claim.count + 1):
                assert not game.refutes(state, (state.claim.rank,) * count)
            joker = Rank.JOKER in {card.rank for card in game.deck(state)}
            if joker:
                assert not game.refutes(state, (Rank.JOKER,))


WILD: dict[str, Rank | None] = {
    "none": None,
    "jokers": Rank.JOKER,
    "twos": Rank.TWO,
    "aces": Rank.ACE,
}


@pytest.mark.parametrize("wild", WILD)
@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.untraced
def test_a_card_is_true_that_is_of_the_rank_or_wild_and_no_other(name: str, wild: str) -> None:
    game, rng, seen = RULESETS[name], random.Random(7), 0
    if not any(option.key == "wild" and wild in option.allowed for option in game.options):
        return
    for _ in range(6):
        try:
            states = reveals(game, rng, {"wild": wild})
        except Refused:
            continue  # two players need Force
        for state in states:
            assert state.claim is not None
            for rank in (*game.traits, Rank.JOKER):
                ranks = (*[state.claim.rank] * (state.claim.count - 1), rank)
                if game.refusal(state, Reveal(ranks)) is not None:
                    continue
                events = game.apply(state, Reveal(ranks))[1]
                truth = rank in (state.claim.rank, WILD[wild])
                seen += 1
                assert [event.truth for event in events if isinstance(event, Verdict)] == [truth]
                assert game.refutes(state, (rank,)) != truth
    assert seen


@EVERY
def test_nothing_is_refuted_that_nobody_doubts(name: str) -> None:
    game = RULESETS[name]
    state = game.start(Setup(game.seats[-1]), {})
    assert not any(game.refutes(state, (rank,)) for rank in (*game.traits, *Rank))
