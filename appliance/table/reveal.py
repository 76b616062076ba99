"""After a doubt: the photo finish, the cards in the box, the verdict, and who takes."""

from dataclasses import replace

from appliance.arbiter import decide
from appliance.effects import ReadCards, Sound, StopReading
from appliance.gestures import Gesture, Kind
from appliance.judge import Ask, judge
from appliance.rules.actions import Reveal
from appliance.rules.cards import RANKS, Rank
from appliance.rules.events import Took, Verdict
from appliance.rules.game import Phase
from appliance.signals import MS, SECOND, CardsSeen
from appliance.table.state import ByHand, Stage, Table
from appliance.table.work import Work

SHOW_FINISH = 1500 * MS
"""How long the photo finish stands alone before the reveal is asked for."""

ASK_FOR = 8 * SECOND
"""How long the camera may ask before the cards are entered by hand."""

WAIT_FOR = 30 * SECOND
"""The same while it sees no card at all: people need their time to turn the cards up."""

DONE = len(RANKS) + 1
"""The place after the ranks and the joker in the doubter's ring: "these are all"."""


def doubt_advance(work: Work) -> None:
    """Fill the photo finish with the slaps that came after the first, then ask for the cards."""
    table = work.table
    assert table.race is not None  # noqa: S101 - a doubt has a race
    assert table.finish is not None  # noqa: S101 - and its finish
    presses = table.buttons.presses(work.now)
    now = decide(table.race, presses, work.now)
    known = {(place.buzzer, place.at) for place in table.finish.places}
    late = (
        tuple(place for place in now.places if (place.buzzer, place.at) not in known) if now else ()
    )
    late = tuple(p for p in late if p.buzzer not in {place.buzzer for place in table.finish.places})
    if late:
        work.set(finish=replace(table.finish, places=table.finish.places + late))
    if work.now >= table.since + SHOW_FINISH:
        ask_for_cards(work)


def ask_for_cards(work: Work) -> None:
    """Begin the reveal: the cards of the newest play go face up into the box."""
    claim = work.table.game.claim
    assert claim is not None  # noqa: S101 - only a claim can be doubted
    request = work.table.request + 1
    work.set(request=request, reading=None, ask="", asked_at=None, by_hand=None)
    work.enter(Stage.REVEAL)
    work.effects.append(ReadCards(request, claim.count))
    if any(driver == "camera" for driver, _ in work.table.lost):
        work.set(by_hand=ByHand(cursor=_first(work.table)))


def seen(work: Work, signal: CardsSeen) -> None:
    """The reader's answer: a verdict when it is sure and the rules believe it, else a question."""
    table = work.table
    by_hand = table.by_hand
    if table.stage is not Stage.REVEAL or signal.request != table.request:
        return
    if by_hand is not None and (by_hand.ranks or by_hand.done):
        return  # people are entering the cards and may be touching them
    claim = table.game.claim
    assert claim is not None  # noqa: S101 - the reveal of a claim
    first_cards = bool(signal.reading.cards) and not (table.reading and table.reading.cards)
    if first_cards and table.asked_at is not None:
        work.set(asked_at=work.now)  # the camera's time runs from when there is something to see
    work.set(reading=signal.reading)
    answer = judge(signal.reading, claim)
    if isinstance(answer, Reveal):
        why = table.ruleset.refusal(table.game, answer)
        if why is None:
            reveal(work, answer)
            return
        answer = Ask(why)
    if answer.reason != table.ask or table.asked_at is None:
        asked_at = work.table.asked_at if table.asked_at is not None else work.now
        work.set(ask=answer.reason, asked_at=asked_at)


def reveal(work: Work, cards: Reveal) -> bool:
    """The cards are known: the rules give the verdict."""
    claim = work.table.game.claim
    if not work.act(cards):
        return False
    work.set(doubted=claim)
    work.effects.append(StopReading())
    verdict = next(event for event in work.table.happened if isinstance(event, Verdict))
    work.sound(Sound.TRUTH if verdict.truth else Sound.LIE)
    work.set(by_hand=None, ask="")
    work.enter(Stage.VERDICT)
    return True


def reveal_advance(work: Work) -> None:
    """Where the camera has asked for too long, let people enter the cards."""
    at = by_hand_at(work.table)
    if at is not None and work.now >= at:
        work.set(by_hand=ByHand(cursor=_first(work.table)))


