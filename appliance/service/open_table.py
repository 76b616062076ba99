"""An open table: the inputs and outputs of each round of its loop."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from appliance.core.signals import (
    BACKSPACE,
    LAMPS,
    RETURN,
    SECOND,
    DriverBack,
    DriverLost,
    LetterTyped,
    Wish,
    Wished,
)
from appliance.display.hotplug import Hotplug
from appliance.display.quiet import pygame
from appliance.display.strokes import strokes
from appliance.display.touch import Fingers
from appliance.display.view import Evidence, View
from appliance.display.window import Window
from appliance.drivers import Hardware, Lamps, Post, Stroke, Typed
from appliance.drivers.keyboard import EVERY_KEY
from appliance.runtime.loop import Loop
from appliance.service.counting import Counting
from appliance.service.media import Sounds
from appliance.service.picture import TablePicture
from appliance.table.facts import Prompt
from bluffing.message import Message


@dataclass(frozen=True, slots=True)
class Inputs:
    """Receivers of the events of `window`: `typed` buzzers, `fingers`, the loop."""

    window: Window
    typed: Typed | None
    fingers: Fingers | None
    post: Post

    def feed(
        self, events: list[pygame.event.Event], shown: View | None, now: int
    ) -> list[pygame.event.Event]:
        """Pass on `events` while `shown` is on the screen; return the rest."""
        typed, fingers, left = self.typed, self.fingers, list[pygame.event.Event]()
        for event in events:
            if event.type == pygame.KEYDOWN and not getattr(event, "repeat", False):
                left += [] if self._key(event, shown, now) else [event]
            elif fingers is None or not fingers.handle(event):
                left.append(event)
        if typed is not None and events:
            typed.handle(strokes(events, time.monotonic_ns()), now)
        return left

    def let_go(self, now: int) -> None:
        """Release all keys: the window is closed."""
        if self.typed is not None:
            self.typed.handle([Stroke(EVERY_KEY, down=False)], now)

    def _key(self, event: pygame.event.Event, shown: View | None, now: int) -> bool:
        """Handle a key that is no buzzer's; return True if it has a meaning here.

        F11 fills the screen, and M opens the table's menu. There Escape goes one page back, and
        letters are those of a name if one is requested. From "how to play" and from a practice
        round Escape goes back to the place before; it ends a round of a house survey.
        """
        menu = shown and shown.menu
        aside = shown is not None and shown.front is not None
        if self.typed is not None and self.typed.takes(event.key):
            return True
        letter = letter_of(event) if menu and menu.draft is not None else ""
        if event.key == pygame.K_F11:
            self.window.fill_screen(full=not self.window.settings.fullscreen)
        elif letter:
            self.post(LetterTyped(letter, now))
        elif event.key == (pygame.K_ESCAPE if menu else pygame.K_m):
            self.post(Wished(Wish.MENU, now))
        elif aside and event.key == pygame.K_ESCAPE:
            self.post(Wished(Wish.GO_ON, now))
        else:
            return False
        return True


def letter_of(event: pygame.event.Event) -> str:
    """Return the letter of a key, BACKSPACE or RETURN; "" for a key that types nothing."""
    ends = {pygame.K_BACKSPACE: BACKSPACE, pygame.K_RETURN: RETURN, pygame.K_KP_ENTER: RETURN}
    if event.key in ends:
        return ends[event.key]
    text: str = getattr(event, "unicode", "")
    return text if len(text) == 1 and text.isprintable() else ""


FRAME = SECOND // 30
"""Maximum sleep of the loop while people race: the interval of reading the window's keys."""

CALM_FRAME = SECOND // 20
"""The same while no race is open. Each round has a cost, and a table waits nearly all evening.
Pins, hubs and USB buzzers wake it at once, so only keys and fingers are up to 50 ms late."""


