"""`doubtit rules`, and the pages in docs/rules that are made from the same source."""

import json
from pathlib import Path

import pytest
from rules_pages import PAGES, line, named_line, named_page, page
from said import said

from appliance.__main__ import main
from appliance.commands.rules import option_of, written
from bluffing.options import Option
from bluffing.rulesets import NAMED_GAMES, RULESETS

GAMES = pytest.mark.parametrize("name", RULESETS)


def told(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["rules", *args]) == 0
    return " ".join(capsys.readouterr().out.split())


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["rules", *args]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert printed.err.count("\n") == 1
    return printed.err


def other_value(option: Option) -> str:
    """Return a value that is not the option's default, if there is one, as typed text."""
    ranges = [value for value in option.allowed if isinstance(value, range)]
    values = [value for value in option.allowed if not isinstance(value, range)]
    others = [
        value for value in (*values, *(value[0] for value in ranges)) if value != option.default
    ]
    return written(others[0] if others else option.default)


def test_an_option_may_be_spelled_with_dashes() -> None:
    assert (
        option_of("printed-cards=on") == option_of(" printed_cards = on") == ("printed_cards", "on")
    )


def test_the_list_names_every_game_with_its_aliases(capsys: pytest.CaptureFixture[str]) -> None:
    printed = told(capsys)
    for name, game in RULESETS.items():
        assert said(game.summary), name
        for word in (name, said(game.title), said(game.summary), *game.aliases):
            assert word in printed


@GAMES
def test_a_game_tells_its_rules_options_and_presets(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    game, printed = RULESETS[name], told(capsys, name)
    for rule in game.explain({}):
        assert " ".join(f"{said(rule.text)} ({rule.id})".split()) in printed
    for option in game.options:
        assert f"({said(option.range_words())}; the default)" in printed
        assert f"{said(option.says)} {said(option.source)}" in printed
    for preset in game.presets:
        assert f"{preset.name}: {said(game.says(preset))}" in printed


@GAMES
def test_no_line_is_wider_than_a_terminal(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["rules", name]) == 0
    assert all(len(line) <= 80 for line in capsys.readouterr().out.splitlines())


@GAMES
def test_an_alias_is_the_same_game(capsys: pytest.CaptureFixture[str], name: str) -> None:
    for alias in RULESETS[name].aliases:
        assert told(capsys, alias) == told(capsys, name)


@GAMES
@pytest.mark.untraced
def test_options_are_told_as_they_are_set(capsys: pytest.CaptureFixture[str], name: str) -> None:
    game = RULESETS[name]
    for option in game.options:
        value = other_value(option)
        try:
            game.house({option.key: option.parse(int(value) if value.isdecimal() else value)})
        except ValueError:
            continue  # this one needs another beside it
        assert f"{option.key} = {value} (" in told(
            capsys, name, "--option", f"{option.key}={value}"
        )


@GAMES
def test_presets_are_told_and_options_come_on_top(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    game = RULESETS[name]
    assert game.presets
    assert not game.presets[0].options
    for preset in game.presets:
        house = game.house(dict(preset.options))
        printed = json.loads(told(capsys, name, "--preset", preset.name, "--json"))
        assert {entry["key"]: entry["value"] for entry in printed["options"]} == house
        for key, _ in preset.options[:1]:
            default = next(option.default for option in game.options if option.key == key)
            back = ("--preset", preset.name, "--option", f"{key}={written(default)}", "--json")
            printed = json.loads(told(capsys, name, *back))
            assert {entry["key"]: entry["value"] for entry in printed["options"]}[key] == default


@GAMES
def test_the_same_as_json(capsys: pytest.CaptureFixture[str], name: str) -> None:
    game, printed = RULESETS[name], json.loads(told(capsys, name, "--json"))
    assert printed["name"] == name
    assert printed["players"] == [game.seats[0], game.seats[-1]]
    assert [entry["id"] for entry in printed["rules"]] == [rule.id for rule in game.explain({})]
    assert [entry["key"] for entry in printed["options"]] == [option.key for option in game.options]
    assert [preset["name"] for preset in printed["presets"]] == [
        preset.name for preset in game.presets
    ]


def test_the_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert [game["name"] for game in json.loads(told(capsys, "--json"))] == list(RULESETS)


@GAMES
def test_a_settings_file_names_the_game_and_its_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    option = RULESETS[name].options[0]
    value = other_value(option)
    path = tmp_path / "table.toml"
    path.write_text(f"[game]\nruleset = '{name}'\noptions = {{ {option.key} = {value} }}\n")
    assert f"{option.key} = {value} (" in told(capsys, "--config", str(path))
    assert told(capsys, name, "--config", str(path)) == told(capsys, "--config", str(path))
    other = next((game for game in RULESETS if game != name), None)
    if other is not None:
        says = refused(capsys, other, "--config", str(path))
        assert f"sets the game {name}, not {other}" in says


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["snap"], "no game is called 'snap': there are "),
        (["--option", "tie_window_ms=3"], "options and presets belong to a game"),
        (["--preset", "strict"], "options and presets belong to a game"),
        (["--config", "nowhere.toml"], "can't read the settings in nowhere.toml"),
    ],
)
def test_what_cannot_be_told_is_one_line(
    capsys: pytest.CaptureFixture[str], args: list[str], says: str
) -> None:
    assert says in refused(capsys, *args)


@GAMES
@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--option", "colour=red"], "unknown house option 'colour'"),
        (["--option", "colour"], "--option colour: must be KEY=VALUE"),
        (["--preset", "loud"], "preset = 'loud': allowed is "),
    ],
)
def test_a_wrong_option_is_one_line(
    capsys: pytest.CaptureFixture[str], name: str, args: list[str], says: str
) -> None:
    assert says in refused(capsys, name, *args)


@GAMES
def test_the_page_of_each_game_is_as_the_game_is(name: str) -> None:
    path = PAGES / f"{name}.md"
    assert path.read_text(encoding="utf-8") == page(RULESETS[name]), "run `make rules-docs`"


@pytest.mark.parametrize("name", NAMED_GAMES)
def test_the_page_of_each_named_game_is_as_it_is_played(name: str) -> None:
    path, named = PAGES / f"{name}.md", NAMED_GAMES[name]
    assert path.read_text(encoding="utf-8") == named_page(named), "run `make rules-docs`"
    lines = (PAGES / "README.md").read_text(encoding="utf-8").splitlines()
    assert named_line(named) in lines, "run `make rules-docs`"


@pytest.mark.parametrize("name", NAMED_GAMES)
def test_a_named_game_is_told_with_its_own_rules(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game, preset = NAMED_GAMES[name]
    assert main(["rules", preset.title]) == 0
    told = capsys.readouterr().out
    assert told.startswith(preset.title if preset.options else said(game.title))
    options = [f"--option={key}={written(value)}" for key, value in preset.options]
    assert main(["rules", game.name, *options]) == 0
    assert capsys.readouterr().out == told


@GAMES
def test_the_index_leads_to_each_game(name: str) -> None:
    lines = (PAGES / "README.md").read_text(encoding="utf-8").splitlines()
    assert line(RULESETS[name]) in lines, "run `make rules-docs`"
