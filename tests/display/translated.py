"""A hand-made View in another language: the catalogue has each of its English sentences."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from string import Formatter

from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po
from catalogues import CATALOGUE_FOLDERS
from example_seats import NAMES

from appliance.display.view import View
from appliance.table.facts import SeatFacts
from bluffing.cards import Rank
from bluffing.message import AtSeat, Message, Noun, Spoken, message
from bluffing.words import NOUN_FORMS, files_of
from lab.words import words_of

ENGLISH = words_of("en")
SEAT = re.compile("[Ss]eat ([0-9]+)")
NUMBER = re.compile("[+-]?[0-9]+(?:[.][0-9]+)?")
"""What a sentence has as digits."""
SHOWN = re.compile("screens|table|menu|display|shared|rules|cards|host")
"""The files of a screen's sentences."""


def entries(shown: re.Pattern[str] = SHOWN) -> Iterator[Entry]:
    """The English sentences that a screen may have: those of these files."""
    for part in files_of("en", CATALOGUE_FOLDERS):
        if shown.match(part.name):
            with part.open("rb") as file:
                yield from (entry for entry in read_po(file, locale="en") if entry.id)


@cache
def patterns() -> tuple[tuple[str, bool, frozenset[str], re.Pattern[str]], ...]:
    """Every sentence that a screen may have: its code, whether it has plurals, and its pattern.

    Between them the names that are ranks, in a form of their own.

    Those that say most themselves come first.
    """
    found = []
    for entry in entries():
        forms = (entry.string,) if isinstance(entry.string, str) else entry.string
        for text in forms or ():
            said = list(Formatter().parse(text))
            if any(literal.strip() for literal, *_ in said):
                weight = sum(len(literal) for literal, *_ in said)
                plural = not isinstance(entry.id, str)
                code = entry.id[0] if plural else entry.id
                names = (name.partition(".") for _, name, _, _ in said if name)
                bent = frozenset(name for name, _, form in names if form in NOUN_FORMS)
                found.append((weight, str(code), plural, bent, re.compile(_pattern(said))))
    found.sort(key=lambda pair: -pair[0])
    return tuple(pair[1:] for pair in found)


def _pattern(said: Iterable[tuple[str, str | None, str | None, str | None]]) -> str:
    made, seen = "", set[str]()
    for literal, name, spec, _ in said:
        made += re.escape(literal)
        if name is None:
            continue
        group, _, form = name.partition(".")
        what = ".+?"
        if spec or name in {"n", "number"}:
            what = "[+-]?[0-9.,]+"
        elif form in NOUN_FORMS:
            what = "|".join(re.escape(ENGLISH(f"rank.{rank}.{form}")) for rank in Rank)
        made += f"(?P={group})" if group in seen else f"(?P<{group}>{what})"
        seen.add(group)
    return made


@cache
def ranks() -> dict[str, tuple[Rank, str]]:
    """Each rank and its form, by what it is called."""
    return {ENGLISH(f"rank.{rank}.{form}"): (rank, form) for rank in Rank for form in NOUN_FORMS}


@cache
def message_of(text: str) -> Spoken:
    """The message that English says as `text`; of what no sentence has, the text itself."""
    if NUMBER.fullmatch(text):  # a rank that is a number, too: it is said unchanged
        return float(text) if "." in text else int(text)
    if text in ranks():
        rank, form = ranks()[text]
        return rank if form == "short" else message(f"rank.{rank}.{form}")
    if text in NAMES:
        return AtSeat(NAMES.index(text))
    if seat := SEAT.fullmatch(text):
        return message("seat", number=int(seat[1]))
    for code, plural, bent, pattern in patterns():
        if match := pattern.fullmatch(text):
            found = {
                name: ranks()[value][0] if name in bent else message_of(value)
                for name, value in match.groupdict().items()
            }
            if code.startswith("list.") and set(match.groupdict().values()) & set(found.values()):
                continue  # no list of what is known: a comma in a sentence
            return message(code, **({"n": 1} if plural else {}) | found)
    return text


def in_language(view: View, language: str) -> View:
    """`view` with all that it says in another language; names and questions stay unchanged."""
    words = words_of(language).named(NAMES)

    def say(text: str) -> str:
        what = message_of(text) if text else text
        said = words.say(what) if isinstance(what, Message) else text
        return said.upper() if text.isupper() else said

    def label(one: Spoken) -> Spoken:
        return say(one) if isinstance(one, str) and not isinstance(one, Noun) else one

    def seat(one: SeatFacts) -> SeatFacts:
        ring = one.ring and replace(one.ring, labels=tuple(map(label, one.ring.labels)))
        return replace(one, ring=ring, option=tuple(map(label, one.option)))

    sought = view.box.sought
    return replace(
        view,
        headline=say(view.headline),
        detail=say(view.detail),
        notice=replace(view.notice, text=say(view.notice.text)),
        play=replace(view.play, beside=say(view.play.beside)),
        idle=view.idle and replace(view.idle, moments=tuple(map(say, view.idle.moments))),
        box=replace(
            view.box,
            ask=say(view.box.ask),
            camera=say(view.box.camera),
            sought=sought and replace(sought, label=say(sought.label), words=say(sought.words)),
        ),
        verdict=view.verdict
        and replace(view.verdict, hint=say(view.verdict.hint), word=say(view.verdict.word)),
        title=say(view.title),
        opens_menu=say(view.opens_menu or ""),
        seats=tuple(map(seat, view.seats)),
        end=view.end
        and replace(
            view.end,
            standings=tuple(
                replace(standing, words=say(standing.words)) for standing in view.end.standings
            ),
            tale=tuple(map(say, view.end.tale)),
            catch=view.end.catch
            and replace(
                view.end.catch, sentence=say(view.end.catch.sentence), word=say(view.end.catch.word)
            ),
        ),
        words=words_of(language).named(view.words.names),
    )
