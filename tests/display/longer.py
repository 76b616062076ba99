"""English in words a third longer, as another language may have them; in what a View says, too."""

import atexit
import re
import shutil
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from pseudo import _KEPT, LANGUAGE, write_language

from appliance.display.view import View
from appliance.table.facts import SeatFacts
from appliance.words import Words, words_of
from bluffing.cards import Rank
from bluffing.message import Spoken


def longer(text: str) -> str:
    """`text` with each word of three letters or more a third longer, and one letter an odd one."""
    parts, at = [], 0
    for kept in _KEPT.finditer(text):
        parts += [re.sub(r"[A-Za-z]{3,}", _stretched, text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join([*parts, re.sub(r"[A-Za-z]{3,}", _stretched, text[at:])])


def _stretched(found: re.Match[str]) -> str:
    word = found[0]
    half, more = len(word) // 2, round(len(word) / 3)
    middle = ("äenestir" * 3)[:more]
    return word[:half] + (middle.upper() if word.isupper() else middle) + word[half:]


def in_longer_words(view: View) -> View:
    """`view`, and all that a screen adds to it, in longer words; names stay unchanged."""
    asked, sought = view.guess.question, view.box.sought
    return replace(
        view,
        headline=longer(view.headline),
        detail=longer(view.detail),
        notice=replace(view.notice, text=longer(view.notice.text)),
        play=replace(view.play, beside=longer(view.play.beside)),
        idle=view.idle and replace(view.idle, moments=tuple(map(longer, view.idle.moments))),
        box=replace(
            view.box,
            ask=longer(view.box.ask),
            camera=longer(view.box.camera),
            sought=sought
            and replace(sought, label=longer(sought.label), words=longer(sought.words)),
        ),
        verdict=view.verdict
        and replace(view.verdict, hint=longer(view.verdict.hint), word=longer(view.verdict.word)),
        seats=tuple(map(_seat, view.seats)),
        guess=replace(
            view.guess,
            question=asked and replace(asked, text=longer(asked.text), note=longer(asked.note)),
        ),
        end=view.end
        and replace(
            view.end,
            standings=tuple(
                replace(standing, words=longer(standing.words)) for standing in view.end.standings
            ),
        ),
        words=_language().named(view.words.names),
    )


def _seat(seat: SeatFacts) -> SeatFacts:
    ring = seat.ring and replace(seat.ring, labels=tuple(map(_label, seat.ring.labels)))
    return replace(seat, ring=ring, option=tuple(map(_label, seat.option)))


def _label(label: Spoken) -> Spoken:
    return longer(label) if isinstance(label, str) and not isinstance(label, Rank) else label


@cache
def _language() -> Words:
    folder = Path(tempfile.mkdtemp(prefix="doubtit-longer-"))
    atexit.register(shutil.rmtree, folder)
    write_language(folder, translate=longer)
    return words_of(LANGUAGE, folder)
