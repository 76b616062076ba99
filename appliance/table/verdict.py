"""A verdict: it is given, people look at it, the loser takes the cards, and the game goes on."""

from dataclasses import replace

from appliance.core.effects import Sound, StopReading
from appliance.message import Message, message
from appliance.presses.gestures import Gesture, Kind
from appliance.rules.actions import Action
from appliance.rules.cards import Rank
from appliance.rules.events import LostPoints, Took, Verdict, Withdrawn
from appliance.rules.game import Phase
from appliance.table.doubting import closes_at_of
from appliance.table.follow import end
from appliance.table.parties import outcome, truth_of
from appliance.table.state import Basis, Judged, Stage, Table
from appliance.table.work import Work


def conclude(work: Work, action: Action, basis: Basis) -> bool:
    """`action` ends the reveal: by a verdict, or by no doubt being there any more."""
    table, before = work.table, work.table.game
    if not work.act(action):
        return False
    work.effects.append(StopReading())
    work.set(doubted=before.claim, by_hand=None, ask=None, showing=None, judged=None)
    after, events = work.table.game, work.table.happened
    event = outcome(events)
    if event is not None:
        work.set(
            judged=Judged(
                work.now, before, after, events, basis, table.reading, question=table.question
            )
        )
        work.sound(Sound.TRUTH if truth_of(event) else Sound.LIE)
        work.enter(Stage.VERDICT)
        return True
    withdrawn = any(isinstance(one, Withdrawn) for one in events)
    reopen(work)
    work.set(notice=message("table.withdrawn" if withdrawn else "table.play-stands"))
    return True


def reopen(work: Work) -> None:
    """Back to the turns as the game stands, with a new window if a play can be doubted."""
    work.set(undo=None, reading=None, ask=None, by_hand=None, showing=None)
    work.enter(Stage.PLAY)
    open_play = work.table.game.phase in (Phase.OPEN, Phase.LAST_CARDS)
    work.round(
        opened_at=work.now,
        counts_from=work.now,
        closes_at=closes_at_of(work.table, work.now) if open_play else None,
    )


def call_off(work: Work, why: Message | None) -> None:
    """A hand that was shown does not win: it is the same seat's turn still."""
    work.effects.append(StopReading())
    work.set(undo=None, reading=None, ask=None, by_hand=None, showing=None)
    work.enter(Stage.PLAY)
    work.round(counts_from=work.now)
    work.set(notice=why)


def taker(table: Table) -> int | None:
    """Who takes the table by the newest verdict, or None when nobody does."""
    return next((event.seat for event in table.happened if isinstance(event, Took)), None)


def known_part(table: Table) -> tuple[Rank, ...]:
    """The ranks that made a lie certain before all cards were read, by the camera; else ()."""
    judged = table.judged
    if judged is None or judged.basis is not Basis.CAMERA or judged.reading is None:
        return ()
    if any(isinstance(event, Verdict) and not event.ranks for event in judged.events):
        return tuple(card.known for card in judged.reading.cards if card.known is not None)
    return ()


def loser(table: Table) -> int | None:
    """Who takes the table or loses points by the newest verdict, and says so by a hold."""
    lost = (event.seat for event in table.happened if isinstance(event, (Took, LostPoints)))
    return next(lost, None)


def gesture(work: Work, made: Gesture) -> None:
    """The loser holds when the cards are picked up; where nobody takes, any seat holds."""
    if made.kind is not Kind.HOLD or not work.fresh(made):
        return
    who, seat = loser(work.table), work.table.seat_of(made.buzzer)
    if seat is not None and who in (None, seat):
        picked_up(work)


def picked_up(work: Work) -> None:
    """The table is taken: on with the game, or the winner."""
    work.set(undo=None, reading=None, dispute=None)
    if work.table.game.phase is Phase.OVER:
        end(work)
    else:
        work.round(opened_at=work.now, counts_from=work.now, closes_at=None)
        work.enter(Stage.PLAY)


def keep_time(table: Table, away: int) -> Judged | None:
    """The newest verdict as if time had stood still for `away` ns."""
    return replace(table.judged, at=table.judged.at + away) if table.judged is not None else None
