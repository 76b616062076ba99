"""What the sentences of `doubtit rules` say of a step of a game, each read from its words alone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from bluffing.actions import (
    Action,
    Audit,
    Doubt,
    LayAway,
    Leave,
    LetStand,
    Pass,
    Rescore,
    Show,
    TimeUp,
)
from bluffing.events import (
    Answered,
    Event,
    Left,
    Lost,
    LostPoints,
    Owes,
    Paid,
    Produced,
    Removed,
    Rescored,
    SuddenDeath,
    Tied,
    Took,
    Verdict,
    Voided,
    WentOut,
    Won,
)
from bluffing.game import Phase

Said: TypeAlias = Any
"""Truth of a sentence about a step; None where it says nothing."""

Some: TypeAlias = Any
"""The state of any game, or an event of the kind that was asked for."""


@dataclass(frozen=True)
class Step:
    """One action of a game, and its result."""

    house: dict[str, Any]
    before: Some
    action: Action
    after: Some
    events: tuple[Event, ...]

    def first(self, kind: type[Any]) -> Some:
        return next((event for event in self.events if isinstance(event, kind)), None)

    @property
    def verdict(self) -> Some:
        return self.first(Verdict) or self.first(Produced)

    @property
    def doubted(self) -> bool:
        """Return True if a doubt of any player was judged."""
        return self.verdict is not None and self.verdict.doubter is not None

    @property
    def truth(self) -> bool:
        verdict = self.verdict
        return bool(verdict.truth if isinstance(verdict, Verdict) else verdict.rank is not None)

    @property
    def owner(self) -> int:
        return int(self.verdict.seat)

    @property
    def right(self) -> int:
        return self.owner if self.truth else self.verdict.doubter

    @property
    def wrong(self) -> int:
        return self.verdict.doubter if self.truth else self.owner

    @property
    def over(self) -> bool:
        return self.after.phase is Phase.OVER

    @property
    def emptied(self) -> bool:
        """Return True if who laid true cards has none left."""
        laid = 1 if isinstance(self.verdict, Produced) and self.truth else 0
        if isinstance(self.verdict, Verdict) and self.verdict.ranks:
            counted = self.before.counted is not None  # then hands and table are right already
            laid = 0 if counted else len(self.verdict.ranks) - self.before.claim.count
        return self.truth and self.before.hands[self.owner] == laid

    def lead(self, seat: int) -> Said:
        """Return True if `seat` leads, or the next seat with cards; None: no seat leads."""
        if self.over:
            return None
        return self.after.turn == with_cards(self.after, seat)

    def wins(self, seat: int) -> bool:
        """Return True if `seat` has won, or is out after others have."""
        if self.before.out:
            return WentOut(seat) in self.events
        return Won(seat) in self.events


def with_cards(state: Some, seat: int) -> int:
    """The first seat, beginning with `seat`, that holds cards."""
    seats = len(state.hands)
    return next(
        (seat + step) % seats for step in range(seats) if state.hands[(seat + step) % seats]
    )


Reading = Callable[[Step], Said]


def takes_wrong(step: Step) -> Said:
    """The player who was right takes nothing; the one who was wrong takes all cards."""
    if not step.doubted:
        return None
    took = step.first(Took)
    if step.house.get("loser_takes") == "none" and took is None:
        return None  # the sentence about that option holds
    if took is None:
        return step.emptied and not step.house.get("doubter_takes_final_pile", True)
    return took.seat == step.wrong and not sum(step.after.heaps)


def pile_leaves(step: Step) -> Said:
    """Nobody takes the pile, but a liar without other cards."""
    if not step.doubted:
        return None
    took = step.first(Took)
    if took is not None:
        return not step.truth and took.seat == step.owner
    return not sum(step.after.heaps) or step.emptied


def owes(step: Step) -> Said:
    """The player who was wrong owes at least one forfeit, and no other player owes any."""
    if not step.doubted:
        return None
    owing = step.first(Owes)
    return owing is not None and owing.seat == step.wrong and owing.forfeits > 0


def next_doubts(step: Step) -> Said:
    """The player on turn doubts, and who is wrong takes all; last cards have their own sentence."""
    if step.before.phase is Phase.LAST_CARDS:
        return None
    if step.doubted and step.verdict.doubter != step.before.doubter:
        return False
    if isinstance(step.action, Doubt):
        return step.action.seat == step.before.turn
    return takes_wrong(step)


def rotation(step: Step) -> Said:
    return step.lead(step.before.turn) if step.doubted else None


def winner_leads(step: Step) -> Said:
    return step.lead(step.right) if step.doubted else None


def taker_leads(step: Step) -> Said:
    return step.lead(step.wrong) if step.doubted else None


def wins_undoubted_or_true(step: Step) -> Said:
    """Last cards win if they are not doubted or are true; else their player plays on."""
    if isinstance(step.action, LetStand):
        return step.wins(step.before.claim.seat)
    if step.verdict is None:
        return None
    if step.emptied:
        return step.wins(step.owner)
    return not step.wins(step.owner) if not step.truth else None


def must_show(step: Step) -> Said:
    """Turned up at once: if false they and the stack go back, and the next seat leads."""
    if step.verdict is None or step.verdict.doubter is not None:
        return None
    if step.truth:
        return step.wins(step.owner) == step.emptied
    took = step.first(Took)
    back = took is not None and took.seat == step.owner
    return back and step.lead(step.owner + 1) is not False


def one_card_wins(step: Step) -> Said:
    """On lead with exactly one card: the game is over, and who leads has won it."""
    after = step.after
    if after.required is not None or isinstance(step.action, Audit | Leave) or after.claim:
        return None
    if step.over:
        return None
    return after.hands[after.turn] != 1


def one_card_wins_nothing(step: Step) -> Said:
    """On lead with one card, it is laid like any other: a lead alone is no win."""
    if step.first(Won) is None or isinstance(step.action, TimeUp):
        return None
    rid = not step.after.hands[step.first(Won).seat]
    return rid or isinstance(step.action, Show)


def removed_by_passes(step: Step) -> Said:
    removed = step.first(Removed)
    if not isinstance(step.action, Pass) or removed is None:
        return None
    last = step.before.last
    everybody = step.house.get("idi_passes_to_end") == "n"
    said_so = last in (*step.before.passed, step.action.seat) or last not in step.after.playing
    return (said_so or not everybody) and step.lead(last) is not False


def leads_on_the_pile(step: Step) -> Said:
    """When all others have passed, the player of the newest cards leads on top of the pile."""
    if not isinstance(step.action, Pass):
        return None
    before, others = step.before, {*step.before.playing} - {step.before.last, step.action.seat}
    if not others <= {*before.passed}:
        return step.after.required == before.required
    pile = sum(step.after.heaps) == sum(before.heaps)
    return step.after.required is None and pile and step.lead(before.last)


def last_loses(step: Step) -> Said:
    """The others play on for places; the last to hold cards loses."""
    lost = step.first(Lost)
    if isinstance(step.action, TimeUp):
        return lost is None
    if step.over and step.first(Voided) is None:
        return lost is not None and step.after.playing == (lost.seat,)
    return None if lost is None else False


def fewest_win(step: Step) -> Said:
    """When time is up the fewest cards win, players with equally few share it, and none pays."""
    if not isinstance(step.action, TimeUp):
        return None
    if step.before.out:
        return step.over and step.after.winner == step.before.winner
    hands, playing = step.before.hands, step.before.playing
    fewest = min(hands[seat] for seat in playing)
    best = tuple(seat for seat in playing if hands[seat] == fewest)
    share = Won(best[0]) if len(best) == 1 else Tied(best)
    return step.over and step.events == (step.action, share)


def first_wins(step: Step) -> Said:
    """The first to be rid of all cards wins, and the game is over."""
    return step.over and not step.first(Lost) if step.first(Won) else None


def pays(step: Step) -> Said:
    won, paid = step.first(Won), step.first(Paid)
    if won is None or isinstance(step.action, TimeUp):
        return None if paid is None else False
    return paid == Paid(won.seat, step.after.hands)


def pays_nothing(step: Step) -> Said:
    return step.first(Paid) is None if step.first(Won) else None


def final_pile(step: Step) -> Said:
    if not (step.doubted and step.emptied) or step.house.get("loser_takes") == "none":
        return None
    return step.first(Took) is not None and step.after.hands[step.wrong] > 0


def no_final_pile(step: Step) -> Said:
    return step.first(Took) is None if step.doubted and step.emptied else None


def valepaska_doubt(step: Step) -> Said:
    right = takes_wrong(step)
    if right is None:
        return None
    return right and step.lead(step.owner if step.truth else step.owner + 1) is not False


def verish_rotation(step: Step) -> Said:
    """If the cards are false, the doubter leads; if true, the seat after the doubter does."""
    if not step.doubted:
        return None
    doubter = step.verdict.doubter
    return step.lead(doubter + 1 if step.truth else doubter)


def pile_believed(step: Step) -> Said:
    """The true pile leaves and the believer leads; false, the believer takes it, the next leads."""
    if step.verdict is None or not step.before.believed:
        return None
    believer, took = step.before.doubter, step.first(Took)
    if step.truth:
        return took is None and step.first(Removed) and step.lead(believer) is not False
    return took.seat == believer and step.lead(believer + 1) is not False


def lays_away_what_was_taken(step: Step) -> Said:
    """Sets leave the hand of who took the pile, before the next cards lie there."""
    if not isinstance(step.action, LayAway):
        return None
    return step.action.seat in step.before.picked and step.before.claim is None


def shows_to_win(step: Step) -> Said:
    return step.wins(step.action.seat) if isinstance(step.action, Show) else None


def single_card(step: Step) -> Said:
    """A player on turn with one card may show it and wins (or goes out) if it fits."""
    if isinstance(step.action, Show):
        return step.wins(step.action.seat) and step.before.hands[step.action.seat] == 1
    return None


def leaver(step: Step) -> Said:
    """A player who leaves plays no more, and the others play on."""
    left = step.first(Left)
    if left is None:
        return None
    return left.seat not in step.after.playing and (step.over or step.after.turn != left.seat)


def counted(step: Step) -> Said:
    """A player without cards by a count is out, but for the newest play; one with cards is in."""
    if not isinstance(step.action, Audit):
        return None
    after, claim = step.after, step.before.claim
    newest = None if claim is None else claim.seat
    rid = [seat for seat, held in enumerate(after.hands) if not held and seat not in after.gone]
    rid = [seat for seat in rid if seat != newest]
    if step.over:
        return (bool(rid) and after.out[0] in rid) or bool(step.before.out) or one_card(step)
    back = [seat for seat in step.before.out if step.action.hands[seat]]
    return {*rid} <= {*after.out} and not {*back} & {*after.out}


def one_card(step: Step) -> bool:
    """Return True if the game was won by a lead with one card."""
    return bool(step.house.get("idi_one_card_lead_wins")) and step.after.hands[step.after.turn] == 1


# --- guesses and wagers --------------------------------------------------------------------------


def stake(step: Step) -> Said:
    """The player who was wrong loses the Confident Player's wager, and no more than they have."""
    judged, lost = step.first(Answered), step.first(LostPoints)
    if judged is None:
        return None
    loser = judged.doubter if judged.truth else judged.seat
    held = step.before.points[loser]
    others = zip(step.before.points, step.after.points, strict=True)
    fell = [seat for seat, (was, now) in enumerate(others) if now < was]
    safe = step.first(SuddenDeath) is not None or not {*fell} - {loser}
    return lost == LostPoints(loser, min(step.before.bid.wager, held)) and safe


