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
from appliance.service.jobs import Lines
from appliance.service.keepsake import SIZE, spare_folder, take_home
from appliance.table.elements import MenuPage
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


def taken(people: People, stick: Stick) -> list[Lines]:
    """All that the job tells."""
    heard = list[Lines]()
    take_home(people.table, ENGLISH, stick, DAY, heard.append)
    return heard


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
    first, last = taken(people, stick)
    assert first == last[:-1]
    *result, answer = map(said, last)
    assert answer == "the picture is on the stick: you can take it out"
    assert result == [
        "I Doubt It (Bicycle), 2026-11-30",
        "Seat 2 wins!",
        "Seat 2 1st 0 cards",
        "Seat 1 6 cards",
        "Seat 4 6 cards",
        "Seat 3 7 cards",
    ]
    [file] = tmp_path.iterdir()
    assert pygame.image.load(str(file)).get_size() == SIZE
    [shown] = texts
    assert "eat 2 wins" in shown
    assert not [name for name in ("Ana", "Ben", "Cleo", "Dov") if name in shown]


def test_in_the_middle_of_a_game_there_is_nothing_to_take_home(tmp_path: Path) -> None:
    people = playing(4, hands=(6, 1, 7, 6))
    stick = Stick(tmp_path, mounted=lambda _: True)
    [[answer]] = taken(people, stick)
    assert said(answer).startswith("no game has been played")
    assert not [*tmp_path.iterdir()]


def test_the_row_is_lit_when_the_menu_opens_over_an_end() -> None:
    people = menu_at_the_end()
    menu = people.table.at(TableMenu)
    assert rows(people.table, menu)[menu.spot.cursor].does == Opens(MenuPage.JOB, Task.KEEPSAKE)


def test_without_a_stick_the_working_folder_or_a_named_folder_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    named = tmp_path / "named"
    named.mkdir()
    for setting, folder in (("", tmp_path), (str(named), named)):
        stick = Stick(mounted=lambda _: False, spare=spare_folder(setting))
        answer = said(taken(menu_at_the_end(), stick)[-1][-1])
        assert answer.endswith(f"on this computer: {folder}/doubtit-2026-11-30-1.png")
        assert (folder / "doubtit-2026-11-30-1.png").exists()


def test_the_package_asks_for_a_stick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepsake, "is_packaged", lambda: True)
    assert spare_folder("") is None
    assert spare_folder("pictures") == Path("pictures")
