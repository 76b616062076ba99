"""The window: the one owner of pygame's display. It draws only changes and motion."""

import ctypes
import os
import time
import warnings
from collections.abc import Callable
from dataclasses import replace

from appliance.config import LEAST_LONG, LEAST_SHORT, Display
from appliance.core.signals import MS, SECOND
from appliance.display.draw import Artist
from appliance.display.effort import Enough
from appliance.display.lettering import kit_of
from appliance.display.motion import Rest
from appliance.display.quiet import pygame
from appliance.display.sizes import Glass
from appliance.display.strokes import server_time
from appliance.display.touch import MoreKeys, Target
from appliance.display.view import Evidence, View
from appliance.drivers import kernel
from appliance.errors import DriverError
from bluffing.message import message

# --- the place of the picture on the screen: inside its margins, and turned by quarters ----------

MARGIN = (0, 0, 0)
"""The colour of the margins: an edge that a television cuts off shows nothing."""

MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
FINGERS = (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION)
"""Events that have a place: in pixels of the screen, and in parts of its width and height."""

Place = tuple[float, float]


class Bezel:
    """Mapping of a picture to the `screen` that shows it.

    `margin_percent` of the screen's width and height stay empty at each edge, and the picture is
    turned clockwise by `rotation` degrees. Draw on `picture`, then `reveal` its new parts.
    """

    def __init__(self, screen: pygame.Surface, margin_percent: int, rotation: int) -> None:
        self.screen, self._quarters = screen, rotation // 90
        width, height = screen.get_size()
        left, top = (round(side * margin_percent / 100) for side in (width, height))
        self._inside = pygame.Rect(left, top, width - 2 * left, height - 2 * top)
        whole = self._inside.size == screen.get_size()
        part = screen if whole else screen.subsurface(self._inside)
        size = self._inside.size[::-1] if self._quarters % 2 else self._inside.size
        self.picture = pygame.Surface(size, 0, screen) if self._quarters else part
        if not whole:
            screen.fill(MARGIN)
            pygame.display.flip()

    def reveal(self, new: list[pygame.Rect]) -> None:
        """Show the new parts of the picture on the screen."""
        if not self._quarters:
            pygame.display.update([area.move(self._inside.topleft) for area in new])
            return
        shown = []
        for area in new:
            part = self.picture.subsurface(area)
            turned = pygame.transform.rotate(part, -90 * self._quarters)
            corners = self._outward(area.topleft), self._outward(area.bottomright)
            left, top = (min(pair) for pair in zip(*corners, strict=True))
            shown.append(self.screen.blit(turned, (left, top)))
        pygame.display.update(shown)

    def _outward(self, place: tuple[int, int]) -> tuple[int, int]:
        """Map a corner between pixels of the picture to the screen."""
        x, y = place
        width, height = self.picture.get_size()
        for _ in range(self._quarters):
            x, y, width, height = height - y, x, height, width
        return x + self._inside.left, y + self._inside.top

    def inward(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return an event with its place in the picture."""
        if self.picture is self.screen or event.type not in (*MOUSE, *FINGERS):
            return event
        width, height = self.screen.get_size()
        if event.type in MOUSE:
            x, y = self._turned_back((event.pos[0] + 0.5, event.pos[1] + 0.5))
            return pygame.event.Event(event.type, {**event.dict, "pos": (int(x), int(y))})
        x, y = self._turned_back((event.x * width, event.y * height))
        wide, high = self.picture.get_size()
        return pygame.event.Event(event.type, {**event.dict, "x": x / wide, "y": y / high})

    def _turned_back(self, place: Place) -> Place:
        """Return the place in the picture, in pixels, of one on the screen."""
        x, y = place[0] - self._inside.left, place[1] - self._inside.top
        width, height = self._inside.size
        for _ in range(self._quarters):
            x, y, width, height = y, width - x, height, width
        return x, y


HEARD_WITHIN = 0.02
"""Seconds until a waiting window notices a report."""

FRAME_TAKES = 8 * MS
"""CPU time after which a frame of a table leaves the rest of a new View to the next frame. Together
with the picture in progress it stays below the 16 ms of a frame, by bench.screens."""

LATE_AFTER = 100 * MS
"""Delay after which a picture is drawn whole, however long that takes."""

X_TELLS_WITHIN = 0.2
"""Seconds that a window waits, when it opens, for the first event that the X server stamped."""


class Window:
    """A window, or the whole screen, that shows Views; a moving one at most `fps` times a second.

    A full screen is drawn in its own proportions, no larger than a window and scaled to the screen
    if the graphics can do that, so that a large screen costs a small board no more. `tells_time` is
    True if the window system stamps keys with the machine's own clock. With `most` a new View that
    takes more CPU time (ns) than that is drawn in several frames.
    """

    def __init__(self, settings: Display, fps: int = 30, most: int | None = None) -> None:
        self.settings, self.fps, self.most = settings, fps, most
        self._artist = _artist(settings)
        self._sheet: pygame.Surface | None = None  # the picture in full light, where it is dimmed
        self._shown: tuple[View, Evidence | None, int] | None = None
        self._late_since: int | None = None  # since when the newest View is not shown yet, ns
        self._due: int | None = None  # when the picture next looks different, ns
        self._rest = Rest()
        self._early: list[pygame.event.Event] = []  # reported while the window opened
        self._bezel: Bezel | None = None
        self.tells_time = self.strays = False  # strays: it is on another screen than was chosen
        self.screens: tuple[str, ...] = ()  # those that were there when it was opened
        self._place = 0  # that of its own among them

    def open(self) -> None:
        """Open the window.

        Raises:
            DriverError: when there is no screen to open it on.
        """
        try:
            pygame.display.init()
            _must_be_seen()
            if pygame.display.get_driver() == "x11":
                # else SDL draws by OpenGL, which takes 94 MiB where no graphics card helps
                os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
                # the X server's own events, too: only asked for all does pygame ask SDL for them
                pygame.event.set_allowed(None)
            self._set_mode()
            self._early, self.tells_time = _first_events()
        except pygame.error as why:
            pygame.display.quit()
            unknown = "not available" in str(why)  # what SDL says of a driver that it lacks
            code = "display.no-driver" if unknown else "display.cant-open"
            size = {"width": self.settings.width, "height": self.settings.height}
            symptom = message(code, **size, error=str(why))
            raise DriverError(symptom, message("display.cant-open.todo")) from why

    @property
    def is_open(self) -> bool:
        """True if a window is open."""
        return pygame.display.get_surface() is not None

    @property
    def has_screen_alone(self) -> bool:
        """True if no desktop is between the open window and the screen's cable."""
        return pygame.display.get_driver().lower() == "kmsdrm"

    def _set_mode(self) -> None:
        self.screens = _screens()
        chosen = _place_of(self.settings.screen, self.screens)
        self._place, self.strays = chosen or 0, chosen is None
        try:
            self._fill(self._place)
        except pygame.error:
            if not self._place:
                raise
            self._place, self.strays = 0, True
            self._fill(0)
        pygame.mouse.set_visible(not self.settings.fullscreen)

    def _fill(self, screen: int) -> None:
        size = self.settings.width, self.settings.height
        if self.settings.fullscreen:
            _fill_screen(fitted(size, pygame.display.get_desktop_sizes()[screen]), screen)
        else:
            upright = self.settings.rotation % 180
            pygame.display.set_mode(size[::-1] if upright else size, display=screen)

    @property
    def next_screen(self) -> str:
        """Return the name of the screen after the window's; "": none is known."""
        return self.screens[(self._place + 1) % len(self.screens)] if self.screens else ""

    def fill_screen(self, *, full: bool) -> None:
        """Fill the whole screen, or go back to a window of its own."""
        self.apply(replace(self.settings, fullscreen=full))

    def apply(self, settings: Display) -> None:
        """Apply these settings to everything shown.

        Raises:
            DriverError: no screen opens any more.
        """
        before, self.settings = self.settings, settings
        if settings == before:
            return
        self._sheet, self._artist, self._bezel = None, _artist(settings), None
        self._forget()
        if self.is_open and settings.screen != before.screen:
            self.close()
            self.open()
        elif self.is_open and _shape(settings) != _shape(before):
            self._set_mode()

    def _forget(self) -> None:
        """Let the next picture be drawn whole."""
        self._shown = self._late_since = None
        self._artist.forget()

    @property
    def behind(self) -> bool:
        """True if the newest View is not on the screen yet: the next `show` brings it."""
        return self._late_since is not None

    def show(
        self,
        view: View,
        at: int,
        evidence: Evidence | None = None,
        ready: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Show `view` at `at` (ns) on the screen; return True if anything was drawn.

        `evidence` is the picture of the View's cards, if there is one. A View that takes too long
        for one frame leaves the screen unchanged: see `behind`. `ready` is called once the picture
        is drawn but still hidden; if it returns False, the picture stays hidden.

        Raises:
            DriverError: when the window is not open.
        """
        surface = self._within().picture
        if not self._needs_frame(view, at, evidence):
            return False
        if self._shown is None:
            pygame.display.set_caption(view.words("attract.headline"))
        rests = self._rest.begun(view, at)
        new = self._draw(surface, view, at, evidence, rests=rests)
        if self._artist.behind:
            self._late_since = at if self._late_since is None else self._late_since
            return False
        self._late_since = None
        if not ready():
            self._forget()
            return False
        if new:
            self._within().reveal(new)
        self._shown = (view, evidence, at)
        self._due = self._artist.next_change(view, at, calm=rests or self.settings.reduced_motion)
        return bool(new)

    def _draw(
        self,
        surface: pygame.Surface,
        view: View,
        at: int,
        evidence: Evidence | None,
        *,
        rests: bool,
    ) -> list[pygame.Rect]:
        """Draw the changes on the screen, at its set brightness."""
        bright, enough = self.settings.brightness, self._enough(at)
        if bright == 100:
            return self._artist.redraw(surface, view, at, evidence, rests=rests, enough=enough)
        if self._sheet is None:
            self._sheet = pygame.Surface(surface.get_size(), 0, surface)
        new = self._artist.redraw(self._sheet, view, at, evidence, rests=rests, enough=enough)
        for area in new:
            surface.blit(self._sheet, area, area)
            surface.fill([255 * bright // 100] * 3, area, pygame.BLEND_RGB_MULT)
        return new

    def _enough(self, at: int) -> Enough | None:
        """Return the end of the frame that begins now."""
        most, late = self.most, self._late_since
        if most is None or (late is not None and at - late >= LATE_AFTER):
            return None
        ends = time.thread_time_ns() + most
        return lambda: time.thread_time_ns() >= ends

    def _needs_frame(self, view: View, at: int, evidence: Evidence | None) -> bool:
        """Return True if showing `view` at `at` (ns) would change the picture, within `fps`."""
        if self._shown is None or self._shown[:2] != (view, evidence):
            return True
        due = self.due
        return due is not None and at >= due

    @property
    def due(self) -> int | None:
        """Time (ns) at which the newest picture next looks different, within `fps`; None: never."""
        if self._shown is None or self._due is None:
            return None
        return max(self._shown[2] + SECOND // self.fps, self._due)

    @property
    def targets(self) -> tuple[Target, ...]:
        """List the touchable places of the newest picture."""
        return self._artist.targets

    def turn_to(self, more: MoreKeys) -> None:
        """Show another page of a seat's keys with the next frame."""
        self._artist.turn_to(more)
        if self._shown is not None:
            self._due = self._shown[2]

    def change(self, draw: Callable[[pygame.Surface], list[pygame.Rect]]) -> bool:
        """Let `draw` change parts of the picture and list them; return True if there were any.

        Raises:
            DriverError: when the window is not open.
        """
        bezel = self._within()
        changed = draw(bezel.picture)
        if changed:
            bezel.reveal(changed)
        return bool(changed)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels. Raises DriverError when there is none."""
        return self._within().picture.get_size()

    def _within(self) -> Bezel:
        """Return the place of the picture on the screen.

        Raises:
            DriverError: when the window is not open.
        """
        screen = _surface()
        if self._bezel is None or self._bezel.screen is not screen:
            self._bezel = Bezel(screen, self.settings.margin_percent, self.settings.rotation)
        return self._bezel

    def poll(self) -> list[pygame.event.Event]:
        """Return the window system's events since the last call: keys, touches, quit.

        Under X11 there is the X server's own event before each: see `strokes`.

        Raises:
            DriverError: when the window is not open.
        """
        bezel = self._within()
        early, self._early = self._early, []
        events = [bezel.inward(event) for event in pygame.event.get()]
        if any(event.type == pygame.WINDOWEXPOSED for event in events):
            self._forget()  # another window lay over it: at rest nothing else would mend that
        return [*early, *events]

    def wait(self, seconds: float) -> None:
        """Sleep until the window system reports something, or for `seconds`."""
        until = time.monotonic() + seconds
        # pygame's own wait asks every millisecond, which takes more than all else at rest
        while (left := until - time.monotonic()) > 0 and not pygame.event.peek():
            time.sleep(min(left, HEARD_WITHIN))

    def close(self) -> None:
        """Close the window; closing twice is fine."""
        self._early, self.tells_time, self._bezel = [], False, None
        self._forget()
        pygame.display.quit()


def _artist(settings: Display) -> Artist:
    glass = Glass(settings.picture_inch, settings.distance_cm, settings.text)
    calm, fingers = settings.reduced_motion, settings.touch
    kit = kit_of(high=settings.contrast == "high", theme=settings.theme)
    return Artist(settings.layout, calm=calm, fingers=fingers, glass=glass, kit=kit)


def _shape(settings: Display) -> tuple[int, int, int, bool]:
    """Return the settings that the window system has to know."""
    return settings.width, settings.height, settings.rotation % 180, settings.fullscreen


def _screens() -> tuple[str, ...]:
    """Return the names of SDL's screens in its order; their numbers if some have no name."""
    count = pygame.display.get_num_displays()
    if pygame.display.get_driver().lower() == "kmsdrm":
        names = kernel.screens()
    else:
        names = tuple(_name_of(number) for number in range(count))
    named = len({*names} - {""}) == count == len(names)
    return names if named else tuple(str(number + 1) for number in range(count))


def _name_of(screen: int) -> str:
    """Return SDL's name of a screen; "" without one."""
    try:
        name_of = ctypes.CDLL(pygame.display.__file__).SDL_GetDisplayName
    except (AttributeError, OSError):
        return ""
    name_of.restype = ctypes.c_char_p
    name: bytes | None = name_of(screen)
    return (name or b"").decode(errors="replace")


def _place_of(screen: str, screens: tuple[str, ...]) -> int | None:
    """Return the place of `screen` (a name, or a number from 1); None: it isn't there."""
    if not screen:
        return 0
    if screen in screens:
        return screens.index(screen)
    number = int(screen) if screen.isdecimal() else 0
    return number - 1 if 0 < number <= len(screens) else None


def _surface() -> pygame.Surface:
    surface = pygame.display.get_surface()
    if surface is None:
        raise DriverError(message("display.not-open"))
    return surface


def _must_be_seen() -> None:
    """Refuse a driver without a screen that SDL chose by itself, for want of a better one."""
    driver = pygame.display.get_driver()
    if driver in ("dummy", "offscreen") and "SDL_VIDEODRIVER" not in os.environ:
        raise pygame.error(f"SDL found only its {driver} driver")


def fitted(size: tuple[int, int], screen: tuple[int, int]) -> tuple[int, int]:
    """Return a size in the proportions of `screen`, as large as `size` or the screen allow.

    Both may be upright. It is never too small for the layouts.
    """
    (long, short), (longest, shortest) = sorted(size)[::-1], sorted(screen)[::-1]
    scale = min(1.0, long / longest, short / shortest)
    scale = max(scale, LEAST_LONG / longest, LEAST_SHORT / shortest)
    return round(screen[0] * scale), round(screen[1] * scale)


def _fill_screen(size: tuple[int, int], screen: int) -> None:
    """Fill the screen at that place, scaled from `size` if possible, otherwise in its own size."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # pygame only warns where scaling would be slow
            pygame.display.set_mode(size, pygame.FULLSCREEN | pygame.SCALED, display=screen)
    except (pygame.error, Warning):
        pygame.display.set_mode(size, pygame.FULLSCREEN, display=screen)


def _first_events() -> tuple[list[pygame.event.Event], bool]:
    """Read the first events of a window, and learn if the window system stamps them.

    An X server says at once that the window's properties were set, and when.
    """
    events: list[pygame.event.Event] = []
    until = time.monotonic() + (X_TELLS_WITHIN if pygame.display.get_driver() == "x11" else 0)
    while True:
        new, now = pygame.event.get(), time.monotonic_ns()
        events += new
        if any(server_time(event, now) for event in new if event.type == pygame.SYSWMEVENT):
            return events, True
        if time.monotonic() >= until:
            return events, False
        time.sleep(0.005)
