"""Reader of games in text form. It plays each game at once, so the rules allow every result."""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NoReturn

from bluffing.actions import Action
from bluffing.errors import NotationError, SettingError
from bluffing.game import AnyRuleset, Refused, Setup
from bluffing.message import Message, in_a_row, message, quoted
from bluffing.notation.record import Decided, Record, RecordLine, TakenBack, result
from bluffing.notation.spelling import (
    DATE,
    PARTS_OF,
    QUOTED_NAME,
    SECONDS,
    TAKEN_BACK,
    VERBS,
    WHOLE,
    Spelling,
)
from bluffing.options import Value, parse_options
from bluffing.rulesets import RULESETS

_WHOLE_OPTION = re.compile("[0-9]{1,20}")
_WORD = re.compile(r"""#.*|"(?:[^"\\]|\\.)*+"|[^\s#]+""")


def read(text: str) -> tuple[Record, ...]:
    """Return the games of a text.

    Raises:
        NotationError: with line and column, when a line is malformed or breaks the game's rules.
    """
    games: list[_GameText] = []
    for number, written in enumerate(text.splitlines(), 1):
        line = _LineText(number, written)
        match line.next.text:
            case "":
                continue
            case "game":
                games.append(_GameText.begun(line))
            case keyword if not games:
                _fail(line.next, message("notation.game-first", given=quoted(keyword)))
            case _:
                games[-1].take(line)
        line.end()
    return tuple(game.finished() for game in games)


def read_action(text: str) -> Action:
    """Return the action that a line tells, such as "1 play 2 A".

    Raises:
        NotationError: the line tells none; only a game decides whether an action is legal.
    """
    line = _LineText(1, text)
    action = _action(line)
    line.end()
    return action


@dataclass(frozen=True, slots=True)
class _Word:
    """Word of the text and its place; `line` and `column` count from 1."""

    text: str
    line: int
    column: int


def _fail(at: _Word, why: Message) -> NoReturn:
    raise NotationError(message("notation.at", line=at.line, column=at.column, why=why))


def _value(word: _Word, spelling: Spelling) -> Any:  # noqa: ANN401 - of the spelling's kind
    try:
        return spelling.read(word.text)
    except ValueError:
        given, kind = quoted(word.text), spelling.what
        why = message("notation.other", given=given, what=kind)
        _fail(word, why if word.text else message("notation.missing", what=kind))


class _LineText:
    """Line with the `words` that have not been taken yet."""

    def __init__(self, number: int, text: str) -> None:
        matches = (match for match in _WORD.finditer(text) if match[0][0] != "#")
        self.words = deque(_Word(match[0], number, match.start() + 1) for match in matches)
        self._end = _Word("", number, len(text) + 1)

    @property
    def next(self) -> _Word:
        """Next word; an empty one at the end."""
        return self.words[0] if self.words else self._end

    def word(self) -> _Word:
        """Take the next word."""
        return self.words.popleft() if self.words else self._end

    def value(self, spelling: Spelling) -> Any:  # noqa: ANN401 - of the spelling's kind
        """Take a value."""
        return _value(self.word(), spelling)

    def values(self, spelling: Spelling, until: str = "") -> tuple[Any, ...]:  # as above
        """Take one value or more, up to the end or the word `until`."""
        taken = [self.value(spelling)]
        while self.words and self.next.text != until:
            taken.append(self.value(spelling))
        return tuple(taken)

    def rest(self) -> str:
        """Take the remaining words."""
        left = " ".join(word.text for word in self.words)
        self.words.clear()
        return left

    def end(self) -> None:
        """Refuse any further word."""
        if self.words:
            _fail(self.next, message("notation.too-much", given=quoted(self.next.text)))

    def moment(self) -> int | None:
        """Take the moment at the end of the line (ms), or None if the line has none."""
        if not self.words or self.words[-1].text[0] != "@":
            return None
        last = self.words.pop()
        at: int = _value(_Word(last.text[1:], last.line, last.column + 1), SECONDS)
        return at


