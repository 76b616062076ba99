"""The simulated world: it carries out what people plan, and knows the truth about their cards.

The world is a fold over the tables that it is shown and a seed: whatever table it sees, people
find what they would do next, and the same game gives the same cards and decisions. So it can be
rebuilt from a journal after a power cut.
"""

from collections.abc import Sequence

from appliance.core.signals import MS, Edge
from appliance.errors import DoubtItError
from appliance.message import message
from appliance.rules import events
from appliance.rules.actions import Play
from appliance.rules.cards import Card
from appliance.rules.game import State
from appliance.sim.people import plans
from appliance.sim.people.minds import Choice
from appliance.sim.people.players import Outlook, Players, describe, matter_of
from appliance.sim.truth import Cards
from appliance.table.facts import Facts, Stage, TurnsFacts

LOOKS_ON_FOR = 150 * MS
"""When people have done all that they meant to, they look this long before they try again."""

MOST_TRIES = 60
"""How often people try again before they say that the table hangs."""

REMEMBERED = 6
"""Number of games, each with its cards, that a take-back can go back."""

MOVES = (
    events.Played | events.Passed | events.Drew | events.LaidAway | events.Guessed | events.Picked
)
"""What only a player's own choice brings about, but for doubts."""


class StuckError(DoubtItError):
    """Nobody at the table knows how to go on: a fault of the table or of the world."""


class World:
    """What happens around one table. `watch` shows people the table, `run` lets them act."""

    def __init__(self, people: Players) -> None:
        self.people = people
        self.revealed: tuple[Card, ...] = ()
        """The cards that the newest verdict was about."""
        self.unseen = False
        """The play that was forced last had another number of cards than was said."""
        self.plays = 0
        """In all games of the evening."""
        self.unmeant: list[str] = []
        """Moves that the table registered and nobody wanted to make; the referee takes them."""
        self.helped = False
        """Somebody else presses these people's buzzers too, so that they can't be sure."""
        self._past: list[tuple[State, Cards]] = []
        self._facts: Facts | None = None
        self._matter: tuple[object, object] = (None, None)
        self._idle_since: int | None = None
        self._tries = 0

    @property
    def next_at(self) -> int | None:
        """When somebody does or thinks of something next (ns), or None."""
        again = None if self._idle_since is None else self._idle_since + LOOKS_ON_FOR
        times = (self.people.hands.next_at, again)
        return min((at for at in times if at is not None), default=None)

    def run(self, now: int) -> list[Edge]:
        """What happens until `now` (ns): the contacts that change, and the box."""
        people, hands = self.people, self.people.hands
        if hands.box is not None and hands.box[0] <= now:
            people.box, hands.box = hands.box[1], None
        return hands.run(now)

    def watch(self, facts: Facts, now: int, happened: Sequence[events.Event] = ()) -> None:
        """Show people the table as it is `now` (ns), and what has just happened.

        Raises:
            StuckError: they keep trying and the table does not move.
        """
        self.follow(facts, happened)
        hands, was = self.people.hands, self._matter
        self._matter = matter_of(facts, self.people.moment)
        fresh = self._matter[0] != was[0]
        if self._matter != was:
            self._tries = 0
            if fresh:
                hands.change_of_mind(now)
            else:
                floor = facts.about.floor if isinstance(facts.about, TurnsFacts) else None
                hands.make_way(None if floor is None else facts.seats[floor].buzzer)
            if facts.stage is not Stage.REVEAL:
                hands.box = None
        elif not self.tired(now):
            return
        self._idle_since = None
        plans.plan(Outlook(self.people, facts, now, fresh))
        # Without a plan people wait for the table; -1 says so until it changes.
        self._tries = -1 if hands.next_at is None else self._tries + 1
        if self._tries > MOST_TRIES:
            raise StuckError(message("sim.stuck.hangs", table=describe(facts)))

    def tired(self, now: int) -> bool:
        """Whether people have looked on for long enough to try again, at a table as it was."""
        if self.people.hands.next_at is not None:
            self._idle_since = None
            return False
        if self._idle_since is None:
            self._idle_since = now if self._tries >= 0 else None
            return False
        return now >= self._idle_since + LOOKS_ON_FOR

    # --- the cards -----------------------------------------------------------------------------

    def follow(self, facts: Facts, happened: Sequence[events.Event] = ()) -> None:
        """Move the real cards as people did when the table came to `facts`; nobody acts."""
        people, before, self._facts = self.people, self._facts, facts
        if before is None or facts.game is None:
            return
        if before.stage is Stage.DEAL is not facts.stage:
            people.deal(facts)
            self._past = [(facts.game, people.held)]
        if people.cards is None or facts.stage is Stage.DEAL:
            return
        if before.stage is Stage.VERDICT is not facts.stage:
            people.box = None
        if facts.game is not self._past[-1][0] and not self._taken_back(facts.game):
            self._move(before, facts.game, happened)

    def _taken_back(self, game: State) -> bool:
        """Whether the table went back to an older `game`: then the cards do, too."""
        for place, (old, cards) in enumerate(self._past[:-1]):
            if old is game:
                self.people.cards = cards
                self.people.moment += 1
                del self._past[place + 1 :]
                return True
        return False

    def _move(self, before: Facts, game: State, happened: Sequence[events.Event]) -> None:
        """Move the cards when what `happened` brought the table from `before` to `game`."""
        people = self.people
        for place, event in enumerate(happened):
            choice = people.choice(before, event.seat) if isinstance(event, MOVES) else None
            if isinstance(event, MOVES) and not place and not self.helped:
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
        """The cards that were laid or produced in `event`; notices which a verdict is about."""
        people, cards = self.people, self.people.held
        match event:
            case events.Played(seat, count):
                people.plays += 1
                self.plays += 1
                if choice is None or not isinstance(choice.action, Play):
                    return cards.hands[seat][:count]
                if choice.action.count == count:
                    return choice.cards
                rest = list(cards.hands[seat])  # as many as the table counted
                for card in choice.cards:
                    rest.remove(card)
                return (*choice.cards, *rest)[:count]
            case events.Produced(rank=rank):
                self.unseen = people.miscounted(before)
                self.revealed = people.produced(before)
                return self.revealed if rank is not None else ()
            case events.Shown(seat):
                self.revealed = cards.hands[seat]
            case events.Verdict() if cards.plays:
                self.revealed = cards.newest
            case _:
                pass
        return ()
