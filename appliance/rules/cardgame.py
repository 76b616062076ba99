"""What all games with cards have in common: doubts, reveals, last cards and the procedures.

A family of games extends `CardGame` by what differs: how cards may be laid, whose turn it is
then, and who leads after a doubt.
"""

from dataclasses import dataclass, replace
from typing import Generic

from appliance.rules import procedures
from appliance.rules.actions import (
    Action,
    Adjust,
    Audit,
    Correct,
    Doubt,
    Leave,
    LetStand,
    Play,
    Reveal,
    Settle,
    Void,
    Withdraw,
)
from appliance.rules.cardlegality import CardLegality
from appliance.rules.cards import Rank
from appliance.rules.cardstate import CardStateT, moved, playing
from appliance.rules.changed import changed
from appliance.rules.events import (
    Doubted,
    Event,
    Lost,
    Stands,
    Took,
    Verdict,
    Voided,
    Withdrawn,
    Won,
)
from appliance.rules.game import Refused, Timing
from appliance.rules.house import H
from appliance.rules.midgame import midgame


@dataclass(frozen=True, kw_only=True)
class CardGame(CardLegality[CardStateT, H], Generic[CardStateT, H]):
    """A game with cards as a `game.Ruleset`, but for what its family adds."""

    def timing(self, state: CardStateT) -> Timing:
        """The waiting rules in force."""
        house = state.terms.house
        return Timing(
            house.tie_window_ms, house.min_hold_ms, house.last_card_window_ms, house.withdraw_ms
        )

    def midgame(
        self,
        state: CardStateT,
        *,
        turn: int | None = None,
        rank: Rank | None = None,
        table: int = 0,
        removed: int = 0,
    ) -> CardStateT:
        """`state`, set in the middle of a game: see `midgame.midgame`.

        Raises:
            Refused: for what cannot be.
        """
        return midgame(state, turn=turn, rank=rank, table=table, removed=removed)

    # --- what follows ------------------------------------------------------------------------

    def apply(self, state: CardStateT, action: Action) -> tuple[CardStateT, tuple[Event, ...]]:
        """The state after `action`, and what happened.

        Raises:
            Refused: when `refusal` gives a reason; nothing changes.
        """
        why = self.refusal(state, action)
        if why is not None:
            raise Refused(why)
        match action:
            case Play():
                return self.play(state, action)
            case Doubt():
                return self.doubt(state, action.seat)
            case Reveal():
                return self._reveal(state, action.ranks)
            case LetStand():
                assert state.claim is not None
                return self.emptied(state, state.claim.seat)
            case Void():
                return self.void(state)
            case _:
                return self._proceed(state, action)

    def _proceed(self, state: CardStateT, action: Action) -> tuple[CardStateT, tuple[Event, ...]]:
        match action:
            case Correct():
                return procedures.correct(state, action.count)
            case Withdraw():
                return self.withdraw(state)
            case Settle():
                return self._settle(state, action.truth)
            case Adjust():
                return procedures.adjust(state, action)
            case Audit():
                return procedures.audit(state, action)
            case Leave():
                return self._leave(state, action.seat)
            case _:
                return self.move(state, action)

    def play(self, state: CardStateT, play: Play) -> tuple[CardStateT, tuple[Event, ...]]:
        """The state after a legal play."""
        raise NotImplementedError

    def move(self, state: CardStateT, action: Action) -> tuple[CardStateT, tuple[Event, ...]]:
        """The state after a legal action that not every game knows."""
        raise NotImplementedError

    def doubt(self, state: CardStateT, seat: int) -> tuple[CardStateT, tuple[Event, ...]]:
        """The newest play is doubted."""
        assert state.claim is not None
        return changed(state, doubter=seat), (Doubted(seat, state.claim.seat),)

    def truth(self, state: CardStateT, ranks: tuple[Rank, ...]) -> bool:
        """Whether cards of these ranks are what the newest play claimed."""
        claim = state.claim
        assert claim is not None
        if len(ranks) != claim.count and state.terms.house.count_mismatch == "lie":
            return False
        return all(self.fits(state, rank, claim.rank) for rank in dict.fromkeys(ranks))

    def refutes(self, state: CardStateT, ranks: tuple[Rank, ...]) -> bool:
        """Whether one of these cards is no such card, or they are too many where that is a lie.

        How many there are in all need not be known: who lied takes them back.
        """
        claim = state.claim
        if claim is None or self.refusal(state, Reveal(ranks)) is not None:
            return False
        if len(ranks) > claim.count and state.terms.house.count_mismatch == "lie":
            return True
        return not all(self.fits(state, rank, claim.rank) for rank in dict.fromkeys(ranks))

    def fits(self, state: CardStateT, rank: Rank, claimed: Rank) -> bool:
        """Whether a card of `rank` may pass for `claimed`: jokers in the game are wild."""
        return rank == claimed or (rank == Rank.JOKER and state.terms.jokers > 0)

    def _reveal(
        self, state: CardStateT, ranks: tuple[Rank, ...]
    ) -> tuple[CardStateT, tuple[Event, ...]]:
        """The verdict by the cards. The counts are put right: what was laid is what faces up."""
        claim = state.claim
        assert claim is not None
        wrong = len(ranks) - claim.count
        truth = self.truth(state, ranks)
        if wrong:
            state = replace(
                state,
                hands=moved(state.hands, claim.seat, -wrong),
                heaps=moved(state.heaps, claim.seat, wrong),
            )
        return self.judged(state, truth, ranks)

    def _settle(
        self, state: CardStateT, truth: bool | None
    ) -> tuple[CardStateT, tuple[Event, ...]]:
        if truth is None:
            return self.stands(state)
        return self.judged(state, truth, ())

    def judged(
        self, state: CardStateT, truth: bool, ranks: tuple[Rank, ...]
    ) -> tuple[CardStateT, tuple[Event, ...]]:
        """The verdict: who takes the table, who leads, and whether the claimant is out of cards."""
        claim, doubter = state.claim, state.doubter
        assert claim is not None
        taker = doubter if truth else claim.seat
        emptied = truth and not state.hands[claim.seat]
        events: tuple[Event, ...] = (Verdict(claim.seat, doubter, truth, ranks),)
        stays = taker is None or (emptied and self.leaves_final_table(state))
        if not stays:
            assert taker is not None
            state, took = self.take(state, taker)
            events = (*events, took)
        state, more = self.resume(state, truth)
        if not emptied:
            return state, (*events, *more)
        state, out = self.emptied(state, claim.seat)
        return state, (*events, *more, *out)

    def leaves_final_table(self, state: CardStateT) -> bool:
        """Whether nobody takes the table when true last cards end the game."""
        return False

    def take(self, state: CardStateT, seat: int) -> tuple[CardStateT, Took]:
        """`seat` takes the whole table."""
        count = sum(state.heaps)
        hands, heaps = moved(state.hands, seat, count), (0,) * len(state.heaps)
        return changed(state, hands=hands, heaps=heaps), Took(seat, count)

    def resume(self, state: CardStateT, truth: bool) -> tuple[CardStateT, tuple[Event, ...]]:
        """After the verdict on `state.claim` by `state.doubter`: who leads, and which rank."""
        raise NotImplementedError

    def emptied(self, state: CardStateT, seat: int) -> tuple[CardStateT, tuple[Event, ...]]:
        """`seat` is rid of the last cards for good: it has won."""
        won = changed(state, claim=None, doubter=None, out=(*state.out, seat), over=True)
        return won, (Won(seat),)

    def withdraw(self, state: CardStateT) -> tuple[CardStateT, tuple[Event, ...]]:
        """The doubt was an accident: the newest play is open again."""
        assert state.doubter is not None
        return replace(state, doubter=None), (Withdrawn(state.doubter),)

    def stands(self, state: CardStateT) -> tuple[CardStateT, tuple[Event, ...]]:
        """The newest play stands and can't be doubted any more."""
        assert state.claim is not None
        seat = state.claim.seat
        stood = replace(state, claim=None, doubter=None)
        if state.hands[seat]:
            return stood, (Stands(seat),)
        stood, out = self.emptied(stood, seat)
        return stood, (Stands(seat), *out)

    def _leave(self, state: CardStateT, seat: int) -> tuple[CardStateT, tuple[Event, ...]]:
        left, events = procedures.leave(state, seat)
        if state.terms.house.leaver == "void":
            left, more = self.void(left)
        elif len(playing(left)) < 2:
            left, more = self.alone(left)
        else:
            left, more = self.left(left, seat)
        return left, (*events, *more)

    def alone(self, state: CardStateT) -> tuple[CardStateT, tuple[Event, ...]]:
        """Only one seat is left: it has lost if others are out, else there is no game."""
        if not state.out:
            return self.void(state)
        [loser] = playing(state)
        return replace(state, claim=None, doubter=None, loser=loser, over=True), (Lost(loser),)

    def left(self, state: CardStateT, seat: int) -> tuple[CardStateT, tuple[Event, ...]]:
        """The game goes on without `seat`, which has just left it."""
        raise NotImplementedError

    def void(self, state: CardStateT) -> tuple[CardStateT, tuple[Event, ...]]:
        """The game is over without a winner."""
        return replace(state, claim=None, doubter=None, over=True), (Voided(),)
