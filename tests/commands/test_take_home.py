"""The end of a game on a USB stick: reached from the menu at the end, and without any name."""

from datetime import date
from pathlib import Path

import pytest
from at_table import People, playing
from said import ENGLISH, said

from appliance.core.signals import SECOND, Wish, Wished
from appliance.core.task import Task
from appliance.display.draw import picture
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.drivers.stick import Stick
from appliance.service import keepsake
from appliance.service.keepsake import SIZE, take_home
from appliance.table.menus.rows import Opens, rows
from appliance.table.stages import TableMenu

DAY = date(2026, 11, 30)


def menu_at_the_end() -> People:
    """The menu over a game that Ben has won."""
    people = playing(4, hands=(6, 1, 7, 6))
    people.lay(1, 1)
    people.wait(20 * SECOND)
    assert people.table.stage.over
    people.send(Wished(Wish.MENU, people.now))
    return people


def offers(people: People) -> bool:
    lines = rows(people.table, people.table.at(TableMenu))
    return any(isinstance(row.does, Opens) and row.does.of == Task.KEEPSAKE for row in lines)


def test_the_menu_offers_it_at_the_end_of_a_game_alone() -> None:
    people = menu_at_the_end()
    assert offers(people)
    people = People(people.table.__class__(people.table.settings), now=SECOND)
    people.press(0)
    people.send(Wished(Wish.MENU, people.now))
    assert not offers(people)


def test_the_picture_has_no_name_and_waits_on_the_stick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, texts = menu_at_the_end(), list[str]()

    def noted(view: View, at: int, size: tuple[int, int]) -> pygame.Surface:
        texts.append(repr(view))
        return picture(view, at, size)

    monkeypatch.setattr(keepsake, "picture", noted)
    stick = Stick(tmp_path, mounted=lambda _: True)
    assert said(take_home(people.table, ENGLISH, stick, DAY)) == (
        "doubtit-2026-11-30-1.png is on the stick: you can take it out"
    )
    [file] = tmp_path.iterdir()
    assert pygame.image.load(str(file)).get_size() == SIZE
    [shown] = texts
    assert "eat 2 wins" in shown
    assert not [name for name in ("Ana", "Ben", "Cleo", "Dov") if name in shown]


def test_in_the_middle_of_a_game_there_is_nothing_to_take_home(tmp_path: Path) -> None:
    people = playing(4, hands=(6, 1, 7, 6))
    stick = Stick(tmp_path, mounted=lambda _: True)
    assert said(take_home(people.table, ENGLISH, stick, DAY)).startswith("no game has been played")
    assert not [*tmp_path.iterdir()]
