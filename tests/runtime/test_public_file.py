"""The public file of an evening: only what all may know, the same bytes whatever is cut off."""

import json
import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from at_table import TRUSTING, People, reading_of, seated
from extent import tries
from random_evenings import FACT, evening
from steps_recorded import parts

from appliance.config import config_of
from appliance.core.effects import ReadCards
from appliance.core.signals import CAMERA, MS, SECOND, CardsSeen, DriverBack, DriverLost
from appliance.record.entry import EVENT_KINDS, EntryKind, RecordEntry
from appliance.record.public import (
    CUT,
    FILLED,
    LINE_BYTES,
    SCHEMA,
    PublicLines,
    public_fields,
    read_lines,
)
from appliance.record.recorder import AGREED
from appliance.runtime import public_file
from appliance.runtime.journal import Journal
from appliance.runtime.public_file import SUFFIX, PublicFile
from appliance.runtime.stored_record import add_record, entries_after
from appliance.service.context import TableContext
from appliance.service.evenings import published
from appliance.service.outside import outside_of
from appliance.table import Table
from appliance.table.stages import Revealing
from appliance.table.state import Outside
from appliance.words import words_of
from bluffing.message import message

YES = Outside(AGREED, value=True, choices=(False, True))
KEY = "6929f3a1.3b9aca00"


def agreed(people: People) -> People:
    """The same people, who agree."""
    settings = replace(people.table.settings, outside=(YES,))
    people.table = people.first = replace(people.table, settings=settings)
    return people


def public(people: People) -> bytes:
    """The public file of what people have done."""
    entries, _ = parts(((now, table) for now, _, table in people.handled), people.first)
    return of_entries(entries)


def of_entries(entries: Iterable[tuple[int, RecordEntry]]) -> bytes:
    lines = PublicLines(KEY)
    return b"".join(line for number, entry in entries for line in lines.lines(number, entry))


def kept(people: People, path: Path) -> Path:
    """The journal of what people have done."""
    with closing(Journal.open(path, people.first.settings, began=0x6929F3A1)) as journal:
        journal.append((now, signal, table) for now, signal, table in people.handled)
    return path


def written(journal: Path, folder: Path) -> bytes:
    """The public file of a journal, as a table that starts now leaves it."""
    PublicFile(journal, folder).catch_up()
    files = list(folder.glob(f"*{SUFFIX}"))
    return files[0].read_bytes() if files else b""


# --- only what all may know ----------------------------------------------------------------------


@pytest.mark.examples
def test_no_line_has_a_name_or_more_than_the_schema_allows() -> None:
    asked = 0
    for seed in range(tries(3, of=300)):
        people = evening(seed, (YES,))
        text = public(people)
        lines = [line for _, line in read_lines(text)]
        assert [line["n"] for line in lines] == list(range(1, text.count(b"\n") + 1))
        assert all(set(line["data"]) <= public_fields()[line["type"]] for line in lines)
        asked += sum(line["type"] == "question" for line in lines)
        assert not any(name.encode() in text for name in people.table.settings.names)
        assert FACT.id.encode() not in text or b'"question"' not in text
        assert str(FACT.percent).encode() not in text.partition(b'"answered"')[0]


def test_a_question_leaves_without_what_leads_to_its_answer() -> None:
    data = {"pack": "world", "id": "rivers-7", "kind": "fact", "text": "How long is it?"}
    lines = PublicLines(KEY, agreed=True)
    [line] = lines.lines(1, RecordEntry(1, 0, 1, EntryKind.QUESTION, data))
    assert json.loads(line)["data"] == {"kind": "fact", "text": "How long is it?"}


def test_every_event_of_the_rules_has_its_public_fields() -> None:
    kinds = {*EVENT_KINDS.values(), *map(str, EntryKind), CUT, FILLED}
    assert kinds - set(public_fields()) == {EntryKind.TOLD}


