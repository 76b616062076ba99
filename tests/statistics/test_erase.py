"""A name that is erased from an evening is in none of its files, and the evening still replays."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from at_table import HOLD, TAP, People
from older_journal import older_journal

from appliance.core.signals import (
    BACKSPACE,
    MS,
    RETURN,
    SECOND,
    Chosen,
    LetterTyped,
    RowTouched,
    Told,
    Wish,
    Wished,
)
from appliance.core.task import Task
from appliance.presses.gestures import LONG_AFTER
from appliance.runtime.evening import KeptEvening
from appliance.runtime.journal import Journal
from appliance.statistics.blot import blot_out
from appliance.statistics.erase import erase_in_journal
from appliance.statistics.tally import TalliedGame, tallied
from appliance.table import Table, TableSettings
from appliance.table.elements import MenuPage
from appliance.table.facts import MenuFacts, facts_of
from appliance.table.menus.rows import Opens, Spells
from appliance.table.stages import TableMenu
from bluffing.actions import Reveal
from bluffing.cards import Rank
from bluffing.message import message

NAME = "Zbigniewa"
LONG = LONG_AFTER + 50 * MS
MINE = 2
Spell = Callable[[People, str], None]


def tallied_at(path: Path) -> list[TalliedGame]:
    with KeptEvening.open(path) as kept:
        return list(tallied(kept.record(), kept.names()))


def called(place: int) -> str:
    return f"Seat {place + 1}"


def menu(people: People) -> MenuFacts:
    about = facts_of(people.table, people.now).about
    assert isinstance(about, MenuFacts)
    return about


def _row(people: People, does: object) -> int:
    return next(number for number, row in enumerate(menu(people).rows) if row.does == does)


def take(people: People, *all_does: object) -> None:
    """By the buzzer: taps to each row, and a hold."""
    for does in all_does:
        away = (_row(people, does) - menu(people).cursor) % len(menu(people).rows)
        for _ in range(away):
            people.press(MINE, TAP)
        people.press(MINE, HOLD)


def touch(people: People, *all_does: object) -> None:
    """By a finger."""
    for does in all_does:
        people.wait(SECOND)
        people.send(RowTouched(_row(people, does), people.now))


def _group_of(people: People, letter: str) -> Opens:
    opens = (row.does for row in menu(people).rows if isinstance(row.does, Opens))
    groups = (path for path in opens if path.page is MenuPage.GROUP)
    return next(group for group in groups if letter in group.of)


def by_buzzer(people: People, name: str) -> None:
    for letter in name.upper():
        take(people, _group_of(people, letter), Spells(letter))
    take(people, Spells(RETURN))


def by_finger(people: People, name: str) -> None:
    for letter in name.upper():
        touch(people, _group_of(people, letter), Spells(letter))
    touch(people, Spells(RETURN))


def by_keys(people: People, name: str) -> None:
    for letter in (*name, "x", BACKSPACE, RETURN):
        people.wait(SECOND)
        people.send(LetterTyped(letter, people.now))


def by_keys_after_a_sign(people: People, name: str) -> None:
    for letter in name[:3]:
        people.send(LetterTyped(letter, people.now))
    touch(people, Opens(MenuPage.AVATARS, "1"))
    people.wait(SECOND)
    people.send(Wished(Wish.MENU, people.now))
    by_keys(people, name[3:])


def evening(spell: Spell | None = None, name: str = NAME, ben: str = "Ben") -> People:
    """A player is named at the menu; then three sit down, and one is caught at a lie."""
    settings = TableSettings("bicycle", buzzers=3, names=("Ana", ben, "Cleo"))
    people = People(Table(settings), now=SECOND)
    people.press(MINE, LONG)
    if spell is not None:
        take(people, Opens(MenuPage.PEOPLE), Opens(MenuPage.NAMES), Opens(MenuPage.LETTERS, "1"))
        spell(people, name)
        people.wait(2 * SECOND)
    while people.at(TableMenu):
        people.send(Wished(Wish.MENU, people.now))
        people.wait(SECOND)
    for buzzer in range(3):
        people.press(buzzer)
        people.hold(buzzer)
    people.wait(3 * SECOND)
    people.hold(0)
    people.wait(SECOND)
    people.hold(0)
    people.lay(1, 1)
    people.wait(SECOND)
    people.press(2)
    people.wait(3 * SECOND)
    people.send(Chosen(Reveal((Rank.KING,)), people.now))
    people.wait(9 * SECOND)
    return people


def written(people: People, path: Path) -> Path:
    with closing(Journal.open(path, people.first.settings, 1_790_000_000)) as journal:
        journal.append(people.handled)
    return path


def told(path: Path) -> list[tuple[int, Table]]:
    with closing(Journal.read(path)) as journal:
        return [(row.now, table) for row, table in journal.replay()]


def traces(folder: Path, name: str = NAME) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return [file.name for file in files if name.casefold().encode() in file.read_bytes().lower()]


@pytest.mark.parametrize("spell", [by_buzzer, by_finger, by_keys, by_keys_after_a_sign])
def test_whoever_was_named_at_the_table_has_another_name_all_along(
    tmp_path: Path, spell: Spell
) -> None:
    people = evening(spell)
    assert people.table.name(1) == NAME
    path = written(people, tmp_path / "e.journal")
    assert erase_in_journal(path, NAME.lower(), called)
    assert traces(tmp_path) == []
    after = told(path)
    now, table = after[-1]
    assert table.name(1) == "Seat 2"
    assert now == people.handled[-1][0]
    assert table.stage == people.table.stage
    assert not any(
        NAME[:5].casefold() in row.inner.draft.casefold()
        for _, row in after
        if isinstance(row.inner, TableMenu)
    )
    assert not erase_in_journal(path, NAME, called), "there is nothing left of it"


def test_the_name_of_settings_is_another_and_every_step_is_as_it_was(tmp_path: Path) -> None:
    people = evening(ben=NAME)
    path = written(people, tmp_path / "e.journal")
    counted = list(tallied_at(path))
    assert erase_in_journal(path, NAME, called)
    assert traces(tmp_path) == []
    after = told(path)
    assert [now for now, _ in after] == [now for now, _, _ in people.handled]
    assert [table.stage for _, table in after] == [table.stage for _, _, table in people.handled]
    assert after[-1][1].players == ("Ana", "Seat 2", "Cleo")
    assert [game.tallies for game in tallied_at(path)] == [game.tallies for game in counted]


def test_a_name_that_was_spelled_and_not_taken_leaves_no_letters(tmp_path: Path) -> None:
    def begun(people: People, name: str) -> None:
        for letter in name:
            people.send(LetterTyped(letter, people.now))
        people.wait(61 * SECOND)

    def left(people: People, name: str) -> None:
        for letter in name:
            people.send(LetterTyped(letter, people.now))
        people.send(Wished(Wish.MENU, people.now))

    def another(people: People, name: str) -> None:
        for letter in (*name, *BACKSPACE * len(name), *"Bo", RETURN):
            people.send(LetterTyped(letter, people.now))

    for number, (spell, ends) in enumerate(((begun, "Ben"), (left, "Ben"), (another, "Bo"))):
        people = evening(spell)
        path = written(people, tmp_path / f"e{number}")
        assert erase_in_journal(path, NAME, called)
        assert told(path)[-1][1].name(1) == ends
        assert not [
            line
            for _, line in told(path)
            if isinstance(line.inner, TableMenu) and line.inner.draft == NAME
        ]


def test_a_name_that_was_typed_accent_by_accent_is_erased(tmp_path: Path) -> None:
    people = evening(by_keys, "Zbigne\u0308w")
    path = written(people, tmp_path / "e.journal")
    assert told(path)[-1][1].name(1) == "Zbign\xebw"
    assert erase_in_journal(path, "zbign\xebw", called)
    assert told(path)[-1][1].name(1) == "Seat 2"
    assert traces(tmp_path, "zbign") == []


def test_what_a_job_told_of_somebody_tells_of_another(tmp_path: Path) -> None:
    people = evening(ben=NAME)
    lines = (message("job.game-won", title=message("bicycle.title"), who=NAME),)
    people.handled.append(
        (people.now, Told(Task.EVENINGS, lines, done=False, at=people.now), people.table)
    )
    path = written(people, tmp_path / "e.journal")
    assert erase_in_journal(path, NAME, called)
    assert traces(tmp_path) == []
    assert len(told(path)) == len(people.handled)


def test_a_name_that_is_not_there_changes_nothing(tmp_path: Path) -> None:
    path = written(evening(by_keys, "Bo"), tmp_path / "e.journal")
    whole = path.read_bytes()
    assert not erase_in_journal(path, NAME, called)
    assert path.read_bytes() == whole


def test_nobody_gets_a_name_that_another_has(tmp_path: Path) -> None:
    settings = TableSettings("bicycle", buzzers=3, names=("Seat 2", NAME, "Cleo"))
    people = People(Table(settings), now=SECOND)
    people.press(1)
    path = written(people, tmp_path / "e.journal")
    assert erase_in_journal(path, NAME, called)
    assert told(path)[-1][1].settings.names == ("Seat 2", "Seat 3", "Cleo")


def test_an_evening_of_an_older_version_loses_the_name_and_all_letters(tmp_path: Path) -> None:
    path = tmp_path / "e.journal"
    older_journal(path, 3)
    assert blot_out(path, "Finn", called)
    assert traces(tmp_path, "Finn") == []
    assert not blot_out(path, "Finn", called)
