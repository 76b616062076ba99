"""The games as a library: what stands alone, and what its README shows."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import bluffing
from bluffing import RULESETS, Doubt, Guess, Play, Refused, SettingError, Setup
from bluffing.message import message

ROOT = Path(__file__).parents[2]
README = ROOT / "bluffing" / "README.md"


def test_the_readme_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    [output] = re.findall(r"```\n(Seat.*?)```", text, re.DOTALL)
    exec(compile(code, README, "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out == output


def test_everything_public_exists_once_and_in_order() -> None:
    assert len(set(bluffing.__all__)) == len(bluffing.__all__)
    assert all(hasattr(bluffing, name) for name in bluffing.__all__)


def test_a_refusal_is_an_english_sentence_and_a_code() -> None:
    game = RULESETS["bicycle"]
    state, _ = game.apply(game.start(Setup(players=3), {}), Play(1, 2))
    with pytest.raises(Refused, match="Seat 1 laid these cards; only another seat") as refused:
        game.apply(state, Doubt(1))
    assert refused.value.why.code == "rules.own-cards"


def test_a_state_prints_as_a_table() -> None:
    game = RULESETS["doubt_it"]
    state, _ = game.apply(game.start(Setup(players=3), {}), Guess(1, 40, 5))
    assert str(state).splitlines() == [
        "ready",
        "seat  points",
        "   0     100",
        "   1     100  on turn, guesses 40 for 5",
        "   2     100",
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_first_state_prints(ruleset: str) -> None:
    game = RULESETS[ruleset]
    state = game.start(Setup(players=game.seats[-1]), {})
    assert len(str(state).splitlines()) == 2 + game.seats[-1]


@pytest.mark.thorough
def test_its_wheel_stands_alone(tmp_path: Path) -> None:
    """Python finds nothing but the library and its own modules, and plays the README."""
    subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(tmp_path)],
        cwd=ROOT / "bluffing", check=True, capture_output=True,
    )  # fmt: skip
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(site := tmp_path / "site")
        metadata = next(name for name in names if name.endswith("METADATA"))
        assert "Requires-Dist: pettingzoo" in archive.read(metadata).decode()
    assert {name.partition("/")[0] for name in names} >= {"bluffing"}
    assert "bluffing/py.typed" in names
    assert "bluffing/words/pt/cards.po" in names
    assert not [name for name in names if name.startswith("bluffing/pyproject")]
    [code] = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    line = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.append({str(site)!r})\n{code}",
    ]
    ran = subprocess.run(line, check=False, capture_output=True, text=True)  # noqa: S603 - our own
    assert ran.stdout.startswith("Seat 1 laid"), ran.stderr


def test_a_reason_without_a_sentence_is_given_by_its_code() -> None:
    assert str(SettingError(message("club.rule", most=3))) == "club.rule(most=3)"
