"""The build guide's own commands: each can be said, and the checks say what the guide promises."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from appliance.__main__ import main
from appliance.bounded_files import toml_of
from appliance.builds.file import plan_of, shipped
from appliance.command_line import parser_of
from appliance.config import config_of
from appliance.words import words_of

GUIDE = Path(__file__).parents[2] / "docs" / "build"
TEXT = "".join(page.read_text(encoding="utf-8") for page in sorted(GUIDE.glob("*.md")))
LINES = sorted({*re.findall(r"^(doubtit .*)$|`(doubtit [^`]*)`", TEXT, re.MULTILINE)})
COMMANDS = sorted({shown or named for shown, named in LINES})
BLOCKS = re.findall(r"^```toml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_guide_can_be_said(command: str) -> None:
    _, *words = shlex.split(command)
    args = parser_of(words, words_of("en")).parse_args(words)
    assert args.execute


def test_every_command_names_the_settings_that_it_goes_by() -> None:
    """Without them a check knows no build, and says so in place of what was asked."""
    wanted = [
        command for command in COMMANDS if re.match("doubtit (check --|calibrate|run)", command)
    ]
    assert len(wanted) > len(RUNS)
    for command in wanted:
        assert "--config table.toml" in command


@pytest.mark.parametrize("block", BLOCKS)
def test_the_settings_of_the_guide_are_settings(block: str) -> None:
    config_of(toml_of(block))


@pytest.mark.parametrize("name", plan_of(shipped()).build)
def test_the_plan_holds_before_anything_is_built(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Step 1, and mock pins without buttons, for trying a check."""
    settings = next(block for block in BLOCKS if "[build]" in block)
    mock = next(block for block in BLOCKS if "mock" in block)
    text = settings.replace('"table"', f'"{name}"')
    if name == "i2c-table":  # its lamps are on no pins, as the guide says
        mock = mock.split("[lamps]")[0] + '[lamps]\ndriver = "none"\n'
    table = tmp_path / "table.toml"
    table.write_text(text if name == "big-table" else text + mock, encoding="utf-8")
    assert main(["check", "--config", str(table), "--part", "wiring", "--no-ask"]) == 0
    said = capsys.readouterr().out
    assert "6 seats" in said
    assert said.count("\nok ") == 4


RUNS = [
    command
    for command in COMMANDS
    if re.search("table.toml --part (?!permissions|hub)|calibrate.*table.toml", command)
]
"""What runs with stand-ins: the rest needs the devices of a Pi, a hub, or people for an evening."""


@pytest.mark.untraced
@pytest.mark.parametrize("command", RUNS)
def test_the_guide_can_be_followed_with_its_stand_ins(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pictures").mkdir()
    shutil.copy(GUIDE.parents[1] / "hardware" / "mat" / "mat.png", tmp_path / "pictures")
    settings = next(block for block in BLOCKS if "[build]" in block)
    mock = next(block for block in BLOCKS if "mock" in block)
    (tmp_path / "table.toml").write_text(settings + mock, encoding="utf-8")
    if "--check" in command:
        assert main(["calibrate", "--config", "table.toml"]) == 0
    _, *words = shlex.split(command)
    assert main([*words, *(["--no-ask"] if "check" in words else [])]) == 0


def test_every_build_is_in_the_guide() -> None:
    for name in plan_of(shipped()).build:
        assert f"| `{name}` |" in TEXT
