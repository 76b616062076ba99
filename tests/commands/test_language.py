"""The command line speaks the language that it is asked for."""

import argparse
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from catalogues import CATALOGUE_FOLDERS

from appliance.__main__ import main
from appliance.command_line import (
    _argparse_says,
    _language,
    command_modules,
    language_of,
    parser_of,
)
from appliance.words import LANGUAGES, Words, catalogue
from appliance.words.catalogue import CATALOGUES
from bluffing.words import files_of
from lab.words import words_of

ARGPARSE = re.compile(r"""(?<!\w)_\((["'])(?P<said>.+?)\1\)""")


@pytest.fixture
def finnish(tmp_path: Path) -> Words:
    """A little of another language."""
    folder = tmp_path / "fi"
    folder.mkdir()
    (folder / "some.po").write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        '"Language: fi\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        'msgid "usage: "\nmsgstr "käyttö: "\n'
        'msgid "command.read"\nmsgstr "mitkä kortit kuvassa on"\n'
        'msgid "command.read.photos"\nmsgstr "JPEG- tai PNG-kuva"\n'
        'msgid "the following arguments are required: %s"\nmsgstr "puuttuu: %s"\n'
        'msgid "%(prog)s: error: %(message)s\\n"\nmsgstr "%(prog)s: virhe: %(message)s\\n"\n',
        encoding="utf-8",
    )
    return catalogue.words_of("fi", tmp_path)


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Words:
    """A language in which every sentence stands between marks, so that any English shows."""
    folder = tmp_path_factory.mktemp("languages")
    (folder / "fi").mkdir()
    for part in files_of("en", CATALOGUE_FOLDERS):
        with part.open("rb") as file:
            whole = read_po(file, locale="fi")
        for entry in whole:
            match entry.string:
                case str(sentence) if entry.id:
                    entry.string = f"«{sentence}»"
                case tuple(forms):
                    entry.string = tuple(f"«{form}»" for form in forms)
                case _:
                    pass
        with (folder / "fi" / part.name).open("wb") as file:
            write_po(file, whole)
    return catalogue.words_of("fi", folder)


@pytest.mark.parametrize("name", command_modules())
@pytest.mark.untraced
def test_no_command_has_english_in_its_help(name: str, marked: Words) -> None:
    with _argparse_says(marked):
        whole = parser_of([name], marked)
    [commands] = [action.choices for action in whole._actions if isinstance(action.choices, dict)]
    for parser in (whole, commands[name]):
        assert str(parser.description).startswith("«")
        for action in parser._actions:
            assert action.choices is commands or str(action.help).startswith("«"), action


@pytest.mark.parametrize(
    "line",
    [
        "check-deck a.jpg --packs 0",
        "check-deck a.jpg b.jpg --draw nowhere",
        "enrol a/b",
        "enrol a",
        "calibrate --photo a.jpg --mat /nowhere/a.pdf",
        "calibrate",
        "read a.jpg --draw a.gif",
        "simulate --games 0",
        "simulate --journal a --games 2",
        "simulate --option a",
        "simulate --option a=1",
        "simulate --photos nowhere",
        "simulate --ruleset nothing",
        "verdict a.jpg --claim 9x7 --packs 1",
    ],
)
def test_no_mistake_on_the_line_is_told_in_english(
    line: str,
    marked: Words,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line.split(), marked) in (2, 4)
    assert capsys.readouterr().err.splitlines()[-1].startswith("doubtit: «")


def test_an_unknown_language_is_refused_and_the_known_ones_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--language", "xx", "rules"])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert "argument --language: invalid choice: 'xx'" in said
    assert all(language in said for language in LANGUAGES)


def test_without_a_word_it_says_what_it_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    said = capsys.readouterr()
    assert (ended.value.code, said.err) == (0, "")
    assert all(name in said.out for name in command_modules())
    assert "First steps: 'doubtit simulate'" in said.out


