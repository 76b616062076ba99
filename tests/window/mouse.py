"""Somebody who plays at the desk with a mouse: real clicks in a real window, and nothing else.

What such a person knows is what `tests/sim/desk_player.py` knows; time and the finger are real.
"""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from desk import Hands
from desk_player import AtDesk

from appliance.config import Display
from appliance.core.effects import Effect, PlaySound, Sound
from appliance.core.signals import MS, SECOND
from appliance.display.quiet import pygame
from appliance.display.window import Window
from appliance.sim.desk.loop import DeskInput, set_up
from appliance.sim.desk.party import Party
from appliance.sim.desk.picture import DeskPicture
from appliance.words import words_of

UNANSWERED = {Sound.NOTHING, Sound.REFUSED}
LONGEST = 25
"""Seconds that a click may take to be done."""


class MouseAtDesk(AtDesk):
    """A person with a mouse. `pictures` is where each new kind of screen is kept."""

    def __init__(self, party: Party, pictures: Path) -> None:
        self.hands, self.heard = Hands(), list[Effect]()
        self.clicks = self.ignored = 0
        self.faults: list[str] = []
        self._pictures, self._shots = pictures, Counter[str]()
        self.window = Window(Display(1280, 800))
        self.window.open()
        super().__init__(party)
        self.wait(1.0)

    def _set_up(self, party: Party) -> None:
        words = words_of("en")
        self.desk = set_up(party, words, time.monotonic_ns(), heard=self.heard.append)
        self.picture = DeskPicture(self.desk, "tv")
        self._input = DeskInput(self.desk)

    def draw(self) -> list[pygame.Rect]:
        """The window is drawn in each round."""
        return []

    def wait(self, seconds: float) -> None:
        """Go on for so long."""
        self.until_done(time.monotonic() + seconds, lambda: False)

    def until_done(self, end: float, done: Callable[[], bool]) -> None:
        """Rounds of the desk's loop, until something is done or the time is over."""
        while time.monotonic() < end and not done():
            self.machine = time.monotonic_ns()
            self._input.handle(self.window.poll(), self.machine, self.window.size)
            self.desk.step(self.machine)
            self.window.change(self.picture.draw)
            self._photograph()
            spent = time.monotonic_ns() - self.machine
            time.sleep(max(SECOND // 30 - spent, MS) / SECOND)

    def press(self, name: str, buzzer: int | None = None, of: int = 0, hold: float = 0.1) -> None:
        """A click on a target that is to be seen."""
        before, view = self.find(name, buzzer, of), self.desk.view
        rect = before.rect
        x, y = (rect.left + 3, rect.centery) if name == "card" else rect.center
        self.hands.begin({"x": x, "y": y})
        self.hands.done()
        self.heard.clear()
        prompt = self.desk.seat(self.mine)
        self.hands.begin([(0, "button", True), (round(hold * SECOND), "button", False)])
        self.until_done(time.monotonic() + LONGEST, lambda: not self.hands.busy)
        self.hands.done()
        self.wait(0.3)
        self.clicks += 1
        sounds = [one.sound for one in self.heard if isinstance(one, PlaySound)]
        if name == "buzzer" and (not sounds or set(sounds) <= UNANSWERED):
            self.ignored += 1
            asked = None if prompt is None else prompt.prompt
            self.faults.append(
                f"a click on the buzzer for {hold} s: {asked} ({view.screen}: {view.headline}); "
                f"heard {[str(one) for one in sounds]}; now {self.desk.view.headline}"
            )

    def _photograph(self) -> None:
        seat = self.desk.seat(self.mine)
        name = f"{self.desk.view.screen}-{seat and seat.prompt}"
        self._shots[name] += 1
        surface = pygame.display.get_surface()
        if self._shots[name] == 8 and surface is not None:  # when it has come to rest
            self._pictures.mkdir(parents=True, exist_ok=True)
            pygame.image.save(surface, self._pictures / f"{len(self._shots):03}-{name}.png")

    def close(self) -> None:
        """Leave."""
        self.desk.close()
        self.hands.close()
        self.window.close()