@pytest.mark.examples
def test_each_line_follows_the_schema() -> None:
    schema = pytest.importorskip("fastjsonschema", reason="fastjsonschema is not installed")
    check = schema.compile(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for seed in range(tries(3, of=300)):
        for _, line in read_lines(public(evening(seed, (YES,)))):
            check(line)


def forked(people: People, truth: bool) -> list[bytes]:
    """The public file at each moment after the camera has seen a true or a false play."""
    request = max(e.request for e in people.effects if isinstance(e, ReadCards))
    fork = replace(people, effects=[], handled=[*people.handled])
    fork.first = people.first
    match = people.table.stage.match
    assert match is not None
    claim = match.game.claim
    assert claim is not None
    other = next(rank for rank in type(claim.rank) if rank is not claim.rank)
    ranks = [claim.rank if truth else other] * claim.count
    fork.send(CardsSeen(request, reading_of(ranks), fork.now))
    moments = [public(fork)]
    for _ in range(40):
        fork.wait(100 * MS)
        moments.append(public(fork))
    return moments


def test_a_lie_and_a_truth_write_the_same_until_the_word_comes_down() -> None:
    people = agreed(seated())
    people.table = replace(
        people.table, settings=replace(people.table.settings, conventions=TRUSTING)
    )
    people.hold(0)
    people.lay(1, 2)
    people.press(2)
    people.wait_for(lambda table: isinstance(table.inner, Revealing), 3 * SECOND)
    lie, truth = forked(people, truth=False), forked(people, truth=True)
    same = [one == two for one, two in zip(lie, truth, strict=True)]
    split = same.index(False)
    assert split > 5, "the word comes down after the cards are turned"
    assert not any(same[split:])
    assert b'"verdict"' not in lie[split - 1]
    assert lie[split - 1] == lie[0]
    assert b'"truth":false' in lie[split]
    assert b'"truth":true' in truth[-1]


# --- the agreement -------------------------------------------------------------------------------


def test_nothing_is_written_before_people_agree_or_after_they_withdraw() -> None:
    people = seated()
    people.hold(0)
    assert public(people) == b""
    entries = []
    for count, answer in enumerate((None, True, None, False, None), 1):
        kind = "won" if answer is None else EntryKind.AGREEMENT
        data = {"seat": 1, "index": 3} if answer is None else {"public": answer}
        entries.append((count, RecordEntry(count, 0, 1, kind, data)))
    kinds = [line["type"] for _, line in read_lines(of_entries(entries))]
    assert kinds == ["agreement", "won", "agreement"]


def test_the_menu_asks_only_where_the_settings_allow_it() -> None:
    for publish in (False, True):
        config = config_of({"venue": {"publish": publish}})
        assert any(item.key == AGREED for item in outside_of(config)) is publish
    assert not config_of({}).venue.publish


def test_a_lost_camera_is_public_and_its_return() -> None:
    people = agreed(seated())
    people.send(DriverLost(CAMERA, message("camera.gone"), people.now))
    people.send(DriverBack(CAMERA, people.now))
    lines = [line for _, line in read_lines(public(people)) if line["type"] == EntryKind.FAULT]
    codes = [(line["data"]["part"], line["data"]["code"]) for line in lines]
    assert codes == [(CAMERA, "camera.gone"), (CAMERA, "")]


# --- the file ------------------------------------------------------------------------------------


def played() -> People:
    """People who agree, and play."""
    return evening(4, (YES,))


def test_whatever_a_power_cut_leaves_the_start_writes_the_same_bytes(tmp_path: Path) -> None:
    journal = kept(played(), tmp_path / "evening.journal")
    whole = written(journal, tmp_path / "public")
    assert whole.count(b"\n") > 10
    [path] = (tmp_path / "public").iterdir()
    assert path.stem.startswith("6929f3a1.")
    assert path.stat().st_mode & 0o777 == 0o644
    rng = random.Random(7)
    for _ in range(tries(40, of=400)):
        cut = rng.randrange(len(whole) + 1)
        spoilt = rng.choice([b"", b"\0" * 700, b'{"n":1}\n', b"\xff\xfe\n", b'{"n":', b"[]\n"])
        path.write_bytes(whole[:cut] + spoilt)
        assert written(journal, tmp_path / "public") == whole


def test_an_evening_that_goes_on_appends(tmp_path: Path) -> None:
    people, path, before = played(), tmp_path / "evening.journal", b""
    steps = people.handled
    for until in range(1, len(steps), 17):
        people.handled = steps[:until]
        path.unlink(missing_ok=True)
        text = written(kept(people, path), tmp_path / "public")
        assert text.startswith(before)
        before = text


def with_entries(path: Path, table: Table, count: int) -> Path:
    """A journal whose record says `count` times that somebody passes."""
    settings = replace(table.settings, outside=(YES,))
    with closing(Journal.open(path, settings)) as journal:
        people = agreed(seated())
        journal.append(people.handled[:1])
        entries = [(1, RecordEntry(1, 0, 0, EntryKind.AGREEMENT, {"public": True}))]
        passed = RecordEntry(1, 5, 1, "passed", {"seat": 1, "index": 2})
        entries += [(number, passed) for number in range(2, count + 1)]
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("DROP TRIGGER record_lasts")
        database.execute("DELETE FROM record")
        add_record(database, entries, ())
    return path


def test_a_full_file_ends_with_a_line_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_file, "EVENING_BYTES", 5 * LINE_BYTES)
    journal = with_entries(tmp_path / "evening.journal", seated().table, 1000)
    text = written(journal, tmp_path / "public")
    assert len(text) <= 5 * LINE_BYTES
    *_, (_, last) = read_lines(text)
    assert last["type"] == FILLED
    assert written(journal, tmp_path / "public") == text


