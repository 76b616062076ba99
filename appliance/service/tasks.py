"""The work of each job of the table's menu."""

import os
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event

from appliance.config import Config
from appliance.core.task import Task
from appliance.drivers import Camera
from appliance.service.counting import Counting
from appliance.service.equip import box_file
from appliance.service.jobs import Tell, Work
from appliance.service.open_table import OpenTable
from appliance.service.past import list_evenings
from appliance.service.reading import LateReader
from bluffing.message import message


def tasks_of(
    config: Config, table: OpenTable, eye: Camera | None, box: LateReader | None, off: Event
) -> dict[Task, Work]:
    """Map each job of the table's menu to its work."""

    def calibrate(tell: Tell, stop: Event) -> None:
        if eye is None:
            tell((message("job.no-camera"),))
            return
        from appliance.service.calibrating import Calibrating  # noqa: PLC0415 - it is late

        used = (lambda _: None) if box is None else box.calibrated
        Calibrating(eye, box_file(config), used, table.picture.finder).work(tell, stop)

    def check(tell: Tell, stop: Event) -> None:
        from appliance.selftest.observe.room import Room  # noqa: PLC0415 - it is late
        from appliance.service.testing import self_test  # noqa: PLC0415 - as above

        room = Room(
            config=config,
            hardware=replace(table.hardware, camera=eye),
            clock=table.clock,
            pause=time.sleep,
            env=dict(os.environ),
            words=table.picture.words,
        )
        self_test(room, tell, stop)

    def switch_off(tell: Tell, _: Event) -> None:
        tell((message("job.switching-off"),))
        off.set()

    counts = table.counting or Counting(Path(config.journal))
    return {
        Task.CALIBRATE: calibrate,
        Task.SELF_TEST: check,
        Task.EVENINGS: partial(list_evenings, Path(config.journal)),
        Task.STATISTICS: counts.tell,
        Task.SHUT_DOWN: switch_off,
    }
