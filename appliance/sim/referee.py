"""A second referee who knows the truth, and catches the table when it is wrong.

It works from when fingers really touched and which cards really lay there, and shares no code
with the arbiter, the rules or the card reader.
"""

from appliance.rules.events import Verdict
from appliance.rules.game import Phase
from appliance.signals import MS
from appliance.sim.fingers import Touch, Why
from appliance.sim.score import Score
from appliance.sim.world import World, describe
from appliance.table import Stage, Table

COMMITS_AFTER = 700 * MS
TIE = 10 * MS
"""Presses this close are a tie; both games break ties by seats and name no time."""


class Referee:
    """Watches one evening; `score` is its verdict on the table's verdicts."""

    def __init__(self, world: World) -> None:
        self.score = Score()
        self._world = world
        self._opened = 0  # when the newest play can be doubted from, by the fingers' own times
        self._free_at: int | None = None  # until when a press of the seat on turn is a doubt
        self._adrift = False  # the counts differ because of a fault that is already told

    def saw(self, before: Table, after: Table, now: int) -> None:
        """Check what the table made of the world; `after` is the table `now` (ns)."""
        if after.stage is Stage.DEAL is not before.stage:
            self._adrift = False
        if after.round is None or before.round is None:
            return
        was, game = before.game, after.game
        if after.stage is Stage.OVER is not before.stage:
            self._over(after)
        if after.stage in (Stage.PLAY, Stage.DOUBT, Stage.OVER):
            self._newest(before, after, now)
        if game.doubter is not None and was.doubter is None:
            self._doubted(after, now)
        if after.stage is Stage.VERDICT is not before.stage:
            self._judged(before, after)
        if game is not was:
            self._count(after)

    def _newest(self, before: Table, after: Table, now: int) -> None:
        """Note from when the newest play can be doubted, and that no doubt was overlooked."""
        was, claim, round_ = before.game, after.game.claim, after.round
        assert round_ is not None  # noqa: S101 - the caller looked
        replaced = was.claim is not None and was.doubter is None and claim != was.claim
        if claim is not None and (claim != was.claim or after.game.turn != was.turn):
            back = sum(after.game.heaps) < sum(was.heaps) and after.game.turn != was.turn
            commit = None if back else self._commit(after.buzzers[claim.seat], now)
            if replaced and commit is not None and before.stage is Stage.PLAY:
                self._overlooked(before, commit)
            if commit is None:
                self._opened, self._free_at = round_.counts_from, round_.closes_at
            else:
                self.score.plays += claim.seat != (was.claim and was.claim.seat)
                self._opened, self._free_at = commit, self._window(after, commit)
                if round_.opened_at != commit:
                    self._fault(f"a play of {commit} ns counts from {round_.opened_at}", after)
        elif replaced and after.stage is Stage.OVER and before.round is not None:
            self._overlooked(before, before.round.closes_at or now)
        elif before.paused_at is not None and after.paused_at is None:
            self._opened, self._free_at = round_.counts_from, round_.closes_at
        elif before.round is not None and before.round.closes_at != round_.closes_at:
            self._free_at = round_.closes_at

    @staticmethod
    def _window(table: Table, opened: int) -> int | None:
        if table.game.phase is Phase.LAST_CARDS:
            return opened + 8000 * MS
        window = table.settings.doubt_window_ms
        return None if window is None else opened + max(window, 3000) * MS

    def _commit(self, buzzer: int, now: int) -> int | None:
        """When the newest hold of `buzzer` that commits came true."""
        for touch in reversed(self._world.hands.made):
            if touch.why is Why.COMMIT and touch.buzzer == buzzer:
                at = touch.at + COMMITS_AFTER
                if at <= min(now, touch.until):
                    return at
        return None

    def _doubts(self, table: Table, until: int) -> dict[int, int]:
        """Each seat's first true doubt of the newest play, up to `until` (ns)."""
        claim, first = table.game.claim, dict[int, int]()
        assert claim is not None  # noqa: S101 - the caller looked
        for touch in self._world.hands.made:
            seat = table.seat_of(touch.buzzer)
            if seat is None or seat == claim.seat or touch.why is Why.GLITCH:
                continue
            at = self._moment(touch, on_turn=seat == table.game.turn)
            if at is not None and self._opened < at <= until:
                first[seat] = min(at, first.get(seat, at))
        return first

    def _moment(self, touch: Touch, *, on_turn: bool) -> int | None:
        """When `touch` was a doubt, if it was one."""
        if touch.why is Why.HOLD_SLAP:
            return touch.at + COMMITS_AFTER
        late = on_turn and self._free_at is not None and touch.at > self._free_at
        return None if late else touch.at

    def _doubted(self, table: Table, now: int) -> None:
        turn = table.buzzers[table.game.turn]
        commit = self._commit(turn, now)
        until = commit if commit is not None and commit > self._opened else now
        first = self._doubts(table, until)
        claim, game = table.game.claim, table.game
        assert claim is not None  # noqa: S101 - only a claim can be doubted
        if not first:
            self._fault(f"nobody doubted, yet seat {game.doubter} is the doubter", table, who=True)
            return
        start = min(first.values())
        tied = [seat for seat, at in first.items() if at - start <= TIE]
        right_of = claim.seat if table.settings.ruleset == "bicycle" else game.dealer
        seats = len(table.buzzers)
        true = min(tied, key=lambda seat: (seat - right_of - 1) % seats)
        if true != game.doubter:
            self._fault(f"seat {true} doubted first, not {game.doubter}: {first}", table, who=True)

    def _overlooked(self, before: Table, until: int) -> None:
        first = self._doubts(before, until)
        if first:
            self._fault(f"a doubt was overlooked: {first}", before, who=True)

    def _judged(self, before: Table, after: Table) -> None:
        world, score = self._world, self.score
        verdict = next(event for event in after.happened if isinstance(event, Verdict))
        claim = before.game.claim
        assert claim is not None  # noqa: S101 - the verdict on a claim
        cards = world.revealed
        truth = len(cards) == claim.count and all(card.rank is claim.rank for card in cards)
        score.challenges += 1
        by_hand = before.by_hand is not None and before.by_hand.done
        if verdict.truth != truth:
            score.wrong += 1
            self._fault(f"the verdict should be {truth}; read {verdict.ranks}", after)
        elif by_hand:
            score.asked += 1
        else:
            score.right += 1
            score.first_try += world.box is not None and world.box.spread == 0
        if sorted(verdict.ranks) != sorted(card.rank for card in cards):
            score.misread += 1
            self._adrift = self._adrift or len(verdict.ranks) != len(cards)

    def _count(self, table: Table) -> None:
        cards = self._world.cards
        if cards is None or self._adrift or self._world.miscounted:
            return
        if (cards.counts(), cards.heaps()) != (table.game.hands, table.game.heaps):
            self._adrift = True
            self._fault(f"{cards.counts()} + {cards.heaps()} cards are not as counted", table)

    def _over(self, after: Table) -> None:
        cards, winner = self._world.cards, after.game.winner
        if cards is not None and not cards.conserved():
            self._fault("cards were lost", after)
        elif cards is not None and winner is not None and cards.hands[winner]:
            self._fault(f"seat {winner} won with cards in hand", after)
        self.score.finished += 1

    def _fault(self, what: str, table: Table, *, who: bool = False) -> None:
        if who:
            self.score.wrong_doubters += 1
        self.score.faults.append(f"{what} ({describe(table)})")
