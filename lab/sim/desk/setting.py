"""Set-up of a desk: the party's evening, with the person's controls."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from appliance.core.effects import Effect
from appliance.service.keepsake import take_home
from appliance.words import Words
from lab.sim.change import Watch
from lab.sim.desk.box import DeskCamera, RevealBox
from lab.sim.desk.clock import DeskClock
from lab.sim.desk.desk import Desk
from lab.sim.desk.errands import answers
from lab.sim.desk.faults import Breakage, DeskWiring
from lab.sim.desk.party import Party, sit_down
from lab.sim.desk.person import Person
from lab.sim.evening import Evening
from lab.sim.eyes import CardEye, eye_of
from lab.sim.mail import VirtualClock
from lab.sim.world import World

SIGN_OF_LIFE = 2.0
"""Seconds between two looks at the camera while no cards are due, as at a real table."""


def set_up(
    party: Party,
    words: Words,
    machine: int,
    watchers: Sequence[Watch] = (),
    *,
    eye: CardEye | None = None,
    heard: Sequence[Callable[[Effect], None]] = (),
    live: bool = True,
    pictures: Path | None = None,
) -> Desk:
    """Open a desk with all its parts. Without an `eye` the table's own reader reads the cards.

    Pictures to take home go to the folder `pictures`, if any.

    Raises:
        ConfigError: the party is impossible.
        JournalError: the journal is broken or can't be written.
    """
    people, journal = sit_down(party)
    clock = VirtualClock()
    person = Person(set(party.mine))
    camera, wiring = DeskCamera(party.seed, clock, party.deck), DeskWiring(clock)
    breakage = Breakage(wiring, camera, clock)

    def answer(effect: Effect) -> None:
        take = partial(take_home, evening.loop.table, words)
        for signal in answers(effect, take, clock(), pictures):
            evening.post(signal)

    evening = Evening(
        World(people, person),
        journal,
        eye_of(breakage.camera, camera.card, eye),
        clock,
        watchers,
        live=live,
        wiring=wiring,
        idle=SIGN_OF_LIFE,
        heard=(answer, *heard),
        language=party.language,
    )
    evening.open()
    breakage.open(evening.post)
    desk_clock = DeskClock(machine, clock.now, party.speed)
    parts = (RevealBox(camera, party.seed), breakage)
    return Desk(evening, desk_clock, person, parts, words)
