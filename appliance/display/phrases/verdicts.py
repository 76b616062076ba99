"""Sentences for a verdict: who was right, what it rests on, what follows, and a dispute of it."""

from appliance.core.signals import SECOND
from appliance.display.phrases.common import Words, cards, names, points, rank_words, singular
from appliance.presses.gestures import LONG_AFTER
from appliance.rules.events import Answered, LostPoints, Produced, Shown, Took
from appliance.rules.game import Phase
from appliance.table import dispute
from appliance.table.parties import Outcome, judged_parties, neutrals, outcome, truth_of
from appliance.table.state import Basis, Stage, Table
from appliance.table.verdict import known_part, loser, taker


def verdict(table: Table, pile: int) -> Words:
    """Who was right, and who takes or loses what."""
    event = outcome(table.happened)
    if event is None:
        return "", ""
    headline = _verdict(table, event)
    if table.dispute is None:
        return headline, _basis(table) + _follows(table, pile)
    between = judged_parties(table)
    if between is None:
        return headline, ""
    both = f"{table.name(between.owner)} and {table.name(between.other)}"
    agreed = table.dispute.agreed
    said = f" {names(table.name(seat) for seat in agreed)} say wrong." if agreed else ""
    if len(agreed) == 1:
        said = said.replace(" say ", " says ")
    others = ", or most others," if neutrals(table, between) else ""
    return (
        f"{headline}?",
        f"Wrong? {both}{others} hold to turn it round; a tap lets it stand.{said}",
    )


def word(table: Table) -> str:
    """The verdict in a word or two, for all to see."""
    event = outcome(table.happened) if table.stage is Stage.VERDICT else None
    match event:
        case None:
            return ""
        case Produced(rank=None):
            claim = table.doubted
            return f"NO {singular(claim.rank).upper()}" if claim is not None else "NONE"
        case Produced():
            return "PRODUCED"
        case Shown():
            return "RIGHT"
        case _:
            if table.question is not None:
                return "SAFE" if truth_of(event) else "TOO HIGH"
            return "TRUTH" if truth_of(event) else "LIE"


def hint(table: Table, now: int) -> str:
    """That a verdict can be disputed, while it can."""
    judged = table.judged
    if table.stage is not Stage.VERDICT or judged is None or judged.final:
        return ""
    if table.dispute is not None or now > judged.at + dispute.WITHIN:
        return ""
    return f"Wrong? Anybody: hold {LONG_AFTER / SECOND:.1f} s"


def _verdict(table: Table, event: Outcome) -> str:
    who = table.name(event.seat)
    match event:
        case Produced(rank=rank):
            if rank is not None:
                return f"{who} shows the {rank}"
            claim = table.doubted
            return f"{who} has no {singular(claim.rank) if claim is not None else 'such card'}"
        case Answered():
            safe = "is safe" if event.truth else "guessed too high"
            return f"The answer is {event.percent:g}%: {who} {safe}"
        case Shown():
            return f"{who} shows {', '.join(event.ranks)}"
        case _:
            if table.question is not None:
                return f"{who} {'is safe' if event.truth else 'guessed too high'}"
            return f"{who} {'told the truth' if event.truth else 'lied'}"


def _basis(table: Table) -> str:
    judged = table.judged
    if known_part(table):
        return "The other cards need not be read. "
    if judged is None or judged.basis in (Basis.CAMERA, Basis.BANK):
        return ""
    if judged.overruled is not None:
        return "Overruled by agreement. "
    return "" if judged.events and outcome(judged.events) is None else "By agreement. "


def _follows(table: Table, pile: int) -> str:
    game, takes = table.game, taker(table)
    lost = next((one for one in table.happened if isinstance(one, LostPoints)), None)
    if lost is not None:
        return f"{table.name(lost.seat)} loses {points(lost.points)}"
    if takes is None:
        return "" if game.phase is Phase.OVER else "The table is left as it lies"
    taken = f"{table.name(takes)} takes {'1 card' if pile == 1 else f'all {cards(pile)}'}"
    if game.phase is Phase.OVER:
        return taken
    return f"{taken}; {table.name(game.turn)} plays {rank_words(table)} next"


def prompt(table: Table, seat: int) -> str:
    """What `seat` can do about the verdict."""
    if seat in table.game.gone:
        return ""
    if table.dispute is not None:
        between = judged_parties(table)
        if seat in table.dispute.agreed:
            return "you say: wrong"
        asked = between is not None and seat in between
        return "hold: wrong, tap: it stands" if asked else "hold: wrong"
    who = loser(table)
    if who is None:
        return "hold to go on"
    if seat != who:
        return ""
    took = any(isinstance(one, Took) for one in table.happened)
    return "pick up, then hold" if took else "hold to go on"
