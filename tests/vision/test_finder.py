"""Which of both detectors looks, and at what size."""

import random
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from appliance.drivers import Image
from appliance.vision.arrays import Floats
from appliance.vision.find import finder
from appliance.vision.find.finder import (
    NETWORK_CARD_HEIGHT,
    SCALE_SEARCH,
    STRIDE,
    CardMaps,
    Detection,
    Finder,
)
from appliance.vision.find.index import LABELS, SUITS
from appliance.vision.find.runner import Network, Runner
from bluffing.cards import pack
from lab.sim.photo.faces import STYLES
from lab.sim.photo.photograph import Scene, photograph

FILES = ("finder.onnx", "large_finder.onnx", "namer.onnx")


@dataclass
class Table:
    """Networks for which one card lies on a table, and the sizes that each detector saw.

    `tall` is how high the card is in a picture 640 pixels wide; `seen` the exponent with which
    a detector sees how far a size is off.
    """

    tall: float
    seen: float = 1.0
    looks: list[tuple[str, int]] = field(default_factory=list)

    def finder(self, folder: Path) -> Finder:
        for name in FILES:
            (folder / name).write_text(name)
        return Finder(Runner("Table", "table", self._open), folder)

    def _open(self, network: bytes) -> Network:
        name = network.decode()
        if name == "namer.onnx":
            return self._named
        return lambda values: self._found(name, values)

    def _found(self, name: str, values: Floats) -> Floats:
        height, width = values.shape[2:]
        self.looks.append((name, width))
        maps = np.zeros((1, 11, height // STRIDE, width // STRIDE), np.float32)
        spot = maps[0, :, height // STRIDE // 2, width // STRIDE // 2]
        spot[0] = 0.9
        spot[6] = -1
        ratio = self.tall * width / 640 / NETWORK_CARD_HEIGHT
        spot[7], spot[10] = np.log(15), np.log(NETWORK_CARD_HEIGHT * ratio**self.seen)
        return maps

    def _named(self, cuts: Floats) -> Floats:
        told = np.zeros((len(cuts), len(LABELS) + len(SUITS)), np.float32)
        told[:, 0] = 1
        return told


IMAGE = np.full((480, 640, 3), 90, np.uint8)


@pytest.mark.parametrize(("large", "name"), [(False, "finder.onnx"), (True, "large_finder.onnx")])
def test_a_card_of_known_height_is_looked_at_once(large: bool, name: str, tmp_path: Path) -> None:
    table = Table(220)
    (found,), maps = table.finder(tmp_path).find(IMAGE, 220, large=large)
    assert table.looks == [(name, 320)]
    assert found.label == LABELS[0]
    assert found.card_height == pytest.approx(220, rel=1e-3)
    assert maps.zoom == 2


@pytest.mark.parametrize("tall", [60, 110, 200, 400])
@pytest.mark.parametrize("seen", [0.6, 0.77, 1.0])
def test_the_large_detector_searches_for_the_size_of_any_card(
    tall: float, seen: float, tmp_path: Path
) -> None:
    table = Table(tall, seen)
    found, maps = table.finder(tmp_path).find(IMAGE, None)
    assert {name for name, _ in table.looks} == {"large_finder.onnx"}
    assert len(table.looks) <= len(SCALE_SEARCH.first_sides) + SCALE_SEARCH.max_further_looks
    right = NETWORK_CARD_HEIGHT / tall
    best = min(np.exp(abs(np.log(width / 640 / right))) for _, width in table.looks)
    assert best < SCALE_SEARCH.max_ratio
    assert np.exp(abs(np.log(right * maps.zoom))) == pytest.approx(best, rel=0.05)
    assert found


def seen_by(image: Image, *, large: bool) -> tuple[list[dict[str, object]], CardMaps]:
    """All values of the detections in `image`, and the maps."""
    found, maps = Finder().find(image, NETWORK_CARD_HEIGHT, large=large)
    names = Detection.__slots__
    return [{name: np.array(getattr(one, name)).tolist() for name in names} for one in found], maps


@pytest.mark.thorough
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("tall", [False, True])
def test_halves_and_parts_give_the_results_of_one_run(
    large: bool, tall: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(size=(1280, 960), overlap=True)
    image = photograph(pack()[:20], STYLES[1], random.Random(3), scene).image
    image = np.ascontiguousarray(np.rot90(image)) if tall else image
    parts, maps = seen_by(image, large=large)
    monkeypatch.setattr(finder, "LOOKED_AT_ONCE", image.size)
    monkeypatch.setattr(finder, "NAMED_AT_ONCE", 10_000)
    whole, maps_of_one = seen_by(image, large=large)
    assert len(parts) > 16  # with two crops each more than one run names
    assert parts == whole
    for name in ("face", "back", "card_centres"):
        assert (getattr(maps, name) == getattr(maps_of_one, name)).all()
