"""The simulated world: it performs people's plans, and knows the truth about their cards.

The world is a fold over the tables that it sees and a seed: at any table, people find their next
actions, and the same game gives the same cards and decisions. So a journal can rebuild it after a
power cut.
"""

from collections.abc import Collection, Sequence
from typing import Protocol

from appliance.core.effects import Sound
from appliance.core.signals import MS, SECOND, Edge
from appliance.display.view_of import shown
from appliance.table.facts import Facts, Stage
from bluffing import events
from bluffing.actions import Play
from bluffing.cards import Card, Trait
from bluffing.game import State
from lab.sim.people import plans
from lab.sim.people.minds import Choice
from lab.sim.people.outlook import TRIES_AGAIN_AFTER, Glimpse, Outlook
from lab.sim.people.players import Players
from lab.sim.stuck import StuckError
from lab.sim.truth import Cards
from lab.words import words_of

LOOKS_EVERY = 200 * MS
"""Time between two looks of people at an unchanged table."""

HANGS_AFTER = 120 * SECOND
"""Time after which an unchanged table counts as hung, in spite of people's actions."""

REMEMBERED = 6
"""Number of games, each with its cards, that a take-back can go back."""

MOVES = (
    events.Played | events.Passed | events.Drew | events.LaidAway | events.Guessed | events.Picked
)
"""Events that only a player's own choice causes, except doubts."""


_UP = (Stage.REVEAL, Stage.VERIFY, Stage.VERDICT)
"""Stages with cards face up in the box."""


class Guest(Protocol):
    """A person at the desk who is not simulated, at one seat or several.

    The world deals this guest's cards and moves them as the table registers plays; the guest alone
    presses these `buzzers`, and turns these cards up in the box.
    """

    @property
    def buzzers(self) -> Collection[int]:
        """List the guest's buzzers."""

    def lays(
        self, buzzer: int, hand: tuple[Card, ...], count: int, rank: Trait | None
    ) -> tuple[Card, ...]:
        """Return the cards of `hand` really laid when the table registers some of `rank`."""


