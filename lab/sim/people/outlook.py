"""The sight of simulated people at one moment, and the plans that they make by it.

All their knowledge comes from the screen, the rules, the public game and their own hands. They have
to learn from the screen when a press begins to count.
"""

from collections.abc import Collection
from dataclasses import dataclass

from appliance.core.signals import MS
from appliance.display.view import SeatView, View
from appliance.table.codes import GestureKind, Prompt, Role, Tag
from bluffing.game import AnyRuleset, Phase, State
from lab.sim.people import steps
from lab.sim.people.characters import reaction
from lab.sim.people.fingers import FingerPress, Hands, Why

LOOKS_UP_FOR = 200 * MS
"""Time that people look at the screen after a press before they go on."""

TRIES_AGAIN_AFTER = 900 * MS
"""Time that a player waits for an answer of the screen before pressing once more."""

SLAPS = (Prompt.SLAP, Prompt.SLAP_OR_HOLD)
"""Prompts that make a press a doubt."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """The common view of all people at the table: the screen, and the public game.

    `games` are over this evening.
    """

    view: View
    rules: AnyRuleset
    game: State | None = None
    games: int = 0

    @property
    def playing(self) -> State:
        """The game; available once it is dealt."""
        assert self.game is not None, "no game has been dealt"  # noqa: S101 - a bug, no input
        return self.game

    @property
    def races(self) -> bool:
        """True if other players may doubt the newest play: the first press decides."""
        if self.game is None or self.view.paused:
            return False
        return self.game.phase is Phase.LAST_CARDS or (
            self.rules.races_in(self.game) and self.game.phase is Phase.OPEN
        )

    def seats(self, *prompts: Prompt) -> list[SeatView]:
        """List the seats whose button the screen explains by one of `prompts`.

        A seat counts, too, if it reaches the same by stepping through the choices.
        """
        return [seat for seat in self.view.seats if asks(seat) in prompts]

    def matter(self, moment: int) -> tuple[object, ...]:
        """Return the matter that people think about; another matter needs new thought."""
        view, phase = self.view, None if self.game is None else self.game.phase
        dealt = any(seat.tag is Tag.DEALS for seat in view.seats)
        disputed = view.verdict is not None and view.verdict.disputed
        return (view.screen, self.games, view.paused, disputed, moment, dealt, phase)

    def progress(self) -> tuple[object, ...]:
        """Return the matter's progress by people's actions, not by a finger alone."""
        view = self.view
        seats = tuple((seat.buzzer, seat.role, screenful(seat)) for seat in view.seats)
        return seats, view.box.cards, view.box.ask, view.headline, view.detail


def asks(seat: SeatView) -> Prompt | None:
    """Return the question to a seat, however its player answers."""
    return seat.prompt if seat.stepping is None else seat.stepping.asks


def screenful(seat: SeatView) -> tuple[object, ...]:
    """Return the part of a seat's screen that its player uses."""
    return seat.prompt, seat.option, seat.ring, seat.counted, seat.entering


@dataclass(frozen=True, slots=True)
class Outlook:
    """People's sight at `now` (ns), `fresh` at its first time; it plans presses by seats."""

    glimpse: Glimpse
    hands: Hands
    now: int
    moment: object
    fresh: bool = True
    heard_at: int = 0  # when a press was last heard to mean nothing

    @property
    def view(self) -> View:
        """The screen."""
        return self.glimpse.view

    def free(self, seat: SeatView) -> bool:
        """Return True if a player is free to press now and does not wait for an answer."""
        if seat.buzzer in self.hands.others or self.hands.busy(seat.buzzer, self.now):
            return False
        last = self.hands.newest(seat.buzzer)
        if last is None or self.now >= last.until + TRIES_AGAIN_AFTER:
            return True
        answered = last.sight != self.sight(seat) or self.heard_at >= last.at
        return answered and self.now >= last.until + LOOKS_UP_FOR

    def able(self, seats: list[SeatView]) -> list[SeatView]:
        """List the `seats` that are free to act; none while a hand is on its way."""
        if any(self.hands.busy(seat.buzzer, self.now) for seat in seats):
            return []
        return [seat for seat in seats if self.free(seat)]

    def sight(self, seat: SeatView) -> object:
        """Return the sight that makes `seat` press now."""
        return self.view.screen, self.view.paused, seat.buzzer, screenful(seat)

    def still(self, touch: FingerPress) -> bool:
        """Return True if the reason for planning `touch` is still visible."""
        if touch.why in (Why.SLAP, Why.GLITCH):
            return touch.sight == self.moment
        seats = (seat for seat in self.view.seats if seat.buzzer == touch.buzzer)
        return any(touch.sight in (self.sight(seat), self.moment) for seat in seats)

    # --- hands ---------------------------------------------------------------------------------

    def soon(self, seat: SeatView) -> int:
        """Time of the next press of `seat` (ns): at once in the middle of something."""
        last = self.hands.newest(seat.buzzer)
        if last is not None and self.now < last.until + TRIES_AGAIN_AFTER and not self.fresh:
            return self.now + self.hands.rng.randint(20, 150) * MS
        return self.now + reaction(self.hands.rng)

    def tap(self, seat: SeatView, at: int | None = None) -> FingerPress | None:
        """Plan a short press, or its equivalent at that seat."""
        if seat.stepping is not None:
            return self.step_to(seat, steps.those_that_make(seat.stepping, GestureKind.TAP))
        return self.press(seat, at, self.hands.rng.randint(60 * MS, 150 * MS), Why.TAP)

    def hold(
        self, seat: SeatView, at: int | None = None, why: Why = Why.HOLD
    ) -> FingerPress | None:
        """Plan a press that lasts until the ring is full, or its equivalent at that seat."""
        if seat.stepping is not None:
            return self.step_to(seat, steps.those_that_make(seat.stepping, GestureKind.HOLD))
        return self.press(seat, at, self.hands.rng.randint(760 * MS, 1000 * MS), why)

    def step_to(
        self, seat: SeatView, places: Collection[int], *, moves: bool = False
    ) -> FingerPress | None:
        """Step on at `seat` until one of `places` is lit, and take it by a press or by rest.

        `moves`: it makes a move.
        """
        rng = self.hands.rng
        if not steps.wants_press(seat, places, self.now):
            return None
        at = self.now + rng.randint(60, 150) * MS
        why = steps.meant(seat, places) if moves else Why.TAP
        return self.press(seat, at, rng.randint(60 * MS, 150 * MS), why)

    def press(self, seat: SeatView, at: int | None, length: int, why: Why) -> FingerPress:
        """Plan a press of `length` ns."""
        when = self.soon(seat) if at is None else at
        return self.hands.press(seat.buzzer, when, length, why, self.sight(seat))

    def at_this_moment(self, seat: SeatView, at: int, length: int, why: Why) -> None:
        """Plan a press that depends on the newest event instead of the screen of `seat`."""
        self.hands.press(seat.buzzer, at, length, why, self.moment)


def sitting(view: View) -> list[SeatView]:
    """List the occupied seats, clockwise."""
    return [seat for seat in view.seats if seat.role is not Role.EMPTY]


def present(view: View) -> list[SeatView]:
    """List the seats whose players have not left."""
    return [seat for seat in view.seats if seat.role not in (Role.EMPTY, Role.GONE)]
