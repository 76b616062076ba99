"""The camera of the simulated table: it photographs what the world has put into the box."""

import random
import time
from collections.abc import Callable
from dataclasses import replace

from appliance.drivers import Frame, Image
from appliance.reader import Read
from appliance.rules.cards import Card
from appliance.sim.faces import random_style
from appliance.sim.photograph import Scene, photograph, scene_of
from appliance.sim.world import Box, World
from appliance.vision.reading import Reading


class SimCamera:
    """A `drivers.Camera`. One evening has one deck, table top and lamp; each spread lies anew.

    While nothing moves it gives the very same picture, so that a reader may keep its answer.
    """

    def __init__(self, world: World, clock: Callable[[], int]) -> None:
        self._world, self._clock = world, clock
        rng = random.Random(f"{world.seed}/box")
        self._style = random_style(rng)
        self._scene = replace(scene_of(rng), hand=0.0, glare=0.0, motion=0)
        self._seen: tuple[Box | None, Image] | None = None

    def open(self) -> None:
        """There is always a camera."""

    def capture(self) -> Frame:
        """The box as it is now."""
        box = self._world.box
        if self._seen is None or self._seen[0] != box:
            self._seen = (box, self._picture(box))
        return Frame(self._seen[1], self._clock())

    def close(self) -> None:
        """Nothing to let go of."""

    def _picture(self, box: Box | None) -> Image:
        rng = random.Random(f"{self._world.seed}/{box and (box.play, box.spread)}")
        cards: tuple[Card, ...] = box.cards if box is not None else ()
        careless = box is not None and box.spread == 0
        scene = self._careless(rng) if careless else replace(self._scene, overlap=False)
        try:
            return photograph(cards, self._style, rng, scene).image
        except ValueError:  # so many cards have no room to lie apart
            return photograph(cards, self._style, rng, replace(scene, overlap=True)).image

    def _careless(self, rng: random.Random) -> Scene:
        """Cards dropped as they fall: they may overlap, in glare, with a hand still there."""
        any_ = scene_of(rng)
        return replace(
            self._scene, overlap=any_.overlap, hand=any_.hand, glare=any_.glare, motion=any_.motion
        )


class Glance:
    """A `Read` that keeps the answer for a picture that has not changed; `ms` is its work so far."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._kept: tuple[Image, Reading] | None = None
        self.ms = 0.0

    def __call__(self, image: Image) -> Reading:
        """What `image` shows."""
        if self._kept is None or self._kept[0] is not image:
            began = time.perf_counter()
            self._kept = (image, self._read(image))
            self.ms += (time.perf_counter() - began) * 1000
        return self._kept[1]
