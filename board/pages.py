"""The pages of a board as HTML, in the language of a request."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bluffing.rulesets import RULESETS
from bluffing.words import Words
from board.facts import GAMES_A_PAGE, BoardFacts, GameFacts, Names, Season, TableFacts
from board.ratings import PROVISIONAL_GAMES
from board.words import BOARD_LANGUAGES, words_of
from venue.standing import TABLE_SEATS

HERE = Path(__file__).parent

STATIC = {
    "board.css": ("text/css", (HERE / "static" / "board.css").read_bytes()),
    "board.js": ("text/javascript", (HERE / "static" / "board.js").read_bytes()),
}
"""Files that pages ask for, with their media type."""

STAMP = hashlib.sha256(b"".join(text for _, text in STATIC.values())).hexdigest()[:12]
"""Changes with these files, so that a browser may keep them."""

Form = Mapping[str, str]
"""The fields of a form that a browser sends."""

SHOWN_GAMES, SHOWN_CATCHES = 6, 5
"""Games and catches beside the tables."""

_templates = Environment(
    loader=FileSystemLoader(HERE / "templates"), autoescape=True, undefined=StrictUndefined,
    trim_blocks=True, lstrip_blocks=True,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor of a board: the `language` to answer in, `explicit` where an address names it.

    `base` is the path of the board, ending in /, and `path` the rest of the page's; `page` counts
    the pages of a list from 0.
    """

    language: str
    base: str
    path: str = ""
    page: int = 0
    explicit: bool = False

    @property
    def words(self) -> Words:
        """The sentences of the language."""
        return words_of(self.language)

    def link(self, path: str, **query: int | str) -> str:
        """Return the address of a page of the board, which keeps a language that was chosen."""
        chosen = {"lang": self.language} if self.explicit else {}
        asked = urlencode({name: str(value) for name, value in (query | chosen).items()})
        return f"{self.base}{path}" + (f"?{asked}" if asked else "")

    def in_language(self, language: str) -> str:
        """Return the address of the same page in another language."""
        page = {"page": self.page} if self.page else {}
        return f"{self.base}{self.path}?{urlencode({**page, 'lang': language})}"

    def seat(self, seat: int, names: Names) -> str:
        """Return the name of a person, or of a seat from 0."""
        return names.get(seat) or self.words("seat.first", number=seat + 1)

    def title(self, ruleset: str) -> str:
        """Return the name of a game."""
        known = RULESETS.get(ruleset)
        return self.words.say(known.title) if known else self.words("board.a-game")