def most_points_win(step: Step) -> Said:
    """At the first seat without points who has most wins, or those who have play on."""
    lost = step.first(LostPoints)
    if lost is None or step.before.sudden_death:
        return None
    held = [*step.before.points]
    held[lost.seat] -= lost.points
    playing = [seat for seat in step.before.in_play if seat != lost.seat]
    if held[lost.seat]:
        return not step.over
    best = [seat for seat in playing if held[seat] == max(held[other] for other in playing)]
    if len(best) == 1:
        return step.over and step.after.winner == best[0]
    return step.first(SuddenDeath) == SuddenDeath(tuple(best))


def sudden_death(step: Step) -> Said:
    lost = step.first(LostPoints)
    if lost is None or not step.before.sudden_death:
        return None
    left = [seat for seat in step.before.in_play if seat != lost.seat]
    if len(left) > 1:
        return {*step.after.in_play} == {*left} and not step.over
    return step.over and step.after.winner == left[0]


def next_starter(step: Step) -> Said:
    """The next question is started by the seat on the left of who started the last."""
    if step.first(LostPoints) is None or step.over or step.first(SuddenDeath):
        return None
    return step.after.starter == from_seat(step, step.before.starter + 1)


def from_seat(step: Step, first: int) -> int:
    """The first seat in play, beginning with `first`."""
    seats = len(step.after.points)
    order = ((first + step_) % seats for step_ in range(seats))
    return next(seat for seat in order if seat in step.after.in_play)


