"""Seats, names and words that all examples share."""

from dataclasses import replace

from appliance.core.effects import Rhythm
from appliance.core.signals import SECOND
from appliance.table.facts import Role, SeatFacts

NAMES = ("Ana", "Ben", "Chidi", "Dora", "Emil", "Fatima", "Gus", "Hana", "Ivo", "Jo", "Kai", "Lea")
AT = 3 * SECOND
TITLE = "I Doubt It (Bicycle)"
CAMERA = "camera on"
HINT = "Wrong? Anybody: hold 2.5 s"
HINT_AND_CHANCE = "Wrong? Hold 2.5 s. Tap: how likely?"
RULES = tuple(
    "The seat on the dealer's left lays one to four cards face down as aces, the next seat as "
    f"twos, and so on. This is paragraph {number} of how to play."
    for number in range(1, 15)
)


def seats(count: int, **roles: Role) -> tuple[SeatFacts, ...]:
    """`count` seats with cards; `roles` gives a seat's role by its name in lower case."""
    rhythms = {
        Role.WINNER: Rhythm.WIN,
        Role.TAKER: Rhythm.LOSE,
        Role.DOUBTER: Rhythm.SOLID,
        Role.CLAIMANT: Rhythm.SOLID,
        Role.TURN: Rhythm.BREATHE,
    }
    return tuple(
        SeatFacts(i, i, i, name, role, rhythms.get(role, Rhythm.DIM), cards=7 + (i * 5) % 9)
        for i, name in enumerate(NAMES[:count])
        for role in [roles.get(name.lower(), Role.SEATED)]
    )


def change(many: tuple[SeatFacts, ...], seat: int, **parts: object) -> tuple[SeatFacts, ...]:
    """The same seats with one of them changed."""
    return tuple(replace(s, **parts) if s.seat == seat else s for s in many)  # type: ignore[arg-type]
