"""Over whole games, nothing that leaves the table tells an answer before its guess is doubted."""

import random
import zipfile
from collections.abc import Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from at_table import People, seated, wager_ruleset
from test_flagged_questions import seen

from appliance.__main__ import main
from appliance.core.effects import DrawQuestion
from appliance.core.question import Kind, Question
from appliance.core.signals import MS, SECOND, Chosen, QuestionDrawn, Wish, Wished
from appliance.runtime.journal import Journal
from appliance.table.stages import Asking, Judged


def secret(number: int, kind: Kind) -> Question:
    """A question whose answer, source and note are words that stand nowhere else."""
    percent = 100 * ((number * 0.6180339887498949) % 1)
    about = f"source-{number}-x", "1987", f"note-{number}-x"
    return Question("pack", f"q{number}", kind, f"How much of {number}?", percent, *about)


def words_of(question: Question) -> tuple[str, ...]:
    """The parts that may not be read yet."""
    return str(question.percent), f"{question.percent:.4f}", question.source, question.note


def play(people: People, rng: random.Random) -> None:
    """Return people's next act, nearly always a move."""
    people.wait(rng.choice((10 * MS, 100 * MS, 2 * SECOND, 4 * SECOND)))
    table = people.table
    if people.at(Asking):
        people.hold(table.game.turn)
    elif table.paused is not None or rng.random() < 0.05:
        wish = Wish.PAUSE if table.paused is None else Wish.GO_ON
        people.send(Wished(wish, people.now))
    elif people.at(Judged):
        people.hold(rng.randrange(3))
    else:
        moves = list(islice(table.ruleset.moves(table.game), 5))
        if moves:
            people.send(Chosen(rng.choice(moves), people.now))


def answered(people: People, drawn: list[Question]) -> None:
    """Whatever was asked for comes, each time another question."""
    asks = [effect for effect in people.effects if isinstance(effect, DrawQuestion)]
    if len(asks) > len(drawn):
        drawn.append(secret(len(drawn) + 1, asks[-1].kind or Kind.FACT))
        people.send(QuestionDrawn(asks[-1].request, drawn[-1], people.now))


def told_of(questions: set[Question], texts: Iterable[str]) -> list[str]:
    """The visible parts of questions with secret answers."""
    texts = tuple(texts)
    secrets = (word for question in questions for word in words_of(question))
    return [word for word in secrets if any(word in text for text in texts)]


def game(seed: int, steps: int) -> tuple[People, set[Question]]:
    """People who have played for some steps, and the undoubted questions."""
    rng, people = random.Random(seed), seated(wager_ruleset())
    drawn: list[Question] = []
    judged: set[Question | None] = set()
    known = 0
    for _ in range(steps):
        play(people, rng)
        answered(people, drawn)
        inner = (table.inner for _, _, table in people.handled[known:])
        judged |= {
            stage.ruling.turns.match.question for stage in inner if isinstance(stage, Judged)
        }
        known = len(people.handled)
        hidden = {*drawn} - judged
        assert told_of(hidden, seen(people)) == []
        people.effects = [effect for effect in people.effects if isinstance(effect, DrawQuestion)]
    assert len(judged) >= steps / 40
    return people, hidden


@pytest.mark.untraced
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 22))]
)
def test_nothing_tells_an_answer_before_the_doubt_in_whole_games(
    seed: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No View, fact, effect or line of a transcript; then no export, game, replay or report."""
    people, hidden = game(seed, 120)
    path = tmp_path / "evening.journal"
    with closing(Journal.open(path, people.first.settings)) as journal:
        journal.append(people.handled)
    for command in ("evenings", "evenings --csv", "evenings --notation", "replay"):
        name, *options = command.split()
        assert main([name, str(path), *options]) == 0
        out, err = capsys.readouterr()
        assert told_of(hidden, [out, err]) == []
    monkeypatch.setattr("appliance.commands.report.LOOKS", {})
    assert main(["report", str(tmp_path / "r.zip"), "--journal", str(path)]) == 0
    with zipfile.ZipFile(tmp_path / "r.zip") as packed:
        texts = [packed.read(name).decode("latin-1") for name in packed.namelist()]
        packed.extract("evening.journal", tmp_path / "report")
    assert told_of(hidden, texts) == []
    with closing(Journal.read(tmp_path / "report/evening.journal")) as journal:
        *_, (_, told) = journal.replay()
        assert journal.steps == len(people.handled)
    assert told.stage.match is not None
    assert told.game.points == people.table.game.points
