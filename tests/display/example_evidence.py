"""Example Views with a picture of their cards: the simulator's own, taken by no camera."""

import random
from dataclasses import replace

from example_views import EXAMPLES

from appliance.core.reading import Quad, Reading, SeenCard
from appliance.display.develop import develop
from appliance.display.view import View
from appliance.runtime.reader import Shot
from appliance.table.facts import CardFacts
from bluffing.cards import Card, Rank, Suit
from lab.sim.photo.faces import random_style
from lab.sim.photo.layouts import Pose
from lab.sim.photo.photograph import Scene, photograph

CARDS = (
    Card(Rank.SEVEN, Suit.HEARTS),
    Card(Rank.SIX, Suit.SPADES),
    Card(Rank.SEVEN, Suit.CLUBS),
)
_SIZE = (960, 720)
_POSES = (Pose(200, 250, 12, 240), Pose(480, 420, -35, 240), Pose(760, 260, 95, 240))
_ASK = "a card can't be read: lay it flat, away from glare"


def _shot() -> Shot:
    rng = random.Random("evidence")
    scene = Scene(_SIZE, noise=0.0)
    photo = photograph(CARDS, random_style(rng), rng, scene, _POSES)
    seen = tuple(SeenCard(c.rank, 0.99, q) for c, q in zip(CARDS, photo.quads, strict=True))
    return Shot(Reading(seen, *_SIZE), photo.image)


def _within(quad: Quad) -> Quad:
    return tuple((x / _SIZE[0], y / _SIZE[1]) for x, y in quad)


SHOT = _shot()
SEEN = develop(SHOT)
_READ = tuple(CardFacts(c.rank, _within(c.quad)) for c in SHOT.reading.cards)


def _reveal() -> View:
    """One of three can't be read, and the camera says which and why."""
    unread = replace(_READ[2], rank=None)
    cards = (*_READ[:2], unread)
    return replace(
        EXAMPLES["reveal"],
        box=replace(EXAMPLES["reveal"].box, cards=cards, ask=_ASK, asks_at=unread.quad),
    )


PICTURED = {
    "reveal": _reveal(),
    "dispute": replace(EXAMPLES["dispute"], box=replace(EXAMPLES["dispute"].box, cards=_READ)),
}
"""Views that SEEN is the evidence of, by the name of their golden image."""
