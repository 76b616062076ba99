"""What is legal in Doubt/it!, and why the rest is not.

A refusal calls a player "seat N": whoever shows it may put the name there.
"""

from collections.abc import Iterator
from math import isfinite

from appliance.rules.actions import (
    Action,
    Answer,
    Discard,
    Doubt,
    Guess,
    Leave,
    Pick,
    Settle,
    Void,
    Withdraw,
)
from appliance.rules.game import Phase
from appliance.rules.games.doubt_it.state import DoubtItState
from appliance.rules.wagers import Bid

PERCENTS = range(101)
"""D4: a guess is a whole percent; a FUN question asks a hundred people."""

_NUMBERS: dict[type, tuple[str, ...]] = {
    Guess: ("seat", "guess", "wager"),
    Pick: ("seat", "new"),
    Doubt: ("seat",),
    Answer: (),
    Settle: (),
    Discard: (),
    Leave: ("seat",),
    Void: (),
    Withdraw: (),
}
"""The actions that the game knows, each with its fields that must be whole numbers."""


def wagers(state: DoubtItState, guess: int) -> tuple[range, ...]:
    """The points that the seat on turn may wager with `guess`, in ascending ranges.

    D8: a raise is a higher guess, a larger wager or both; what is not raised stays. Ours: what
    is raised goes up by at least its own step (min_raise_guess, min_raise_wager).
    """
    if guess not in PERCENTS or not _may_guess(state):
        return ()
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
    """The percents that the seat on turn may guess, in ascending ranges."""
    if not _may_guess(state):
        return ()
    against, _ = _to_beat(state)
    if against is None:
        return (PERCENTS,)
    same = range(against.guess, against.guess + 1)
    higher = range(against.guess + state.house.min_raise_guess, PERCENTS.stop)
    legal = tuple(some for some in (same, higher) if some and wagers(state, some[0]))
    if legal == (same, higher) and same.stop == higher.start:
        return (range(same.start, higher.stop),)
    return legal


def picks(state: DoubtItState) -> tuple[int, ...]:
    """The seats that the Confident Player may pick, clockwise from himself."""
    asked = state.asked
    if state.over or asked.bid is None or asked.new_player is not None:
        return ()
    seat, seats = asked.bid.seat, len(state.points)
    clockwise = ((seat + step) % seats for step in range(1, seats))
    return tuple(other for other in clockwise if _may_be_picked(state, other))


def refusal(state: DoubtItState, action: Action) -> str | None:
    """Why `action` is not legal in `state`, in a sentence for a player, or None."""
    malformed = _malformed(action)
    if malformed is not None:
        return malformed
    if state.over:
        who = "was ended without a winner" if state.winner is None else _won(state.winner)
        return f"The game is over: {who}."
    match action:
        case Guess():
            return _refuse_guess(state, action)
        case Pick():
            return _refuse_pick(state, action)
        case Doubt():
            return _refuse_doubt(state, action)
        case Answer() | Settle():
            return _refuse_verdict(state, action)
        case Leave():
            return _refuse_leave(state, action)
        case Withdraw():
            return "A doubt is final in this game: it can't be withdrawn."
    return None


def legal_actions(state: DoubtItState) -> Iterator[Action]:
    """Every action that `apply` accepts, lazily: an opening alone can be ten thousand.

    Of the answers only those in whole percents stand here; one with a fraction is legal too.
    """
    if state.over:
        return
    asked, turn = state.asked, state.turn
    if asked.doubted:
        yield from (Answer(percent) for percent in PERCENTS)
        yield Settle(truth=True)
        yield Settle(truth=False)
    else:
        if asked.new_player is not None:
            yield Doubt(turn)
        yield from (Pick(turn, new) for new in picks(state))
        yield from (guess for guess in _guesses(state) if not _repeats(state, guess))
    yield Discard()
    parties = {state.confident, state.doubter} if asked.doubted else set()
    yield from (Leave(seat) for seat in state.in_play if seat not in parties)
    yield Void()


def _may_guess(state: DoubtItState) -> bool:
    """Whether the seat on turn may guess: not once its guess stands and it is to pick again."""
    asked = state.asked
    return state.phase is Phase.READY and not (asked.firm and asked.new_player is None)


def _guesses(state: DoubtItState) -> Iterator[Guess]:
    for some in guesses(state):
        for guess in some:
            for points in wagers(state, guess):
                yield from (Guess(state.turn, guess, wager) for wager in points)


def _to_beat(state: DoubtItState) -> tuple[Bid | None, int]:
    """The guess that the seat on turn must raise, and the highest wager until then.

    The Confident Player may put his own guess right until he has picked (6.2, 19): then it is
    the guess before his own.
    """
    asked = state.asked
    if asked.new_player is None:
        return asked.before, asked.highest_before
    return asked.bid, state.highest_wager


def _may_be_picked(state: DoubtItState, seat: int) -> bool:
    """Whether the Confident Player may pick `seat`: not himself, and no tag-backs (D6, D7).

    Who picked him made the guess before his; nobody picked the starter. Ours: with two players
    left nobody else is there, so the bar on tag-backs is lifted.
    """
    if seat == state.confident or seat not in state.in_play:
        return False
    before = state.asked.before
    return before is None or seat != before.seat or len(state.in_play) == 2


def _repeats(state: DoubtItState, guess: Guess) -> bool:
    bid = state.asked.bid
    return state.asked.new_player is None and bid == Bid(guess.seat, guess.guess, guess.wager)


