"""The reveal box at the desk: a person moves its cards, and sliders change its light."""

import random
from dataclasses import dataclass, replace
from threading import Lock

import cv2
import numpy as np

from appliance.drivers import Clock, Frame, Image
from bluffing.cards import Card
from lab.sim.photo.faces import DECKS
from lab.sim.photo.layouts import Pose, corners, deal_layout
from lab.sim.photo.photograph import InSight, Scene, photograph, scene_of
from lab.sim.truth import Box

RANGES: dict[str, tuple[float, float]] = {
    "light": (0.1, 1.5), "glare": (0.0, 1.0), "blur": (0.3, 4.0),
}  # fmt: skip
"""Values of a slider at its left and right end, in units of `Scene`."""


@dataclass(frozen=True, slots=True)
class Still:
    """Inputs of a picture of the box: one pose a card, the top card last."""

    cards: tuple[InSight, ...]
    poses: tuple[Pose, ...]
    scene: Scene


class DeskCamera:
    """A camera over the box, a `Pictures`: an unchanged box gives the identical picture.

    The desk replaces `still`, and the reader's thread reads it.
    """

    def __init__(self, seed: int, clock: Clock, deck: str = "any") -> None:
        """Build a camera over an evening's box; `deck` is one of DECKS."""
        rng = random.Random(f"{seed}/box")
        self._style = DECKS[deck](random.Random(f"deck/{seed // 25}"))
        good = replace(scene_of(rng), hand=0.0, glare=0.0, motion=0, overlap=False)
        self.still = Still((), (), replace(good, light=0.95, blur=0.5))
        self._seed, self._clock = seed, clock
        self._taken: tuple[Still, Image] | None = None
        self._one_at_a_time = Lock()

    @property
    def card(self) -> float:
        """Height of a card in the pictures, in pixels."""
        return self.still.scene.card * self.still.scene.size[1]

    def open(self) -> None:
        """Do nothing: the camera is always present."""

    def capture(self) -> Frame:
        """Photograph the current box."""
        return Frame(self.picture(), self._clock())

    def picture(self) -> Image:
        """Return the newest picture; an equal still gives the identical object."""
        with self._one_at_a_time:
            still = self.still
            if self._taken is None or self._taken[0] != still:
                rng = random.Random(f"{self._seed}/{len(still.cards)}")
                image = photograph(still.cards, self._style, rng, still.scene, still.poses).image
                self._taken = (still, image)
            return self._taken[1]

    def close(self) -> None:
        """Do nothing: the camera holds no resource."""


class RevealBox:
    """The cards in the box and their poses. `follow` synchronizes it with the world's box."""

    def __init__(self, camera: DeskCamera, seed: int) -> None:
        self.camera = camera
        self._rng = random.Random(f"{seed}/spread")
        self._shown: Box | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The playing cards face up in the box, the top card last."""
        return tuple(card for card in self.camera.still.cards if isinstance(card, Card))

    def follow(self, box: Box | None) -> None:
        """Lay the cards that people have put into the world's box, or clear it."""
        if box == self._shown:
            return
        before, self._shown = self._shown, box
        cards = () if box is None else box.all
        still = self.camera.still
        if (
            box is not None
            and before is not None
            and (before.play, before.spread)
            == (
                box.play,
                box.spread,
            )
        ):  # one more card, on those that lie there
            poses = (*still.poses, *self._poses(len(cards) - len(still.poses), overlap=True))
        else:
            drops = box is not None and not box.spread and self._rng.random() < 0.3
            poses = self._poses(len(cards), overlap=drops)
        self.camera.still = replace(still, cards=cards, poses=poses)

    def spread(self) -> None:
        """Lay all cards apart, if there is room."""
        still = self.camera.still
        self.camera.still = replace(still, poses=self._poses(len(still.cards), overlap=False))

    def at(self, x: float, y: float) -> int | None:
        """The card at that place of the picture (0 to 1 of its width and height), or None."""
        width, height = self.camera.still.scene.size
        for number in reversed(range(len(self.camera.still.cards))):
            outline = corners(self.camera.still.poses[number]).astype(np.float32)
            if cv2.pointPolygonTest(outline, (x * width, y * height), measureDist=False) >= 0:
                return number
        return None

    def push(self, number: int, dx: float, dy: float) -> None:
        """Move a card by shares of the picture's width and height, but not out of the box."""
        still = self.camera.still
        (width, height), edge = still.scene.size, self.camera.card / 2
        pose = still.poses[number]
        x = min(max(pose.x + dx * width, edge), width - edge)
        y = min(max(pose.y + dy * height, edge), height - edge)
        poses = list(still.poses)
        poses[number] = pose._replace(x=x, y=y)
        self.camera.still = replace(still, poses=tuple(poses))

    def slide(self, what: str) -> float:
        """Position of a slider, 0 to 1."""
        low, high = RANGES[what]
        value: float = getattr(self.camera.still.scene, what)
        return (value - low) / (high - low)

    def set(self, what: str, to: float) -> None:
        """Move a slider, to 0 to 1."""
        low, high = RANGES[what]
        still, value = self.camera.still, low + min(max(to, 0.0), 1.0) * (high - low)
        lights = {name: getattr(still.scene, name) for name in RANGES} | {what: value}
        self.camera.still = replace(still, scene=replace(still.scene, **lights))

    def _poses(self, count: int, *, overlap: bool) -> tuple[Pose, ...]:
        scene = self.camera.still.scene
        try:
            return deal_layout(self._rng, count, scene.size, overlap, scene.card)
        except ValueError:  # so many have no room to lie apart
            return deal_layout(self._rng, count, scene.size, overlap=True, card=scene.card)


def with_one_more(box: Box | None, card: Card, when: tuple[int, int]) -> Box:
    """Return the cards of a box, or of an empty one at that moment, with one card on them."""
    before = box or Box((), when, 0)
    return Box((*before.cards, card), before.play, before.spread)


def with_only(box: Box | None, card: Card, when: tuple[int, int]) -> Box:
    """Return a box with `card` alone."""
    return Box((card,), when, 0 if box is None else box.spread + 1)
