"""`doubtit evenings NAME`: an evening as a story, with a chart of each game."""

import shutil
from pathlib import Path

import pytest
from extent import often
from hypothesis import given
from hypothesis import strategies as st
from said import ENGLISH
from test_statistics import evening

from appliance.__main__ import main
from appliance.display.chart import BLOCKS, Course, drawn_chart, in_letters
from appliance.display.pen import seat_colour
from appliance.display.quiet import pygame
from appliance.display.view import Screen
from appliance.service.keepsake import SIZE, ends_of
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

COURSES = st.integers(1, 11).flatmap(
    lambda seats: st.lists(
        st.tuples(*(st.integers(0, 104) for _ in range(seats))), min_size=1, max_size=90
    )
)


def course(counts: list[tuple[int, ...]]) -> Course:
    seats = len(counts[0])
    names = tuple(f"Name {seat}" for seat in range(seats))
    return Course("A game", names, tuple(range(seats)), tuple(counts))


def test_an_evening_is_told_with_its_charts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "e.journal", tmp_path / "charts"
    evening(path)
    at = ["--journal", str(path)]
    assert main(["evenings", "e.journal", "--out", str(out), *at]) == 0
    story = capsys.readouterr().out.splitlines()
    where = {
        word: next(place for place, line in enumerate(story) if word in line)
        for word in ("Ana", "1 ace", "LIE: K", "a chance of", "at most", "e.journal-1.png")
    }
    assert list(where.values()) == sorted(where.values()), "in the order in which it happened"
    ana, ben, cleo = story[where["at most"] + 1 :][:3]
    assert [line.split(" |")[0].strip() for line in (ana, ben, cleo)] == ["Ana", "Ben", "Cleo"]
    assert ben.endswith("| 18")
    picture = pygame.image.load(str(out / "e.journal-1.png"))
    assert picture.get_size() == (1280, 720)
    assert {file.name for file in out.iterdir()} == {"e.journal-1.png", "e.journal-end-1.png"}
    shutil.rmtree(out)
    out.write_text("no folder")
    assert main(["evenings", "e.journal", "--out", str(out), *at]) == 4
    assert "can't write the picture" in capsys.readouterr().err


@pytest.mark.untraced
def test_the_end_of_a_game_is_a_picture_to_keep(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "e.journal", tmp_path / "stick"
    play(SimulatedGame(4, "doubt_it", 3, journal=path))
    [end] = ends_of(path, ENGLISH)
    assert end.view.screen is Screen.OVER
    at = ["--journal", str(path)]
    assert main(["evenings", "e.journal", *at]) == 0
    assert not out.exists(), "nobody asked for a picture"
    assert main(["evenings", "e.journal", "--out", str(out), *at]) == 0
    assert capsys.readouterr().out.endswith("e.journal-end-1.png\n")
    kept = pygame.image.load(str(out / "e.journal-end-1.png"))
    assert kept.get_size() == SIZE
    assert pygame.image.tobytes(kept, "RGB") == pygame.image.tobytes(end.picture(), "RGB")


@given(counts=COURSES, columns=st.integers(2, 80))
def test_a_chart_in_letters_has_a_line_for_each_seat(
    counts: list[tuple[int, ...]], columns: int
) -> None:
    chart = course(counts)
    lines = in_letters(chart, columns)
    assert len(lines) == len(chart.names)
    assert {len(line) for line in lines} == {min(columns, len(counts))}
    for seat, line in enumerate(lines):
        assert (line[0] == " ") == (counts[0][seat] == 0)
        assert (line[-1] == " ") == (counts[-1][seat] == 0)
        assert set(line) <= {" ", *BLOCKS}
        assert (line[-1] == BLOCKS[-1]) >= (counts[-1][seat] == chart.most)


@pytest.mark.parametrize("seats", often([1, 11], {11}))
def test_a_chart_shows_each_seat_by_its_own_colour(seats: int) -> None:
    counts = [tuple((9 * seat + 5 * move) % 52 for seat in range(seats)) for move in range(40)]
    picture = drawn_chart(course(counts))
    flat = pygame.image.tobytes(picture, "RGB")
    pixels = {tuple(flat[place : place + 3]) for place in range(0, len(flat), 3)}
    assert {seat_colour(seat) for seat in range(seats)} <= pixels
