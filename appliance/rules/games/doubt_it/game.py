"""Doubt/it!, the percentage game: guess, wager, and doubt what others guess.

Played without cards. The table keeps the questions and their answers; an answer comes in only
when a guess is doubted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import floor
from typing import Any

from appliance.message import Message, message
from appliance.rules.actions import Action, Answer, Discard, Doubt, Guess, Leave, Pick, Settle, Void
from appliance.rules.cards import Card, Rank
from appliance.rules.events import (
    Answered,
    Discarded,
    Doubted,
    Event,
    Guessed,
    Left,
    LostPoints,
    Picked,
    SuddenDeath,
    Verdict,
    Voided,
    WentOut,
    Won,
)
from appliance.rules.game import Phase, Refused, Rule, Setup, Timing
from appliance.rules.games.doubt_it import legality, words
from appliance.rules.games.doubt_it.state import (
    MOST_POINTS,
    Bidding,
    DoubtItHouse,
    DoubtItState,
    at,
    midgame,
    next_in_play,
)
from appliance.rules.options import Option, OptionError, Preset, Value, parse_options
from appliance.rules.wagers import Bid, Loss

_Outcome = tuple[DoubtItState, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class DoubtIt:
    """Doubt/it! as a `game.Ruleset` and a `wagers.WagerGame`.

    D1: "3+ Players", no maximum; a hundred are more than fit around any table.
    """

    name: str = "doubt_it"
    title: Message = words.TITLE
    summary: Message = words.SUMMARY
    aliases: tuple[str, ...] = ()
    seats: range = range(3, 101)
    options: tuple[Option, ...] = words.OPTIONS
    presets: tuple[Preset, ...] = words.PRESETS
    heaps: bool = False
    races: bool = False

    def house(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Every house option with its value.

        Raises:
            OptionError: for an unknown key, or a value that is not allowed or contradicts another.
        """
        values = parse_options(self.options, options)
        contradiction = words.clash(_house(values))
        if contradiction is not None:
            raise OptionError(contradiction)
        return values

    def explain(self, options: Mapping[str, object]) -> tuple[Rule, ...]:
        """The game as it will be played with these options.

        Raises:
            OptionError: as `house` does.
        """
        return tuple(words.tell(_house(self.house(options))))

    def start(self, setup: Setup, options: Mapping[str, object]) -> DoubtItState:
        """A new game. `setup.lead` starts the first question: who won the vote, or chance (D4).

        Raises:
            Refused: when the set-up or an option is not legal.
        """
        try:
            house = _house(self.house(options))
        except OptionError as error:
            raise Refused(
                message("rules.option-refused", game=self.title, why=error.why)
            ) from error
        players, dealer = setup.players, setup.dealer
        for number in (players, dealer, setup.lead or 0, *(setup.points or ())):
            if type(number) is not int:
                raise Refused(message("rules.set-up-of-numbers", given=repr(number)))
        if players not in self.seats:
            raise Refused(
                message("doubt-it.players", game=self.title, least=self.seats[0], players=players)
            )
        if setup.packs is not None or setup.hands is not None:
            raise Refused(message("doubt-it.no-cards", game=self.title))
        lead = (dealer + 1) % players if setup.lead is None else setup.lead
        for seat in (dealer, lead):
            if seat not in range(players):
                raise Refused(message("rules.no-such-seat", number=seat, last=players - 1))
        points = (house.start_points,) * players if setup.points is None else tuple(setup.points)
        if len(points) != players or not all(1 <= held <= MOST_POINTS for held in points):
            raise Refused(
                message(
                    "doubt-it.points-each",
                    seats=players,
                    least=1,
                    most=MOST_POINTS,
                    given=repr(points),
                )
            )
        return DoubtItState(house, dealer, lead, points, tuple(range(players)), Bidding(1))

    def midgame(
        self,
        state: DoubtItState,
        *,
        points: tuple[int, ...] | None = None,
        starter: int | None = None,
        sudden_death: bool = False,
        in_play: tuple[int, ...] | None = None,
    ) -> DoubtItState:
        """`state`, set in the middle of a game: see `doubt_it_state.midgame`.

        Raises:
            Refused: for what cannot be.
        """
        return midgame(
            state, points=points, starter=starter, sudden_death=sudden_death, in_play=in_play
        )

    def deck(self, state: DoubtItState) -> tuple[Card, ...]:
        """Played without cards."""
        return ()

    def timing(self, state: DoubtItState) -> Timing:
        """Nothing waits: D19, there is no time limit."""
        return Timing(tie_window_ms=0, min_hold_ms=0, last_card_window_ms=0)

    def refutes(self, state: DoubtItState, ranks: tuple[Rank, ...]) -> bool:
        """Played without cards."""
        return False

    def live(self, state: DoubtItState) -> tuple[int, ...]:
        """The seat on turn; nobody while an answer is to be turned up."""
        return (state.turn,) if state.phase is Phase.READY else ()

    def covers(self, state: DoubtItState, action: Action) -> bool:
        """A raise: whoever guessed before is safe (D11)."""
        return isinstance(action, Guess) and state.new_player is not None

    def tie_words(self, state: DoubtItState) -> Message:
        """Nothing can tie."""
        return message("doubt-it.only-new-player-doubts")

    def tie_order(self, state: DoubtItState) -> tuple[int, ...]:
        """The New Player alone."""
        if state.phase is not Phase.READY or state.new_player is None:
            return ()
        return (state.new_player,)

    def guesses(self, state: DoubtItState) -> tuple[range, ...]:
        """The percents that the seat on turn may guess, in ascending ranges."""
        return legality.guesses(state)

    def wagers(self, state: DoubtItState, guess: int) -> tuple[range, ...]:
        """The points that it may wager with `guess`, in ascending ranges."""
        return legality.wagers(state, guess)

    def picks(self, state: DoubtItState) -> tuple[int, ...]:
        """The seats that it may pick, clockwise from itself."""
        return legality.picks(state)

    def refusal(self, state: DoubtItState, action: Action) -> Message | None:
        """Why `action` is not legal in `state`, or None."""
        return legality.refusal(state, action)

    def legal_actions(self, state: DoubtItState) -> Iterator[Action]:
        """Every action that `apply` accepts, lazily; of the answers those in whole percents."""
        return legality.legal_actions(state)

    def apply(self, state: DoubtItState, action: Action) -> _Outcome:
        """The state after `action`, and what happened.

        Raises:
            Refused: when `refusal` gives a reason; nothing changes.
        """
        why = legality.refusal(state, action)
        if why is not None:
            raise Refused(why)
        match action:
            case Guess():
                return _guess(state, Bid(action.seat, action.guess, action.wager))
            case Pick():
                return _pick(state, action)
            case Doubt():
                return _doubt(state)
            case Answer():
                return _answer(state, action)
            case Settle():
                bid, doubter = _parties(state)
                truth = action.truth is True
                after, events = _lose(state, truth=truth, chance=None)
                return after, (Verdict(bid.seat, doubter, truth, ()), *events)
            case Discard():
                return _discard(state)
            case Leave():
                return _leave(state, action.seat)
            case Void():
                return replace(state, asked=Bidding(state.question), over=True), (Voided(),)
        raise AssertionError(f"refusal let {action!r} through")


