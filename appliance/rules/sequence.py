"""The games in which the rank to claim follows a fixed sequence, one seat after the other.

Bicycle's and CatsAtCards' I Doubt It are one mechanism with a few values set differently,
so the mechanism stands here once and each game's own file only declares its values.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from appliance.rules.cards import RANKS, Rank
from appliance.rules.game import (
    Action,
    Adjust,
    Adjusted,
    Claim,
    Correct,
    Corrected,
    Doubt,
    Doubted,
    Event,
    LastCards,
    LetStand,
    Paid,
    Play,
    Played,
    Refused,
    Reveal,
    Setup,
    Timing,
    Took,
    Verdict,
    Won,
)
from appliance.rules.house import MAX_PACKS, House
from appliance.rules.options import Option, OptionError, Value, parse_options
from appliance.rules.sequence_state import SequenceState, Terms, moved, no_seat


@dataclass(frozen=True, slots=True)
class SequenceGame:
    """One sequence game as a `game.Ruleset`.

    `step` is +1 where ranks go up from the ace and -1 where they go down. `packs_by_choice`
    says that a host may overrule the number of packs, `adjusts` that a misdeal is put right
    by moving counts instead of by a new deal.
    """

    name: str
    title: str
    seats: range
    step: Literal[1, -1]
    heaps: bool
    options: tuple[Option, ...]
    packs_by_choice: bool
    adjusts: bool

    def start(self, setup: Setup, options: Mapping[str, Value]) -> SequenceState:
        """A new game; without `setup.hands` all cards are dealt from the dealer's left.

        Raises:
            Refused: when the set-up or an option is not legal.
        """
        try:
            values: dict[str, Any] = dict(parse_options(self.options, options))
        except OptionError as error:
            raise Refused(f"{self.title}: {error}.") from error
        house = House(**values)
        players, dealer = setup.players, setup.dealer
        if players not in self.seats:
            lowest, highest = self.seats[0], self.seats[-1]
            raise Refused(f"{self.title} is for {lowest} to {highest} players, not {players}.")
        if dealer not in range(players):
            raise Refused(f"There is no seat {dealer} to deal: seats are 0 to {players - 1}.")
        packs = self._packs(setup, house)
        turn = (dealer + 1) % players
        hands = _dealt(52 * packs, players, turn) if setup.hands is None else setup.hands
        if len(hands) != players or min(hands) < 1:
            raise Refused(f"Give each of the {players} seats a hand of 1 card or more: {hands}.")
        cap = house.max_cards if isinstance(house.max_cards, int) else None
        if house.max_cards == "4 x packs":
            cap = 4 * packs
        return SequenceState(
            Terms(dealer, packs, cap, house), turn, Rank.ACE, tuple(hands), (0,) * players
        )

    def _packs(self, setup: Setup, house: House) -> int:
        usual = 1 if setup.players < 5 else 2
        if setup.players == 5:
            usual = house.five_player_packs
        packs = usual if setup.packs is None else setup.packs
        allowed = range(1, MAX_PACKS + 1) if self.packs_by_choice else range(usual, usual + 1)
        if packs not in allowed:
            words = f"1 to {MAX_PACKS}" if self.packs_by_choice else str(usual)
            raise Refused(f"{self.title} with {setup.players} players: packs is {words}.")
        return packs

    def timing(self, state: SequenceState) -> Timing:
        """The waiting rules in force."""
        house = state.terms.house
        return Timing(house.tie_window_ms, house.min_hold_ms, house.last_card_window_ms)

    def tie_order(self, state: SequenceState) -> tuple[int, ...]:
        """Every seat but the claimant's, the one that wins a true tie first; empty if no claim."""
        if state.claim is None:
            return ()
        seats, claimant = len(state.hands), state.claim.seat
        right = state.dealer if state.terms.house.tie_rule == "dealer_left" else claimant
        order = ((right + i) % seats for i in range(1, seats + 1))
        return tuple(seat for seat in order if seat != claimant)

    def tie_words(self, state: SequenceState) -> str:
        """The rule behind `tie_order`."""
        who = "dealer" if state.terms.house.tie_rule == "dealer_left" else "player"
        return f"nearest to the {who}'s left"

    def refusal(self, state: SequenceState, action: Action) -> str | None:
        """Why `action` is not legal in `state`, in a sentence for a player, or None."""
        malformed = _malformed(action)
        if malformed is not None:
            return malformed
        if state.winner is not None:
            return f"The game is over: seat {state.winner} has won."
        match action:
            case Play():
                why = _refuse_play(state, action)
            case Doubt():
                why = _refuse_doubt(state, action)
            case Reveal():
                why = _refuse_reveal(state, action)
            case LetStand():
                why = _refuse_let_stand(state)
            case Correct():
                why = _refuse_correct(state, action)
            case Adjust():
                why = self._refuse_adjust(state, action)
        return why

    def _refuse_adjust(self, state: SequenceState, adjust: Adjust) -> str | None:
        if not self.adjusts:
            return f"{self.title} moves no counts: after a misdeal, deal again."
        if state.begun:
            return "Counts can be moved only before the first play, and that is made."
        for seat in (adjust.giver, adjust.taker):
            if seat not in range(len(state.hands)):
                return no_seat(state, seat)
        if adjust.giver == adjust.taker:
            return f"Seat {adjust.giver} can't give a card to itself: choose two seats."
        if state.hands[adjust.giver] == 1:
            return f"Seat {adjust.giver} must keep its only card."
        return None

    def legal_actions(self, state: SequenceState) -> Iterator[Action]:
        """Every action that `apply` accepts, lazily.

        A play stands here twice, with its rank and with None, which means the same.
        """
        if state.winner is not None:
            return
        claim = state.claim
        if claim is not None and state.doubter is not None:
            yield from _reveals(state, claim)
            return
        if claim is not None and not state.hands[claim.seat]:
            yield LetStand()
        else:
            for count in range(
                0 if state.terms.house.zero_claim else 1,
                _capped(state, state.hands[state.turn]) + 1,
            ):
                yield Play(state.turn, count)
                yield Play(state.turn, count, state.required)
        if claim is not None:
            yield from map(Doubt, self.tie_order(state))
            most = _capped(state, claim.count + state.hands[claim.seat])
            yield from (Correct(count) for count in range(1, most + 1) if count != claim.count)
        if self.adjusts and not state.begun:
            seats = range(len(state.hands))
            for giver in (seat for seat in seats if state.hands[seat] > 1):
                yield from (Adjust(giver, taker) for taker in seats if taker != giver)

    def apply(
        self, state: SequenceState, action: Action
    ) -> tuple[SequenceState, tuple[Event, ...]]:
        """The state after `action`, and what happened.

        Raises:
            Refused: when `refusal` gives a reason; nothing changes.
        """
        why = self.refusal(state, action)
        if why is not None:
            raise Refused(why)
        match action:
            case Play():
                after = self._play(state, action.count)
            case Doubt():
                after = _doubt(state, action.seat)
            case Reveal():
                after = _judge(state, action.ranks)
            case LetStand():
                after = _let_stand(state)
            case Correct():
                after = _correct(state, action.count)
            case Adjust():
                after = _adjust(state, action)
        return after

    def _play(self, state: SequenceState, count: int) -> "_Outcome":
        seat, rank = state.turn, state.required
        after = SequenceState(
            state.terms,
            (seat + 1) % len(state.hands),
            RANKS[(RANKS.index(rank) + self.step) % len(RANKS)],
            moved(state.hands, seat, -count),
            moved(state.heaps, seat, count),
            Claim(seat, count, rank) if count else None,
            begun=True,
        )
        played = Played(seat, count, rank)
        return after, (played,) if after.hands[seat] else (played, LastCards(seat))


