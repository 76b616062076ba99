"""docs/add-a-screen.md is true: its file and its line make a screen that is drawn."""

import re
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from example_views import EXAMPLES

from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.quiet import pygame
from appliance.display.screens import SCREENS, Painter
from appliance.display.view import Screen

PAGE = Path(__file__).parents[2] / "docs" / "add-a-screen.md"
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)
LINE = re.compile(r"Screen\.(\w+): Painter\((\w+)\.(\w+)\),")
NAMED = re.compile(r"`((?:appliance|tests|docs)/[\w/.]+\.py)`")


class MadeUp(StrEnum):
    """The word that the page adds to `Screen`."""

    INTERMISSION = "intermission"


def built() -> tuple[str, Painter]:
    """The screen of the page: the word for it, and what its line says."""
    file, line = CODE.findall(PAGE.read_text())
    module = ModuleType("intermission")
    exec(compile(file, str(PAGE), "exec"), vars(module))  # noqa: S102 - the page's own code
    said = LINE.search(line)
    assert said is not None, "the page shows the line that goes into SCREENS"
    return said[1], Painter(getattr(module, said[3]))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_page_makes_a_screen(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    word, painter = built()
    new = cast("Screen", MadeUp[word])
    monkeypatch.setitem(cast("dict[Screen, Painter]", SCREENS), new, painter)
    game = next(view for view in EXAMPLES.values() if view.screen is Screen.GAME)
    empty = tuple(replace(seat, cards=0) for seat in game.seats)
    drawn = []
    for seats in (game.seats, empty):
        whole = picture(replace(game, screen=new, seats=seats), 0, (800, 480), layout)
        body = whole.subsurface(whole.get_rect().inflate(-520, -300))
        drawn.append(pygame.image.tobytes(body, "RGB"))
    assert drawn[0] != drawn[1], "the total is on the screen"


def test_every_file_that_the_page_names_is_there() -> None:
    root = PAGE.parents[1]
    named = NAMED.findall(PAGE.read_text())
    assert len(named) > 3
    for path in named:
        assert (root / path).exists() or path.endswith("intermission.py"), path