DOUBT_IT = DoubtIt()


def _house(values: Mapping[str, Value]) -> DoubtItHouse:
    checked: dict[str, Any] = dict(values)  # each value was checked by its own `Option`
    return DoubtItHouse(**checked)


def _guess(state: DoubtItState, bid: Bid) -> _Outcome:
    """Opening, raise, or own numbers put right: the Confident Player is who guessed."""
    asked = state.asked
    if asked.new_player is None:
        asked = Bidding(asked.number, bid, asked.before, asked.highest_before)
    else:
        asked = Bidding(asked.number, bid, asked.bid, state.highest_wager)
    return at(state, asked), (Guessed(bid.seat, bid.guess, bid.wager),)


def _pick(state: DoubtItState, pick: Pick) -> _Outcome:
    was = state.asked
    asked = Bidding(was.number, was.bid, was.before, was.highest_before, pick.new, firm=True)
    return at(state, asked), (Picked(pick.seat, pick.new),)


def _parties(state: DoubtItState) -> tuple[Bid, int]:
    bid, doubter = state.asked.bid, state.asked.new_player
    assert bid is not None
    assert doubter is not None
    return bid, doubter


def _doubt(state: DoubtItState) -> _Outcome:
    was, (bid, doubter) = state.asked, _parties(state)
    asked = Bidding(was.number, bid, was.before, was.highest_before, doubter, doubted=True)
    return at(state, asked), (Doubted(doubter, bid.seat),)


