"""A journal's content is pinned to the number of its format: no field comes or goes by itself."""

import difflib
from collections import Counter
from enum import Enum
from pathlib import Path

from appliance.record.entry import EVENT_KINDS
from appliance.runtime.codec import known_classes, layout_text
from appliance.runtime.database import VERSION
from bluffing.events import Event

JOURNALS = Path(__file__).parents[1] / "journals"


def test_the_layout_of_what_is_written_is_that_of_the_format() -> None:
    pinned = JOURNALS / f"layout-{VERSION}.txt"
    assert pinned.exists(), (
        f"format {VERSION} is new: `make journals` writes its layout and an evening of it"
    )
    was, now = pinned.read_text(encoding="utf-8").splitlines(), layout_text().splitlines()
    changes = [line for line in difflib.ndiff(was, now) if line[0] in "+-?"]
    assert was == now, "\n".join((
        f"What journals hold has changed, and evenings of format {VERSION} stop replaying.",
        "Raise VERSION in appliance/runtime/database.py and run `make journals`: it writes the new",
        "layout, and keeps an evening of the new format for the tests.",
        *changes,
    ))  # fmt: skip


def test_no_two_classes_of_a_journal_have_one_name() -> None:
    names = Counter(cls.__name__ for cls in {*known_classes().values()})
    assert set(names.values()) == {1}


def test_each_format_that_had_a_layout_keeps_it_and_an_evening() -> None:
    for number in range(7, VERSION + 1):
        assert (JOURNALS / f"layout-{number}.txt").exists(), number
        assert (JOURNALS / f"format-{number}.sql").exists(), number


def test_every_event_of_the_rules_has_its_kind_in_the_record() -> None:
    assert {*EVENT_KINDS} == {*Event.__args__}
    assert len({*EVENT_KINDS.values()}) == len(EVENT_KINDS)


def test_enums_are_pinned_by_their_values() -> None:
    enums = [cls for cls in known_classes().values() if issubclass(cls, Enum)]
    assert all(f"{cls.__name__} = " in layout_text() for cls in enums)
