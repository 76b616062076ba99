"""A second referee who knows the truth, and catches the table when it is wrong.

It works from the true times of fingers, the real cards and the answer, and shares no code with the
arbiter, the rules or the card reader: `RaceCheck` checks the first doubter, `CardCheck` the
cards, `PointsCheck` the value of a guess.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from appliance.core.signals import MS, SECOND
from appliance.record.standing import describe, known_part
from appliance.table import Table
from appliance.table.facts import Facts, Stage
from appliance.table.stages import Turns
from bluffing import events
from bluffing.actions import Guess
from bluffing.cards import Card, Rank, Trait
from bluffing.events import (
    Audited,
    Corrected,
    Event,
    Lost,
    Picked,
    Played,
    Produced,
    Shown,
    TimeCalled,
    Took,
    Verdict,
    Won,
)
from bluffing.game import Claim, Phase, State
from bluffing.message import message
from lab.sim.change import Change, Score
from lab.sim.people.fingers import FingerPress, Hands, Why
from lab.sim.truth import answers
from lab.sim.world import MOVES, World

COMMITS_AFTER = 700 * MS
CHOSEN_AFTER = {Why.TAKES: 0, Why.RESTS: 2000 * MS}
"""Time between a press and the choice of a player who steps through the choices (ns)."""
HANDS_REST = 900 * MS
"""Time after a change of the screen in which a press keeps its earlier meaning."""
TAKES_BACK_FOR = 1200 * MS + HANDS_REST
SHAKES_FOR = 500 * MS
"""TAKES_BACK_FOR is the time in which a press of the mover takes the move back; SHAKES_FOR is added
for a player who steps through the choices, whose first presses only repeat the moving one."""


class RaceCheck:
    """Watches the races of one evening.

    A press is a doubt of the newest play after its commit and until another play covers it. A press
    of a seat that may move is a doubt only within the window and until hands have come to rest, and
    after that only as a hold that doubts. A press within that time of a covering play was too late
    for the covered play, and doubts neither.

    Any player doubts the newest play by a press after `_opened` (ns) until its window ends. After
    that a press of a seat that may move is a turn and no doubt: `_eras` are the turns that say so,
    each with its first moment (ns) and the time at which people saw it.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands, self._opened = hands, 0
        self._covers: set[int] = set()  # the openings of plays that covered another
        self._eras: list[tuple[int, Turns, int]] = []
        self._table: Table  # the newest, for its rules and its seats

    def saw(self, change: Change) -> list[str]:
        """Return the table's errors about who was first: a false doubter, or a missed doubt."""
        before, self._table = change.tables
        was, is_ = _turns_of(before), _turns_of(self._table)
        if was is None or is_ is None:
            return []
        faults: list[str] = []
        commit, stood = self._committed(change, was), was
        if was.undo is not None and _taken_back(was, was.undo, is_):
            stood = was.undo
            self._opened = _from(is_)
            self._eras = [(self._opened, stood, change.now)]
        if commit is not None:  # it counts from there, and no player had doubted until then
            faults += self._overlooked(was, commit)
            if is_.moved_at != commit and is_.game.doubter is None:
                faults.append(f"a move of {commit} ns counts from {is_.moved_at}")
        elif is_.game.phase is Phase.OVER and stood.game.phase is Phase.LAST_CARDS:
            faults += self._overlooked(stood, was.closes_at)
        if is_.game.doubter is not None and stood.game.doubter is None:
            faults += self._doubted(stood, is_, change.now)
        moved = (is_.game.claim, is_.counts_from) != (stood.game.claim, stood.counts_from)
        if moved or before.paused is not None is self._table.paused:
            played = any(isinstance(event, Played) for event in change.events)
            races = self._table.ruleset.races_in(was.game)
            covers = played and was.game.phase is Phase.OPEN and races
            self._opened = _from(is_) if commit is None else commit + HANDS_REST * covers
            self._covers |= {is_.opened_at} if covers else set()
            self._eras = [(self._opened, is_, change.now)]
        elif is_.floor != stood.floor or is_.moved_at != stood.moved_at:
            since = is_.floor_at if is_.floor is not None else self._opened
            self._eras.append((since, is_, change.now))
        return faults

    # --- from when which presses mean what -------------------------------------------------------

    def _committed(self, change: Change, was: Turns) -> int | None:
        """Time of the hold that made the move of this change, or None.

        A player who can pick only one seat need not hold.
        """
        moves = (event for event in change.events if isinstance(event, MOVES | Corrected))
        if (event := next(moves, None)) is None:
            return None
        at = self._commit(event.seat, change.now)
        old = at is not None and at <= was.moved_at
        return None if isinstance(event, Picked) and old else at

    def _commit(self, seat: int, now: int) -> int | None:
        """Time of the newest hold of `seat` that commits (ns)."""
        for touch in reversed(self._hands.made):
            if touch.buzzer != self._table.buzzers[seat]:
                continue
            if touch.why is Why.COMMIT and touch.at + COMMITS_AFTER <= min(now, touch.until):
                return touch.at + COMMITS_AFTER
            if touch.why in CHOSEN_AFTER and touch.at + CHOSEN_AFTER[touch.why] <= now:
                return touch.at + CHOSEN_AFTER[touch.why]
        return None

    def _window(self, turns: Turns) -> int | None:
        """End of the time in which a press of a seat that may move is a doubt (ns)."""
        if turns.game.phase is Phase.LAST_CARDS:
            return turns.closes_at  # doubled, perhaps
        settings = self._table.settings
        house = self._table.ruleset.house(dict(settings.options))
        if settings.doubt_window_ms is None:
            return turns.closes_at  # called, or open still
        window = max(settings.doubt_window_ms, int(house.get("min_hold_ms", 0)))
        rests = HANDS_REST if turns.opened_at in self._covers else 0
        return turns.opened_at + rests + window * MS

    # --- who doubted ---------------------------------------------------------------------------

    def _may_doubt(self, turns: Turns) -> list[int]:
        """List the seats that may doubt by a press; for last cards some games have a rule."""
        game, ruleset = turns.game, self._table.ruleset
        assert game.claim is not None  # noqa: S101 - there is a play
        if not ruleset.races_in(game):
            last = game.phase is Phase.LAST_CARDS
            return sorted(ruleset.tie_order(game)) if last else []
        left = {game.claim.seat, *game.out, *game.gone}
        return [seat for seat in range(len(self._table.buzzers)) if seat not in left]

    def _doubts(self, turns: Turns, until: int) -> dict[int, int]:
        """Each seat's first true doubt of the newest play, up to `until` (ns)."""
        first: dict[int, int] = {}
        may, free_at = self._may_doubt(turns), self._window(turns)
        for touch in self._hands.made:
            seat = self._table.seat_of(touch.buzzer)
            if seat is None or seat not in may or touch.why is Why.GLITCH:
                continue
            at = self._moment(touch, seat, free_at)
            if at is not None and self._opened < at <= until:
                first[seat] = min(at, first.get(seat, at))
        return first

    def _moment(self, touch: FingerPress, seat: int, free_at: int | None) -> int | None:
        """Time at which `touch` was a doubt, or None."""
        if touch.why is Why.HOLD_SLAP:
            at = touch.at + COMMITS_AFTER
            return at if at <= touch.until else None  # let go: "no, wait"
        if free_at is None or touch.at <= free_at:
            return touch.at
        eras = (era for era in reversed(self._eras) if era[0] <= touch.at)
        _, turns, announced = next(eras, (0, None, 0))
        if turns is None:
            return touch.at
        steps = self._table.settings.steps(touch.buzzer)
        takes_back_for = TAKES_BACK_FOR + (SHAKES_FOR if steps else 0)
        if seat == turns.mover and touch.at <= turns.moved_at + takes_back_for:
            return None
        late = turns.floor not in (None, seat) and touch.at > announced + HANDS_REST
        live = self._table.ruleset.live(turns.game)
        alone = len(live) == 1 or turns.floor in (None, seat)
        rests = alone and touch.at <= max(free_at, turns.moved_at) + HANDS_REST
        return touch.at if late or rests or seat not in live else None

    def _doubted(self, was: Turns, is_: Turns, now: int) -> list[str]:
        """Return errors if the doubter was not the first, by the game's own rule for ties."""
        game, doubter = is_.game, is_.game.doubter
        house = self._table.ruleset.house(dict(self._table.settings.options))
        assert doubter is not None  # noqa: S101 - the caller looked
        if game.claim is None or game.phase is Phase.ANSWER or not self._may_doubt(was):
            # a doubt is one of a seat's moves: it must be on turn, and have held for it
            commit = self._commit(doubter, now)
            if doubter != was.game.turn or commit is None or commit <= self._opened:
                return [f"seat {doubter} doubts, and did not say so"]
            return []
        movers = self._table.ruleset.live(self._eras[-1][1].game) if self._eras else ()
        commits = [self._commit(seat, now) for seat in movers]
        covers = [at for at in commits if at is not None and at > self._opened]
        winners = []
        for until in (now, *covers):
            if first := self._doubts(was, until):
                start, tie = min(first.values()), int(house["tie_window_ms"]) * MS
                tied = [seat for seat, at in first.items() if at - start <= tie]
                right = game.dealer if house["tie_rule"] == "dealer_left" else game.claim.seat
                seats = len(self._table.buzzers)
                winners.append(min(tied, key=lambda seat: (seat - right - 1) % seats))
        if not winners:
            return [f"nobody doubted, yet seat {doubter} is the doubter"]
        if doubter not in winners:
            return [f"seat {winners[-1]} doubted first, not {doubter}"]
        return []

    def _overlooked(self, was: Turns, until: int | None) -> list[str]:
        if was.game.claim is None or was.game.doubter is not None or until is None:
            return []
        first = self._doubts(was, until)
        return [f"a doubt was overlooked: {first}"] if first else []


def _taken_back(was: Turns, undo: Turns, is_: Turns) -> bool:
    """Return True if the newest move, made from `undo`, was taken back, whatever came after."""
    if is_.undo is undo:
        return False
    stood, old, now = was.game, undo.game, is_.game
    return (old.claim, old.turn) == (now.claim, now.turn) != (stood.claim, stood.turn)


def _turns_of(table: Table) -> Turns | None:
    """Return the turns in which presses count; outside of them, turns without a doubtable play."""
    turns, match = table.open_turns, table.stage.match
    return Turns(match=match) if turns is None and match is not None else turns


def _from(turns: Turns) -> int:
    """First moment at which presses are doubts, if no commit sets it (ns)."""
    return max(turns.counts_from, turns.slaps_from)


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
