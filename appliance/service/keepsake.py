"""Pictures of an evening to keep: the end of each game, as the screen celebrated it.

A picture for a USB stick has no names: it calls people by the numbers of their seats.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from appliance.core.signals import MS
from appliance.display.draw import picture
from appliance.display.quiet import pygame
from appliance.display.view import Screen, View, require
from appliance.display.view_of import shown, view_of
from appliance.drivers.stick import Stick
from appliance.errors import PictureError
from appliance.package import is_packaged
from appliance.runtime.journal import Journal
from appliance.service.jobs import Lines
from appliance.table import Table
from appliance.table.facts import facts_of
from appliance.whole_file import refuse_irregular
from appliance.words import Words
from bluffing.message import message

SIZE = (1920, 1080)

FESTIVE = 5500 * MS
"""Time after the end at which the picture is taken: its best catch is over, and confetti flies."""


class Keepsake(NamedTuple):
    """The visible end of a game, and the time (ns) of its picture."""

    view: View
    at: int

    def picture(self) -> pygame.Surface:
        """Draw the end as a television shows it, without what buttons did then."""
        seats = tuple(replace(seat, prompt=None, reply=None) for seat in self.view.seats)
        show = replace(self.view.show, skipped=None)
        kept = replace(self.view, seats=seats, show=show, detail="", opens_menu=None)
        return picture(kept, self.at, SIZE)


def spare_folder(named: str) -> Path | None:
    """Return the folder for pictures without a stick: `named`, or else the working folder.

    The package mounts sticks, so without a named folder it asks for one.
    """
    return Path(named) if named or not is_packaged() else None


def take_home(
    table: Table, words: Words, stick: Stick, day: date, tell: Callable[[Lines], None]
) -> None:
    """Write the end of the game under the open menu on `stick`; tell its result, then the answer.

    Raises:
        DriverError: the stick does not take it.
    """
    over = getattr(table.stage, "under", table.stage)  # the menu is open over it
    if not over.over:
        tell((message("job.no-evening"),))
        return
    facts = facts_of(replace(table, stage=over), over.since)
    names = tuple(words("seat", number=seat.buzzer + 1) for seat in facts.seats)
    pairs = zip(facts.seats, names, strict=True)
    seats = tuple(replace(seat, name=name) for seat, name in pairs)
    view = shown(replace(facts, names=names, seats=seats), words)
    result = result_of(view, day)
    tell(result)
    drawn = BytesIO()
    pygame.image.save(Keepsake(view, over.since + FESTIVE).picture(), drawn, "keepsake.png")
    tell((*result, stick.write(f"doubtit-{day}-{table.games}.png", drawn.getvalue())))


def result_of(view: View, day: date) -> Lines:
    """Return the end of a game as lines for a QR code: the game, the day, and the standings."""
    end = require(view.end)
    lines = [f"{view.title}, {day}", view.headline]
    for line in end.standings:
        words = (view.seats[line.seat].name, line.place, line.words)
        lines += [" ".join(filter(None, words))]
    lines += [end.catch.sentence] if end.catch is not None else []
    return tuple(message("job.result", text=line[:1].upper() + line[1:]) for line in lines)


def ends_of(path: Path, words: Words) -> list[Keepsake]:
    """Return the end of each game that an evening in this version's format has finished."""
    ends, games = list[Keepsake](), 0
    with closing(Journal.read(path)) as journal:
        for entry, table in journal.replay():
            if table.games == games:
                continue
            view = view_of(table, entry.now, words)
            if view.screen is Screen.OVER:
                games = table.games
                ends.append(Keepsake(view, entry.now + FESTIVE))
    return ends


def save(drawn: pygame.Surface, file: Path, words: Words) -> None:
    """Write a picture, and print its path.

    Raises:
        PictureError: it can't be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        refuse_irregular(file)
        pygame.image.save(drawn, str(file))
    except (OSError, pygame.error) as error:
        wrong = message("command.evenings.unwritable", path=str(file), error=str(error))
        raise PictureError(wrong) from error
    print(words("command.evenings.drawn", path=str(file)))
