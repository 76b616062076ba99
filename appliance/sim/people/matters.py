"""What people see of a table: what it is about, and how far that has come."""

from appliance.rules.cards import Rank
from appliance.rules.game import Phase
from appliance.table.facts import (
    AskingFacts,
    Facts,
    JudgedFacts,
    RevealingFacts,
    Role,
    TurnsFacts,
)


def describe(facts: Facts) -> str:
    """Where a table stands, in one line for a fault report."""
    game, about = facts.game, facts.about
    parts = [f"stage {facts.stage}", f"seats {len(sitting(facts))}", f"paused {facts.paused_at}"]
    if game is not None:
        parts += [f"phase {game.phase}", f"turn {game.turn}", f"claim {game.claim}"]
    if isinstance(about, RevealingFacts):
        parts.append(f"ask {about.ask!r}")
    return ", ".join([*parts, f"notice {facts.notice!r}"])


def sitting(facts: Facts) -> tuple[int, ...]:
    """The buzzers at which somebody sits, clockwise."""
    return tuple(seat.buzzer for seat in facts.seats if seat.role is not Role.EMPTY)


def present(facts: Facts) -> list[int]:
    """The seats of those who have not left."""
    gone = facts.game.gone if facts.game is not None else ()
    return [seat for seat in range(len(sitting(facts))) if seat not in gone]


def known_part(facts: Facts) -> tuple[Rank, ...]:
    """The ranks that made a lie certain before all cards were read; else ()."""
    partly = isinstance(facts.about, JudgedFacts) and facts.about.partly_read
    cards = facts.reading.cards if partly and facts.reading is not None else ()
    return tuple(card.known for card in cards if card.known is not None)


def disputed(facts: Facts) -> bool:
    """Whether somebody doesn't believe the verdict."""
    return isinstance(facts.about, JudgedFacts) and facts.about.agreed is not None


def matter_of(facts: Facts, moment: int) -> object:
    """What people think about: another matter, and they think anew."""
    phase = facts.game.phase if facts.game is not None else Phase.OVER
    where = (facts.stage, facts.games, facts.paused_at, moment, facts.dealer is None, phase)
    return (*where, disputed(facts))


def state_of(facts: Facts) -> object:
    """How far a matter has come: another state, and people go on from there."""
    come_to: object = None
    match facts.about:
        case TurnsFacts() as turns:
            come_to = (turns.floor, turns.doubter, turns.pending)
        case AskingFacts() as asking:
            come_to = (asking.waits, asking.request, asking.failed)
        case RevealingFacts(by_hand=hand) as reveal:
            entered = None if hand is None else (len(hand.ranks), hand.done, hand.agreed)
            come_to = (entered, reveal.request, reveal.ask)
        case JudgedFacts(agreed=agreed):
            come_to = agreed
    if (pause := facts.pause) is None:
        return (come_to, None)
    counted = tuple((one.tens, one.number) for one in pause.counts)
    return (come_to, (pause.since, pause.item, pause.ready, counted))
