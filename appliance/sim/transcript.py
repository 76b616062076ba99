"""An evening told in words, from what the table makes known: for reading, and for diffs."""

from collections.abc import Callable

from appliance.rules.cards import Rank
from appliance.rules.events import Corrected, Doubted, Event, Paid, Played, Took, Verdict, Won
from appliance.signals import MS, SECOND
from appliance.table import Stage, Table


class Transcript:
    """Tells each change that matters to `say`, with the time since the evening began."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def saw(self, before: Table, after: Table, now: int) -> None:
        """Tell what changed from `before` to `after` at `now` (ns)."""
        lines = _lobby(before, after) + _notes(before, after)
        if after.round is not None:
            # one step may register a play and find its doubter
            if after.happened is not before.happened:
                lines += _missed(before, after)
                lines += [_event(after, event) for event in after.happened]
            lines += _stage(before, after)
        for line in lines:
            if line:
                self._say(f"{now // (60 * SECOND):4d}:{now % (60 * SECOND) / SECOND:06.3f}  {line}")


def _lobby(before: Table, after: Table) -> list[str]:
    """Who sat down, and which game is dealt."""
    lines = []
    for seat, buzzer in enumerate(after.buzzers):
        if buzzer not in before.buzzers:
            lines.append(f"{after.name(seat)} sits down at buzzer {buzzer + 1}")
    return lines


def _notes(before: Table, after: Table) -> list[str]:
    lines = []
    if after.notice == "taken back" != before.notice and after.round is not None:
        lines.append(f"{after.name(after.game.turn)} takes the play back")
    if after.paused_at is not None and before.paused_at is None:
        lines.append(f"the game is paused{after.notice and ': '}{after.notice}")
    if before.paused_at is not None and after.paused_at is None:
        lines.append("the game goes on")
    if after.ask != before.ask and after.ask and after.reading and after.reading.cards:
        lines.append(f"  the table asks: {after.ask}")
    if after.by_hand is not None and before.by_hand is None:
        doubter = after.game.doubter
        assert doubter is not None  # noqa: S101 - somebody doubted
        lines.append(f"  {after.name(doubter)} enters the cards by hand")
    return lines


def _stage(before: Table, after: Table) -> list[str]:
    if after.stage is Stage.DEAL and after.game is not (before.round and before.round.game):
        game = after.game
        hands = ", ".join(f"{after.name(seat)} {cards}" for seat, cards in enumerate(game.hands))
        packs = "1 pack" if game.packs == 1 else f"{game.packs} packs"
        return [f"{after.name(game.dealer)} deals {after.ruleset.title}, {packs}: {hands}"]
    if after.stage is Stage.OVER is not before.stage and after.game.winner is not None:
        return [f"{after.name(after.game.winner)} wins; the others hold {_left(after)}"]
    return []


def _left(table: Table) -> str:
    return ", ".join(
        f"{table.name(seat)} {cards}" for seat, cards in enumerate(table.game.hands) if cards
    )


def _missed(before: Table, after: Table) -> list[str]:
    """A play that was registered and doubted in one step."""
    claim = after.game.claim
    was = before.round.game.claim if before.round is not None else None
    if claim is None or claim == was:
        return []
    if any(isinstance(event, (Played, Corrected)) for event in after.happened):
        return []
    return [_event(after, Played(claim.seat, claim.count, claim.rank))]


def _event(table: Table, event: Event) -> str:
    name = table.name
    match event:
        case Played(seat, count, rank):
            left = table.game.hands[seat]
            return f"{name(seat)} plays {rank.spoken(count)}, {left} left"
        case Corrected(seat, was, count):
            return f"{name(seat)} corrects {was} to {count}"
        case Doubted(doubter, _):
            return f"{name(doubter)} doubts {_finish(table)}"
        case Verdict(_, _, truth, ranks):
            return f"  {'truth' if truth else 'LIE'}: {_cards(ranks)}"
        case Took(seat, count):
            return f"  {name(seat)} takes {count} card{'s' * (count != 1)}"
        case Paid(seat, parts):
            return f"the others pay {name(seat)} {sum(parts)} points"
        case Won():
            return ""
        case _:
            return ""


def _cards(ranks: tuple[Rank, ...]) -> str:
    return " ".join(ranks)


def _finish(table: Table) -> str:
    """The photo finish: how long after the play, and how far before or after the others slapped."""
    finish, race = table.finish, table.race
    if finish is None or race is None:
        return ""
    at = next(place.at for place in finish.places if place.buzzer == finish.doubter)
    others = []
    for place in finish.places:
        seat = table.seat_of(place.buzzer)
        if seat is not None and place.buzzer != finish.doubter:
            tie = ", tied" if place.tied else ", too late" if place.late else ""
            others.append(f"{table.name(seat)} {(place.at - at) / MS:+.3f} ms{tie}")
    after = f"after {(at - race.opened_at) / MS:.1f} ms"
    return f"{after} ({'; '.join(others)})" if others else after
