"""Searches the window's bare ground for things that are none of the cards read.

The card reader finds only what it learned to find. Its networks may overlook a card without any
index, a ticket or a purse. But the window is dark (`mat.design`), cards are light, and a calibrated
box tells one from the other.
"""

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from appliance.box.flatten import FLAT_SCALE, MASKING, MaskedPicture
from appliance.box.lone_card import OUTLINE_LIMITS, DeckSize, nominal, outline_of
from appliance.core.reading import Ask, Quad, Reading, touch
from appliance.vision.arrays import GrayImage, Mask, Points, level, xy
from appliance.vision.doubts.missed_cards import COVERED, INDEX_UNREAD, parts_of
from appliance.vision.limits import CALIBRATED
from bluffing.message import message

SOMETHING_ELSE = message("ask.something-else")
ONE_A_LANE = message("ask.one-a-lane")

NOT_GROUND = 2
"""Value of the frame and other cards in a picture with 1 for light and 0 for bare ground."""


@dataclass(frozen=True, slots=True)
class LeftoverLimits:
    """Limits above which something light beside the cards counts as a separate thing."""

    margin: float
    """Distance in millimetres by which a card may reach beyond its reading."""

    min_width: float
    """Minimum width in millimetres; anything narrower is an edge, a scratch or a hair."""

    min_area: float
    """Minimum area in square millimetres; a card has 5,500."""


LOOSE_LEFTOVERS = LeftoverLimits(3.5, 2.5, 60.0)
"""Limits around all cards at the places of the reading. Set by eye."""

TIGHT_LEFTOVERS = LeftoverLimits(1.5, 1.25, 20.0)
"""Limits around cards that touch, once their outlines fit the light (`fit_outlines`).

Evidence: of 349 heaps that the reader would answer, it missed a card in 20, mostly with less than a
tenth of the card in sight. With these limits it asks about 8 of the 20, and about 4 of the others.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundLimits:
    """Limits that separate bare ground from cards. Lengths in millimetres."""

    min_light: float = 0.55
    """Minimum grey level that counts as light, as a share of the way from the ground to paper.

    Lighter ground mirrors a lamp, or is no ground. Evidence: of 154 answered scenes, with and
    without glare, the reader asks about 6.
    """

    min_contrast: int = 15
    """Minimum grey levels between ground and paper; below it the check is impossible."""

    stride: int = 2
    """Distance, across and down, between the pixels sampled for ground and paper."""

    # --- fitting the outlines of touching cards to the light; the rest is set by eye --------------

    aspect: float = 0.714
    """Width over height of a poker card, the widest in use: a narrower one only fits worse."""

    max_shift: float = 7.0
    """Maximum distance from where a card was read, millimetres either way."""

    max_turn: float = 0.09
    """Maximum turn from the reading, radians."""

    steps: tuple[tuple[float, float], ...] = ((2.0, 0.02), (0.8, 0.008))
    """Steps in pixels and radians that move and turn an outline, coarse ones first."""

    passes: int = 2
    """Number of passes over all outlines with each of these steps."""


GROUND_LIMITS = GroundLimits()

Pose = Points
"""A card's middle (x, y) in pixels and its turn in radians: shape (3,)."""


def check_ground(
    flat: MaskedPicture,
    reading: Reading,
    card: float,
    deck: DeckSize | None = None,
    *,
    lanes: bool = False,
) -> Reading:
    """Return `reading` of a flat picture, asking if more lies there; `card` is a card's height, px.

    `deck` learns from cards that lie alone, and then recognizes one too large to be alone. On a mat
    with `lanes` bare ground has to show on all sides of each card. There the networks' doubt about
    a place counts for nothing if that place is bare ground.
    """
    doubt = reading.ask
    if not reading.cards or (doubt is not None and not (lanes and _of_a_place(doubt))):
        return reading
    cards = [card.quad for card in reading.cards]
    grey = np.maximum.reduce(cv2.split(flat.image))
    some = (slice(None, None, GROUND_LIMITS.stride),) * 2
    ground = level(grey[some][flat.window[some]], MASKING.ground_share)
    paper = level(grey[some][_marked(np.zeros_like(grey), cards, 0.0)[some] > 0], 0.5)
    if paper - ground < GROUND_LIMITS.min_contrast:
        return reading
    edge = ground + GROUND_LIMITS.min_light * (paper - ground)
    light = np.where(flat.window, grey > edge, NOT_GROUND).astype(np.uint8)
    shade = ground + OUTLINE_LIMITS.min_light * (paper - ground)
    if doubt is not None:
        if not _is_bare(grey, shade, doubt):
            return reading
        reading = replace(reading, ask=None)
    ask = _beside(light, reading, card)
    if ask is None:
        ask = _below(_Box(grey, light, shade), cards, card, deck, lanes=lanes)
    return reading if ask is None else replace(reading, ask=ask)


@dataclass(frozen=True, slots=True, eq=False)
class _Box:
    """Grey levels, what is `light`, and the level of a card's edge (`shade`)."""

    grey: GrayImage
    light: Mask
    shade: float


def _beside(light: Mask, reading: Reading, card: float) -> Ask | None:
    """Return a request about something beside the cards of `reading`."""
    cards = [card.quad for card in reading.cards]
    place = _leftover(light, cards, LOOSE_LEFTOVERS)
    if place is not None:
        return Ask(SOMETHING_ELSE, place)
    if not reading.apart:
        place = _leftover(light, fit_outlines(light, cards, card), TIGHT_LEFTOVERS)
    return None if place is None else Ask(COVERED, place)