def by_hand_at(table: Table) -> int | None:
    """When the reveal turns to entering by hand, or None."""
    if table.by_hand is not None or table.asked_at is None:
        return None
    empty = table.reading is not None and not table.reading.cards
    return table.asked_at + (WAIT_FOR if empty else ASK_FOR)


def gesture(work: Work, made: Gesture) -> None:
    """Entering by hand: the doubter rings the ranks, the claimant holds to agree.

    The doubter may begin by a hold at any time. A claimant who doesn't agree taps, and the
    doubter starts over; or more than half of the other seats agree in his stead.
    """
    table = work.table
    seat = table.seat_of(made.buzzer)
    claim, doubter = table.game.claim, table.game.doubter
    if seat is None or claim is None or not work.fresh(made):
        return
    by_hand = table.by_hand
    if by_hand is None:
        if seat == doubter and made.kind is Kind.HOLD:
            work.set(by_hand=ByHand(cursor=_first(table)))
            work.sound(Sound.LOCK)
    elif not by_hand.done:
        if seat == doubter:
            _enter(work, by_hand, made.kind)
    elif seat == claim.seat and made.kind is Kind.TAP:
        work.set(by_hand=ByHand(cursor=_first(table)), notice="not agreed: enter the cards again")
    elif seat != doubter and made.kind is Kind.HOLD:
        _agree(work, by_hand, seat, claim.seat)


def taker(table: Table) -> int | None:
    """Who takes the table by the newest verdict, or None when nobody does."""
    return next((event.seat for event in table.happened if isinstance(event, Took)), None)


def verdict(work: Work, made: Gesture) -> None:
    """The loser holds when the cards are picked up; where nobody takes, any seat holds."""
    if made.kind is not Kind.HOLD or not work.fresh(made):
        return
    takes = taker(work.table)
    if takes is None or work.table.seat_of(made.buzzer) == takes:
        picked_up(work)


def picked_up(work: Work) -> None:
    """The table is taken: on with the game, or the winner."""
    work.set(undo=None, reading=None)
    if work.table.game.phase is Phase.OVER:
        work.set(games=work.table.games + 1, race=None)
        work.enter(Stage.OVER)
        work.sound(Sound.WIN)
    else:
        work.round(opened_at=work.now, counts_from=work.now, closes_at=None)
        work.enter(Stage.PLAY)


def ring(cursor: int) -> Rank | None:
    """What the doubter's ring shows at `cursor`: a rank, the joker, or None for "these are all"."""
    return None if cursor == DONE else (*RANKS, Rank.JOKER)[cursor]


def _first(table: Table) -> int:
    """The ring starts at the announced rank, never at one that the camera saw."""
    claim = table.game.claim
    return RANKS.index(claim.rank) if claim is not None else 0


def _enter(work: Work, by_hand: ByHand, kind: Kind) -> None:
    if kind is Kind.TAP:
        places = DONE + 1 if by_hand.ranks else DONE
        work.set(by_hand=replace(by_hand, cursor=(by_hand.cursor + 1) % places))
        work.sound(Sound.TICK)
    elif kind is Kind.HOLD:
        rank = ring(by_hand.cursor)
        if rank is None:
            work.set(by_hand=replace(by_hand, done=True))
        else:
            claim = work.table.game.claim
            ranks = (*by_hand.ranks, rank)
            enough = claim is not None and len(ranks) == claim.count
            cursor = DONE if enough else by_hand.cursor
            work.set(by_hand=replace(by_hand, ranks=ranks, cursor=cursor))
        work.sound(Sound.LOCK)


def _agree(work: Work, by_hand: ByHand, seat: int, claimant: int) -> None:
    agreed = by_hand.agreed if seat in by_hand.agreed else (*by_hand.agreed, seat)
    others = len(work.table.buzzers) - 2
    if seat == claimant or 2 * sum(one != claimant for one in agreed) > others:
        if not reveal(work, Reveal(by_hand.ranks)):
            work.set(by_hand=ByHand(cursor=_first(work.table)))
    else:
        work.set(by_hand=replace(by_hand, agreed=agreed))
        work.sound(Sound.LOCK)