def _answer(state: DoubtItState, answer: Answer) -> _Outcome:
    bid, doubter = _parties(state)
    percent = answer.percent
    if state.house.fact_answer_rounding == "nearest":
        whole = floor(percent)
        percent = whole + (percent - whole >= 0.5)
    truth = bid.guess <= percent
    after, events = _lose(state, truth=truth, chance=answer.chance)
    return after, (Answered(bid.seat, doubter, answer.percent, truth), *events)


def _lose(state: DoubtItState, *, truth: bool, chance: int | None) -> _Outcome:
    """Who was wrong loses the Confident Player's own wager, or all he has (D11, D12)."""
    bid, doubter = _parties(state)
    loser = doubter if truth else bid.seat
    lost = min(bid.wager, state.points[loser])
    points = _with(state.points, loser, state.points[loser] - lost)
    after = replace(state, points=points, last_loss=Loss(loser, lost))
    told: tuple[Event, ...] = (LostPoints(loser, lost),)
    if points[loser]:
        return _next_question(after, state.starter + 1), told
    after = replace(after, in_play=tuple(seat for seat in state.in_play if seat != loser))
    if state.sudden_death:
        after = replace(after, fell=(*state.fell, loser))
        told = (*told, WentOut(loser))
        leaders = after.in_play
    else:
        most = max(points[seat] for seat in after.in_play)
        leaders = tuple(seat for seat in after.in_play if points[seat] == most)
    if len(leaders) == 1:
        return _won(after, leaders[0], told)
    if state.sudden_death:
        return _next_question(after, state.starter + 1), told
    return _sudden_death(after, leaders, loser, chance), (*told, SuddenDeath(leaders))


def _sudden_death(
    state: DoubtItState, leaders: tuple[int, ...], loser: int, chance: int | None
) -> DoubtItState:
    """Everybody tied for the lead plays on with one point, all others are out (D17).

    Ours: who starts it, by house option; without a chance to take it from, by rotation. The
    points of those who are out stay for the ranking.
    """
    points = state.points
    for seat in leaders:
        points = _with(points, seat, 1)
    first = state.starter + 1
    way = state.house.sudden_death_starter
    if way == "loser":
        first = loser + 1
    elif way == "random" and chance is not None:
        first = leaders[chance % len(leaders)]
    state = replace(state, points=points, in_play=leaders, sudden_death=True)
    return _next_question(state, first)


def _next_question(state: DoubtItState, first: int) -> DoubtItState:
    """The next question, started by the first seat from `first` clockwise that is in play."""
    starter = next_in_play(state.in_play, first, len(state.points))
    return at(state, Bidding(state.asked.number + 1), starter)


def _won(state: DoubtItState, seat: int, told: tuple[Event, ...]) -> _Outcome:
    asked = Bidding(state.asked.number)
    return replace(state, asked=asked, over=True, winner=seat), (*told, Won(seat))


def _discard(state: DoubtItState) -> _Outcome:
    after = _next_question(state, state.starter)
    return after, (Discarded(after.starter),)


def _leave(state: DoubtItState, seat: int) -> _Outcome:
    """Who leaves is skipped, his points stay for the ranking (6.2, 15).

    Ours: the New Player's place falls back to whoever picked him. If the Confident Player
    leaves, nobody stands for the guess any more, so the question is discarded. The last one in
    play has won.
    """
    asked = state.asked
    after = replace(
        state,
        in_play=tuple(other for other in state.in_play if other != seat),
        gone=(*state.gone, seat),
        fell=(*state.fell, seat) if state.sudden_death else state.fell,
    )
    told: tuple[Event, ...] = (Left(seat, 0),)
    if len(after.in_play) == 1:
        return _won(after, after.in_play[0], told)
    if asked.bid is not None and asked.bid.seat == seat:
        after, discarded = _discard(after)
        return after, (*told, *discarded)
    if asked.new_player == seat:
        return at(after, replace(asked, new_player=None)), told
    if asked.bid is None and state.starter == seat:
        starter = next_in_play(after.in_play, seat, len(state.points))
        return replace(after, starter=starter), told
    return after, told


def _with(points: tuple[int, ...], seat: int, held: int) -> tuple[int, ...]:
    return (*points[:seat], held, *points[seat + 1 :])
