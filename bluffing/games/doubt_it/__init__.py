"""Doubt/it!, the percentage game: guess, wager, and doubt what others guess.

The game has no cards. The table keeps the questions and their answers; an answer comes in only when
a guess is doubted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Unpack

from bluffing import events
from bluffing.actions import (
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
)
from bluffing.cards import Card, Trait
from bluffing.cardstate import moved
from bluffing.changed import changed
from bluffing.game import Middle, Outcome, Phase, Refused, Setup, Timing
from bluffing.games.doubt_it import state as rules
from bluffing.games.doubt_it.house import MOST_POINTS, DoubtItHouse
from bluffing.games.doubt_it.state import Bidding, DoubtItState, next_in_play
from bluffing.message import AtSeat, Message, message, quoted
from bluffing.options import Lesson, Preset, Topic
from bluffing.wagers import WagerGame


@dataclass(frozen=True, kw_only=True)
class DoubtIt(WagerGame[DoubtItState]):
    """Doubt/it! as a `wagers.WagerGame`."""

    usual: DoubtItHouse
    middle: ClassVar[tuple[str, ...]] = ("points", "starter", "sudden_death", "in_play")

    guesses = staticmethod(rules.guesses)
    wagers = staticmethod(rules.wagers)
    picks = staticmethod(rules.picks)
    scores = staticmethod(rules.scores)
    refusal = staticmethod(rules.refusal)
    moves = staticmethod(rules.moves)
    legal_actions = staticmethod(rules.legal_actions)

    def compared(self, state: DoubtItState, percent: float) -> float:
        """Round `percent` as the house compares it."""
        return state.compared(percent)

    def start(self, setup: Setup, options: Mapping[str, object]) -> DoubtItState:
        """Start a new game. `setup.lead`, by vote or chance, starts the first question (D4)."""
        house = self.agreed(self.usual, setup, options)
        players, dealer = setup.players, setup.dealer
        if players not in self.seats:
            least = self.seats[0]
            raise Refused(
                message("doubt-it.players", game=self.title, least=least, players=players)
            )
        if setup.packs is not None or setup.hands is not None:
            raise Refused(message("doubt-it.no-cards", game=self.title))
        lead = (dealer + 1) % players if setup.lead is None else setup.lead
        for seat in (dealer, lead):
            if seat not in range(players):
                raise Refused(message("rules.no-such-seat", number=seat, last=players - 1))
        points = (house.start_points,) * players if setup.points is None else tuple(setup.points)
        _check_points(points, players, least=1)
        return DoubtItState(house, dealer, lead, points, tuple(range(players)), Bidding(1))

    def midgame(self, state: DoubtItState, **given: Unpack[Middle]) -> DoubtItState:
        """Set `state` at the start of a question in the middle of a game.

        A starter out of play is skipped, and in sudden death the seats with one point are in play.
        Seats outside `in_play` are out in a sudden death, and have left in any other game.
        """
        assert given.keys() <= {*self.middle}
        points, sudden = given.get("points", state.points), given.get("sudden_death", False)
        seats = range(len(state.points))
        _check_points(points, len(seats), least=0)
        alive = tuple(seat for seat in seats if not sudden or points[seat] == 1)
        in_play = given.get("in_play", alive)
        if len({*in_play}) != len(in_play) or len(in_play) < 2 or not {*in_play} <= {*seats}:
            raise Refused(message("doubt-it.two-in-play", given=quoted(in_play)))
        in_play = tuple(sorted(in_play))
        for seat in in_play:
            who, held = AtSeat(seat), points[seat]
            if sudden and held != 1:
                raise Refused(message("doubt-it.one-point-each", seat=who, given=held))
            if held < 1:
                raise Refused(message("doubt-it.a-point-at-least", seat=who))
        starter = given.get("starter", next_in_play(in_play, state.starter, len(seats)))
        if starter not in in_play:
            raise Refused(message("doubt-it.cannot-start", number=starter, given=quoted(in_play)))
        behind = tuple(seat for seat in seats if seat not in in_play)
        return changed(
            state,
            starter=starter,
            points=points,
            in_play=in_play,
            asked=Bidding(state.question),
            sudden_death=sudden,
            gone=() if sudden else behind,
        )

    def deck(self, state: DoubtItState) -> tuple[Card, ...]:
        """Return no card: the game has none."""
        return ()

    def timing(self, state: DoubtItState) -> Timing:
        """Return no waiting times but that of a guess, if the house has one (D19)."""
        seconds, turn_ms = state.house.guess_seconds, None
        if isinstance(seconds, int) and rules.refusal(state, TimeUp()) is None:
            turn_ms = 1000 * seconds
        return Timing(tie_window_ms=0, min_hold_ms=0, last_card_window_ms=0, turn_ms=turn_ms)

    def refutes(self, state: DoubtItState, ranks: tuple[Trait, ...]) -> bool:
        """Return False: the game has no cards."""
        return False

    def live(self, state: DoubtItState) -> tuple[int, ...]:
        """Return the seat on turn, or no seat while an answer is to be turned up."""
        return (state.turn,) if state.phase is Phase.READY else ()

    def covers(self, state: DoubtItState, action: Action) -> bool:
        """Return True for a raise: the earlier guess is safe (D11)."""
        return isinstance(action, Guess) and state.new_player is not None

    def tie_words(self, state: DoubtItState) -> Message:
        """Return the reason that no doubts can tie."""
        return message("doubt-it.only-new-player-doubts")

    def tie_order(self, state: DoubtItState) -> tuple[int, ...]:
        """Return the New Player alone."""
        if state.phase is not Phase.READY or state.new_player is None:
            return ()
        return (state.new_player,)

    def carry_out(self, state: DoubtItState, action: Action) -> Outcome[DoubtItState]:
        """Return the state after `action`, a legal one, and its events."""
        match action:
            case Guess():
                return _guess(state, action)
            case Pick():
                return _pick(state, action)
            case Doubt():
                return _doubt(state)
            case Answer():
                return _answer(state, action)
            case Settle():
                bid, doubter = _parties(state)
                truth = action.truth is True
                after, news = _lose(state, truth=truth, chance=None)
                return after, (events.Verdict(bid.seat, doubter, truth, ()), *news)
            case TimeUp():
                return _time_up(state)
            case _:
                return _procedure(state, action)


DOUBT_IT = DoubtIt(
    name="doubt_it",
    seats=range(3, 101),  # D1: "3+ Players"; a hundred are more than fit around any table
    races=False,
    usual=DoubtItHouse(fact_answer_rounding="nearest"),
    first_edition=(("fact_answer_rounding", "none"), ("short_must_raise_guess", True)),
    presets=(
        Preset("published"),
        Preset("quick", (("start_points", 30),)),
        Preset(
            "bold",
            (("min_raise_guess", 5), ("min_raise_wager", 5)),
        ),
        Preset("strict", (("resume_equal_is_raise", False),)),
    ),
    lessons=(
        Lesson(Topic.DEAL, ("D2", "D3")),
        Lesson(Topic.TURN, ("D4", "D5")),
        Lesson(Topic.ANSWER, ("D6", "D8")),
        Lesson(Topic.DOUBT, ("D11",)),
        Lesson(Topic.END, ("D16",)),
    ),
)


def _check_points(points: tuple[int, ...], seats: int, *, least: int) -> None:
    """Check that each seat has `least` to `MOST_POINTS` points; raises Refused."""
    if len(points) != seats or any(held not in range(least, MOST_POINTS + 1) for held in points):
        span = {"seats": seats, "least": least, "most": MOST_POINTS}
        raise Refused(message("doubt-it.points-each", **span, given=quoted(points)))


def _guess(state: DoubtItState, guess: Guess) -> Outcome[DoubtItState]:
    """Open, raise, or correct own numbers: the seat that guesses is the Confident Player."""
    asked = state.asked
    if asked.new_player is None:
        asked = changed(asked, bid=guess)
    else:
        assert asked.bid is not None
        earlier, highest = (*asked.earlier, asked.bid), state.highest_wager
        asked = Bidding(asked.number, guess, asked.bid, highest, earlier=earlier)
    return changed(state, asked=asked), (guess,)


def _pick(state: DoubtItState, pick: Pick) -> Outcome[DoubtItState]:
    asked = changed(state.asked, new_player=pick.new, firm=True)
    return changed(state, asked=asked), (pick,)


def _parties(state: DoubtItState) -> tuple[Guess, int]:
    bid, doubter = state.asked.bid, state.asked.new_player
    assert bid is not None
    assert doubter is not None
    return bid, doubter


def _doubt(state: DoubtItState) -> Outcome[DoubtItState]:
    bid, doubter = _parties(state)
    return changed(state, asked=changed(state.asked, doubted=True)), (
        events.Doubted(doubter, bid.seat),
    )


def _time_up(state: DoubtItState) -> Outcome[DoubtItState]:
    """Let the New Player doubt, or the next seat start in place of a starter who has not guessed.

    Ours: the clock alone costs no points.
    """
    if state.asked.new_player is not None:
        return _doubt(state)
    starter = next_in_play(state.in_play, state.starter + 1, len(state.points))
    return changed(state, starter=starter), (events.Passed(state.starter),)


def _answer(state: DoubtItState, answer: Answer) -> Outcome[DoubtItState]:
    bid, doubter = _parties(state)
    truth = bid.guess <= state.compared(answer.percent)
    after, news = _lose(state, truth=truth, chance=answer.chance)
    return after, (events.Answered(bid.seat, doubter, answer.percent, truth), *news)


def _lose(state: DoubtItState, *, truth: bool, chance: int | None) -> Outcome[DoubtItState]:
    """Take the Confident Player's own wager from the loser, or all of their points (D11, D12)."""
    bid, doubter = _parties(state)
    loser = doubter if truth else bid.seat
    lost = events.LostPoints(loser, min(bid.wager, state.points[loser]))
    points = moved(state.points, loser, -lost.points)
    after = changed(state, points=points, last_loss=lost)
    owed = (events.Owes(loser, 1),) if state.house.forfeit == "one" else ()
    news: tuple[events.Event, ...] = (lost, *owed)
    if points[loser]:
        return _next_question(after, state.starter + 1), news
    return _without_points(after, loser, state.starter + 1, news, chance)


