"""What the board shows, read from the database: tables, catches, games and standings."""

import json
from dataclasses import dataclass
from datetime import datetime

from board.people import day_of
from board.ratings import PlayerRating, RatedGame, standings
from venue.database import Database, Row
from venue.fold import EveningFold

LIVE_S = 24 * 3600
"""Seconds after its newest event for which a table is shown."""

MOST_TABLES = 600
"""Tables that are shown at once."""

GAMES_A_PAGE = 25

DAY_GAMES = 2000
"""Games of a day that are listed."""

BEST_CATCHES = 10

Names = dict[int, str]
"""Names of people by their seats."""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table after its newest event; `changed` is the number of that change."""

    name: str
    evening: str
    changed: int
    arrived: int
    fold: EveningFold
    names: Names


@dataclass(frozen=True, slots=True)
class CatchFacts:
    """A lie that was caught; `slap_us` after the window opened."""

    table: str
    arrived: int
    doubter: int
    liar: int
    slap_us: int
    names: Names


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A finished game; `places` by seats."""

    table: str
    arrived: int
    ruleset: str
    places: tuple[int, ...]
    names: Names


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a league, from and to a time in seconds; `ruleset` is "" for any game."""

    league: str
    season: str
    begins: int
    ends: int
    ruleset: str


class BoardFacts:
    """Reads what a board shows. Each method raises StorageError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._standings: dict[Season, tuple[int, list[PlayerRating]]] = {}

    def newest_change(self) -> int:
        """Return the number of the newest change."""
        return int(self._database.execute("SELECT count FROM changes")[0][0])

    def tables(self, now: int, since: int = 0, name: str = "") -> list[TableFacts]:
        """Return the newest evenings that changed after `since`, of one table or of all by name."""
        with self._database.snapshot():
            asked = (
                "SELECT table_name, evening, changed, arrived, state FROM evenings"
                " WHERE changed > ? AND arrived > ? AND (? = '' OR table_name = ?)"
                " AND NOT EXISTS (SELECT 1 FROM evenings AS newer"
                " WHERE newer.table_name = evenings.table_name"
                " AND (newer.arrived > evenings.arrived"
                " OR newer.arrived = evenings.arrived AND newer.evening > evenings.evening))"
                " ORDER BY table_name LIMIT ?"
            )
            limits = since, now - LIVE_S, name, name, MOST_TABLES
            return [self._table(row) for row in self._database.execute(asked, limits)]

    def catches(self, now: int) -> list[CatchFacts]:
        """Return the quickest catches of the day that `now` (s) is in."""
        limits = *day_of(f"{datetime.fromtimestamp(now).astimezone():%Y-%m-%d}"), BEST_CATCHES
        with self._database.snapshot():
            asked = (
                "SELECT table_name, evening, game, arrived, doubter, liar, slap_us FROM catches"
                " WHERE arrived >= ? AND arrived < ? ORDER BY slap_us, arrived LIMIT ?"
            )
            rows = self._database.execute(asked, limits)
            return [
                CatchFacts(table, arrived, doubter, liar, slap, self._names(table, evening, game))
                for table, evening, game, arrived, doubter, liar, slap in rows
            ]

    def games(self, page: int = 0, table: str = "") -> list[GameFacts]:
        """Return a page of finished games, of one `table` or of all, the newest first."""
        with self._database.snapshot():
            asked = (
                "SELECT table_name, evening, game, arrived, ruleset, places FROM games"
                " WHERE ? = '' OR table_name = ?"
                " ORDER BY arrived DESC, table_name, evening, game DESC LIMIT ? OFFSET ?"
            )
            limits = table, table, GAMES_A_PAGE, page * GAMES_A_PAGE
            rows = self._database.execute(asked, limits)
            return [self._game(row) for row in rows]

    def games_between(self, begins: int, ends: int) -> list[GameFacts]:
        """Return the games that were finished in a time in seconds, in their order."""
        with self._database.snapshot():
            asked = (
                "SELECT table_name, evening, game, arrived, ruleset, places FROM games"
                " WHERE arrived >= ? AND arrived < ? ORDER BY arrived, table_name, evening, game"
                " LIMIT ?"
            )
            rows = self._database.execute(asked, (begins, ends, DAY_GAMES))
            return [self._game(row) for row in rows]

    def seasons(self) -> list[Season]:
        """Return the seasons of all leagues, the newest of each first."""
        asked = (
            "SELECT league, season, begins, ends, ruleset FROM seasons ORDER BY league, begins DESC"
        )
        return [Season(*row) for row in self._database.execute(asked)]

    def standings(self, season: Season) -> list[PlayerRating]:
        """Return the standings of a season, computed again after new results."""
        with self._database.snapshot() as results:
            known = self._standings.get(season)
            if known is not None and known[0] == results:
                return known[1]
            games = self._season_games(season)
        rated = [
            RatedGame(tuple(game.names.get(seat) for seat in range(len(game.places))), game.places)
            for game in games
        ]
        self._standings[season] = results, standings(rated)
        return self._standings[season][1]

    def tables_of(self, league: str) -> list[list[str]]:
        """Return the people of each game of a league's newest season; none for no such league."""
        newest = next((season for season in self.seasons() if season.league == league), None)
        if newest is None:
            return []
        with self._database.snapshot():
            return [[*game.names.values()] for game in self._season_games(newest)]

    def _season_games(self, season: Season) -> list[GameFacts]:
        asked = (
            "SELECT table_name, evening, game, arrived, ruleset, places FROM games"
            " WHERE arrived >= ? AND arrived < ? AND (? = '' OR ruleset = ?)"
            " ORDER BY arrived, table_name, evening, game"
        )
        limits = season.begins, season.ends, season.ruleset, season.ruleset
        return [self._game(row) for row in self._database.execute(asked, limits)]

    def _table(self, row: Row) -> TableFacts:
        name, evening, changed, arrived, state = row
        fold = EveningFold.of_text(state)
        names = self._names(name, evening, fold.game)
        return TableFacts(name, evening, changed, arrived, fold, names)

    def _game(self, row: Row) -> GameFacts:
        table, evening, game, arrived, ruleset, places = row
        names = self._names(table, evening, game)
        return GameFacts(table, arrived, ruleset, tuple(json.loads(places)), names)

    def _names(self, table: str, evening: str, game: int) -> Names:
        """Return the names of the people at a table in a game."""
        asked = (
            "SELECT seat, name FROM seatings WHERE table_name = ? AND evening = ? AND game <= ?"
            " ORDER BY game"
        )
        names: Names = {}
        for seat, name in self._database.execute(asked, (table, evening, game)):
            names = {known: each for known, each in names.items() if each != name}
            names[seat] = name
        return names
