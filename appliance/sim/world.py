"""The simulated world: people around a table, their cards, and the truth about both.

People see only what the table shows. The world is a fold over the tables that it is shown and
a seed: whatever table it sees, it finds what people would do next, and the same game gives the
same cards and decisions. So it can be rebuilt from a journal after a power cut.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from appliance.errors import DoubtItError
from appliance.rules.cards import Card, Rank
from appliance.rules.events import Took
from appliance.rules.game import Claim, Phase, State
from appliance.signals import MS
from appliance.sim import plans
from appliance.sim.fingers import Contact, Hands
from appliance.sim.people import Policy
from appliance.sim.truth import Cards
from appliance.table import Stage, Table

PATIENCE = 150 * MS
"""When people have done all that they meant to, they look this long before they try again."""

TRIES = 60
"""So often they try again before they say that the table hangs."""


class StuckError(DoubtItError):
    """Nobody at the table knows how to go on: a fault of the table or of the world."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do what makes a table's life hard; chances, 0 to 1."""

    crowd: float = 0.35  # others slap together with a doubter
    miscount: float = 0.02  # says another number than he lays, and corrects it
    takes_back: float = 0.02
    edge: float = 0.02  # slaps in the very moment of a commit or of the end of a window
    by_hold: float = 0.15  # the seat on turn doubts by a hold after its window
    more_time: float = 0.1
    pauses: float = 0.01
    glitch: float = 0.05  # a spark on somebody's line during a play
    unwilling: float = 0.1  # the claimant does not agree to cards entered by hand