def _procedure(state: DoubtItState, action: Action) -> Outcome[DoubtItState]:
    match action:
        case Rescore():
            return _rescore(state, action)
        case Discard():
            return _discard(state)
        case Leave():
            return _leave(state, action.seat)
        case Void():
            return changed(state, asked=Bidding(state.question), over=True), (events.Voided(),)
    raise AssertionError(f"refusal let {action!r} through")


def _rescore(state: DoubtItState, score: Rescore) -> Outcome[DoubtItState]:
    """Set a score by hand; a player without points ends the game as after a question (D16)."""
    seat, points = score.seat, list(state.points)
    points[seat] = score.points
    news = (events.Rescored(seat, state.points[seat], score.points),)
    after = changed(state, points=tuple(points))
    return _without_points(after, seat, state.starter, news) if not score.points else (after, news)


def _without_points(
    state: DoubtItState,
    loser: int,
    first: int,
    news: tuple[events.Event, ...],
    chance: int | None = None,
) -> Outcome[DoubtItState]:
    """Let `loser`, who has no points left, end the game or the sudden death.

    If it goes on, the first seat in play clockwise from `first` starts the next question.
    """
    points = state.points
    after = changed(state, in_play=tuple(seat for seat in state.in_play if seat != loser))
    if state.sudden_death:
        after = changed(after, fell=(*state.fell, loser))
        news = (*news, events.WentOut(loser))
        leaders = after.in_play
    else:
        most = max(points[seat] for seat in after.in_play)
        leaders = tuple(seat for seat in after.in_play if points[seat] == most)
    if len(leaders) == 1:
        return _won(after, leaders[0], news)
    if not state.sudden_death:
        after = _sudden_death(after, leaders)
        first = _first_of_sudden_death(state, leaders, loser, first, chance)
        news = (*news, events.SuddenDeath(leaders))
    return _next_question(after, first), news