def _below(
    box: _Box, cards: list[Quad], card: float, deck: DeckSize | None, *, lanes: bool
) -> Ask | None:
    """Return a request about a card whose outline shows another below it, or may hide one."""
    near = 1.0 if lanes else CALIBRATED.strays.touch_factor  # lanes show ground between cards
    for quad in cards:
        rest = [card for card in cards if card is not quad]
        if any(touch(neighbour, quad, near) for neighbour in rest):
            continue  # with its second index hidden, its middle is a guess
        marked = _marked(box.light, rest, LOOSE_LEFTOVERS.margin)
        outline = outline_of(box.grey, marked, box.shade, quad)
        larger = deck is not None and deck.larger(outline.size)
        if larger or outline.hides_another(nominal(card)):
            return Ask(COVERED, quad)
        if lanes and np.isnan(outline.sides).any():
            return Ask(ONE_A_LANE, quad)
        if deck is not None:
            deck.saw(quad, outline.size)
    return None


def _of_a_place(doubt: Ask) -> bool:
    """Return True if the networks see a card, or a part of one, at a place."""
    return doubt.at is not None and doubt.reason in (COVERED, INDEX_UNREAD)


def _is_bare(grey: GrayImage, shade: float, doubt: Ask) -> bool:
    """Return True if nothing at the place of `doubt` is lighter than `shade`."""
    place = np.zeros_like(grey)
    cv2.fillConvexPoly(place, np.round(doubt.at or ()).astype(np.int32), (1,))
    return cv2.minMaxLoc(grey, place)[1] <= shade


def _leftover(light: Mask, cards: list[Quad], limits: LeftoverLimits) -> Quad | None:
    """Return the box around the largest thing in the window that is none of `cards`."""
    leftover = (_marked(light, cards, limits.margin) == 1).astype(np.uint8)
    brush = np.ones((round(limits.min_width * FLAT_SCALE),) * 2, np.uint8)
    solid = np.asarray(cv2.morphologyEx(leftover, cv2.MORPH_OPEN, brush), np.uint8)
    parts = parts_of(solid, limits.min_area * FLAT_SCALE**2, 1.0)
    return next((place for _, place in parts), None)


def _marked(picture: GrayImage, cards: list[Quad], margin: float) -> GrayImage:
    """Return a copy with NOT_GROUND on each of `cards` and up to `margin` millimetres around it."""
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

    If cards hide each other's indices, their middles are guesses, some millimetres off. So each
    step moves or turns an outline, as long as all outlines together cover less ground and leave
    less light outside. `light` is 1 for light, 0 for ground, and any other value if unknown.
    """
    read = [_pose(card) for card in cards]
    poses = list(read)
    for step, _, number in product(
        GROUND_LIMITS.steps, range(GROUND_LIMITS.passes), range(len(poses))
    ):
        neighbours = [*poses[:number], *poses[number + 1 :]]
        poses[number] = _fit_outline(
            light, poses[number], read[number], neighbours, card, step=step
        )
    return [_quad(pose, card) for pose in poses]


def _fit_outline(
    light: Mask,
    pose: Pose,
    read: Pose,
    neighbours: Sequence[Pose],
    card: float,
    *,
    step: tuple[float, float],
) -> Pose:
    """Return the best pose of one outline, searched in steps of `step` (pixels, radians).

    The search starts at `pose` and stays near `read`, the card's place in the reading. The `others`
    keep their places.
    """
    shift = GROUND_LIMITS.max_shift * FLAT_SCALE
    most = shift, shift, GROUND_LIMITS.max_turn
    # an outline changes only pixels near its card
    reach = math.hypot(GROUND_LIMITS.aspect, 1) * card / 2 + shift
    left, top = (max(0, int(side - reach)) for side in read[:2])
    right, bottom = (math.ceil(side + reach) + 1 for side in read[:2])
    part, corner = light[top:bottom, left:right], np.array((left, top, 0.0))
    lit, known = part & 1, (part <= 1).astype(np.uint8)
    beside = _drawn(np.zeros_like(lit), [neighbour - corner for neighbour in neighbours], card)

    def misfit(pose: Pose) -> int:
        """Count the light pixels outside all outlines and the dark pixels inside one."""
        drawn = _drawn(beside, [pose - corner], card)
        return cv2.countNonZero(cv2.bitwise_and(cv2.bitwise_xor(drawn, lit), known))

    least = misfit(pose)
    for direction in (*np.eye(3), *-np.eye(3)):
        move = direction * (*step[:1], *step)
        while (np.abs((moved := pose + move) - read) <= most).all():
            now = misfit(moved)
            if now >= least:
                break
            least, pose = now, moved
    return pose


def _drawn(over: Mask, poses: Sequence[Pose], card: float) -> Mask:
    """Return a copy that is 1 inside the outlines, too."""
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
    """Return the corners of a card in `pose`, clockwise from its own top left."""
    x, y, turn = pose.tolist()
    middle, right = complex(x, y), cmath.rect(card * GROUND_LIMITS.aspect / 2, turn)
    down = cmath.rect(card / 2, turn + math.pi / 2)
    corners = (-right - down, right - down, right + down, down - right)
    return tuple(xy(middle + corner) for corner in corners)