@dataclass(slots=True)
class _GameText:
    """Game as far as the text is read. `places` has the first word of each of its `lines`."""

    begins: _Word
    ruleset: AnyRuleset
    single: set[str] = field(default_factory=set)  # headers that may occur once
    setup: dict[str, Any] = field(default_factory=dict)  # the fields of a Setup
    options: dict[str, Value] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    began: int = 0
    claims: dict[str, tuple[_Word, str]] = field(default_factory=dict)  # the played game confirms
    lines: list[RecordLine] = field(default_factory=list)
    places: list[_Word] = field(default_factory=list)

    @classmethod
    def begun(cls, line: _LineText) -> "_GameText":
        """Read the line that begins a game."""
        begins, name = line.word(), line.word()
        if name.text not in RULESETS:
            known = in_a_row(RULESETS)
            _fail(name, message("notation.no-game", given=quoted(name.text), known=known))
        return cls(begins, RULESETS[name.text])

    def take(self, line: _LineText) -> None:
        """Read another line of the game."""
        header = _HEADERS.get(line.next.text)
        if header is None or self.lines:
            self._decide(line)
            return
        word = line.word()
        if word.text in self.single:
            _fail(word, message("notation.twice", header=word.text))
        if word.text not in ("name", "option"):
            self.single.add(word.text)
        header(self, word, line)

    def date(self, _: _Word, line: _LineText) -> None:
        """Read the date of the deal."""
        self.began = line.value(DATE)

    def number(self, header: _Word, line: _LineText) -> None:
        """Read one number of the set-up."""
        key = "players" if header.text == "seats" else header.text
        self.setup[key] = line.value(WHOLE)

    def numbers(self, header: _Word, line: _LineText) -> None:
        """Read a number of the set-up for each seat."""
        self.setup[header.text] = line.values(WHOLE)

    def name(self, _: _Word, line: _LineText) -> None:
        """Read the name of the player at the next seat."""
        place = line.next
        if line.value(WHOLE) != len(self.names):
            _fail(place, message("notation.next-name", seat=len(self.names)))
        self.names.append(line.value(QUOTED_NAME))

    def option(self, _: _Word, line: _LineText) -> None:
        """Read a house option."""
        key, value = line.word(), line.rest()
        given = int(value) if _WHOLE_OPTION.fullmatch(value) else value
        if key.text in self.options:
            _fail(key, message("notation.twice", header=key.text))
        try:
            self.options |= parse_options(self.ruleset.options, {key.text: given})
        except SettingError as error:
            _fail(key, error.why)

    def tell(self, header: _Word, line: _LineText) -> None:
        """Check a line that follows from the rest."""
        self.claims[header.text] = line.next, line.rest()

    def _decide(self, line: _LineText) -> None:
        """Read a line with an action, or one that takes actions back."""
        at, begins = line.moment(), line.next
        if begins.text == TAKEN_BACK:
            line.word()
            self.lines.append(TakenBack(line.value(WHOLE), at))
        else:
            self.lines.append(Decided(_action(line), at))
        self.places.append(begins)

    def finished(self) -> Record:
        """Return the game, played by its rules."""
        players = self.setup.get("players")
        if players is None:
            _fail(self.begins, message("notation.no-seats"))
        if self.names and len(self.names) != players:
            _fail(self.begins, message("notation.names", seats=players))
        options, name = tuple(self.options.items()), self.ruleset.name
        record = Record(
            name, Setup(**self.setup), options, tuple(self.names), self.began, tuple(self.lines)
        )
        states = record.states()
        for place in (self.begins, *self.places):
            try:
                state = next(states)
            except Refused as refused:
                _fail(place, refused.why)
            if place is self.begins:
                self._agree("dealt", " ".join(map(str, state.hands)))
        self._agree("result", result(state))
        return record

    def _agree(self, header: str, played: str) -> None:
        """Check the text against the game as played."""
        place, text = self.claims.get(header, (self.begins, played))
        if text != played:
            _fail(place, message("notation.differs", header=header, played=played))


_HEADERS: dict[str, Callable[[_GameText, _Word, _LineText], None]] = {
    "date": _GameText.date,
    "seats": _GameText.number,
    "dealer": _GameText.number,
    "packs": _GameText.number,
    "lead": _GameText.number,
    "hands": _GameText.numbers,
    "points": _GameText.numbers,
    "name": _GameText.name,
    "option": _GameText.option,
    "dealt": _GameText.tell,
    "result": _GameText.tell,
}
"""Words that begin a header line, each with its reader."""


def _action(line: _LineText) -> Action:
    """Return the action of a line, by its verb: the first word, or the one after the seat."""
    verb = next((word for word in islice(line.words, 2) if word.text in VERBS), None)
    if verb is None:
        _fail(line.next, message("notation.no-move", known=in_a_row((*VERBS, TAKEN_BACK))))
    kind = VERBS[verb.text]
    values: dict[str, Any] = {}  # of each field its own type
    parts = PARTS_OF[kind]
    for part, after in zip(parts, (*parts[1:], None), strict=True):
        if part.spelling is None:
            word = line.word()
            if word.text != part.word:
                _fail(word, message("notation.word", word=part.word))
        elif part.many:
            values[part.name] = line.values(part.spelling, after.word if after else "")
        elif part.optional and not line.words:
            values[part.name] = None
        else:
            values[part.name] = line.value(part.spelling)
    action: Action = kind(**values)
    return action
