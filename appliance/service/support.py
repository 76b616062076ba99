"""Writes a report for a helper: versions, settings, self-test, log and journal in one file.

It has no picture. Players' names are left out unless they agree: each name becomes "Seat 1" and so
on, in the table's language, everywhere, and the journal is replayed with these. The report has the
answer to a question only if a player has doubted it.
"""

import json
import os
import platform
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from glob import escape
from importlib.metadata import PackageNotFoundError, requires, version
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from appliance.core.question import CardCode, Question
from appliance.core.signals import BACKSPACE, RETURN, CodeSeen, LetterTyped, QuestionDrawn, Signal
from appliance.errors import JournalError
from appliance.kept import InForce, text_of_tables
from appliance.runtime.codec import decode, encode
from appliance.runtime.evening import KeptEvening
from appliance.runtime.journal import Journal
from appliance.service.backup import is_evening, scratch
from appliance.table import Table, TableSettings, step
from appliance.words import Words

REPORT = "report"
"""Kind of archive, in the manifest."""

LOG_LINES = 2000
"""The newest lines of the service's log, at most."""

PACKAGE = "doubt-it-table"

ROWS_AT_ONCE = 200
"""Rows of an evening that are copied in one commit."""

_Step = tuple[int, Signal, Table]


@dataclass(frozen=True, slots=True)
class Names:
    """Names of players, the words that replace them in a report, and `said`: it keeps the names."""

    names: tuple[str, ...]
    instead: tuple[str, ...]
    said: bool = False

    def left_out(self, text: str) -> str:
        """Return `text` without them, as whole words; longer names first: one may begin another."""
        if self.said:
            return text
        pairs = dict(zip(self.names, self.instead, strict=True))
        words = sorted((name for name in pairs if name.strip()), key=len, reverse=True)
        if not words:
            return text
        any_of_them = "|".join(map(re.escape, words))
        return re.sub(rf"(?<!\w)({any_of_them})(?!\w)", lambda found: pairs[found[1]], text)


def names_in(start: InForce, words: Words, *, said: bool) -> Names:
    """Collect the names in settings and evenings, with their replacements in that language."""
    names = list(start.config.seats.names)
    journal = Path(start.config.journal)
    for path in sorted(journal.parent.glob(f"{escape(journal.name)}*")):
        if path.is_symlink() or not is_evening(path.name, journal.name):
            continue
        with suppress(JournalError), KeptEvening.open(path) as evening:
            names += evening.settings_names
    distinct = tuple(dict.fromkeys(names))
    instead = (words("seat.first", number=number) for number in range(1, len(distinct) + 1))
    return Names(distinct, tuple(instead), said)


def texts_of(start: InForce, names: Names, checked: str, wrong: Iterable[str]) -> dict[str, str]:
    """Return all of a report but the evening.

    `checked` has the findings of the self-test, as JSON; `wrong` the faults in the kept settings.
    """
    texts = {
        "versions.json": json.dumps(versions(), indent=1),
        "settings.toml": text_of_tables(start.tables),
        "settings-wrong.txt": "\n".join(wrong),
        "check.json": checked,
        "log.txt": log(),
    }
    home = os.environ.get("HOME", "")
    return {
        name: names.left_out(text.replace(home, "~") if len(home) > 1 else text)
        for name, text in texts.items()
    }


def report_of(
    texts: Mapping[str, str], journal: Path, names: Names
) -> Iterator[tuple[str, BinaryIO]]:
    """Open each file of a report: these texts, and the evening. Raises OSError."""
    for name, text in texts.items():
        yield name, _file(text)
    try:
        evening = journal_of(journal, names)
    except JournalError as error:
        yield "evening-journal.txt", _file(names.left_out(str(error)))
    else:
        yield "evening.journal", evening


def _file(text: str) -> BinaryIO:
    return BytesIO(text.encode("utf-8", "backslashreplace"))


def versions() -> dict[str, object]:
    """Return the versions of the table, Python, the system and the installed libraries."""
    libraries: dict[str, str] = {}
    for line in (*(requires(PACKAGE) or ()), "evdev", "lgpio", "picamera2"):
        [name] = re.findall(r"^[\w.-]+", line)
        with suppress(PackageNotFoundError):
            libraries[name] = version(name)
    system = {"python": platform.python_version(), "machine": platform.machine()}
    for name, path in (("system", "/etc/os-release"), ("model", "/proc/device-tree/model")):
        with suppress(OSError):
            system[name] = Path(path).read_text(encoding="utf-8", errors="replace").strip("\0\n")
    kernel = f"{platform.system()} {platform.release()}"
    return {"table": version(PACKAGE), "kernel": kernel, **system, "libraries": libraries}


def log() -> str:
    """Return the newest lines of the service's log; "" without a service."""
    line = ("journalctl", "--unit", "doubtit", "--lines", str(LOG_LINES), "--no-hostname",
            "--output", "short-iso", "--no-pager", "--quiet")  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            line, capture_output=True, text=True, errors="replace", timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout


