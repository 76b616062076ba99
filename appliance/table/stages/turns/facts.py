"""The public facts while people play: the seats that may move or doubt, and their times."""

from collections.abc import Collection
from dataclasses import dataclass

from appliance.presses.arbiter import Race
from appliance.presses.gestures import HOLD_AFTER
from appliance.table import guess_clock, windows
from appliance.table.answers import KeyFacts, Prompted
from appliance.table.codes import Prompt, Role
from appliance.table.menu import Entry
from appliance.table.moves import MOST_KEYS, Moves, Offered, Same, moves
from appliance.table.moves import asked as asked_of
from appliance.table.stage_facts import StageFacts, waits
from appliance.table.stages.turns.state import Turns
from appliance.table.state import Table
from bluffing.actions import Pick, Play
from bluffing.game import State
from bluffing.message import AtSeat, Message, Spoken, chained, message


@dataclass(frozen=True, slots=True)
class GuessTime:
    """Time for a guess, from start to end (ns); `warns` says that it is nearly up.

    If it `gives_again`, a press of the seat on turn lets it begin again.
    """

    limits: tuple[int, int]
    warns: bool
    gives_again: bool


@dataclass(frozen=True, slots=True)
class TurnsFacts(StageFacts):
    """A seat moves, or the newest play may be doubted."""

    moves: Moves
    on_turn: int | None  # the seat on turn
    open: bool  # the newest play can be doubted now
    race: bool  # every other seat may doubt it: the first press decides
    asks: bool  # the screen asks all seats to doubt
    slaps: frozenset[int]  # the seats whose press is a doubt right now
    free: frozenset[int]  # the seats whose press is their turn right now
    doubter: int | None  # the first to press; a hold may still make the doubt a force
    covers_from: int  # the earliest time to cover the newest play
    mover: int | None  # the seat of the newest move
    moved_at: int
    laid_at: int | None  # the same, where that move was the play that is claimed
    takes_back: int | None  # the seat whose tap takes it back now
    pending: bool  # a move is committed and not yet registered
    correction: int | None  # cards that the claimant has counted again
    automatic: Pick | None  # the pick of the only possible seat, without a press
    entry: Entry | None  # the progress of a seat's choice
    asked: Offered | None  # the question to the seat on turn, if its presses are no doubts
    more_time: tuple[int, ...] = ()  # the seats for which the doubt window is longer
    guess_time: GuessTime | None = None  # of the seat on turn, if there is a clock

    @property
    def idle(self) -> bool:
        """True if nothing is committed, slapped or counted again: the seat on turn may choose."""
        return not self.pending and self.doubter is None and self.correction is None

    @property
    def burns(self) -> bool:
        """True if all are asked to doubt, or the seat on turn alone may."""
        return not self.race or self.asks

    @property
    def clock(self) -> tuple[int, int] | None:
        """The time for a guess."""
        return None if self.guess_time is None else self.guess_time.limits

    @property
    def starts(self) -> bool:
        """True: the seat on turn chooses, or guesses."""
        return True

    @property
    def slap(self) -> int | None:
        """The seat that doubts, or forces."""
        return self.doubter

    @property
    def choice(self) -> Offered | None:
        """The question to the seat on turn."""
        return self.asked

    @property
    def recount(self) -> int | None:
        """The newest count of the claimant."""
        return self.correction

    def began(self, _since: int) -> int | None:
        """Return the time of the newest play."""
        return self.laid_at

    def role(self, seat: int, passed: Collection[int]) -> Role:
        """Return the part of a seat in the turn."""
        if seat == self.on_turn:
            return Role.TURN
        if seat in self.moves.live:
            return Role.LIVE
        return Role.PASSED if seat in passed else Role.SEATED

    def hold_of(self, seat: int, began: int, since: int) -> tuple[int, int] | None:
        """Return the hold of a turn, or the longer one that makes a doubt a force."""
        if self.doubter == seat:
            return began, began + windows.FORCE_AFTER
        if seat in self.slaps or self.takes_back == seat:
            return None
        return (began, began + HOLD_AFTER) if began >= since else None

    def counted(self, seat: int, claimant: int | None) -> int:
        """Return the cards of a play, or those that the claimant counts again."""
        if self.correction is not None and claimant is not None and seat == claimant:
            return self.correction
        entry = self.entry
        return entry.cursor if entry is not None and entry.counting and entry.seat == seat else 0

    def acts(self, seat: int) -> bool:
        """Return True if it is the turn of `seat`, and no seat doubts."""
        return self.on_turn == seat and self.doubter is None

    def has_no_choice(self, seat: int) -> bool:
        """Return True if every press is a doubt, or if the table picks the only seat by itself.

        It picks before a player could step there, and a take-back changes the guess.
        """
        return seat in self.slaps or (self.automatic is not None and seat == self.on_turn)

    def keys(self, seat: int, now: int) -> tuple[KeyFacts, ...]:
        """Return a key for each number of cards to count, and those for a hold without a count."""
        known = self.asked
        if seat != self.on_turn or known is None or not self.idle:
            return ()
        soon = now < self.covers_from
        if known.question.labels:  # there is only one
            return () if soon and known.covers else (KeyFacts(known.question.labels[0], 0),)
        first, last = known.question.cursor, 0 if soon else min(known.most, MOST_KEYS)
        cards = tuple(KeyFacts(count, count - first) for count in range(max(first, 1), last + 1))
        if not known.instead:
            return cards
        return (*cards, KeyFacts(chained("move.opens", known.instead), 0))

    def too_soon(self, now: int) -> bool:
        """Return True if a choice would cover the newest play too early: keys act at once."""
        return self.asked is not None and self.asked.covers and now < self.covers_from

    def reply(self, seat: int, out: Collection[int]) -> Message:
        """Name the doubter, or the seat on turn."""
        if self.pending:
            return message("reply.moment")
        if self.doubter is not None:
            return message("reply.doubted", who=AtSeat(self.doubter))
        if seat in out:
            return message("reply.out")
        others = [one for one in self.moves.live if one != seat]
        alone = others[0] if len(others) == 1 else None
        return waits(self.on_turn if self.on_turn not in (None, seat) else alone)


