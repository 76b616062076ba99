"""An open table: what each round of its loop asks, feeds and shows."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from appliance.core.effects import Effect, Lamp
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
from appliance.display.darkroom import Darkroom
from appliance.display.hotplug import Hotplug
from appliance.display.quiet import pygame
from appliance.display.sound import Speaker
from appliance.display.strokes import strokes
from appliance.display.telling import Teller
from appliance.display.touch import Fingers
from appliance.display.view import Evidence, Plug, View
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.drivers import Hardware, Lamps, Post, Stroke
from appliance.drivers.keyboard import EVERY_KEY
from appliance.runtime.loop import Loop, Perform
from appliance.runtime.reader import Reader
from appliance.service.counting import Counting
from appliance.service.leaving import Leaving
from appliance.service.troubles import Troubles
from appliance.table import Table
from appliance.table.dispute import shows_cards
from appliance.table.facts import Prompt, facts_until, reading_of
from appliance.table.stages import Lobby
from appliance.words import Words
from bluffing.message import Message

FRAME = SECOND // 30
"""How long the loop sleeps at most while people race: the window is asked for keys this often."""

CALM_FRAME = SECOND // 20
"""The same while no race is open. Each look costs, and a table waits nearly all evening; pins,
hubs and USB buzzers wake it at once, so only keys and fingers are heard up to 50 ms later."""


@dataclass(slots=True)
class Viewfinder:
    """What the camera sees while it is calibrated; None when nobody looks."""

    picture: Evidence | None = None


@dataclass(slots=True)
class OpenTable:
    """An open table: its loop, and all that each round of it asks, feeds and shows.

    Its `words` may become those of another language. Where its buzzers stand it asks once if it
    `asks_places`, as soon as somebody sits down. Without `fingers` nobody touches the window;
    without a `reader` no camera reads cards, without a `speaker` nothing of what is shown is heard,
    and without a `teller` nothing of it is said. Without `hotplug` the window stays open, without
    `counting` games that are over are not counted, and without `troubles` nobody is told of those
    of the machine. What drivers say goes to `say`, else to the loop. While there is no screen, all
    else goes on.
    """

    loop: Loop
    hardware: Hardware
    clock: Callable[[], int]
    window: Window
    words: Words
    fingers: Fingers | None = None
    reader: Reader | None = None
    speaker: Speaker | None = None
    teller: Teller | None = None
    darkroom: Darkroom = field(default_factory=Darkroom)
    leaving: Leaving = field(default_factory=Leaving)
    finder: Viewfinder = field(default_factory=Viewfinder)
    asks_places: bool = False
    hotplug: Hotplug | None = None
    counting: Counting | None = None
    troubles: Troubles | None = None
    say: Post | None = None
    shown: View | None = None
    _seen: tuple[Table, Words, int, View] | None = None  # the View of a table, and until when (ns)
    _dark: Message | None = None  # why lamps are
    _noted: tuple[View, str, View] | None = None  # a View, a notice, and the View with it

    def turn(self) -> bool:
        """One round of the loop; True when people want to leave the table."""
        now = self.clock()  # before the window is asked: what is decided knows presses until then
        shows = self._screen_is_there(now)
        events = self._events(now, there=shows)
        if self.leaving.hears(self._feed(events, now), now):
            return True
        self.loop.turn(now)
        shows &= self.window.is_open  # people may have chosen a screen that doesn't open
        if self.asks_places and isinstance(self.loop.table.stage, Lobby):
            self.asks_places = False
            self.loop.post(Wished(Wish.PLACES, now))
        lamps, fingers = self.hardware.lamps, self.fingers
        if lamps is not None:
            lamps.beat(now)
            self._tell_of(lamps, now)
        table, live = self.loop.seen, self.finder.picture
        if self.counting is not None:
            self.counting.look(self.loop.table)
        evidence = evidence_of(table, now, self.reader, self.darkroom) or live
        view = self.shown = self._view(table, now, live=live is not None)
        if shows and not self._shows(view, now, evidence):
            self.loop.wait(0)
            return False
        if not self.loop.settle():
            return False  # nothing of it could be written down: the next round shows why
        if shows and self.speaker is not None:
            self.speaker.show(view, now)
        if self.teller is not None:
            self.teller.show(view, now)
        if shows and fingers is not None:
            fingers.look(self.window.targets, self.window.size, now)
        self.loop.wait(self._rest(now, there=shows) / SECOND)
        return False

    def _events(self, now: int, *, there: bool) -> list[pygame.event.Event]:
        """Return what the window reports; the loudspeaker hears of it, too."""
        events = self.window.poll() if there else []
        if self.speaker is not None:
            self.speaker.keep(events, now)
        return events

    def _shows(self, view: View, now: int, evidence: Evidence | None) -> bool:
        """Draw `view`, and show it once it is written down; return True when all of it is seen.

        Until then nothing of it is heard or touched.
        """
        if not self.loop.writing and not self.loop.settle():  # a sound need not wait for a picture
            return False  # what `view` shows was refused
        table = self.loop.seen
        self.window.show(view, now, evidence, self.loop.settle)
        return not self.window.behind and self.loop.seen is table

    def _screen_is_there(self, now: int) -> bool:
        """Return True if a window is open; with a closed one, all of its keys are up."""
        if self.hotplug is None:
            return True
        was, there = self.window.is_open, self.hotplug.shows(now)
        if there and not was and self.speaker is not None:
            self.speaker.renew()
        typed = self.hardware.source.typed
        if was and not there and typed is not None:
            typed.handle([Stroke(EVERY_KEY, down=False)], now)
        return there

    def _tell_of(self, lamps: Lamps, now: int) -> None:
        """Say once that lamps are dark, and once that they are back."""
        was, self._dark = self._dark, lamps.lost
        post = self.say or self.loop.post
        if was is None and self._dark is not None:
            post(DriverLost(LAMPS, self._dark, now))
        elif was is not None and self._dark is None:
            post(DriverBack(LAMPS, now))

    def _races(self) -> bool:
        """Return whether somebody can be first by the View that is shown."""
        view = self.shown
        return view is not None and (
            view.open or any(seat.prompt is Prompt.BE_FIRST for seat in view.seats)
        )

    def _rest(self, now: int, *, there: bool = True) -> int:
        """Longest time (ns) that the loop may sleep at `now`, unless a signal comes.

        Where no screen is `there` no frame is due.
        """
        rest = FRAME if self._races() else CALM_FRAME
        dues = (self.loop.due(now), self.window.due if there else None)
        return max(0, min([rest, *(due - now for due in dues if due is not None)]))

    def _feed(self, events: list[pygame.event.Event], now: int) -> list[pygame.event.Event]:
        """Hand on what the window reports, to whom it concerns; gives what is left."""
        typed, fingers, left = self.hardware.source.typed, self.fingers, list[pygame.event.Event]()
        for event in events:
            if event.type == pygame.KEYDOWN and not getattr(event, "repeat", False):
                left += [] if self._key(event, now) else [event]
            elif fingers is None or not fingers.handle(event):
                left.append(event)
        if typed is not None and events:
            typed.handle(strokes(events, time.monotonic_ns()), now)
        return left

    def _key(self, event: pygame.event.Event, now: int) -> bool:
        """Handle a key that is no buzzer's; return True if it means something here.

        F11 fills the screen, and M opens the table's menu. There Escape goes one page back, and
        letters are those of a name, where one is asked for. From how to play and from a practice
        round Escape goes back to where people were; it ends a round of a house survey.
        """
        typed, menu = self.hardware.source.typed, self.shown and self.shown.menu
        shown = self.shown
        aside = shown is not None and (shown.page or shown.practice or shown.survey)
        if typed is not None and typed.takes(event.key):
            return True
        letter = letter_of(event) if menu and menu.draft is not None else ""
        if event.key == pygame.K_F11:
            self.window.fill_screen(full=not self.window.settings.fullscreen)
        elif letter:
            self.loop.post(LetterTyped(letter, now))
        elif event.key == (pygame.K_ESCAPE if menu else pygame.K_m):
            self.loop.post(Wished(Wish.MENU, now))
        elif aside and event.key == pygame.K_ESCAPE:
            self.loop.post(Wished(Wish.GO_ON, now))
        else:
            return False
        return True

    def _view(self, table: Table, now: int, *, live: bool) -> View:
        """Return the View of `table`.

        Whoever wants to leave is asked in the line for notices, and a trouble of the machine stands
        there where nothing else does; a `live` picture is no secret.
        """
        seen, words = self._seen, self.words
        if seen is None or seen[0] is not table or seen[1] is not words or seen[2] < now:
            seen = (table, words, facts_until(table, now), view_of(table, now, words))
            self._seen = seen
        view, asks = seen[3], self.leaving.asks(now)
        more: tuple[Message, Plug | None] | None = None if asks is None else (asks, None)
        if more is None and not view.notice and self.troubles is not None:
            more = self.troubles.notice(now)
        if more is not None:
            notice, plug = self.words.say(more[0]), more[1]
            if self._noted is None or self._noted[0] is not view or self._noted[1] != notice:
                self._noted = (view, notice, replace(view, notice=notice, plug=plug))
            view = self._noted[2]
        if live:
            view = replace(view, camera=self.words("screen.camera-on"), camera_lost=False)
        return view


def letter_of(event: pygame.event.Event) -> str:
    """Return the letter of a key, BACKSPACE or RETURN; "" for a key that types nothing."""
    ends = {pygame.K_BACKSPACE: BACKSPACE, pygame.K_RETURN: RETURN, pygame.K_KP_ENTER: RETURN}
    if event.key in ends:
        return ends[event.key]
    text: str = getattr(event, "unicode", "")
    return text if len(text) == 1 and text.isprintable() else ""


def lamp_performer(lamps: Lamps, clock: Callable[[], int]) -> Perform:
    """Hands Lamp effects to a driver, and has them seen at once: a press is not kept waiting."""

    def perform(effect: Effect) -> None:
        if isinstance(effect, Lamp):
            lamps.show(effect.buzzer, effect.rhythm)
            lamps.beat(clock())

    return perform


def evidence_of(
    table: Table, now: int, reader: Reader | None, darkroom: Darkroom
) -> Evidence | None:
    """The picture of the cards that `table` goes by; the reader drops it when none may be shown."""
    if reader is None:
        return None
    if not shows_cards(table, now):
        reader.forget()
    return darkroom.show(reader.shot, reading_of(table))
