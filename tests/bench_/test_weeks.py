"""Weeks of a table's life, with faults from a seed: a promise that is broken shows, and none is."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import SECOND
from appliance.errors import JournalError
from appliance.runtime import database
from appliance.runtime.aside import set_aside
from appliance.table import Table, TableSettings
from bench.weeks import product
from bench.weeks.__main__ import shortest, told
from bench.weeks.ledger import Ledger, PromiseError
from bench.weeks.plan import (
    PULLED,
    Act,
    End,
    Fault,
    Start,
    Stay,
    Trouble,
    Week,
    pulled_week,
    week_of,
)
from bench.weeks.product import Begun
from bench.weeks.week import live

WEEKS, AT_ONCE = 200, 20

SHORT = Week(
    1,
    "bluff",
    hub=True,
    stays=(
        Stay(
            0,
            1_800_000_000,
            12,
            End.CUT_COMMIT,
            troubles=(
                Trouble(Fault.FULL, 0, 2, 2.0),
                Trouble(Fault.HUB, 1, 4, 0.5),
                Trouble(Fault.BACKUP, 2, 8, 0.1),
            ),
        ),
        Stay(1, 5, 8, End.KILL, (Act.RESTORE_CUT,), Start.CUT, mute=True),
    ),
)
MAIN_LOST = Week(
    2,
    "idi",
    hub=False,
    stays=(
        Stay(0, 1_800_000_000, 6, End.KILL, troubles=(Trouble(Fault.SLOW, 0, 1, 1.0),)),
        Stay(1, 1_800_000_900, 2, before=(Act.LOSE_MAIN,)),
    ),
)


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(1, WEEKS + 1, AT_ONCE))
def test_no_promise_is_broken(first: int) -> None:
    lived = [live(week_of(seed)) for seed in range(first, first + AT_ONCE)]
    broken = [f"{told(week.week)}\n  BROKEN: {week.broke}" for week in lived if week.broke]
    assert not broken, "\n".join(broken)


@pytest.mark.thorough
@pytest.mark.parametrize(("seed", "ruleset"), [(1, "bluff"), (2, "bicycle"), (3, "idi")])
def test_each_part_is_pulled_twenty_times_and_named_and_adopted_each_time(
    seed: int, ruleset: str
) -> None:
    """Named within 3 s and adopted within 5 s, and people play on."""
    lived = live(pulled_week(seed, ruleset, stays=5, often=4))
    assert not lived.broke
    assert {fault: lived.counts[fault] for fault in PULLED} == dict.fromkeys(PULLED, 20)
    assert lived.counts["changes"] >= sum(stay.changes for stay in lived.week.stays)
    assert lived.counts["plays"]


LATE = {
    "appliance.display.hotplug.GONE_AFTER": "screen pulled, not named within 3 s",
    "appliance.display.sound.STEADY": "loudspeaker pulled, put back, and not adopted within 5 s",
}


@pytest.mark.untraced
@pytest.mark.parametrize("name", LATE)
def test_a_part_that_is_named_or_adopted_late_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name, 60 * SECOND)
    assert live(pulled_week(1, "bluff", stays=1, often=1)).broke == LATE[name]


@pytest.mark.untraced
def test_a_week_is_lived_the_same_way_each_time() -> None:
    once, again = live(SHORT), live(SHORT)
    assert not once.broke
    assert once.lines == again.lines
    happened = {what for what, many in once.counts.items() if many}
    assert {"backups", "cuts in a write", "cuts at a start", "writes refused"} <= happened


@pytest.mark.untraced
def test_a_disk_that_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "append", lambda _database, _rows: None)
    assert "the disk has 0" in live(SHORT).broke


@pytest.mark.untraced
def test_a_loss_without_a_word_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not live(MAIN_LOST).broke

    def silently(path: Path, _: JournalError) -> None:
        set_aside(path, "without-a-word")

    monkeypatch.setattr("appliance.runtime.journal.put_aside", silently)
    broke = live(MAIN_LOST)
    assert "nobody says so" in broke.broke or "without a word" in broke.broke
    short = shortest(broke)
    assert len(str(short.week)) < len(str(MAIN_LOST))
    assert Act.LOSE_MAIN in short.week.stays[-1].before


@pytest.mark.untraced
def test_an_evening_that_is_gone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(product, "evenings_of", lambda _: [])
    assert "is not kept" in live(SHORT).broke


def test_what_is_heard_before_it_is_written_is_noticed() -> None:
    ledger, table = Ledger(), Table(TableSettings())
    row = (1, ("Tick", [1]))
    begun = SimpleNamespace(began=5, reported=False, torn=False, history=[])
    ledger.starts(cast("Begun", begun), [], [], reported=False)
    ledger.show(1, table)
    ledger.ends([row])
    ledger.perform(PlaySound(Sound.SIT))
    begun.history = [(row, table, ())]
    with pytest.raises(PromiseError, match="was performed"):
        ledger.starts(cast("Begun", begun), [row], [], reported=False)


def test_nothing_of_a_week_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append = database.append
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    live(Week(3, "bluff", hub=False, stays=(Stay(0, 1, 1),)))
    assert database.append is append
    assert not list(tmp_path.iterdir())
