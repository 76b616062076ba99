"""A doubt ends: by a verdict, or by being called off. And what the newest verdict says."""

from dataclasses import replace

from appliance.core.effects import Sound, StopReading
from appliance.message import Message, message
from appliance.rules.actions import Action
from appliance.rules.cards import Rank
from appliance.rules.events import Event, LostPoints, Took, Verdict, Withdrawn
from appliance.rules.game import Phase
from appliance.table.elements import Basis
from appliance.table.parties import outcome, truth_of
from appliance.table.stages import Doubting, Judged, Revealing, Ruling, Turns
from appliance.table.state import Table
from appliance.table.windows import closes_at_of
from appliance.table.work import Work

Doubt = Doubting | Revealing


def conclude(work: Work, action: Action, basis: Basis) -> bool:
    """`action` ends the doubt: by a verdict, or by no doubt being there any more."""
    doubt, now = _doubt(work), work.now
    if not work.act(action):
        return False
    work.effects.append(StopReading())
    match = work.table.match
    event = outcome(match.happened)
    if event is None:
        withdrawn = any(isinstance(one, Withdrawn) for one in match.happened)
        _reopen(work)
        work.set(notice=message("table.withdrawn" if withdrawn else "table.play-stands"))
        return True
    ruling = Ruling(
        now,
        replace(doubt.turns, ruling=None),
        match.game,
        match.happened,
        basis,
        reading=doubt.reading,
        finish=None if doubt.raced is None else doubt.raced.finish,
    )
    work.sound(Sound.TRUTH if truth_of(event) else Sound.LIE)
    work.enter(Judged(now, match=match, ruling=ruling))
    return True


def call_off(work: Work, turns: Turns, why: Message | None) -> None:
    """A hand that was shown does not win: `turns` go on, it is the same seat's turn still."""
    work.effects.append(StopReading())
    work.enter(replace(turns, since=work.now, counts_from=work.now))
    work.set(notice=why)


def taker(table: Table) -> int | None:
    """Who takes the table by the newest verdict, or None when nobody does."""
    return next((event.seat for event in _events(table) if isinstance(event, Took)), None)


def loser(table: Table) -> int | None:
    """Who takes the table or loses points by the newest verdict, and says so by a hold."""
    lost = (event.seat for event in _events(table) if isinstance(event, (Took, LostPoints)))
    return next(lost, None)


def known_part(table: Table) -> tuple[Rank, ...]:
    """The ranks that made a lie certain before all cards were read, by the camera; else ()."""
    ruling = table.ruling
    if ruling is None or ruling.basis is not Basis.CAMERA or ruling.reading is None:
        return ()
    if any(isinstance(event, Verdict) and not event.ranks for event in ruling.events):
        return tuple(card.known for card in ruling.reading.cards if card.known is not None)
    return ()


def _doubt(work: Work) -> Doubt:
    stage = work.table.stage
    assert isinstance(stage, Doubt), "nothing is doubted"
    return stage


def _reopen(work: Work) -> None:
    """Back to the turns as the game stands, with a new window if a play can be doubted."""
    turns, now = _doubt(work).turns, work.now
    open_ = turns.game.phase in (Phase.OPEN, Phase.LAST_CARDS)
    closes_at = closes_at_of(work.table, now) if open_ else None
    work.enter(
        replace(turns, since=now, ruling=None, opened_at=now, counts_from=now, closes_at=closes_at)
    )


def _events(table: Table) -> tuple[Event, ...]:
    return table.ruling.events if table.ruling is not None else ()
