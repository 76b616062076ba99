"""Moods of the seats and of the host: pure functions of a View, and so of public facts alone.

A mood never reveals the table's secrets. A claimant is smug, lying or not, and gets nervous at the
press; only a publicly exposed liar is caught.
"""

from collections.abc import Mapping

from appliance.display.cast.faces import Mood
from appliance.display.view import Screen, View, require
from appliance.table.facts import Role, SeatFacts

_JUDGED = {Screen.VERDICT, Screen.ANSWER}
_PRESSED = {Screen.DOUBT, Screen.REVEAL, Screen.VERIFY}
_PLAYED = {Screen.GAME, Screen.QUESTION}

_ALWAYS: Mapping[Role, Mood] = {
    Role.WINNER: Mood.WINNING,
    Role.LOSER: Mood.LOADED,
    Role.OUT: Mood.ASLEEP,
    Role.GONE: Mood.ASLEEP,
}
"""Moods of roles that end a seat's part in the game."""

_PARTIES: Mapping[Role, Mood] = {Role.CLAIMANT: Mood.NERVOUS, Role.DOUBTER: Mood.DOUBTING}
"""Moods of the parties from the press to the verdict."""


def mood_of(view: View, seat: SeatFacts) -> Mood | None:
    """The mood of one of the seats of `view`; None at an empty one."""
    if seat.role is Role.EMPTY:
        return None
    if view.paused or (view.idle is not None and view.idle.asleep):
        return Mood.ASLEEP
    if seat.role in _ALWAYS:
        return _ALWAYS[seat.role]
    if view.screen in _JUDGED and view.show.told and not view.show.suspense:
        return _judged(view, seat)
    return _doubted(view, seat) if _is_doubted(view) else _playing(view, seat)


def host_mood(view: View) -> Mood:
    """Return the mood of Otto the host, who has seen what everybody has seen."""
    if view.paused or (view.idle is not None and view.idle.asleep):
        return Mood.ASLEEP
    if view.screen is Screen.OVER:
        return Mood.WINNING
    if view.screen in _JUDGED and view.show.told and not view.show.suspense:
        return Mood.SMUG if require(view.verdict).truth else Mood.WINNING
    if _is_doubted(view):
        return Mood.GASP if view.screen in _PLAYED | {Screen.DOUBT} else Mood.THINKING
    if view.idle is not None:
        return Mood.WAITING
    return Mood.DOUBTING if view.play.open or view.guess.bid is not None else Mood.IDLE


def _judged(view: View, seat: SeatFacts) -> Mood:
    """Everybody has seen the cards, or the answer."""
    newest = view.play.claim if view.play.claim is not None else view.guess.bid
    verdict = require(view.verdict)
    claims = seat.role is Role.CLAIMANT or (newest is not None and newest.seat == seat.seat)
    if claims:
        return Mood.SMUG if verdict.truth else Mood.CAUGHT
    if seat.seat == verdict.takes:
        return Mood.LOADED
    return Mood.SMUG if seat.role is Role.DOUBTER else Mood.IDLE


def _is_doubted(view: View) -> bool:
    """Return True from the press to the verdict."""
    if view.screen in _PRESSED | _JUDGED:
        return True
    return any(seat.role is Role.DOUBTER for seat in view.seats)


def _doubted(view: View, seat: SeatFacts) -> Mood:
    slapped = view.screen in _PLAYED or view.screen is Screen.DOUBT
    return _PARTIES.get(seat.role, Mood.GASP if slapped else Mood.IDLE)


def _playing(view: View, seat: SeatFacts) -> Mood:
    if view.screen is Screen.OVER and seat.seat in require(view.end).tied:
        return Mood.WINNING
    if view.screen not in _PLAYED:
        return Mood.IDLE
    if seat.role is Role.CLAIMANT:
        return Mood.SMUG
    if seat.seat == view.play.laden:
        return Mood.LOADED
    if seat.role is Role.TURN:
        if view.idle is not None:
            return Mood.WAITING
        return Mood.DOUBTING if view.play.open or view.guess.bid is not None else Mood.THINKING
    return Mood.NERVOUS if seat.points is None and seat.cards == 1 else Mood.IDLE