CALM = Habits(0, 0, 0, 0, 0, 0, 0, 0, 0)
"""People who do nothing odd."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The cards that a player lays, and the number that he says."""

    cards: tuple[Card, ...]
    said: int


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
        """The cards of the play that was judged last."""
        self.miscounted = False
        """The newest play has another number of cards than was said, and nobody noticed yet."""
        self.muted = False
        """True while an evening is replayed: people look on and do nothing."""
        self.dealt = 0
        self.moment = 0
        """Counts the changes of the newest play in this game; chance is keyed by it."""
        self._table: Table | None = None
        self._situation: object = None
        self._choice: tuple[tuple[int, int], Choice] | None = None
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

    def put(self, at: int, spread: int) -> None:
        """Plan to lay the newest play's cards into the box, for the `spread`-th time."""
        assert self.cards is not None  # noqa: S101 - a bug, not an input
        self._box_move = (at, Box(self.cards.newest, (self.dealt, self.moment), spread))

    @property
    def moving(self) -> bool:
        """Whether a hand is on its way to the box."""
        return self._box_move is not None

    def watch(self, table: Table, now: int) -> None:
        """Show people the `table` as it is `now` (ns); they follow it and plan what they do.

        Raises:
            StuckError: they keep trying and the table does not move.
        """
        before, self._table = self._table, table
        if table is not before:
            self._follow(before, table)
        if self.muted:
            return
        situation = _situation(table, self.moment)
        fresh = situation != self._situation
        if fresh:
            self._situation, self._tries, self._idle_since = situation, 0, None
            self.hands.change_of_mind(now)
            if table.stage is not Stage.REVEAL:
                self._box_move = None
        elif self.hands.planned or self.moving:
            self._idle_since = None
            return
        elif self._idle_since is None:
            if self._tries >= 0:
                self._idle_since = now
            return
        elif now < self._idle_since + PATIENCE:
            return
        self._idle_since = None
        plans.plan(self, table, now, fresh=fresh)
        # Without a plan people wait for the table; -1 says so until it changes.
        planned = self.hands.planned or self.moving
        self._tries = self._tries + 1 if planned else -1
        if self._tries > TRIES:
            raise StuckError(f"the game hangs: {describe(table)}")

    def choice(self, game: State, cap: int | None) -> Choice:
        """What the player on turn will lay, and say."""
        key = (self.dealt, self.moment)
        if self._choice is None or self._choice[0] != key:
            self._choice = (key, self.choose(game, cap))
        return self._choice[1]

    def choose(self, game: State, cap: int | None) -> Choice:
        """Let the player on turn choose, by policy."""
        assert self.cards is not None  # noqa: S101 - a bug, not an input
        assert game.required is not None  # noqa: S101 - every sequence game requires a rank
        hand = self.cards.hands[game.turn]
        rng = self.stream("lay")
        cards = self.people[game.turn].lay(hand, game.required, cap, rng)
        said = len(cards)
        if rng.random() < self.habits.miscount:
            said = len(cards) + rng.choice((-1, 1))
            if not 1 <= said < len(hand) or len(cards) == len(hand) or said > (cap or said):
                said = len(cards)
        return Choice(cards, said)

    def doubters(self, game: State, claim: Claim, keen: float) -> list[int]:
        """The seats that want to doubt `claim`; `keen` says how much they still care, 0 to 1."""
        assert self.cards is not None  # noqa: S101 - a bug, not an input
        rng, left = self.stream("suspect"), game.hands[claim.seat]
        return [
            seat
            for seat, policy in enumerate(self.people)
            if seat != claim.seat
            and policy.suspects(self.cards.hands[seat], claim, left, game.packs, rng)
            and rng.random() < keen
        ]

    def deal(self, game: State) -> None:
        """Shuffle and deal as the table says."""
        self.dealt, self.moment = self.dealt + 1, 0
        self.cards = Cards(game.hands, game.packs, self.stream("deal"))
        self.box, self.miscounted = None, False

    def _follow(self, before: Table | None, table: Table) -> None:
        """Move the real cards as people did when the table came from `before` to here."""
        if table.round is None:
            return
        game = table.game
        if table.stage is Stage.DEAL:
            if before is None or before.round is None or before.stage is not Stage.DEAL:
                self.deal(game)
            return
        was = before.game if before is not None and before.round is not None else game
        if table.stage is Stage.VERDICT and before is not None and before.stage is Stage.REVEAL:
            self._judged(table)
        elif before is not None and before.stage is Stage.VERDICT is not table.stage:
            self.box = None
        elif game is not was and game.claim is not None:
            self._played(was, game, table)
        elif game is not was and sum(game.heaps) < sum(was.heaps):
            self._taken_back()

    def _played(self, was: State, game: State, table: Table) -> None:
        assert self.cards is not None  # noqa: S101 - a game is dealt before it is played
        claim = game.claim
        assert claim is not None  # noqa: S101 - the caller looked
        laid, lay = sum(game.heaps), sum(was.heaps)
        if was.claim is not None and claim.seat == was.claim.seat:
            if claim.count != was.claim.count:
                self.moment += 1
                self.miscounted = claim.count != len(self.cards.newest)
        elif laid > lay:
            choice = self.choice(was, plans.cap_of(table))
            cards = choice.cards
            if claim.count != choice.said:
                rest = [card for card in self.cards.hands[claim.seat] if card not in cards]
                cards = (*cards, *rest)[: claim.count]
            self.cards.lay(claim.seat, cards)
            self.moment += 1
            self.miscounted = claim.count != len(cards)
        elif laid < lay:
            self._taken_back()

    def _taken_back(self) -> None:
        assert self.cards is not None  # noqa: S101 - a game is dealt before it is played
        self.cards.take_back()
        self.moment += 1
        self.miscounted = False

    def _judged(self, table: Table) -> None:
        assert self.cards is not None  # noqa: S101 - a game is dealt before it is played
        self.revealed = self.cards.newest
        for event in table.happened:
            if isinstance(event, Took):
                self.cards.take(event.seat)
        self.moment += 1
        self.miscounted = False

    def true_ranks(self) -> tuple[Rank, ...]:
        """The ranks of the newest play."""
        assert self.cards is not None  # noqa: S101 - a bug, not an input
        return self.cards.ranks


def describe(table: Table) -> str:
    """Where a table stands, in one line for a fault report."""
    game = table.round.game if table.round is not None else None
    parts = [f"stage {table.stage}", f"seats {len(table.buzzers)}", f"paused {table.paused_at}"]
    if game is not None:
        parts += [f"phase {game.phase}", f"turn {game.turn}", f"claim {game.claim}"]
    return ", ".join([*parts, f"ask {table.ask!r}", f"notice {table.notice!r}"])


def _situation(table: Table, moment: int) -> object:
    """What has to change before people change their minds."""
    hand = table.by_hand
    entered = None if hand is None else (len(hand.ranks), hand.done, hand.agreed)
    waits = table.dealer is None
    phase = table.round.game.phase if table.round is not None else Phase.OVER
    where = (table.stage, table.games, table.paused_at, moment, waits, phase)
    return (*where, table.request, table.ask, entered) if table.stage is Stage.REVEAL else where
