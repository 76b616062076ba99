"""Routes the window's events to their receivers: buzzers, fingers, the table's menu."""

import time
from dataclasses import dataclass

from appliance.core.signals import BACKSPACE, RETURN, LetterTyped, Wish, Wished
from appliance.display.quiet import pygame
from appliance.display.strokes import strokes
from appliance.display.touch import Fingers
from appliance.display.view import View
from appliance.display.window import Window
from appliance.drivers import Post, Stroke, Typed
from appliance.drivers.keyboard import EVERY_KEY


@dataclass(frozen=True, slots=True)
class Inputs:
    """Receivers of the events of `window`: `typed` buzzers, `fingers` and the loop."""

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
