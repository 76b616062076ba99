"""Tells the news at a start: the first lines of the log, and the notices for people."""

from collections.abc import Iterator
from pathlib import Path

from appliance.config import DriverChoice
from appliance.core.signals import BUZZERS, Noted
from appliance.kept import InForce
from appliance.package import damage
from appliance.questions.shelf import Shelf
from appliance.service.context import TableContext
from appliance.service.equip import Equipment
from bluffing.message import Message, message

UNDONE = Path("/var/lib/doubtit-update/undone")
"""A line "NEW OLD start" or "NEW OLD cut": versions, and the reason why OLD came back.

packaging/update.py writes it.
"""

REASONS = ("start", "cut")


def undone(path: Path = UNDONE) -> Message | None:
    """Return the notice of an update that was undone, or None."""
    try:
        new, old, why = path.read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return None
    return message(f"update.undone.{why}", new=new, old=old) if why in REASONS else None


def announce(
    context: TableContext,
    start: InForce,
    equipment: Equipment,
    packs: Shelf,
    update: Message | None,
) -> None:
    """Write the first lines of the log, and show people the news."""
    for line in first_lines(start, equipment):
        context.log.say(line)
    if equipment.buzzers is not None:
        context.post(Noted(BUZZERS, equipment.buzzers, context.clock()))
    for subject, notice in notices(packs, update):
        context.note(subject, notice)


def notices(packs: Shelf, update: Message | None) -> Iterator[tuple[str, Message]]:
    """Yield the news for people as the table starts, each with its subject."""
    if update is not None:
        yield "update", update
    if (damaged := damage()) is not None:
        yield "package", damaged.says
    for wrong in (*packs.wrong, *packs.held):
        yield "questions", wrong


def first_lines(start: InForce, equipment: Equipment) -> Iterator[Message]:
    """Yield the first lines of the log: the settings, the hardware and the place of the evening."""
    none = message("run.settings.none")
    yield none if start.given is None else message("run.settings", path=str(start.given))
    yield from start.wrong
    if start.kept:
        yield message("run.kept", path=str(start.path))
    for driver, note in equipment.notes.items():
        yield message("run.driver", driver=driver, what=note)
    for part in ("buzzers", "lamps", "camera", "power"):
        chosen: DriverChoice | None = getattr(equipment.config, part)
        if part not in equipment.notes and chosen is not None and chosen.driver:
            yield message("run.driver", driver=part, what=message("text", text=chosen.driver))
    yield message("run.playing", path=str(Path(equipment.config.journal).resolve()))
