"""Pictures of single cards of the odd deck, and what a good index finder would see in them."""

import random
from functools import lru_cache

import cv2
import numpy as np
import odd_deck

from appliance.drivers import Image
from appliance.vision.find.finder import CardMaps, Detection
from appliance.vision.find.index import LABELS
from bluffing.cards import Card
from lab.sim.photo.layouts import Pose
from lab.sim.photo.photograph import Scene, photograph

Seen = tuple[Image, list[Detection], CardMaps]

SCENE = Scene(size=(480, 360), tilt=0.01)


@lru_cache(maxsize=64)
def show(*cards: Card, seed: int = 1) -> Seen:
    """`cards` beside each other, their indices found but not named."""
    rng = random.Random(f"{seed} {cards}")
    poses = [Pose(120 + 200 * n, 180, rng.uniform(-25, 25), 190) for n in range(len(cards))]
    with odd_deck.in_play():
        photo = photograph(cards, odd_deck.RUNES, rng, SCENE, poses)
    whose = np.zeros((90, 120), np.uint8)
    centres = np.zeros((90, 120, 2), np.float32)
    for number, quad in enumerate(photo.quads, start=1):
        shape = np.round((np.array(quad) - 2) / 4).astype(np.int32)
        cv2.fillConvexPoly(whose, shape, (number,))
        centres[whose == number] = np.array(quad).mean(axis=0)
    face = (whose > 0).astype(np.float32)
    areas = CardMaps(face, np.zeros_like(face), centres, 1.0)
    spots = [
        spot
        for card, quad in zip(cards, photo.quads, strict=True)
        for spot in odd_deck.true_spots(card, None, quad, rng)
    ]
    return photo.image, spots, areas


def fan(labels: list[str], sure: float = 0.99) -> Seen:
    """A picture in which cards lie in rows whose indices are named `labels`."""
    image = np.random.default_rng(1).integers(0, 256, (720, 1800, 3), np.uint8)
    spots = []
    for number, label in enumerate(labels):
        names = np.zeros(len(LABELS), np.float32)
        names[LABELS.index(label)] = sure
        at = complex(40 + number % 18 * 95, 40 + number // 18 * 150)
        spots.append(Detection(at, 9.0, -1j, 0.9, at + 20 + 30j, 80.0, names))
    zeros = np.zeros((180, 450), np.float32)
    return image, spots, CardMaps(zeros, zeros, np.zeros((180, 450, 2), np.float32), 1.0)