def about(table: Table, now: int) -> TurnsFacts:
    """Return the facts of the turns: the seats that may move, and those that may doubt."""
    turns = table.at(Turns)
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
    claimed = game.claim is not None and isinstance(turns.match.moved, Play)
    asked = None
    if seat is not None and seat in free - slaps and turns.slap is None:  # its doubt is made
        asked = asked_of(name, Same(game), seat, turns.match.announced, turns.entry_of(seat))
    return TurnsFacts(
        moves=known,
        on_turn=seat,
        open=game.phase.doubtable and (race is None or asks),
        race=race is not None,
        asks=asks,
        slaps=slaps,
        free=free,
        doubter=windows.first(table),
        covers_from=windows.held_until(table),
        mover=turns.mover,
        moved_at=turns.moved_at,
        laid_at=turns.moved_at if claimed else None,
        takes_back=_takes_back(table, turns, slaps, then),
        pending=turns.pending is not None,
        correction=turns.correction,
        automatic=windows.automatic_pick(table),
        entry=turns.entry,
        asked=asked,
        more_time=windows.more_time(table) if turns.closes_at is not None else (),
        guess_time=_guess_time(table, then),
    )


def _guess_time(table: Table, at: int) -> GuessTime | None:
    limits = guess_clock.clock(table)
    if limits is None:
        return None
    return GuessTime(limits, guess_clock.warns(table, at), guess_clock.gives_again(table, at))


def _in_time(turns: Turns, race: Race, at: int) -> bool:
    """Return True if a slap at `at` (ns) is in time for the newest play.

    While the table registers a play, the slap is in time for that one.
    """
    pending = turns.pending
    comes = pending is not None and pending.free_until == pending.at
    return race.opened_at < at and (comes or at <= race.closes_at)


def _takes_back(table: Table, turns: Turns, slaps: frozenset[int], at: int) -> int | None:
    """Return the seat whose tap at `at` takes back its newest move, or drops a committed one."""
    seat = windows.invited_back(table, at)
    return None if turns.pending is None and seat in slaps else seat


# --- prompts --------------------------------------------------------------------------------------


def prompted(table: Table, turns: TurnsFacts, seat: int, now: int) -> Prompted:
    """Ask the seat on turn for its move, and those that may doubt for a slap."""
    prompt, option = _move(table, turns, seat, now)
    if seat != turns.on_turn or turns.asked is None or not turns.idle:
        return Prompted(prompt, option)
    question = turns.asked.question
    return Prompted(prompt, option, question if len(question.labels) > 1 else None)


def _move(
    table: Table, turns: TurnsFacts, seat: int, now: int
) -> tuple[Prompt | None, tuple[Spoken, ...]]:
    claim = table.game.claim
    if turns.doubter is not None:
        return (Prompt.DOUBT_OR_FORCE if seat == turns.doubter else None), ()
    if seat == turns.takes_back:
        return Prompt.TAKE_BACK, ()
    live = seat in turns.moves.live
    if claim is not None and seat == claim.seat and not live:
        if turns.correction is not None:
            most = turns.correction >= most_again(table.game)
            return Prompt.ENOUGH if most else Prompt.RIGHT_NUMBER, ()
        return _claims(table, seat, now + 1), ()
    if seat in turns.slaps and live and not turns.asks:
        return None, ()  # hands come to rest
    if seat in turns.slaps:
        return Prompt.SLAP_OR_HOLD if seat in turns.moves.forces else Prompt.SLAP, ()
    if live and turns.on_turn is None:
        return (Prompt.BE_FIRST if seat in turns.free else None), ()
    if seat != turns.on_turn or turns.asked is None:
        return None, ()
    return _choosing(turns, turns.asked, now)


def _claims(table: Table, seat: int, at: int) -> Prompt:
    """Return the prompt of a claimant whose tap at `at` (ns) may still take back."""
    if windows.calls_end(table, at):
        return Prompt.LAST_CALL
    more = windows.extension(table) and windows.taker_back(table, at) != seat
    return Prompt.MORE_TIME if more else Prompt.WRONG_NUMBER


def _choosing(
    turns: TurnsFacts, asked: Offered, now: int
) -> tuple[Prompt | None, tuple[Spoken, ...]]:
    """Return the prompt for the count or ring of the seat on turn; it invites only valid holds."""
    question = asked.question
    if asked.covers and now + HOLD_AFTER < turns.covers_from:
        return Prompt.TOO_SOON, ()
    if question.labels:
        option = (question.labels[question.cursor],)
        return Prompt.ONE_OF if len(question.labels) > 1 else Prompt.ONLY, option
    if question.cursor:
        return Prompt.COUNT_ON if asked.more else Prompt.ENOUGH, ()
    return (Prompt.COUNT_OR, asked.instead) if asked.instead else (Prompt.COUNT, ())


def most_again(game: State) -> int:
    """Return the highest number that a claimant can count again: all possible cards in hand."""
    claim = game.claim
    return 0 if claim is None else claim.count + game.hands[claim.seat]