_Outcome = tuple[SequenceState, tuple[Event, ...]]

_NUMBERS: dict[type, tuple[str, ...]] = {
    Play: ("seat", "count"),
    Doubt: ("seat",),
    Reveal: (),
    LetStand: (),
    Correct: ("count",),
    Adjust: ("giver", "taker"),
}
"""The actions of a sequence game, each with its fields that must be whole numbers."""


# --- legality: a reason for a player, or None -----------------------------------------------


def _malformed(action: Action) -> str | None:
    numbers = _NUMBERS.get(type(action))
    if numbers is None:
        return f"This game has no such action: {action!r}."
    for name in numbers:
        number = getattr(action, name)
        if type(number) is not int:
            return f"The {name} must be a whole number, not {number!r}."
    return None


def _capped(state: SequenceState, cards: int) -> int:
    """The most that one play may count for a player who has `cards` to lay."""
    cap = state.terms.cap
    return cards if cap is None else min(cards, cap)


def _refuse_play(state: SequenceState, play: Play) -> str | None:
    claim, hand = state.claim, state.hands[state.turn]
    if claim is not None and state.doubter is not None:
        return f"Seat {state.doubter} doubts: turn up the cards of seat {claim.seat} first."
    if claim is not None and not state.hands[claim.seat]:
        return f"Seat {claim.seat} laid the last cards: doubt them, or wait for the window to end."
    if play.seat != state.turn:
        return f"Seat {state.turn} is on turn, not seat {play.seat}."
    least, most = 0 if state.terms.house.zero_claim else 1, _capped(state, hand)
    if not least <= play.count <= most:
        return f"Seat {play.seat} must lay {least} to {most} cards of {hand}, not {play.count}."
    if play.rank is not None and play.rank != state.required:
        return f"Seat {play.seat} must claim rank {state.required}, not {play.rank}."
    return None


