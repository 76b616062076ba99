"""Public state of a game of Doubt/it!: points, guesses and wagers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby
from math import floor, isfinite
from types import NoneType
from typing import ClassVar

from bluffing.actions import (
    NUMBERS,
    Action,
    Answer,
    Discard,
    Doubt,
    Guess,
    Leave,
    Pick,
    Rescore,
    Settle,
    TimeUp,
    Void,
    Withdraw,
)
from bluffing.cards import Rank
from bluffing.events import LostPoints
from bluffing.game import Claim, Phase
from bluffing.games.doubt_it.house import DoubtItHouse
from bluffing.message import AtSeat, Message, Spoken, any_of, message, of_seats, quoted
from bluffing.sketch import sketch


@dataclass(frozen=True, slots=True)
class Bidding:
    """Progress of one question; `number` counts the questions of the game, from 1.

    `before` is the guess that `bid` raised, and `highest_before` the highest wager until then; a
    wrong entry is corrected against these. `new_player` was picked; `doubted` is True if that
    player doubts. `firm` is True if a New Player was picked on this guess, even one who left since,
    so that its numbers stay. `earlier` holds all guesses that were raised, in order: no player may
    repeat their own.
    """

    number: int
    bid: Guess | None = None
    before: Guess | None = None
    highest_before: int = 0
    new_player: int | None = None
    doubted: bool = False
    firm: bool = False
    earlier: tuple[Guess, ...] = ()


@dataclass(frozen=True, slots=True)
class DoubtItState:
    """One moment of Doubt/it!; fulfils `game.State` as `wagers.WagerGame` needs it.

    `asked` is the current question, `fell` the seats that lost or left a sudden death, in that
    order. `over` is True once there is a winner, or the game was ended without one.
    """

    house: DoubtItHouse
    dealer: int
    starter: int
    points: tuple[int, ...]
    in_play: tuple[int, ...]
    asked: Bidding
    sudden_death: bool = False
    last_loss: LostPoints | None = None
    fell: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    over: bool = False
    winner: int | None = None

    # the game has no cards and names no loser; `last_loss` has the loser of a round
    packs: ClassVar[int] = 0
    removed: ClassVar[int] = 0
    stock: ClassVar[int] = 0
    required: ClassVar[Rank | None] = None
    claim: ClassVar[Claim | None] = None
    lying: ClassVar[int] = 0
    tied: ClassVar[tuple[int, ...]] = ()
    loser: ClassVar[int | None] = None

    def __str__(self) -> str:
        bid = self.bid
        return sketch(
            self, {} if bid is None else {bid.seat: f"guesses {bid.guess} for {bid.wager}"}
        )

    @property
    def phase(self) -> Phase:
        """Phase of the game; it follows from the other fields, so it can never contradict them."""
        if self.over:
            return Phase.OVER
        return Phase.ANSWER if self.asked.doubted else Phase.READY

    @property
    def turn(self) -> int:
        """Starter until the opening, then the Confident Player who picks, then the New Player."""
        asked = self.asked
        if asked.new_player is not None:
            return asked.new_player
        return self.starter if asked.bid is None else asked.bid.seat

    @property
    def question(self) -> int:
        """The number of the question, from 1."""
        return self.asked.number

    @property
    def question_kind(self) -> str:
        """Way to choose the kind of a question."""
        return self.house.question_kind

    @property
    def printed_cards(self) -> bool:
        """True if the printed card of a doubted question is turned up, too."""
        return self.house.printed_cards

    def compared(self, percent: float) -> float:
        """Return the answer to compare guesses with: `percent`, or the nearest whole number."""
        if self.house.fact_answer_rounding == "none":
            return percent
        whole = floor(percent)
        return whole + (percent - whole >= 0.5)

    @property
    def bid(self) -> Guess | None:
        """The newest guess."""
        return self.asked.bid

    @property
    def confident(self) -> int | None:
        """Confident Player: the seat with the newest guess."""
        return None if self.asked.bid is None else self.asked.bid.seat

    @property
    def highest_wager(self) -> int:
        """The highest wager of this question so far."""
        bid, highest = self.asked.bid, self.asked.highest_before
        return highest if bid is None else max(highest, bid.wager)

    @property
    def new_player(self) -> int | None:
        """Picked player."""
        return self.asked.new_player

    @property
    def doubter(self) -> int | None:
        """The New Player who doubts."""
        return self.asked.new_player if self.asked.doubted else None

    @property
    def out(self) -> tuple[int, ...]:
        """Seats that play no more and did not leave, the worst placed first."""
        behind = [seat for place in self.ranking for seat in place]
        still = {*self.in_play, *self.gone}
        return tuple(seat for seat in reversed(behind) if seat not in still)

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """All seats, best first; seats that share a place are grouped.

        D16: by points. Players who reached sudden death rank before all others, and among them a
        later exit ranks higher. Ours: a player who left is ranked by points, but can't win.
        """
        first: list[tuple[int, ...]] = []
        if self.sudden_death:
            first = [self.in_play, *((seat,) for seat in reversed(self.fell))]
        elif self.winner is not None:
            first = [(self.winner,)]
        placed = {seat for place in first for seat in place}
        rest = [seat for seat in range(len(self.points)) if seat not in placed]
        rest.sort(key=lambda seat: -self.points[seat])
        places = groupby(rest, key=lambda seat: self.points[seat])
        return (*first, *(tuple(seats) for _, seats in places))

    @property
    def hands(self) -> tuple[int, ...]:
        """Zeros: there are no cards in hands or on the table."""
        return (0,) * len(self.points)

    heaps = hands


def next_in_play(in_play: tuple[int, ...], first: int, seats: int) -> int:
    """Return the first seat in play clockwise from `first`, of `seats` seats."""
    return min(in_play, key=lambda seat: (seat - first) % seats)


PERCENTS = range(101)
"""D4: a guess is a whole percent; a FUN question asks a hundred people."""

_KNOWN = (Guess, Pick, Doubt, Answer, Settle, TimeUp, Rescore, Discard, Leave, Void, Withdraw)


def wagers(state: DoubtItState, guess: int) -> tuple[range, ...]:
    """Return the points that the seat on turn may wager with `guess`, in ascending ranges.

    D8: a raise is a higher guess, a larger wager or both; the other number stays. Ours: a raised
    number goes up by at least its own step (min_raise_guess, min_raise_wager).
    """
    return _wagers(state, guess) if guess in PERCENTS and _may_guess(state) else ()


def _wagers(state: DoubtItState, guess: int) -> tuple[range, ...]:
    """Return the wagers without those of the seat's own earlier bids with this guess (D10)."""
    legal, seat = _raises(state, guess), state.turn
    for bid in state.asked.earlier:
        if bid.guess == guess and bid.seat == seat:
            legal = tuple(chain.from_iterable(_without(some, bid.wager) for some in legal))
    return legal


