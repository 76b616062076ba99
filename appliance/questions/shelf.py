"""The packs of questions that a table has: shipped, named in settings, or put there by people.

A broken pack is reported in a line, and the table does without it.
"""

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from appliance.core.question import Pack, Question
from appliance.errors import QuestionError
from appliance.questions.drawer import Key, key_of
from appliance.questions.entry import PackEntry
from appliance.questions.pack import FOREVER, PACKS, contents, pack_of
from appliance.questions.sieve import Sieve, sifted
from bluffing.message import Message, message

FOLDER = "questions"
"""Name of the folder of people's own packs, beside their settings or the journal."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The usable `packs`, and the names of the packs that the settings have `chosen`.

    `entries` are the questions of each pack that can be drawn. `wrong` has a message for each pack
    that can't be used, `held` one for each pack with questions that are never drawn.
    """

    packs: tuple[Pack, ...]
    chosen: tuple[str, ...]
    entries: dict[str, tuple[PackEntry, ...]]
    wrong: tuple[Message, ...] = ()
    held: tuple[Message, ...] = ()

    @property
    def every(self) -> tuple[PackEntry, ...]:
        """All questions of all packs."""
        return tuple(entry for entries in self.entries.values() for entry in entries)

    def questions(
        self, names: Iterable[str], sieve: Sieve, without: Collection[Key] = ()
    ) -> tuple[Question, ...]:
        """Return the questions of these packs that pass `sieve`, except those in `without`.

        If none of the packs is available the shipped packs are used. The result may be empty.
        """
        known = [name for name in names if name in self.entries] or list(PACKS)
        entries = (entry for name in known for entry in self.entries.get(name, ()))
        left = (entry for entry in entries if key_of(entry.question) not in without)
        return tuple(entry.question for entry in sifted(left, sieve))


def shelf(named: Iterable[str], folders: Iterable[Path] = (), today: dt.date = FOREVER) -> Shelf:
    """Load the shipped packs, those `named` by settings and those in `folders`, on that day.

    If no named pack is usable, the shipped packs are used.
    """
    named = tuple(named)
    files = (str(file) for folder in folders for file in sorted(folder.glob("*.toml")))
    packs: list[Pack] = []
    entries: dict[str, tuple[PackEntry, ...]] = {}
    wrong: list[Message] = []
    held: list[Message] = []
    for name in dict.fromkeys((*PACKS, *named, *files)):
        try:
            pack = contents(name)
            drawn = pack.drawn(today)
            packs.append(pack_of(pack, drawn))
        except QuestionError as error:
            wrong.append(message("questions.unusable", why=error.says))
            continue
        entries[name] = drawn
        ids = {entry.question.id for entry in drawn}
        others = [entry for entry in pack.entries if entry.question.id not in ids]
        expired = sum(entry.expired(today) for entry in others)
        if expired:
            held.append(message("questions.held-back", n=expired, pack=pack.name))
        unshown = sum(bool(entry.unshown) for entry in others)
        if unshown:
            held.append(message("questions.never-shown", n=unshown, pack=pack.name))
    chosen = tuple(entry for entry in named if entry in entries) or PACKS
    return Shelf(tuple(packs), chosen, entries, tuple(wrong), tuple(held))
