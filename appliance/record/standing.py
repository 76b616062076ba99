"""Where a table stands, as reports, transcripts and referees say it."""

from appliance.table.facts import Facts, JudgedFacts, RevealingFacts, Role
from bluffing.cards import Rank


def describe(facts: Facts) -> str:
    """Describe the state of a table in one line for a fault report."""
    game, about = facts.game, facts.about
    parts = [f"stage {facts.stage}", f"seats {len(sitting(facts))}", f"paused {facts.paused_at}"]
    if game is not None:
        parts += [f"phase {game.phase}", f"turn {game.turn}", f"claim {game.claim}"]
    if isinstance(about, RevealingFacts):
        parts.append(f"ask {about.ask!r}")
    return ", ".join([*parts, f"notice {facts.notice!r}"])


def sitting(facts: Facts) -> tuple[int, ...]:
    """Return the occupied buzzers, clockwise."""
    return tuple(seat.buzzer for seat in facts.seats if seat.role is not Role.EMPTY)


def known_part(facts: Facts) -> tuple[Rank, ...]:
    """The ranks that made a lie certain before all cards were read; else ()."""
    partly = isinstance(facts.about, JudgedFacts) and facts.about.partly_read
    cards = facts.reading.cards if partly and facts.reading is not None else ()
    return tuple(card.known for card in cards if card.known is not None)


def disputed(facts: Facts) -> bool:
    """Return True while a player disputes the verdict."""
    return isinstance(facts.about, JudgedFacts) and facts.about.agreed is not None
