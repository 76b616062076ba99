"""Procedures for what goes wrong at a real table, for every game with cards.

Each procedure has its refusal and its effect here, side by side; none of them depends on the game.
"""

from collections.abc import Iterator, Mapping

from bluffing.actions import Adjust, Audit, Correct, Leave
from bluffing.cardstate import CardState, CardStateT, laid, moved, span
from bluffing.changed import changed
from bluffing.events import Audited, Corrected, Event, Left
from bluffing.game import Phase
from bluffing.house import House
from bluffing.message import AtSeat, Message, message, of_seats, quoted

_DEAL_AGAIN = message("rules.deal-again")


# --- a number corrected before a doubt -----------------------------------------------------


def refuse_correct(state: CardState[House], correct: Correct) -> Message | None:
    """Return the reason why the newest play's number can't be corrected like this, or None."""
    claim = state.claim
    if claim is None:
        return message("rules.no-play-to-correct")
    if state.phase not in (Phase.OPEN, Phase.LAST_CARDS):
        return of_seats("rules.number-stands", claim.seat)
    if correct.count == claim.count:
        return message("rules.same-number", seat=AtSeat(claim.seat), count=claim.count)
    most = state.capped(state.lying + state.hands[claim.seat])
    if not 1 <= correct.count <= most:
        return message(
            "rules.cannot-have-laid",
            seat=AtSeat(claim.seat),
            cards=span(1, most),
            given=correct.count,
        )
    return None


def correct(state: CardStateT, count: int) -> tuple[CardStateT, tuple[Event, ...]]:
    """Set the newest play's number, and the number on the table, to `count` cards."""
    claim = state.claim
    assert claim is not None
    seat, was = claim.seat, claim.count
    real = laid(state, seat, count - state.lying)
    corrected = changed(real, claim=changed(claim, count=count), counted=None)
    return corrected, (Corrected(seat, was, count), *corrected.last_cards(seat))


# --- counts that differ from the cards ---------------------------------------------------

COUNTED = (Phase.READY, Phase.OPEN, Phase.LAST_CARDS)
"""Phases in which hands can be counted: no cards are being turned up."""


def refuse_adjust(state: CardState[House], adjust: Adjust) -> Message | None:
    """Return the reason why the card's count can't move like this, or None."""
    if not state.begun and not state.terms.house.misdeal_adjusted:
        return _DEAL_AGAIN
    if state.phase not in COUNTED:
        return message("rules.move-counts-later")
    for seat in (adjust.giver, adjust.taker):
        if seat not in range(len(state.hands)):
            return state.no_seat(seat)
        if seat in state.gone:
            return of_seats("rules.has-left", seat)
    if adjust.giver == adjust.taker:
        return of_seats("rules.gives-to-itself", adjust.giver)
    if not state.hands[adjust.giver]:
        return of_seats("rules.gives-none", adjust.giver)
    if not state.begun and state.hands[adjust.giver] == 1:
        return of_seats("rules.dealt-none", adjust.giver)
    return None


def adjust(state: CardStateT, adjust: Adjust) -> tuple[CardStateT, tuple[Event, ...]]:
    """Move one card's count between two seats."""
    hands = moved(moved(state.hands, adjust.giver, -1), adjust.taker, 1)
    return changed(state, hands=hands), (adjust,)


def adjusts(state: CardState[House]) -> Iterator[Adjust]:
    """Yield every legal adjustment between two plays."""
    if state.phase not in COUNTED:
        return
    if not (state.begun or state.terms.house.misdeal_adjusted):
        return
    seats = [seat for seat in range(len(state.hands)) if seat not in state.gone]
    least = 0 if state.begun else 1
    for giver in seats:
        if state.hands[giver] > least:
            yield from (Adjust(giver, taker) for taker in seats if taker != giver)


def refuse_audit(state: CardState[House], audit: Audit) -> Message | None:
    """Return the reason why these counts are impossible, or None.

    Rules 6.2: hands, table, stock and removed cards make up the packs, or a card is missing.
    """
    if state.phase not in COUNTED:
        return message("rules.count-later")
    if len(audit.hands) != len(state.hands):
        return message("rules.count-each-seat", seats=len(state.hands))
    if any(type(number) is not int for number in audit.hands):
        return message("rules.count-whole-numbers", given=quoted(audit.hands))
    for seat, count in enumerate(audit.hands):
        if count < 0:
            return message("rules.count-below-none", seat=AtSeat(seat), count=count)
        if count and seat in state.gone:
            return of_seats("rules.has-left", seat)
        if not count and not state.begun:
            return of_seats("rules.dealt-none", seat)
    missing = sum(state.hands) + sum(state.heaps) - sum(audit.hands) - audit.table
    if missing:
        code = "rules.count-too-many" if missing < 0 else "rules.count-missing"
        return message(code, n=abs(missing))
    if audit.hands == state.hands:
        return message("rules.counts-as-they-are")
    return _refuse_table(state, audit.table)


