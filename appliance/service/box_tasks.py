"""The jobs of the table's menu about the camera and the deck in its box."""

from threading import Event

from appliance.core.task import Task
from appliance.drivers import Camera
from appliance.service.context import TableContext
from appliance.service.equip import box_file, deck_file
from appliance.service.jobs import Tell, Work
from appliance.service.open_table import OpenTable
from appliance.service.reading import LateReader
from bluffing.cards import pack
from bluffing.house import House
from bluffing.message import message


def box_tasks(
    context: TableContext, table: OpenTable, eye: Camera | None, box: LateReader | None
) -> dict[Task, Work]:
    """Map each of these jobs to its work."""

    def calibrate(tell: Tell, stop: Event) -> None:
        if eye is None:
            tell((message("job.no-camera"),))
            return
        from appliance.service.checks import Calibrating  # noqa: PLC0415 - it is late

        used = (lambda _: None) if box is None else box.calibrated
        Calibrating(eye, box_file(context.config), used, table.picture.finder).work(tell, stop)

    def teach(tell: Tell, stop: Event) -> None:
        if eye is None or box is None:
            tell((message("job.no-camera"),))
            return
        from appliance.service.teaching import Teaching  # noqa: PLC0415 - as above

        game, finder = table.loop.table, table.picture.finder
        house = game.ruleset.usual.given(game.settings.house)
        cards = house.deck(1) if isinstance(house, House) else pack(2)
        path = deck_file(context.config)
        Teaching(eye, path, box.taught, box.flat, finder, cards).work(tell, stop)

    def forget(tell: Tell, _: Event) -> None:
        from appliance.service.teaching import forget  # noqa: PLC0415 - as above

        forget(deck_file(context.config), (lambda _: None) if box is None else box.taught, tell)

    return {Task.CALIBRATE: calibrate, Task.TEACH: teach, Task.FORGET: forget}
