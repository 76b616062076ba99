"""Words that many sentences share: ranks, numbers of things, places, rings of choices."""

import re
from collections.abc import Iterable
from functools import lru_cache

from appliance.display.phrases.facts import facts
from appliance.message import Message
from appliance.rules import RULESETS
from appliance.rules.cards import Rank
from appliance.rules.wagers import WagerGame
from appliance.table.state import Stage, Table
from appliance.words import words_of

Words = tuple[str, str]
"""A headline and its detail."""

_SEAT = re.compile(r"\b[Ss]eat (\d+)")


def by_name(table: Table, label: str) -> str:
    """A label of a ring, with the players' names instead of their seats."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return table.name(seat) if seat < len(table.names) else found[0]

    return _SEAT.sub(name, label)


def said(table: Table, what: Message | None) -> str:
    """What the table says, by the players' names; "" for nothing."""
    return "" if what is None else words_of("en").named(table.players).say(what)


def cards(count: int) -> str:
    """A number of cards: "1 card", "4 cards"."""
    return "1 card" if count == 1 else f"{count} cards"


def points(count: int) -> str:
    """A number of points: "1 point", "4 points"."""
    return "1 point" if count == 1 else f"{count} points"


def plural(rank: Rank) -> str:
    """A rank as people claim it: "sevens"."""
    return rank.spoken(2).removeprefix("2 ")


def singular(rank: Rank) -> str:
    """One card of a rank: "seven"."""
    return rank.spoken(1).removeprefix("1 ")


def one(rank: Rank) -> str:
    """The same with its article: "a seven", "an ace"."""
    word = singular(rank)
    return f"an {word}" if word[0] in "ae" else f"a {word}"


def names(words: Iterable[str], last: str = "and") -> str:
    """Some words in a row: "Ana, Ben and Cleo"."""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def place(number: int) -> str:
    """A place in a row: "1st", "2nd", "11th"."""
    ending = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def asks_questions(table: Table) -> bool:
    """Whether the game is one of guesses and wagers."""
    return _asks_questions(table.settings.ruleset)


@lru_cache
def _asks_questions(ruleset: str) -> bool:
    return isinstance(RULESETS[ruleset], WagerGame)


def allowed(table: Table) -> tuple[Rank, ...]:
    """The ranks that the next play may claim, where it is free to choose but not among all."""
    return facts(table).allowed if table.round is not None and table.stage is Stage.PLAY else ()


def rank_words(table: Table) -> str:
    """What the next play claims: "sevens", "any rank", "a 9, 10 or 2"."""
    required = table.game.required
    if required is not None:
        return plural(required)
    some = allowed(table)
    return names(some, "or") if some else "any rank"
