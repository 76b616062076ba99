"""Pages of the table's menu, as one button comes to them."""

from at_table import People
from said import ENGLISH

from appliance.core.signals import MS, SECOND, LetterTyped, RowTouched, Told
from appliance.core.task import Task
from appliance.display.view import View
from appliance.display.view_of import view_of
from appliance.presses.gestures import LONG_AFTER
from appliance.table import Table, TableSettings
from appliance.table.state import Outside
from bluffing.message import message

OUTSIDE = (
    Outside("sound.volume", "on", ("on", "quiet", "off")),
    Outside("display.layout", "tv", ("tv", "tabletop")),
    Outside("display.brightness", 80, (20, 40, 60, 80, 100)),
    Outside("display.reduced_motion", value=False, choices=(True, False)),
    Outside("display.diagonal_inch", 27, (7, 15, 24, 27, 32)),
    Outside("display.distance_cm", 130, (60, 130, 300)),
)


def _at(*rows: int) -> People:
    """The menu of a table of eight buzzers, opened by the third, after these rows."""
    people = People(Table(TableSettings(buzzers=8, outside=OUTSIDE)), now=SECOND)
    people.press(2, LONG_AFTER + 50 * MS)
    for row in rows:
        people.send(RowTouched(row, people.now))
    return people


def _shown(people: People) -> View:
    return view_of(people.table, people.now, ENGLISH)


def menu() -> View:
    """The first page, with a hold that goes on."""
    people = _at()
    people.press(2)
    people.down(2)
    people.wait(500 * MS)
    return _shown(people)


def menu_games() -> View:
    people = _at(1, 0)
    for _ in range(5):
        people.press(2)
    return _shown(people)


def menu_options() -> View:
    people = _at(1, 4)
    for _ in range(4):
        people.press(2)
    return _shown(people)


def menu_room() -> View:
    return _shown(_at(3))


def menu_letters() -> View:
    people = _at(2, 0, 1)
    people.send(LetterTyped("j", people.now))
    people.send(RowTouched(2, people.now))
    return _shown(people)


def menu_places() -> View:
    people = _at(2, 1)
    for buzzer in (0, 4, 1, 7, 5, 2):
        people.press(buzzer)
    return _shown(people)


def menu_job() -> View:
    """A self-test that is not done yet."""
    people = _at(4, 3)
    lines = tuple(
        message(f"menu.{job}.for") for job in ("self-test", "evenings", "calibrate", "room")
    )
    people.send(Told(Task.SELF_TEST, lines, done=False, at=people.now))
    return _shown(people)
