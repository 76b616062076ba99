"""The result of a game as a code, for a telephone without a network."""

import sys

import pytest
from golden_moments import view
from said import ENGLISH, said
from test_how_to_play import code_on

from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.qrcode import modules
from appliance.display.screens.menu import read
from appliance.table.facts import MenuFacts


def page() -> MenuFacts:
    menu = view("keepsake", ENGLISH)[0].menu
    assert menu is not None
    return menu


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_a_telephone_reads_the_result(layout: Layout, size: tuple[int, int]) -> None:
    shown = picture(*view("keepsake", ENGLISH), size, layout)
    assert code_on(shown) == "\n".join(map(said, page().lines[:-1]))


def test_without_the_package_for_codes_the_answer_stands_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    menu = page()
    modules.cache_clear()
    monkeypatch.setitem(sys.modules, "segno", None)
    texts, code = read(menu, ENGLISH)
    modules.cache_clear()
    assert (texts, code) == ([said(menu.lines[-1])], ())
