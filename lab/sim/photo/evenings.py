"""Evenings in which every reveal is a real photograph, with known cards, out of a folder.

The table sees only the pixels. People claim the truth if all cards of a photograph are of the rank
to claim, and lie otherwise; each photograph comes up, each that can be true also as a lie. The
table's verdicts are compared with the labels.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2

from appliance.core.fuse import fuse
from appliance.runtime.journal import Journal
from appliance.table.facts import Stage, TableSettings
from bluffing.message import Message, message
from lab.sim.camera import Glance, PhotoCamera
from lab.sim.change import Change, Score
from lab.sim.evening import Evening
from lab.sim.games import played
from lab.sim.invitation import Forgetful
from lab.sim.labels import Labelled
from lab.sim.mail import VirtualClock
from lab.sim.people.photo_players import RULESET, PhotoPlayers, Supply, order
from lab.sim.reading import card_reader
from lab.sim.wiring import PLACES_TO_SIT
from lab.sim.world import World


@dataclass(slots=True)
class Outcome(Score):
    """Results of photographs, with the names of those that came up and of those misjudged."""

    shown: list[str] = field(default_factory=list)
    misjudged: list[str] = field(default_factory=list)


def show(numbered: tuple[int, Sequence[Labelled]]) -> Outcome:
    """Play games until every photograph of one batch has come up."""
    seed, photos = numbered
    cv2.setNumThreads(1)
    settings = TableSettings(RULESET, buzzers=PLACES_TO_SIT)
    supply, outcome, left = Supply(photos, order(), random.Random(seed)), Outcome(), 0
    while supply.left and supply.left != left:
        left = supply.left
        _play(PhotoPlayers(seed, supply), settings, outcome)
        seed += 1_000_003
    if supply.left:
        names = ", ".join(photo.name for photo in (*supply.truths, *supply.lies))
        outcome.faults.append(message("sim.never-fit", photos=names))
    return outcome


def _play(people: PhotoPlayers, settings: TableSettings, outcome: Outcome) -> None:
    """One game; it ends when no photograph fits any more."""
    clock = VirtualClock()
    camera, glance = PhotoCamera(people, clock), Glance(card_reader().read)
    journal: Journal = Forgetful.open(None, settings)
    misjudged = len(outcome.misjudged)
    faults: list[Message] = []

    def named() -> None:
        """Give each fault that came up since the last call the photograph that is shown."""
        photo = people.photo.name if people.photo is not None else ""
        new = score.faults[len(faults) :]
        faults.extend(message("sim.photo-fault", fault=fault, photo=photo) for fault in new)

    def saw(change: Change) -> None:
        named()
        if change.after.stage is Stage.VERDICT is not change.before.stage and people.photo:
            outcome.shown.append(people.photo.name)
            if score.wrong > len(outcome.misjudged) - misjudged:
                outcome.misjudged.append(people.photo.name)

    evening = Evening(World(people), journal, (camera, glance, fuse), clock, (saw,))
    score = evening.referee.score
    played(evening, journal, evening.run)
    named()
    score.finished, score.read_ms, score.faults = 1, glance.ms, faults
    outcome.add(score)
