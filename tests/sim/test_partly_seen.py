"""Evenings before an eye to which one card is always covered: no lie that it calls is a truth."""

from dataclasses import replace

import pytest
from true_eye import BUZZERS, OFTEN, TrueEye, last

from appliance.core.reading import Ask, Reading
from appliance.drivers import Image
from appliance.record.standing import known_part
from appliance.table import TableSettings
from appliance.table.facts import Stage
from bluffing.cards import Trait
from bluffing.message import message
from bluffing.rulesets import RULESETS
from lab.sim.change import Change
from lab.sim.evening import Evening
from lab.sim.invitation import Forgetful
from lab.sim.mail import VirtualClock
from lab.sim.people.characters import POLICIES
from lab.sim.people.players import Players
from lab.sim.world import World

pytestmark = pytest.mark.usefixtures("journals_are_closed")


class HalfEye(TrueEye):
    """Sees that a last card lies there, and not which."""

    def read(self, image: Image) -> Reading:
        whole = super().read(image)
        if len(whole.cards) < 2:
            return whole
        covered = replace(whole.cards[-1], rank=None, sure=0.0)
        cards = (*whole.cards[:-1], covered)
        return replace(
            whole,
            cards=cards,
            ask=Ask(message("text", text="a card may be covered"), covered.quad),
        )


@pytest.mark.thorough
@pytest.mark.parametrize("name", RULESETS)
def test_a_lie_by_part_of_the_cards_is_never_a_truth(name: str) -> None:
    by_part: list[tuple[Trait, ...]] = []

    def saw(change: Change) -> None:
        if change.after.stage is Stage.VERDICT is not change.before.stage:
            by_part.append(known_part(change.after))

    people, clock = Players(6, list(POLICIES.values())[:4], [2, 5, 7, 9], OFTEN), VirtualClock()
    eye, journal = HalfEye(people, clock), Forgetful.open(None, TableSettings(name, (), BUZZERS))
    evening = Evening(World(people), journal, (eye, eye.read, last), clock, (saw,))
    evening.open()
    evening.run()
    score = evening.referee.score
    assert (score.faults, score.wrong, score.misread) == ([], 0, 0)
    state = RULESETS[name].deck(evening.loop.table.game)
    alone = name in ONE_CARD
    assert any(by_part) == bool(state and not alone)


ONE_CARD = {
    name
    for name, game in RULESETS.items()
    for option in game.options
    if option.key == "cards_max" and option.default == 1
}
"""Games in which no play has a second card that could be covered."""
