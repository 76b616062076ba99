"""The people around a simulated table: what they see and know, and what they want.

Data flows one way: people look at the table and at the cards in front of them, `plans` makes a
plan of that (`Players.hands`: touches in time, cards into the box), and the world carries it out.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from appliance.core.signals import MS
from appliance.rules.actions import Play
from appliance.rules.cards import Card, Rank
from appliance.rules.game import Phase, State
from appliance.rules.wagers import WagerGame
from appliance.sim.people import minds
from appliance.sim.people.characters import Habits, Policy
from appliance.sim.people.fingers import FingerPress, Hands, Why
from appliance.sim.people.minds import Choice, Sight
from appliance.sim.truth import Box, Cards, answers, deal
from appliance.table.facts import (
    AskingFacts,
    Facts,
    Item,
    JudgedFacts,
    RevealingFacts,
    Role,
    TurnsFacts,
)

KEEN_FOR = 25
"""From so many plays on people grow tired and let more and more stand, so that games end."""


class Players:
    """Everybody around one table: one of `policies` and one of `buzzers` for each.

    People of another kind may spread the cards more or less often (`spreads`), be sure to doubt
    every play (`certain`), or choose otherwise. What they decide follows from the table, the
    cards, the moment and `seed`; the world keeps cards, box and moment up to date.
    """

    spreads = 3
    certain = False

    def __init__(
        self,
        seed: int,
        policies: Sequence[Policy],
        buzzers: Sequence[int],
        habits: Habits | None = None,
        games: int = 1,
    ) -> None:
        self.seed = seed
        self.policies = tuple(policies)
        self.buzzers = tuple(sorted(buzzers))
        self.habits = Habits() if habits is None else habits
        self.games = games
        self.hands = Hands(random.Random(seed))
        self.cards: Cards | None = None
        self.box: Box | None = None
        self.done = False
        """Set when people have had enough, though the game is not over."""
        self.dealt = 0
        self.moment = 0
        """Counts what happened in this game; chance is keyed by it."""
        self.laid_at = 0
        """The moment of the newest play."""
        self.plays = 0
        self.wish: Item | None = None
        """What somebody wants to set right, and pauses for."""
        self.paused = (0, 0)
        """The game and the moment at which somebody paused last."""
        self._chosen: dict[tuple[tuple[int, int], int], Choice | None] = {}

    @property
    def when(self) -> tuple[int, int]:
        """The game, and the moment in it."""
        return (self.dealt, self.moment)

    def stream(self, *key: object) -> random.Random:
        """Chance for one matter of this moment of the game; always the same for the same matter."""
        return random.Random(f"{self.seed}/{self.dealt}/{self.moment}/{key}")

    def deal(self, facts: Facts) -> None:
        """Begin a game: shuffle and deal as the table says."""
        game = facts.playing
        self.dealt, self.moment, self.plays, self.laid_at = self.dealt + 1, 0, 0, 0
        self.cards = deal(facts.ruleset.deck(game), game.hands, self.stream("deal"))
        self.box = None

    # --- what people see -------------------------------------------------------------------------

    @property
    def held(self) -> Cards:
        """The cards of this game; only once they are dealt."""
        assert self.cards is not None, "no cards have been dealt"  # noqa: S101 - a bug, no input
        return self.cards

    def sight(self, facts: Facts, seat: int) -> Sight:
        """What the player at `seat` sees."""
        hand = self.cards.hands[seat] if self.cards is not None else ()
        return Sight(facts.ruleset, facts.playing, seat, hand)

    def miscounted(self, facts: Facts) -> bool:
        """Whether the newest play has another number of cards than was said."""
        claim = facts.game.claim if facts.game is not None else None
        plays = self.cards.plays if self.cards is not None else ()
        return claim is not None and bool(plays) and claim.count != len(plays[-1][1])

    def adrift(self, game: State) -> bool:
        """Whether the table counts other hands than there are: a wrong number was never seen."""
        return self.cards is not None and self.cards.counts() != game.hands

    # --- what people want ------------------------------------------------------------------------

    @property
    def keen(self) -> float:
        """How much people still care to doubt, 0 to 1."""
        return min(1.0, KEEN_FOR / max(self.plays, 1))

    def choice(self, facts: Facts, seat: int) -> Choice | None:
        """What the player at `seat` wants to do in his turn, the same for one moment."""
        key = (self.when, seat)
        if key not in self._chosen:
            self._chosen[key] = self.choose(facts, seat)
        return self._chosen[key]

    def choose_instead(self, facts: Facts, play: Play) -> None:
        """Let a player want this `play` now: with cards of its rank, as far as he has them."""
        hand = self.sight(facts, play.seat).hand
        fit = sorted(hand, key=lambda card: card.rank is not play.rank)
        self._chosen[self.when, play.seat] = Choice(play, tuple(fit[: play.count]))

    def choose(self, facts: Facts, seat: int) -> Choice | None:
        """Let the player at `seat` choose, after his character."""
        sight, who, rng = self.sight(facts, seat), self.policies[seat], self.stream("move", seat)
        if isinstance(facts.ruleset, WagerGame):
            return minds.wager(who, sight, self._belief(facts, seat), rng)
        choice = minds.move(who, sight, rng, self.keen)
        if choice is not None and rng.random() < self.habits.miscount:
            return minds.miscounted(choice, sight, rng)
        return choice

    def _belief(self, facts: Facts, seat: int) -> float:
        """What the player at `seat` believes that the answer is, percent; the same all along."""
        if facts.question is None:
            return 50.0
        asked = facts.question.id
        rng = random.Random(f"{self.seed}/{self.dealt}/{asked}/{seat}")
        return min(max(answers()[asked] + rng.gauss(0, self.policies[seat].vague), 0.0), 100.0)

    def doubters(self, facts: Facts) -> list[int]:
        """The seats that want to doubt the newest play."""
        rng, keen = self.stream("suspect"), self.keen
        return [
            seat
            for seat in facts.ruleset.tie_order(facts.playing)
            if minds.suspects(self.policies[seat], self.sight(facts, seat), rng)
            and rng.random() < keen
        ]

    def produced(self, facts: Facts) -> tuple[Card, ...]:
        """The card that a forced claimant produces, if he has one and wants to."""
        claim = facts.playing.claim
        assert claim is not None  # noqa: S101 - only a claim can be forced
        hides = self.stream("hides").random() < self.habits.hides
        return () if hides else tuple(self.sight(facts, claim.seat).true(claim.rank)[:1])


@dataclass(frozen=True, slots=True)
class Outlook:
    """What people see at `now` (ns), `fresh` if for the first time; hands plan by seats here."""

    people: Players
    facts: Facts
    now: int
    fresh: bool

    def buzzer(self, seat: int) -> int:
        """The buzzer of `seat`; before a game a seat is a buzzer."""
        return self.facts.seats[seat].buzzer

    def tap(self, seat: int, at: int) -> FingerPress:
        """Plan a short press."""
        return self.press(seat, at, self.people.hands.rng.randint(60 * MS, 150 * MS), Why.TAP)

    def hold(self, seat: int, at: int, why: Why = Why.HOLD) -> FingerPress:
        """Plan a press that lasts past 700 ms."""
        return self.press(seat, at, self.people.hands.rng.randint(760 * MS, 1000 * MS), why)

    def press(self, seat: int, at: int, length: int, why: Why) -> FingerPress:
        """Plan a press of `length` ns."""
        return self.people.hands.press(self.buzzer(seat), at, length, why)

    def ring(self, seat: int, taps: int, at: int) -> None:
        """Plan so many taps through a ring, and the hold that takes what is there."""
        for _ in range(taps):
            at = self.tap(seat, at).until + 150 * MS
        self.hold(seat, at)


def describe(facts: Facts) -> str:
    """Where a table stands, in one line for a fault report."""
    game, about = facts.game, facts.about
    parts = [f"stage {facts.stage}", f"seats {len(sitting(facts))}", f"paused {facts.paused_at}"]
    if game is not None:
        parts += [f"phase {game.phase}", f"turn {game.turn}", f"claim {game.claim}"]
    if isinstance(about, RevealingFacts):
        parts.append(f"ask {about.ask!r}")
    return ", ".join([*parts, f"notice {facts.notice!r}"])


def sitting(facts: Facts) -> tuple[int, ...]:
    """The buzzers at which somebody sits, clockwise."""
    return tuple(seat.buzzer for seat in facts.seats if seat.role is not Role.EMPTY)


def present(facts: Facts) -> list[int]:
    """The seats of those who have not left."""
    gone = facts.game.gone if facts.game is not None else ()
    return [seat for seat in range(len(sitting(facts))) if seat not in gone]


def known_part(facts: Facts) -> tuple[Rank, ...]:
    """The ranks that made a lie certain before all cards were read; else ()."""
    partly = isinstance(facts.about, JudgedFacts) and facts.about.partly_read
    cards = facts.reading.cards if partly and facts.reading is not None else ()
    return tuple(card.known for card in cards if card.known is not None)


def disputed(facts: Facts) -> bool:
    """Whether somebody doesn't believe the verdict."""
    return isinstance(facts.about, JudgedFacts) and facts.about.agreed is not None


def matter_of(facts: Facts, moment: int) -> tuple[object, object]:
    """What people think about (anew where it is another), and how far that has come."""
    phase = facts.game.phase if facts.game is not None else Phase.OVER
    where = (facts.stage, facts.games, facts.paused_at, moment, facts.dealer is None, phase)
    come_to: object = None
    match facts.about:
        case TurnsFacts() as turns:
            come_to = (turns.floor, turns.doubter, turns.pending)
        case AskingFacts() as asking:
            come_to = (asking.request, asking.failed)
        case RevealingFacts(by_hand=hand) as reveal:
            entered = None if hand is None else (len(hand.ranks), hand.done, hand.agreed)
            come_to = (entered, reveal.request, reveal.ask)
        case JudgedFacts(agreed=agreed):
            come_to = agreed
    if (pause := facts.pause) is not None:
        counted = tuple((one.tens, one.number) for one in pause.counts)
        come_to = (come_to, pause.since, pause.item, pause.ready, counted)
    return (*where, disputed(facts)), come_to
