"""Options stand where people put them: before, between and after what a command is about."""

from itertools import chain, permutations

import pytest

from appliance.__main__ import main
from appliance.command_line import command_modules, parser_of
from appliance.errors import ConfigError
from lab.words import words_of

WORDS = words_of("en")


@pytest.mark.parametrize(
    ("command", "things", "options"),
    [
        ("questions", ["list", "a.toml", "b.toml"], [["--answers"], ["--config", "c.toml"]]),
        ("questions", ["print", "a.toml"], [["--paper", "letter"], ["--out", "o.pdf"]]),
        ("questions", ["import", "a.csv"], [["--title", "Ours"], ["--language", "it"]]),
        ("statistics", ["merge", "a.sqlite"], [["--journal", "j"], ["--config=c.toml"]]),
        ("statistics", ["export"], [["--csv"], ["--name", "Ben"]]),
        ("evenings", ["one"], [["--json"], ["--language", "de"]]),
        ("rules", ["idi"], [["--config", "c.toml"], ["--language", "nl"]]),
        ("scenario", ["a.toml", "b.toml"], [["--ruleset", "idi"], ["--ruleset", "bluff"]]),
        ("read", ["a.jpg", "b.jpg"], [["--json"], ["--draw", "o.png"]]),
        ("check-deck", ["a.jpg", "b.jpg"], [["--packs", "2"]]),
        ("verdict", ["a.jpg", "b.jpg"], [["--claim", "2xK"], ["--packs", "2"]]),
        ("hub", ["install"], [["--language", "fr"]]),
    ],
)
def test_a_line_means_the_same_wherever_its_options_stand(
    command: str, things: list[str], options: list[list[str]]
) -> None:
    parts = [[word] for word in things] + options
    parser, wanted = parser_of([command], WORDS), None
    for order in permutations(parts):
        if [word for word in order if word[0] in things] != [[word] for word in things]:
            continue
        if [word for word in order if word in options] != options:
            continue
        got = vars(parser.parse_args([command, *chain.from_iterable(order)]))
        wanted = wanted or got
        assert got == wanted, order


@pytest.mark.parametrize("command", command_modules())
def test_every_command_can_be_asked_for_its_language_behind_it(command: str) -> None:
    parser = parser_of([command], WORDS)
    action = parser._subparsers._group_actions[0].choices[command]  # type: ignore[union-attr,index]
    assert "--language" in action._option_string_actions


def test_the_language_before_the_command_stays_in_force() -> None:
    parser = parser_of(["rules"], WORDS)
    assert parser.parse_args(["--language", "de", "rules", "idi"]).language == "de"
    assert parser.parse_args(["rules", "idi"]).language is None


def test_a_line_that_is_wrong_speaks_the_language_that_stands_at_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["read", "--language", "de"])
    assert ended.value.code == 2
    usage, *_, last = capsys.readouterr().err.splitlines()
    assert usage.startswith("Aufruf: doubtit read [-h]")
    assert last.startswith("doubtit read: Fehler: ")


def test_what_begins_with_a_dash_can_be_a_name_behind_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    args = parser_of(["statistics"], WORDS).parse_args(["statistics", "erase", "--", "-x"])
    assert (args.action, args.what) == ("erase", "-x")
    assert main(["rules", "--", "--nothing"]) == ConfigError.exit_code
    assert "--nothing" in capsys.readouterr().err