def test_each_argument_has_its_own_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["enrol", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "--no-fan ask for one card after the other from the start" in said


def test_help_is_in_the_language(finnish: Words, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["read", "--help"], finnish)
    said = capsys.readouterr().out
    assert said.startswith("käyttö: doubtit read")
    assert "JPEG- tai PNG-kuva" in said
    assert "one JSON object a line" in said, "what has no translation is English"


def test_argparses_own_sentences_are_in_the_language_and_go_back_to_english(
    finnish: Words, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["read"], finnish)
    assert "doubtit read: virhe: puuttuu: PHOTO" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        argparse.ArgumentParser().parse_args(["--what"])
    assert "error: unrecognized arguments: --what" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (["rules"], "en"),
        (["--language", "fi", "rules"], "fi"),
        (["rules", "--config", "SETTINGS"], "fi"),
        (["--language", "en", "rules", "--config", "SETTINGS"], "en"),
        (["rules", "--config", "none.toml"], "en"),
        (["--language"], "en"),
    ],
)
def test_the_line_decides_before_the_settings(
    line: list[str], asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("appliance.command_line", "appliance.config"):
        monkeypatch.setattr(f"{module}.LANGUAGES", ("en", "fi"))
    settings = tmp_path / "table.toml"
    settings.write_text("language = 'fi'\n")
    given = [str(settings) if word == "SETTINGS" else word for word in line]
    assert _language(given, {"LANG": "C.UTF-8"}) == asked


@pytest.mark.parametrize(
    ("env", "asked"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "es@euro"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""}, "de"),
        ({"LANG": "tlh_QO.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "../de"}, "en"),
        ({"LC_CTYPE": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "NOTIFY_SOCKET": "/run/systemd/notify"}, "en"),
    ],
)
def test_the_environment_says_the_language_where_nothing_else_does(
    env: dict[str, str], asked: str, tmp_path: Path
) -> None:
    assert language_of(env) == asked
    settings = tmp_path / "table.toml"
    settings.write_text("[display]\ntouch = true\n")
    assert _language(["check", "--config", str(settings)], env) == asked
    settings.write_text("language = 'es'\n")
    assert _language(["check", "--config", str(settings)], env) == "es"
    assert _language(["--language", "fr", "check", "--config", str(settings)], env) == "fr"


def test_english_knows_every_command() -> None:
    words = words_of("en")
    assert all(words(f"command.{name}") != f"command.{name}" for name in command_modules())


PROGRAMMER = re.compile(
    "conflicting|not defined|mode %r|cannot (merge|have)|required' is|invalid (option string|conf)"
    "|dest=|must be optional|not callable|unexpected option"
    "|deprecated|warning: |default: |version number|^subcommands$"
)
"""What argparse says to programmers, or of what our commands don't use, and never to people."""


def test_the_catalogue_has_all_that_argparse_says_to_people() -> None:
    sentences = {found["said"] for found in ARGPARSE.finditer(inspect.getsource(argparse))}
    people = {
        sentence.replace("\\n", "\n") for sentence in sentences if not PROGRAMMER.search(sentence)
    }
    with (CATALOGUES / "en" / "argparse.po").open("rb") as file:
        known = {entry.id for entry in read_po(file)}
    assert len(people) > 15
    assert not people - known


@pytest.mark.parametrize(
    ("line", "slow"),
    [
        ("", "appliance.config bluffing.rulesets babel"),  # looks for commands of other packages
        ("hub", "babel importlib.metadata"),
    ],
)
def test_help_waits_for_nothing_that_it_does_not_need(line: str, slow: str) -> None:
    """On a small Pi each of these takes as long as all the rest."""
    code = (
        "import sys\nfrom appliance.__main__ import main\n"
        f"try:\n    main([*{line.split()}, '--help'])\nexcept SystemExit:\n"
        f"    sys.exit(' '.join(one for one in {slow.split()} if one in sys.modules))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)  # noqa: S603
    assert ran.stderr == b"\n"
    assert b"hub" in ran.stdout
