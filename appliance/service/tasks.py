"""The work of each job of the table's menu."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Event

from appliance.core.task import Task
from appliance.drivers import Camera
from appliance.service.box_tasks import box_tasks
from appliance.service.clock import today_here
from appliance.service.context import TableContext
from appliance.service.counting import Counting
from appliance.service.jobs import Jobs, Tell, Work
from appliance.service.open_table import OpenTable
from appliance.service.reading import LateReader
from bluffing.message import message


@contextmanager
def do_jobs(
    context: TableContext, table: OpenTable, eye: Camera | None, box: LateReader | None
) -> Iterator[None]:
    """Perform the jobs of the menu; running ones are stopped at the end."""
    table.counting = context.late.add(Counting(context.journal))
    jobs = Jobs(tasks_of(context, table, eye, box), context.post, context.clock)
    context.performers.append(jobs.perform)
    try:
        yield
    finally:
        jobs.close()


def tasks_of(
    context: TableContext, table: OpenTable, eye: Camera | None, box: LateReader | None
) -> dict[Task, Work]:
    """Map each job of the table's menu to its work."""

    def check(tell: Tell, stop: Event) -> None:
        from appliance.selftest.observe.room import Room  # noqa: PLC0415 - it is late
        from appliance.service.checks import self_test  # noqa: PLC0415 - as above

        room = Room(
            config=context.config,
            hardware=replace(table.hardware, camera=eye),
            clock=table.clock,
            pause=time.sleep,
            env=dict(os.environ),
            words=table.picture.words,
        )
        self_test(room, tell, stop)

    def switch_off(tell: Tell, _: Event) -> None:
        tell((message("job.switching-off"),))
        context.off.set()

    def evenings(tell: Tell, stop: Event) -> None:
        from appliance.service.past import list_evenings  # noqa: PLC0415 - as above

        list_evenings(context.journal, tell, stop)

    def keepsake(tell: Tell, _: Event) -> None:
        from appliance.drivers.stick import Stick  # noqa: PLC0415 - it is late
        from appliance.service.keepsake import spare_folder, take_home  # noqa: PLC0415 - as above

        stick = Stick(spare=spare_folder(context.config.evenings.pictures))
        take_home(table.loop.table, table.picture.words, stick, today_here(), tell)

    counts = table.counting or Counting(context.journal)
    return {
        **box_tasks(context, table, eye, box),
        Task.SELF_TEST: check,
        Task.EVENINGS: evenings,
        Task.KEEPSAKE: keepsake,
        Task.STATISTICS: counts.tell,
        Task.SHUT_DOWN: switch_off,
    }