class Pages:
    """Draws pages from the `facts`; `name` is that of the venue. Raises StorageError."""

    def __init__(self, facts: BoardFacts, name: str) -> None:
        self._facts, self._name = facts, name

    def front(self, visitor: Visitor, now: int) -> str:
        """Return the page of all tables."""
        change, tables = self._facts.newest_change(), self._facts.tables(now)
        values = {"change": change, "tables": tables, **self._beside(now)}
        return self._page(visitor, "front.html", "board.tables", values)

    def table(self, visitor: Visitor, now: int, name: str) -> str | None:
        """Return the page of a table, or None for a table without a stored event."""
        change, games = self._facts.newest_change(), self._facts.games(table=name)
        tables = self._facts.tables(now, name=name)
        if not tables and not games:
            return None
        values = {"change": change, "name": name, "tables": tables, "games": games}
        return self._page(visitor, "table.html", "board.table", values)

    def games(self, visitor: Visitor) -> str:
        """Return a page of finished games."""
        games = self._facts.games(visitor.page)
        values = {"games": games, "more": len(games) == GAMES_A_PAGE}
        return self._page(visitor, "games.html", "board.games", values)

    def catches(self, visitor: Visitor, now: int) -> str:
        """Return the page of the day's best catches."""
        values = {"catches": self._facts.catches(now)}
        return self._page(visitor, "catches.html", "board.catches", values)

    def standings(self, visitor: Visitor) -> str:
        """Return the page of all leagues' seasons."""
        seasons = [(season, self._facts.standings(season)) for season in self._facts.seasons()]
        values = {"seasons": seasons, "provisional": PROVISIONAL_GAMES}
        return self._page(visitor, "standings.html", "board.standings", values)

    def notice(self, visitor: Visitor, code: str) -> str:
        """Return a page with one sentence."""
        return self._page(visitor, "notice.html", code, {})

    def door(self, visitor: Visitor, *, wrong: bool) -> str:
        """Return the page that asks for a guest's code."""
        return self._page(visitor, "door.html", "board.code", {"wrong": wrong})

    def sign_in(self, visitor: Visitor, reason: str, wrong: str) -> str:
        """Return the page that asks for the password, or says by `reason` why it can't."""
        values = {"reason": reason, "wrong": wrong}
        return self._page(visitor, "sign_in.html", "board.organiser", values)

    def desk(
        self, visitor: Visitor, now: int, key: str, people: list[str], *,
        wrong: str, done: bool, given: Form,
    ) -> str:  # fmt: skip
        """Return the organiser's own page, whose forms have `key` and what was `given`."""
        games = sorted((visitor.title(name), name) for name in RULESETS)
        tables = [table.name for table in self._facts.tables(now)]
        values = {
            "key": key, "people": people, "wrong": wrong, "done": done, "given": given,
            "rulesets": games, "tables": tables, "today": _day(now),
            "seasons": self._facts.seasons(), "seats": TABLE_SEATS,
        }  # fmt: skip
        return self._page(visitor, "desk.html", "board.organiser", values)

    def sheet(self, visitor: Visitor, begins: int, ends: int) -> str:
        """Return the sheet of a day to be printed."""
        seasons = [
            (season, self._facts.standings(season))
            for season in self._facts.seasons()
            if season.begins < ends and begins < season.ends
        ]
        games = self._facts.games_between(begins, ends)
        values = {
            "games": games, "catches": self._facts.catches(begins), "seasons": seasons,
            "begins": begins, "provisional": PROVISIONAL_GAMES,
        }  # fmt: skip
        return self._page(visitor, "sheet.html", "board.sheet", values)

    def card(self, visitor: Visitor, table: TableFacts) -> str:
        """Return the part of a page that shows a table."""
        macro = _templates.get_template("parts.html").make_module(_tools(visitor))
        return str(macro.card(table))  # type: ignore[attr-defined]

    def beside(self, visitor: Visitor, now: int) -> str:
        """Return the part of the front page beside the tables."""
        macro = _templates.get_template("parts.html").make_module(_tools(visitor))
        return str(macro.beside(**self._beside(now)))  # type: ignore[attr-defined]

    def _beside(self, now: int) -> dict[str, object]:
        games, catches = self._facts.games(), self._facts.catches(now)
        return {"games": games[:SHOWN_GAMES], "catches": catches[:SHOWN_CATCHES]}

    def _page(
        self, visitor: Visitor, template: str, heading: str, values: Mapping[str, object]
    ) -> str:
        tools = _tools(visitor)
        page = {"venue": self._name, "heading": heading, "visitor": visitor, "stamp": STAMP}
        languages = [(each, words_of(each)("board.language")) for each in BOARD_LANGUAGES]
        return _templates.get_template(template).render(
            **tools, **page, **values, languages=languages
        )


def _tools(visitor: Visitor) -> dict[str, object]:
    return {
        "_": visitor.words, "link": visitor.link, "seat": visitor.seat, "title": visitor.title,
        "clock": _clock, "day": _day, "result": lambda game: _result(visitor, game),
        "shown_days": lambda season: _days(visitor, season),
    }  # fmt: skip


def _clock(at: int) -> Markup:
    when = datetime.fromtimestamp(at).astimezone()
    stamp = f"{when:%Y-%m-%dT%H:%M:%S%z}"
    return Markup('<time datetime="{}">{}</time>').format(stamp, f"{when:%H:%M}")


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at).astimezone():%Y-%m-%d}"


def _days(visitor: Visitor, season: Season) -> str:
    return visitor.words("board.days", first=_day(season.begins), last=_day(season.ends - 1))


def _result(visitor: Visitor, game: GameFacts) -> list[tuple[int, list[str]]]:
    """Return the places of a game, each with those who share it."""
    places = sorted({*game.places})
    return [
        (
            place,
            [
                visitor.seat(seat, game.names)
                for seat, theirs in enumerate(game.places)
                if theirs == place
            ],
        )
        for place in places
    ]
