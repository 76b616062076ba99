"""The command line speaks the language that it is asked for."""

import argparse
import inspect
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from appliance.__main__ import COMMANDS, _language, main
from appliance.words import LANGUAGES, Words, words_of
from appliance.words.catalogue import CATALOGUES

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
    return words_of("fi", tmp_path)


def test_an_unknown_language_is_refused_and_the_known_ones_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--language", "xx", "rules"])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert "argument --language: invalid choice: 'xx'" in said
    assert all(language in said for language in LANGUAGES)


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
    for module in ("appliance.__main__", "appliance.config"):
        monkeypatch.setattr(f"{module}.LANGUAGES", ("en", "fi"))
    settings = tmp_path / "table.toml"
    settings.write_text("language = 'fi'\n")
    given = [str(settings) if word == "SETTINGS" else word for word in line]
    assert _language(given) == asked


def test_english_knows_every_command() -> None:
    words = words_of("en")
    assert all(words(f"command.{name}") != f"command.{name}" for name in COMMANDS)


PROGRAMMER = re.compile(
    "conflicting|not defined|mode %r|cannot (merge|have)|required' is|invalid (option string|conf)"
    "|dest=|must be optional|not callable|unexpected option"
)
"""What argparse says to programmers, and never to people."""


def test_the_catalogue_has_all_that_argparse_says_to_people() -> None:
    sentences = {found["said"] for found in ARGPARSE.finditer(inspect.getsource(argparse))}
    people = {one.replace("\\n", "\n") for one in sentences if not PROGRAMMER.search(one)}
    with (CATALOGUES / "en" / "argparse.po").open("rb") as file:
        known = {one.id for one in read_po(file)}
    assert len(people) > 15
    assert not people - known
