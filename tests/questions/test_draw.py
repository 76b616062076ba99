"""Drawing: by a chance that is handed in, and nothing twice until all has been asked."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from said import said

from appliance.core.effects import DrawQuestion, FlagQuestion, PassOver, StopReading
from appliance.core.question import Kind, Question, Survey
from appliance.core.signals import (
    QUESTIONS,
    DriverBack,
    DriverLost,
    Noted,
    QuestionDrawn,
    Signal,
)
from appliance.questions.drawer import Drawer, Key, key_of, varied
from appliance.questions.memory import NAME, Memory
from appliance.questions.pack import PACKS, questions_of
from appliance.runtime.codec import decode, encode
from bluffing.actions import Action, Answer
from bluffing.game import Phase, Setup
from bluffing.message import Message, message
from bluffing.rulesets import RULESETS


def never(what: Message) -> None:
    pytest.fail(said(what))


def pack(name: str, facts: int, funs: int) -> tuple[Question, ...]:
    kinds = [Kind.FACT] * facts + [Kind.FUN] * funs
    return tuple(
        Question(name, f"q{number}", kind, "How many?", 50, "Us", "2026")
        for number, kind in enumerate(kinds)
    )


def drawer(*packs: tuple[Question, ...], seed: int = 1, asked: tuple[Question, ...] = ()) -> Drawer:
    return Drawer(
        sum(packs, ()), Random(seed), lambda signal: signal, lambda: 0, asked=map(key_of, asked)
    )


def test_an_evening_varies_in_topics_polls_kinds_and_answers() -> None:
    poll = Survey("Us", "2025", 900, "guests")
    food = Question("a", "food", Kind.FUN, "How many?", 50, "Us", "2025", survey=poll)
    twin = replace(food, id="twin", percent=70)
    near, fact, low = (
        replace(food, id=name, percent=percent, kind=Kind.FACT, survey=None)
        for name, percent in (("near", 57), ("fact", 30), ("low", 5))
    )
    topics = {key_of(question): question.id for question in (food, twin, near, fact, low)}
    other = replace(twin, id="other", survey=replace(poll, fielded="2024"))
    assert varied([food, twin], [], topics) == [food, twin]
    again = topics | {key_of(low): "food"}
    assert varied([near, low], [food], again) == [near], "a topic twice is worse than near answers"
    assert varied([twin, other], [food], topics) == [other], "poll"
    assert varied([near, fact], [food], topics) == [fact], "points apart"
    assert varied([other, low], [fact] * 5, topics) == [low], "one extreme in six"
    assert varied([other, fact], [food], topics) == [fact], "facts and polls in turns"
    rested = replace(other, id="rested")
    known = topics | {key_of(other): "near", key_of(rested): "rested"}
    assert varied([other, rested], [near, fact], known) == [rested], "a topic rests"
    assert varied([fact, low], [food] * 3, topics) == [low], "an extreme comes early"
    assert varied([twin], [food], topics) == [twin], "better than none"


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
        same = [question for question in drawn if question.kind is kind]
        if len(same) < facts + funs:
            assert question not in drawn
        drawn.append(question)


def test_a_question_whose_answer_people_have_seen_counts_as_asked() -> None:
    told: list[frozenset[Key]] = []
    asker = Drawer(pack("a", 3, 0), Random(1), lambda _: None, lambda: 0, remember=told.append)
    asker.perform(PassOver("a", "q1"))
    assert told == [{("a", "q1")}]
    assert sorted(asker.draw(None).id for _ in range(2)) == ["q0", "q2"]


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


def test_without_a_question_it_says_why_and_that_there_are_some_again() -> None:
    posted: list[Signal] = []
    asker = Drawer((), Random(1), posted.append, lambda: 7)
    asker.perform(DrawQuestion(1, None))
    asker.take(pack("a", 1, 0))
    asker.take(pack("a", 2, 0))
    asker.perform(DrawQuestion(2, None))
    lost, back, drawn = posted
    assert isinstance(lost, DriverLost)
    assert said(lost.reason).startswith("no question is in that language")
    assert back == DriverBack(QUESTIONS, 7)
    assert isinstance(drawn, QuestionDrawn)


def test_what_is_flagged_is_never_drawn_again() -> None:
    asker = drawer(pack("a", 3, 0))
    asker.perform(FlagQuestion("a", "q1"))
    assert {asker.draw(None).id for _ in range(20)} == {"q0", "q2"}


def test_evenings_go_through_the_packs_one_after_the_other(tmp_path: Path) -> None:
    """Whatever an evening asks is not asked again, in any evening, before all have been."""
    ours = pack("a", 17, 9)
    times: dict[str, int] = dict.fromkeys((question.id for question in ours), 0)
    for evening in range(40):
        memory = Memory(tmp_path / NAME, never)
        asker = Drawer(
            ours,
            Random(evening),
            lambda signal: signal,
            lambda: 0,
            asked=memory.asked,
            remember=memory.remember,
        )
        for _ in range(evening % 7):
            times[asker.draw(None).id] += 1
            assert max(times.values()) - min(times.values()) <= 1


def test_an_evening_that_begins_the_pack_anew_asks_first_what_it_has_not_asked() -> None:
    ours = pack("a", 20, 0)
    asker = drawer(ours, asked=ours[:15])
    evening = [asker.draw(None) for _ in range(20)]
    assert set(evening[:5]) == set(ours[15:]), "what is left of the pack"
    assert len(set(evening)) == 20


def test_after_a_power_cut_an_evening_goes_on_where_it_was() -> None:
    """Also where the pack had restarted before, so that no question counts as asked."""
    ours = pack("a", 8, 0)
    before = [key_of(question) for question in ours[:5]]
    asker = Drawer(ours, Random(1), lambda signal: signal, lambda: 0, tonight=before)
    assert {asker.draw(None) for _ in range(3)} == set(ours[5:])


def test_a_question_of_a_small_pack_never_comes_twice_in_a_row() -> None:
    for count in (2, 3, 5):
        asker = drawer(pack("a", count, 0))
        evening = [asker.draw(None) for _ in range(200)]
        assert not [first for first, second in pairwise(evening) if first is second]
    assert drawer(pack("a", 1, 0)).draw(None).id == "q0"


def evening_of(rng: Random, asker: Drawer, games: int) -> Iterator[Question]:
    """The questions of some games of Doubt/it!, which people play at random to their ends."""
    ruleset: Any = RULESETS["doubt_it"]
    for _ in range(games):
        game = ruleset.start(Setup(rng.randrange(3, 7)), {"start_points": 5})
        question = -1
        while game.phase is not Phase.OVER:
            if game.phase is Phase.READY and game.question != question:
                question = game.question
                drawn = asker.draw(rng.choice((None, *Kind)))
                yield drawn
            if game.phase is Phase.ANSWER:
                action: Action = Answer(drawn.percent, rng.randrange(100))
            else:  # doubts and picks come first
                action = rng.choice(list(islice(ruleset.moves(game), 8)))
            game, _ = ruleset.apply(game, action)


@pytest.mark.parametrize(
    "games", [20, pytest.param(1000, marks=pytest.mark.thorough)], ids="{} games".format
)
def test_games_repeat_no_question_in_an_evening_and_none_before_the_pack_is_through(
    games: int,
) -> None:
    """Of the shipped packs, across evenings of one to six games each."""
    ours, rng = questions_of(PACKS), Random(games)
    times = dict.fromkeys(map(key_of, ours), 0)
    remembered: deque[frozenset[Key]] = deque([frozenset()], maxlen=1)
    while games:
        asker = Drawer(
            ours,
            Random(games),
            lambda signal: signal,
            lambda: 0,
            asked=remembered[0],
            remember=remembered.append,
        )
        count = min(rng.randrange(1, 7), games)
        evening = list(evening_of(rng, asker, count))
        games -= count
        assert len({question.id for question in evening}) == len(evening) < 120
        for question in evening:
            times[key_of(question)] += 1
        for kind in Kind:
            asked = [times[key_of(question)] for question in ours if question.kind is kind]
            assert max(asked) - min(asked) <= 1, "one came again before the others had come"


# --- what is remembered --------------------------------------------------------------------------


def test_what_was_asked_and_flagged_is_there_in_the_next_evening(tmp_path: Path) -> None:
    path = tmp_path / NAME
    memory = Memory(path, never)
    asked = frozenset({("facts", "aces"), ('our "own"/pack', "olives")})
    memory.remember(asked)
    memory.perform(FlagQuestion("fun", "figs"))
    memory.perform(StopReading())
    again = Memory(path, never)
    assert (again.asked, again.flagged) == (asked, frozenset({("fun", "figs")}))


@pytest.mark.parametrize(
    "text",
    ["= no", "asked = 1", "asked = [1]", "asked = ['aces']", "other = []", "[" * 5000, "\x00"],
)
def test_a_broken_memory_is_set_aside_and_the_table_starts(tmp_path: Path, text: str) -> None:
    path = tmp_path / NAME
    told: list[Message] = []
    for number in (1, 2):
        path.write_text(text)
        memory = Memory(path, told.append)
        assert (memory.asked, memory.flagged) == (frozenset(), frozenset())
        assert path.with_name(f"{NAME}.broken-{number}").read_text() == text
        assert not path.exists()
    assert "they may come again; the file is set aside" in said(told[0])


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("nowhere")])
def test_a_memory_that_is_no_file_stays_and_is_said_once(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / NAME
    make(path)
    before = path.lstat()
    told: list[Message] = []
    memory = Memory(path, told.append)
    memory.remember(frozenset({("a", "b")}))
    [line] = map(said, told)
    assert "not a regular file" in line
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)
    assert list(tmp_path.iterdir()) == [path]


def test_a_memory_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told: list[Message] = []
    memory = Memory(tmp_path / "file" / NAME, told.append)
    for number in range(3):
        memory.remember(frozenset({("a", f"q{number}")}))
    [line] = map(said, told)
    assert "can't write which questions were asked" in line


def test_it_says_once_that_few_are_left_where_there_is_something_to_say() -> None:
    posted: list[Signal] = []
    ours = pack("a", 22, 0)
    says = message("questions.few-left", n=19)
    asker = Drawer(
        ours, Random(1), posted.append, lambda: 7, few_left=lambda left: says if left else None
    )
    for request in range(6):
        asker.perform(DrawQuestion(request, None))
    assert [signal for signal in posted if isinstance(signal, Noted)] == [Noted(QUESTIONS, says, 7)]
    assert isinstance(posted[3], Noted), "19 are left after the third"
    silent = drawer(ours, asked=ours[:10])
    silent.perform(DrawQuestion(1, None))
    assert said(says) == ("19 questions in this language are left. The menu can add English ones.")
