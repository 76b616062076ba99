"""People who play at the desk with one mouse: real clicks in a real window, and nothing else.

`doubtit simulate` as it starts without settings, with no other people: they click on buzzers, lift
cards and lay them, choose from the chips, and turn cards up. They know what the desk shows them.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from desk import Hands, Made
from player import COUNTS, TAP, Player, Press
from tally import Tally
from whole_game import WholeGame

from appliance.config import Display
from appliance.core.signals import MS, SECOND
from appliance.display.view import View
from appliance.display.window import Window
from appliance.table.facts import SeatFacts
from lab.commands import simulate
from lab.commands.simulate.desk import party_of
from lab.sim.desk.desk import OF_A_HAND, Desk
from lab.sim.desk.loop import DeskInput
from lab.sim.desk.outside import Arrangement
from lab.sim.desk.setting import set_up
from lab.words import words_of

MOST_SPREADS = 3
"""So often are cards spread that the camera can't read; then they are entered by hand."""


class DeskPlayer(Player):
    """Lays the cards that can be seen: true ones first, and boldly others with them."""

    desk: Desk
    _spread = 0

    def wishes(self, view: View) -> Press | None:
        """Return what a click is good for beside a buzzer, else a press of a buzzer."""
        for seat in view.seats:
            sought = self.desk.sought()
            if sought is not None and sought.seat == seat.seat and self.desk.face_down():
                return Press(seat.buzzer, TAP, seat.prompt, seat, "turn up")
            if sought is None:
                self._spread = 0
            elif view.box.ask and len(self.desk.box.cards) > 1 and self._spread < MOST_SPREADS:
                self._spread += 1
                return Press(seat.buzzer, TAP, seat.prompt, seat, "spread")
        return None if self.desk.person.pressing else super().wishes(view)

    def in_menu(self, view: View, takes: Callable[[View], bool], seat: SeatFacts) -> Press:
        """A click on the row that is wanted if it is in sight, else a press of the buzzer."""
        assert view.menu is not None
        for hot in self.desk.hot:
            lit = replace(view, front=replace(view.menu, cursor=hot.of))
            if hot.name == "row" and takes(lit):
                return Press(seat.buzzer, TAP, None, seat, "row", hot.of)
        return super().in_menu(view, takes, seat)

    def press_of(self, view: View, seat: SeatFacts) -> Press | None:
        """The place to click; for a hand that is not in front, first the hand."""
        press = self._wanted(view, seat)
        if press is None or press.target not in OF_A_HAND:
            return press
        if seat.buzzer != self.desk.front.buzzer:
            return replace(press, target="hand", of=0)
        # people need that long to see that another hand has come in front
        return press if self.desk.front.meant(time.monotonic_ns()) else None

    def _wanted(self, view: View, seat: SeatFacts) -> Press | None:
        """A card is lifted, the lifted ones are laid, a chip is taken; else the buzzer."""
        desk, hand = self.desk, self.desk.hand(seat.buzzer)
        if seat.prompt in COUNTS and seat.ring is None and hand and not seat.counted:
            up, most = desk.person.lifted(seat.buzzer, hand), min(desk.most(seat), len(hand))
            if len(up) > most:
                return Press(seat.buzzer, TAP, seat.prompt, seat, "card", hand.index(up[0]))
            if not up:
                self.wished[seat.buzzer] = min(self.how_many(seat), most)
            left = min(self.wished.get(seat.buzzer, 0), most) - len(up)
            if left > 0:
                down = [at for at, card in enumerate(hand) if card not in up]
                down.sort(key=lambda at: hand[at].rank is not view.play.required)
                return Press(seat.buzzer, TAP, seat.prompt, seat, "card", down[0])
            if up:
                return Press(seat.buzzer, TAP, seat.prompt, seat, "lay")
        if seat.ring is not None and seat.ring.labels and self.chance.random() < 0.5:
            taps = self.taps_in(seat.ring)
            choices = [choice.taps for choice in desk.choices(seat)]
            if taps in choices:
                return Press(seat.buzzer, TAP, seat.prompt, seat, "choose", choices.index(taps))
        return super().press_of(view, seat)


class MousePlace:
    """The desk in its window, and a mouse."""

    def __init__(self, ruleset_seats: int, seed: int, tally: Tally, player: DeskPlayer) -> None:
        parser, words = argparse.ArgumentParser(), words_of("en")
        simulate.add_arguments(parser, words)
        you = ",".join(str(number + 1) for number in range(ruleset_seats))
        given = [f"--you={you}", "--bots=0", f"--seed={seed}", "--speed=2"]
        self._tally = tally
        self.window = Window(Display(1280, 800))
        self.window.open()
        party = party_of(parser.parse_args(given), words)
        self.desk = set_up(party, words, time.monotonic_ns(), heard=(tally.hear,))
        player.desk = self.desk
        self._arrangement, self._input = Arrangement(self.desk, None), DeskInput(self.desk)
        self._hands = Hands()
        self._was: object = None

    def view(self) -> View:
        """Return what the desk shows."""
        return self.desk.view

    def round(self) -> None:
        """One round of the desk's loop."""
        machine = time.monotonic_ns()
        self._input.handle(self.window.poll(), machine, self.window.size)
        self.desk.step(machine)
        self.window.change(self._arrangement.picture().draw)
        time.sleep(max(SECOND // 30 - (time.monotonic_ns() - machine), MS) / SECOND)

    def begin(self, press: Press) -> None:
        """Point at what is to be clicked, and click."""
        own = press.target not in ("turn up", "spread", "row")
        hot = next(
            area
            for area in self.desk.hot
            if (area.name, area.of) == (press.target, press.of)
            and (not own or area.buzzer == press.buzzer)
        )
        rect = hot.rect  # of a card the left edge is free
        x, y = (rect.left + 3, rect.centery) if hot.name == "card" else rect.center
        self._was = self._state(press)
        if press.target == "lay":
            hand = self.desk.hand(press.buzzer)
            self._tally.counts(press, len(self.desk.person.lifted(press.buzzer, hand)))
        self._hands.begin({"x": x, "y": y})
        self._hands.done()
        self._hands.begin([(0, "button", True), (press.long, "button", False)])

    def _state(self, press: Press) -> object:
        """Return what a click on `press.target` changes."""
        seat, hand = self.desk.seat(press.buzzer), self.desk.hand(press.buzzer)
        view = self.desk.view
        shown = (view.screen, view.headline, view.box.cards)
        told = seat and (seat.prompt, seat.counted, seat.ring, shown)
        match press.target:
            case "card":
                return len(self.desk.person.lifted(press.buzzer, hand)), self.desk.view.screen
            case "turn up":
                return len(self.desk.face_down())
            case "row":
                return view.menu and replace(view.menu, hold=None)
            case "hand":
                return self.desk.front.buzzer == press.buzzer
            case _:
                return told

    def settled(self, press: Press) -> bool:
        """Return True if it was done, and the hand that lays cards for people rests."""
        if press.target == "spread":  # the camera has another look
            return not self.desk.view.box.ask
        return self._state(press) != self._was and not self.desk.person.pressing

    @property
    def busy(self) -> bool:
        """Return True if the finger is down."""
        return self._hands.busy

    def done(self) -> Sequence[Made]:
        """Return when it was."""
        return self._hands.done()

    def close(self) -> None:
        """Leave."""
        self.desk.close()
        self._hands.close()
        self.window.close()


def play(game: WholeGame, place: MousePlace) -> None:
    """Play `game` at the desk."""
    steps = game.steps(place)
    while next(steps, game) is not game:
        place.round()
    place.close()
