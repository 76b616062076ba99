"""Strong bots: what they want is legal, what they think likely follows from counts alone."""

import random
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from extent import often, tries
from hypothesis import given
from hypothesis import strategies as st

from bench.bots import won
from bench.exploiters import Deeds, Exploiter
from bluffing.actions import Pass, Play
from bluffing.cards import RANKS
from bluffing.game import Setup
from bluffing.options import Value
from bluffing.study import bots
from bluffing.study.bots import Known, Strategy
from bluffing.study.choices import ORDER, STUDIED
from bluffing.study.dealt import Dealt
from bluffing.study.match import Bot, usual_seats, winners
from training import bots as training

SOME = pytest.mark.parametrize("name", often(STUDIED))
share = st.floats(0, 1)


@SOME
@pytest.mark.untraced
def test_whatever_bots_want_is_legal_and_they_have_the_cards(name: str) -> None:
    rng = random.Random(name)
    for seed in range(3):
        numbers = [name for name in asdict(Strategy()) if name != "reading"]
        shares: list[dict[str, Any]] = [
            {number: rng.random() for number in numbers} for _ in range(usual_seats(name))
        ]
        drawn = [Strategy(**each) for each in shares]
        winning = winners(name, list(map(Bot, drawn)), seed, 40)  # `act` refuses what is not
        assert set(winning) <= set(range(usual_seats(name)))


VARIANTS: list[tuple[str, dict[str, Value]]] = [
    ("bullshit", {"next_claim": "same_or_next"}),
    ("bullshit", {"passing": "turn"}),
    ("verish", {"passing": "turn"}),
    ("liars_poker", {"passing": "no"}),
    ("bullshit", {"jokers": 4}),
    ("verish", {"wild": "twos"}),
    ("idi", {"wild": "aces"}),
    ("valepaska", {"wild": "jokers"}),
]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
@pytest.mark.untraced
def test_bots_play_by_house_options_too(name: str, options: dict[str, Value]) -> None:
    who = [Bot(bots.strategy_of(name))] * usual_seats(name)
    assert any(winners(name, who, seed, options=options) for seed in range(3))


def test_strategies_are_of_games_that_there_are_and_within_their_range() -> None:
    assert set(bots.learned()) <= set(STUDIED)
    for name in STUDIED:
        numbers = asdict(bots.strategy_of(name))
        assert len(numbers.pop("reading")) in (0, len(bots.FEATURES))
        assert all(0 <= number <= 1 for number in numbers.values())


@cache
def after_a_play_of(count: int) -> Any:  # noqa: ANN401 - a state
    """Seat 1 has laid so many aces."""
    game: Any = STUDIED["bicycle"]
    return game.carry_out(Dealt("bicycle", 4, {}, 1).state, Play(1, count))[0]


def after_a_play(count: int, hand: Sequence[int]) -> Known:
    """The knowledge of seat 2 with `hand` about some aces, laid by seat 1."""
    return Known(STUDIED["bicycle"], after_a_play_of(count), 2, hand, (4,) * 13 + (0,))


@given(st.integers(1, 4), st.integers(0, 3), share)
def test_the_more_of_a_rank_one_holds_the_likelier_is_a_lie(
    count: int, own: int, others: float
) -> None:
    fewer, more = ([held, 13 - held, *[0] * 12] for held in (own, own + 1))
    less = bots.lie(after_a_play(count, fewer), others)
    assert 0 <= less <= bots.lie(after_a_play(count, more), others) + 1e-9 <= 1 + 1e-9
    assert (less == 1) >= (count + own > 4)


@given(share, share, st.integers(0))
def test_what_can_not_be_true_is_always_doubted(doubts: float, wavers: float, seed: int) -> None:
    strategy = Strategy(doubts=doubts, last=1.0, wavers=wavers)
    known = after_a_play(2, [3, 10, *[0] * 12])
    assert bots.suspects(strategy, known, random.Random(seed))


