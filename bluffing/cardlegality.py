"""Legal actions of a game with cards; a family adds only those of its own moves.

`CardGame` in `cardgame` carries the actions out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import NoneType
from typing import ClassVar, Generic

from bluffing import actions, procedures
from bluffing.actions import NUMBERS, Action, Doubt, Pass, Play, Reveal, Settle, TurnMove
from bluffing.cards import Rank, Trait, pack
from bluffing.cardstate import CardStateT, multisets, span
from bluffing.game import Phase, Ruleset
from bluffing.message import AtSeat, Message, message, of_seats, quoted


@lru_cache(maxsize=1024)
def _not_your_turn(seat: int, turn: int) -> Message:
    return of_seats("rules.not-your-turn", seat, turn=turn)


@lru_cache(maxsize=1024)
def _must_lay(seat: int, counts: range, given: int) -> Message:
    cards = span(counts.start, counts.stop - 1)
    return message("rules.must-lay", seat=AtSeat(seat), cards=cards, given=given)


# Cache the actions listed at every turn: they are frozen, and there are few of them.


@lru_cache(maxsize=4096)
def _plays(seat: int, counts: range, claims: tuple[Trait | None, ...]) -> tuple[Play, ...]:
    return tuple(Play(seat, count, rank) for count in counts for rank in claims)


@lru_cache(maxsize=16)
def passing(seat: int) -> tuple[Pass]:
    """Return the cached pass of `seat`."""
    return (Pass(seat),)


@lru_cache(maxsize=1024)
def _doubts(seats: tuple[int, ...]) -> tuple[Doubt, ...]:
    return tuple(map(Doubt, seats))


@lru_cache(maxsize=1024)
def _clockwise(seats: int, right: int, absent: tuple[int, ...]) -> tuple[int, ...]:
    """Return all `seats` clockwise, starting at the left of `right`, without the `absent` ones."""
    order = (*range(right + 1, seats), *range(right + 1))
    return tuple(seat for seat in order if seat not in absent)


@dataclass(frozen=True, kw_only=True)
class CardLegality(Ruleset[CardStateT], Generic[CardStateT]):
    """Legality of each seat's actions in a game with cards: that part of `game.Ruleset`."""

    turn_moves: ClassVar[tuple[type[TurnMove], ...]] = (Play,)

    # --- who -----------------------------------------------------------------------------------

    def tie_words(self, state: CardStateT) -> Message:
        """Return the rule behind `tie_order`."""
        house = state.terms.house
        code = "nearest-to-dealer" if house.tie_rule == "dealer_left" else "nearest-to-player"
        reverse = house.direction == "anticlockwise"
        return message(f"rules.{code}.anticlockwise" if reverse else f"rules.{code}")

    def tie_order(self, state: CardStateT) -> tuple[int, ...]:
        """Return every seat that may doubt, the winner of a true tie first.

        Without races only the seat on turn may doubt. Where passes could hand that right all the
        way round, all other seats may doubt last cards.
        """
        claim = state.claim
        if claim is None or (not state.hands[claim.seat] and state.must_show):
            return ()
        seats, claimant = len(state.hands), claim.seat
        right = state.dealer if state.terms.house.tie_rule == "dealer_left" else claimant
        order = _clockwise(seats, right, (claimant, *state.out, *state.gone))
        if self.races_in(state) or (self.passes(state) and state.phase is Phase.LAST_CARDS):
            return order
        return (state.turn,) if state.turn in order else ()

    def live(self, state: CardStateT) -> tuple[int, ...]:
        """Return the seat on turn while it may move, or no seat."""
        return (state.turn,) if state.settled else ()

    def passes(self, state: CardStateT) -> bool:
        """Return True if players may pass, by the rules and the house."""
        return Pass in self.turn_moves and state.terms.house.passing != "no"

    def covers(self, state: CardStateT, action: Action) -> bool:
        """Return True for a play: it covers the newest one."""
        return isinstance(action, Play)

    # --- what is legal -----------------------------------------------------------------------

    def refusal(self, state: CardStateT, action: Action) -> Message | None:
        """Return the reason why `action` is not legal in `state`, or None."""
        for name in NUMBERS.get(type(action), ()):
            number = getattr(action, name)
            if type(number) is not int:
                return message("rules.not-a-whole-number", field=name, given=quoted(number))
        if state.over:
            if not state.out:
                return of_seats("rules.over")
            return of_seats("rules.over-and-won", state.out[0])
        match action:
            case _ if isinstance(action, self.turn_moves):
                why = self._refuse_turn_move(state, action)
            case Doubt():
                why = self.refuse_doubt(state, action.seat)
            case Reveal():
                why = self.refuse_reveal(state, action)
            case actions.LetStand() | actions.TimeUp():
                why = self._refuse_end(state, action)
            case actions.Void():
                why = None
            case _:
                why = self._refuse_procedure(state, action)
        return why

    def _refuse_turn_move(self, state: CardStateT, move: TurnMove) -> Message | None:
        why = self.waits(state) or self.refuse_turn(state, move)
        if why is not None:
            return why
        if isinstance(move, Play):
            return self.refuse_play(state, move)
        return self.refuse_move(state, move)

    def _refuse_procedure(self, state: CardStateT, action: Action) -> Message | None:
        match action:
            case actions.Correct():
                why = self.refuse_correct(state, action)
            case actions.Withdraw():
                why = self._refuse_withdraw(state)
            case Settle():
                why = self._refuse_settle(state, action)
            case actions.Adjust() | actions.Audit():
                why = self.refuse_counted(state, action)
            case actions.Leave():
                why = procedures.refuse_leave(state, action)
            case _:
                why = self.refuse_other(state, action)
        return why

    def refuse_turn(self, state: CardStateT, move: TurnMove) -> Message | None:
        """Return the reason why the seat of `move` may not move, or None; no cards are doubted."""
        seat = move.seat
        if seat == state.turn:
            return None
        if not 0 <= seat < len(state.hands):
            return state.no_seat(seat)
        return _not_your_turn(seat, state.turn)

    def counts(self, state: CardStateT, seat: int) -> range:
        """Return the numbers of cards that `seat` may lay in a play; 0 only of a required rank.

        A seat with fewer cards than the house asks for lays them all.
        """
        house, held = state.terms.house, state.hands[seat]
        none = house.zero_claim and state.required is not None
        least = 0 if none else min(house.cards_min, max(1, held))
        return range(least, state.capped(held) + 1)

    def claims(self, state: CardStateT) -> tuple[Trait | None, ...]:
        """Return the ranks that a play may name; None means the rank that the rules require."""
        return (None, state.required)

    def refuse_play(self, state: CardStateT, play: Play) -> Message | None:
        """Return the reason why `play`, by a seat that may move, is not legal, or None."""
        counts = self.counts(state, play.seat)
        if play.count not in counts:
            return _must_lay(play.seat, counts, play.count)
        return None if play.rank in self.claims(state) else self.wrong_rank(state, play)

    def wrong_rank(self, state: CardStateT, play: Play) -> Message:
        """Return the reason why `play` may not name its rank."""
        raise NotImplementedError

    def refuse_move(self, state: CardStateT, action: Action) -> Message | None:
        """Return the reason why another turn move, by a seat that may move, is illegal, or None."""
        raise NotImplementedError

    def refuse_other(self, state: CardStateT, action: Action) -> Message | None:
        """Return the reason to refuse an action of only some games, on turn or not, or None."""
        return message("rules.no-such-move", game=self.title, move=type(action).__name__)

    def refuse_doubt(self, state: CardStateT, seat: int) -> Message | None:
        """Return the reason why `seat` can't doubt, or None."""
        claim = state.claim
        if claim is None:
            return of_seats("rules.nothing-to-doubt", state.turn)
        if state.doubter is not None:
            return of_seats("rules.doubted-first", state.doubter)
        if seat not in range(len(state.hands)):
            return state.no_seat(seat)
        if seat == claim.seat:
            return of_seats("rules.own-cards", seat)
        if seat not in self.tie_order(state):
            return of_seats("rules.not-to-doubt", seat, claimant=claim.seat)
        return None

    def refuse_correct(self, state: CardStateT, correct: actions.Correct) -> Message | None:
        """Return the reason why the newest play's number can't be corrected like this, or None."""
        return procedures.refuse_correct(state, correct)

    def refuse_counted(
        self, state: CardStateT, counted: actions.Adjust | actions.Audit
    ) -> Message | None:
        """Return the reason why the hands can't have the counted numbers, or None."""
        if isinstance(counted, actions.Adjust):
            return procedures.refuse_adjust(state, counted)
        return procedures.refuse_audit(state, counted)

    def waits(self, state: CardStateT) -> Message | None:
        """Return the reason that blocks every move, or None."""
        claim = state.claim
        if claim is None or (state.doubter is None and state.hands[claim.seat]):
            return None
        phase = state.phase
        if phase is Phase.LAST_CARDS:
            return of_seats("rules.last-cards-laid", claim.seat)
        if phase is Phase.PRODUCE:
            return of_seats("rules.is-forced", claim.seat)
        if state.doubter is None:
            return of_seats("rules.rules-ask", claim.seat)
        return of_seats("rules.is-doubted", claim.seat, doubter=state.doubter)

    def refuse_reveal(self, state: CardStateT, reveal: Reveal) -> Message | None:
        """Return the reason why the turned-up cards can't be the newest play, or None."""
        if state.claim is None or state.phase is not Phase.REVEAL:
            return of_seats("rules.nobody-doubts")
        seat, count = state.claim.seat, len(reveal.ranks)
        if not count:
            return message("rules.no-card-faces-up", count=state.claim.count, seat=AtSeat(seat))
        had = state.lying + state.hands[seat]
        if count > had:
            return message("rules.too-many-face-up", seat=AtSeat(seat), n=had, found=count)
        for rank in dict.fromkeys(reveal.ranks):
            limit = self.limit(state, rank)
            if reveal.ranks.count(rank) > limit:
                return message("rules.too-many-of-a-rank", n=limit, rank=rank)
        return None

    def limit(self, state: CardStateT, rank: Trait) -> int:
        """Return the most cards of `rank` face up; a pack may have its two jokers by mistake."""
        most = state.terms.packs * self.in_full_pack[rank]
        return max(most, state.terms.house.jokers) if rank == Rank.JOKER else most

    @cached_property
    def in_full_pack(self) -> Counter[Trait]:
        """Number of cards that count as each trait in a pack of 52 with two jokers."""
        return Counter(map(self.trait, pack(2)))

    def _refuse_end(
        self, state: CardStateT, action: actions.LetStand | actions.TimeUp
    ) -> Message | None:
        """Return the reason why the clock can't end a window or the game now, or None."""
        if isinstance(action, actions.TimeUp):
            if not state.terms.house.limited:
                return message("rules.no-time-limit")
            return None if state.settled else message("rules.time-up-later")
        if state.phase is Phase.LAST_CARDS:
            return None
        if state.claim is None or state.hands[state.claim.seat]:
            return of_seats("rules.no-window")
        return of_seats("rules.play-is-doubted", state.claim.seat)

    def _refuse_withdraw(self, state: CardStateT) -> Message | None:
        if state.doubter is None or state.phase not in (Phase.REVEAL, Phase.PRODUCE):
            return message("rules.nothing-to-withdraw")
        if not state.terms.house.withdraw_ms:
            return message("rules.doubts-stand")
        return None

    def _refuse_settle(self, state: CardStateT, settle: Settle) -> Message | None:
        if type(settle.truth) not in (bool, NoneType):
            return message("rules.not-a-truth", given=quoted(settle.truth))
        if state.phase not in (Phase.REVEAL, Phase.PRODUCE):
            return message("rules.nothing-to-settle")
        return None

    def legal_actions(self, state: CardStateT) -> Iterator[Action]:
        """Yield every action that `apply` accepts; reveals and audits, the many ones, come last."""
        if state.over:
            return
        yield from self.moves(state)
        phase, claim = state.phase, state.claim
        if claim is not None and phase in (Phase.OPEN, Phase.LAST_CARDS):
            if phase is Phase.LAST_CARDS:
                yield actions.LetStand()
            most = state.capped(state.lying + state.hands[claim.seat])
            corrects = map(actions.Correct, range(1, most + 1))
            yield from (
                correct for correct in corrects if self.refuse_correct(state, correct) is None
            )
        elif claim is not None:
            yield from map(Settle, (True, False, None))
            if state.terms.house.withdraw_ms and state.doubter is not None:
                yield actions.Withdraw()
        yield from procedures.adjusts(state)
        if state.settled:
            yield from map(actions.Leave, state.playing)
            if state.terms.house.limited:
                yield actions.TimeUp()
        yield actions.Void()
        if phase is Phase.REVEAL:
            yield from self._reveals(state)
        yield from procedures.audits(state, self.least_counted(state))

    def least_counted(self, state: CardStateT) -> Mapping[int, int]:
        """Return the lowest count that an audit may give a seat, for seats with such a limit."""
        return {}

    def moves(self, state: CardStateT) -> tuple[Action, ...]:
        """Return every legal move, and the possible answers of a forced seat.

        A play whose rank the rules fix is listed twice, with the rank and with None; both mean the
        same.
        """
        if state.doubter is not None:
            return self.answers(state)
        moves: tuple[Action, ...] = ()
        for seat in self.live(state):
            moves += _plays(seat, self.counts(state, seat), self.claims(state))
            moves += self.other_moves(state, seat)
        return moves + _doubts(self.tie_order(state)) + self.other_doubts(state)

    def answers(self, state: CardStateT) -> tuple[Action, ...]:
        """Return the cards that a forced seat can produce after a doubt."""
        return ()

    def other_moves(self, state: CardStateT, seat: int) -> tuple[Action, ...]:
        """Return the legal moves of `seat`, which may move, other than plays and doubts."""
        return ()

    def other_doubts(self, state: CardStateT) -> tuple[Action, ...]:
        """Return the legal moves against the newest play, other than doubts."""
        return ()

    def _reveals(self, state: CardStateT) -> Iterator[Reveal]:
        """Yield every multiset of ranks that can face up, the small ones first."""
        claim = state.claim
        assert claim is not None
        limits = [(rank, self.limit(state, rank)) for rank in self.in_full_pack]
        most = min(state.lying + state.hands[claim.seat], sum(limit for _, limit in limits))
        for size in range(1, most + 1):
            yield from map(Reveal, multisets(limits, size))
