"""The order of the table's parts: they open in one, and close in the reverse one."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from said import ENGLISH, told
from test_run_and_replay import KEYBOARD, no_clock

from appliance.drivers import opened
from appliance.errors import DriverError
from appliance.service import appliance
from appliance.service.appliance import PARTS_IN_ORDER, Appliance, TablePart
from appliance.service.equip import equipment
from appliance.service.settled import Wishes, start_of

__all__ = ["no_clock"]

NAMES = [part.name for part in PARTS_IN_ORDER]


class Diary(list[tuple[str, str]]):
    """The parts that were opened and closed, one after the other."""

    def keep(self, part: TablePart) -> TablePart:
        """Return `part`, written down as it opens and closes."""

        @contextmanager
        def written_down(table: Appliance) -> Iterator[None]:
            with part.open(table):
                self.append(("open", part.name))
                try:
                    yield
                finally:
                    self.append(("close", part.name))

        return part._replace(open=written_down)


def failing(_: Appliance) -> AbstractContextManager[None]:
    raise DriverError(told("the part is not there"))


def table(folder: Path) -> Appliance:
    """A table with keys for buzzers, and no part open."""
    config = folder / "table.toml"
    config.write_text(KEYBOARD, encoding="utf-8")
    start = start_of(Wishes(config, folder / "e.journal", window=False), ENGLISH)
    return Appliance(start, equipment(start), ENGLISH)


def test_each_part_opens_after_those_that_it_needs() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for number, part in enumerate(PARTS_IN_ORDER):
        assert set(part.after) <= set(NAMES[:number]), part.name


@pytest.mark.usefixtures("no_clock")
def test_parts_close_in_the_reverse_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    diary = Diary()
    monkeypatch.setattr(appliance, "PARTS_IN_ORDER", tuple(map(diary.keep, PARTS_IN_ORDER)))
    with opened(table(tmp_path)) as whole:
        assert diary == [("open", name) for name in NAMES]
        diary.clear()
    assert diary == [("close", name) for name in reversed(NAMES)]
    whole.close()
    assert len(diary) == len(NAMES), "they are closed once"


@pytest.mark.usefixtures("no_clock")
@pytest.mark.parametrize("name", NAMES)
def test_a_part_that_fails_closes_those_before_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary, number = Diary(), NAMES.index(name)
    parts = list(map(diary.keep, PARTS_IN_ORDER))
    parts[number] = TablePart(name, failing)
    monkeypatch.setattr(appliance, "PARTS_IN_ORDER", tuple(parts))
    whole = table(tmp_path)
    with pytest.raises(DriverError):
        whole.open()
    before = NAMES[:number]
    expected = [("open", part) for part in before] + [("close", part) for part in before[::-1]]
    assert diary == expected
    whole.close()
    assert diary == expected
