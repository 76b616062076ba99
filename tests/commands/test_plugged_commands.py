"""A package brings a command of its own: one that is made up here, and the laboratory."""

from pathlib import Path

import pytest

from appliance import command_line
from appliance.__main__ import main
from appliance.command_line import COMMANDS, LABORATORY, command_modules
from appliance.errors import LoadError

ENTRIES = """
[doubtit.commands]
shelf = made_up_shelf
run = made_up_shelf
broken = made_up_and_missing
[doubtit.words]
shelf = made_up_shelf
broken = made_up_and_missing
"""

SHELF = """
from pathlib import Path

CATALOGUES = Path(__file__).parent / "made_up_words"


def add_arguments(parser, words):
    parser.add_argument("--games", type=int, default=3)


def execute(args, words):
    print(words("command.shelf.holds", n=args.games))
    return 0
"""

SENTENCES = """msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "command.shelf"
msgstr "{about}"

msgid "command.shelf.games"
msgstr "{about}"

msgid "command.shelf.holds"
msgstr "{holds}"
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    installed = tmp_path / "made_up_shelf-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: shelf\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "made_up_shelf.py").write_text(SHELF)
    for language, about, holds in (
        ("en", "the games on a shelf", "{n} games"),
        ("de", "die Spiele im Regal", "{n} Spiele"),
    ):
        folder = tmp_path / "made_up_words" / language
        folder.mkdir(parents=True)
        (folder / "shelf.po").write_text(SENTENCES.format(about=about, holds=holds))
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.mark.usefixtures("site")
def test_a_package_brings_a_command_with_its_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shelf", "--games", "5"]) == 0
    assert capsys.readouterr().out == "5 games\n"
    assert main(["--language", "de", "shelf"]) == 0
    assert capsys.readouterr().out == "3 Spiele\n"
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "the games on a shelf" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("made_up_bad_words.py", "CATALOGUES = 3"),
        ("made_up_bad_words.py", "import made_up_and_missing"),
        ("made_up_bad_words.py", "LANGUAGES = ()"),
        ("made_up_words/en/shelf.po", "no catalogue at all"),
        ("made_up_words/en/shelf.po", "\udcff"),
    ],
)
@pytest.mark.parametrize("line", [["--help"], ["simulate", "--help"]])
def test_broken_sentences_of_a_package_are_no_obstacle_to_others(
    site: Path, file: str, text: str, line: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    entries = site / "made_up_shelf-1.0.dist-info" / "entry_points.txt"
    entries.write_text(ENTRIES.replace("made_up_and_missing", "made_up_bad_words"))
    (site / file).write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(SystemExit) as ended:
        main(line)
    assert ended.value.code == 0
    assert "doubtit simulate" in capsys.readouterr().out


@pytest.mark.usefixtures("site")
def test_no_package_takes_the_name_of_another_command() -> None:
    modules = command_modules()
    assert [*modules][: len(COMMANDS)] == [*COMMANDS]
    assert modules["run"] == "appliance.commands.run"


@pytest.mark.usefixtures("site")
def test_a_broken_command_is_one_line_and_no_obstacle_to_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["broken"]) == LoadError.exit_code
    assert "made_up_and_missing" in capsys.readouterr().err
    assert main(["shelf"]) == 0


def test_a_table_without_the_laboratory_does_not_speak_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_line, "_entry_points", lambda _: ())
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "simulate" not in capsys.readouterr().out


@pytest.mark.parametrize("command", LABORATORY)
def test_without_the_laboratory_a_line_names_its_package(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command in command_modules()
    monkeypatch.setattr(command_line, "_entry_points", lambda _: ())
    assert main(["--language", "en", command, "--no-such-option"]) == LoadError.exit_code
    error = capsys.readouterr().err
    assert error.startswith(f"doubtit: 'doubtit {command}' needs the laboratory")
    assert "doubtit-lab" in error
    assert error.count("\n") == 1


def test_a_value_with_the_name_of_a_command_is_no_command() -> None:
    assert "simulate" in command_modules(["--language", "de", "simulate", "--journal", "run"])
    assert [*command_modules(["--language", "de", "run", "simulate"])] == [*COMMANDS]
