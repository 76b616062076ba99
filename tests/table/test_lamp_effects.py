"""The lamps that are asked for add up to what the table shows, edge by edge."""

from random import Random

import pytest
from at_table import playing

from appliance.core.effects import Lamp, Rhythm
from appliance.core.signals import MS, Edge, Tick
from appliance.table.parts import rhythms


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.untraced
def test_every_change_of_a_lamp_is_asked_for(seed: int) -> None:
    chance, people = Random(seed), playing(4)
    people.lay(1, 2)
    shown = dict(enumerate(rhythms(people.table)))
    people.effects.clear()
    for _ in range(120):
        people.now += chance.choice((1, MS, 5 * MS, 40 * MS))
        people.send(Edge(chance.randrange(4), down=chance.random() < 0.5, at=people.now))
        if chance.random() < 0.3:
            people.send(Tick(people.now))
        for effect in people.effects:
            if isinstance(effect, Lamp):
                shown[effect.buzzer] = effect.rhythm
        people.effects.clear()
        assert shown == dict(enumerate(rhythms(people.table)))
    assert Rhythm.SOLID in shown.values()
