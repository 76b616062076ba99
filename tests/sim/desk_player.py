"""A player at the desk who uses what can be seen: its targets, the View and the own cards."""

import random
from collections.abc import Callable

import pygame
from said import ENGLISH
from true_eye import apart

from appliance.core.reading import Reading, SeenCard
from appliance.core.signals import MS, SECOND
from appliance.display.view import Screen
from appliance.drivers import Image
from appliance.runtime.reader import Fuse, Read
from appliance.table.facts import YES_BY_HOLD, Prompt
from appliance.table.offers import Asks
from lab.sim.desk.desk import Desk, Hot
from lab.sim.desk.party import Party
from lab.sim.desk.picture import DeskPicture
from lab.sim.desk.setting import set_up

SIZE = (1280, 800)
STEP = 40 * MS


class AtDesk:
    """A person with one pointer. `machine` is the machine's time (ns)."""

    def __init__(self, party: Party, size: tuple[int, int] = SIZE) -> None:
        self.machine = 0
        self.surface = pygame.Surface(size)
        self._set_up(party)
        self.mine = min(party.mine)
        self.rng = random.Random(party.seed)
        self.draw()

    def _set_up(self, party: Party) -> None:
        self.desk: Desk = set_up(party, ENGLISH, 0, eye=self._eye(), live=False)
        self.picture = DeskPicture(self.desk, "tv")

    def _eye(self) -> tuple[Read, Fuse]:
        """A reader that knows the truth about the box."""

        def read(image: Image) -> Reading:
            del image
            cards = self.desk.box.cards
            return Reading(
                tuple(SeenCard(card.rank, 0.99, apart(at)) for at, card in enumerate(cards)), 10, 10
            )

        return read, lambda readings: readings[-1]

    def draw(self) -> list[pygame.Rect]:
        return self.picture.draw(self.surface)

    def wait(self, seconds: float) -> None:
        until = self.machine + round(seconds * SECOND)
        while self.machine < until:
            self.machine += STEP
            self.desk.step(self.machine)

    def until(self, holds: Callable[[], bool], seconds: float = 60) -> None:
        end = self.machine + round(seconds * SECOND)
        while not holds():
            assert self.machine < end, f"waited in vain: {self.desk.view.headline}"
            self.wait(0.1)

    def find(self, name: str, buzzer: int | None = None, of: int = 0) -> Hot:
        self.draw()
        return next(
            area
            for area in self.desk.hot
            if area.name == name and area.of == of and buzzer in {None, area.buzzer}
        )

    def press(self, name: str, buzzer: int | None = None, of: int = 0, hold: float = 0.1) -> None:
        """Come down on a target, wait and let go."""
        rect = self.find(name, buzzer, of).rect
        # of a card the left edge is free
        at = (rect.left + 3, rect.centery) if name == "card" else rect.center
        self.desk.point("finger", at, self.machine)
        self.wait(hold)
        self.desk.let_go("finger", self.machine)
        self.wait(0.1)

    def tap(self) -> None:
        self.press("buzzer", self.mine)

    def hold(self) -> None:
        self.press("buzzer", self.mine, hold=0.9)

    # --- a whole game ----------------------------------------------------------------------

    def turn(self) -> None:
        """Do what the desk invites to, if it does; else wait."""
        seat, desk = self.desk.seat(self.mine), self.desk
        if seat is None:
            self.wait(0.2)
        elif desk.face_down():
            self.press("turn up")
        elif desk.view.box.ask and len(desk.box.cards) > 1:
            self.press("spread")
            self.wait(2)
        elif seat.ring is not None and seat.ring.asks is Asks.FOUR:
            self.wait(1)  # no four are laid away
        elif seat.ring is not None:
            self.hold()
        elif desk.may_lay(seat) and desk.hand(self.mine):
            self._lay()
        elif seat.prompt in {Prompt.SIT, Prompt.NEXT_RANK}:
            self.tap()
        elif seat.prompt is Prompt.READY or seat.prompt in YES_BY_HOLD:
            self.hold()
        elif seat.prompt in {Prompt.SLAP, Prompt.SLAP_OR_HOLD} and self.rng.random() < 0.01:
            self.tap()
        else:
            self.wait(0.2)

    def _lay(self) -> None:
        hand, required = self.desk.hand(self.mine), self.desk.view.play.required
        true = [at for at, card in enumerate(hand) if card.rank is required]
        seat = self.desk.seat(self.mine)
        assert seat is not None
        true = true[: min(3, self.desk.most(seat))]
        for at in true or [self.rng.randrange(len(hand))]:
            self.press("card", self.mine, at)
        self.press("lay", self.mine)
        self.until(lambda: not self.desk.person.pressing)
        self.wait(0.3)

    def next_deal(self) -> None:
        """From the end of a game to the next one."""
        end = self.machine + 60 * SECOND
        while self.desk.view.screen is Screen.OVER:
            assert self.machine < end, "nobody deals again"
            self.turn()

    def play(self, minutes: float = 60) -> None:
        """Play until the game is over."""
        end = self.machine + round(minutes * 60 * SECOND)
        while self.desk.view.screen is not Screen.OVER:
            assert self.machine < end, f"the game does not end: {self.desk.view.headline}"
            self.turn()
