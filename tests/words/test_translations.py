"""Every language says all that English says, with the same values, in words of its own."""

import gettext
import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Message as Entry
from babel.messages.plurals import PLURALS
from catalogues import CATALOGUE_FOLDERS
from same_words import SAME, SAME_EVERYWHERE
from test_catalogue import code_of, forms_of, parts

from appliance.words.catalogue import ITSELF, LANGUAGES
from bluffing.cards import RANKS
from bluffing.words import NOUN_FORMS, files_of
from lab.words import words_of

pytestmark = pytest.mark.untraced

TRANSLATED = pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if language != "en"]
)
OWN_NAME = "menu.value.language.{}"
PERCENT = re.compile(r"%(?:\(\w+\))?[sdr]")
"""Values as argparse's own sentences have them."""


@cache
def entries(language: str) -> dict[str, Entry]:
    return {
        code_of(entry): entry for _, catalog in parts(language) for entry in catalog if entry.id
    }


def pairs(language: str) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The forms of each sentence that both have: its code, English, and the language's."""
    theirs = entries(language)
    for code, entry in entries("en").items():
        if code in theirs:
            yield code, forms_of(entry), forms_of(theirs[code])


def values(text: str) -> set[tuple[str, str]]:
    """Each value of a sentence and how it is written; of a name in a certain form, the name."""
    if PERCENT.search(text):
        return {(match, "") for match in PERCENT.findall(text)}
    fields = [(name, spec or "") for _, name, spec, _ in Formatter().parse(text) if name]
    return {(name.partition(".")[0], spec) for name, spec in fields}


def bent(text: str) -> set[tuple[str, str]]:
    """Each name that a sentence asks for in a certain form: ("rank", "many")."""
    if PERCENT.search(text):
        return set()
    names = (name for _, name, _, _ in Formatter().parse(text) if name and "." in name)
    return {(name, form) for name, _, form in (name.partition(".") for name in names)}


@cache
def may_be_bent() -> frozenset[tuple[str, str]]:
    """The names that English bends, in all forms that they have."""
    found = {
        word for entry in entries("en").values() for text in forms_of(entry) for word in bent(text)
    }
    ranks = {name for name, form in found if form in NOUN_FORMS}
    return frozenset(found | {(name, form) for name in ranks for form in NOUN_FORMS})


@TRANSLATED
def test_nothing_is_untranslated_and_nothing_unknown(language: str) -> None:
    english, theirs = set(entries("en")), set(entries(language))
    own = {OWN_NAME.format("en")}, {OWN_NAME.format(language)}
    assert not sorted(english - theirs - own[0]), "no translation"
    assert not sorted(theirs - english - own[1]), "a code that English does not have"
    assert own[1] <= theirs, f"{ITSELF} has the language's own name"


@TRANSLATED
def test_each_file_has_the_sentences_of_the_english_file(language: str) -> None:
    def codes(of: str) -> dict[str, set[str]]:
        own = OWN_NAME.format(of)
        return {
            part.name: {code_of(entry) for entry in catalog if entry.id} - {own}
            for part, catalog in parts(of)
        }

    theirs, english = codes(language), codes("en")
    assert sorted(theirs) == sorted(english)
    moved = {name: theirs[name] ^ english[name] for name in english}
    assert not {name: codes for name, codes in moved.items() if codes}


@TRANSLATED
def test_plurals_are_complete_and_by_the_rule_of_the_language(language: str) -> None:
    count, rule = PLURALS[language]
    theirs, known = entries(language), gettext.c2py(rule)
    for part, catalog in parts(language):
        ours = gettext.c2py(catalog.plural_expr)
        assert [ours(n) for n in range(1, 200)] == [known(n) for n in range(1, 200)], part.name
    for code, entry in entries("en").items():
        if code not in theirs:
            continue  # that is the first test's
        forms = forms_of(theirs[code])
        assert isinstance(theirs[code].id, tuple) == isinstance(entry.id, tuple), code
        assert len(forms) == (count if isinstance(entry.id, tuple) else 1), code
        assert all(forms), f"{code} is empty"


@TRANSLATED
def test_each_sentence_has_the_values_of_english(language: str) -> None:
    wrong = []
    for code, english, theirs in pairs(language):
        wanted = set().union(*map(values, english))
        found = set().union(*map(values, theirs))
        if wanted != found:
            wrong.append(f"{code}: {sorted(wanted ^ found)}")
        forms = set().union(*map(bent, theirs)) - set().union(*map(bent, english))
        wrong += [f"{code}: {form} has no such form" for form in forms - may_be_bent()]
    assert not wrong


@TRANSLATED
def test_each_sentence_begins_and_ends_like_the_english_and_has_its_lines(language: str) -> None:
    def frame(text: str) -> tuple[str, str, int]:
        body = text.strip(" \n")
        return text.partition(body)[0], text.rpartition(body)[2], text.count("\n")

    wrong = [
        code
        for code, english, theirs in pairs(language)
        if {*map(frame, theirs)} - {*map(frame, english)}
    ]
    assert not wrong


@TRANSLATED
def test_no_sentence_is_english_still(language: str) -> None:
    """A text that is the same in both has only words of same_words.py."""
    same = f"{SAME_EVERYWHERE} {SAME.get(language, '')}".split()
    left: dict[str, list[str]] = {}
    for code, english, theirs in pairs(language):
        for form in set(english) & set(theirs):
            plain = PERCENT.sub(" ", re.sub(r"\{[^}]*\}", " ", form))
            odd = [word for word in re.findall(r"[^\W\d_]{2,}", plain) if word.lower() not in same]
            if odd:
                left[code] = odd
    assert not left


@TRANSLATED
def test_every_rank_has_letters_of_its_own(language: str) -> None:
    words = words_of(language)
    letters = [words(f"rank.{rank}.short") for rank in RANKS]
    assert len(set(letters)) == len(RANKS)
    assert all(len(letter) <= 2 for letter in letters)
    for rank in RANKS:
        assert words.say(rank.counted(3)).startswith("3 ")


@TRANSLATED
def test_a_number_can_be_read(language: str) -> None:
    words = words_of(language)
    signs = words("number.decimal"), words("number.group")
    assert signs in {(",", "."), (",", "\u00a0"), (",", "\u202f"), (".", ",")}


def test_a_language_is_named_by_its_folder() -> None:
    for language in LANGUAGES:
        for part in files_of(language, CATALOGUE_FOLDERS):
            assert f'"Language: {language}\\n"' in part.read_text(encoding="utf-8"), part
