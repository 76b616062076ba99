"""Looks at the window's bare ground: does anything lie there that is none of the cards read?

The card reader finds what it learned to find. A card without any index, a ticket, a purse: to its
networks they may be nothing at all. But the window is dark (`mat.design`), cards are light, and in
a calibrated box it is known which is which.
"""

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import median

import cv2
import numpy as np

from appliance.box.flatten import FLAT_SCALE, MASKING, MaskedPicture
from appliance.core.reading import Ask, Quad, Reading, touch
from appliance.vision.arrays import GrayImage, Mask, Points, level, xy
from appliance.vision.doubts.missed_cards import COVERED, parts_of
from appliance.vision.find.grouping import ASPECT
from appliance.vision.limits import CALIBRATED
from bluffing.message import message

SOMETHING_ELSE = message("ask.something-else")

NOT_GROUND = 2
"""Marks frame and other cards in a picture that is 1 where it is light and 0 on bare ground."""


@dataclass(frozen=True, slots=True)
class LeftoverLimits:
    """When something light beside the cards counts as a thing of its own."""

    margin: float
    """Distance in millimetres by which a card may reach beyond where it was read."""

    min_width: float
    """Minimum width in millimetres; anything narrower is an edge, a scratch or a hair."""

    min_area: float
    """Minimum area in square millimetres; a card has 5,500."""


LOOSE_LEFTOVERS = LeftoverLimits(3.5, 2.5, 60.0)
"""Around all cards as they were read. Set by eye."""

TIGHT_LEFTOVERS = LeftoverLimits(1.5, 1.25, 20.0)
"""Around cards that touch, once their outlines fit what is light (`fit_outlines`).

Evidence: of 349 heaps that would be answered a card was missed in 20, mostly with less than a tenth
of it in sight; 8 of these are asked about, and 4 of the others.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundLimits:
    """How bare ground is told from cards, and one card from two. Lengths in millimetres."""

    min_light: float = 0.55
    """Minimum grey level that counts as light, as a share of the way from the ground to paper.

    Ground that is lighter mirrors a lamp, or is no ground. Evidence: of 154 scenes that were
    answered, with and without glare, 6 are asked about.
    """

    min_contrast: int = 15
    """Minimum grey levels between ground and paper; below it nothing can be told."""

    max_uneven: float = 2.2
    """Maximum difference between two opposite sides' distances from a card's middle.

    Above it another card lies below. Evidence: 190 cards that lay apart differ by up to 1.7; of
    109 stacks of two that nothing else told, 82 differ by more than the limit.
    """

    max_oversize: float = 4.0
    """Maximum length by which a card is larger than it is taken for; above it another lies below.

    Poker cards are wider by 2 mm, and some decks are 91 mm high.
    """

    inside: float = 10.0
    outside: float = 9.0
    """How far inside and outside of a card's side its edge is looked for."""

    lines: int = 13
    """Number of lines across a side on which its edge is looked for."""

    reach: float = 0.72
    """How far these lines reach from the side's middle, as a share of half the side."""

    stride: int = 2
    """Distance between the pixels that tell ground and paper, either way: not all are needed."""

    # --- how outlines of cards that touch are fitted to the light; the rest is set by eye ---------

    aspect: float = 0.714
    """Width over height of a poker card, the widest in use: a narrower one only fits worse."""

    max_shift: float = 7.0
    """Maximum distance from where a card was read, millimetres either way."""

    max_turn: float = 0.09
    """Maximum turn from how it was read, radians."""

    steps: tuple[tuple[float, float], ...] = ((2.0, 0.02), (0.8, 0.008))
    """Pixels and radians by which an outline is moved and turned, coarse steps first."""

    passes: int = 2
    """How often all outlines are tried with each of these steps."""


GROUND_LIMITS = GroundLimits()

Pose = Points
"""A card's middle (x, y) in pixels and its turn in radians: shape (3,)."""