def test_a_line_that_is_too_long_is_left_out() -> None:
    lines = PublicLines(KEY, agreed=True)
    endless = {"kind": "fact", "text": "x" * LINE_BYTES}
    assert list(lines.lines(1, RecordEntry(1, 0, 1, EntryKind.QUESTION, endless))) == []
    [line] = lines.lines(2, RecordEntry(1, 0, 1, "passed", {"seat": 1, "index": 0}))
    assert json.loads(line)["n"] == 1


def test_entries_that_the_journal_has_lost_are_taken_back(tmp_path: Path) -> None:
    journal, folder = tmp_path / "evening.journal", tmp_path / "public"
    table = seated().table
    long = written(with_entries(journal, table, 30), folder)
    journal.unlink()
    short = written(with_entries(journal, table, 20), folder)
    assert short.startswith(long)
    [(_, cut)] = read_lines(short[len(long) :])
    assert (cut["type"], cut["n"], cut["data"]) == (CUT, 31, {"entry": 20})
    journal.unlink()
    again = written(with_entries(journal, table, 22), folder)
    assert [line["entry"] for _, line in read_lines(again[len(short) :])] == [21, 22]


def test_a_missing_folder_or_a_full_disk_makes_the_file_late_alone(tmp_path: Path) -> None:
    journal = kept(played(), tmp_path / "evening.journal")
    folder = tmp_path / "public"
    folder.write_text("a file", encoding="utf-8")
    public = PublicFile(journal, folder)
    public.catch_up()
    folder.unlink()
    public.catch_up()
    assert written(journal, tmp_path / "other") == next(folder.iterdir()).read_bytes()


def test_old_evenings_leave_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_file, "EVENING_BYTES", 1000)
    monkeypatch.setattr(public_file, "FOLDER_BYTES", 4000)
    for number in range(6):
        (tmp_path / f"{number}{SUFFIX}").write_bytes(b"x" * 900)
    public_file.remove_old(tmp_path, tmp_path / f"5{SUFFIX}")
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 4000
    assert (tmp_path / f"5{SUFFIX}").exists()


def test_a_long_evening_costs_as_much_as_a_short_one(tmp_path: Path) -> None:
    """What is read after each commit is found by its number."""
    journal = with_entries(tmp_path / "evening.journal", seated().table, 50)
    with closing(sqlite3.connect(journal)) as database:
        asked: list[str] = []
        database.set_trace_callback(asked.append)
        assert [number for number, _ in entries_after(database, 47, 200)] == [48, 49, 50]
        [query] = asked
        [(*_, plan)] = database.execute(f"EXPLAIN QUERY PLAN {query}")
    assert "USING INTEGER PRIMARY KEY (rowid>" in plan


@pytest.mark.parametrize("publish", [False, True])
def test_a_table_publishes_where_its_settings_allow_it(tmp_path: Path, *, publish: bool) -> None:
    people, path, folder = played(), tmp_path / "evening.journal", tmp_path / "public"
    config = config_of({"journal": str(path), "venue": {"publish": publish}})
    journal = Journal.open(path, people.first.settings, began=0x6929F3A1)
    with published(journal, TableContext.of(config, words_of("en"))), closing(journal):
        journal.resume()
        for now, signal, table in people.handled:
            journal.append([(now, signal, table)])
    assert folder.exists() is publish
    if publish:
        text = next(folder.iterdir()).read_bytes()
        assert text == written(path, tmp_path / "other")
        assert text.count(b"\n") == public(people).count(b"\n")


def test_the_thread_writes_what_is_known_at_the_end(tmp_path: Path) -> None:
    journal, folder = kept(played(), tmp_path / "evening.journal"), tmp_path / "public"
    public = PublicFile(journal, folder)
    public.open()
    public.close()
    assert next(folder.iterdir()).read_bytes() == written(journal, tmp_path / "other")
