"""People of a venue: names at seats, leagues, and what is stored of a person.

No event has a name. A name is here only because an organiser has written it down for a person
who agreed; everything else of that person hangs on this name, and goes with it.
"""

import time
from collections.abc import Iterator
from datetime import date, datetime
from itertools import groupby

from venue.database import Database
from venue.fold import EveningFold
from venue.standing import TABLE_SEATS

NAME_LETTERS = 40
"""Maximum length of a name."""


class PeopleError(Exception):
    """Something that can't be written down: the `code` of the sentence that says why."""

    def __init__(self, code: str, **values: int | str) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def checked(name: str) -> str:
    """Return a name without spaces around it. Raises PeopleError."""
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > NAME_LETTERS or not tidy.isprintable():
        raise PeopleError("board.wrong.name", most=NAME_LETTERS)
    return tidy


def seat_person(database: Database, table: str, seat: int, name: str) -> None:
    """Write down who sits at a seat, numbered from 1, of a table's newest evening.

    The game that is being played counts, too.

    Raises:
        PeopleError: no such evening or seat.
        StorageError: it can't be written.
    """
    person = checked(name)
    if not 1 <= seat <= TABLE_SEATS:
        raise PeopleError("board.wrong.seat", most=TABLE_SEATS)
    with database.transaction():
        asked = "SELECT evening, state FROM evenings WHERE table_name = ? ORDER BY arrived DESC, n"
        rows = database.execute(asked, (table,))
        if not rows:
            raise PeopleError("board.wrong.table", table=table)
        evening, fold = rows[0][0], EveningFold.of_text(rows[0][1])
        game = max(1, fold.game if fold.table.playing else fold.game + 1)
        database.execute(
            "INSERT INTO people VALUES (?, ?) ON CONFLICT DO NOTHING", (person, int(time.time()))
        )
        here = table, evening, game
        for clause, value in (("seat = ?", seat - 1), ("name = ?", person)):
            where = f"table_name = ? AND evening = ? AND game = ? AND {clause}"
            database.execute(f"DELETE FROM seatings WHERE {where}", (*here, value))  # noqa: S608
        database.execute("INSERT INTO seatings VALUES (?, ?, ?, ?, ?)", (*here, seat - 1, person))
        _mark(database, table, evening)


def add_season(
    database: Database, league: str, season: str, first: str, last: str, *, ruleset: str = ""
) -> None:
    """Add a season of a league, or change its days (as 2026-09-01) and its game, "" for any.

    Raises:
        PeopleError: the days are none.
        StorageError: it can't be written.
    """
    begins, ends = day_of(first), day_of(last)
    if ends[0] < begins[0]:
        raise PeopleError("board.wrong.days", first=first, last=last)
    with database.transaction():
        database.execute(
            "INSERT INTO seasons VALUES (?, ?, ?, ?, ?) ON CONFLICT (league, season) DO UPDATE SET"
            " begins = excluded.begins, ends = excluded.ends, ruleset = excluded.ruleset",
            (checked(league), checked(season), begins[0], ends[1], ruleset),
        )


def stored_of(database: Database, name: str = "") -> Iterator[str]:
    """Yield a line for all that is stored of a person, or of each. Raises StorageError."""
    with database.snapshot():
        people = "SELECT name, agreed FROM people ORDER BY name"
        for person, agreed in database.execute(people):
            if name in ("", person):
                yield f"{person}: agreed on {datetime.fromtimestamp(agreed).astimezone():%Y-%m-%d}"
                seats = (
                    "SELECT table_name, evening, game, seat FROM seatings WHERE name = ?"
                    " ORDER BY table_name, evening, game"
                )
                for table, evening, game, seat in database.execute(seats, (person,)):
                    where = f"table {table}, evening {evening}, seat {seat + 1}"
                    yield f"{person}: {where} from game {game}"


def people(database: Database) -> list[str]:
    """Return the names of all people. Raises StorageError."""
    return [name for (name,) in database.execute("SELECT name FROM people ORDER BY name")]


def merge(database: Database, name: str, into: str) -> int:
    """Give all games of `name` to `into`, and return the number of seats that it had.

    Raises:
        PeopleError: one of them is not known, or both have played in a game.
        StorageError: it can't be written.
    """
    with database.transaction():
        for person in (name, into):
            if not database.execute("SELECT 1 FROM people WHERE name = ?", (person,)):
                raise PeopleError("board.wrong.person", name=person)
        asked = "SELECT table_name, evening FROM seatings WHERE name = ?"
        seats = database.execute(asked, (name,))
        for table, evening in {*seats}:
            if _met(database, table, evening, {name, into}):
                raise PeopleError("board.wrong.together", name=name, into=into, table=table)
            _mark(database, table, evening)
        if name != into:
            database.execute("UPDATE seatings SET name = ? WHERE name = ?", (into, name))
            database.execute("DELETE FROM people WHERE name = ?", (name,))
    return len(seats)


def _met(database: Database, table: str, evening: str, people: set[str]) -> bool:
    """Return True if `people` sat at a table at the same time."""
    asked = (
        "SELECT game, seat, name FROM seatings WHERE table_name = ? AND evening = ?"
        " ORDER BY game, seat"
    )
    seated: dict[int, str] = {}
    for _, game in groupby(database.execute(asked, (table, evening)), lambda row: int(row[0])):
        for _, seat, name in game:
            seated = {known: each for known, each in seated.items() if each != name} | {seat: name}
        if len(people) > 1 and people <= {*seated.values()}:
            return True
    return False


def erase(database: Database, name: str) -> int:
    """Erase all that is stored of a person, and return the number of rows. Raises StorageError.

    Games stay, with a guest in place of the person. A table that sends its events again brings
    nothing back, because no event has a name.
    """
    with database.transaction():
        asked = "SELECT table_name, evening FROM seatings WHERE name = ?"
        seats = database.execute(asked, (name,))
        for table, evening in seats:
            _mark(database, table, evening)
        person = database.execute("SELECT name FROM people WHERE name = ?", (name,))
        database.execute("DELETE FROM seatings WHERE name = ?", (name,))
        database.execute("DELETE FROM people WHERE name = ?", (name,))
    return len(seats) + len(person)


def _mark(database: Database, table: str, evening: str) -> None:
    """Let boards that are open show a table and the standings again."""
    database.mark_results()
    database.execute(
        "UPDATE evenings SET changed = (SELECT count FROM changes)"
        " WHERE table_name = ? AND evening = ?",
        (table, evening),
    )


def day_of(text: str) -> tuple[int, int]:
    """Return the seconds when a day begins and ends that is written as 2026-09-01.

    Raises:
        PeopleError: it is no such day.
    """
    try:
        day = date.fromisoformat(text)
        return _midnight(day), _midnight(date.fromordinal(day.toordinal() + 1))
    except (ValueError, OverflowError) as error:
        raise PeopleError("board.wrong.day") from error


def _midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day).astimezone().timestamp())
