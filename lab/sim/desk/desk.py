"""The desk itself: clicks become touches of a contact, and the desk draws the public facts."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial

from appliance.display.captions import Captions
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.table.facts import (
    MOST_KEYS,
    KeyFacts,
    Prompt,
    SeatFacts,
    Sought,
    Turn,
    facts_of,
)
from appliance.words import Words
from bluffing.cards import Card, Rank
from bluffing.message import Message
from lab.sim.desk.box import RevealBox, with_one_more, with_only
from lab.sim.desk.clock import DeskClock
from lab.sim.desk.faults import Breakage
from lab.sim.desk.person import HOLD, TAP, Front, Person, Steering, in_order
from lab.sim.desk.places import SLIDERS, rail_of
from lab.sim.evening import Evening

KEYS = "1234567890-="
"""The key of each buzzer."""

COUNTS = {
    Prompt.COUNT, Prompt.COUNT_OR, Prompt.COUNT_ON, Prompt.ENOUGH, Prompt.BE_FIRST,
    Prompt.RIGHT_NUMBER,
}  # fmt: skip
"""Prompts of a seat whose taps count cards."""


OF_A_HAND = {"card", "lay", "choose"}
"""Clickable parts of the hand in front."""


@dataclass(frozen=True, slots=True)
class Hot:
    """A clickable place and its name; `of` tells it from others of that name."""

    name: str
    rect: pygame.Rect
    of: int = 0
    buzzer: int = 0


class Desk:
    """A simulated evening with a person at it; `evening` holds the world."""

    def __init__(
        self,
        evening: Evening,
        clock: DeskClock,
        person: Person,
        things: tuple[RevealBox, Breakage],
        words: Words,
    ) -> None:
        self.evening, self.clock, self.person = evening, clock, person
        self.front = Front(min(person.buzzers))
        self.box, self.breakage = things
        self.words = words
        self.captions = Captions()
        self.steering = Steering(lambda: self.view, clock, person, self.front, self.breakage)
        self.loud = True
        self.jamming = False
        self.bench = False
        """True while the test bench is open."""
        self.mark: Rank | None = None
        """The rank in the hand in front that arrow keys have marked."""
        self.leaving = False
        """True while the desk asks if the window shall close."""
        self.touches = 0
        """Number of the person's actions."""
        self.hot: list[Hot] = []
        """The clickable places of the newest picture, the topmost last."""
        self._counted: int | None = None
        """Number of counted cards at the newest tap of the hand that lays cards."""
        self._grabbed: dict[Hashable, tuple[Hot, tuple[float, float]]] = {}

    # --- what is known ----------------------------------------------------------------------------

    @property
    def named(self) -> Words:
        """The language of the window, in which a seat has the name of its player."""
        return self.words.named(self.evening.facts.names)

    @property
    def view(self) -> View:
        """View of the table."""
        facts = facts_of(self.evening.loop.table, self.clock.now)
        return self.captions.view(facts, self.words, self.clock.now)

    @property
    def buzzers(self) -> int:
        """Number of buzzers."""
        return self.evening.facts.settings.buzzers

    def seat(self, buzzer: int) -> SeatFacts | None:
        """Return the facts of the seat at `buzzer`, or None without a player."""
        return next((seat for seat in self.view.seats if seat.buzzer == buzzer), None)

    def hand(self, buzzer: int) -> tuple[Card, ...]:
        """The cards at `buzzer`."""
        cards, facts = self.evening.world.people.cards, self.evening.facts
        if cards is None or facts.game is None:
            return ()
        seat = next(
            (seat for seat, state in enumerate(facts.seats) if state.buzzer == buzzer), None
        )
        return () if seat is None else tuple(in_order(cards.hands[seat]))

    def sought(self) -> Sought | None:
        """The cards that the table asks the person to turn up; None if another player has them."""
        facts = self.evening.facts
        sought = facts.revealing.sought if facts.revealing is not None else None
        if sought is None or facts.seats[sought.seat].buzzer not in self.person.buzzers:
            return None
        return sought

    def face_down(self) -> tuple[Card, ...]:
        """The person's doubted cards that still lie face down."""
        people, sought = self.evening.world.people, self.sought()
        if sought is None or people.cards is None:
            return ()
        match sought.turn:
            case Turn.PLAY:
                cards = people.held.newest
            case Turn.HAND:
                cards = people.held.hands[sought.seat]
            case Turn.PRODUCED:
                return ()
        return cards[len(people.box.cards) if people.box is not None else 0 :]

    # --- time -------------------------------------------------------------------------------------

    def step(self, machine: int) -> None:
        """Advance to the machine's time `machine` (ns)."""
        pressing, menu = self.person.pressing, self.evening.facts.menu is not None
        hurries = menu and pressing and not self.person.fingers
        for now in self.clock.to(machine, pressing=pressing, hurries=hurries):
            for edge in self.person.moved(now):
                self.evening.move(edge)
            self.evening.step(now)
            self._lay_on(now)
            self.steering.type_on(now)
        self.front.follow(filter(self._waits_for, self.person.buzzers), machine)
        self.box.follow(self.evening.world.people.box)

    def _waits_for(self, buzzer: int) -> bool:
        """Return True if the table waits for a press or cards of the person at `buzzer`."""
        facts, sought = self.evening.facts, self.sought()
        seat = next((candidate for candidate in facts.seats if candidate.buzzer == buzzer), None)
        return seat is not None and (
            self.front.calls(seat) or (sought is not None and facts.seats[sought.seat] is seat)
        )

    def close(self) -> None:
        """Close the drivers and the journal."""
        self.evening.close()
        self.evening.journal.close()

    # --- what a person does -----------------------------------------------------------------------

    def press(self, who: Hashable, buzzer: int, machine: int) -> None:
        """Press a buzzer with a key or a pointer, `who`, at the machine's time `machine`."""
        self.touches += 1
        self.clock.paused = False
        if self.jamming:
            self.jamming = False
            self.breakage.toggle_stuck(buzzer)
        elif buzzer in self.person.buzzers:
            self.person.press(who, buzzer, self.clock.moment(machine))

    def point(self, who: Hashable, at: tuple[float, float], machine: int) -> None:
        """Put a pointer down at a place."""
        self.touches += 1
        hot = next((area for area in reversed(self.hot) if area.rect.collidepoint(at)), None)
        if hot is None or (hot.name in OF_A_HAND and not self.front.meant(machine)):
            return
        self._grabbed[who] = (hot, at)
        if hot.name == "buzzer":
            self.press(who, hot.buzzer, machine)
        elif hot.name in SLIDERS:
            self._slide(hot, at)
        elif hot.name == "box":
            self._grabbed[who] = (Hot("box", hot.rect, self._card_at(hot.rect, at)), at)
        else:
            self.do(hot)

    def drag(self, who: Hashable, at: tuple[float, float]) -> None:
        """Move a pointer."""
        if who not in self._grabbed:
            return
        hot, before = self._grabbed[who]
        if hot.name in SLIDERS:
            self._slide(hot, at)
        elif hot.name == "box" and hot.of >= 0:
            dx, dy = (at[0] - before[0]) / hot.rect.width, (at[1] - before[1]) / hot.rect.height
            self.box.push(hot.of, dx, dy)
        self._grabbed[who] = (hot, at)

    def let_go(self, who: Hashable, machine: int) -> None:
        """Release a key or a pointer."""
        self.touches += 1
        self._grabbed.pop(who, None)
        self.person.let_go(who, self.clock.moment(machine))

    def do(self, hot: Hot) -> None:
        """Perform a click that is not on a buzzer."""
        does: dict[str, Callable[[], object]] = {
            "pause": self.pause,
            "slower": partial(self.clock.change, -1),
            "faster": partial(self.clock.change, 1),
            "sound": self.mute,
            "hand": partial(self.front.choose, hot.buzzer),
            "card": partial(self._touch_card, hot.buzzer, hot.of),
            "lay": partial(self.lay, hot.buzzer),
            "row": partial(self.steering.take, hot.of),
            "back": self.steering.back,
            "letter": partial(self.steering.enter, chr(hot.of)),
            "choose": partial(self.choose, hot.buzzer, hot.of),
            "turn up": self.turn_up,
            "spread": self.box.spread,
            "bench": self.open_bench,
            "camera": self.breakage.toggle_camera,
            "hub": partial(self.breakage.toggle_hub, self.buzzers),
            "jam": self.jam,
        }
        if hot.name in does:
            does[hot.name]()

    def pause(self) -> None:
        """Stop time, or let it go on."""
        self.touches += 1
        self.clock.paused = not self.clock.paused

    def ask_to_leave(self, *, asked: bool) -> None:
        """Show that another Escape closes the window, or remove that question."""
        self.touches += 1
        self.leaving = asked

    def mute(self) -> None:
        """Switch the sound off, or on."""
        self.loud = not self.loud

    def open_bench(self) -> None:
        """Open or close the test bench; faults remain."""
        self.touches += 1
        self.bench, self.jamming = not self.bench, False

    def jam(self) -> None:
        """Select the next pressed buzzer to be jammed or freed, or cancel that."""
        self.jamming = not self.jamming

    def lay(self, buzzer: int) -> None:
        """Count the lifted cards and hold, on the buzzer itself."""
        self.touches += 1
        seat, up = self.seat(buzzer), self.person.lifted(buzzer, self.hand(buzzer))
        may = seat is not None and self.may_lay(seat) and 0 < len(up) <= self.most(seat)
        if may and not self.person.pressing:
            self.clock.paused = False
            self.person.laying, self._counted = buzzer, None

    def _lay_on(self, now: int) -> None:
        """Let the hand that lays cards react to the screen: tap on, hold, wait or stop."""
        person, buzzer = self.person, self.person.laying
        if buzzer is None or not person.rests(buzzer, now):
            return
        seat, up = self.seat(buzzer), len(person.lifted(buzzer, self.hand(buzzer)))
        counts = seat is not None and self.may_lay(seat) and seat.counted != self._counted
        if seat is None or not counts or not up:
            person.laying = None  # taps are no cards any more, or the last one was too many
        elif seat.counted < up:
            self._counted = seat.counted
            person.touch(buzzer, now, TAP)
        elif seat.prompt is not Prompt.TOO_SOON:
            person.laying = None
            person.touch(buzzer, now, HOLD)

    def choices(self, seat: SeatFacts) -> tuple[KeyFacts, ...]:
        """List the table's options for this seat beside a number of cards."""
        return tuple(key for key in seat.keys if isinstance(key.label, Message) or seat.ring)

    def choose(self, buzzer: int, place: int) -> None:
        """Tap to a choice and hold, on the buzzer itself."""
        seat = self.seat(buzzer)
        if seat is not None and place < len(self.choices(seat)) and not self.person.pressing:
            self.touches += 1
            self.clock.paused = False
            taps = self.choices(seat)[place].taps
            self.person.touch(buzzer, self.clock.now, *[TAP] * taps, HOLD)

    def most(self, seat: SeatFacts) -> int:
        """Maximum number of cards that the seat may lay; 99 if the table does not say.

        Touch keys may lack them: a touch acts at once, even while a hold would not count yet.
        """
        turns = facts_of(self.evening.loop.table, self.clock.now).turns
        asked = turns.asked if turns is not None and turns.on_turn == seat.seat else None
        return asked.most if asked is not None and 0 < asked.most <= MOST_KEYS else 99

    def may_lay(self, seat: SeatFacts) -> bool:
        """Return True if taps count cards at this seat now."""
        counting = seat.prompt in COUNTS or (seat.prompt is Prompt.TOO_SOON and seat.counted > 0)
        return counting and seat.ring is None

    def turn_up(self) -> None:
        """Turn up a doubted card in the box."""
        people, down = self.evening.world.people, self.face_down()
        if down:
            people.box = with_one_more(people.box, down[0], people.when)
            self.box.follow(people.box)

    def arrow(self, steps: int, *, lifts: bool | None) -> None:
        """Step through the choices; without choices, mark another rank of the hand in front.

        If `lifts` is not None, lift a card of the marked rank, or put it back.
        """
        self.touches += 1
        buzzer, hand = self.front.buzzer, self.hand(self.front.buzzer)
        ranks: list[Rank | None] = list(dict.fromkeys(card.rank for card in hand))
        if self.view.menu is not None or self.steering.ring is not None:
            self.steering.go(steps)
            return
        if ranks and self.mark not in ranks:
            self.mark = ranks[-1 if lifts is None and steps < 0 else 0]
        elif ranks and lifts is None:
            self.mark = ranks[(ranks.index(self.mark) + steps) % len(ranks)]
        up = self.person.up(buzzer, hand)
        places = [at for at, card in enumerate(hand) if card.rank is self.mark]
        if lifts is not None and (may := [at for at in places if up[at] is not lifts]):
            self._touch_card(buzzer, may[0 if lifts else -1])

    def confirm(self) -> None:
        """Do the next thing: take the lit choice, turn up, spread or lay."""
        self.touches += 1
        if self.view.menu is not None or self.steering.ring is not None:
            self.steering.go(0, takes=True)
        elif self.face_down():
            self.turn_up()
        elif self.view.box.ask and len(self.box.cards) > 1:
            self.box.spread()
        else:
            self.lay(self.front.buzzer)

    def _touch_card(self, buzzer: int, place: int) -> None:
        hand, people, sought = self.hand(buzzer), self.evening.world.people, self.sought()
        if sought is not None and sought.turn is Turn.PRODUCED:
            people.box = with_only(people.box, hand[place], people.when)
            self.box.follow(people.box)
        else:
            self.person.lift(buzzer, place, hand)

    def _slide(self, hot: Hot, at: tuple[float, float]) -> None:
        rail = rail_of(hot.rect)
        self.box.set(hot.name, (at[0] - rail.left) / rail.width)

    def _card_at(self, rect: pygame.Rect, at: tuple[float, float]) -> int:
        card = self.box.at((at[0] - rect.left) / rect.width, (at[1] - rect.top) / rect.height)
        return -1 if card is None else card
