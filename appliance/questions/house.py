"""House surveys: the votes of a table's own people, and the pack of questions made from them.

A small file keeps the answers, so that rounds and evenings add up. A survey becomes a question once
it has FEWEST_ASKED answers. The pack is in the folder of people's own packs, and is drawn like any
other after the next start.
"""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from appliance.bounded_files import read_toml
from appliance.core.effects import CountVotes, Effect
from appliance.core.question import Kind
from appliance.core.signals import Signal, VotesCounted
from appliance.errors import UnfitFileError, reason
from appliance.questions.entry import FEWEST_ASKED
from appliance.questions.sheet import Value, as_toml, pack_text
from appliance.questions.shelf import FOLDER
from appliance.table.stages.survey.state import SURVEYS
from appliance.whole_file import is_file, rename_broken, write_whole
from bluffing.message import Message, Spoken, message

VOTES = "surveys.toml"
"""Name of the file of all votes, beside the journal."""

MOST_VOTES = 10**6
"""Largest number of votes that a file can give."""

PACK_FILE = "house.toml"
"""Name of the pack's file, in the folder of people's own packs."""

_ABOUT_VOTES = "# Written by the table: how often people said yes and no in its house surveys.\n"

YesNo: TypeAlias = tuple[int, int]
"""Numbers of yes and of no votes."""


class Ballots:
    """All votes, in `folder`. `say` translates a message into the table's `language`.

    `today` gives the day, `clock` the table's time (ns); `tell` reports files that can't be read or
    written.
    """

    def __init__(
        self,
        folder: Path,
        post: Callable[[Signal], object],
        clock: Callable[[], int],
        *,
        today: Callable[[], dt.date],
        say: Callable[[Message], str],
        tell: Callable[[Message], object],
        language: str,
    ) -> None:
        self._votes, self._pack = folder / VOTES, folder / FOLDER / PACK_FILE
        self._post, self._clock, self._today = post, clock, today
        self._say, self._tell, self._language = say, tell, language
        self.counted: dict[str, YesNo] = self._read()

    def perform(self, effect: Effect) -> None:
        """Take CountVotes, and leave the rest to others."""
        if not isinstance(effect, CountVotes):
            return
        yes, no = self.counted.get(effect.survey, (0, 0))
        if effect.yes or effect.no:
            yes, no = yes + effect.yes, no + effect.no
            self.counted[effect.survey] = yes, no
            self._write()
        missing = max(0, FEWEST_ASKED - yes - no)
        self._post(VotesCounted(effect.survey, yes + no, missing, self._clock()))

    def _read(self) -> dict[str, YesNo]:
        try:
            if is_file(self._votes):
                table = read_toml(self._votes)
                return {survey: _tally(votes) for survey, votes in table.items()}
        except OSError as error:
            self._cannot_write(self._votes, error)
        except UnfitFileError as error:
            self._aside(error.why)
        except ValueError as error:
            self._aside(" ".join(str(error).split())[:200])
        return {}

    def _aside(self, why: Spoken) -> None:
        try:
            rename_broken(self._votes)
        except OSError as error:
            self._cannot_write(self._votes, error)
        else:
            self._tell(message("survey.broken", path=str(self._votes), error=why))

    def _cannot_write(self, path: Path, error: OSError) -> None:
        self._tell(message("survey.unwritable", path=str(path), error=reason(error)))

    def _write(self) -> None:
        """Write the votes, and the pack of all surveys with enough votes."""
        counted = self.counted.items()
        lines = (f"{as_toml(survey)} = [{yes}, {no}]\n" for survey, (yes, no) in counted)
        enough = [
            count for count in counted if count[0] in SURVEYS and sum(count[1]) >= FEWEST_ASKED
        ]
        path = self._votes
        try:
            write_whole((_ABOUT_VOTES + "".join(lines)).encode(), path)
            if enough:
                path = self._pack
                path.parent.mkdir(exist_ok=True)
                rows = [self._row(survey, tally) for survey, tally in enough]
                title = self._said("survey.pack")
                write_whole(pack_text(title, self._language, rows).encode(), path)
        except OSError as error:
            self._cannot_write(path, error)

    def _row(self, survey: str, tally: YesNo) -> dict[str, Value]:
        """The question as a pack has it."""
        day, asked = self._today(), sum(tally)
        return {
            "id": survey,
            "kind": Kind.FUN.value,
            "text": self._said("survey.asks", question=message(f"survey.{survey}")),
            "answer": (200 * tally[0] + asked) // (2 * asked),  # half a percent is rounded up
            "source": self._said("survey.source", date=day.isoformat(), n=asked),
            "date": day,
            "topic": "house",
            "checked": day,
            "pollster": self._said("survey.pollster"),
            "fielded": day,
            "n": asked,
            "population": self._said("survey.population"),
        }

    def _said(self, code: str, /, **values: Spoken) -> str:
        return self._say(message(code, **values))


def _tally(votes: object) -> YesNo:
    """Raises ValueError: these are no two numbers of votes."""
    match votes:
        case [int(yes), int(no)] if bool not in {type(yes), type(no)}:
            if 0 <= yes <= MOST_VOTES and 0 <= no <= MOST_VOTES:
                return yes, no
    raise ValueError(repr(votes)[:60])