def _refuse_doubt(state: SequenceState, doubt: Doubt) -> str | None:
    if state.claim is None:
        return f"Nothing can be doubted: seat {state.turn} plays next."
    if state.doubter is not None:
        return f"Seat {state.doubter} doubted first; a play is doubted once."
    if doubt.seat not in range(len(state.hands)):
        return no_seat(state, doubt.seat)
    if doubt.seat == state.claim.seat:
        return f"Seat {doubt.seat} laid these cards; only another seat can doubt them."
    return None


def _limits(state: SequenceState) -> dict[Rank, int]:
    """How many cards of each rank can face up; a pack may have its two jokers by mistake."""
    return {rank: (2 if rank is Rank.JOKER else 4) * state.packs for rank in Rank}


def _refuse_reveal(state: SequenceState, reveal: Reveal) -> str | None:
    if state.claim is None or state.doubter is None:
        return "Nobody doubts: leave the cards face down."
    seat, found = state.claim.seat, len(reveal.ranks)
    if not found:
        return f"No card faces up: turn up the {state.claim.count} that seat {seat} laid."
    had = state.claim.count + state.hands[seat]
    if found > had:
        return f"Seat {seat} had {had} cards, {found} face up: turn up the newest play only."
    for rank, limit in _limits(state).items():
        if reveal.ranks.count(rank) > limit:
            return f"Only {limit} cards of rank {rank} are in the game: read the cards again."
    return None


def _refuse_let_stand(state: SequenceState) -> str | None:
    if state.claim is None or state.hands[state.claim.seat]:
        return "Nobody laid the last cards: there is no window to end."
    if state.doubter is not None:
        return f"Seat {state.doubter} doubts: turn up the cards of seat {state.claim.seat} first."
    return None


def _refuse_correct(state: SequenceState, correct: Correct) -> str | None:
    claim = state.claim
    if claim is None:
        return "There is no play whose number could be put right."
    if state.doubter is not None:
        return f"Seat {state.doubter} doubts: the number of cards can't be put right any more."
    if correct.count == claim.count:
        return f"Seat {claim.seat} already claims {claim.count}: give the other number."
    most = _capped(state, claim.count + state.hands[claim.seat])
    if not 1 <= correct.count <= most:
        return f"Seat {claim.seat} can have laid 1 to {most} cards, not {correct.count}."
    return None


