"""Races over a bad wire: the winner was first, or the race is void; no press is lost unsaid."""

from random import Random

import pytest
from extent import often

from appliance.core.signals import MS, NEVER, SECOND, Edge, EdgesLost, Signal
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.link import HUB_WORST_DELAY
from appliance.drivers.seat_hub.mock import Faults, MockHub
from appliance.drivers.seat_hub.protocol import TICKS
from appliance.presses.arbiter import Finish, Race, decide
from appliance.presses.debounce import JUDGED, Buttons
from lab.sim.contact_faults import Bounce, finger, spoilt

SEATS = 5


@pytest.mark.parametrize("seed", often(range(8), range(3)))
@pytest.mark.untraced
def test_the_first_wins_or_the_race_is_void(seed: int) -> None:
    chance, wires = Random(seed), Random(f"wire {seed}")  # what people do is not up to the frames
    hub = MockHub(
        SECOND, seats=SEATS, chance=wires, drift=chance.choice((-50, 50)),
        micros=TICKS - chance.randrange(20_000_000),
    )  # fmt: skip
    posted: list[tuple[int, Signal]] = []
    shared = Hub(Settings(), SEATS, hub.clock, hub)
    shared.open(lambda signal: posted.append((hub.now, signal)))
    decided = void = 0
    for turn in range(9):
        hub.faults = Faults()
        hub.run(hub.now + 3 * SECOND)
        if not shared.link.ready:
            hub.run(hub.now + 3 * SECOND)
        if turn and chance.random() < 0.7:
            hub.faults = Faults(0.15, 0.1, 0.15, (0, chance.choice((1, 10, 40)) * MS))
        posted.clear()
        opened = hub.now
        first, order = _race(hub, chance)
        race = Race(opened, NEVER, tuple(range(SEATS)), 0, HUB_WORST_DELAY)
        finish = _finish(race, posted, first)
        lost = [signal for _, signal in posted if isinstance(signal, EdgesLost)]
        if any(signal.since <= first + JUDGED and signal.at > opened for signal in lost):
            void += 1
            continue
        assert finish is not None, "a press is lost in silence"
        assert finish.doubter == order[0]
        decided += 1
    assert decided
    assert void + decided == 9


def _race(hub: MockHub, chance: Random) -> tuple[int, list[int]]:
    """Everybody presses, some us to ms apart, with bounce; at times the board restarts."""
    order = chance.sample(range(SEATS), SEATS)
    at = hub.now + chance.randrange(100, 200_000) * 1000
    first, moves = at, []
    for buzzer in order:
        moved = spoilt(finger((at, at + 90 * MS)), [Bounce()], chance)
        moves += [(move.at, buzzer, move.closed) for move in moved]
        at += chance.choice((5, 100, 3000)) * 1000
    reset = first + chance.randrange(30 * MS) if chance.random() < 0.15 else None
    for when, buzzer, down in sorted(moves):
        if reset is not None and when > reset:
            hub.run(reset)
            hub.reset()
            reset = None
        hub.run(max(when, hub.now))
        hub.move(buzzer, down)
    hub.run(first + SECOND)
    return first, order


def _finish(race: Race, posted: list[tuple[int, Signal]], first: int) -> Finish | None:
    """Return what the arbiter says as soon as it may, from what had come by then."""
    for now in range(first + HUB_WORST_DELAY, first + SECOND, MS):
        buttons = Buttons()
        for came, signal in posted:
            if came <= now and isinstance(signal, Edge):
                buttons = buttons.add(signal)
        finish = decide(race, buttons.presses(now), now)
        if finish is not None:
            return finish
    return None
