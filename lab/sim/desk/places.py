"""Places of all parts of the desk, for every size of its window. Geometry only.

Lengths are in units of a window of 1280 by 800.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from appliance.display.layout import Layout, Places, plan
from appliance.display.quiet import pygame
from bluffing.cards import Rank

SMALLEST_DESK = (1280, 800)
"""Minimum size of the window: below it the table's picture would be too small."""

_BAR, _HAND, _SIDE, _RAIL, _TOP = 44, 172, 292, 66, 48

_WIDE, _NARROW, _OWN = 150, 110, 432
"""Widths: of a single own buzzer, and the maxima for one of several and for all of them
together."""

_TALL, _SMALL = 112, 64
"""Heights of a card, in a hand of cards side by side and in a hand sorted by rank."""

MOST_IN_A_ROW = 4
"""Maximum number of own buzzers in one row; more take two rows."""

SEEN_OF_A_CARD = 34
"""Minimum visible and clickable width of each card in a hand of cards side by side."""

BAR = ("pause", "slower", "speed", "faster", "sound")
SLIDERS = ("light", "glare", "blur")
FAULTS = ("camera", "hub", "jam")
BENCH = (*SLIDERS, *FAULTS)
"""Buttons of the open test bench."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A buzzer: the centre and radius of its cap, its whole area, and its label."""

    centre: tuple[int, int]
    radius: int
    rect: pygame.Rect
    label: pygame.Rect


@dataclass(frozen=True, slots=True)
class DeskPlan:
    """The desk's geometry. `spots` are by buzzer; `hand` is the place of the hand in front."""

    size: tuple[int, int]
    unit: float
    bar: pygame.Rect
    buttons: dict[str, pygame.Rect]
    title: pygame.Rect
    picture: pygame.Rect
    spots: tuple[Spot, ...]
    hand: pygame.Rect
    side: pygame.Rect
    box: pygame.Rect
    tray: pygame.Rect


def desk_plan(
    size: tuple[int, int], layout: Layout, buzzers: int, mine: frozenset[int]
) -> DeskPlan:
    """Place everything in a window of `size` pixels; `mine` are the person's buzzers."""
    unit = min(size[0] / SMALLEST_DESK[0], size[1] / SMALLEST_DESK[1])

    def px(length: float) -> int:
        return round(length * unit)

    width, height = size
    bar = pygame.Rect(0, 0, width, px(_BAR))
    low = px(_HAND) if mine else px(12)
    side = pygame.Rect(width - px(_SIDE), bar.bottom, px(_SIDE), height - bar.bottom)
    room = pygame.Rect(0, bar.bottom, side.left, height - bar.bottom - low)
    bots = [buzzer for buzzer in range(buzzers) if buzzer not in mine]
    edges = _edges(layout, buzzers, mine)
    under = px(_TOP) if any(edges[buzzer] == 0 for buzzer in bots) else px(4)
    picture = pygame.Rect(
        px(_RAIL),
        room.top + px(_TOP),
        room.width - 2 * px(_RAIL),
        room.height - px(_TOP) - under,
    )
    low_room = pygame.Rect(px(10), height - low, side.left - px(16), low)
    hands = _own(low_room, unit, sorted(mine))
    taken = max((spot.rect.right for spot in hands.values()), default=low_room.left)
    hand = pygame.Rect(taken, low_room.top, low_room.right - px(3) - taken, low)
    spots = []
    for buzzer in range(buzzers):
        if buzzer in hands:
            spots.append(hands[buzzer])
            continue
        along = [bot for bot in bots if edges[bot] == edges[buzzer]]
        share = (along.index(buzzer) + 1) / (len(along) + 1)
        if layout == "tabletop":
            share = _beside_panel(picture, buzzers, buzzer)
        spots.append(_small(picture, edges[buzzer], share, unit))
    inner = side.inflate(-px(20), -px(16))
    box = pygame.Rect(inner.left, inner.top + px(26), inner.width, round(inner.width * 0.75))
    tray = pygame.Rect(inner.left, box.bottom + px(6), inner.width, px(58))
    buttons = _side_buttons(inner, tray.bottom + px(8), px)
    left = px(8)
    for name in BAR:
        wide = px(64 if name == "speed" else 44)
        buttons[name] = pygame.Rect(left, px(6), wide, bar.height - px(10))
        left += wide + px(6)
    title = pygame.Rect(left + px(10), 0, side.left - left - px(20), bar.height)
    return DeskPlan(size, unit, bar, buttons, title, picture, tuple(spots), hand, side, box, tray)


