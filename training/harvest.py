"""Corners out of labelled photographs, and which photographs may be learned from.

A photo is for training when the first byte of the SHA-256 of its name (folder and file, as
in labels.json) is even; the others are only ever measured on.
"""

import hashlib
import json
import random
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from appliance.rules.cards import pack
from appliance.sim.faces import STYLES, random_style
from appliance.sim.photograph import photograph, scene_of
from appliance.vision.locate import masks, outlines, reduced
from training.net import HEIGHT, LABELS, WIDTH

Image = npt.NDArray[np.uint8]


def may_learn(name: str) -> bool:
    """Whether the photo called `name` is in the training half."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 0


def harvest(folder: Path, seed: int) -> tuple[Image, npt.NDArray[np.int64], list[Image]]:
    """Corners (n, 72, 56, 3), labels, and backgrounds (photos with their cards painted over)."""
    rng = np.random.default_rng(seed)
    pick = random.Random(seed)
    corners: list[Image] = []
    labels: list[int] = []
    grounds: list[Image] = []
    for entry in json.loads((folder / "labels.json").read_text()):
        if not may_learn(entry["file"]):
            continue
        photo = cv2.imread(str(folder / entry["file"]))
        photo, scale = reduced(photo, 960)
        for outline in outlines(masks(photo)):
            label = _label(outline.quad, entry, scale)
            if label is None:
                continue
            for _ in range(6):
                slack = np.linalg.norm(outline.quad[1] - outline.quad[0]) * 0.01
                quad = (outline.quad + rng.normal(0, slack, (4, 2))).astype(np.float32)
                turn = pick.randrange(4)
                flat = _corner(photo, np.roll(quad, -turn, axis=0))
                corners.append(flat)
                labels.append(LABELS.index(label) if turn % 2 == 0 else LABELS.index("none"))
        for box in entry["boxes"]:
            x0, y0, x1, y1 = (round(v * scale) for v in box["box"])
            photo[max(0, y0 - 5) : y1 + 5, max(0, x0 - 5) : x1 + 5] = photo[-20:].mean(axis=(0, 1))
        if entry["set"] == "edje" and min(photo.shape[:2]) > 260:
            grounds.append(photo)
    return np.array(corners), np.array(labels), grounds


def _label(quad: Image, entry: dict, scale: float) -> str | None:
    """What the corners of this outline show: a rank, "none", or None where labels don't tell."""
    low, high = quad.min(axis=0) / scale, quad.max(axis=0) / scale
    inner = []
    for box in entry["boxes"]:
        x0, y0, x1, y1 = box["box"]
        if box["of"] == "card":
            wide = min(x1, high[0]) - max(x0, low[0])
            tall = min(y1, high[1]) - max(y0, low[1])
            shared = max(0.0, wide) * max(0.0, tall)
            union = (x1 - x0) * (y1 - y0) + float(np.prod(high - low)) - shared
            if shared / union > 0.8:
                return box["card"]
            if shared > 0.05 * float(np.prod(high - low)):
                return None
        else:
            middle = ((x0 + x1) / 2 * scale, (y0 + y1) / 2 * scale)
            if cv2.pointPolygonTest(quad, middle, measureDist=False) > 0:
                name = "joker" if box["card"].lower().startswith("jo") else box["card"][:-1]
                inner.append(name)
    if len(inner) == 2 and inner[0] == inner[1] and inner[0] in LABELS:
        return inner[0]
    return None if inner or entry["set"] != "edje" else "none"


def _corner(photo: Image, quad: Image) -> Image:
    goal = np.array([(0, 0), (160, 0), (160, 224), (0, 224)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.ascontiguousarray(quad), goal)
    flat = cv2.warpPerspective(
        photo, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def rehearse(count: int, seed: int) -> tuple[Image, npt.NDArray[np.int64]]:
    """Corners and labels out of simulated pictures, cut along the outlines that are found."""
    corners: list[Image] = []
    labels: list[int] = []
    for number in range(count):
        pick = random.Random(seed * 1_000_000 + number)
        style = pick.choice(STYLES) if pick.random() < 0.2 else random_style(pick)
        cards = pick.sample(pack(2), pick.randint(1, 5))
        shot = photograph(cards, style, pick, scene_of(pick))
        small, scale = reduced(shot.image)
        for outline in outlines(masks(small)):
            quad = (outline.quad / scale).astype(np.float32)
            label: str | None = "none"
            for card, true, free in zip(cards, shot.quads, shot.visible, strict=True):
                here = np.array(true, np.float32)
                shared, _ = cv2.intersectConvexConvex(quad, here)
                union = cv2.contourArea(quad) + cv2.contourArea(here) - shared
                if shared > 0.82 * union:
                    whole = free > 0.97 and shared > 0.88 * union
                    label = str(card.rank) if whole else None
                elif shared > 0.5 * cv2.contourArea(here) and label == "none":
                    label = None
            if label is None:
                continue
            two = label == "none" or not style.four_corners
            for turn in range(4):
                if turn % 2 and not two:
                    continue
                corners.append(_corner(shot.image, np.roll(quad, -turn, axis=0)))
                labels.append(LABELS.index(label if turn % 2 == 0 else "none"))
    return np.array(corners), np.array(labels)
