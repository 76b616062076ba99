"""What is legal in a game that follows a fixed sequence of ranks, and why the rest is not.

A refusal calls a player "seat N": whoever shows it may put the name there.
"""

from collections.abc import Iterator

from appliance.rules.actions import Action, Adjust, Correct, Doubt, LetStand, Play, Reveal
from appliance.rules.cards import Rank
from appliance.rules.game import Claim
from appliance.rules.sequence_state import SequenceState, no_seat

_NUMBERS: dict[type, tuple[str, ...]] = {
    Play: ("seat", "count"),
    Doubt: ("seat",),
    Reveal: (),
    LetStand: (),
    Correct: ("count",),
    Adjust: ("giver", "taker"),
}
"""The actions of a sequence game, each with its fields that must be whole numbers."""


def refusal(state: SequenceState, action: Action) -> str | None:
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
            why = _refuse_adjust(state, action)
    return why


def legal_actions(state: SequenceState) -> Iterator[Action]:
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
        most = _capped(state, state.hands[state.turn])
        for count in range(_least(state), most + 1):
            yield Play(state.turn, count)
            yield Play(state.turn, count, state.required)
    if claim is not None:
        yield from map(Doubt, tie_order(state))
        most = _capped(state, claim.count + state.hands[claim.seat])
        yield from (Correct(count) for count in range(1, most + 1) if count != claim.count)
    if state.terms.adjusts and not state.begun:
        seats = range(len(state.hands))
        for giver in (seat for seat in seats if state.hands[seat] > 1):
            yield from (Adjust(giver, taker) for taker in seats if taker != giver)


def tie_order(state: SequenceState) -> tuple[int, ...]:
    """Every seat but the claimant's, the one that wins a true tie first; empty if no claim."""
    if state.claim is None:
        return ()
    seats, claimant = len(state.hands), state.claim.seat
    right = state.dealer if state.terms.house.tie_rule == "dealer_left" else claimant
    order = ((right + i) % seats for i in range(1, seats + 1))
    return tuple(seat for seat in order if seat != claimant)


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


def _least(state: SequenceState) -> int:
    """The fewest cards that one play may count."""
    return 0 if state.terms.house.zero_claim else 1


def _span(least: int, most: int) -> str:
    return "1 card" if least == most == 1 else f"{least} to {most} cards"


def _refuse_play(state: SequenceState, play: Play) -> str | None:
    claim = state.claim
    if claim is not None and state.doubter is not None:
        return f"Seat {state.doubter} doubts: turn up the cards of seat {claim.seat} first."
    if claim is not None and not state.hands[claim.seat]:
        return f"Seat {claim.seat} laid the last cards: doubt them, or wait for the window to end."
    if play.seat != state.turn:
        return f"Seat {state.turn} is on turn, not seat {play.seat}."
    least, most = _least(state), _capped(state, state.hands[state.turn])
    if not least <= play.count <= most:
        return f"Seat {play.seat} must lay {_span(least, most)}, not {play.count}."
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
        return f"Seat {claim.seat} can have laid {_span(1, most)}, not {correct.count}."
    return None


def _refuse_adjust(state: SequenceState, adjust: Adjust) -> str | None:
    if not state.terms.adjusts:
        return "This game moves no counts: after a misdeal, deal again."
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