class World:
    """Everything around one table. `watch` shows people the table, `run` lets them act."""

    def __init__(self, people: Players, guest: Guest | None = None) -> None:
        self.people = people
        self.guest = guest
        if guest is not None:
            people.hands.others = guest.buzzers
        self.revealed: tuple[Card, ...] = ()
        """The cards of the newest verdict."""
        self.unseen = False
        """True if the newest forced play had another number of cards than claimed."""
        self.plays = 0
        """Number of plays in all games of the evening."""
        self.unmeant: list[str] = []
        """Registered moves that no player wanted to make; the referee reads them."""
        self.helped = False
        """True if real people press these people's buzzers too, so that they can't be sure."""
        self._past: list[tuple[State, Cards]] = []
        self._facts: Facts | None = None
        self._seen: Facts | None = None
        self._looked_at = 0
        self._matter: tuple[object, ...] = ()
        self._progress: tuple[object, ...] = ()
        self._moved_at = 0
        self._heard_at = -1

    @property
    def next_at(self) -> int:
        """Time of the next action or look of a player (ns)."""
        again, acts = self._looked_at + LOOKS_EVERY, self.people.hands.next_at
        return again if acts is None else min(acts, again)

    def run(self, now: int) -> list[Edge]:
        """Return the edges until `now` (ns), and lay cards into the box."""
        people, hands = self.people, self.people.hands
        if hands.box is not None and hands.box[0] <= now:
            people.box, hands.box = hands.box[1], None
        return hands.run(now)

    def hear(self, sound: Sound, now: int) -> None:
        """Let people hear `sound` at `now` (ns)."""
        if sound in (Sound.NOTHING, Sound.REFUSED):
            self._heard_at = now

    def tired(self, now: int) -> bool:
        """Return True if people look at an unchanged table again."""
        return now >= self._looked_at + LOOKS_EVERY

    def watch(self, facts: Facts, now: int, happened: Sequence[events.Event] = ()) -> None:
        """Show people the table at `now` (ns), and the newest events.

        Raises:
            StuckError: they keep trying and the table does not move.
        """
        same, self._seen, self._looked_at = facts is self._seen, facts, now
        if (
            same
            and not self.people.hands.moved(now - TRIES_AGAIN_AFTER - LOOKS_EVERY)
            and (now < self._moved_at + HANGS_AFTER)
        ):
            return  # people would only repeat themselves
        self.follow(facts, happened)
        people, glimpse, was = self.people, _glimpse(facts), self._matter
        matter, progress = glimpse.matter(people.moment), glimpse.progress()
        fresh = matter != was
        if glimpse.view.verdict is not None and matter[:1] != was[:1]:
            people.verdict_at = now
        look = Outlook(glimpse, people.hands, now, matter, fresh, self._heard_at)
        if fresh or progress != self._progress:
            self._matter, self._progress, self._moved_at = matter, progress, now
            people.hands.reconsider(now, look.still)
            if facts.stage not in (Stage.REVEAL, Stage.VERIFY):
                people.hands.box = None
        elif now >= self._moved_at + HANGS_AFTER and not self.patient(facts):
            raise StuckError("hangs", facts)
        if self.guest is not None and facts.stage is Stage.ATTRACT:
            return  # the guest wakes the table
        plans.plan(people, look)
        if people.hands.box is not None and self._turned_up_by_guest(facts):
            people.hands.box = None

    def patient(self, _facts: Facts) -> bool:
        """Return True if people wait for this table without limit: for a guest."""
        return self.guest is not None

    def _guest_at(self, facts: Facts, seat: int) -> Guest | None:
        """The guest, if it sits at `seat`."""
        visiting = self.guest is not None and facts.seats[seat].buzzer in self.guest.buzzers
        return self.guest if visiting else None

    def _turned_up_by_guest(self, facts: Facts) -> bool:
        sought = facts.revealing.sought if facts.revealing is not None else None
        return sought is not None and self._guest_at(facts, sought.seat) is not None

    # --- the cards -----------------------------------------------------------------------------

    def follow(self, facts: Facts, happened: Sequence[events.Event] = ()) -> None:
        """Move the real cards with the table's change to `facts`; people do not act."""
        people, before, self._facts = self.people, self._facts, facts
        if before is None or facts.game is None:
            return
        if self._begins(before, facts.stage, facts.game):
            people.deal(_glimpse(facts))
            self._past = [(facts.game, people.held)]
        if people.cards is None or facts.stage is Stage.DEAL:
            return
        if before.stage in _UP and facts.stage not in _UP:
            people.box = None  # picked up: by the taker, or by a player who showed them needlessly
        if facts.game is not self._past[-1][0] and not self._taken_back(facts.game):
            self._move(before, facts.game, happened)

    def recall(self, facts: Facts, happened: Sequence[events.Event]) -> None:
        """Move the real cards as `follow`, for a step of a journal, without asking people.

        A player who counted too many cards had to lay them; only the play shows it.
        """
        people, before, play = self.people, self._facts, next(iter(happened), None)
        if before is not None and isinstance(play, events.Played):
            glimpse = _glimpse(before)
            choice = people.choice(glimpse, play.seat)
            wanted = None if choice is None else choice.action
            if not isinstance(wanted, Play) or wanted.count < play.count:
                people.make_do(glimpse, play.seat, play.count)
        self.follow(facts, happened)

    def _begins(self, before: Facts, stage: Stage, game: State) -> bool:
        """Return True if a game begins: its cards are dealt, or without cards a question comes."""
        if before.stage is Stage.DEAL:
            return stage is not Stage.DEAL
        again = before.stage is Stage.OVER and stage is Stage.QUESTION
        return again and all(game is not old for old, _ in self._past)

    def _taken_back(self, game: State) -> bool:
        """Return True if the table went back to an older `game`; the cards go back, too."""
        for place, (old, cards) in enumerate(self._past[:-1]):
            if old is game:
                self.people.cards = cards
                self.people.moment += 1
                del self._past[place + 1 :]
                return True
        return False

    def _move(self, before: Facts, game: State, happened: Sequence[events.Event]) -> None:
        """Move the cards for the events that brought the table from `before` to `game`."""
        people, glimpse = self.people, _glimpse(before)
        for place, event in enumerate(happened):
            choice = people.choice(glimpse, event.seat) if isinstance(event, MOVES) else None
            helped = self.helped or self.guest is not None
            if isinstance(event, MOVES) and not place and not helped:
                wanted = None if choice is None else choice.action
                if wanted is None or event not in before.ruleset.apply(before.playing, wanted)[1]:
                    self.unmeant.append(f"{event} is not what was meant: {wanted}")
            people.cards = people.held.after(event, game, self._used(before, event, choice))
            people.moment += 1
            if isinstance(
                event, (events.Played, events.Corrected, events.LastCards, events.Withdrawn)
            ):
                people.laid_at = people.moment
        self._past = [*self._past[1 - REMEMBERED :], (game, people.held)]

    def _used(self, before: Facts, event: events.Event, choice: Choice | None) -> tuple[Card, ...]:
        """Return the cards laid or produced in `event`; note the cards of a verdict."""
        people, cards = self.people, self.people.held
        match event:
            case events.Played(seat, count, rank):
                people.plays += 1
                self.plays += 1
                if (guest := self._guest_at(before, seat)) is not None:
                    return guest.lays(before.seats[seat].buzzer, cards.hands[seat], count, rank)
                if choice is None or not isinstance(choice.action, Play):
                    return cards.hands[seat][:count]
                if choice.action.count == count:
                    return choice.cards
                rest = list(cards.hands[seat])  # as many as the table counted
                for card in choice.cards:
                    rest.remove(card)
                return (*choice.cards, *rest)[:count]
            case events.Produced(seat=seat, rank=rank):
                if self._guest_at(before, seat) is not None:
                    self.revealed = () if people.box is None else people.box.cards
                    return self.revealed if rank is not None else ()
                self.unseen = people.miscounted(before.game)
                self.revealed = people.produced(_glimpse(before))
                return self.revealed if rank is not None else ()
            case events.Shown(seat):
                self.revealed = cards.hands[seat]
            case events.Verdict() if cards.plays:
                self.revealed = cards.newest
            case _:
                pass
        return ()


def _glimpse(facts: Facts) -> Glimpse:
    """Return the sight of a table."""
    return Glimpse(shown(facts, words_of("en")), facts.ruleset, facts.game, facts.games)