def _malformed(action: Action) -> str | None:
    numbers = _NUMBERS.get(type(action))
    if numbers is None:
        return f"This game has no such action: {action!r}."
    for name in numbers:
        number = getattr(action, name)
        if type(number) is not int:
            return f"The {name} must be a whole number, not {number!r}."
    if isinstance(action, Answer):
        percent, chance = action.percent, action.chance
        if type(percent) not in (int, float) or not isfinite(percent) or not 0 <= percent <= 100:
            return f"The answer must be 0 to 100 percent, not {percent!r}."
        if chance is not None and type(chance) is not int:
            return f"The chance must be a whole number or None, not {chance!r}."
    if isinstance(action, Settle) and type(action.truth) not in (bool, type(None)):
        return f"The truth must be True, False or None, not {action.truth!r}."
    return None


def _won(seat: int) -> str:
    return f"seat {seat} has won"


def _no_seat(state: DoubtItState, seat: int) -> str | None:
    """Why nothing can be done by or to `seat`, or None for a seat that plays."""
    if seat not in range(len(state.points)):
        return f"There is no seat {seat}: seats are 0 to {len(state.points) - 1}."
    if seat in state.gone:
        return f"Seat {seat} has left the game."
    if seat not in state.in_play:
        return f"Seat {seat} is out and plays no more."
    return None


def _waits(state: DoubtItState, seat: int) -> str | None:
    """Why `seat` can't guess or pick now, or None for the seat on turn."""
    asked = state.asked
    if asked.doubted:
        return f"Seat {asked.new_player} doubts: turn up the answer first."
    no_seat = _no_seat(state, seat)
    if no_seat is not None:
        return no_seat
    if seat == state.turn:
        return None
    if asked.new_player is not None:
        return f"Seat {state.turn} raises or doubts now, not seat {seat}."
    verb = "guesses first" if asked.bid is None else "picks the New Player"
    return f"Seat {state.turn} {verb} now, not seat {seat}."


def _refuse_guess(state: DoubtItState, guess: Guess) -> str | None:
    why = _waits(state, guess.seat)
    if why is not None:
        return why
    if not _may_guess(state):
        return f"The guess of seat {guess.seat} stands: it had picked a New Player already."
    if guess.guess not in PERCENTS:
        return f"A guess is 0 to 100 percent, not {guess.guess}."
    legal = wagers(state, guess.guess)
    if any(guess.wager in some for some in legal):
        if _repeats(state, guess):
            return f"Seat {guess.seat} guesses just that: pick the New Player, or change it."
        return None
    return _wrong_guess(state, guess, legal)


def _wrong_guess(state: DoubtItState, guess: Guess, legal: tuple[range, ...]) -> str:
    seat, held = guess.seat, state.points[guess.seat]
    against, highest = _to_beat(state)
    possible = guesses(state)
    if not possible:
        return f"Seat {seat} can raise neither the guess nor the wager: only a doubt is left."
    if against is not None and held < highest:
        doubt = "" if state.asked.new_player is None else ", or doubt"
        return (
            f"Seat {seat} has {held} points and the highest wager is {highest}: wager all {held} "
            f"with a guess of {_span(possible)}%{doubt}."
        )
    if state.sudden_death and guess.wager != 1:
        return f"In sudden death the wager is 1 point, not {guess.wager}."
    if guess.wager > held:
        return f"Seat {seat} has {held} points and can't wager {guess.wager}."
    if legal:
        return (
            f"With a guess of {guess.guess}% seat {seat} must wager {_span(legal)}, "
            f"not {guess.wager}."
        )
    if against is not None and guess.guess == against.guess:
        return f"Seat {seat} can't raise the wager, so it must guess {_span(possible)}%."
    return f"Seat {seat} must guess {_span(possible)}%, not {guess.guess}%."


def _span(ranges: tuple[range, ...]) -> str:
    """The ranges in words: "20", "21 to 100", "20 or 25 to 100"."""
    words = [str(one[0]) if len(one) == 1 else f"{one[0]} to {one[-1]}" for one in ranges]
    return " or ".join(words)


def _refuse_pick(state: DoubtItState, pick: Pick) -> str | None:
    why = _waits(state, pick.seat)
    if why is not None:
        return why
    if state.asked.bid is None:
        return f"Seat {pick.seat} must guess and wager before picking a New Player."
    if state.asked.new_player is not None:
        return f"Seat {pick.seat} must raise or doubt: a New Player is picked after a raise."
    if _may_be_picked(state, pick.new):
        return None
    no_seat = _no_seat(state, pick.new)
    if no_seat is not None:
        return no_seat
    if pick.new == pick.seat:
        return f"Seat {pick.seat} can't pick itself: pick another seat."
    return f"No tag-backs: seat {pick.new} has just picked seat {pick.seat}."


def _refuse_doubt(state: DoubtItState, doubt: Doubt) -> str | None:
    asked = state.asked
    if asked.bid is None:
        return f"There is no guess to doubt: seat {state.turn} guesses first."
    if asked.doubted:
        return f"Seat {asked.new_player} doubts already: turn up the answer."
    no_seat = _no_seat(state, doubt.seat)
    if no_seat is not None:
        return no_seat
    if asked.new_player is None:
        return f"Only the New Player may doubt: seat {asked.bid.seat} must pick one first."
    if doubt.seat != asked.new_player:
        return f"Only the New Player may doubt: that is seat {asked.new_player}."
    return None


def _refuse_verdict(state: DoubtItState, action: Answer | Settle) -> str | None:
    if not state.asked.doubted:
        return "Nobody doubts: keep the answer hidden."
    if isinstance(action, Settle) and action.truth is None:
        return "A guess can't stand undecided: discard the question."
    return None


def _refuse_leave(state: DoubtItState, leave: Leave) -> str | None:
    no_seat = _no_seat(state, leave.seat)
    if no_seat is not None:
        return no_seat
    if state.asked.doubted and leave.seat in (state.confident, state.doubter):
        return f"Seat {leave.seat} can leave when the answer is turned up: it may lose points."
    return None