def journal_of(path: Path, names: Names) -> BinaryIO:
    """Open a copy of the evening in the journal at `path`, without its names.

    Letters that were typed are all "x". A question without a doubt has no answer there.

    Raises:
        JournalError: the journal can't be read.
        OSError: the copy can't be written.
    """
    with scratch(path.parent) as folder:
        copied = folder / "evening.journal"
        with closing(Journal.read(path)) as evening:
            settings = _left_out(evening.settings, names)
            if not names.said:
                settings = _anonymous(settings, evening.settings, names)
            with closing(Journal.open(copied, settings)) as copy:
                _copy(evening, copy, names)
        return copied.open("rb")


def _copy(evening: Journal, copy: Journal, names: Names) -> None:
    """Replay the evening into `copy`, as far as possible, with the answers that people saw."""
    table, newest = _Told(copy), Table(copy.settings)
    for row in evening.entries():
        try:
            newest = table.follow(newest, _without(row.signal, names), row.now)
        except (TypeError, ValueError, AttributeError, AssertionError, LookupError):
            break  # the part before it is complete
    table.end()


@dataclass(slots=True)
class _Told:
    """Writer of `copy`: it keeps an answer only if people have seen it.

    `held` are the steps since the `question` was drawn whose answer is still secret; `start` is the
    table before them.
    """

    copy: Journal
    rows: list[_Step] = field(default_factory=list)
    held: list[_Step] = field(default_factory=list)
    start: Table | None = None
    question: Question | None = None
    answered: Question | None = None

    def follow(self, table: Table, signal: Signal, now: int) -> Table:
        """Return `table` after one more signal."""
        then, _ = step(table, signal, now)
        if isinstance(signal, QuestionDrawn) and _question_of(then) is not signal.question:
            signal = _blank_answer(signal)  # it came too late
            then, _ = step(table, signal, now)
        if self.question is not None and _question_of(then) is not self.question:
            table = self._without_answer(table)
            then, _ = step(table, signal, now)
        asked = _question_of(then)
        if self.question is None and asked is not None and asked is not self.answered:
            self.question, self.start = asked, table
        self.held.append((now, signal, then))
        if self.question is None or then.judged is not None:
            self.answered, self.question = self.question or self.answered, None
            self._write(self.held)
            self.held = []
        return then

    def _without_answer(self, table: Table) -> Table:
        """Write the held steps with a blank answer; return the table after them."""
        if self.start is not None:
            table, held = self.start, self.held
            self.held, self.start, self.question = [], None, None
            for now, was, _ in held:
                signal = _blank_answer(was)
                table, _ = step(table, signal, now)
                self._write([(now, signal, table)])
        return table

    def _write(self, steps: Iterable[_Step]) -> None:
        self.rows += steps
        if len(self.rows) >= ROWS_AT_ONCE:
            self.copy.append(self.rows)
            self.rows = []

    def end(self) -> None:
        """Write the rest."""
        if self.question is not None:
            self._without_answer(Table(self.copy.settings))
        self.copy.append(self.rows)


def _question_of(table: Table) -> Question | None:
    return None if table.stage.match is None else table.stage.match.question


def _blank_answer(signal: Signal) -> Signal:
    """Return `signal` with a blank answer, if it has one."""
    match signal:
        case QuestionDrawn(question=question):
            nothing = Question(
                question.pack,
                question.id,
                question.kind,
                question.text,
                0.0,
                "",
                "",
                "",
                question.survey,
            )
            return replace(signal, question=nothing)
        case CodeSeen(card=CardCode() as card):
            return replace(signal, card=replace(card, percent=0.0))
        case _:
            return signal


def _anonymous(settings: TableSettings, was: TableSettings, names: Names) -> TableSettings:
    """Replace each name in the settings, also one that is no whole word."""
    pairs = dict(zip(names.names, names.instead, strict=True))
    kept = {
        key: getattr(was, key)
        for key in ("ruleset", "options", "avatars", "grammars", "conventions")
    }
    return replace(settings, names=tuple(pairs.get(name, "") for name in was.names), **kept)


def _without(signal: Signal, names: Names) -> Signal:
    if names.said:
        return signal
    if isinstance(signal, LetterTyped) and signal.text not in {BACKSPACE, RETURN}:
        return replace(signal, text="x")
    return _left_out(signal, names)


T = TypeVar("T")


def _left_out(value: T, names: Names) -> T:
    """Return `value` without names in its texts; ranks and suits stay, even if a name is "K"."""

    def without(plain: Any) -> Any:  # noqa: ANN401 - JSON
        if isinstance(plain, str):
            return names.left_out(plain)
        if isinstance(plain, list):
            return [without(element) for element in plain]
        if isinstance(plain, dict):  # of text it is an enum
            return {
                key: field if isinstance(field, str) else without(field)
                for key, field in plain.items()
            }
        return plain

    cleaned: T = decode(json.dumps(without(json.loads(encode(value)))))
    return cleaned
