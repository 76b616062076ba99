"""The simulated world: people around a table, their cards, and the truth about both.

People see only what the table shows. The world is a fold over the tables that it is shown and
a seed: whatever table it sees, it finds what people would do next, and the same game gives the
same cards and decisions. So it can be rebuilt from a journal after a power cut.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from appliance.core.signals import MS
from appliance.errors import DoubtItError
from appliance.rules.actions import Play
from appliance.rules.cards import Card
from appliance.rules.events import (
    Corrected,
    Event,
    LastCards,
    Played,
    Produced,
    Shown,
    Verdict,
    Withdrawn,
)
from appliance.rules.game import State
from appliance.rules.wagers import WagerGame
from appliance.sim.people import minds, plans, wagering
from appliance.sim.people.characters import Policy
from appliance.sim.people.fingers import Contact, Hands
from appliance.sim.people.habits import Habits
from appliance.sim.people.handling import MOVES, as_meant, handled
from appliance.sim.people.matters import describe, floor_of, matter_of, state_of
from appliance.sim.people.minds import Choice, Sight
from appliance.sim.truth import Cards, deal
from appliance.table import Stage, Table
from appliance.table.state import Item

PATIENCE = 150 * MS
"""When people have done all that they meant to, they look this long before they try again."""

TRIES = 60
"""So often they try again before they say that the table hangs."""

KEEN_FOR = 25
"""From so many plays on people grow tired and let more and more stand, so that games end."""

REMEMBERED = 6
"""So many games back, each with its cards, a table can go by a take-back."""


class StuckError(DoubtItError):
    """Nobody at the table knows how to go on: a fault of the table or of the world."""


@dataclass(frozen=True, slots=True)
class Box:
    """Cards that face up in the reveal box; `spread` counts how often they were laid anew."""

    cards: tuple[Card, ...]
    play: tuple[int, int]
    spread: int


class World:
    """People, cards and the reveal box. `watch` shows them a table, `run` lets them act.

    In a world of another kind people may spread the cards more or less often (`spreads`), be
    sure to doubt every play (`certain`), or choose otherwise.
    """

    spreads = 3
    certain = False
    done = False
    """Set when people have had enough, though the game is not over."""

    def __init__(
        self,
        seed: int,
        people: Sequence[Policy],
        buzzers: Sequence[int],
        habits: Habits | None = None,
        games: int = 1,
    ) -> None:
        self.seed = seed
        self.people = tuple(people)
        self.buzzers = tuple(sorted(buzzers))
        self.habits = Habits() if habits is None else habits
        self.games = games
        self.hands = Hands(random.Random(seed))
        self.cards: Cards | None = None
        self.box: Box | None = None
        self.revealed: tuple[Card, ...] = ()
        """The cards that the newest verdict was about."""
        self.unseen = False
        """The play that was forced last had another number of cards than was said."""
        self.muted = False
        """True while an evening is replayed: people look on and do nothing."""
        self.dealt = 0
        self.moment = 0
        """Counts what happened in this game; chance is keyed by it."""
        self.laid_at = 0
        """The moment of the newest play."""
        self.plays = 0
        self.plays_so_far = 0
        """In all games of the evening."""
        self.wish: Item | None = None
        """What somebody wants to set right, and pauses for."""
        self.paused = (0, 0)
        """The game and the moment at which somebody paused last."""
        self.unmeant: list[str] = []
        """Moves that the table registered and nobody wanted to make; the referee takes them."""
        self.helped = False
        """Somebody else presses these people's buzzers too, so that they can't be sure."""
        self._past: list[tuple[State, Cards]] = []
        self._table: Table | None = None
        self._matter: object = None
        self._state: object = None
        self._chosen: tuple[tuple[int, int], dict[int, Choice | None]] = ((0, 0), {})
        self._box_move: tuple[int, Box | None] | None = None
        self._idle_since: int | None = None
        self._tries = 0

    def stream(self, *key: object) -> random.Random:
        """Chance for one matter of this moment of the game; always the same for the same matter."""
        return random.Random(f"{self.seed}/{self.dealt}/{self.moment}/{key}")

    @property
    def next_at(self) -> int | None:
        """When somebody does or thinks of something next (ns), or None."""
        times = [self.hands.next_at]
        if self._box_move is not None:
            times.append(self._box_move[0])
        if self._idle_since is not None:
            times.append(self._idle_since + PATIENCE)
        return min((at for at in times if at is not None), default=None)

    def run(self, now: int) -> list[Contact]:
        """What happens until `now` (ns): the contacts that change, and the box."""
        if self._box_move is not None and self._box_move[0] <= now:
            self.box, self._box_move = self._box_move[1], None
        return self.hands.run(now)

    def put(self, cards: tuple[Card, ...], at: int, spread: int) -> None:
        """Plan to lay `cards` into the box, for the `spread`-th time."""
        self._box_move = (at, Box(cards, (self.dealt, self.moment), spread))

    @property
    def moving(self) -> bool:
        """Whether a hand is on its way to the box."""
        return self._box_move is not None

    def watch(self, table: Table, now: int, events: Sequence[Event] = ()) -> None:
        """Show people the `table` as it is `now` (ns), and what has just happened.

        Raises:
            StuckError: they keep trying and the table does not move.
        """
        before, self._table = self._table, table
        if table is not before:
            self._follow(before, table, events)
        if self.muted:
            return
        fresh = self._looks_up(table, now)
        if fresh is None:
            if self.hands.planned or self.moving:
                self._idle_since = None
                return
            if self._idle_since is None:
                self._idle_since = now if self._tries >= 0 else None
                return
            if now < self._idle_since + PATIENCE:
                return
        self._idle_since = None
        plans.plan(self, table, now, fresh=bool(fresh))
        # Without a plan people wait for the table; -1 says so until it changes.
        planned = self.hands.planned or self.moving
        self._tries = self._tries + 1 if planned else -1
        if self._tries > TRIES:
            raise StuckError(f"the game hangs: {describe(table)}")

    def _looks_up(self, table: Table, now: int) -> bool | None:
        """Whether there is another matter, or (False) another state of it; None: neither."""
        matter, state = matter_of(table, self.moment), state_of(table)
        if (matter, state) == (self._matter, self._state):
            return None
        fresh = matter != self._matter
        self._matter, self._state, self._tries, self._idle_since = matter, state, 0, None
        if fresh:
            self.hands.change_of_mind(now)
        else:
            self.hands.make_way(floor_of(table))
        if table.stage is not Stage.REVEAL:
            self._box_move = None
        return fresh

    # --- what people want ------------------------------------------------------------------------

    def sight(self, table: Table, seat: int) -> Sight:
        """What the player at `seat` sees."""
        hand = self.cards.hands[seat] if self.cards is not None else ()
        return Sight(table.ruleset, table.game, seat, hand)

    @property
    def keen(self) -> float:
        """How much people still care to doubt, 0 to 1."""
        return min(1.0, KEEN_FOR / max(self.plays, 1))

    def choice(self, table: Table, seat: int) -> Choice | None:
        """What the player at `seat` wants to do in his turn, the same for one moment."""
        key = (self.dealt, self.moment)
        if self._chosen[0] != key:
            self._chosen = (key, {})
        chosen = self._chosen[1]
        if seat not in chosen:
            chosen[seat] = self.choose(table, seat)
        return chosen[seat]

    def choose_instead(self, table: Table, play: Play) -> None:
        """Let a player want this `play` now: with cards of its rank, as far as he has them."""
        hand = sorted(
            self.sight(table, play.seat).hand, key=lambda card: card.rank is not play.rank
        )
        self._chosen[1][play.seat] = Choice(play, tuple(hand[: play.count]))

    def choose(self, table: Table, seat: int) -> Choice | None:
        """Let the player at `seat` choose, after his character."""
        sight, who, rng = self.sight(table, seat), self.people[seat], self.stream("move", seat)
        if isinstance(table.ruleset, WagerGame):
            return wagering.move(who, sight, self.belief(table, seat), rng)
        choice = minds.move(who, sight, rng, self.keen)
        if choice is not None and rng.random() < self.habits.miscount:
            return minds.miscounted(choice, sight, rng)
        return choice

    def belief(self, table: Table, seat: int) -> float:
        """What the player at `seat` believes that the answer is, percent; the same all along."""
        question = table.question
        if question is None:
            return 50.0
        rng = random.Random(f"{self.seed}/{self.dealt}/{question.id}/{seat}")
        return wagering.believes(self.people[seat], question.percent, rng)

    def doubters(self, table: Table) -> list[int]:
        """The seats that want to doubt the newest play."""
        claim = table.game.claim
        assert claim is not None  # noqa: S101 - a bug, not an input
        rng, keen = self.stream("suspect"), self.keen
        return [
            seat
            for seat in table.ruleset.tie_order(table.game)
            if minds.suspects(self.people[seat], self.sight(table, seat), rng)
            and rng.random() < keen
        ]

    def produced(self, table: Table) -> tuple[Card, ...]:
        """The card that a forced claimant produces, if he has one and wants to."""
        claim = table.game.claim
        assert claim is not None  # noqa: S101 - only a claim can be forced
        card = minds.produces(self.sight(table, claim.seat))
        hides = self.stream("hides").random() < self.habits.hides
        return (card,) if card is not None and not hides else ()

    @property
    def miscounted(self) -> bool:
        """Whether the newest play has another number of cards than was said."""
        table, cards = self._table, self.cards
        claim = table.round.game.claim if table is not None and table.round is not None else None
        plays = cards.plays if cards is not None else ()
        return claim is not None and bool(plays) and claim.count != len(plays[-1][1])

    def adrift(self, game: State) -> bool:
        """Whether the table counts other hands than there are: a wrong number was never seen."""
        return self.cards is not None and self.cards.counts() != game.hands

    # --- the cards -----------------------------------------------------------------------------

    def deal(self, table: Table) -> None:
        """Shuffle and deal as the table says."""
        self.dealt, self.moment, self.plays, self.laid_at = self.dealt + 1, 0, 0, 0
        self.cards = deal(table.ruleset.deck(table.game), table.game.hands, self.stream("deal"))
        self.box = None
        self._past = [(table.game, self.cards)]

    def _follow(self, before: Table | None, table: Table, events: Sequence[Event]) -> None:
        """Move the real cards as people did when the table came from `before` to here."""
        if before is None or table.round is None:
            return
        if before.stage is Stage.DEAL is not table.stage:
            self.deal(table)
        if self.cards is None or table.stage is Stage.DEAL:
            return
        if before.stage is Stage.VERDICT is not table.stage:
            self.box = None
        game = table.game
        if game is self._past[-1][0]:
            return
        for place, (old, cards) in enumerate(self._past[:-1]):
            if old is game:  # taken back
                self.cards, self.moment = cards, self.moment + 1
                del self._past[place + 1 :]
                return
        for place, event in enumerate(events):
            if not place and not self.helped:
                self._meant(before, event)
            self._happened(before, event, game)
        self._past = [*self._past[1 - REMEMBERED :], (game, self.cards)]

    def _happened(self, before: Table, event: Event, game: State) -> None:
        assert self.cards is not None  # noqa: S101 - a bug, not an input
        meant: tuple[Card, ...] = ()
        match event:
            case Played():
                self.plays += 1
                self.plays_so_far += 1
                meant = self._laid(before, event)
            case Produced(rank=rank):
                claim = before.game.claim
                self.unseen = claim is not None and claim.count != len(self.cards.newest)
                self.revealed = self.produced(before)
                meant = self.revealed if rank is not None else ()
            case Shown(seat):
                self.revealed = self.cards.hands[seat]
            case Verdict() if self.cards.plays:
                self.revealed = self.cards.newest
            case _:
                pass
        self.cards = handled(self.cards, event, game, meant)
        self.moment += 1
        if isinstance(event, (Played, Corrected, LastCards, Withdrawn)):
            self.laid_at = self.moment

    def _meant(self, before: Table, event: Event) -> None:
        """Notice a move that is not what its player wanted."""
        if isinstance(event, MOVES):
            choice = self.choice(before, event.seat)
            wanted = choice.action if choice is not None else None
            if not as_meant(event, wanted):
                self.unmeant.append(f"{event} is not what was meant: {wanted}")

    def _laid(self, before: Table, played: Played) -> tuple[Card, ...]:
        """The cards of a play: those that were chosen, made as many as the table counted."""
        assert self.cards is not None  # noqa: S101 - a bug, not an input
        choice = self.choice(before, played.seat)
        if choice is None or not isinstance(choice.action, Play):
            return self.cards.hands[played.seat][: played.count]
        if choice.action.count == played.count:
            return choice.cards
        rest = list(self.cards.hands[played.seat])
        for card in choice.cards:
            rest.remove(card)
        return (*choice.cards, *rest)[: played.count]
