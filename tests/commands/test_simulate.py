"""`doubtit simulate` from the outside: what it prints, what it leaves, how it fails."""

import json
from pathlib import Path

import pytest

from appliance.__main__ import main
from appliance.display.view import Screen
from appliance.display.window import Window
from appliance.runtime.journal import Journal
from appliance.statistics.tally import TalliedGame, Tally
from appliance.words import Words
from bluffing.rulesets import RULESETS, ruleset_named
from lab.sim.batches import in_processes
from lab.sim.desk.party import Party
from lab.sim.games import play_alone
from lab.sim.invitation import SimulatedGame, invite

RACE = next(name for name, game in RULESETS.items() if game.races)
SOCIABLE = next(name for name, game in RULESETS.items() if 2 not in game.seats)
QUICK = ["--seed", "45", "--ruleset", RACE, "--players", "3", "--no-display"]


def test_one_game_tells_its_evening_and_leaves_pictures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["simulate", *QUICK, "--pictures", str(tmp_path / "p")]) == 0
    told = capsys.readouterr().out
    for words in ("sits down", "deals", "plays", "doubts after", "takes", "wins", str(tmp_path)):
        assert words in told
    names = {path.stem for path in (tmp_path / "p").glob("*.png")}
    of_questions = {Screen.QUESTION, Screen.ANSWER, Screen.VERIFY}
    asked_for = {Screen.HOW_TO, Screen.PRACTICE, Screen.MENU, Screen.SURVEY}
    of_faults = {Screen.FAULT}
    assert names == {screen.value for screen in Screen} - of_questions - asked_for - of_faults