def _refuse_table(state: CardState[House], table: int) -> Message | None:
    """Return the reason why the table can't have `table` cards while the hands change, or None."""
    if not state.begun:
        if not state.terms.house.misdeal_adjusted:
            return _DEAL_AGAIN
        if table:
            return message("rules.nothing-lies-yet", cards=span(table, table))
    return message("rules.table-cannot-hold", cards=table) if table < 0 else None


def audit(state: CardStateT, audit: Audit) -> tuple[CardStateT, tuple[Event, ...]]:
    """Replace the counts by the counted numbers; the announced number stays."""
    lying = _lying(state, audit)
    heaps = _audited_heaps(state, audit, lying or 0)
    counted = changed(state, hands=audit.hands, heaps=heaps, counted=lying)
    return counted, (Audited(state.hands, audit.hands),)


def _lying(state: CardState[House], audit: Audit) -> int | None:
    """Return the newest play's number of cards by a count: the drop in its player's hand."""
    claim = state.claim
    if claim is None:
        return None
    more = state.hands[claim.seat] - audit.hands[claim.seat]
    return max(0, min(state.lying + more, audit.table))


def audits(state: CardState[House], leasts: Mapping[int, int]) -> Iterator[Audit]:
    """Yield every legal count; there can be a great many.

    A seat in `leasts` has at least that number of cards in each of them.
    """
    if state.phase not in COUNTED:
        return
    if not (state.begun or state.terms.house.misdeal_adjusted):
        return
    total = sum(state.hands) + sum(state.heaps)
    least = 0 if state.begun else 1
    each = tuple(
        None if seat in state.gone else max(least, leasts.get(seat, 0))
        for seat in range(len(state.hands))
    )
    for hands in _hands(each, 0 if state.begun else total, total):
        if hands != state.hands:
            yield Audit(hands, total - sum(hands))


def _hands(each: tuple[int | None, ...], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all hands of `least` to `most` cards in total, each at least `each` (None: empty)."""
    if not each:
        yield ()
        return
    first, known = each[0], [item for item in each[1:] if item is not None]
    if first is None:
        counts = range(1)
    else:
        counts = range(first if known else max(first, least), most - sum(known) + 1)
    for cards in counts:
        for rest in _hands(each[1:], least - cards, most - cards):
            yield (cards, *rest)


def _audited_heaps(state: CardState[House], audit: Audit, lying: int) -> tuple[int, ...]:
    """Correct the heaps: a player with fewer cards than expected has laid more.

    The `lying` cards of the newest play are certain; any excess comes off the heaps, one heap after
    the other.
    """
    if audit.table == sum(state.heaps):
        return state.heaps
    sure = [0] * len(state.heaps)
    if state.claim is not None:
        sure[state.claim.seat] = lying
    laid = zip(state.heaps, state.hands, audit.hands, sure, strict=True)
    heaps = [max(heap + was - now, least) for heap, was, now, least in laid]
    excess = sum(heaps) - audit.table
    for seat, least in enumerate(sure):
        less = min(excess, heaps[seat] - least)
        heaps[seat] -= less
        excess -= less
    return tuple(heaps)


# --- a player leaves ----------------------------------------------------------------------


def refuse_leave(state: CardState[House], leave: Leave) -> Message | None:
    """Return the reason why the seat can't leave now, or None."""
    why = state.absent(leave.seat)
    if why is None and state.phase not in (Phase.READY, Phase.OPEN):
        return of_seats("rules.leave-later", leave.seat)
    return why


def leave(state: CardStateT, seat: int) -> tuple[CardStateT, tuple[Left]]:
    """Remove `seat`; the caller decides whose turn follows and whether the game goes on.

    Rules 6.2: by house option the hand joins the table or leaves the game. If the newest play is
    the seat's, it can't be doubted any more.
    """
    count = state.hands[seat]
    joins = state.terms.house.leaver == "joins_table"
    without = changed(
        state,
        hands=moved(state.hands, seat, -count),
        heaps=moved(state.heaps, seat, count) if joins else state.heaps,
        removed=state.removed + (0 if joins else count),
        gone=(*state.gone, seat),
        claim=None if state.claim is not None and state.claim.seat == seat else state.claim,
    )
    return without, (Left(seat, count, joins),)
