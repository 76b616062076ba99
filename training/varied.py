"""Crops seen otherwise: turned by quarters, in other light and colours, at little cost."""

import random
from dataclasses import replace

import cv2
import numpy as np

from appliance.vision.index import Image
from training.crops import SIZE, Crop


def varied(crop: Crop, rng: random.Random) -> Crop:
    """The crop turned and coloured by chance."""
    turned = quarter(crop, rng.randrange(4))
    return replace(turned, image=coloured(turned.image, rng))


def quarter(crop: Crop, turns: int) -> Crop:
    """The crop turned by so many quarters against the clock, its truth with it."""
    image, owner = np.rot90(crop.image, turns), np.rot90(crop.owner, turns)
    cards, indices = crop.cards.copy(), crop.indices.copy()
    for _ in range(turns % 4):
        for table in (cards, indices):
            table[:, 0], table[:, 1] = table[:, 1].copy(), SIZE - 1 - table[:, 0]
        indices[:, 3], indices[:, 4] = indices[:, 4].copy(), -indices[:, 3]
    return Crop(
        np.ascontiguousarray(image), np.ascontiguousarray(owner), cards, indices, crop.labels
    )


def coloured(image: Image, rng: random.Random) -> Image:
    """Colours exchanged, a negative, or other light: each now and then."""
    if rng.random() < 0.15:
        image = image[:, :, rng.sample(range(3), 3)]
    if rng.random() < 0.03:
        image = 255 - image
    if rng.random() < 0.5:
        gain, lift = rng.uniform(0.6, 1.3), rng.uniform(-25, 25)
        table = np.clip(np.arange(256) * gain + lift, 0, 255).astype(np.uint8)
        image = np.asarray(cv2.LUT(image, table), np.uint8)
    return np.ascontiguousarray(image)
