"""An evening told in words, from what the table makes known: for reading, and for diffs."""

from collections.abc import Callable, Iterable

from appliance.core.signals import MS, SECOND
from appliance.message import Message
from appliance.rules.cards import Rank
from appliance.rules.events import (
    Adjusted,
    Answered,
    Audited,
    Corrected,
    Discarded,
    Doubted,
    Drew,
    Event,
    Forced,
    Guessed,
    LaidAway,
    Left,
    Lost,
    LostPoints,
    Paid,
    Passed,
    Picked,
    Played,
    Produced,
    Removed,
    Shown,
    Stands,
    SuddenDeath,
    Took,
    Verdict,
    Voided,
    WentOut,
    Withdrawn,
)
from appliance.rules.game import Phase
from appliance.sim.change import Change
from appliance.table import Stage, Table
from appliance.table.parties import parties
from appliance.table.verdict import known_part
from appliance.words import words_of


class Transcript:
    """Tells each change that matters to `say`, with the time since the evening began."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def saw(self, change: Change) -> None:
        """Tell what changed."""
        before, after, now = change.before, change.after, change.now
        lines = _lobby(before, after) + _notes(before, after)
        if after.round is not None:
            lines += [_event(after, event) for event in change.events]
            lines += _stage(before, after)
        for line in lines:
            if line:
                self._say(f"{now // (60 * SECOND):4d}:{now % (60 * SECOND) / SECOND:06.3f}  {line}")


def _lobby(before: Table, after: Table) -> list[str]:
    """Who sat down."""
    return [
        f"{after.name(seat)} sits down at buzzer {buzzer + 1}"
        for seat, buzzer in enumerate(after.buzzers)
        if buzzer not in before.buzzers
    ]


def _notes(before: Table, after: Table) -> list[str]:
    """What the table says beside the events of the game."""
    lines = []
    if _newly("table.taken-back", before, after) and before.round is not None:
        lines.append(f"{_name(after, before.round.mover)} takes the move back")
    if after.paused_at is not None and before.paused_at is None:
        lines.append(
            "the game is paused" + (f": {_said(after, after.notice)}" if after.notice else "")
        )
    if after.question is not None and after.question is not before.question:
        lines.append(f"the question is a {after.question.kind}: {after.question.text}")
    if _newly("table.counts-are-right", before, after):
        lines.append("everybody counts, and the counts are right")
    if after.showing is not None and before.showing is None:
        lines.append(f"{after.name(after.showing)} shows what is left in the hand")
    lines += _reveal(before, after)
    if before.paused_at is not None and after.paused_at is None:
        lines.append("the game goes on")
    return lines


def _newly(code: str, before: Table, after: Table) -> bool:
    """Whether the table says this, and did not before."""
    return after.notice is not None and after.notice.code == code and after.notice != before.notice


def _said(table: Table, what: Message) -> str:
    return words_of("en").named(table.players).say(what)


def _reveal(before: Table, after: Table) -> list[str]:
    """Where the cards are not clear, or the verdict is not believed."""
    lines = []
    if after.ask != before.ask and after.ask and after.reading and after.reading.cards:
        lines.append(f"  the table asks: {_said(after, after.ask)}")
    between = parties(after) if after.by_hand is not None and before.by_hand is None else None
    if between is not None:
        lines.append(f"  {after.name(between.other)} enters the cards by hand")
    if after.dispute is not None and before.dispute is None:
        lines.append("  somebody disputes the verdict")
    if before.dispute is not None and after.dispute is None:
        lines.append("  the verdict stands")
    return lines


def _stage(before: Table, after: Table) -> list[str]:
    if before.stage is Stage.DOUBT is not after.stage:
        return _finish(before)
    game = after.game
    new = before.round is None or before.dealer is None or before.stage is Stage.OVER
    if after.stage is Stage.DEAL and (new or game is not before.game):
        return [_deal(after)]
    if new and before.stage is Stage.DEAL and game.points:
        return [
            f"{after.name(game.turn)} starts {_said(after, after.ruleset.title)}: {_points(after)}"
        ]
    if after.stage is Stage.OVER is not before.stage and game.winner is not None:
        if game.points:
            return [f"{after.name(game.winner)} wins: {_points(after)}"]
        if len(game.out) > 1:
            return ["the order is " + ", ".join(map(after.name, game.out))]
        return [f"{after.name(game.winner)} wins; the others hold {_left(after)}"]
    return []


def _deal(table: Table) -> str:
    game = table.game
    hands = ", ".join(f"{table.name(seat)} {cards}" for seat, cards in enumerate(game.hands))
    packs = "1 pack" if game.packs == 1 else f"{game.packs} packs"
    aside = f", {_some(game.stock)} beside" if game.stock else ""
    title = _said(table, table.ruleset.title)
    return f"{table.name(game.dealer)} deals {title}, {packs}: {hands}{aside}"


def _left(table: Table) -> str:
    winner = table.game.winner
    held = [(seat, cards) for seat, cards in enumerate(table.game.hands) if cards]
    return ", ".join(f"{table.name(seat)} {cards}" for seat, cards in held if seat != winner)


def _points(table: Table) -> str:
    return ", ".join(f"{table.name(seat)} {held}" for seat, held in enumerate(table.game.points))


def _event(table: Table, event: Event) -> str:
    """One event in words; "" where another line says it."""
    for words in (_move, _verdict, _outcome, _procedure):
        if told := words(table, event):
            return told
    return ""


def _move(table: Table, event: Event) -> str:
    name = table.name
    match event:
        case Played(seat, 0, rank):
            return f"{name(seat)} has no {rank.spoken(0).removeprefix('0 ')}"
        case Played(seat, count, rank):
            return f"{name(seat)} plays {rank.spoken(count)}, {table.game.hands[seat]} left"
        case Passed(seat):
            return f"{name(seat)} passes"
        case Drew(seat):
            return f"{name(seat)} draws, {table.game.stock} left in the stock"
        case LaidAway(seat, rank):
            return f"{name(seat)} lays away {rank.spoken(4)}"
        case Guessed(seat, guess, wager):
            return f"{name(seat)} guesses {guess}% for {_some(wager, 'point')}"
        case Picked(seat, new):
            return f"{name(seat)} picks {name(new)}"
        case Doubted(doubter, seat):
            return f"{name(doubter)} doubts {_after(table) or name(seat)}"
        case Forced(doubter, seat):
            return f"{name(doubter)} forces {name(seat)} {_after(table)}"
        case _:
            return ""


def _verdict(table: Table, event: Event) -> str:
    match event:
        case Verdict(_, _, truth, ranks):
            part = known_part(table)
            read = f"{_cards(part)} are among them" if part else _cards(ranks)
            return f"  {'truth' if truth else 'LIE'}: {read or 'they agree on it'}"
        case Produced(seat, _, rank):
            return f"  {table.name(seat)} produces {'none' if rank is None else rank}"
        case Shown(_, ranks):
            return f"  right: {_cards(ranks)}"
        case Answered(_, _, percent, truth):
            return f"  {'truth' if truth else 'LIE'}: the answer is {percent:g}%"
        case _:
            return ""


def _outcome(table: Table, event: Event) -> str:
    name = table.name
    match event:
        case Took(seat, count):
            return f"  {name(seat)} takes {_some(count)}"
        case Removed(count):
            return f"  {_some(count)} leave{'s' * (count == 1)} the game unseen"
        case LostPoints(seat, points):
            return f"  {name(seat)} loses {_some(points, 'point')}: {_points(table)}"
        case SuddenDeath(seats):
            return f"sudden death, one point each: {_names(table, seats)}"
        case WentOut(seat):
            return f"{name(seat)} is out"
        case Lost(seat):
            return f"{name(seat)} loses with {_some(table.game.hands[seat])}"
        case Paid(seat, parts):
            return f"the others pay {name(seat)} {sum(parts)} points"
        case _:
            return ""


def _procedure(table: Table, event: Event) -> str:
    name = table.name
    match event:
        case Corrected(seat, was, count):
            return f"{name(seat)} corrects {was} to {count}"
        case Withdrawn(doubter):
            return f"  the doubt of {name(doubter)} was an accident"
        case Stands(seat):
            return f"  nobody can tell: the cards of {name(seat)} stay"
        case Adjusted(giver, taker):
            return f"one card of {name(giver)} counts for {name(taker)}"
        case Audited(was, hands):
            counted = ((name(s), a, b) for s, (a, b) in enumerate(zip(was, hands, strict=True)))
            wrong = (f"{who} {now}, not {then}" for who, then, now in counted if now != then)
            return f"everybody counts: {', '.join(wrong)}"
        case Left(seat, count):
            return f"{name(seat)} leaves the game{f' with {_some(count)}' if count else ''}"
        case Discarded():
            return "the question is thrown away"
        case Voided():
            return "the game ends without a winner"
        case _:
            return ""


def _cards(ranks: tuple[Rank, ...]) -> str:
    return " ".join(ranks)


def _some(count: int, what: str = "card") -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _names(table: Table, seats: Iterable[int]) -> str:
    return ", ".join(map(table.name, seats))


def _name(table: Table, seat: int | None) -> str:
    return "somebody" if seat is None else table.name(seat)


def _onset(table: Table) -> tuple[int, int] | None:
    """When the first slap of the race began, and the play that it was for (both ns)."""
    finish, round_ = table.finish, table.round
    if finish is None or round_ is None or table.game.phase is Phase.ANSWER:
        return None
    at = next(place.at for place in finish.places if place.buzzer == finish.doubter)
    return at, round_.opened_at


def _after(table: Table) -> str:
    """How long after the play the doubter slapped."""
    onset = _onset(table)
    return "" if onset is None else f"after {(onset[0] - onset[1]) / MS:.1f} ms"


def _finish(table: Table) -> list[str]:
    """The photo finish: how far before or after the doubter the others slapped."""
    onset, finish = _onset(table), table.finish
    if onset is None or finish is None:
        return []
    others = []
    for place in finish.places:
        seat = table.seat_of(place.buzzer)
        if seat is not None and place.buzzer != finish.doubter:
            tie = ", tied" if place.tied else ", too late" if place.late else ""
            others.append(f"{table.name(seat)} {(place.at - onset[0]) / MS:+.3f} ms{tie}")
    return [f"  photo finish: {'; '.join(others)}"] if others else []