def rotation_starts(step: Step) -> Said:
    """Sudden death is begun by the next starter in turn."""
    if step.first(SuddenDeath) is None:
        return None
    started = not isinstance(step.action, Rescore)  # by hand it begins before the next starter did
    return step.after.starter == from_seat(step, step.before.starter + started)


def loser_starts(step: Step) -> Said:
    """Sudden death is begun by the first in play on the left of who has lost."""
    if step.first(SuddenDeath) is None:
        return None
    lost = step.first(Rescored) or step.first(LostPoints)
    return step.after.starter == from_seat(step, lost.seat + 1)


def time_for_a_guess(step: Step) -> Said:
    """The New Player doubts, or the next seat starts; all keep their points."""
    if not isinstance(step.action, TimeUp):
        return None
    if step.before.new_player is not None:
        right = step.after.doubter == step.before.new_player
    else:
        right = step.after.starter == from_seat(step, step.before.starter + 1)
    return right and step.after.points == step.before.points


def never_gains(step: Step) -> Said:
    """No player wins points but by hand."""
    if isinstance(step.action, Rescore):
        return None
    both = zip(step.before.points, step.after.points, strict=True)
    return all(now <= was for was, now in both)


def by_hand(step: Step) -> Said:
    """The score is the new one; a score of 0 ends the game, or begins a sudden death."""
    if not isinstance(step.action, Rescore):
        return None
    expected = [*step.before.points]
    expected[step.action.seat] = step.action.points
    ends = step.over or step.first(SuddenDeath) is not None
    return ends == (step.action.points == 0) and (ends or [*step.after.points] == expected)