def check_ground(flat: MaskedPicture, reading: Reading, card: float) -> Reading:
    """`reading` of a flat picture, which asks if more lies there; `card` is a card's height, px."""
    if reading.ask is not None or not reading.cards:
        return reading
    cards = [one.quad for one in reading.cards]
    grey = np.maximum.reduce(cv2.split(flat.image))
    some = (slice(None, None, GROUND_LIMITS.stride),) * 2
    ground = level(grey[some][flat.window[some]], MASKING.ground_share)
    paper = level(grey[some][_marked(np.zeros_like(grey), cards, 0.0)[some] > 0], 0.5)
    if paper - ground < GROUND_LIMITS.min_contrast:
        return reading
    lit = grey > ground + GROUND_LIMITS.min_light * (paper - ground)
    light = np.where(flat.window, lit, NOT_GROUND).astype(np.uint8)
    place = _leftover(light, cards, LOOSE_LEFTOVERS)
    if place is not None:
        return replace(reading, ask=Ask(SOMETHING_ELSE, place))
    if not reading.apart:
        place = _leftover(light, fit_outlines(light, cards, card), TIGHT_LEFTOVERS)
        if place is not None:
            return replace(reading, ask=Ask(COVERED, place))
    for one in cards:
        if _hides_another(light, one, [other for other in cards if other is not one], card):
            return replace(reading, ask=Ask(COVERED, one))
    return reading


def _leftover(light: Mask, cards: list[Quad], limits: LeftoverLimits) -> Quad | None:
    """The box around the largest thing in the window that is none of `cards`."""
    thing = (_marked(light, cards, limits.margin) == 1).astype(np.uint8)
    brush = np.ones((round(limits.min_width * FLAT_SCALE),) * 2, np.uint8)
    solid = np.asarray(cv2.morphologyEx(thing, cv2.MORPH_OPEN, brush), np.uint8)
    parts = parts_of(solid, limits.min_area * FLAT_SCALE**2, 1.0)
    return next((place for _, place in parts), None)


def _hides_another(light: Mask, one: Quad, others: list[Quad], card: float) -> bool:
    """Return True if light around `one` shows another card squared up below it.

    A card is as wide to the left of its middle, which its indices tell, as to the right; and none
    is much larger than `card` pixels. Only known of a card that touches none of the `others`: where
    they hide its second index its middle is a guess.
    """
    if any(touch(other, one, CALIBRATED.strays.touch_factor) for other in others):
        return False
    corners = np.array(one)
    middle = corners.mean(axis=0)
    wide = (corners[1] + corners[2]) / 2 - middle
    tall = (corners[0] + corners[1]) / 2 - middle
    seen = _marked(light, others, LOOSE_LEFTOVERS.margin)
    right, left, top, bottom = _extents(seen, middle, wide, tall)
    uneven = GROUND_LIMITS.max_uneven * FLAT_SCALE
    oversize = GROUND_LIMITS.max_oversize * FLAT_SCALE
    if abs(right - left) > uneven or abs(top - bottom) > uneven:
        return True
    return right + left > card * ASPECT + oversize or top + bottom > card + oversize


def _extents(seen: Mask, middle: Points, wide: Points, tall: Points) -> tuple[float, ...]:
    """Return the distance in pixels that light reaches from a card's `middle` to its four sides.

    To those at `wide` and opposite, and at `tall` and opposite; NaN where it can't be told.
    """
    ways = np.array([(wide, tall), (-wide, tall), (tall, wide), (-tall, wide)])
    outs, alongs = ways[:, 0, None, None], ways[:, 1, None, None]
    sides = np.hypot(*ways[:, 0].T)[:, None, None, None]
    inside, outside = GROUND_LIMITS.inside * FLAT_SCALE, GROUND_LIMITS.outside * FLAT_SCALE
    steps = np.arange(-inside, outside, 0.5)[None, :, None, None]
    across = np.linspace(-GROUND_LIMITS.reach, GROUND_LIMITS.reach, GROUND_LIMITS.lines)[:, None]
    points = np.asarray(middle + (1 + steps / sides) * outs + across * alongs, np.float32)
    places = points.reshape(-1, GROUND_LIMITS.lines, 2)
    lines = cv2.remap(seen, places[..., 0], places[..., 1], cv2.INTER_NEAREST)
    lines = lines.reshape(points.shape[:3])
    # lines on which the light ends and the bare ground begins
    light = lines == 1
    ends = light.any(axis=1) & (lines[:, -1] == 0) & ~(lines == NOT_GROUND).any(axis=1)
    last = steps.size - 1 - light[:, ::-1].argmax(axis=1)
    far = [
        median(line[told].tolist()) / 2 if told.sum() > GROUND_LIMITS.lines / 3 else math.nan
        for line, told in zip(last, ends, strict=True)
    ]
    return tuple((sides.ravel() - inside + far).tolist())


