"""The window: the one owner of pygame's display. Draws only when something changed or moves."""

import os
import time
import warnings

from appliance.config import Display
from appliance.core.signals import SECOND
from appliance.display.draw import Artist, animated
from appliance.display.quiet import pygame
from appliance.display.strokes import server_time
from appliance.display.touch import Target
from appliance.display.view import Evidence, View
from appliance.errors import DriverError
from appliance.message import message

X_TELLS_WITHIN = 0.2
"""Seconds that a window waits, when it opens, for the first event that the X server stamped."""


class Window:
    """A window, or the whole screen, that shows Views; a moving one at most `fps` times a second.

    A full screen is drawn in the size of a window too and scaled to the screen where the graphics
    can do that, so that a large screen costs a small board no more. `tells_time` is whether the
    window system says when keys moved, in the machine's own clock.
    """

    def __init__(self, settings: Display, fps: int = 30) -> None:
        self.settings, self.fps = settings, fps
        self._artist = Artist(settings.layout, calm=settings.reduced_motion, fingers=settings.touch)
        self._shown: tuple[View, Evidence | None, int] | None = None
        self._early: list[pygame.event.Event] = []  # reported while the window opened
        self.targets: tuple[Target, ...] = ()  # what fingers may touch on the newest picture
        self.tells_time = False

    def open(self) -> None:
        """Open the window.

        Raises:
            DriverError: when there is no screen to open it on.
        """
        full = self.settings.fullscreen
        size = (self.settings.width, self.settings.height)
        try:
            pygame.display.init()
            _must_be_seen()
            if pygame.display.get_driver() == "x11":
                # the X server's own events, too: only asked for all does pygame ask SDL for them
                pygame.event.set_allowed(None)
            if full:
                _fill_screen(size)
            else:
                pygame.display.set_mode(size)
            pygame.mouse.set_visible(not full)
            self._early, self.tells_time = _first_events()
        except pygame.error as why:
            pygame.display.quit()
            unknown = "not available" in str(why)  # what SDL says of a driver that it lacks
            code = "display.no-driver" if unknown else "display.cant-open"
            seen = message(code, width=size[0], height=size[1], error=str(why))
            raise DriverError(seen, message("display.cant-open.todo")) from why

    def show(self, view: View, at: int, evidence: Evidence | None = None) -> bool:
        """Put `view` on the screen as it is at `at` (ns); whether anything was drawn.

        `evidence` is the picture of the View's cards, if there is one.

        Raises:
            DriverError: when the window is not open.
        """
        surface = _surface()
        if not self._needs_frame(view, at, evidence):
            return False
        if self._shown is None:
            pygame.display.set_caption(view.words("attract.headline"))
        self._artist.draw(surface, view, at, evidence)
        if self.settings.touch:
            self.targets = self._artist.keys(surface, view)
        pygame.display.flip()
        self._shown = (view, evidence, at)
        return True

    def _needs_frame(self, view: View, at: int, evidence: Evidence | None) -> bool:
        """Whether showing `view` at `at` (ns) would change the picture, within `fps`."""
        if self._shown is None or self._shown[:2] != (view, evidence):
            return True
        last = self._shown[2]
        due = at - last >= SECOND // self.fps
        return due and animated(view, last, calm=self.settings.reduced_motion)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels. Raises DriverError when there is none."""
        return _surface().get_size()

    def poll(self) -> list[pygame.event.Event]:
        """What the window system reports since the last call: keys, touches, quit.

        Under X11 there is the X server's own event before each: see `strokes`.

        Raises:
            DriverError: when the window is not open.
        """
        _surface()
        early, self._early = self._early, []
        return [*early, *pygame.event.get()]

    def close(self) -> None:
        """Close the window; closing twice is fine."""
        self._shown, self._early, self.tells_time = None, [], False
        pygame.display.quit()


def _surface() -> pygame.Surface:
    surface = pygame.display.get_surface()
    if surface is None:
        raise DriverError(message("display.not-open"))
    return surface


def _must_be_seen() -> None:
    """Refuse a driver without a screen that SDL took by itself, for want of a better."""
    driver = pygame.display.get_driver()
    if driver in ("dummy", "offscreen") and "SDL_VIDEODRIVER" not in os.environ:
        raise pygame.error(f"SDL found only its {driver} driver")


def _fill_screen(size: tuple[int, int]) -> None:
    """Open the whole screen, scaled from `size` if that is possible, else as large as it comes."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # pygame only warns where scaling would be slow
            pygame.display.set_mode(size, pygame.FULLSCREEN | pygame.SCALED)
    except (pygame.error, Warning):
        pygame.display.set_mode(size, pygame.FULLSCREEN)


def _first_events() -> tuple[list[pygame.event.Event], bool]:
    """What is reported of a window that opens, and whether the window system stamps it.

    An X server says at once that the window's properties were set, and when.
    """
    events: list[pygame.event.Event] = []
    until = time.monotonic() + (X_TELLS_WITHIN if pygame.display.get_driver() == "x11" else 0)
    while True:
        new, now = pygame.event.get(), time.monotonic_ns()
        events += new
        if any(server_time(one, now) for one in new if one.type == pygame.SYSWMEVENT):
            return events, True
        if time.monotonic() >= until:
            return events, False
        time.sleep(0.005)
