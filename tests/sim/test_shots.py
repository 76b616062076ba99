"""Whole evenings: the picture of the cards is there when it is asked for, and nowhere else."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from at_table import race_ruleset
from true_eye import BUZZERS, OFTEN, TrueEye, evening, last

from appliance.display.darkroom import Darkroom
from appliance.display.quiet import pygame
from appliance.display.view import Evidence
from appliance.drivers import Frame
from appliance.runtime.journal import Journal
from appliance.runtime.reader import Shot
from appliance.service.picture import evidence_of
from appliance.table import TableSettings
from appliance.table.facts import Stage
from appliance.table.objections import shows_cards
from lab.sim.change import Change
from lab.sim.evening import Evening
from lab.sim.mail import VirtualClock
from lab.sim.people.characters import POLICIES
from lab.sim.people.players import Players
from lab.sim.world import World

pytestmark = pytest.mark.usefixtures("journals_are_closed")

MARK = np.frombuffer(b"nobody keeps what a camera has seen at this table", np.uint8)


class MarkedEye(TrueEye):
    """Its pictures can be found again wherever they are."""

    def capture(self) -> Frame:
        image = np.resize(MARK, (64, 64, 3)).astype(np.uint8)
        return Frame(image, self._clock.now)


@pytest.mark.thorough
def test_the_shot_is_that_of_the_verdict_and_is_dropped_with_it() -> None:
    seen: list[Change] = []
    night = evening(3, race_ruleset(), watchers=(seen.append,))
    night.open()
    kept = 0
    while not night.over:
        night.step(night.next_at())
        table, now = night.loop.table, night._clock.now
        if night.reader.shot is not None:
            assert shows_cards(table, now)
            kept += 1
    night.close()
    judged = [change for change in seen if change.after.stage is Stage.VERDICT]
    assert kept
    assert judged
    for change in judged:
        verdict = change.tables[1].ruling
        if verdict is not None and verdict.reading is not None:
            assert change.shot is not None
            assert change.shot.reading == verdict.reading


def test_nothing_that_a_camera_saw_is_written_down(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An evening on disk, watched at every step as the real table shows it."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a picture was about to be written")

    for place, name in (
        (cv2, "imwrite"), (cv2, "imencode"), (np, "save"), (np, "savez"), (pygame.image, "save"),
    ):  # fmt: skip
        monkeypatch.setattr(place, name, refuse)
    monkeypatch.chdir(tmp_path)
    people, clock = Players(5, list(POLICIES.values())[:3], (0, 1, 2), OFTEN), VirtualClock()
    eye = MarkedEye(people, clock)
    path = tmp_path / "evening.db"
    journal = Journal.open(path, TableSettings(race_ruleset(), (), BUZZERS))
    night = Evening(World(people), journal, (eye, eye.read, last), clock)
    darkroom = Darkroom()
    night.open()
    shown = set[Evidence]()
    while len(shown) < 3 and not night.over:
        night.step(night.next_at())
        seen = evidence_of(night.loop.table, clock.now, night.reader, darkroom)
        if seen is not None:
            shown.add(seen)
    night.close()
    journal.close()
    assert len(shown) == 3
    written = list(tmp_path.iterdir())
    assert all(file.name.startswith("evening.db") for file in written)
    assert all(bytes(MARK) not in file.read_bytes() for file in written)


def test_without_a_camera_there_is_no_picture() -> None:
    night = evening(3, race_ruleset())
    assert evidence_of(night.loop.table, 0, None, Darkroom()) is None


def test_the_real_table_drops_the_picture_when_nobody_may_be_shown_it() -> None:
    night = evening(3, race_ruleset())
    image = np.zeros((8, 8, 3), np.uint8)
    night.reader.shot = Shot(night.reader._read(image), image)
    assert evidence_of(night.loop.table, 0, night.reader, Darkroom()) is None
    assert night.reader.shot is None
