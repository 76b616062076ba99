"""The board's package: what it depends on, and what its words say in every language."""

import re
import tomllib
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "board" / "words"
LANGUAGES = sorted(file.parent.name for file in WORDS.glob("*/board.po"))


def project(path: str) -> dict[str, object]:
    known: dict[str, object] = tomllib.loads((ROOT / path).read_text(encoding="utf-8"))["project"]
    return known


def test_the_board_goes_with_the_tables_own_version() -> None:
    version = project("pyproject.toml")["version"]
    board = project("board/pyproject.toml")
    assert board["version"] == version
    assert f"doubtit-venue=={version}" in str(board["dependencies"])


def sentences(language: str) -> dict[str, tuple[str, ...]]:
    with (WORDS / language / "board.po").open("rb") as file:
        entries = [entry for entry in read_po(file, locale=language) if entry.id]
    assert not any(entry.fuzzy for entry in entries)
    return {
        entry.id if isinstance(entry.id, str) else entry.id[0]: (
            (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        )
        for entry in entries
    }


def test_the_board_speaks_the_tables_languages() -> None:
    assert LANGUAGES == ["de", "en", "es", "fr", "nl", "pt"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_sentence_has_its_words_and_its_values(language: str) -> None:
    english, theirs = sentences("en"), sentences(language)
    assert english.keys() == theirs.keys()
    for code, forms in theirs.items():
        assert all(forms), code
        for form in forms:
            assert set(re.findall(r"{.*?}", form)) == set(re.findall(r"{.*?}", english[code][0]))
        longer = [form for form in forms if len(form) > 25]
        assert language == "en" or not set(longer) & set(english[code]), code


def test_each_code_of_the_templates_has_words_and_is_asked_for() -> None:
    files = [*(ROOT / "board").rglob("*.html"), *(ROOT / "board").glob("*.py")]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    asked = set(re.findall(r"[\"'](board\.[a-z.-]+)[\"']", text)) - {"board.css", "board.js"}
    assert asked == sentences("en").keys()