def _reveals(state: SequenceState, claim: Claim) -> Iterator[Reveal]:
    """Every multiset of ranks that can face up, the small ones first."""
    limits = list(_limits(state).items())
    most = min(claim.count + state.hands[claim.seat], sum(limit for _, limit in limits))
    for size in range(1, most + 1):
        yield from map(Reveal, _multisets(limits, size))


def _multisets(limits: list[tuple[Rank, int]], size: int) -> Iterator[tuple[Rank, ...]]:
    if not size:
        yield ()
    elif size <= sum(limit for _, limit in limits):
        (rank, limit), rest = limits[0], limits[1:]
        for count in range(min(limit, size), -1, -1):
            for others in _multisets(rest, size - count):
                yield (rank,) * count + others


# --- transitions: only ever called with what is legal ------------------------------------------


def _dealt(cards: int, seats: int, first: int) -> tuple[int, ...]:
    """Hands after `cards` are dealt one at a time, beginning with seat `first`."""
    each, extra = divmod(cards, seats)
    return tuple(each + ((seat - first) % seats < extra) for seat in range(seats))


def _doubt(state: SequenceState, seat: int) -> _Outcome:
    claim = state.claim
    assert claim is not None
    return replace(state, doubter=seat), (Doubted(seat, claim.seat),)


def _judge(state: SequenceState, ranks: tuple[Rank, ...]) -> _Outcome:
    """The verdict on the newest play, and who takes, plays next or wins by it.

    The counts are put right first: what was laid is what faces up.
    """
    claim, doubter = state.claim, state.doubter
    assert claim is not None
    assert doubter is not None
    house, wrong = state.terms.house, len(ranks) - claim.count
    hands = moved(state.hands, claim.seat, -wrong)
    heaps = moved(state.heaps, claim.seat, wrong)
    truth = all(rank == claim.rank for rank in ranks)
    if wrong and house.count_mismatch == "lie":
        truth = False
    winner, taker = (claim.seat, doubter) if truth else (doubter, claim.seat)
    lead = {"winner_leads": winner, "taker_leads": taker}.get(house.after_challenge, state.turn)
    ranks_after = {"repeat": claim.rank, "restart_ace": Rank.ACE}
    rank = ranks_after.get(house.rank_after_challenge, state.required)
    over = truth and not hands[claim.seat]
    events: list[Event] = [Verdict(claim.seat, doubter, truth, ranks)]
    if not over or house.doubter_takes_final_pile:
        events.append(Took(taker, sum(heaps)))
        hands, heaps = moved(hands, taker, sum(heaps)), (0,) * len(heaps)
    after = SequenceState(state.terms, lead, rank, hands, heaps, begun=True)
    if not over:
        return after, tuple(events)
    after, won = _won(after, claim.seat)
    return after, (*events, *won)


def _let_stand(state: SequenceState) -> _Outcome:
    assert state.claim is not None
    return _won(state, state.claim.seat)


def _won(state: SequenceState, seat: int) -> _Outcome:
    after = replace(state, claim=None, winner=seat)
    paid = (Paid(seat, state.hands),) if state.terms.house.points else ()
    return after, (Won(seat), *paid)


def _correct(state: SequenceState, count: int) -> _Outcome:
    claim = state.claim
    assert claim is not None
    change = count - claim.count
    after = replace(
        state,
        hands=moved(state.hands, claim.seat, -change),
        heaps=moved(state.heaps, claim.seat, change),
        claim=replace(claim, count=count),
    )
    last = () if after.hands[claim.seat] else (LastCards(claim.seat),)
    return after, (Corrected(claim.seat, claim.count, count), *last)


def _adjust(state: SequenceState, adjust: Adjust) -> _Outcome:
    hands = moved(moved(state.hands, adjust.giver, -1), adjust.taker, 1)
    return replace(state, hands=hands), (Adjusted(adjust.giver, adjust.taker),)
