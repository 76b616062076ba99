"""Crops seen otherwise, at little cost: turned by quarters, in other light, by worse cameras."""

import math
import random
from dataclasses import replace

import cv2
import numpy as np

from appliance.drivers import Image
from training.crops import SIZE, Crop


def varied(crop: Crop, rng: random.Random) -> Crop:
    """The crop turned and coloured by chance."""
    turned = quarter(crop, rng.randrange(4))
    return replace(turned, image=coloured(turned.image, rng))


def quarter(crop: Crop, turns: int) -> Crop:
    """Turn the crop and its truth by `turns` quarters against the clock."""
    image, owner = np.rot90(crop.image, turns), np.rot90(crop.owner, turns)
    cards, indices = crop.cards.copy(), crop.indices.copy()
    for _ in range(turns % 4):
        for table in (cards, indices):
            table[:, 0], table[:, 1] = table[:, 1].copy(), SIZE - 1 - table[:, 0]
        indices[:, 3], indices[:, 4] = indices[:, 4].copy(), -indices[:, 3]
    return replace(
        crop,
        image=np.ascontiguousarray(image),
        owner=np.ascontiguousarray(owner),
        cards=cards,
        indices=indices,
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


def spoilt(cut: Image, rng: random.Random) -> Image:
    """An index as a worse camera sees it: grey, lighter, tinted, blurred, noisy, now and then."""
    chance = np.random.default_rng(rng.getrandbits(32))
    if rng.random() < 0.15:
        cut = np.asarray(cv2.merge([cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)] * 3), np.uint8)
    pixels = cut.astype(np.float32)
    if rng.random() < 0.3:
        pixels = 255 * (pixels / 255) ** math.exp(rng.gauss(0, 0.35))
    if rng.random() < 0.3:
        pixels *= np.exp(chance.normal(0, 0.12, 3)).astype(np.float32)
    if rng.random() < 0.2:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 1.6)), np.float32)
    if rng.random() < 0.25:
        pixels += chance.normal(0, rng.uniform(2, 16), pixels.shape).astype(np.float32)
    if rng.random() < 0.05:
        specks = chance.random(pixels.shape[:2]) < 0.01
        pixels[specks] = 255 * chance.integers(0, 2, (int(specks.sum()), 1))
    return np.asarray(pixels.clip(0, 255), np.uint8)
