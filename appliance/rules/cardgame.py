"""What all games with cards have in common: doubts, reveals, last cards and the procedures.

A family of games extends `CardGame` by what differs: how cards may be laid, whose turn it is
then, and who leads after a doubt.
"""

from collections.abc import Iterator
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
from appliance.rules.cards import Rank
from appliance.rules.cardstate import S, moved, multisets, no_seat
from appliance.rules.declared import Declared
from appliance.rules.events import (
    Doubted,
    Event,
    Stands,
    Took,
    Verdict,
    Voided,
    Withdrawn,
    Won,
)
from appliance.rules.game import Phase, Refused, Timing

_NUMBERS: dict[type, tuple[str, ...]] = {
    Play: ("seat", "count"),
    Doubt: ("seat",),
    Correct: ("count",),
    Adjust: ("giver", "taker"),
    Leave: ("seat",),
    Audit: ("table",),
}
"""The fields of actions that must be whole numbers."""


@dataclass(frozen=True, kw_only=True)
class CardGame(Declared, Generic[S]):
    """A game with cards as a `game.Ruleset`, but for what its family adds."""

    def timing(self, state: S) -> Timing:
        """The waiting rules in force."""
        house = state.terms.house
        return Timing(
            house.tie_window_ms, house.min_hold_ms, house.last_card_window_ms, house.withdraw_ms
        )

    # --- who -----------------------------------------------------------------------------------

    def tie_words(self, state: S) -> str:
        """The rule behind `tie_order`."""
        who = "dealer" if state.terms.house.tie_rule == "dealer_left" else "player"
        return f"nearest to the {who}'s left"

    def tie_order(self, state: S) -> tuple[int, ...]:
        """Every seat that may doubt, the one that wins a true tie first; empty if no claim."""
        if state.claim is None:
            return ()
        seats, claimant = len(state.hands), state.claim.seat
        right = state.dealer if state.terms.house.tie_rule == "dealer_left" else claimant
        order = ((right + i) % seats for i in range(1, seats + 1))
        return tuple(
            seat
            for seat in order
            if seat != claimant and seat not in state.out and seat not in state.gone
        )

    def live(self, state: S) -> tuple[int, ...]:
        """The seat on turn, while it may move."""
        return (state.turn,) if state.phase in (Phase.READY, Phase.OPEN) else ()

    def covers(self, state: S, action: Action) -> bool:
        """A play covers the newest one."""
        return isinstance(action, Play)

    # --- what is legal -----------------------------------------------------------------------

    def refusal(self, state: S, action: Action) -> str | None:
        """Why `action` is not legal in `state`, in a sentence for a player, or None."""
        for name in _NUMBERS.get(type(action), ()):
            number = getattr(action, name)
            if type(number) is not int:
                return f"The {name} must be a whole number, not {number!r}."
        if state.over:
            return f"The game is over{f': seat {state.out[0]} has won' if state.out else ''}."
        match action:
            case Play():
                why = self._waits(state) or self.refuse_play(state, action)
            case Doubt():
                why = self.refuse_doubt(state, action.seat)
            case Reveal():
                why = self._refuse_reveal(state, action)
            case LetStand():
                why = self._refuse_let_stand(state)
            case Void():
                why = None
            case _:
                why = self._refuse_procedure(state, action)
        return why

    def _refuse_procedure(self, state: S, action: Action) -> str | None:
        match action:
            case Correct():
                why = procedures.refuse_correct(state, action)
            case Withdraw():
                why = self._refuse_withdraw(state)
            case Settle():
                why = self._refuse_settle(state)
            case Adjust():
                why = procedures.refuse_adjust(state, action)
            case Audit():
                why = procedures.refuse_audit(state, action)
            case Leave():
                why = procedures.refuse_leave(state, action)
            case _:
                why = self.refuse_move(state, action)
        return why

    def refuse_play(self, state: S, play: Play) -> str | None:
        """Why `play` is not legal, while nothing waits to be turned up or settled."""
        raise NotImplementedError

    def refuse_move(self, state: S, action: Action) -> str | None:
        """Why an action that not every game knows is not legal, or None."""
        return f"This game has no such action: {action!r}."

    def refuse_doubt(self, state: S, seat: int) -> str | None:
        """Why `seat` can't doubt, or None."""
        claim = state.claim
        if claim is None:
            return f"Nothing can be doubted: seat {state.turn} plays next."
        if state.doubter is not None:
            return f"Seat {state.doubter} doubted first; a play is doubted once."
        if seat not in range(len(state.hands)):
            return no_seat(state, seat)
        if seat == claim.seat:
            return f"Seat {seat} laid these cards; only another seat can doubt them."
        if seat not in self.tie_order(state):
            return f"Seat {seat} can't doubt the cards of seat {claim.seat}."
        return None

    def _waits(self, state: S) -> str | None:
        """What must be finished before anybody moves, or None."""
        claim = state.claim
        if claim is None:
            return None
        phase = state.phase
        if phase is Phase.OPEN:
            return None
        if phase is Phase.LAST_CARDS:
            return (
                f"Seat {claim.seat} laid the last cards: doubt them, or wait for the window to end."
            )
        who = "The rules ask" if state.doubter is None else f"Seat {state.doubter} doubts"
        return f"{who}: turn up the cards of seat {claim.seat} first."

    def _refuse_reveal(self, state: S, reveal: Reveal) -> str | None:
        if state.claim is None or state.phase is not Phase.REVEAL:
            return "Nobody doubts: leave the cards face down."
        seat, found = state.claim.seat, len(reveal.ranks)
        if not found:
            return f"No card faces up: turn up the {state.claim.count} that seat {seat} laid."
        had = state.claim.count + state.hands[seat]
        if found > had:
            return f"Seat {seat} had {had} cards, {found} face up: turn up the newest play only."
        for rank, limit in self.limits(state).items():
            if reveal.ranks.count(rank) > limit:
                return f"Only {limit} cards of rank {rank} are in the game: read the cards again."
        return None

    def limits(self, state: S) -> dict[Rank, int]:
        """How many cards of each rank can face up; a pack may have its two jokers by mistake."""
        return {rank: (2 if rank is Rank.JOKER else 4) * state.packs for rank in Rank}

    def _refuse_let_stand(self, state: S) -> str | None:
        if state.phase is Phase.LAST_CARDS:
            return None
        if state.claim is None or state.hands[state.claim.seat]:
            return "Nobody laid the last cards: there is no window to end."
        return f"The play is doubted: turn up the cards of seat {state.claim.seat} first."

    def _refuse_withdraw(self, state: S) -> str | None:
        if state.doubter is None or state.phase not in (Phase.REVEAL, Phase.PRODUCE):
            return "Nobody doubts: there is nothing to withdraw."
        if not state.terms.house.withdraw_ms:
            return "By house option a doubt stands, even by accident."
        return None

    def _refuse_settle(self, state: S) -> str | None:
        if state.phase not in (Phase.REVEAL, Phase.PRODUCE):
            return "No cards are to be turned up: there is nothing to settle."
        return None

    def legal_actions(self, state: S) -> Iterator[Action]:
        """Every action that `apply` accepts, lazily: moves first, then the procedures."""
        if state.over:
            return
        yield from self.moves(state)
        phase = state.phase
        if phase in (Phase.OPEN, Phase.LAST_CARDS):
            yield from map(Doubt, self.tie_order(state))
        if phase is Phase.LAST_CARDS:
            yield LetStand()
        if phase is Phase.REVEAL:
            yield from self._reveals(state)
        if phase in (Phase.REVEAL, Phase.PRODUCE):
            yield from map(Settle, (True, False, None))
            if self._refuse_withdraw(state) is None:
                yield Withdraw()
        yield Void()
        claim = state.claim
        if claim is not None and phase in (Phase.OPEN, Phase.LAST_CARDS):
            most = procedures.capped(state, claim.count + state.hands[claim.seat])
            yield from (Correct(count) for count in range(1, most + 1) if count != claim.count)
        seats = range(len(state.hands))
        leaves = map(Leave, seats)
        yield from (one for one in leaves if procedures.refuse_leave(state, one) is None)
        yield from procedures.adjusts(state)
        yield from procedures.audits(state)

    def moves(self, state: S) -> Iterator[Action]:
        """The legal moves but doubts, and what only this family of games knows, lazily.

        A play whose rank the rules fix stands here twice, with it and with None: they mean the
        same.
        """
        raise NotImplementedError

    def _reveals(self, state: S) -> Iterator[Reveal]:
        """Every multiset of ranks that can face up, the small ones first."""
        claim = state.claim
        assert claim is not None
        limits = list(self.limits(state).items())
        most = min(claim.count + state.hands[claim.seat], sum(limit for _, limit in limits))
        for size in range(1, most + 1):
            yield from map(Reveal, multisets(limits, size))

    # --- what follows ------------------------------------------------------------------------

    def apply(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
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
                return self.emptied(replace(state, claim=None), state.claim.seat)
            case Void():
                return self.void(state)
            case _:
                return self._proceed(state, action)

    def _proceed(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        match action:
            case Correct():
                return procedures.correct(state, action.count)
            case Withdraw():
                return self._withdraw(state)
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

    def play(self, state: S, play: Play) -> tuple[S, tuple[Event, ...]]:
        """The state after a legal play."""
        raise NotImplementedError

    def move(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The state after a legal action that not every game knows."""
        raise NotImplementedError

    def doubt(self, state: S, seat: int) -> tuple[S, tuple[Event, ...]]:
        """The newest play is doubted."""
        assert state.claim is not None
        return replace(state, doubter=seat), (Doubted(seat, state.claim.seat),)

    def truth(self, state: S, ranks: tuple[Rank, ...]) -> bool:
        """Whether cards of these ranks are what the newest play claimed."""
        claim = state.claim
        assert claim is not None
        if len(ranks) != claim.count and state.terms.house.count_mismatch == "lie":
            return False
        return all(self.fits(state, rank, claim.rank) for rank in ranks)

    def fits(self, state: S, rank: Rank, claimed: Rank) -> bool:
        """Whether a card of `rank` may pass for `claimed`: jokers in the game are wild."""
        return rank is claimed or (rank is Rank.JOKER and state.terms.house.jokers > 0)

    def _reveal(self, state: S, ranks: tuple[Rank, ...]) -> tuple[S, tuple[Event, ...]]:
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

    def _settle(self, state: S, truth: bool | None) -> tuple[S, tuple[Event, ...]]:
        if truth is None:
            return self.stands(state)
        return self.judged(state, truth, ())

    def judged(self, state: S, truth: bool, ranks: tuple[Rank, ...]) -> tuple[S, tuple[Event, ...]]:
        """The verdict: who takes the table, who leads, and whether the claimant is out of cards."""
        claim, doubter = state.claim, state.doubter
        assert claim is not None
        taker = doubter if truth else claim.seat
        emptied = truth and not state.hands[claim.seat]
        events: tuple[Event, ...] = (Verdict(claim.seat, doubter, truth, ranks),)
        lies = taker is None or (emptied and self.leaves_final_table(state))
        if not lies:
            assert taker is not None
            state, took = self.take(state, taker)
            events = (*events, took)
        state, more = self.resume(state, truth)
        if not emptied:
            return state, (*events, *more)
        state, out = self.emptied(state, claim.seat)
        return state, (*events, *more, *out)

    def leaves_final_table(self, state: S) -> bool:
        """Whether nobody takes the table when true last cards end the game."""
        return False

    def take(self, state: S, seat: int) -> tuple[S, Took]:
        """`seat` takes the whole table."""
        count = sum(state.heaps)
        hands, heaps = moved(state.hands, seat, count), (0,) * len(state.heaps)
        return replace(state, hands=hands, heaps=heaps), Took(seat, count)

    def resume(self, state: S, truth: bool) -> tuple[S, tuple[Event, ...]]:
        """After the verdict on `state.claim` by `state.doubter`: who leads, and which rank."""
        raise NotImplementedError

    def emptied(self, state: S, seat: int) -> tuple[S, tuple[Event, ...]]:
        """`seat` is rid of the last cards for good: it has won."""
        won = replace(state, claim=None, doubter=None, out=(*state.out, seat), over=True)
        return won, (Won(seat),)

    def _withdraw(self, state: S) -> tuple[S, tuple[Event, ...]]:
        assert state.doubter is not None
        return replace(state, doubter=None), (Withdrawn(state.doubter),)

    def stands(self, state: S) -> tuple[S, tuple[Event, ...]]:
        """The newest play stands and can't be doubted any more."""
        assert state.claim is not None
        seat = state.claim.seat
        stood = replace(state, claim=None, doubter=None)
        if state.hands[seat]:
            return stood, (Stands(seat),)
        stood, out = self.emptied(stood, seat)
        return stood, (Stands(seat), *out)

    def _leave(self, state: S, seat: int) -> tuple[S, tuple[Event, ...]]:
        left, events = procedures.leave(state, seat)
        remaining = len(state.hands) - len(left.gone) - len(left.out)
        if state.terms.house.leaver == "void" or remaining < 2:
            left, over = self.void(left)
            return left, (*events, *over)
        left, more = self.left(left, seat)
        return left, (*events, *more)

    def left(self, state: S, seat: int) -> tuple[S, tuple[Event, ...]]:
        """The game goes on without `seat`, which has just left it."""
        raise NotImplementedError

    def void(self, state: S) -> tuple[S, tuple[Event, ...]]:
        """The game is over without a winner."""
        return replace(state, claim=None, doubter=None, over=True), (Voided(),)