@dataclass(slots=True)
class OpenTable:
    """An open table: its loop, and the inputs and outputs of each round.

    `picture` makes the window's View. With `asks_places` the table asks once for the places of the
    buzzers, as soon as a player sits down. Without `fingers` the window ignores touches, without
    `sounds` the table is silent, without `hotplug` the window stays open, and without `counting`
    finished games are not counted. Messages of drivers go to `say`, else to the loop. The table
    works without a screen, too.
    """

    loop: Loop
    hardware: Hardware
    clock: Callable[[], int]
    window: Window
    picture: TablePicture
    fingers: Fingers | None = None
    sounds: Sounds | None = None
    asks_places: bool = False
    hotplug: Hotplug | None = None
    counting: Counting | None = None
    say: Post | None = None
    shown: View | None = None
    _dark: Message | None = None  # why lamps are
    _rests: int = 0  # longest sleep before the next round (ns)

    def turn(self) -> bool:
        """One round of the loop; True when people want to leave the table.

        It rests first, so that its caller learns at once that a picture is on the screen.
        """
        self.loop.wait(self._rests / SECOND)
        self._rests = 0
        now = self.clock()  # before the window's events: a decision knows all presses until now
        shows = self._screen_is_there(now)
        left = self._inputs.feed(self._events(now, there=shows), self.shown, now)
        if self.picture.leaving.hears(left, now):
            return True
        self.loop.turn(now)
        shows &= self.window.is_open  # people may have chosen a screen that doesn't open
        if self.asks_places and self.loop.table.stage is self.loop.table.lobby:
            self.asks_places = False
            self.loop.post(Wished(Wish.PLACES, now))
        lamps, fingers = self.hardware.lamps, self.fingers
        if lamps is not None:
            lamps.beat(now)
            self._tell_of(lamps, now)
        if self.counting is not None:
            self.counting.look(self.loop.table)
        view, evidence = self.picture.show(self.loop.seen, now)
        self.shown = view
        if shows and not self._shows(view, now, evidence):
            return False
        if not self.loop.settle():
            return False  # the journal can't be written: the next round shows why
        if self.sounds is not None:
            self.sounds.show(view, now, seen=shows)
        if shows and fingers is not None:
            fingers.look(self.window.targets, self.window.size, now)
        self._rests = self._rest(now, there=shows)
        return False

    @property
    def _inputs(self) -> Inputs:
        return Inputs(self.window, self.hardware.source.typed, self.fingers, self.loop.post)

    def _events(self, now: int, *, there: bool) -> list[pygame.event.Event]:
        """Return the window's events; the loudspeaker gets them, too."""
        events = self.window.poll() if there else []
        if self.sounds is not None:
            self.sounds.speaker.keep(events, now)
        return events

    def _shows(self, view: View, now: int, evidence: Evidence | None) -> bool:
        """Draw `view`, and show it once its step is written; return True once it is shown.

        Until then its sounds are silent and it ignores touches.
        """
        if not self.loop.writing and not self.loop.settle():  # a sound is independent of a picture
            return False  # what `view` shows was refused
        table = self.loop.seen
        self.window.show(view, now, evidence, self.loop.settle)
        return not self.window.behind and self.loop.seen is table

    def _screen_is_there(self, now: int) -> bool:
        """Return True if a window is open; with a closed one, all of its keys are up."""
        if self.hotplug is None:
            return True
        was, shows = self.window.is_open, self.hotplug.shows(now)
        if shows and not was and self.sounds is not None:
            self.sounds.speaker.renew()
        if was and not shows:
            self._inputs.let_go(now)
        return shows

    def _tell_of(self, lamps: Lamps, now: int) -> None:
        """Say once that lamps are dark, and once that they are back."""
        was, self._dark = self._dark, lamps.lost
        post = self.say or self.loop.post
        if was is None and self._dark is not None:
            post(DriverLost(LAMPS, self._dark, now))
        elif was is not None and self._dark is None:
            post(DriverBack(LAMPS, now))

    def _races(self) -> bool:
        """Return True if the shown View lets players race."""
        view = self.shown
        return view is not None and (
            view.play.open or any(seat.prompt is Prompt.BE_FIRST for seat in view.seats)
        )

    def _rest(self, now: int, *, there: bool = True) -> int:
        """Return the longest time (ns) that the loop may sleep at `now`, unless a signal comes.

        Without a screen (`there`) no frame is due.
        """
        rest = FRAME if self._races() else CALM_FRAME
        dues = (self.loop.due(now), self.window.due if there else None)
        return max(0, min([rest, *(due - now for due in dues if due is not None)]))
