"""Fingers on an X server's keyboard and mouse, in a process of their own: `python typist.py`.

Each line on standard input is a task: moves `[after, what, down]` in JSON, `after` in ns from the
task's start, `what` a key's character, "button" for the mouse's first button, or "focus" to take
the keyboard away from its owner (`down`) or give it back. The answer has `[before, after]` for each
move: CLOCK_MONOTONIC in ns before it was asked for and after the server had done it. To other
programs these are real events: XTEST puts them in where those of devices come in.
"""

import json
import sys
import time
from collections.abc import Sequence
from typing import Any

from Xlib import XK, X, display
from Xlib.ext import xtest

SPIN = 300_000
"""So long before a move (ns) it is waited for without sleeping."""

SIGNS = {"-": "minus", "=": "equal"}
PRESSES = {True: X.KeyPress, False: X.KeyRelease}
CLICKS = {True: X.ButtonPress, False: X.ButtonRelease}


class Typist:
    """Moves keys. `server` is python-xlib's display, which has no types."""

    def __init__(self) -> None:
        self.server: Any = display.Display()
        self.other: Any = None  # a window of ours, which takes the keyboard
        self.before: Any = None

    def play(self, moves: Sequence[tuple[int, str, bool]]) -> list[tuple[int, int]]:
        """Make `moves`; gives when each was made."""
        made = []
        start = time.monotonic_ns() + SPIN
        for after, what, down in moves:
            at = start + after  # what comes late shifts all that follows: gaps are kept
            rest = at - SPIN - time.monotonic_ns()
            if rest > 0:
                time.sleep(rest / 1e9)
            while (before := time.monotonic_ns()) < at:
                pass
            self._move(what, down)
            self.server.sync()
            made.append((before, time.monotonic_ns()))
            start += made[-1][1] - at
        return made

    def point(self, x: int, y: int) -> None:
        """Move the pointer there, in pixels of the screen."""
        xtest.fake_input(self.server, X.MotionNotify, x=x, y=y)
        self.server.sync()

    def _move(self, what: str, down: bool) -> None:
        if what == "focus":
            self._focus(down)
        elif what == "button":
            xtest.fake_input(self.server, CLICKS[down], 1)
        else:
            key = self.server.keysym_to_keycode(XK.string_to_keysym(SIGNS.get(what, what)))
            xtest.fake_input(self.server, PRESSES[down], key)

    def _focus(self, take: bool) -> None:
        if self.other is None:
            screen = self.server.screen()
            self.other = screen.root.create_window(0, 0, 8, 8, 0, screen.root_depth)
            self.other.map()
            self.server.sync()
            time.sleep(0.2)
        if take:
            self.before = self.server.get_input_focus().focus
        window = self.other if take else self.before
        window.set_input_focus(X.RevertToParent, X.CurrentTime)


def main() -> None:
    typist = Typist()
    for line in sys.stdin:
        task = json.loads(line)
        if isinstance(task, dict):
            typist.point(task["x"], task["y"])
            print("[]", flush=True)
        else:
            print(json.dumps(typist.play(task)), flush=True)


if __name__ == "__main__":
    main()
