"""Drawing: by a chance that is handed in, and nothing twice until all has been asked."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appliance.core.effects import DrawQuestion, StopReading
from appliance.core.question import Kind, Question
from appliance.core.signals import QuestionDrawn, Signal
from appliance.questions.pack import Drawer
from appliance.runtime.codec import decode, encode


def pack(name: str, facts: int, funs: int) -> tuple[Question, ...]:
    kinds = [Kind.FACT] * facts + [Kind.FUN] * funs
    return tuple(
        Question(name, f"q{number}", kind, "How many?", 50, "Us", "2026")
        for number, kind in enumerate(kinds)
    )


def drawer(*packs: tuple[Question, ...], seed: int = 1, asked: tuple[Question, ...] = ()) -> Drawer:
    return Drawer(sum(packs, ()), Random(seed), lambda signal: signal, lambda: 0, asked)


def test_answers_the_effect_with_the_signal_and_leaves_other_effects_alone() -> None:
    posted: list[Signal] = []
    asker = Drawer(pack("a", 3, 0), Random(1), posted.append, lambda: 77)
    asker.perform(StopReading())
    asker.perform(DrawQuestion(5, Kind.FACT))
    [drawn] = posted
    assert isinstance(drawn, QuestionDrawn)
    assert (drawn.request, drawn.at) == (5, 77)
    assert decode(encode(drawn)) == drawn


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 5), st.integers(1, 5), st.integers(0, 99), st.data())
def test_nothing_twice_until_all_of_its_kind_has_been_asked(
    facts: int, funs: int, seed: int, data: st.DataObject
) -> None:
    asker = drawer(pack("a", facts, funs), pack("b", funs, facts), seed=seed)
    drawn: list[Question] = []
    for _ in range(facts + funs):
        kind = data.draw(st.sampled_from(Kind))
        question = asker.draw(kind)
        assert question.kind is kind
        same = [one for one in drawn if one.kind is kind]
        if len(same) < facts + funs:
            assert question not in drawn
        drawn.append(question)


def test_any_kind_goes_through_the_whole_pack_and_then_begins_again() -> None:
    asker = drawer(pack("a", 3, 3))
    first = {asker.draw(None).id for _ in range(6)}
    assert len(first) == 6
    assert {asker.draw(None).id for _ in range(6)} == first


def test_one_kind_used_up_does_not_give_the_other_back() -> None:
    asker = drawer(pack("a", 2, 2))
    funs = {asker.draw(Kind.FUN).id for _ in range(2)}
    for _ in range(5):
        asker.draw(Kind.FACT)
    assert asker.draw(None).kind is Kind.FACT
    assert {asker.draw(Kind.FUN).id for _ in range(2)} == funs


def test_a_kind_that_no_pack_has_is_another_kind() -> None:
    assert drawer(pack("a", 2, 0)).draw(Kind.FUN).kind is Kind.FACT


def test_what_the_journal_remembers_is_not_asked_again() -> None:
    ours = pack("a", 4, 0)
    asker = drawer(ours, asked=ours[:3])
    assert asker.draw(Kind.FACT) == ours[3]


def test_the_same_chance_draws_the_same_evening() -> None:
    evenings = [
        [asker.draw(None).id for _ in range(20)]
        for asker in (drawer(pack("a", 20, 0), seed=seed) for seed in (1, 1, 2))
    ]
    assert evenings[0] == evenings[1] != evenings[2]


def test_there_must_be_something_to_draw() -> None:
    with pytest.raises(ValueError, match="must be a question"):
        drawer(())