def _marked(picture: GrayImage, cards: list[Quad], margin: float) -> GrayImage:
    """A copy that is NOT_GROUND where one of `cards` lies, or up to `margin` millimetres off."""
    marked = picture.copy()
    for quad in cards:
        corners = np.round(quad).astype(np.int32)
        cv2.fillConvexPoly(marked, corners, (NOT_GROUND,))
        if margin:
            wide = 1 + 2 * round(margin * FLAT_SCALE)
            cv2.polylines(marked, [corners], isClosed=True, color=(NOT_GROUND,), thickness=wide)
    return marked


def fit_outlines(light: Mask, cards: Sequence[Quad], card: float) -> list[Quad]:
    """Fit the outlines of `cards`, each `card` pixels high, to what is `light`.

    Where cards hide each other's indices their middles are guesses, some millimetres off. So each
    outline is moved and turned, a step at a time, as long as all of them together cover less ground
    and leave less light outside. `light` is 1 where it is, 0 on the ground, and anything else where
    nobody can tell.
    """
    read = [_pose(one) for one in cards]
    poses = list(read)
    for step, _, number in product(
        GROUND_LIMITS.steps, range(GROUND_LIMITS.passes), range(len(poses))
    ):
        others = [*poses[:number], *poses[number + 1 :]]
        poses[number] = _fit_outline(light, poses[number], read[number], others, card, step=step)
    return [_quad(pose, card) for pose in poses]


def _fit_outline(
    light: Mask,
    pose: Pose,
    read: Pose,
    others: Sequence[Pose],
    card: float,
    *,
    step: tuple[float, float],
) -> Pose:
    """The best pose of one outline, `step` by step (pixels, radians) from `pose` on.

    It stays near where the card was `read`; the `others` stay where they are.
    """
    shift = GROUND_LIMITS.max_shift * FLAT_SCALE
    most = shift, shift, GROUND_LIMITS.max_turn
    # only what is near the card changes with its outline
    reach = math.hypot(GROUND_LIMITS.aspect, 1) * card / 2 + shift
    left, top = (max(0, int(side - reach)) for side in read[:2])
    right, bottom = (math.ceil(side + reach) + 1 for side in read[:2])
    part, corner = light[top:bottom, left:right], np.array((left, top, 0.0))
    lit, known = part & 1, (part <= 1).astype(np.uint8)
    beside = _drawn(np.zeros_like(lit), [other - corner for other in others], card)

    def misfit(pose: Pose) -> int:
        """Count the light pixels outside all outlines and the dark pixels inside one."""
        drawn = _drawn(beside, [pose - corner], card)
        return cv2.countNonZero(cv2.bitwise_and(cv2.bitwise_xor(drawn, lit), known))

    least = misfit(pose)
    for way in (*np.eye(3), *-np.eye(3)):
        move = way * (*step[:1], *step)
        while (np.abs((moved := pose + move) - read) <= most).all():
            now = misfit(moved)
            if now >= least:
                break
            least, pose = now, moved
    return pose


def _drawn(over: Mask, poses: Sequence[Pose], card: float) -> Mask:
    """A copy that is 1 inside the outlines, too."""
    drawn = over.copy()
    for pose in poses:
        corners = np.round(np.array(_quad(pose, card)) * 16).astype(np.int32)
        cv2.fillConvexPoly(drawn, corners, (1,), shift=4)
    return drawn


def _pose(card: Quad) -> Pose:
    corners = np.array(card)
    across = corners[1] - corners[0]
    return np.array((*corners.mean(axis=0), np.arctan2(across[1], across[0])))


def _quad(pose: Pose, card: float) -> Quad:
    """The corners of a card in `pose`, clockwise from its own top left."""
    x, y, turn = pose.tolist()
    middle, right = complex(x, y), cmath.rect(card * GROUND_LIMITS.aspect / 2, turn)
    down = cmath.rect(card / 2, turn + math.pi / 2)
    corners = (-right - down, right - down, right + down, down - right)
    return tuple(xy(middle + corner) for corner in corners)
