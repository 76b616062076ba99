"""A second referee who knows the truth, and catches the table when it is wrong.

It works from the true times of fingers, the real cards and the answer, and shares no code with the
arbiter, the rules or the card reader: `RaceCheck` checks the first doubter, `CardCheck` the
cards, `PointsCheck` the value of a guess.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from appliance.core.signals import SECOND
from appliance.record.standing import describe, known_part
from appliance.table.facts import Facts, Stage
from bluffing import events
from bluffing.actions import Guess
from bluffing.cards import Card, Rank, Trait
from bluffing.events import (
    Audited,
    Event,
    Lost,
    Produced,
    Shown,
    TimeCalled,
    Took,
    Verdict,
    Won,
)
from bluffing.game import Claim, State
from bluffing.message import message
from lab.sim.change import Change, Score
from lab.sim.referee.race_check import RaceCheck
from lab.sim.truth import answers
from lab.sim.world import World


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
            case events.Rescored(seat, _, points):
                self._points[seat] = points
                self._in -= set() if points else {seat}
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


class CardCheck:
    """Watches the cards of one evening, and counts the verdicts in `score`."""

    def __init__(self, world: World, score: Score) -> None:
        self._world, self._people, self._score = world, world.people, score
        self._adrift = False  # the counts differ: by a reported fault, or by a number never seen

    def saw(self, change: Change) -> list[str]:
        """Return the table's errors about cards."""
        before, after = change.before, change.after
        if after.stage is Stage.DEAL:
            self._adrift = False
            return []
        if after.game is None or before.game is None or self._people.cards is None:
            return []
        faults = []
        for event in change.events:
            faults += self._judged(change, event)
            if isinstance(event, Produced) and self._world.unseen:
                self._adrift = True  # the laid cards stay face down, and the count stays wrong
            if isinstance(event, Audited):
                self._adrift = False
        faults += self._took(change)
        if after.game is not before.game:
            faults += self._counted(after)
        if after.stage is Stage.OVER is not before.stage:
            faults += self._over(change)
        return faults

    # --- verdicts --------------------------------------------------------------------------------

    def _judged(self, change: Change, event: Event) -> list[str]:
        """Return errors about turned-up cards: those of the table must be the real ones."""
        before, part = change.before, known_part(change.after)
        claim, cards, game = before.playing.claim, self._world.revealed, before.playing
        reveal = before.revealing
        hand = reveal.by_hand if reveal is not None else None
        word = hand is not None and hand.word and hand.done
        match event:
            case Verdict(truth=truth, ranks=read) if (read or part or word) and claim is not None:
                wrong = truth != self._true(before, claim, cards)
            case Produced(rank=rank) if claim is not None:
                read = () if rank is None else (rank,)
                wrong = (rank is not None) != (bool(cards) and self._fit(before, cards, claim.rank))
            case Shown(ranks=read):
                ranks = {card.rank for card in cards} - {self._wild(before)}
                wrong = len(ranks) > 1 or (game.required is not None and ranks > {game.required})
            case _:
                return []
        score = self._score
        score.challenges += 1
        real = Counter(map(before.ruleset.trait, cards))
        if not word and (Counter(part) - real if part else Counter(read) != real):
            score.misread += 1
            self._adrift = self._adrift or (not part and len(read) != len(cards))
        if wrong:
            score.wrong += 1
            basis = f"{truth} by a word" if word else f"read {part or read}"
            return [f"the verdict is wrong: {basis}, and there are {cards}"]
        if hand is not None and hand.done:
            score.asked += 1
        else:
            score.right += 1
            score.first_try += self._people.box is not None and self._people.box.spread == 0
        return []

    def _true(self, facts: Facts, claim: Claim, cards: tuple[Card, ...]) -> bool:
        house = facts.ruleset.house(dict(facts.settings.options))
        counts = len(cards) == claim.count or house["count_mismatch"] == "correct_only"
        return counts and self._fit(facts, cards, claim.rank)

    def _fit(self, facts: Facts, cards: Iterable[Card], claimed: Trait) -> bool:
        """Return True if all are of the rank, or wild."""
        return set(map(facts.ruleset.trait, cards)) <= {claimed, self._wild(facts)}

    @staticmethod
    def _wild(facts: Facts) -> Rank | None:
        """Return the wild rank of the house, or jokers in a game with jokers."""
        wild = facts.ruleset.house(dict(facts.settings.options)).get("wild")
        if wild in ("twos", "aces"):
            return Rank.TWO if wild == "twos" else Rank.ACE
        jokers = any(card.rank is Rank.JOKER for card in facts.ruleset.deck(facts.playing))
        return Rank.JOKER if jokers else None

    @staticmethod
    def _took(change: Change) -> list[str]:
        """Return an error if the cards go to a player who was right."""
        truth: bool | None = None
        owner = doubter = -1
        for event in change.events:
            match event:
                case Verdict(owner, by, truth, _) if by is not None:
                    doubter = by
                case Produced(owner, doubter, rank):
                    truth = rank is not None
                case Took(seat) if truth is not None and seat != (doubter if truth else owner):
                    return [f"seat {seat} takes the cards and was right"]
                case _:
                    pass
        return []

    # --- counts ----------------------------------------------------------------------------------

    def _counted(self, facts: Facts) -> list[str]:
        cards, game = self._people.held, facts.playing
        real = (cards.counts(), cards.heaps(), len(cards.stock), len(cards.removed))
        counted = (game.hands, game.heaps, game.stock, game.removed)
        if self._adrift or self._people.miscounted(facts.game) or real == counted:
            return []
        self._adrift = True
        wrong = f"{real} cards in hands, heaps, stock and removed are not as counted: {counted}"
        return [wrong] if cards.conserved() else [wrong, "cards were lost"]

    def _over(self, change: Change) -> list[str]:
        cards, game = self._people.held, change.after.playing
        if not cards.conserved():
            return ["cards were lost"]
        faults = []
        for event in change.events:
            if isinstance(event, Won) and not self._may_win(change, event.seat):
                faults.append(f"seat {event.seat} won with cards in hand")
            if isinstance(event, Lost):
                held = {seat for seat, hand in enumerate(cards.hands) if hand} - {*game.gone}
                if held != {event.seat}:
                    faults.append(f"seat {event.seat} lost, and {held} hold cards")
        return faults

    def _may_win(self, change: Change, seat: int) -> bool:
        """Return True if `seat` has no cards, or one on lead or shown if the game allows that."""
        facts, left = change.after, len(self._people.held.hands[seat])
        house = facts.ruleset.house(dict(facts.settings.options))
        shown = any(isinstance(event, Shown | TimeCalled) for event in change.events)
        return not left or shown or (left == 1 and bool(house.get("idi_one_card_lead_wins")))


class Referee:
    """Watches one evening; `score` is its verdict on the table's verdicts."""

    def __init__(self, world: World) -> None:
        self.score = Score()
        self._world = world
        self._races = RaceCheck(world.people.hands)
        self._cards = CardCheck(world, self.score)
        self._points = PointsCheck(self.score)

    def saw(self, change: Change) -> None:
        """Check the table's view of the world."""
        doubters = self._races.saw(change)
        self.score.wrong_doubters += len(doubters)
        faults = doubters + self._cards.saw(change) + self._points.saw(change)
        faults += self._world.unmeant
        self._world.unmeant.clear()
        at, table = change.now / SECOND, describe(change.after)
        self.score.faults += [
            message("sim.fault-at", fault=fault, at=at, table=table) for fault in faults
        ]
        self.score.plays = self._world.plays
        if change.after.stage is Stage.OVER is not change.before.stage:
            self.score.finished += 1
