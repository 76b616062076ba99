"""Pictures of an evening to keep: the end of each game, as the screen celebrated it."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from appliance.core.signals import MS
from appliance.display.draw import picture
from appliance.display.quiet import pygame
from appliance.display.view import Screen, View
from appliance.display.view_of import view_of
from appliance.errors import PictureError
from appliance.runtime.journal import Journal
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
        kept = replace(self.view, seats=seats, detail="", opens_menu=None)
        return picture(kept, self.at, SIZE)


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
