"""Before and after a game: sit down, deal, and the next deal."""

from dataclasses import replace

from appliance.effects import Sound
from appliance.gestures import Gesture, Kind
from appliance.rules.game import Setup
from appliance.signals import MS, SECOND
from appliance.table.state import Round, Stage, Table
from appliance.table.work import Work

START_AFTER = 2 * SECOND
"""All are ready and nobody moved for this long: deal. Leaves a late-comer time to sit down."""


def attract(work: Work, gesture: Gesture) -> None:
    """Any press wakes the table, and sits down."""
    if gesture.kind is Kind.PRESS:
        work.enter(Stage.LOBBY)
        _sit(work, gesture)


def lobby(work: Work, gesture: Gesture) -> None:
    """Press to sit, tap for the next name, hold when ready, hold long to leave."""
    table = work.table
    seat = table.seat_of(gesture.buzzer)
    if seat is None:
        if gesture.kind is Kind.PRESS:
            _sit(work, gesture)
        return
    if gesture.kind is Kind.TAP and gesture.onset != table.sat[seat]:
        _rename(work, seat)
    elif gesture.kind is Kind.HOLD and gesture.buzzer not in table.ready:
        work.set(ready=(*table.ready, gesture.buzzer), since=work.now)
        work.sound(Sound.LOCK)
    elif gesture.kind is Kind.LONG:
        _leave(work, seat)


def lobby_advance(work: Work) -> None:
    """Deal once everybody is ready and the number of players is one that the game allows."""
    table = work.table
    due = start_at(table)
    if due is not None and work.now >= due:
        work.set(dealer=None, round=None)
        work.enter(Stage.DEAL)


def start_at(table: Table) -> int | None:
    """When the lobby will deal by itself, or None while somebody is missing."""
    if len(table.ready) == len(table.buzzers) and len(table.buzzers) in table.ruleset.seats:
        return table.since + START_AFTER
    return None


def deal(work: Work, gesture: Gesture) -> None:
    """The dealer holds: first to say who deals, then to say that the cards are dealt."""
    table = work.table
    seat = table.seat_of(gesture.buzzer)
    if gesture.kind is Kind.LONG:
        to_lobby(work)
    elif gesture.kind is Kind.HOLD and seat is not None and work.fresh(gesture):
        if table.dealer is None:
            set_dealer(work, seat)
        elif seat == table.dealer:
            dealt(work)


def set_dealer(work: Work, seat: int) -> None:
    """`seat` deals the next game: the rules say how many cards each seat gets."""
    table = work.table
    setup = Setup(players=len(table.buzzers), dealer=seat)
    game = table.ruleset.start(setup, dict(table.settings.options))
    work.set(dealer=seat, round=Round(game))
    work.enter(Stage.DEAL)
    work.sound(Sound.LOCK)


def dealt(work: Work) -> None:
    """The cards are on the table's players: the first seat leads."""
    work.round(counts_from=work.now, opened_at=work.now)
    work.set(undo=None, finish=None, race=None, happened=())
    work.enter(Stage.PLAY)
    work.sound(Sound.LOCK)


def over(work: Work, gesture: Gesture) -> None:
    """A late press is told how late it was; a hold deals the next game."""
    table = work.table
    if gesture.kind is Kind.PRESS and table.race is not None and table.race.closes_at is not None:
        seat, late = table.seat_of(gesture.buzzer), gesture.at - table.race.closes_at
        if seat is not None and seat != table.game.winner and 0 < late <= 500 * MS:
            seconds = late / SECOND
            work.set(notice=f"{table.name(seat)} was late by {seconds:.2f} s")
    elif gesture.kind is Kind.HOLD and work.fresh(gesture):
        next_game(work)


def next_game(work: Work) -> None:
    """The deal moves clockwise."""
    table = work.table
    assert table.dealer is not None  # noqa: S101 - a finished game was dealt
    set_dealer(work, (table.dealer + 1) % len(table.buzzers))


def to_lobby(work: Work) -> None:
    """Players stay seated and say anew that they are ready."""
    work.set(round=None, dealer=None, ready=(), undo=None, race=None, finish=None)
    work.enter(Stage.LOBBY)


def _sit(work: Work, gesture: Gesture) -> None:
    table = work.table
    seats = sorted(
        (*zip(table.buzzers, table.names, table.sat, strict=True), _newcomer(work, gesture))
    )
    buzzers, names, sat = zip(*seats, strict=True)
    work.table = replace(table, buzzers=buzzers, names=names, sat=sat, since=work.now)
    work.sound(Sound.TICK)


def _newcomer(work: Work, gesture: Gesture) -> tuple[int, int, int]:
    return gesture.buzzer, _free_name(work, gesture.buzzer), gesture.onset


def _free_name(work: Work, wanted: int) -> int:
    table, count = work.table, len(work.table.settings.names)
    return next(
        place % count for place in range(wanted, wanted + count) if place % count not in table.names
    )


def _rename(work: Work, seat: int) -> None:
    names = list(work.table.names)
    names[seat] = _free_name(work, names[seat] + 1)
    work.set(names=tuple(names), since=work.now)
    work.sound(Sound.TICK)


def _leave(work: Work, seat: int) -> None:
    table = work.table
    buzzer = table.buzzers[seat]

    def without(values: tuple[int, ...]) -> tuple[int, ...]:
        return values[:seat] + values[seat + 1 :]

    work.set(
        buzzers=without(table.buzzers),
        names=without(table.names),
        sat=without(table.sat),
        ready=tuple(other for other in table.ready if other != buzzer),
        since=work.now,
    )
    if not work.table.buzzers:
        work.enter(Stage.ATTRACT)
