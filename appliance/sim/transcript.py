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
from appliance.sim.people.matters import known_part, sitting
from appliance.table.facts import (
    DisputeFacts,
    Facts,
    JudgedFacts,
    PressFacts,
    RevealingFacts,
    Stage,
    TurnsFacts,
)
from appliance.words import words_of


class Transcript:
    """Tells each change that matters to `say`, with the time since the evening began."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def saw(self, change: Change) -> None:
        """Tell what changed."""
        before, after, now = change.before, change.after, change.now
        lines = _lobby(before, after) + _notes(before, after)
        if after.game is not None:
            lines += [_event(after, event) for event in change.events]
            lines += _stage(before, after)
        for line in lines:
            if line:
                self._say(f"{now // (60 * SECOND):4d}:{now % (60 * SECOND) / SECOND:06.3f}  {line}")


def _lobby(before: Facts, after: Facts) -> list[str]:
    """Who sat down."""
    return [
        f"{after.names[seat]} sits down at buzzer {buzzer + 1}"
        for seat, buzzer in enumerate(sitting(after))
        if buzzer not in sitting(before)
    ]


def _notes(before: Facts, after: Facts) -> list[str]:
    """What the table says beside the events of the game."""
    lines = []
    if _newly("table.taken-back", before, after) and isinstance(before.about, TurnsFacts):
        lines.append(f"{_name(after, before.about.mover)} takes the move back")
    if after.paused_at is not None and before.paused_at is None:
        lines.append(
            "the game is paused" + (f": {_said(after, after.notice)}" if after.notice else "")
        )
    asked = after.question
    if asked is not None and (before.question is None or asked.id != before.question.id):
        lines.append(f"the question is a {asked.kind}: {asked.text}")
    if _newly("table.counts-are-right", before, after):
        lines.append("everybody counts, and the counts are right")
    if after.showing is not None and before.showing is None:
        lines.append(f"{after.names[after.showing]} shows what is left in the hand")
    lines += _reveal(before, after)
    if before.paused_at is not None and after.paused_at is None:
        lines.append("the game goes on")
    return lines


def _newly(code: str, before: Facts, after: Facts) -> bool:
    """Whether the table says this, and did not before."""
    notice = after.notice
    return isinstance(notice, Message) and notice.code == code and notice != before.notice


def _said(facts: Facts, what: Message | str) -> str:
    return what if isinstance(what, str) else words_of("en").named(facts.names).say(what)


def _reveal(before: Facts, after: Facts) -> list[str]:
    """Where the cards are not clear, or the verdict is not believed."""
    lines = []
    reveal, earlier = after.about, before.about
    was = earlier if isinstance(earlier, RevealingFacts) else None
    if isinstance(reveal, RevealingFacts):
        seen = after.reading is not None and after.reading.cards
        if reveal.ask and seen and (was is None or reveal.ask != was.ask):
            lines.append(f"  the table asks: {_said(after, reveal.ask)}")
        if reveal.by_hand and not (was and was.by_hand) and reveal.parties is not None:
            lines.append(f"  {after.names[reveal.parties.other]} enters the cards by hand")
    disputed = (_dispute(before), _dispute(after))
    if disputed[0] is None is not disputed[1]:
        lines.append("  somebody disputes the verdict")
    if disputed[1] is None is not disputed[0]:
        lines.append("  the verdict stands")
    return lines


def _dispute(facts: Facts) -> DisputeFacts | None:
    return facts.about.dispute if isinstance(facts.about, JudgedFacts) else None


def _stage(before: Facts, after: Facts) -> list[str]:
    if before.stage is Stage.DOUBT is not after.stage:
        return _finish(before)
    game = after.playing
    new = before.game is None or before.dealer is None or before.stage is Stage.OVER
    if after.stage is Stage.DEAL and (new or game is not before.game):
        return [_deal(after)]
    if new and before.stage is Stage.DEAL and game.points:
        return [
            f"{after.names[game.turn]} starts {_said(after, after.ruleset.title)}: {_points(after)}"
        ]
    if after.stage is Stage.OVER is not before.stage and game.winner is not None:
        if game.points:
            return [f"{after.names[game.winner]} wins: {_points(after)}"]
        if len(game.out) > 1:
            return ["the order is " + ", ".join(map(after.names.__getitem__, game.out))]
        return [f"{after.names[game.winner]} wins; the others hold {_left(after)}"]
    return []


def _deal(facts: Facts) -> str:
    game = facts.playing
    hands = ", ".join(f"{facts.names[seat]} {cards}" for seat, cards in enumerate(game.hands))
    packs = "1 pack" if game.packs == 1 else f"{game.packs} packs"
    aside = f", {_some(game.stock)} beside" if game.stock else ""
    title = _said(facts, facts.ruleset.title)
    return f"{facts.names[game.dealer]} deals {title}, {packs}: {hands}{aside}"


def _left(facts: Facts) -> str:
    winner = facts.playing.winner
    held = [(seat, cards) for seat, cards in enumerate(facts.playing.hands) if cards]
    return ", ".join(f"{facts.names[seat]} {cards}" for seat, cards in held if seat != winner)


def _points(facts: Facts) -> str:
    return ", ".join(
        f"{facts.names[seat]} {held}" for seat, held in enumerate(facts.playing.points)
    )


def _event(facts: Facts, event: Event) -> str:
    """One event in words; "" where another line says it."""
    for words in (_move, _verdict, _outcome, _procedure):
        if told := words(facts, event):
            return told
    return ""


def _move(facts: Facts, event: Event) -> str:
    name = facts.names.__getitem__
    match event:
        case Played(seat, 0, rank):
            return f"{name(seat)} has no {words_of('en')(f'rank.{rank}.many')}"
        case Played(seat, count, rank):
            cards = _said(facts, rank.counted(count))
            return f"{name(seat)} plays {cards}, {facts.playing.hands[seat]} left"
        case Passed(seat):
            return f"{name(seat)} passes"
        case Drew(seat):
            return f"{name(seat)} draws, {facts.playing.stock} left in the stock"
        case LaidAway(seat, rank):
            return f"{name(seat)} lays away {_said(facts, rank.counted(4))}"
        case Guessed(seat, guess, wager):
            return f"{name(seat)} guesses {guess}% for {_some(wager, 'point')}"
        case Picked(seat, new):
            return f"{name(seat)} picks {name(new)}"
        case Doubted(doubter, seat):
            return f"{name(doubter)} doubts {_after(facts) or name(seat)}"
        case Forced(doubter, seat):
            return f"{name(doubter)} forces {name(seat)} {_after(facts)}"
        case _:
            return ""


def _verdict(facts: Facts, event: Event) -> str:
    match event:
        case Verdict(_, _, truth, ranks):
            part = known_part(facts)
            read = f"{_cards(part)} are among them" if part else _cards(ranks)
            return f"  {'truth' if truth else 'LIE'}: {read or 'they agree on it'}"
        case Produced(seat, _, rank):
            return f"  {facts.names[seat]} produces {'none' if rank is None else rank}"
        case Shown(_, ranks):
            return f"  right: {_cards(ranks)}"
        case Answered(_, _, percent, truth):
            return f"  {'truth' if truth else 'LIE'}: the answer is {percent:g}%"
        case _:
            return ""


def _outcome(facts: Facts, event: Event) -> str:
    name = facts.names.__getitem__
    match event:
        case Took(seat, count):
            return f"  {name(seat)} takes {_some(count)}"
        case Removed(count):
            return f"  {_some(count)} leave{'s' * (count == 1)} the game unseen"
        case LostPoints(seat, points):
            return f"  {name(seat)} loses {_some(points, 'point')}: {_points(facts)}"
        case SuddenDeath(seats):
            return f"sudden death, one point each: {_names(facts, seats)}"
        case WentOut(seat):
            return f"{name(seat)} is out"
        case Lost(seat):
            return f"{name(seat)} loses with {_some(facts.playing.hands[seat])}"
        case Paid(seat, parts):
            return f"the others pay {name(seat)} {sum(parts)} points"
        case _:
            return ""


def _procedure(facts: Facts, event: Event) -> str:
    name = facts.names.__getitem__
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


def _names(facts: Facts, seats: Iterable[int]) -> str:
    return ", ".join(facts.names[seat] for seat in seats)


def _name(facts: Facts, seat: int | None) -> str:
    return "somebody" if seat is None else facts.names[seat]


def _doubter(facts: Facts) -> PressFacts | None:
    """The first slap of a race for a play."""
    if facts.playing.phase is Phase.ANSWER:
        return None
    return next((press for press in facts.places if press.doubter), None)


def _after(facts: Facts) -> str:
    """How long after the play the doubter slapped."""
    first = _doubter(facts)
    return "" if first is None else f"after {(first.at - facts.opened_at) / MS:.1f} ms"


def _finish(facts: Facts) -> list[str]:
    """The photo finish: how far before or after the doubter the others slapped."""
    first = _doubter(facts)
    if first is None:
        return []
    others = []
    for press in facts.places:
        if not press.doubter:
            tie = ", tied" if press.tied else ", too late" if press.late else ""
            behind = f"{(press.at - first.at) / MS:+.3f} ms"
            others.append(f"{facts.names[press.seat]} {behind}{tie}")
    return [f"  photo finish: {'; '.join(others)}"] if others else []