def _without(some: range, wager: int) -> Iterator[range]:
    """Yield the parts of `some` without `wager`."""
    if wager not in some:
        yield some
        return
    yield from filter(None, (range(some.start, wager), range(wager + 1, some.stop)))


def _raises(state: DoubtItState, guess: int) -> tuple[range, ...]:
    house, held = state.house, state.points[state.turn]
    against, highest = _to_beat(state)
    if against is None:
        return (range(1 if state.sudden_death else house.min_wager, held + 1),)
    higher = guess >= against.guess + house.min_raise_guess
    if not higher and guess != against.guess:
        return ()
    if held < highest:  # D9: short of points
        return (range(held, held + 1),) if higher or not house.short_must_raise_guess else ()
    resumes = against.wager < highest and house.resume_equal_is_raise  # D10
    larger = range(highest + house.min_raise_wager, held + 1)
    if not higher and not resumes:
        return (larger,) if larger else ()
    if larger and house.min_raise_wager == 1:
        return (range(highest, held + 1),)
    stays = range(highest, highest + 1)
    return (stays, larger) if larger else (stays,)


def guesses(state: DoubtItState) -> tuple[range, ...]:
    """Return the percents that the seat on turn may guess, in ascending ranges."""
    legal = tuple(some for some, _ in _guesses_and_wagers(state))
    if len(legal) == 2 and legal[0].stop == legal[1].start:
        return (range(legal[0].start, legal[1].stop),)
    return legal


def _guesses_and_wagers(state: DoubtItState) -> list[tuple[range, tuple[range, ...]]]:
    """Return the legal guesses in percent, in ascending ranges, and the legal wagers with each."""
    if not _may_guess(state):
        return []
    against, _ = _to_beat(state)
    if against is None:
        return [(PERCENTS, _wagers(state, PERCENTS[0]))]
    same = range(against.guess, against.guess + 1)
    higher = range(against.guess + state.house.min_raise_guess, PERCENTS.stop)
    ranges = [(some, _wagers(state, some[0])) for some in (same, higher) if some]
    return [(some, points) for some, points in ranges if points]