def leaves_points(step: Step) -> Said:
    left = step.first(Left)
    if left is None:
        return None
    won = step.after.winner
    return step.after.points == step.before.points and won != left.seat


READINGS: dict[str, Reading] = {
    "rules.leads.rotation": rotation,
    "rules.leads.winner_leads": winner_leads,
    "rules.leads.taker_leads": taker_leads,
    "rules.X10": takes_wrong,
    "rules.loser_takes.none": pile_leaves,
    "rules.forfeit.one": owes,
    "rules.forfeit.newest": owes,
    "rules.forfeit.pile": owes,
    "rules.game_rounds.on": fewest_win,
    "rules.game_minutes.on": fewest_win,
    "rules.X12": counted,
    "rules.X15.joins_table": leaver,
    "rules.X15.leaves_play": leaver,
    "bicycle.B6": takes_wrong,
    "bicycle.B6.next": next_doubts,
    "bicycle.B10": wins_undoubted_or_true,
    "bicycle.B12.points": pays,
    "bicycle.B12": pays_nothing,
    "bicycle.doubter_takes_final_pile.on": final_pile,
    "bicycle.doubter_takes_final_pile": no_final_pile,
    "catsatcards.C8": takes_wrong,
    "catsatcards.C10": wins_undoubted_or_true,
    "bullshit.BS3": takes_wrong,
    "bullshit.BS3.next": next_doubts,
    "sequence.play_on.on": last_loses,
    "bullshit.points.on": pays,
    "bullshit.BS5": wins_undoubted_or_true,
    "pagat.P6": removed_by_passes,
    "pagat.P6.n": removed_by_passes,
    "pagat.P10": takes_wrong,
    "pagat.F2": takes_wrong,
    "pagat.P12": single_card,
    "pagat.down": wins_undoubted_or_true,
    "pagat.down.must-show": must_show,
    "pagat.wins": first_wins,
    "pagat.P14": first_wins,
    "pagat.U4": last_loses,
    "pagat.idi_one_card_lead_wins.on": one_card_wins,
    "pagat.idi_one_card_lead_wins": one_card_wins_nothing,
    "liars-poker.LP3": leads_on_the_pile,
    "liars-poker.LP4": takes_wrong,
    "liars-poker.LP5": wins_undoubted_or_true,
    "verish.VE4.passing": removed_by_passes,
    "verish.VE5": takes_wrong,
    "stack.believe": pile_believed,
    "stack.sets_of_four.after_pick_up": lays_away_what_was_taken,
    "verish.VE7": wins_undoubted_or_true,
    "verish.VE7.play-on": last_loses,
    "verish.lead.rotation": verish_rotation,
    "verish.lead.winner_leads": winner_leads,
    "verish.lead.taker_leads": taker_leads,
    "menteur.SU4.next": next_doubts,
    "menteur.SU5": takes_wrong,
    "menteur.SU6": wins_undoubted_or_true,
    "menteur.SU6.play-on": last_loses,
    "calsbs.CB3": takes_wrong,
    "calsbs.CB4": leads_on_the_pile,
    "calsbs.CB5": shows_to_win,
    "valepaska.VP6": valepaska_doubt,
    "valepaska.VP7": last_loses,
    "doubt-it.D2": never_gains,
    "doubt-it.D19.guess-seconds": time_for_a_guess,
    "doubt-it.starter.rotation": rotation_starts,
    "doubt-it.starter.loser": loser_starts,
    "doubt-it.D11": stake,
    "doubt-it.D12": stake,
    "doubt-it.D13": stake,
    "doubt-it.D16": most_points_win,
    "doubt-it.D17": sudden_death,
    "doubt-it.D15": next_starter,
    "doubt-it.D26": by_hand,
    "doubt-it.X15": leaves_points,
    "doubt-it.X19": stake,
}
"""What each sentence says of a step."""
