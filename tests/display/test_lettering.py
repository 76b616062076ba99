"""What a kit has drawn it keeps, but not more than a table has room for."""

from pathlib import Path

import pytest

from appliance.display.lettering import Drawn, Kit, Lettering
from appliance.display.quiet import pygame

STYLE = Lettering(40, 20, (255, 255, 255))


def test_words_are_drawn_once_while_they_are_wanted() -> None:
    kit = Kit()
    first = kit.words("Doubt It!", (400, 100), STYLE)
    assert kit.words("Doubt It!", (400, 100), STYLE) is first
    assert kit.words("Doubt It!", (400, 100), STYLE._replace(size=30)) is not first


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs Linux's /proc")
def test_letters_of_many_sizes_hold_no_file_open() -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    kit = Kit()
    fonts, before = [kit.font(8)], descriptors()
    fonts += [kit.font(size, light=size % 2 == 0) for size in range(9, 30)]
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
    assert [one for one in range(3) if drawn.newest(one) is not None] == [1, 2][-fewest:]
