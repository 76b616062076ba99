"""One picture of each screen that an evening came to: the nicest, kept until the end."""

from pathlib import Path

from appliance.core.signals import MS
from appliance.display.darkroom import Darkroom
from appliance.display.draw import picture
from appliance.display.quiet import pygame
from appliance.display.view import Evidence, Screen, View
from appliance.display.view_of import shown
from appliance.errors import PictureError, reason
from appliance.whole_file import refuse_irregular
from appliance.words import Words
from bluffing.message import message
from lab.sim.change import Change

AFTER = 500 * MS
"""Time between a screen's appearance and its drawing: motion has ended by then."""


class Album:
    """Watches an evening and saves one PNG a screen, simulated photographs and all."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._best: dict[Screen, tuple[int, View, int, Evidence | None]] = {}
        self._darkroom = Darkroom()

    def saw(self, change: Change) -> None:
        """Keep the screen if it shows more than the one kept."""
        view = shown(change.after, self._words)
        worth = _worth(view)
        if view.screen not in self._best or worth > self._best[view.screen][0]:
            evidence = self._darkroom.show(change.shot, change.after.box.reading)
            self._best[view.screen] = (worth, view, change.now, evidence)

    def save(self, folder: Path) -> list[Path]:
        """Write the pictures into `folder`, which is made if need be; gives their paths.

        Raises:
            PictureError: they can't be written there.
        """
        paths = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for screen, (_, view, at, evidence) in self._best.items():
                path = folder / f"{screen.value}.png"
                refuse_irregular(path)
                pygame.image.save(picture(view, at + AFTER, evidence=evidence), str(path))
                paths.append(path)
        except (OSError, pygame.error) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            wrong = message("sim.album-unwritable", folder=str(folder), error=why)
            raise PictureError(wrong) from error
        return paths


def _worth(view: View) -> int:
    """Worth of a screen: the photo finish with most slaps, the reveal with most cards."""
    if view.paused:
        return -1
    if view.screen is Screen.GAME:
        return min(view.play.pile, 12) + 5 * view.play.open
    asked = (
        (view.guess.question is not None) + (view.guess.bid is not None) + (view.ring is not None)
    )
    return len(view.finish.places) + 10 * len(view.box.cards) + len(view.seats) + 10 * asked
