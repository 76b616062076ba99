"""What a kit has drawn it keeps, but not more than a table has room for."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from catalogues import CATALOGUE_FOLDERS
from example_views import game

from appliance.display.draw import Artist
from appliance.display.lettering import Drawn, Kit, Lettering
from appliance.display.quiet import pygame
from appliance.display.typeface import CAPITALS, Face, Typeface
from appliance.display.view import Plug
from appliance.words import words_of
from appliance.words.catalogue import LANGUAGES
from bluffing.message import message
from bluffing.words import files_of

STYLE = Lettering(40, 20, (255, 255, 255))


def test_words_are_drawn_once_while_they_are_wanted() -> None:
    kit = Kit()
    first = kit.words("Doubt It!", (400, 100), STYLE)
    assert kit.words("Doubt It!", (400, 100), STYLE) is first
    assert kit.words("Doubt It!", (400, 100), STYLE._replace(size=30)) is not first


@pytest.mark.parametrize("face", get_args(Face))
def test_capitals_are_equally_high_in_every_typeface(face: Face) -> None:
    capital = Kit().font(200, face).render("H", (255, 255, 255))
    assert capital.get_bounding_rect().height == pytest.approx(CAPITALS * 200, abs=2)


def test_words_without_letters_or_room_in_their_face_are_in_small_print() -> None:
    kit, shout = Kit(), STYLE._replace(face="shout")

    def plain(text: str, room: tuple[int, int]) -> bool:
        small = kit.words(text, room, STYLE).picture
        drawn = kit.words(text, room, shout).picture
        return pygame.image.tobytes(small, "RGBA") == pygame.image.tobytes(drawn, "RGBA")

    assert not plain("Lie", (400, 200))
    assert plain("\u041b\u043e\u0436\u044c", (400, 200))
    narrow = kit.font(20).width("Doubtful")
    assert kit.font(20, "shout").width("Doubtful") > narrow
    assert plain("Doubtful", (narrow, 200))


@pytest.mark.parametrize("mark", ["\u2019", "\u201c", "\u2026", "\u2013"])
def test_quotation_marks_and_dashes_take_no_room_above_capitals(mark: str) -> None:
    """Two accents, one above the other, do."""

    def height(text: str) -> int:
        return Kit().words(text, (2000, 200), STYLE).picture.get_height()

    assert height(f"geht{mark}s") == height("geht's") < height("geht\u1ea4s")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux's /proc")
def test_letters_of_many_sizes_hold_no_file_open() -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    kit = Kit()
    fonts, before = [kit.font(8)], descriptors()
    fonts += [kit.font(size, "light" if size % 2 == 0 else "print") for size in range(9, 30)]
    assert descriptors() == before
    assert kit.font(29) is fonts[-1]


def test_the_newest_stay_and_all_of_them_have_a_bound() -> None:
    drawn, sheet = Drawn[int](most=500), pygame.Surface((10, 10))
    for number in range(9):
        drawn.add(number, number, sheet)
        assert drawn.newest(0) == 0, "what is wanted all the time"
        assert drawn.pixels <= 500
    assert [number for number in range(9) if drawn.newest(number) is not None] == [0, 5, 6, 7, 8]


@pytest.mark.parametrize("fewest", [1, 2])
def test_the_fewest_are_kept_however_large_they_are(fewest: int) -> None:
    drawn = Drawn[int](500, fewest)
    for number in range(3):
        drawn.add(number, number, pygame.Surface((100, 100)))
    assert [number for number in range(3) if drawn.newest(number) is not None] == [1, 2][-fewest:]


@pytest.mark.untraced
@pytest.mark.parametrize("face", get_args(Face))
def test_every_typeface_has_every_letter_that_a_language_needs(face: Face) -> None:
    font = Kit().font(20, face)

    def shape(letter: str) -> bytes:
        drawn = font.render(letter, (255, 255, 255))
        return pygame.image.tobytes(drawn, "RGBA")

    unknown = shape("\u4e2d")
    for language in LANGUAGES:
        files = (part.read_text(encoding="utf-8") for part in files_of(language, CATALOGUE_FOLDERS))
        lines = (line for file in files for line in file.splitlines() if line[:1] != "#")
        letters = {letter for line in lines for letter in line + line.upper()}
        seen = sorted(letter for letter in letters if not letter.isspace())
        assert not [letter for letter in seen if shape(letter) == unknown], language


GONE = message(
    "driver.hub.gone",
    reason="device reports readiness to read but returned no data (device disconnected or multiple "
    "access on port?): plug it in again",
)
"""A notice of a lost part that is longer than any of ours."""


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720), (720, 1280)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_notice_of_a_lost_part_takes_little_measuring(
    language: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game stands still while a notice is laid out, and learns of no other lost part."""
    measured: list[str] = []
    width = Typeface.width

    def counted(face: Typeface, text: str) -> int:
        measured.append(text)
        return width(face, text)

    view, artist, surface = game(), Artist(calm=True, kit=Kit()), pygame.Surface(size, 0, 32)
    artist.redraw(surface, view, 0)
    notice = replace(view.notice, text=words_of(language).say(GONE), plug=Plug.HUB)
    monkeypatch.setattr(Typeface, "width", counted)
    artist.redraw(surface, replace(view, notice=notice), 1)
    assert any(part in notice.text for part in measured)
    assert len(measured) <= MOST_MEASURING


MOST_MEASURING = 800
"""The guest of tests/guest, which is emulated, once took 2.2 s to measure 3,843."""


def test_words_that_do_not_fit_are_not_drawn_to_learn_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kit, text, sheets = Kit(), "as many words as there are, " * 9, list[object]()
    monkeypatch.setattr(Kit, "_set", lambda *given: sheets.append(given))
    assert not kit.fits(text, (400, 50), STYLE)
    assert not sheets
    monkeypatch.undo()
    assert kit.words(text, (400, 50), STYLE).size < STYLE.least
    assert not kit.fits(text, (400, 50), STYLE)
    assert kit.fits("as many", (400, 50), STYLE)
