"""The world follows an evening from game to game, with any players left."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from at_table import seated

from appliance.questions.pack import PACKS, contents
from appliance.record.entry import EntryKind, RecordEntry
from appliance.runtime.journal import Journal
from appliance.runtime.rows import Standing
from appliance.table.facts import Facts, Stage, facts_of
from appliance.words import LANGUAGES
from bluffing.events import Event
from bluffing.game import Setup
from bluffing.rulesets import RULESETS
from lab.sim.change import Change, Score
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame, invite
from lab.sim.people.characters import POLICIES
from lab.sim.people.players import Players
from lab.sim.world import World


def test_a_game_with_questions_begins_again_with_who_is_left() -> None:
    """Nothing is dealt in it: it goes from one game's end straight to the next one's question."""
    people = seated("doubt_it")
    facts = facts_of(people.table, people.now)
    world = World(Players(1, [*POLICIES.values()][:4], range(4)))
    for stage, seats in (
        (Stage.DEAL, 4),
        (Stage.QUESTION, 4),
        (Stage.OVER, 4),
        (Stage.QUESTION, 3),
    ):
        game = RULESETS["doubt_it"].start(Setup(players=seats), {})
        world.follow(replace(facts, stage=stage, game=game))
        counts = world.people.held.counts() if stage is not Stage.DEAL else game.hands
        assert counts == game.hands


def test_whoever_has_sat_there_is_known_and_who_left_is_not_invited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To follow the games before, the world asks everybody who played in them what he wanted."""
    last = seated("doubt_it").table
    deal = RecordEntry(1, 0, 1, EntryKind.DEALT, {"buzzers": [*last.buzzers, 3, 4]})
    monkeypatch.setattr(Journal, "resume", lambda _: Standing(last))
    monkeypatch.setattr(Journal, "of_games", lambda _self, _kind: [deal])
    people, journal = invite(SimulatedGame(1, "doubt_it", players=3))
    journal.close()
    assert len(people.policies) == 5
    assert people.buzzers == last.buzzers


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_asked_in_the_language_of_the_table(language: str, tmp_path: Path) -> None:
    evening = tmp_path / "evening.journal"
    play(SimulatedGame(4, "doubt_it", 3, journal=evening, language=language))
    known = {entry.question.id: entry for name in PACKS for entry in contents(name).entries}
    with closing(Journal.read(evening)) as journal:
        drawn = [entry.data["id"] for entry in journal.of_games(EntryKind.QUESTION)]
    assert len(drawn) >= 3
    assert {known[name].language for name in drawn} == {language}
    assert not any(known[name].nerds for name in drawn)


class CutError(Exception):
    """The power went."""


def play_until(steps: int, game: SimulatedGame) -> Score | None:
    """Return the score of `game`; None: the power went after `steps` shown steps."""
    left = iter(range(steps))

    def show(_: Change) -> None:
        if next(left, None) is None:
            raise CutError

    try:
        return play(game, (show,))
    except CutError:
        return None


def test_who_counted_too_many_and_laid_them_is_known_after_a_power_cut(tmp_path: Path) -> None:
    """Seat 0 wanted to pass, was left with one counted card by the cut, and had to lay it."""
    game = SimulatedGame(1, journal=tmp_path / "evening.journal")
    assert play_until(68, game) is None
    assert play_until(291, game) is None
    score = play(game)
    assert score.clean, score.faults
    assert score.finished


def test_people_follow_the_newest_game_and_no_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = SimulatedGame(3, "bluff", players=3, journal=tmp_path / "evening.journal")
    rows, followed = list[int](), Counter[int]()
    recall = World.recall

    def counted(self: World, facts: Facts, happened: Sequence[Event]) -> None:
        followed[len(rows)] += 1
        recall(self, facts, happened)

    monkeypatch.setattr(World, "recall", counted)
    for _ in range(3):
        assert play(game).clean
        with closing(Journal.read(tmp_path / "evening.journal")) as journal:
            deals = journal.of_games(EntryKind.DEALT)
            rows.append(journal.steps - deals[-1].row)
    assert len(deals) == 3
    assert [followed[number] for number in range(3)] == [0, rows[0] + 1, rows[1] + 1]
