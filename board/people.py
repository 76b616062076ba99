"""People of a venue: names at seats, leagues, and what is stored of a person.

No event has a name. A name is here only because an organiser has written it down for a person
who agreed; everything else of that person hangs on this name, and goes with it.
"""

import time
from collections.abc import Iterator
from datetime import date, datetime

from venue.database import Database
from venue.fold import EveningFold
from venue.standing import TABLE_SEATS

NAME_LETTERS = 40
"""Maximum length of a name."""


class PeopleError(Exception):
    """Something that can't be written down; the line says why."""


def checked(name: str) -> str:
    """Return a name without spaces around it. Raises PeopleError."""
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > NAME_LETTERS or not tidy.isprintable():
        raise PeopleError(f"a name has 1 to {NAME_LETTERS} letters that can be printed")
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
        raise PeopleError(f"a seat is a number from 1 to {TABLE_SEATS}")
    with database.transaction():
        asked = "SELECT evening, state FROM evenings WHERE table_name = ? ORDER BY arrived DESC, n"
        rows = database.execute(asked, (table,))
        if not rows:
            raise PeopleError(f"no event of a table {table!r} is stored")
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
    try:
        begins, ends = date.fromisoformat(first), date.fromisoformat(last)
    except ValueError as error:
        raise PeopleError(f"a day is written as 2026-09-01: {error}") from error
    if ends < begins:
        raise PeopleError(f"{last} is before {first}")
    with database.transaction():
        database.execute(
            "INSERT INTO seasons VALUES (?, ?, ?, ?, ?) ON CONFLICT (league, season) DO UPDATE SET"
            " begins = excluded.begins, ends = excluded.ends, ruleset = excluded.ruleset",
            (
                checked(league), checked(season),
                _midnight(begins), _midnight(date.fromordinal(ends.toordinal() + 1)), ruleset,
            ),
        )  # fmt: skip


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


def _midnight(day: date) -> int:
    return int(datetime(day.year, day.month, day.day).astimezone().timestamp())
