"""The messages of a practice round: what happens in a scene, and what to do."""

from appliance.table.answers import Headline
from appliance.table.stages.practice.facts import PracticeFacts
from bluffing.message import Message, message


def headline(here: PracticeFacts) -> Headline:
    """Say what happens, and which press the round asks for."""
    scene = here.scene
    return message(scene.code, **scene.values), message(f"{scene.code}.how")


def title(here: PracticeFacts) -> Message:
    """Name the round and the number of its scene."""
    return message("practice.title", number=here.number + 1, count=here.count)
