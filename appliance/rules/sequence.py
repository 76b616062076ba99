"""The games in which the rank to claim follows a fixed sequence, one seat after the other.

Bicycle's and CatsAtCards' I Doubt It are one mechanism with a few values set differently,
so the mechanism stands here once and each game's own file only declares its values.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from appliance.rules import sequence_legality
from appliance.rules.actions import Action, Adjust, Correct, Doubt, LetStand, Play, Reveal
from appliance.rules.cards import RANKS, Rank
from appliance.rules.events import (
    Adjusted,
    Corrected,
    Doubted,
    Event,
    LastCards,
    Paid,
    Played,
    Took,
    Verdict,
    Won,
)
from appliance.rules.game import Claim, Refused, Setup, Timing
from appliance.rules.house import MAX_PACKS, House
from appliance.rules.options import Option, OptionError, Value, parse_options
from appliance.rules.sequence_state import SequenceState, Terms, moved

_Outcome = tuple[SequenceState, tuple[Event, ...]]


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
        for number in (players, dealer, setup.packs or 1, *(setup.hands or ())):
            if type(number) is not int:
                raise Refused(f"A set-up is made of whole numbers, and {number!r} is none.")
        if players not in self.seats:
            lowest, highest = self.seats[0], self.seats[-1]
            raise Refused(f"{self.title} is for {lowest} to {highest} players, not {players}.")
        if dealer not in range(players):
            raise Refused(f"There is no seat {dealer} to deal: seats are 0 to {players - 1}.")
        packs = self._packs(setup, house)
        turn = (dealer + 1) % players
        hands = _dealt(52 * packs, players, turn) if setup.hands is None else setup.hands
        if len(hands) != players or any(hand < 1 for hand in hands):
            given = ", ".join(map(str, hands))
            raise Refused(f"Each of {players} seats needs a hand of 1 card or more, not: {given}.")
        cap = house.max_cards if isinstance(house.max_cards, int) else None
        if house.max_cards == "4 x packs":
            cap = 4 * packs
        return SequenceState(
            Terms(dealer, packs, cap, self.adjusts, house),
            turn,
            Rank.ACE,
            tuple(hands),
            (0,) * players,
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

    def tie_words(self, state: SequenceState) -> str:
        """The rule behind `tie_order`."""
        who = "dealer" if state.terms.house.tie_rule == "dealer_left" else "player"
        return f"nearest to the {who}'s left"

    def tie_order(self, state: SequenceState) -> tuple[int, ...]:
        """Every seat but the claimant's, the one that wins a true tie first; empty if no claim."""
        return sequence_legality.tie_order(state)

    def refusal(self, state: SequenceState, action: Action) -> str | None:
        """Why `action` is not legal in `state`, in a sentence for a player, or None."""
        return sequence_legality.refusal(state, action)

    def legal_actions(self, state: SequenceState) -> Iterator[Action]:
        """Every action that `apply` accepts, lazily: reveals alone can be many thousands."""
        return sequence_legality.legal_actions(state)

    def apply(self, state: SequenceState, action: Action) -> _Outcome:
        """The state after `action`, and what happened.

        Raises:
            Refused: when `refusal` gives a reason; nothing changes.
        """
        why = sequence_legality.refusal(state, action)
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

    def _play(self, state: SequenceState, count: int) -> _Outcome:
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
