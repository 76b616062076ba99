"""Our reading of PO files is Babel's."""

from pathlib import Path

import pytest
from babel.messages.plurals import PLURALS
from babel.messages.pofile import read_po
from catalogues import CATALOGUE_FOLDERS

from appliance.words.catalogue import LANGUAGES
from bluffing.words import Catalogue, files_of

HEADER = 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Plural-Forms: nplurals=3; plural=%s;\\n"\n'


def catalogue(folder: Path, text: str, plural: str = "n != 1") -> Catalogue:
    path = folder / "some.po"
    path.write_text(f"{HEADER % plural}\n{text}", encoding="utf-8")
    return Catalogue([path])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.untraced
def test_each_sentence_is_read_as_babel_reads_it(language: str) -> None:
    for part in files_of(language, CATALOGUE_FOLDERS):
        ours = Catalogue([part])
        with part.open("rb") as file:
            theirs = read_po(file, locale=language, abort_invalid=True)
        for entry in theirs:
            if isinstance(entry.id, str):
                assert not entry.id or ours.gettext(entry.id) == entry.string
            else:
                number = {ours._plural(n): n for n in range(200)}
                code = entry.id[0]
                forms = tuple(ours.ngettext(code, "", number[form]) for form in sorted(number))
                assert forms == entry.string


@pytest.mark.parametrize("language", ["ar", "fi", "fr", "ja", "pl", "ru"])
def test_each_number_gets_the_form_of_its_language(language: str, tmp_path: Path) -> None:
    number, rule = PLURALS[language]
    forms = "".join(f'msgstr[{form}] "form {form}"\n' for form in range(number))
    words = catalogue(tmp_path, f'msgid "a"\nmsgid_plural "a"\n{forms}', rule)
    assert {words.ngettext("a", "a", n) for n in range(200)} == {
        f"form {form}" for form in range(number)
    }
    if language == "pl":
        said = [words.ngettext("a", "a", n)[-1] for n in (1, 3, 5, 22, 25)]
        assert said == ["0", "1", "2", "1", "2"]


def test_strings_go_on_in_the_next_line_and_have_escapes(tmp_path: Path) -> None:
    words = catalogue(tmp_path, '#. Why.\nmsgid "a"\nmsgstr ""\n"one\\n"\n"\\"two\\" \\\\n"\n')
    assert words.gettext("a") == 'one\n"two" \\n'


@pytest.mark.parametrize(
    "entry",
    [
        'msgid "a"\nmsgstr ""',
        '#, python-format, fuzzy\nmsgid "a"\nmsgstr "b"',
        '#~ msgid "a"\n#~ msgstr "b"',
        'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "b"\nmsgstr[1] ""',
    ],
    ids=["empty", "fuzzy", "obsolete", "a plural without its forms"],
)
def test_what_is_not_translated_is_left_to_the_fallback(entry: str, tmp_path: Path) -> None:
    words = catalogue(tmp_path, entry)
    english = catalogue(tmp_path, 'msgid "a"\nmsgstr "English"')
    assert (words.gettext("a"), words.ngettext("a", "many", 3)) == ("a", "many")
    words.add_fallback(english)
    assert words.gettext("a") == "English"


def test_a_number_without_a_form_is_left_to_the_fallback(tmp_path: Path) -> None:
    words = catalogue(tmp_path, 'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "b"')
    assert (words.ngettext("a", "many", 1), words.ngettext("a", "many", 2)) == ("b", "many")


@pytest.mark.parametrize(
    "entry",
    ['msgid "a"\nmsgstr "b', 'msgctxt "x"\nmsgid "a"\nmsgstr "b"', "a"],
)
def test_what_is_no_po_file_is_refused(entry: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"some\.po: "):
        catalogue(tmp_path, entry)