def picks(state: DoubtItState) -> tuple[int, ...]:
    """Return the seats that the Confident Player may pick, clockwise from their own."""
    asked = state.asked
    if state.over or asked.bid is None or asked.new_player is not None:
        return ()
    tag_back = None if asked.before is None else asked.before.seat
    return _may_be_picked(asked.bid.seat, state.in_play, tag_back)


@lru_cache(maxsize=1024)
def _may_be_picked(picker: int, in_play: tuple[int, ...], tag_back: int | None) -> tuple[int, ...]:
    """Return all seats in play clockwise from `picker`, except a tag-back (D6, D7).

    The seat that picked the picker made the guess before the picker's; the starter was not picked.
    Ours: with two players left there is no third, so the bar on tag-backs is lifted.
    """
    left = (
        *(seat for seat in in_play if seat > picker),
        *(seat for seat in in_play if seat < picker),
    )
    return left if len(in_play) == 2 else tuple(seat for seat in left if seat != tag_back)


def refusal(state: DoubtItState, action: Action) -> Message | None:
    """Return the reason why `action` is not legal in `state`, or None."""
    wrong = _malformed(action)
    if wrong is not None:
        return wrong
    if state.over:
        won, void = state.winner, message("doubt-it.over-without-a-winner")
        return void if won is None else of_seats("rules.over-and-won", won)
    match action:
        case Guess():
            return _refuse_guess(state, action)
        case Pick():
            return _refuse_pick(state, action)
        case Doubt():
            return _refuse_doubt(state, action)
        case Answer() | Settle():
            return _refuse_settling(state, action)
        case TimeUp():
            return _refuse_time_up(state)
        case _:
            return _refuse_procedure(state, action)


def legal_actions(state: DoubtItState) -> Iterator[Action]:
    """Yield every action that `apply` accepts; an opening alone can be ten thousand.

    Answers are listed in whole percents only; one with a fraction is legal, too.
    """
    if state.over:
        return
    asked = state.asked
    if asked.doubted:
        yield from (Answer(percent) for percent in PERCENTS)
        yield Settle(truth=True)
        yield Settle(truth=False)
    yield from moves(state)
    if _refuse_time_up(state) is None:
        yield TimeUp()
    yield from _rescores(state)
    yield Discard()
    parties = {state.confident, state.doubter} if asked.doubted else set()
    yield from (Leave(seat) for seat in state.in_play if seat not in parties)
    yield Void()


def moves(state: DoubtItState) -> Iterator[Action]:
    """Return every legal doubt, pick and guess, lazily."""
    asked, turn = state.asked, state.turn
    if state.over or asked.doubted:
        return iter(())
    doubts = () if asked.new_player is None else (Doubt(turn),)
    return chain(doubts, _picked(turn, picks(state)), chain.from_iterable(_listed(state)))


