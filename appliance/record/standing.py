"""The state of a table in the words of reports, transcripts and referees."""

from appliance.table.facts import Facts, Role
from appliance.table.judge import known_traits
from bluffing.cards import Trait


def describe(facts: Facts) -> str:
    """Describe the state of a table in one line for a fault report."""
    game, revealing = facts.game, facts.revealing
    parts = [f"stage {facts.stage}", f"seats {len(sitting(facts))}", f"paused {facts.paused_at}"]
    if game is not None:
        parts += [f"phase {game.phase}", f"turn {game.turn}", f"claim {game.claim}"]
    if revealing is not None:
        parts.append(f"ask {revealing.ask!r}")
    return ", ".join([*parts, f"notice {facts.notice.what!r}"])


def sitting(facts: Facts) -> tuple[int, ...]:
    """Return the occupied buzzers, in the order of play."""
    return tuple(seat.buzzer for seat in facts.seats if seat.role is not Role.EMPTY)


def known_part(facts: Facts) -> tuple[Trait, ...]:
    """Return the ranks that proved a lie before all cards were read, else ()."""
    partly = facts.judged is not None and facts.judged.partly_read
    cards = facts.box.reading.cards if partly and facts.box.reading is not None else ()
    return known_traits(cards, facts.ruleset.trait)


def disputed(facts: Facts) -> bool:
    """Return True while a player disputes the verdict."""
    return facts.judged is not None and facts.judged.agreed is not None
