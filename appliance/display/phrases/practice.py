"""What a practice round says: what happens in a scene, and what to do."""

from appliance.display.phrases import Headline
from appliance.display.view import PracticeView
from appliance.table.facts import PracticeFacts
from appliance.words import Words
from bluffing.message import message


def headline(here: PracticeFacts) -> Headline:
    """Say what happens, and which press the round asks for."""
    scene = here.scene
    return message(scene.code, **scene.values), message(f"{scene.code}.how")


def shown(here: PracticeFacts, words: Words) -> PracticeView:
    """Return the pretend table."""
    scene = here.scene
    return PracticeView(
        title=words("practice.title", number=here.number + 1, count=here.count),
        wants=scene.wants,
        hand=scene.hand,
        laid=scene.laid,
        pile=scene.pile,
        turned=scene.turned,
        truth=scene.truth,
        percent=scene.percent,
        nudged=here.nudged,
    )
