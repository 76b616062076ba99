"""The camera of the simulated table: it photographs the cards in the box."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, TypeVar

from appliance.box.mat.design import CARD_HEIGHT, WINDOW
from appliance.drivers import Frame, Image
from appliance.drivers.camera.pictures import load_picture
from lab.sim.people.photo_players import PhotoPlayers
from lab.sim.people.players import Players
from lab.sim.photo.faces import DECKS
from lab.sim.photo.lanes import CARE, CAREFUL, Laying, lay_in_lanes
from lab.sim.photo.layouts import Pose
from lab.sim.photo.mounting import Mounting
from lab.sim.photo.packets import lie
from lab.sim.photo.photograph import photograph, scene_of
from lab.sim.truth import Box

AnswerT = TypeVar("AnswerT")

ANSWERS_KEPT = 4
"""Number of pictures with cached answers: the empty box, and the newest spreads."""


class SimCamera:
    """A `drivers.Pictures`. An evening has one deck, table top and lamp; each spread has new poses.

    `deck` is one of DECKS. While nothing moves the camera returns the identical picture, so that a
    reader may keep its answer. With a `mounting` the cards lie on the mat of the reveal box.
    """

    def __init__(
        self,
        people: Players,
        clock: Callable[[], int],
        deck: str = "any",
        mounting: Mounting | None = None,
    ) -> None:
        self._people, self._clock = people, clock
        # drawing a deck takes long: 25 seeds in a row play with the same
        self._style = DECKS[deck](random.Random(f"deck/{people.seed // 25}"))
        rng = random.Random(f"{people.seed}/box")
        self._scene = replace(scene_of(rng), hand=0.0, glare=0.0, motion=0)
        self._mounting = mounting
        self._empty = photograph((), self._style, rng, self._scene, mounting=mounting).image
        self._seen: tuple[Box, Image] | None = None

    @property
    def card(self) -> float:
        """Height of a card in the pictures, in pixels, as a calibrated box knows it."""
        return self._scene.card * self._scene.size[1]

    @property
    def empty(self) -> Image:
        """Picture of the empty box."""
        return self._empty

    def open(self) -> None:
        """Do nothing: the camera is always present."""

    def capture(self) -> Frame:
        """Photograph the current box."""
        box = self._people.box
        if box is None:
            return Frame(self._empty, self._clock())
        if self._seen is None or self._seen[0] != box:
            self._seen = (box, self._picture(box))
        return Frame(self._seen[1], self._clock())

    def close(self) -> None:
        """Do nothing: the camera holds no resource."""

    def _picture(self, box: Box) -> Image:
        rng = random.Random(f"{self._people.seed}/{box.play}/{box.spread}")
        scene = replace(self._scene, overlap=False)
        if (
            not box.spread and box.motion is None
        ):  # dropped as they fall: they may overlap, in glare, a hand still there
            odd = scene_of(rng)
            scene = replace(
                scene, overlap=odd.overlap, hand=odd.hand, glare=odd.glare, motion=odd.motion
            )
        mounting = self._mounting
        try:
            poses = self._poses(box, rng)
            return photograph(box.all, self._style, rng, scene, poses, mounting=mounting).image
        except ValueError:  # so many cards have no room to lie apart
            heap = replace(scene, overlap=True)
            return photograph(box.all, self._style, rng, heap, mounting=mounting).image

    def _poses(self, box: Box, rng: random.Random) -> tuple[Pose, ...] | None:
        """Return the cards' poses after a motion. Raises ValueError if they have no room apart."""
        count = len(box.cards)
        if box.motion is None or not count:
            return None
        if isinstance(box.motion, Laying):
            care = CAREFUL if box.spread else CARE[box.motion]
            return lay_in_lanes(rng, count, care, box.slip)
        if self._mounting is None:
            return lie(rng, count, self._scene.size, self.card, box.motion)
        x0, y0, x1, y1 = WINDOW
        poses = lie(rng, count, (round(x1 - x0), round(y1 - y0)), CARD_HEIGHT, box.motion)
        return tuple(pose._replace(x=pose.x + x0, y=pose.y + y0) for pose in poses)


def some_mounting(seed: object) -> Mounting:
    """Return a camera that hangs over a mat with lanes, by the seed."""
    rng = random.Random(f"{seed}/mat")
    return Mounting(
        scale=rng.uniform(1.9, 2.05),
        turn=rng.choice((0, 180)) + rng.uniform(-4, 4),
        tilt=(rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04)),
        barrel=rng.uniform(-0.08, 0.02),
        lanes=True,
    )


class PhotoCamera(SimCamera):
    """A camera that shows the newest photograph once it is in the box."""

    def __init__(self, people: PhotoPlayers, clock: Callable[[], int]) -> None:
        super().__init__(people, clock)
        self._photos = people

    def _picture(self, box: Box) -> Image:
        photo = self._photos.photo
        return super()._picture(box) if photo is None else load_picture(photo.path)


class Glance(Generic[AnswerT]):
    """A `Read`, or a `Decode`, that keeps the answers for the newest pictures.

    `ms` is its work so far.
    """

    def __init__(self, read: Callable[[Image], AnswerT]) -> None:
        self._read = read
        self._kept: list[tuple[Image, AnswerT]] = []
        self.ms = 0.0

    def __call__(self, image: Image) -> AnswerT:
        """Read the cards in `image`."""
        entry = next((kept for kept in self._kept if kept[0] is image), None)
        if entry is None:
            began = time.perf_counter()
            entry = (image, self._read(image))
            self.ms += (time.perf_counter() - began) * 1000
        rest = [kept for kept in self._kept if kept[0] is not image]
        self._kept = [*rest[1 - ANSWERS_KEPT :], entry]  # the newest last
        return entry[1]
