"""Decks that nothing learns from: what is known of them, and how their cards are cut out."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from training import strangers

SVG = "{http://www.w3.org/2000/svg}"
PAGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<defs><g id="pip"><rect width="1" height="1"/></g></defs>
<g id="row"><g id="1_club"><rect width="2" height="3"/></g><g id="2_club"/></g><rect id="back"/>
<defs><g id="3_club"/></defs></svg>"""


def test_every_deck_is_judged() -> None:
    for deck, note in strangers.notes().items():
        assert note["kind"] in ("english", "national", "odd", "none", "twin"), deck
        assert note["letters"], deck
        assert note["kind"] == "english" or note["why"], deck


def test_a_grid_has_every_card_once() -> None:
    cells = [strangers.grid_name(row, column) for row in range(5) for column in range(13)]
    names = [name for name in cells if name is not None]
    assert len(set(names)) == len(names) == 54
    assert strangers.grid_name(0, 0) == "AC"
    assert strangers.grid_name(3, 12) == "KS"
    assert strangers.grid_name(4, 2) is None


def only(name: str) -> ET.Element | None:
    return strangers.alone(ET.fromstring(PAGE), name)  # noqa: S314 - the page above


def test_one_card_is_left_alone() -> None:
    single = only("1_club")
    assert single is not None
    hidden = {each.get("id") for box in single.iter(f"{SVG}defs") for each in box.iter()}
    assert {"2_club", "back", "pip"} <= hidden
    assert not {"1_club", "row"} & hidden
    assert only("4_club") is None


def test_a_card_among_the_definitions_is_drawn() -> None:
    single = only("3_club")
    assert single is not None
    hidden = {each.get("id") for box in single.iter(f"{SVG}defs") for each in box.iter()}
    assert "3_club" not in hidden


def test_the_clear_border_is_cut_off() -> None:
    picture = np.zeros((20, 30, 4), np.uint8)
    picture[4:9, 10:17, 3] = 255
    assert strangers.trimmed(picture).shape == (5, 7, 4)
    assert strangers.scaled(strangers.trimmed(picture)).shape == (300, 420, 4)
    with pytest.raises(ValueError, match="empty"):
        strangers.trimmed(np.zeros((5, 5, 4), np.uint8))