@pytest.mark.thorough
def test_many_games_give_figures_that_the_processes_do_not_change(
    capsys: pytest.CaptureFixture[str],
) -> None:
    many = ["simulate", *QUICK, "--games", "2", "--json", "--jobs"]
    assert main([*many, "1"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert main([*many, "2"]) == 0
    together = json.loads(capsys.readouterr().out)
    measured = {"seconds", "ms_per_challenge", "games_per_second"}
    assert measured < set(alone)
    for key in alone.keys() - measured:
        assert alone[key] == together[key], key
    assert alone["games"] == alone["finished"] == 2
    assert alone["challenges"] == alone["right"] + alone["asked"] + alone["wrong"]
    assert alone["wrong"] == alone["wrong_doubters"] == 0


@pytest.mark.thorough
def test_a_journal_keeps_the_evening_and_the_next_start_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "e.db"
    again = ["simulate", *QUICK, "--json", "--pictures", str(tmp_path), "--journal", str(journal)]
    assert main(again) == 0
    assert main(again) == 0
    read = Journal.read(journal)
    *_, (_, table) = read.replay()
    read.close()
    assert table.games == 2
    capsys.readouterr()
    assert main([*again, "--seed", "4"]) == 1
    assert [line for line in capsys.readouterr().err.splitlines() if "WRONG" in line] == [
        (
            "WRONG: seed 4: the evening of that journal was played by others: "
            "go on with its own --seed, --ruleset and --players"
        )
    ]


@pytest.mark.thorough
def test_what_a_journal_has_lost_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "e.journal"
    journal.write_bytes(b"x" * 5000)
    words = ["--json", "--pictures", str(tmp_path), "--journal", str(journal)]
    assert main(["simulate", *QUICK, *words]) == 1
    assert "set aside as" in capsys.readouterr().err


@pytest.mark.thorough
def test_house_options_are_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    journal = tmp_path / "e.db"
    words = ["--option", "tie_window_ms=40", "--option", "cards_max=2", "--journal", str(journal)]
    assert main(["simulate", *QUICK, *words, "--pictures", str(tmp_path)]) == 0
    assert "plays 3" not in capsys.readouterr().out
    read = Journal.read(journal)
    assert dict(read.settings.options) == {"tie_window_ms": 40, "cards_max": 2}
    read.close()


@pytest.mark.parametrize("alias", [alias for game in RULESETS.values() for alias in game.aliases])
def test_a_game_is_known_by_its_other_names(alias: str) -> None:
    people, journal = invite(SimulatedGame(1, alias))
    journal.close()
    assert ruleset_named(alias) is RULESETS[journal.settings.ruleset]
    assert len(people.policies) in RULESETS[journal.settings.ruleset].seats


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--ruleset", "poker"], 2, "--ruleset poker"),
        (["--ruleset", SOCIABLE, "--players", "2"], 2, "--players 2"),
        (["--ruleset", RACE, "--option", "tie_window_ms"], 2, "KEY=VALUE"),
        (["--ruleset", RACE, "--option", "tie_window_ms=900"], 2, "tie_window_ms = 900"),
        (["--option", "tie_window_ms=20"], 2, "--ruleset"),
        (["--games", "0"], 2, "--games 0"),
        (["--games", "2", "--journal", "x"], 2, "--journal"),
        (["--photos", "nowhere"], 4, "nowhere"),
    ],
)
def test_a_wrong_word_is_one_clear_line(
    words: list[str], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--no-display", *words]) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err
    assert len(told.err.splitlines()) == 1


def test_a_game_that_breaks_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("lab.sim.people.players.Players.choice", broken)
    scores = list(in_processes(play_alone, [SimulatedGame(1), SimulatedGame(2)], 1))
    assert [(score.games, score.finished) for score in scores] == [(1, 0)] * 2
    assert scores[1].faults[0]["seed"] == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--you", "x"], "--you x"),
        (["--you", "9"], "--you 9"),
        (["--bots", "-1"], "buzzers"),
        (["--bots", "sleeper,grumpy"], "accountant"),
        (["--bold", "2"], "--bold 2"),
        (["--bold", "stronger"], "normal, bold, strong"),
        (["--speed", "3"], "--speed 3"),
        (["--size", "big"], "--size big"),
        (["--size", "640x480"], "1280x800"),
        (["--ruleset", "poker"], "--ruleset poker"),
        (["--bots", "40"], "--players 41"),
    ],
)
def test_a_wrong_word_about_the_desk_is_one_clear_line(
    words: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("lab.commands.simulate.desk.has_screen", lambda: True)
    assert main(["simulate", "--quiet", *words]) == 2
    told = capsys.readouterr()
    assert says in told.err
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize("journal", [(), ("--journal", "e.journal")])
def test_an_evening_at_the_desk_ends_with_what_people_did(
    journal: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("lab.commands.simulate.desk.has_screen", lambda: True)
    tallies = (Tally(claims=9, lies=3, innocent=2), Tally(claims=8, right=2, wrong=1))
    games = (TalliedGame(1, 0, "bicycle", ("Ben", "Dov"), tallies),) * 2
    monkeypatch.setattr("lab.commands.simulate.evening.play_at_desk", lambda *_: games)
    assert main(["simulate", "--quiet", *journal]) == 0
    told = capsys.readouterr().out.strip().splitlines()
    assert told[0] == "2 games"
    assert told[1] == "Liar of the night: Ben (6)"
    assert told[2].startswith("Ben: claims 18, lies out 6")
    assert told[3].startswith("Dov: claims 16, lies out 0, doubts right 4 of 6")
    assert ("e.journal" in told[4]) == bool(journal)
    assert "--journal" in told[4] or journal
    assert len(told) == 5


def test_the_desk_opens_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []

    def play(party: Party, _words: Words, window: Window, *_: object) -> tuple[()]:
        played.append((party, window.settings))
        return ()

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("lab.commands.simulate.desk.has_screen", lambda: True)
    monkeypatch.setattr("lab.commands.simulate.evening.play_at_desk", play)
    flags = ["--you", "1,3", "--bots", "2", "--bold", "bold", "--size", "1600x1000"]
    assert main(["simulate", "--quiet", "--layout", "tabletop", "--speed", "2", *flags]) == 0
    assert main(["simulate", "--quiet"]) == 0
    (party, display), (usual, _) = played
    assert (party.buzzers, {*party.mine}, party.speed, party.bold) == (4, {0, 2}, 2, 0.85)
    assert usual.bold is None, "bots are strong unless somebody says so"
    assert (display.width, display.height, display.layout) == (1600, 1000, "tabletop")
    capsys.readouterr()
    assert main(["simulate", "--quiet", "--you", "1", "--bots", "strong,sleeper,easy"]) == 0
    assert played[-1][0].characters() == {1: "strong", 2: "sleeper", 3: "easy"}
    [revealed] = [line for line in capsys.readouterr().out.splitlines() if "Buzzer" in line]
    assert revealed.startswith("Buzzer 3 was the sleeper")
