"""Games in which a leader names the rank and all others follow it onto one stack.

Pagat's I Doubt It and Bluff, Liar's Poker, Verish' ne Verish' and Cal's BS share this: a leader
lays cards of a chosen rank, the others add cards of the same rank, pass or doubt, and the doubt
decides who leads next. A game's own file has its additions.

By their rules these games need not end: players may take the same cards up again and again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Generic, TypeAlias, Unpack

from bluffing.actions import Action, Believe, LayAway, Pass, Play, TurnMove
from bluffing.cardgame import CardGame
from bluffing.cardlegality import passing
from bluffing.cards import Trait, trait_named
from bluffing.cardstate import Before, CardState, H_co, after, drop, moved, ranked, without
from bluffing.changed import changed
from bluffing.events import Believed, Event, Played, Took
from bluffing.game import Middle, Outcome, Refused, Setup
from bluffing.house import H
from bluffing.message import AtSeat, Message, message, of_seats


@dataclass(frozen=True, slots=True)
class StackState(CardState[H_co], Generic[H_co]):
    """One moment of a stack game. `required` is None while the leader is free.

    `passed` holds the seats that passed: since the newest play, or by house option since the lead.
    `last` is the seat that laid the newest cards, even if they can't be doubted any more; None on a
    new stack. `picked` holds the seats that have picked up cards and may lay away sets of four now,
    `laid_away` the ranks that left the game in this way. A leader may not claim `barred`.
    """

    passed: tuple[int, ...] = ()
    last: int | None = None
    picked: tuple[int, ...] = ()
    laid_away: tuple[Trait, ...] = ()
    barred: Trait | None = None

    @property
    def followers(self) -> tuple[int, ...]:
        """Seats that may still lay cards before the player of the newest cards leads again."""
        return without(len(self.hands), (*self.out, *self.gone, *self.passed, self.last))


@lru_cache(maxsize=1024, typed=True)
def _must_claim(seat: int, led: Trait | None, given: Trait | None) -> Message:
    player = AtSeat(seat)
    if led is None:
        return message("stack.name-a-rank", seat=player, given=ranked(given))
    return message("stack.must-follow", seat=player, rank=led, given=ranked(given))


@lru_cache(maxsize=1024)
def _sets(seat: int, ranks: tuple[Trait, ...], gone: tuple[Trait, ...]) -> tuple[LayAway, ...]:
    return tuple(LayAway(seat, rank) for rank in ranks if rank not in gone)


StackOutcome: TypeAlias = Outcome[StackState[H]]


@dataclass(frozen=True, kw_only=True)
class StackGame(CardGame[StackState[H], H], Generic[H]):
    """One stack game as a `game.Ruleset`."""

    turn_moves: ClassVar[tuple[type[TurnMove], ...]] = (Play, Pass)
    middle: ClassVar[tuple[str, ...]] = (*CardGame.middle, "passed")

    # --- the start -------------------------------------------------------------------------------

    def start(self, setup: Setup, options: Mapping[str, object]) -> StackState[H]:
        """Start a new game; without `setup.hands` the rules fix the deal."""
        terms, hands, lead = self.opening(setup, options)
        every = len(terms.house.deck(terms.packs))
        stock = every - sum(hands) if setup.hands is None else 0
        state = StackState(terms, lead, None, hands, (0,) * len(hands), stock=stock)
        return self.on_lead(state)[0]

    def midgame(self, state: StackState[H], **given: Unpack[Middle]) -> StackState[H]:
        """Extend the base: a rank to be followed was laid by the seat before."""
        state, passed = super().midgame(state, **given), given.get("passed", ())
        if state.required is None:
            if passed:
                raise Refused(message("stack.passed-before-the-lead"))
            return self.on_lead(state)[0]
        last = (state.turn - 1) % len(state.hands)
        state = changed(state, last=last, passed=passed)
        for seat in passed:
            if passed.count(seat) > 1 or seat in (last, state.turn) or seat not in state.playing:
                player = AtSeat(seat)
                raise Refused(message("stack.cannot-have-passed", seat=player, last=AtSeat(last)))
        return state

    # --- what is legal -----------------------------------------------------------------------

    def live(self, state: StackState[H]) -> tuple[int, ...]:
        """Extend the base: the taker of the pile who may lay sets of four away may move, too."""
        seats = super().live(state)
        if not state.picked or not seats:
            return seats
        takers = (
            seat for seat in state.picked if seat not in seats and self._may_lay_away(state, seat)
        )
        return (*seats, *takers)

    def awaits(self, state: StackState[H]) -> int | None:
        """Return the taker of the pile if it may lay sets of four away before the next play."""
        if not state.picked:
            return None
        takers = (seat for seat in self.live(state) if seat != state.turn)
        return next(takers, None)

    def refuse_turn(self, state: StackState[H], move: TurnMove) -> Message | None:
        """Extend the base: the taker of the pile may lay sets of four away."""
        if isinstance(move, LayAway) and move.seat in self.live(state):
            return None
        return super().refuse_turn(state, move)

    def counts(self, state: StackState[H], seat: int) -> range:
        """Extend the base: only the seat on turn lays cards on the pile."""
        return range(0) if state.picked and seat != state.turn else super().counts(state, seat)

    def limit(self, state: StackState[H], rank: Trait) -> int:
        """Extend the base: cards that were laid away can't face up."""
        return 0 if rank in state.laid_away else super().limit(state, rank)

    def claims(self, state: StackState[H]) -> tuple[Trait | None, ...]:
        """Return any rank for the leader, and the rank that was led for the others."""
        return self.ranks(state) if state.required is None else (None, state.required)

    def wrong_rank(self, state: StackState[H], play: Play) -> Message:
        """Return the reason why the rank is wrong: a leader must name one, the others follow it."""
        return _must_claim(play.seat, state.required, play.rank)

    def refuse_move(self, state: StackState[H], action: Action) -> Message | None:
        """Return the reason why a pass, or a set of four to lay away, is not legal, or None."""
        if isinstance(action, LayAway):
            return self._refuse_set(state, action.seat, action.rank)
        if isinstance(action, Believe):
            if not state.terms.house.believe:
                return message("stack.nobody-believes")
            return self.refuse_doubt(state, action.seat)
        assert isinstance(action, Pass)
        if not self.passes(state):
            return of_seats("rules.nobody-passes", action.seat)
        if state.required is None:
            return of_seats("stack.leader-passes", action.seat)
        return None

    def _refuse_set(self, state: StackState[H], seat: int, rank: str) -> Message | None:
        sets = state.terms.house.sets_of_four
        if sets == "off":
            return message("stack.no-sets")
        if sets == "after_pick_up" and seat not in state.picked:
            return of_seats("stack.after-a-pick-up", seat)
        if state.hands[seat] < 4:
            return message("stack.no-four", seat=AtSeat(seat), n=state.hands[seat])
        if rank not in self.ranks(state):
            return message("stack.no-such-four", rank=rank)
        if rank in state.laid_away:
            return message("stack.laid-away-already", rank=rank)
        return None

    def other_moves(self, state: StackState[H], seat: int) -> tuple[Action, ...]:
        """Return a pass, except for a leader, and every rank with four cards to lay away."""
        may_pass = state.required is not None and seat == state.turn and self.passes(state)
        moves: tuple[Action, ...] = passing(seat) if may_pass else ()
        if state.terms.house.believe and seat in self.tie_order(state):
            moves += (Believe(seat),)
        if state.terms.house.sets_of_four == "off" or not self._may_lay_away(state, seat):
            return moves
        return moves + _sets(seat, self.ranks(state), state.laid_away)

    @staticmethod
    def _may_lay_away(state: StackState[H], seat: int) -> bool:
        sets = state.terms.house.sets_of_four
        now = seat in state.picked or (sets == "any_time" and seat == state.turn)
        return now and sets != "off" and state.hands[seat] >= 4

    def covers(self, state: StackState[H], action: Action) -> bool:
        """Return True for a play, or another action that ends the chance to doubt the newest."""
        if isinstance(action, Play):
            return True
        return state.claim is not None and self.apply(state, action)[0].claim is not state.claim

    # --- what follows ------------------------------------------------------------------------

    def carry_out(self, state: StackState[H], action: Action) -> StackOutcome[H]:
        """Return the state after `action`, a legal one, and its events."""
        state, events = super().carry_out(state, action)
        if state.required is None and not state.over:
            state, more = self.on_lead(state)
            events = (*events, *more)
        return state, events

    def on_lead(self, state: StackState[H]) -> StackOutcome[H]:
        """Give the lead of a seat without cards to the next seat on its left."""
        if not state.hands[state.turn]:
            state = changed(state, turn=after(state.hands, state.turn))
        return state, ()

    def play(self, state: StackState[H], play: Play) -> StackOutcome[H]:
        """Lay the cards on the stack; the next seat may follow."""
        seat, count, rank = play.seat, play.count, state.required
        if rank is None:
            assert play.rank is not None
            rank = trait_named(play.rank)
        hands, played = moved(state.hands, seat, -count), Played(seat, count, rank)
        open_to_all = state.opens_face_up
        before = Before(state.turn, state.required, state.begun, (), state.passed, state.last)
        locked = state.passed if state.terms.house.passing == "round" else ()
        state = changed(
            state,
            turn=after(hands, seat, locked),
            required=rank,
            hands=hands,
            heaps=moved(state.heaps, seat, count),
            claim=None if open_to_all else played,
            begun=True,
            counted=None,
            before=None if open_to_all else before,
            passed=locked,
            last=seat,
            picked=(),
        )
        if open_to_all and not hands[seat]:
            state, news = self.emptied(state, seat)
            return state, (played, *news)
        return state, (played, *state.last_cards(seat))

    def taken_back(self, state: StackState[H]) -> StackState[H]:
        """Restore the state before the play, with the same players passed."""
        before = state.before
        assert before is not None
        passed = tuple(seat for seat in before.passed if seat in state.playing)
        return changed(super().taken_back(state), passed=passed, last=before.last)

    def follower(self, state: StackState[H], passed: tuple[int, ...], seat: int) -> int:
        """Return the seat on turn after `seat` when `passed` have passed."""
        locked = passed if state.terms.house.passing == "round" else ()
        return after(state.hands, seat, locked)

    def move(self, state: StackState[H], action: Action) -> StackOutcome[H]:
        """Carry out a pass, or lay away a set of four: it leaves, and perhaps its player, too."""
        if isinstance(action, LayAway):
            return self._lay_away(state, action)
        if isinstance(action, Believe):
            assert state.claim is not None
            believed = changed(state, doubter=action.seat, believed=True)
            return believed, (Believed(action.seat, state.claim.seat),)
        assert isinstance(action, Pass)
        seat = action.seat
        passed = (*state.passed, seat)
        turn = self.follower(state, passed, seat)
        state = changed(state, turn=turn, passed=passed)
        if not self.all_passed(state):
            return state, (action,)
        state, events = self.leads_anew(state)
        return state, (action, *events)

    def _lay_away(self, state: StackState[H], action: LayAway) -> StackOutcome[H]:
        seat, rank = action.seat, trait_named(action.rank)
        state = changed(
            state,
            hands=moved(state.hands, seat, -4),
            removed=state.removed + 4,
            laid_away=(*state.laid_away, rank),
        )
        if state.hands[seat]:
            return state, (action,)
        state, events = self.emptied(state, seat)
        return state, (action, *events)

    def judged(self, state: StackState[H], truth: bool, verdict: Event) -> StackOutcome[H]:
        """Extend the base: the pile that a player believed leaves, or the player takes it."""
        if not state.believed:
            return super().judged(state, truth, verdict)
        claim, believer = state.claim, state.doubter
        assert claim is not None
        assert believer is not None
        if truth:
            state, cleared = self.remove(state)
        else:
            state, took = self.take(state, believer)
            cleared = (took,)
        state, more = self.resume(state, truth)
        out_of_cards = not state.hands[claim.seat] and truth
        state, out = self.emptied(state, claim.seat) if out_of_cards else (state, ())
        return state, (verdict, *cleared, *more, *out)

    def take(self, state: StackState[H], seat: int) -> tuple[StackState[H], Took]:
        """Give the whole pile to `seat`, which may lay sets of four away until the next play."""
        state, took = super().take(state, seat)
        if state.terms.house.sets_of_four == "off":
            return state, took
        return changed(state, picked=(*drop(state.picked, seat), seat)), took

    def all_passed(self, state: StackState[H]) -> bool:
        """Return True if the passes give the lead back to the player of the newest cards."""
        if state.required is None or not self.passes(state):
            return False
        if len(state.passed) + len(state.out) + len(state.gone) < len(state.hands) - 1:
            return False
        if state.followers:
            return False
        last = state.last
        alone = state.terms.house.idi_passes_to_end == "n-1"
        return alone or last in state.passed or last in state.out or last in state.gone

    def leads_anew(self, state: StackState[H]) -> StackOutcome[H]:
        """Let the newest cards' player lead any rank on top of them after all others passed.

        Where only the seat on turn may doubt, these cards can't be doubted any more.
        """
        last, claim = state.last, state.claim if self.races_in(state) else None
        assert last is not None
        return changed(state, turn=last, required=None, claim=claim, passed=(), last=None), ()

    def resume(self, state: StackState[H], truth: bool) -> StackOutcome[H]:
        """Begin a new stack; by house option the winner, the cards' taker or the next seat leads.

        Where a rule turned the cards up and they were false, the next seat leads. A player who
        believed a true play leads, or else the seat on the left.
        """
        claim, doubter = state.claim, state.doubter
        assert claim is not None
        if doubter is None:
            if truth:
                return changed(state, claim=None), ()
            lead = after(state.hands, claim.seat)
        elif state.believed:
            lead = doubter if truth else after(state.hands, doubter)
        else:
            winner, taker = (claim.seat, doubter) if truth else (doubter, claim.seat)
            lead = self.leader(state, winner, taker)
        return changed(
            state,
            turn=lead,
            required=None,
            claim=None,
            doubter=None,
            passed=(),
            last=None,
            forced=False,
            believed=False,
        ), ()

    def went_out(self, state: StackState[H], seat: int) -> StackOutcome[H]:
        """Let the others play on without `seat`, which is out."""
        turn = self.follower(state, state.passed, seat) if state.turn == seat else state.turn
        return changed(state, turn=turn), ()

    def left(self, state: StackState[H], seat: int) -> StackOutcome[H]:
        """Give the turn, or the lead, to the left; all others may have passed now."""
        passed = drop(state.passed, seat)
        state = changed(
            state,
            turn=self.follower(state, passed, seat) if state.turn == seat else state.turn,
            passed=passed,
            picked=drop(state.picked, seat),
        )
        return self.leads_anew(state) if self.all_passed(state) else (state, ())
