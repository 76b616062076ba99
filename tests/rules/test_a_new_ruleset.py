"""A game with a house option of its own is what docs/add-a-ruleset.md says, and nothing more.

The document's own example is added: its file, its words and its line in RULESETS.
"""

import json
import re
import sys
from dataclasses import dataclass
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from at_table import playing
from proof.games import prove
from said import fails

from appliance.__main__ import main
from appliance.config import load_config
from appliance.display.view_of import view_of
from appliance.errors import ConfigError
from appliance.words import Words, catalogue
from bluffing.cards import Rank
from bluffing.game import Claim, Ruleset
from bluffing.message import message
from bluffing.rulesets import RULESETS
from lab.words import words_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "add-a-ruleset.md"


@dataclass
class Added:
    """The game, and the language that knows its words."""

    game: Ruleset[Any]
    words: Words


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Added:
    """The document's example, added as the document says."""
    text = DOCUMENT.read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    [said] = re.findall(r"```po\n(.*?)```", text, re.DOTALL)
    place = tmp_path / "club.py"
    place.write_text(example, encoding="utf-8")
    spec = util.spec_from_file_location("club", place)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "club", module)
    spec.loader.exec_module(module)
    languages = tmp_path / "words"
    (languages / "en").mkdir(parents=True)
    (languages / "en" / "rules_club.po").write_text(said, encoding="utf-8")
    monkeypatch.setattr(catalogue, "FOLDERS", (*catalogue.FOLDERS, languages))
    monkeypatch.setitem(RULESETS, "club", module.CLUB)
    return Added(module.CLUB, words_of("en"))


@pytest.mark.untraced
def test_it_keeps_every_promise_in_random_games(club: Added) -> None:
    assert club.game.house({})["club_by_twos"] is False
    for number in range(10):
        prove("club", seed=5, number=number, short=False)


def test_a_table_plays_it_with_its_option(club: Added) -> None:
    assert club.game.title == message("club.title")
    people = playing(4, "club", club_by_twos=True)
    people.lay(1, 2)
    assert people.game.claim == Claim(1, 2, Rank.ACE)
    assert people.game.required is Rank.THREE
    assert view_of(people.table, people.now, club.words).title == "I Doubt It (club)"


@pytest.mark.usefixtures("club")
@pytest.mark.untraced
def test_settings_know_its_option(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[game]\nruleset = "club"\n[game.options]\nclub_by_twos = "on"\n')
    assert load_config(path).game.options == {"club_by_twos": "on"}
    path.write_text('[game]\nruleset = "club"\n[game.options]\nclub_by_twos = 3\n')
    with fails(ConfigError, r"options\.club_by_twos = 3: allowed is on or off"):
        load_config(path)


def test_doubtit_rules_tells_it(club: Added, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "club", "--option", "club_by_twos=on"], club.words) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Then come threes, fives and so on. (club_by_twos)" in printed
    assert "club_by_twos = on (on or off; the default is off)" in printed
    assert "Ranks go up two at a time. Our club's ruling." in printed
    assert main(["rules", "club", "--json"], club.words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["title"] == "I Doubt It (club)"
    assert not [rule for rule in told["rules"] if rule["text"].startswith("club.")]


def test_a_story_is_told_of_it(
    club: Added, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "club.toml"
    path.write_text(
        '[[scenario]]\nid = "CL1"\nruleset = "club"\n'
        "options = { club_by_twos = true }\n"
        "given = { players = 3, hands = [3, 3, 3], turn = 1, rank = 'Q' }\n"
        "steps = [ { seat = 1, play = 4, refused = true }, { seat = 1, play = 2 } ]\n"
        "expect = { table = 2, turn = 2, rank = 'A' }\n"
    )
    assert main(["scenario", str(path)], club.words) == 0
    assert "1 hold, 0 failed" in capsys.readouterr().out
