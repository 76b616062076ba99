"""Text from people: one form, one key, and the letters that our typeface has."""

import sys
import unicodedata
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from appliance.display import lettering
from appliance.questions.pack import PACKS, contents
from appliance.text import key, letters, neat, plain, spelt, unshown

FONTS = Path(lettering.__file__).parent / "fonts"


def test_two_spellings_of_a_name_are_one() -> None:
    spellings = ["Zo\xeb", "Zoe\u0308", "ZO\xcb", " zo\xeb\u200b ", "Z\xado\xeb", "Ｚｏë"]
    assert {key(spelling) for spelling in spellings} == {"zo\xeb"}
    assert key("Zoe") != key("Zo\xeb")
    assert key("Stra\xdfe") == key("STRASSE")


def test_text_is_kept_composed_without_what_nobody_sees() -> None:
    assert neat(" Zoe\u0308\u200d\xa0 B\u200e ") == "Zo\xeb B"


def test_what_turns_letters_around_stays_to_be_refused_and_makes_no_other_name() -> None:
    assert neat("\u202eBen") == "\u202eBen"
    assert unshown("\u202eBen") == "\u202e"
    assert key("\u202eBen") == "ben"


@given(st.text(), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_no_form_of_unicode_changes_the_key(text: str, form: str) -> None:
    other = unicodedata.normalize(form, text)  # type: ignore[arg-type]
    assert key(other) == key(text) == key(neat(text))
    assert neat(neat(text)) == neat(text)


def test_a_letter_with_its_accents_is_one() -> None:
    assert letters("Zoe\u0308") == 3
    assert letters("x\u0302\u0323y") == 2
    assert letters("Z" + "\u0351" * 30) == 29


def test_an_indian_or_thai_letter_with_its_marks_is_one() -> None:
    assert letters("\u0915\u093f") == 1
    assert letters("\u0e0a\u0e37\u0e48\u0e2d") == 2
    assert letters("\u05d3\u05bc\u05b8") == 1
    assert letters("\u1100\u1161") == 1


def test_heads_and_games_compare_without_accents_and_signs() -> None:
    assert plain("R\xe9ponse (%)") == "reponse"
    assert plain("Doubt/it!") == plain("doubt_it") == "doubtit"


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("Zo\xeb \u0416\u03a9 \u201eo\u201c 50 \u20ac", ""),
        ("Zoe\u0308", ""),
        ("\u05d0a\u05d0", "\u05d0"),
        ("\U0001f602?", "\U0001f602"),
    ],
)
def test_letters_that_the_typeface_lacks(text: str, lost: str) -> None:
    assert unshown(text) == lost


def test_letters_that_nobody_sees_are_told_by_their_number() -> None:
    assert spelt("\u05d0\u0e35\u202e\x07") == "\u05d0 U+0E35 U+202E U+0007"


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("\u05d3\u05e0\u05d4 28?", ""),
        ("\u05d3\u05e0\u05d4 B", "\u05d3\u05e0\u05d4"),
        ("\u05d3\u738b", "\u05d3"),
        ("B \u738b", ""),
        ("\u0e01", "\u0e01"),
        ("\U0001f602", "\U0001f602"),
    ],
)
def test_letters_that_no_installed_font_has(text: str, lost: str) -> None:
    assert unshown(text, ("Hebrew", "CJK")) == lost
    assert unshown(text, ())


def test_what_can_be_shown_is_what_both_typefaces_have() -> None:
    files = (FONTS / f"NotoSans-{weight}.ttf" for weight in ("Regular", "Bold"))
    there = [set(TTFont(file).getBestCmap()) for file in files]
    for code in (*range(0x20, 0xD800), *range(0xE000, 0x12000)):
        if unicodedata.normalize("NFC", chr(code)) == chr(code):
            assert (not unshown(chr(code))) == all(code in text for text in there), hex(code)
    assert unshown(chr(sys.maxunicode))


@pytest.mark.untraced
def test_shipped_questions_are_neat_and_can_be_drawn() -> None:
    for entry in (entry for name in PACKS for entry in contents(name).entries):
        for text in (entry.question.text, entry.question.source, entry.question.note):
            assert neat(text) == text
            assert not unshown(text)
