"""The public facts while people play: who may move, who may doubt, and for how long."""

from dataclasses import dataclass

from appliance.presses.arbiter import Race
from appliance.table import stages, windows
from appliance.table.menu import Entry
from appliance.table.moves import Moves, Offered, Same, moves
from appliance.table.moves import asked as asked_of
from appliance.table.register import automatic_pick
from appliance.table.state import Table
from bluffing.actions import Pick, Play
from bluffing.game import Phase


@dataclass(frozen=True, slots=True)
class TurnsFacts:
    """A seat moves, or the newest play may be doubted."""

    moves: Moves
    on_turn: int | None  # the seat whose gestures are a turn
    open: bool  # the newest play can be doubted now
    race: bool  # every other seat may doubt it: the first press decides
    asks: bool  # the screen asks everybody to
    slaps: frozenset[int]  # the seats whose press is a doubt right now
    free: frozenset[int]  # the seats whose press is their turn right now
    doubter: int | None  # was first; a hold may still make the doubt a force
    covers_from: int  # before it nothing may cover the newest play
    mover: int | None  # who made the newest move
    moved_at: int
    laid_at: int | None  # the same, where that move was the play that is claimed
    takes_back: int | None  # the seat whose tap takes it back now
    pending: bool  # a move is committed and not yet registered
    correction: int | None  # cards that the claimant has counted again
    automatic: Pick | None  # the one seat that can be picked will be, without a press
    entry: Entry | None  # how far a seat's choice has come
    asked: Offered | None  # what the seat on turn is asked, if its presses are no doubts
    more_time: tuple[int, ...] = ()  # the seats for which the doubt window is longer

    @property
    def idle(self) -> bool:
        """True if nothing is committed, slapped or counted again: the seat on turn may choose."""
        return not self.pending and self.doubter is None and self.correction is None


def about(table: Table, now: int) -> TurnsFacts:
    """Return the facts of the turns: who may move, and who may doubt."""
    turns = table.at(stages.Turns)
    race, then = windows.race_of(table), now + 1  # a press comes after the picture that invites it
    game, name = turns.game, table.settings.ruleset
    known, seat = moves(name, Same(game)), windows.on_turn(table)
    asks, begins = windows.asks_doubt(table, then), windows.floor_from(table)
    free = frozenset(
        one for one in known.live if max(windows.turn_from(table, one), begins) <= then
    )
    slaps = frozenset(
        seat
        for seat in known.order
        if race is not None
        and _in_time(turns, race, then)
        and windows.slaps_at(table, seat, then, known.live, now)
    )
    asked = None
    if seat is not None and seat in free - slaps and turns.slap is None:  # its doubt is made
        asked = asked_of(name, Same(game), seat, turns.match.announced, turns.entry_of(seat))
    return TurnsFacts(
        moves=known,
        on_turn=seat,
        open=game.phase in (Phase.OPEN, Phase.LAST_CARDS) and (race is None or asks),
        race=race is not None,
        asks=asks,
        slaps=slaps,
        free=free,
        doubter=windows.first(table),
        covers_from=windows.held_until(table),
        mover=turns.mover,
        moved_at=turns.moved_at,
        laid_at=turns.moved_at if isinstance(turns.match.moved, Play) else None,
        takes_back=_takes_back(table, turns, slaps, then),
        pending=turns.pending is not None,
        correction=turns.correction,
        automatic=automatic_pick(table),
        entry=turns.entry,
        asked=asked,
        more_time=windows.more_time(table) if turns.closes_at is not None else (),
    )


def _in_time(turns: stages.Turns, race: Race, at: int) -> bool:
    """Return True if a slap at `at` (ns) is in time for the newest play.

    While a play is being registered it is in time for that one.
    """
    pending = turns.pending
    comes = pending is not None and pending.free_until == pending.at
    return race.opened_at < at and (comes or at <= race.closes_at)


def _takes_back(table: Table, turns: stages.Turns, slaps: frozenset[int], at: int) -> int | None:
    """The seat whose tap at `at` takes its newest move back, or drops the one that is committed."""
    seat = windows.invited_back(table, at)
    return None if turns.pending is None and seat in slaps else seat
