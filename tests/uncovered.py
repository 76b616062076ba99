"""How much of each card of a simulated photograph no later card covers."""

import cv2
import numpy as np

from lab.sim.photo.photograph import Photo


def uncovered(photo: Photo) -> tuple[float, ...]:
    """The share of each card, 0 to 1, that later ones leave to see, at a quarter of the size."""
    height, width = photo.image.shape[:2]
    label = np.zeros((height // 4, width // 4), np.uint8)
    whole = []
    for number, quad in enumerate(photo.quads, start=1):
        cv2.fillConvexPoly(label, np.round(np.array(quad) / 4).astype(np.int32), (number,))
        whole.append(int((label == number).sum()))
    left = np.bincount(label.ravel(), minlength=len(whole) + 1)[1:]
    return tuple(float(n) / max(1, w) for n, w in zip(left, whole, strict=True))