def _sudden_death(state: DoubtItState, leaders: tuple[int, ...]) -> DoubtItState:
    """Let all seats tied for the lead play on with one point; all others are out (D17).

    The points of seats that are out stay for the ranking.
    """
    points = tuple(1 if seat in leaders else held for seat, held in enumerate(state.points))
    return changed(state, points=points, in_play=leaders, sudden_death=True)


def _first_of_sudden_death(
    state: DoubtItState, leaders: tuple[int, ...], loser: int, rotation: int, chance: int | None
) -> int:
    """Return the seat from which the starter of the sudden death is sought.

    Ours: a house option chooses the starter; without a `chance` to choose by, rotation does.
    """
    way = state.house.sudden_death_starter
    if way == "loser":
        return loser + 1
    if way == "random" and chance is not None:
        return leaders[chance % len(leaders)]
    return rotation


def _next_question(state: DoubtItState, first: int) -> DoubtItState:
    """Begin the next question, started by the first seat in play clockwise from `first`."""
    starter = next_in_play(state.in_play, first, len(state.points))
    return changed(state, asked=Bidding(state.asked.number + 1), starter=starter)


def _won(state: DoubtItState, seat: int, news: tuple[events.Event, ...]) -> Outcome[DoubtItState]:
    asked = Bidding(state.asked.number)
    return changed(state, asked=asked, over=True, winner=seat), (*news, events.Won(seat))


def _discard(state: DoubtItState) -> Outcome[DoubtItState]:
    after = _next_question(state, state.starter)
    return after, (events.Discarded(after.starter),)


def _leave(state: DoubtItState, seat: int) -> Outcome[DoubtItState]:
    """Remove a player who leaves; their points stay for the ranking (6.2, 15).

    Ours: after the New Player leaves, the Confident Player picks again. If the Confident Player
    leaves, the guess has no player, so the question is discarded. The last seat in play has won.
    """
    asked = state.asked
    after = changed(
        state,
        in_play=tuple(other for other in state.in_play if other != seat),
        gone=(*state.gone, seat),
        fell=(*state.fell, seat) if state.sudden_death else state.fell,
    )
    news: tuple[events.Event, ...] = (events.Left(seat, 0),)
    if len(after.in_play) == 1:
        return _won(after, after.in_play[0], news)
    if asked.bid is not None and asked.bid.seat == seat:
        after, discarded = _discard(after)
        return after, (*news, *discarded)
    if asked.new_player == seat:
        return changed(after, asked=changed(asked, new_player=None)), news
    if asked.bid is None and state.starter == seat:
        starter = next_in_play(after.in_play, seat, len(state.points))
        return changed(after, starter=starter), news
    return after, news
