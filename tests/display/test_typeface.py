"""Letters of other scripts come from installed fonts, each in its place."""

from pathlib import Path

import pytest
from fonts_made import install
from reading import _pixels

from appliance.display.lettering import Kit, Lettering, wrapped
from appliance.display.typeface import Face, stretches
from appliance.text import SCRIPTS
from appliance.typefaces import installed

WHITE = (255, 255, 255)
ALEF, BET = "\u05d0", "\u05d1"
ALEF_BET = ALEF + BET


def shown(line: str) -> list[str]:
    return [stretch.text for stretch in stretches(line)]


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Zo\xeb wins!", ["Zo\xeb wins!"]),
        ("\u738b wins!", ["\u738b", " wins!"]),
        ("", []),
        (ALEF_BET, [BET + ALEF]),
        (f"{ALEF_BET} wins 28!", [BET + ALEF, " wins 28!"]),
        (f"Has {ALEF_BET} {ALEF} lied?", ["Has ", ALEF, " ", BET + ALEF, " lied?"]),
        (f"{ALEF}, {BET}? 71%", ["71%", " ", "?", BET, " ", ",", ALEF]),
        (f"({ALEF}) 2,019.", [".", "2,019", " ", "(", ALEF, ")"]),
        (f"{ALEF}\u05b8{BET} 28", ["28", " ", f"{BET}{ALEF}\u05b8"]),
    ],
)
def test_stretches_go_from_left_to_right(line: str, order: list[str]) -> None:
    assert shown(line) == order


def test_letters_of_an_installed_font_are_drawn_and_the_first_at_the_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, tmp_path, Hebrew=ALEF_BET)
    faces: tuple[Face, ...] = ("print", "light", "talk", "shout")
    for name in faces:
        face = Kit().font(40, name)
        inked = _pixels(face.render(ALEF_BET, WHITE))[..., 3] > 0
        assert inked.shape[1] == face.width(ALEF_BET) == 40
        assert not inked[:, :20].any()
        assert inked[:, 20:].sum() == 20 * 20
        assert inked[face.get_ascent() - 20 : face.get_ascent(), 20:].all()
        beside = _pixels(face.render(f"Ana {ALEF_BET}", WHITE))[..., 3] > 0
        assert beside[:, -20:].any()
        assert not beside[:, -40:-20].any()


def test_letters_without_a_font_take_no_other_place() -> None:
    face = Kit().font(40)
    assert not installed()
    assert face.render("\u0e01", WHITE).get_width() == face.width("\u0e01")


def test_a_font_may_be_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, tmp_path, Hebrew=ALEF_BET)
    for file in installed()["Hebrew"]:
        file.unlink()
    face = Kit().font(40)
    assert face.render(ALEF_BET, WHITE).get_width() == face.width(ALEF_BET)


def test_an_indian_mark_joins_its_letter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HarfBuzz sets a vowel sign that is written before its letter to the letter's left."""
    letter, vowel = "\u0915", "\u093f"
    install(monkeypatch, tmp_path, Devanagari=vowel + letter)
    inked = _pixels(Kit().font(40).render(letter + vowel, WHITE))[..., 3] > 0
    assert inked[:, :20].any()
    assert not inked[:, 20:].any()


def test_a_line_may_end_after_each_chinese_letter_but_not_before_a_full_stop() -> None:
    text = "\u5730\u7403\u8868\u9762 71 \u6c34\u3002abc"
    assert wrapped(len, text, 4) == ["\u5730\u7403\u8868\u9762", "71", "\u6c34\u3002", "abc"]
    assert wrapped(len, "\u300c\u5730\u300d\u7403", 3) == ["\u300c\u5730\u300d", "\u7403"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("nur 24 %.", ["nur", "24 %."]),
        ("en 2 005 lits", ["en", "2 005", "lits"]),
        ("dit « a »", ["dit", "« a »"]),
        ("2016 : oui", ["2016 :", "oui"]),
    ],
)
def test_no_line_ends_beside_a_sign_or_within_a_number(text: str, lines: list[str]) -> None:
    assert wrapped(len, text, 6) == lines


def test_chinese_words_have_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, tmp_path, CJK="\u5730\u7403")
    block = Kit().words("\u5730\u7403" * 8, (200, 200), Lettering(40, 20, WHITE))
    assert block.whole
    assert block.size == 40


@pytest.mark.parametrize("script", SCRIPTS)
def test_debians_font_draws_every_letter_that_we_take_it_to_have(
    script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appliance.typefaces.SYSTEM_FONTS", Path("/usr/share/fonts"))
    if script not in installed():
        pytest.skip(f"no Noto Sans {script} is installed")
    codes = (*range(0x20, 0xD800), *range(0xE000, 0x10000))
    text = [chr(code) for code in codes if SCRIPTS[script].match(chr(code))]
    faces: tuple[Face, ...] = ("print", "light")
    for name in faces:
        face = Kit().font(20, name)
        face.width(text[0])
        metrics = face._more[script].metrics("".join(text))
        assert all(metrics)
