"""Counts an evening by what the simulator knows: the cards that really lay there."""

from dataclasses import dataclass, field, replace

from appliance.table.facts import Facts, JudgedFacts, Stage
from bluffing import events
from bluffing.cards import Card, Rank
from bluffing.game import State
from lab.sim.change import Change
from lab.sim.world import World


@dataclass(frozen=True)
class Count:
    """What one seat did in one game; `told` are its claims, each a lie that came out or not."""

    told: tuple[bool, ...] = ()
    caught: int = 0
    right: int = 0
    wrong: int = 0
    won: int = 0

    @property
    def longest(self) -> int:
        longest = run = 0
        for lie in self.told:
            run = 0 if lie else run + 1
            longest = max(longest, run)
        return longest


@dataclass
class TruthCount:
    """Watches an evening. `over` are the games that ended: each seat's count."""

    world: World | None = None
    over: list[tuple[Count, ...]] = field(default_factory=list)
    _past: list[tuple[State, tuple[Count, ...]]] = field(default_factory=list)

    def saw(self, change: Change) -> None:
        before, after = change.before, change.after
        if after.game is None or after.stage is Stage.DEAL:
            self._past = []
            return
        if before.game is None:
            return
        if not self._past:
            self._past = [(before.game, tuple(Count() for _ in before.game.hands))]
        if after.game is not self._past[-1][0]:
            self._moved(change, after.game)
        if after.stage is Stage.OVER is not before.stage:
            self.over.append(self._past[-1][1])
        elif before.stage is Stage.OVER is not after.stage and after.game is before.game:
            self.over.pop()  # it goes on: a verdict is disputed, or a void undone

    def _moved(self, change: Change, game: State) -> None:
        for place, (old, _) in enumerate(self._past):
            if old is game:
                del self._past[place + 1 :]
                return
        if _disputed(change.before):  # the verdict is another: its counts are wrong
            while self._past[-1][0].doubter is None:
                self._past.pop()
        counts = list(self._past[-1][1])
        for event in change.events:
            self._count(counts, event, change.before)
        self._past.append((game, tuple(counts)))

    def _count(self, counts: list[Count], event: events.Event, before: Facts) -> None:
        match event:
            case events.Played(seat, count) if count:
                counts[seat] = replace(counts[seat], told=(*counts[seat].told, False))
            case events.Guessed(seat):
                counts[seat] = replace(counts[seat], told=(*counts[seat].told, False))
            case events.Verdict(seat, doubter, truth, _):
                assert self.world is not None
                if not truth and not self._is_true(before, self.world.revealed):
                    counted = counts[seat]
                    caught = counted.caught + (doubter is not None)
                    counts[seat] = replace(counted, told=(*counted.told[:-1], True), caught=caught)
                _doubted(counts, doubter, right=not truth)
            case events.Produced(_, doubter, rank):
                _doubted(counts, doubter, right=rank is None)
            case events.Answered(_, doubter, _, truth):
                _doubted(counts, doubter, right=not truth)
            case events.Won(seat):
                counts[seat] = replace(counts[seat], won=counts[seat].won + 1)
            case _:
                pass

    def _is_true(self, facts: Facts, cards: tuple[Card, ...]) -> bool:
        """Return True if the cards that really lay there are what was said."""
        house = facts.ruleset.house(facts.settings.house)
        claims = [state.claim for state, _ in self._past if state.claim is not None]
        claim = claims[-1]
        jokers = any(card.rank is Rank.JOKER for card in facts.ruleset.deck(facts.playing))
        good = {claim.rank, Rank.JOKER} if jokers else {claim.rank}
        number = len(cards) == claim.count or house["count_mismatch"] == "correct_only"
        return number and {card.rank for card in cards} <= good


def _doubted(counts: list[Count], doubter: int | None, *, right: bool) -> None:
    if doubter is not None:
        count = counts[doubter]
        counts[doubter] = replace(count, right=count.right + right, wrong=count.wrong + (not right))


def _disputed(facts: Facts) -> bool:
    return isinstance(facts.about, JudgedFacts) and facts.about.agreed is not None
