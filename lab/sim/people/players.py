"""The people around a simulated table: their sight, their knowledge, and their wishes.

Data flows one way: people look at the screen and at the cards in front of them, `plans` plans their
actions (`Players.hands`: touches in time, cards into the box), and the world performs them.
"""

import random
from collections.abc import Sequence

from appliance.core.signals import SECOND
from bluffing.actions import Play
from bluffing.cards import Card
from bluffing.game import State
from bluffing.wagers import WagerGame
from lab.sim.people import minds
from lab.sim.people.characters import LONG_THOUGHT, Habits, Policy, thought
from lab.sim.people.fingers import Hands
from lab.sim.people.minds import Choice, Sight
from lab.sim.people.outlook import Glimpse
from lab.sim.truth import Box, Cards, answers, deal

KEEN_FOR = 25
"""Number of plays after which people grow tired and doubt less and less, so that games end."""


class Players:
    """All people around one table, each with one of `policies` and one of `buzzers`.

    People of another kind may spread the cards more or less often (`spreads`), be sure to doubt
    every play (`certain`), or choose otherwise. Their decisions follow from the table, the cards,
    the moment and `seed`; the world keeps cards, box and moment up to date.

    No decision is made here for buzzers of `hands.others`.
    """

    spreads = 3
    certain = False
    lanes = 0
    """Number of lanes of the mat in the reveal box."""

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
        """True once people have had enough, though the game is not over."""
        self.deals = 0
        """The number of the newest deal of the evening; 0 outside an `Evening`."""
        self.dealt = 0
        """The number of the deal that was played last; a key of chance."""
        self.moment = 0
        """Number of events in this game; a key of chance."""
        self.laid_at = 0
        """The moment of the newest play."""
        self.weighed = (0, -1)
        """The newest moment for which people have decided about a doubt."""
        self.plays = 0
        self.wish = ""
        """The correction that a player wants and pauses for: an option of a ring."""
        self.paused = (0, 0)
        """The game and moment of the newest pause by a player."""
        self.verdict_at = -SECOND
        """Time of the newest verdict on the screen (ns)."""
        self._chosen: tuple[tuple[int, int], dict[int, Choice | None]] = (self.when, {})

    @property
    def when(self) -> tuple[int, int]:
        """The game, and the moment in it."""
        return (self.dealt, self.moment)

    def stream(self, *key: object) -> random.Random:
        """Return the chance for one matter of this moment; the same matter has the same chance."""
        return random.Random(f"{self.seed}/{self.dealt}/{self.moment}/{key}")

    def deal(self, glimpse: Glimpse) -> None:
        """Begin a game: shuffle and deal as the screen says."""
        game = glimpse.playing
        self.dealt = self.deals or self.dealt + 1
        self.moment, self.plays, self.laid_at = 0, 0, 0
        self.cards = deal(glimpse.rules.deck(game), game.hands, self.stream("deal"))
        self.box = None
        self.hands.forget()

    # --- what people see -------------------------------------------------------------------------

    @property
    def held(self) -> Cards:
        """The cards of this game, available once they are dealt."""
        assert self.cards is not None, "no cards have been dealt"  # noqa: S101 - a bug, no input
        return self.cards

    def sight(self, glimpse: Glimpse, seat: int) -> Sight:
        """Return the view of the player at `seat`."""
        rules, game, cards = glimpse.rules, glimpse.playing, self.cards
        if cards is None:
            return Sight(rules, game, seat, ())
        memory = cards.memories[seat] if cards.memories else None
        return Sight(rules, game, seat, cards.hands[seat], memory)

    def miscounted(self, game: State | None) -> bool:
        """Return True if the newest play has another number of cards than claimed."""
        claim = None if game is None else game.claim
        plays = self.cards.plays if self.cards is not None else ()
        return claim is not None and bool(plays) and claim.count != len(plays[-1][1])

    def slipped(self, game: State | None) -> bool:
        """Return True if the newest play has one card more than claimed, on purpose."""
        if not self.miscounted(game) or game is None or game.claim is None:
            return False
        laid = self.held.newest
        rng = random.Random(f"{self.seed}/{self.dealt}/{self.laid_at}/slips")
        return len(laid) > game.claim.count and rng.random() < self.habits.slips

    def adrift(self, game: State) -> bool:
        """Return True if the table counts wrong hands because a wrong number went unseen."""
        return self.cards is not None and self.cards.counts() != game.hands

    # --- what people want ------------------------------------------------------------------------

    @property
    def keen(self) -> float:
        """Share of people's eagerness to doubt, 0 to 1."""
        return min(1.0, KEEN_FOR / max(self.plays, 1))

    def choice(self, glimpse: Glimpse, seat: int) -> Choice | None:
        """Return the choice of the player at `seat` for the turn, the same throughout a moment."""
        chosen = self._choices
        if seat not in chosen:
            if glimpse.view.seats[seat].buzzer in self.hands.others:
                return None
            chosen[seat] = self.choose(glimpse, seat)
        return chosen[seat]

    def choose_instead(self, seat: int, choice: Choice) -> None:
        """Let the player at `seat` want this now, and lay its cards."""
        self._choices[seat] = choice

    @property
    def _choices(self) -> dict[int, Choice | None]:
        """Cache the choices of this moment by seat; older moments never return."""
        if self._chosen[0] != self.when:
            self._chosen = (self.when, {})
        return self._chosen[1]

    def thinking(self, game: State, seat: int) -> int:
        """Return the time that the player at `seat` thinks about a move (ns); 0 if not strong.

        It depends on nothing hidden: the chance of the moment, and the claims on the table.
        """
        policy, claim = self.policies[seat], game.claim
        if not policy.strong:
            return 0
        same = claim is not None and game.required is claim.rank
        fourth = claim is not None and (sum(game.heaps) if same else claim.count) >= 4
        least = LONG_THOUGHT if policy.persona.counts and fourth else 0
        return max(least, thought(self.stream("thinks", seat)))

    def make_do(self, glimpse: Glimpse, seat: int, cards: int) -> None:
        """Let a player who has counted too many `cards` lay as many, for lack of a way back."""
        sight = self.sight(glimpse, seat)
        plays = (Play(seat, cards, rank) for rank in sight.ranks())
        if (play := next((play for play in plays if sight.may(play)), None)) is not None:
            fit = sorted(sight.hand, key=lambda card: glimpse.rules.trait(card) is not play.rank)
            self.choose_instead(seat, Choice(play, tuple(fit[:cards])))

    def choose(self, glimpse: Glimpse, seat: int) -> Choice | None:
        """Let the player at `seat` choose by character."""
        sight, policy, rng = (
            self.sight(glimpse, seat),
            self.policies[seat],
            self.stream("move", seat),
        )
        if isinstance(glimpse.rules, WagerGame):
            wager = minds.strong_wager if policy.strong else minds.wager
            return wager(policy, sight, self._belief(glimpse, seat), rng)
        move = minds.strong_move if self._strong(glimpse, policy) else minds.move
        choice = move(policy, sight, rng, self.keen)
        if choice is not None and rng.random() < self.habits.miscount:
            return minds.miscounted(choice, sight, rng)
        return choice

    def _belief(self, glimpse: Glimpse, seat: int) -> float:
        """Belief of the player at `seat` about the answer, in percent; it never changes."""
        if glimpse.view.guess.question is None:
            return 50.0
        asked = glimpse.view.guess.question.id
        rng = random.Random(f"{self.seed}/{self.dealt}/{asked}/{seat}")
        return min(max(answers()[asked] + rng.gauss(0, self.policies[seat].vague), 0.0), 100.0)

    def doubters(self, glimpse: Glimpse) -> list[int]:
        """List the seats that want to doubt the newest play; one or more if a card slipped in."""
        rng, keen = self.stream("suspect"), self.keen
        may = glimpse.rules.tie_order(glimpse.playing)
        doubters = [
            seat for seat in may if self._suspects(seat, glimpse, rng) and rng.random() < keen
        ]
        if not doubters and may and self.slipped(glimpse.game):
            return [rng.choice(may)]
        return doubters

    def _suspects(self, seat: int, glimpse: Glimpse, rng: random.Random) -> bool:
        policy = self.policies[seat]
        suspects = minds.strong_suspicion if self._strong(glimpse, policy) else minds.suspects
        return suspects(policy, self.sight(glimpse, seat), rng)

    @staticmethod
    def _strong(glimpse: Glimpse, policy: Policy) -> bool:
        """Return True for a strong player where claims name ranks, which `study.bots` counts."""
        return policy.strong and not glimpse.rules.claims_suits

    def produced(self, glimpse: Glimpse) -> tuple[Card, ...]:
        """Return the card that a forced claimant produces, if able and willing."""
        claim = glimpse.playing.claim
        assert claim is not None  # noqa: S101 - only a claim can be forced
        hides = self.stream("hides").random() < self.habits.hides
        return () if hides else tuple(self.sight(glimpse, claim.seat).true(claim.rank)[:1])
