"""Games as text: every action has its form, every game comes back, and errors name their place."""

import random
from collections import Counter
from typing import get_args

import pytest
from extent import often, tries
from hypothesis import given
from hypothesis import strategies as st
from proof.random_play import random_game
from proof.random_setup import random_start
from said import said

from bluffing.actions import Action
from bluffing.cards import Rank, Suit, Trait
from bluffing.errors import NotationError
from bluffing.game import Refused, Setup
from bluffing.notation.read import read, read_action
from bluffing.notation.record import Decided, Record, TakenBack
from bluffing.notation.spelling import FORMS
from bluffing.notation.write import spelled, write
from bluffing.rulesets import RULESETS

WHOLE = st.integers(0, 10**18)
TRAITS = st.sampled_from((*Rank, *Suit))
OF_TYPE: dict[object, st.SearchStrategy[object]] = {
    int: WHOLE,
    int | None: st.none() | WHOLE,
    tuple[int, ...]: st.lists(WHOLE, min_size=1, max_size=6).map(tuple),
    float: st.floats(0, 100) | st.integers(0, 100),
    Trait: TRAITS,
    Trait | None: st.none() | TRAITS,
    tuple[Trait, ...]: st.lists(TRAITS, min_size=1, max_size=5).map(tuple),
    bool | None: st.sampled_from((True, False, None)),
}


@st.composite
def actions(draw: st.DrawFn) -> Action:
    kind = draw(st.sampled_from(get_args(Action)))
    hints = kind.__annotations__
    action: Action = kind(**{name: draw(OF_TYPE[hints[name]]) for name in hints})
    return action


def test_every_action_has_a_form() -> None:
    assert set(FORMS) == set(get_args(Action))


@given(actions())
def test_every_action_is_read_as_it_was_written(action: Action) -> None:
    assert read_action(spelled(action)) == action


def a_game(name: str, seed: int) -> Record:
    """A random game of any options, with what goes wrong and what is taken back."""
    rng = random.Random(f"{name} {seed}")
    game = RULESETS[name]
    start = random_start(rng, game, Counter())
    played = random_game(rng, game, start.state, 60)
    lines: list[Decided | TakenBack] = []
    for _, action, _, _ in played:
        if rng.random() < 0.1:
            lines += (Decided(action), TakenBack(1, 999))
        lines.append(Decided(action, rng.choice((None, rng.randrange(10**6)))))
    names = tuple(rng.choice(("Ana", 'B "b" #1', "Đỗ")) for _ in range(start.setup.players))
    return Record(
        name,
        start.setup,
        tuple(start.options.items()),
        rng.choice((names, ())),
        rng.choice((0, 1_790_000_000)),
        tuple(lines),
    )


@pytest.mark.parametrize("name", often(RULESETS))
@pytest.mark.examples
def test_games_come_back_as_they_were(name: str) -> None:
    games = [a_game(name, seed) for seed in range(tries(6, of=100))]
    assert list(read(write(games))) == games


HEAD = "game bicycle\nseats 3\nhands 2 2 2\n"


@pytest.mark.parametrize(
    ("text", "at", "why"),
    [
        ("seats 3", (1, 1), "a game begins with"),
        ("\n# none\n  game snap", (3, 8), "no game is called 'snap'; there are bicycle,"),
        ("game", (1, 5), "no game is called ''"),
        ("game bicycle", (1, 1), "how many play"),
        ("game bicycle now", (1, 14), "'now' is too much"),
        ("game bicycle\nseats", (2, 6), "a whole number is missing"),
        ("game bicycle\nseats three", (2, 7), "'three' is not a whole number"),
        ("game bicycle\nseats 3 # or\nseats 4", (3, 1), "seats appears twice"),
        ("game bicycle\nseats 30", (1, 1), "30"),
        ("game bicycle\nseats 9\npacks 99", (1, 1), "packs is 2"),
        (HEAD + "option zero_claim maybe", (4, 8), "zero_claim"),
        (HEAD + "option zero_claim on\noption zero_claim on", (5, 8), "twice"),
        (HEAD + "option force on", (4, 8), "force"),
        (HEAD + "date tomorrow", (4, 6), "is not a date and time"),
        (HEAD + "date 2026-11-25T20:00:08", (4, 6), "is not a date and time"),
        (HEAD + "name 1 Ana", (4, 6), "the next name is that of seat 0"),
        (HEAD + "name 0 Ana", (4, 8), "'Ana' is not a name in double quotes"),
        (HEAD + 'name 0 "Ana"', (1, 1), "name all players of the 3 seats, or none"),
        (HEAD + "dealt 2 2 3", (4, 7), 'by the rules it is "dealt 2 2 2"'),
        (HEAD + "result won 1", (4, 8), 'by the rules it is "result unfinished"'),
        (HEAD + "1 plays 2 A", (4, 1), "a move is missing here"),
        (HEAD + "seats 3\n1 play 1", (4, 1), "seats appears twice"),
        (HEAD + "1 play 1 A\nlead 1", (5, 1), "a move is missing here"),
        (HEAD + "2 play 1 A", (4, 1), "Seat 1 is on turn"),
        (HEAD + "1 play 1 A\n 2 play 1 B", (5, 11), "'B' is not a rank"),
        (HEAD + "1 play 1 A 2", (4, 12), "'2' is too much"),
        (HEAD + "1 play A", (4, 8), "'A' is not a whole number"),
        (HEAD + "play 1 A", (4, 1), "'play' is not a whole number"),
        (HEAD + "1 play 1 @soon", (4, 11), "'soon' is not a time"),
        (HEAD + "1 play 1\n2 doubt\nreveal", (6, 7), "a rank (A,"),
        (HEAD + "1 play 1\n2 doubt\nsettle true", (6, 8), "is not a verdict"),
        (HEAD + "audit 1 2 3", (4, 12), '"table" is expected here'),
        (HEAD + "take-back 1", (4, 1), "only 0 actions count here"),
        (HEAD + "1 play 1\ntake-back 2", (5, 1), "only 1 action counts here"),
        (HEAD + "1 play 1\ntake-back 0", (5, 1), "at least 1 is taken back"),
        (HEAD + "1 play " + "9" * 30, (4, 8), "is not a whole number"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_column(
    text: str, at: tuple[int, int], why: str
) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    told = said(error.value.why)
    assert told.startswith(f"line {at[0]}, column {at[1]}: ")
    assert why in told


def test_a_text_without_games_has_none() -> None:
    assert read("") == read("\n  # nothing yet\n") == ()


@given(st.integers(0, 30), st.randoms(use_true_random=False))
def test_a_damaged_text_is_read_or_refused(seed: int, rng: random.Random) -> None:
    text = write([a_game(rng.choice(sorted(RULESETS)), seed)])
    for _ in range(rng.randint(1, 4)):
        place, length = rng.randrange(len(text)), rng.choice((0, 1, 1, 5))
        text = (
            text[:place]
            + rng.choice(("", "0", "-1", " A", "\n", "@", '"', "99999", "\x00"))
            + (text[place + length :])
        )
    try:
        games = read(text)
    except NotationError:
        return
    assert read(write(games)) == games


def test_a_record_that_the_rules_refuse_is_not_written() -> None:
    with pytest.raises(Refused):
        write([Record("bicycle", Setup(99))])
