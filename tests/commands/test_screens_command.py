"""`doubtit screens`: pictures of every screen, and a page of them for each language."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from appliance.__main__ import main
from appliance.display.layout import LAYOUTS
from appliance.display.quiet import pygame
from appliance.display.view import FaultView, Screen, View
from appliance.themes import THEMES
from appliance.words import LANGUAGES, Words
from lab.commands import screens
from lab.commands.screens import faults
from lab.gallery.moments import Kept, Moment
from lab.gallery.pictures import Manner, Shown
from lab.gallery.tour import settings_of, sitting_of
from lab.words import words_of

LONG = "Donaudampfschifffahrtsgesellschaftskapitänspatent" * 12


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tour of a few moments: the first screen, and with each number of seats another."""

    def first(seats: int) -> list[Moment]:
        kept, sitting = Kept(), sitting_of(settings_of("bicycle", seats))
        kept.see(sitting, f"s{seats}")
        return kept.moments

    monkeypatch.setattr(screens, "faults", list)
    monkeypatch.setattr(screens, "at_usual", lambda _: first(6))
    monkeypatch.setattr(screens, "with_seats", first)


def drawn(folder: Path) -> dict[str, tuple[int, int]]:
    found = sorted(folder.rglob("*.png"))
    return {
        str(picture.relative_to(folder)): pygame.image.load(picture).get_size() for picture in found
    }


def test_a_theme_shows_in_the_pictures_and_in_their_names(tmp_path: Path) -> None:
    asked = "--language en --layout tv --size 800x480 --seats 2 --text normal"
    pictures = []
    for theme in THEMES:
        folder = tmp_path / theme
        assert main(["screens", "--out", str(folder), *asked.split(), "--theme", theme]) == 0
        name, _ = max(drawn(folder).items())
        pictures.append(pygame.image.load(folder / name).get_at((4, 240)))
        assert name.endswith("normal.png" if theme == THEMES[0] else f"normal-{theme}.png")
    assert len({tuple(picture) for picture in pictures}) == len(THEMES)


def test_what_is_asked_for_is_drawn_and_a_page_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = "--language de --layout tv --size 800x480 --seats 2 --seats 3 --text normal"
    assert main(["screens", "--out", str(tmp_path), *asked.split()]) == 0
    made = drawn(tmp_path)
    assert made == {
        f"de/attract-s{seats}-01-tv-800x480-normal.png": (800, 480) for seats in (2, 3, 6)
    }
    page = (tmp_path / "de" / "index.html").read_text(encoding="utf-8")
    assert set(re.findall('src="([^"]+)"', page)) == {Path(picture).name for picture in made}
    assert '<html lang="de">' in page
    first = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'href="de/index.html"' in first
    assert "Deutsch" in first
    said = capsys.readouterr()
    assert str(tmp_path / "index.html") in said.out
    assert "3" in said.err


def test_unasked_it_is_every_language_layout_and_number_of_seats(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: set[tuple[str, str, str]] = set()

    def draw(folder: Path, moments: list[Moment], manner: Manner, words: Words) -> Iterator[Shown]:
        folder.mkdir(exist_ok=True)
        for moment in moments:
            asked.add((words.language, moment.name, manner.name))
            yield Shown(moment.name, ())

    monkeypatch.setattr(screens, "draw", draw)
    assert main(["screens", "--out", str(tmp_path)]) == 0
    seats = [f"attract-s{count}-01" for count in range(2, 12)]
    manners = [
        f"{layout}-{size}-{text}"
        for layout in LAYOUTS
        for size in ("1280x720", "800x480")
        for text in ("normal", "largest")
    ]
    assert asked == set(product(LANGUAGES, seats, manners))


def test_a_fault_has_a_screen_too() -> None:
    full, own = (fault.view(words_of("de")) for fault in faults())
    assert full.screen is own.screen is Screen.FAULT
    assert full.in_front(FaultView) is not None
    assert own.in_front(FaultView) is not None
    assert full.in_front(FaultView).what == "Der Speicher ist voll"
    assert full.in_front(FaultView).picture != own.in_front(FaultView).picture != ()


def test_words_without_room_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def long(words: Words) -> View:
        return View(Screen.ATTRACT, "a", "b", LONG, words=words)

    monkeypatch.setattr(screens, "at_usual", lambda _: [Moment("attract-long-01", long, 0)])
    asked = "--language en --layout tv --size 800x480 --seats 2 --text normal"
    assert main(["screens", "--out", str(tmp_path), *asked.split()]) == 0
    page = (tmp_path / "en" / "index.html").read_text(encoding="utf-8")
    assert f"<mark>{LONG}</mark>" in page
    assert "1 picture has words without room" in page


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("--size large", "--size large: it must be WIDTHxHEIGHT"),
        ("--size 640x480", "--size 640x480: it must be 800x480 at least"),
        ("--size 480x640", "--size 480x640: it must be 800x480 at least"),
        ("--seats 12", "argument --seats: invalid choice: "),  # newer Pythons put 12 in quotes
        ("--language xx", "invalid choice: 'xx'"),
    ],
)
def test_what_can_not_be_drawn_is_one_line(
    asked: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code: object
    try:
        code = main(["screens", "--out", str(tmp_path), *asked.split()])
    except SystemExit as ended:
        code = ended.code
    assert code != 0
    said = capsys.readouterr().err
    assert says in said.splitlines()[-1]
    assert "Traceback" not in said


def test_a_folder_that_is_a_file_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "file"
    there.write_text("")
    asked = ["--language", "en", "--layout", "tv", "--size", "800x480", "--seats", "2"]
    assert main(["screens", "--out", str(there), *asked]) != 0
    assert str(there) in capsys.readouterr().err.splitlines()[-1]