def test_a_lie_is_told_with_the_cards_that_are_needed_last() -> None:
    game: Any = STUDIED["bicycle"]
    dealt = Dealt("bicycle", 4, {}, 1)
    hand = [0, *[1] * 12, 0]
    known = Known(game, dealt.state, 1, hand, (4,) * 13 + (0,))
    action, laid = bots.move(Strategy(pads=0.0), known, random.Random(1)) or (None, ())
    # seat 1 claims aces now, fives in the next round, nines, kings, fours ... and tens last of all
    assert (action, [ORDER[place] for place in laid]) == (Play(1, 1, RANKS[0]), [RANKS[9]])


def test_who_is_asked_for_a_move_makes_a_legal_one_with_cards_that_it_has() -> None:
    dealt = Dealt("bicycle", 4, {}, 1)
    seat = dealt.asked[0]
    absent = dealt.hands[seat].index(0)
    for action, laid in (
        (Play(seat, 1), (absent,)),
        (Play(seat, 2), (absent,)),
        (Play(seat, 1, RANKS[1]), ()),
        (Play(seat + 1, 1), ()),
        (Pass(seat), ()),
    ):
        with pytest.raises(ValueError, match="no legal move"):
            dealt.act(action, laid)
    held = next(place for place, count in enumerate(dealt.hands[seat]) if count)
    dealt.act(Play(seat, 1), (held,))
    assert dealt.newest == (held,)


def test_what_wins_most_in_the_end_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it is where learning starts from: a cloud comes near it, and its middle is beside it."""

    def scored(_name: str, one: Strategy, _pool: object, _numbers: range) -> float:
        return -abs(one.doubts - Strategy().doubts)

    monkeypatch.setattr(training, "score", scored)
    learned = training.learn("valepaska", rounds=2, cloud=6, games=1)
    assert replace(learned, reading=()) == Strategy()


def test_what_is_learned_is_kept_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CHARACTERS", training.CHARACTERS[:1])
    learned = training.learn("valepaska", rounds=1, cloud=4, games=1)
    assert learned == training.learn("valepaska", rounds=1, cloud=4, games=1)
    kept = tmp_path / "strategies.toml"
    kept.write_text(training.written({"valepaska": learned}), "utf-8")
    monkeypatch.setattr(bots, "files", lambda _: tmp_path)
    assert bots.learned.__wrapped__() == {"valepaska": learned}


@pytest.mark.parametrize(("left", "doubted"), [(0, True), (5, False)])
def test_last_cards_are_doubted_where_a_wrong_doubt_costs_nothing(
    left: int, *, doubted: bool
) -> None:
    game: Any = STUDIED["bicycle"]
    state = game.start(Setup(4, hands=(9, left + 1, 9, 9)), {})
    state, _ = game.carry_out(state, Play(1, 1))
    known = Known(game, state, 2, [0, 9, *[0] * 12], (4,) * 13 + (0,))
    calm = Strategy(doubts=1.0, last=1.0, wavers=0.0, others=0.0)
    assert bots.suspects(calm, known, random.Random(1)) == doubted


@pytest.mark.examples
@pytest.mark.untraced
@pytest.mark.parametrize("lays", ["two", "truth"])
def test_a_rule_of_one_sentence_wins_little_more_than_its_share(lays: str) -> None:
    strategy = bots.strategy_of("bullshit")
    rule, games = Exploiter(strategy, lays, "as bots do"), tries(40, 400)
    wins, ended = won("bullshit", rule, Bot(strategy), games)
    assert wins <= 0.3 * ended + 2 * (0.21 * ended) ** 0.5, f"{rule} wins {wins} of {ended}"


def test_deeds_are_counted_by_the_cards_that_are_laid() -> None:
    deeds, known = Deeds(), after_a_play(1, [2, 11, *[0] * 12])
    deeds.played(known, (Play(2, 1, RANKS[0]), (1,)))
    deeds.doubted()
    deeds.played(known, (Play(2, 2, RANKS[0]), (0, 0)))
    deeds.doubted()
    assert deeds.share("lies by choice", "truth by choice") == "50"
    assert deeds.share("doubts right", "doubts wrong") == "50"
    assert deeds.share("last doubted", "last undoubted") == "-"