@lru_cache(maxsize=1024)
def _picked(seat: int, picks: tuple[int, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(seat, new) for new in picks)


def _listed(state: DoubtItState) -> Iterator[tuple[Guess, ...]]:
    """Yield the legal guesses wager by wager, without a guess that is already made."""
    seat, stands = state.turn, state.bid if state.new_player is None else None
    for some, wagered in _guesses_and_wagers(state):
        for wager in chain.from_iterable(wagered):
            listed = _with_wager(seat, wager)[some.start : some.stop]
            if stands is not None and stands.wager == wager and stands.guess in some:
                place = some.index(stands.guess)
                listed = listed[:place] + listed[place + 1 :]
            yield listed


def _may_guess(state: DoubtItState) -> bool:
    """Return True if the seat on turn may guess, so not after its guess while a pick is due."""
    asked = state.asked
    if state.over or asked.doubted:
        return False
    return asked.new_player is not None or not asked.firm


@lru_cache(maxsize=1024)
def _with_wager(seat: int, wager: int) -> tuple[Guess, ...]:
    """Return each guess with that wager, 0 to 100. They are cached: guesses are frozen."""
    return tuple(Guess(seat, guess, wager) for guess in PERCENTS)


def _to_beat(state: DoubtItState) -> tuple[Guess | None, int]:
    """Return the guess that the seat on turn must raise, and the highest wager until then.

    The Confident Player may correct their own guess until they have picked (6.2, 19): the guess to
    raise is then the one before it.
    """
    asked = state.asked
    if asked.new_player is None:
        return asked.before, asked.highest_before
    return asked.bid, state.highest_wager


def _refuse_new(state: DoubtItState, new: int) -> Message | None:
    """Return the reason why the Confident Player can't pick `new`, or None."""
    if new in picks(state):
        return None
    no_seat = _no_seat(state, new)
    if no_seat is not None:
        return no_seat
    if new == state.turn:
        return message("doubt-it.picks-itself", seat=AtSeat(new))
    return message("doubt-it.no-tag-backs", new=AtSeat(new), seat=AtSeat(state.turn))


def _repeats(state: DoubtItState, guess: Guess) -> bool:
    return state.asked.new_player is None and state.asked.bid == guess


def _malformed(action: Action) -> Message | None:
    if not isinstance(action, _KNOWN):
        return message("doubt-it.no-such-action", action=quoted(action))
    if isinstance(action, Answer):
        percent, chance = action.percent, action.chance
        if type(percent) not in (int, float) or not isfinite(percent) or not 0 <= percent <= 100:
            return message("doubt-it.not-a-percentage", given=quoted(percent))
        if chance is not None and type(chance) is not int:
            return message("doubt-it.not-a-chance", given=quoted(chance))
    if isinstance(action, Settle) and type(action.truth) not in (bool, NoneType):
        return message("rules.not-a-truth", given=quoted(action.truth))
    for name in NUMBERS[type(action)]:
        number = getattr(action, name)
        if type(number) is not int:
            return message("rules.not-a-whole-number", field=name, given=quoted(number))
    return None


def _no_seat(state: DoubtItState, seat: int) -> Message | None:
    """Return the reason why `seat` can't act or be picked, or None for a seat that plays."""
    if seat not in range(len(state.points)):
        return message("rules.no-such-seat", number=seat, last=len(state.points) - 1)
    if seat in state.gone:
        return of_seats("doubt-it.has-left", seat)
    if seat not in state.in_play:
        return of_seats("doubt-it.is-out", seat)
    return None


def _waits(state: DoubtItState, seat: int) -> Message | None:
    """Return the reason why `seat` can't guess or pick now, or None for the seat on turn."""
    asked = state.asked
    if asked.doubted:
        return of_seats("doubt-it.turn-up-first", state.turn)
    no_seat = _no_seat(state, seat)
    if no_seat is not None:
        return no_seat
    if seat == state.turn:
        return None
    if asked.new_player is not None:
        return of_seats("doubt-it.not-your-raise", seat, turn=state.turn)
    code = "doubt-it.not-your-guess" if asked.bid is None else "doubt-it.not-your-pick"
    return of_seats(code, seat, turn=state.turn)


def _refuse_guess(state: DoubtItState, guess: Guess) -> Message | None:
    why = _waits(state, guess.seat)
    if why is not None:
        return why
    if not _may_guess(state):
        return of_seats("doubt-it.guess-stands", guess.seat)
    if guess.guess not in PERCENTS:
        return message("doubt-it.not-a-guess", given=guess.guess)
    legal = _wagers(state, guess.guess)
    if any(guess.wager in some for some in legal):
        if _repeats(state, guess):
            return of_seats("doubt-it.same-guess", guess.seat)
        return None
    if guess in state.asked.earlier:
        return _made_before(state, guess)
    return _wrong_guess(state, guess, legal)


def _made_before(state: DoubtItState, guess: Guess) -> Message:
    """Return the reason why the seat can't repeat an earlier guess of this question."""
    if state.asked.new_player is not None and not guesses(state):
        return message("doubt-it.only-a-doubt-is-left", seat=AtSeat(guess.seat))
    return message(
        "doubt-it.made-before", seat=AtSeat(guess.seat), guess=guess.guess, wager=guess.wager
    )


def _wrong_guess(state: DoubtItState, guess: Guess, legal: tuple[range, ...]) -> Message:
    seat, held = AtSeat(guess.seat), state.points[guess.seat]
    against, highest = _to_beat(state)
    possible = guesses(state)
    if not possible:
        return message("doubt-it.only-a-doubt-is-left", seat=seat)
    if against is not None and held < highest:
        alone = state.asked.new_player is None
        return message(
            "doubt-it.short-of-points" if alone else "doubt-it.short-of-points-or-doubt",
            seat=seat,
            n=held,
            highest=highest,
            guesses=_span(possible),
        )
    if state.sudden_death and guess.wager != 1:
        return message("doubt-it.wager-of-one", given=guess.wager)
    if guess.wager > held:
        return message("doubt-it.wagers-too-much", seat=seat, n=held, given=guess.wager)
    if legal:
        return message(
            "doubt-it.must-wager",
            guess=guess.guess,
            seat=seat,
            wagers=_span(legal),
            given=guess.wager,
        )
    if against is not None and guess.guess == against.guess:
        return message("doubt-it.must-raise-guess", seat=seat, guesses=_span(possible))
    return message("doubt-it.must-guess", seat=seat, guesses=_span(possible), given=guess.guess)


def _span(ranges: tuple[range, ...]) -> Spoken:
    """Say the ranges: "20", "21 to 100", "20 or 25 to 100"."""
    return any_of(
        percents[0]
        if len(percents) == 1
        else message("rules.from-to", least=percents[0], most=percents[-1])
        for percents in ranges
    )


def _refuse_pick(state: DoubtItState, pick: Pick) -> Message | None:
    why = _waits(state, pick.seat)
    if why is not None:
        return why
    if state.asked.bid is None:
        return of_seats("doubt-it.guess-before-picking", pick.seat)
    if state.asked.new_player is not None:
        return of_seats("doubt-it.raise-before-picking", pick.seat)
    return _refuse_new(state, pick.new)


def _refuse_doubt(state: DoubtItState, doubt: Doubt) -> Message | None:
    asked = state.asked
    if asked.bid is None:
        return of_seats("doubt-it.no-guess-to-doubt", state.turn)
    if asked.doubted:
        return of_seats("doubt-it.doubts-already", state.turn)
    no_seat = _no_seat(state, doubt.seat)
    if no_seat is not None:
        return no_seat
    if asked.new_player is None:
        return of_seats("doubt-it.pick-before-doubting", asked.bid.seat)
    if doubt.seat != asked.new_player:
        return of_seats("doubt-it.new-player-doubts", asked.new_player)
    return None


def _refuse_procedure(state: DoubtItState, action: Action) -> Message | None:
    match action:
        case Leave():
            return _refuse_leave(state, action)
        case Rescore():
            return _refuse_rescore(state, action)
        case Withdraw():
            return message("doubt-it.doubt-is-final")
    return None


def _refuse_settling(state: DoubtItState, action: Answer | Settle) -> Message | None:
    if not state.asked.doubted:
        return of_seats("doubt-it.nobody-doubts")
    if isinstance(action, Settle) and action.truth is None:
        return message("doubt-it.discard-instead")
    return None


def _refuse_time_up(state: DoubtItState) -> Message | None:
    """Return the reason why no time for a guess can be up, or None."""
    asked = state.asked
    if state.house.guess_seconds == "off":
        return message("doubt-it.no-clock")
    if asked.doubted:
        return of_seats("doubt-it.turn-up-first", state.turn)
    if asked.bid is not None and asked.new_player is None:
        return of_seats("doubt-it.no-clock-for-picks", state.turn)
    return None


def scores(state: DoubtItState, seat: int) -> range:
    """Return the scores to which that of `seat` may be set by hand, its own among them (D26)."""
    why = _never_rescored(state) or _no_seat(state, seat)
    return range(state.house.start_points + 1 if why is None and not state.over else 0)


def _rescores(state: DoubtItState) -> Iterator[Rescore]:
    for seat in state.in_play:
        legal = (points for points in scores(state, seat) if points != state.points[seat])
        yield from (Rescore(seat, points) for points in legal)


def _refuse_rescore(state: DoubtItState, score: Rescore) -> Message | None:
    why = _never_rescored(state) or _no_seat(state, score.seat)
    if why is not None:
        return why
    most = state.house.start_points
    if score.points not in range(most + 1):
        return message("doubt-it.score-from-to", most=most, given=score.points)
    if score.points == state.points[score.seat]:
        return of_seats("doubt-it.score-as-it-is", score.seat, n=score.points)
    return None


def _never_rescored(state: DoubtItState) -> Message | None:
    """Return the reason why no score can be corrected now, or None."""
    if state.asked.bid is not None:
        return message("doubt-it.score-between-questions")
    return message("doubt-it.score-in-sudden-death") if state.sudden_death else None


def _refuse_leave(state: DoubtItState, leave: Leave) -> Message | None:
    no_seat = _no_seat(state, leave.seat)
    if no_seat is not None:
        return no_seat
    if state.asked.doubted and leave.seat in (state.confident, state.doubter):
        return of_seats("doubt-it.leave-later", leave.seat)
    return None
