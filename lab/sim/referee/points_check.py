"""An independent check of the judging of guesses and points, by the answer."""

from dataclasses import dataclass, replace

from appliance.table.facts import Facts, Stage
from bluffing import events
from bluffing.actions import Guess
from bluffing.game import State
from lab.sim.change import Change, Score
from lab.sim.truth import answers


@dataclass(frozen=True, slots=True)
class HeardQuestion:
    """One question as people hear it: the newest guess, the picker of its player, and the next one.

    `highest` is the highest wager before it.
    """

    seat: int | None = None
    guess: int = 0
    wager: int = 0
    picker: int | None = None
    new: int | None = None
    highest: int = 0


class PointsCheck:
    """Keeps its own score of one evening's guesses, and counts the verdicts in `score`."""

    def __init__(self, score: Score) -> None:
        self._score = score
        self._points: list[int] = []
        self._in: set[int] = set()
        self._asked = self._was = HeardQuestion()  # now, and before the newest move
        self._moved_from: State | None = None

    def saw(self, change: Change) -> list[str]:
        """Return the table's errors about guesses and points."""
        before, after = change.before, change.after
        if after.game is None or not after.game.points:
            return []
        new = before.stage in (Stage.DEAL, Stage.OVER) and after.stage is not before.stage
        if new or not self._points:
            self._begin(after.game)
        if after.game is self._moved_from:  # taken back
            self._asked = self._was
        faults = [fault for event in change.events for fault in self._happened(before, event)]
        if tuple(self._points) != after.game.points:
            faults.append(f"the points are {self._points}, not {after.game.points}")
            self._points = list(after.game.points)
        return faults

    def _begin(self, game: State) -> None:
        """Begin a new game, or resume a running one after a power cut."""
        self._points = list(game.points)
        self._in = set(getattr(game, "in_play", range(len(self._points))))
        bid: Guess | None = getattr(game, "bid", None)
        self._asked = HeardQuestion()
        if bid is not None:
            new, highest = getattr(game, "new_player", None), getattr(game, "highest_wager", 0)
            self._asked = HeardQuestion(bid.seat, bid.guess, bid.wager, None, new, highest)

    def _happened(self, before: Facts, event: events.Event) -> list[str]:
        asked = self._asked
        match event:
            case events.Guessed() | events.Picked():
                self._was, self._moved_from = asked, before.game
                return self._moved(event)
            case events.Doubted(doubter, seat) if (doubter, seat) != (asked.new, asked.seat):
                return [f"seat {doubter} doubts {seat}, and it was not asked"]
            case events.Answered():
                return self._answered(before, event)
            case events.SuddenDeath(seats):
                return self._tied(seats)
            case events.WentOut(seat) | events.Left(seat):
                self._in.discard(seat)
                if seat == asked.new:
                    self._asked = replace(asked, new=None)
            case events.Discarded():
                self._asked = HeardQuestion()
            case events.Won(seat) if self._leaders() != {seat}:
                return [f"seat {seat} won, and {self._leaders()} lead"]
            case _:
                pass
        return []

    def _moved(self, event: events.Guessed | events.Picked) -> list[str]:
        if isinstance(event, events.Guessed):
            return self._guessed(event)
        asked, seat, new = self._asked, event.seat, event.new
        self._asked = replace(asked, new=new)
        back = new == asked.picker and len(self._in) > 2
        if back or seat != asked.seat or new == seat or new not in self._in:
            return [f"seat {seat} can't pick {new}"]
        return []

    def _guessed(self, event: events.Guessed) -> list[str]:
        seat, guess, wager = event.seat, event.guess, event.wager
        was, held = self._asked, self._points[seat]
        wrong = seat not in self._in or wager > held
        if seat == was.seat and was.new is None:  # his own numbers put right
            self._asked = HeardQuestion(seat, guess, wager, was.picker, highest=was.highest)
            return [f"seat {seat} can't wager {wager}"] if wrong else []
        highest = max(was.highest, was.wager)
        if was.seat is not None:
            wrong |= seat != was.new or guess < was.guess or wager < min(highest, held)
            wrong |= (guess, wager) == (was.guess, was.wager)
        self._asked = HeardQuestion(seat, guess, wager, picker=was.seat, highest=highest)
        return [f"seat {seat} can't guess {guess} for {wager}"] if wrong else []

    def _answered(self, before: Facts, event: events.Answered) -> list[str]:
        asked, score = self._asked, self._score
        question, house = before.guess.question, before.ruleset.house(before.settings.house)
        answer = answers()[question.id] if question is not None else -1.0
        if house.get("fact_answer_rounding") == "nearest":
            answer = int(answer + 0.5)
        truth = asked.guess <= answer
        loser = asked.new if truth else asked.seat
        assert loser is not None  # noqa: S101 - a doubt has two parties
        self._points[loser] -= min(asked.wager, self._points[loser])
        if not self._points[loser]:
            self._in.discard(loser)
        self._asked = HeardQuestion()
        score.challenges += 1
        if truth != event.truth:
            score.wrong += 1
            return [f"{asked.guess} was guessed, the answer is {answer}: not {event.truth}"]
        score.right += 1
        score.first_try += 1
        return []

    def _tied(self, seats: tuple[int, ...]) -> list[str]:
        """Let the leaders play on with a point each when a player has none left."""
        leaders, self._in = self._leaders(), set(seats)
        for seat in seats:
            self._points[seat] = 1
        return [] if leaders == set(seats) else [f"{leaders} were tied, not {seats}"]

    def _leaders(self) -> set[int]:
        most = max(self._points[seat] for seat in self._in)
        return {seat for seat in self._in if self._points[seat] == most}
