"""A challenge interrupts the turns: the common part of doubt, reveal and printed card.

Both parties may call a doubt off for a while, as long as no card is turned up.
"""

from dataclasses import replace

from appliance.core.effects import Rhythm, StopReading
from appliance.core.signals import MS, SECOND, Chosen, EdgesLost
from appliance.presses.gestures import HOLD_AFTER, Gesture, GestureKind
from appliance.table import question, voiding
from appliance.table.elements import Basis
from appliance.table.outcomes import End, NextQuestion
from appliance.table.part import Behaviour, News
from appliance.table.state import Table
from appliance.table.verdict import Parties, conclude, parties
from appliance.table.work import Work
from bluffing.actions import Produce, Reveal, Settle, Show, Withdraw
from bluffing.game import Phase
from bluffing.message import message

ASK_FOR = 8 * SECOND
"""Time for the camera's question before people enter the cards by hand."""

WAIT_FOR = 30 * SECOND
"""The same time while no card is in sight, or without an answer of the reader: people need time to
turn the cards up."""

DOUBTED = (Phase.REVEAL, Phase.PRODUCE, Phase.ANSWER)
"""Phases of a game that wait for cards or an answer to be turned up."""

_BY_PEOPLE = (Reveal, Produce, Show, Settle, Withdraw)
"""The actions that a host may enter for the camera or the parties."""


class InInterruption(Behaviour):
    """Behaviour while the turns are interrupted."""

    def chosen(self, work: Work, signal: Chosen) -> None:
        """Apply the cards, or the end of the doubt."""
        action = signal.action
        if not isinstance(action, _BY_PEOPLE):
            super().chosen(work, signal)
        elif isinstance(action, Withdraw) and turned_up(work.table):
            work.refuse(message("table.doubt-stands"))
        else:
            conclude(work, action, Basis.HOST)

    def heard(self, work: Work, news: News) -> None:
        """Take a decided doubt back for lost edges, as long as no card is turned up."""
        raced = work.table.doubt.raced
        if isinstance(news, EdgesLost) and raced is not None and not turned_up(work.table):
            voiding.in_doubt(work, news, raced)

    def follow(self, work: Work) -> None:
        """Go back to the turns if a procedure took away the cards to turn up."""
        doubt = work.table.doubt
        turns = doubt.turns
        shows = doubt.showing is not None and turns.game.phase is not Phase.OVER
        if turns.game.phase not in DOUBTED and not shows:
            work.effects.append(StopReading())
            work.enter(replace(turns, since=work.now).opened(work.now))
            go_on(work)

    def moments(self, table: Table, now: int) -> list[int]:
        """Follow the time to call the doubt off."""
        return [withdraws_until(table)]

    def lamp(self, table: Table, seat: int) -> Rhythm:
        """Light the parties."""
        between, shows = parties(table), table.doubt.showing is not None
        doubts = (between is None or not shows) and seat == table.game.doubter
        owner = between is not None and seat == between.owner
        return Rhythm.SOLID if doubts or owner else Rhythm.DIM


def go_on(work: Work) -> None:
    """Go on from the turns to the end, or to the next question."""
    if work.table.game.phase is Phase.OVER:
        work.leave(End())
    elif question.is_due(work.table):
        work.leave(NextQuestion())


def withdraws_until(table: Table) -> int:
    """Return the last moment (ns) at which the parties may call the doubt off."""
    return table.doubt.doubted_at + table.ruleset.timing(table.game).withdraw_ms * MS - 1


def withdraws(table: Table, now: int) -> bool:
    """Return True if both parties may call the doubt off now."""
    if table.game.doubter is None or parties(table) is None or turned_up(table):
        return False
    return now <= withdraws_until(table)


def turned_up(table: Table) -> bool:
    """Return True if a card was read or entered, so that no doubt can be called off."""
    doubt = table.doubt
    read = doubt.reading is not None and bool(doubt.reading.cards)
    return read or (doubt.by_hand is not None and bool(doubt.by_hand.ranks))


def withdrawn(work: Work, made: Gesture, seat: int, between: Parties) -> bool:
    """Return True if this gesture completes both parties' agreement to withdraw the doubt."""
    table, doubt = work.table, work.table.doubt
    if seat not in between or made.kind is not GestureKind.HOLD or turned_up(table):
        return False
    until = doubt.doubted_at + table.ruleset.timing(table.game).withdraw_ms * MS
    other = table.buzzers[between.other if seat == between.owner else between.owner]

    def in_time(at: int) -> bool:
        return doubt.doubted_at < at <= until

    if not in_time(made.onset) or table.ruleset.refusal(table.game, Withdraw()) is not None:
        return False
    if table.settings.steps(made.buzzer):  # it can't hold, so what it has said stays said
        doubt = replace(doubt, mistaken=(*doubt.mistaken, made.buzzer))
        work.put(doubt)
    held = {one.buzzer: one.at for one in table.buttons.presses(work.now) if one.until is None}
    began = held.get(other)
    if other not in doubt.mistaken and (
        began is None or table.settings.steps(other) or not in_time(began)
    ):
        return made.buzzer in doubt.mistaken
    if other in doubt.mistaken or began is None or work.now >= began + HOLD_AFTER:
        conclude(work, Withdraw(), Basis.PARTIES)
    return True