def _edges(layout: Layout, buzzers: int, mine: frozenset[int]) -> dict[int, int]:
    """Return each buzzer's edge, as the quarter turns of a drawing that faces it: 0 is below."""
    if layout == "tabletop":
        slots = plan("tabletop", (1920, 1080), Places.all(buzzers)).seats
        return {buzzer: slot.turn for buzzer, slot in enumerate(slots)}
    first = min(mine, default=0)
    bots = [
        buzzer % buzzers for buzzer in range(first, first + buzzers) if buzzer % buzzers not in mine
    ]
    aside = max(1, len(bots) // 3) if len(bots) > 2 else 0
    top = len(bots) - 2 * aside
    edges = [270] * aside + [180] * top + [90] * aside
    return dict.fromkeys(mine, 0) | dict(zip(bots, edges, strict=True))


def _beside_panel(picture: pygame.Rect, buzzers: int, buzzer: int) -> float:
    """Position of the panel of `buzzer` along its edge, clockwise on a tabletop."""
    slot = plan("tabletop", picture.size, Places.all(buzzers)).seats[buzzer]
    x, y = slot.rect.centerx / picture.width, slot.rect.centery / picture.height
    return {0: 1 - x, 90: y, 180: x, 270: 1 - y}[slot.turn]


def _small(picture: pygame.Rect, edge: int, share: float, unit: float) -> Spot:
    """Place a buzzer beside the picture, at that `share` of its edge, clockwise."""

    def px(length: float) -> int:
        return round(length * unit)

    if edge in {180, 0}:
        rect = pygame.Rect(0, 0, px(124), px(_TOP - 4))
        x = picture.left + round(picture.width * (share if edge == 180 else 1 - share))
        rect.midbottom = (x, picture.top)
        if edge == 0:
            rect.top = picture.bottom + px(2)
        label = pygame.Rect(rect.left + px(52), rect.centery - px(10), px(68), px(20))
        return Spot((rect.left + px(26), rect.centery), px(17), rect, label)
    rect = pygame.Rect(0, 0, px(_RAIL - 6), px(84))
    y = picture.top + round(picture.height * (share if edge == 90 else 1 - share))
    y = min(max(y, picture.top + rect.height // 2), picture.bottom - rect.height // 2)
    rect.center = (picture.left // 2, y)
    if edge == 90:
        rect.centerx = picture.right + picture.left // 2
    label = pygame.Rect(rect.left, rect.bottom - px(22), rect.width, px(20))
    return Spot((rect.centerx, rect.top + px(30)), px(21), rect, label)


def _own(room: pygame.Rect, unit: float, mine: list[int]) -> dict[int, Spot]:
    """Place the person's own buzzers side by side at the left; many have half the height."""
    rows = 1 if len(mine) <= MOST_IN_A_ROW else 2
    across = -(-len(mine) // rows)
    wide = round((_WIDE if len(mine) == 1 else min(_NARROW, _OWN / max(1, across))) * unit)
    tall = room.height // rows
    spots = {}
    for at, buzzer in enumerate(mine):
        down, along = divmod(at, across)
        rect = pygame.Rect(room.left + along * wide, room.top + down * tall, wide, tall)
        high = round((28 if rows == 1 else 22) * unit)
        label = pygame.Rect(rect.left, rect.bottom - high, wide, high - round(2 * unit))
        cap = pygame.Rect(rect.topleft, (wide, label.top - rect.top))
        radius = min(round(wide * 0.34), round(cap.height * 0.4))
        spots[buzzer] = Spot(cap.center, radius, rect, label)
    return spots


def _side_buttons(
    inner: pygame.Rect, top: int, px: Callable[[float], int]
) -> dict[str, pygame.Rect]:
    """Place the button below the box, the test bench, and its switch at the foot."""
    buttons = {"spread": pygame.Rect(inner.left, top, inner.width, px(38))}
    top += px(38 + 12)
    for name in SLIDERS:
        buttons[name] = pygame.Rect(inner.left, top, inner.width, px(30))
        top += px(36)
    buttons["bench"] = pygame.Rect(inner.right - px(170), inner.bottom - px(26), px(170), px(26))
    low = buttons["bench"].top - px(10)
    for name in reversed(FAULTS):
        buttons[name] = pygame.Rect(inner.left, low - px(36), inner.width, px(36))
        low -= px(42)
    return buttons


def fan_of(
    hand: pygame.Rect, unit: float, ranks: Sequence[Rank]
) -> list[tuple[pygame.Rect, pygame.Rect]]:
    """Places of the cards of a hand, normal and lifted, the top card last.

    If too little of each card would be visible, cards of one rank lie on each other: smaller, so
    that the lifted ones of a rank have room above the others.
    """
    room = fan_room(hand, unit)
    row = _row(room, unit, len(ranks), _TALL)
    if len(row) < 2 or row[1].left - row[0].left >= round(SEEN_OF_A_CARD * unit):
        return [(rect, rect.move(0, -round(0.18 * rect.height))) for rect in row]
    kinds = list(dict.fromkeys(ranks))
    piles = dict(zip(kinds, _row(room, unit, len(kinds), _SMALL), strict=True))
    return [(piles[rank], piles[rank].move(0, -round((_SMALL + 4) * unit))) for rank in ranks]


def _row(room: pygame.Rect, unit: float, count: int, height: float) -> list[pygame.Rect]:
    """Place `count` cards side by side at the lower edge of `room`."""
    tall = round(height * unit)
    wide = round(tall * 0.7)
    step = min(wide * 1.06, (room.width - wide) / max(1, count - 1))
    left = room.centerx - (step * (count - 1) + wide) / 2
    top = room.bottom - tall - round(6 * unit)
    return [pygame.Rect(round(left + step * at), top, wide, tall) for at in range(count)]


def fan_room(hand: pygame.Rect, unit: float) -> pygame.Rect:
    """Room for the cards beside the button that lays them."""
    side, lay = round(4 * unit), round(110 * unit)
    return pygame.Rect(hand.left + side, hand.top, hand.width - side - lay, hand.height)


def lay_button(hand: pygame.Rect, unit: float) -> pygame.Rect:
    """Place of the button that lays the lifted cards."""
    room = fan_room(hand, unit)
    rect = pygame.Rect(0, 0, hand.right - room.right - round(12 * unit), round(64 * unit))
    rect.midright = (hand.right, hand.bottom - round(62 * unit))
    return rect


def chips_of(
    hand: pygame.Rect, unit: float, labels: Sequence[str], *, beside_cards: bool
) -> list[pygame.Rect]:
    """Places of the choices with these `labels`: in a row above a hand's cards, or instead of them.

    A longer label has a wider place.
    """
    room, gap = fan_room(hand, unit), round(4 * unit)
    row = pygame.Rect(room.left, room.top + round(2 * unit), room.width, round(28 * unit))
    whole = min(row.width * 7 // 10, len(labels) * round(114 * unit))
    left = row.right - whole
    if not beside_cards:
        row.top, row.height = room.top + round(96 * unit), round(52 * unit)
        whole = min(row.width, len(labels) * round(204 * unit))
        left = row.centerx - whole // 2
    places, share = [], whole / max(1, sum(map(_weight, labels)))
    for label in labels:
        wide = int(share * _weight(label))
        places.append(pygame.Rect(left, row.top, wide - gap, row.height))
        left += wide
    return places


def _weight(label: str) -> int:
    """Share of a row for a choice: a label of one or two letters gets the least."""
    return min(max(2, len(label)), 12)


def rail_of(rect: pygame.Rect) -> pygame.Rect:
    """Return the track of a slider."""
    left = round(rect.width * 0.28)
    return pygame.Rect(
        rect.left + left, rect.top, rect.width - left - rect.height // 2, rect.height
    )
