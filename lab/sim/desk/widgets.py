"""Drawings of the desk: buzzers that glow, buttons, sliders, cards in a hand."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial

from appliance.display import cardart, seat_words
from appliance.display.pen import Colour, Pen, ink_on, mix, seat_colour
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, FAINT, GROUND, LIE, LINE, PANEL, TEXT_COLOUR, TRUTH
from appliance.table.facts import Prompt, SeatFacts, Turn
from appliance.words import Words
from bluffing.cards import Card, Rank, Suit
from bluffing.message import Message, message
from lab.sim.desk.desk import Desk, Hot
from lab.sim.desk.places import DeskPlan, Spot, chips_of, fan_of, fan_room, lay_button, rail_of

GLOWS = 16
"""Steps from a dark lamp to a bright one: all that an eye can tell apart, without extra frames."""

RED: Colour = (0xC6, 0x2B, 0x3A)


@dataclass(frozen=True, slots=True)
class Patch:
    """A part of the desk, redrawn when its `key` changes."""

    name: str
    rect: pygame.Rect
    key: Hashable
    paint: Callable[[Pen], None]


@dataclass(frozen=True, slots=True)
class Cap:
    """Look of a buzzer now: `glow` 0 to GLOWS, `key` that presses it, `who` sits there."""

    buzzer: int
    glow: int
    down: bool
    stuck: bool
    key: str
    who: str
    mine: bool
    called: bool = False  # the person is asked to press it
    held: int = 0  # how far a hold has come, 0 to GLOWS
    several: bool = False  # it is one of several of the person's
    front: bool = False  # its hand is the one in front


def buzzer(pen: Pen, spot: Spot, cap: Cap) -> None:
    """Draw an arcade button whose lamp shines around and through its cap."""
    pen.surface.fill(GROUND, spot.rect)
    if cap.several and cap.front:
        owned(pen, spot.rect, cap.buzzer)
    (x, y), radius, colour = spot.centre, spot.radius, seat_colour(cap.buzzer)
    shine = cap.glow / GLOWS
    if cap.glow:
        halo = pen.kit.kept(
            ("halo", spot.rect.size, cap.buzzer, cap.glow), lambda: _halo(spot, colour, shine)
        )
        pen.surface.blit(halo, halo.get_rect(center=(x, y)), special_flags=pygame.BLEND_RGB_ADD)
    pen.disc((x, y + radius * 0.1), radius * 1.18, mix(GROUND, (0, 0, 0), 0.5))
    pen.disc((x, y), radius * 1.18, mix(LINE, colour, 0.25 + 0.5 * shine))
    pen.disc((x, y), radius * 1.06, mix(GROUND, (0, 0, 0), 0.35))
    sunk = radius * 0.06 if cap.down else -radius * 0.05
    inner = radius * (0.9 if cap.down else 0.96)
    dark, light = mix(PANEL, colour, 0.25), mix(colour, (255, 255, 255), 0.12)
    face = mix(dark, light, 0.25 + 0.75 * shine)
    pen.disc((x, y + sunk + radius * 0.07), inner, mix(face, (0, 0, 0), 0.45))
    pen.disc((x, y + sunk), inner, face)
    pen.disc((x, y + sunk), inner * 0.7, mix(GROUND, face, 0.12))
    pen.badge((x, y + sunk), inner * 0.58, cap.buzzer, 0.0 if shine > 0.3 else 0.25)
    if cap.stuck or cap.called:
        pen.arc((x, y), radius * 1.2, radius * 1.3, LIE if cap.stuck else DOUBT)
    if cap.held:
        pen.arc((x, y), radius * 1.08, radius * 1.3, TEXT_COLOUR, part=cap.held / GLOWS)
    _label(pen, spot.label, cap)


def _label(pen: Pen, rect: pygame.Rect, cap: Cap) -> None:
    """Write the key and player of a buzzer; make it a button if it brings a hand in front."""
    if cap.several:
        rect = rect.inflate(-pen.px(8), 0)
        if not cap.front:
            pen.box(rect, rect.height * 0.25, PANEL, LINE, pen.px(1))
        rect = rect.inflate(-pen.px(6), 0)
    key = pygame.Rect(rect.topleft, (round(rect.height * 1.15), rect.height))
    gap, size = rect.height * 0.25, rect.height * 0.74 / pen.unit
    room = pygame.Rect(0, 0, rect.width - key.width - round(gap), rect.height)
    wide = min(room.width, pen.kit.font(pen.px(size)).width(cap.who))
    key.left = rect.centerx - (key.width + round(gap) + wide) // 2
    room.midleft = (key.right + round(gap), rect.centery)
    pen.box(key, key.height * 0.25, PANEL, LINE, pen.px(1))
    pen.words(cap.key, key.inflate(-2, -2), size)
    pen.words(cap.who, room, size, TEXT_COLOUR if cap.mine else FAINT, "left")


def owned(pen: Pen, rect: pygame.Rect, buzzer: int) -> None:
    """Draw the ground of the hand in front and of its buzzer, in its owner's colour."""
    pen.surface.fill(ground_of(buzzer), rect)
    pen.surface.fill(seat_colour(buzzer), pygame.Rect(rect.topleft, (rect.width, pen.px(3))))


def ground_of(buzzer: int) -> Colour:
    """Return a dark shade of a seat's colour."""
    return mix(GROUND, seat_colour(buzzer), 0.18)


def _halo(spot: Spot, colour: Colour, shine: float) -> pygame.Surface:
    """Return light that fades out from a cap to the edge of its spot."""
    (x, y), rect, near = spot.centre, spot.rect, spot.radius
    far = min(x - rect.left, rect.right - x, y - rect.top, rect.bottom - y)
    halo = pygame.Surface((far * 2, far * 2))
    for step in range(far, near // 2, -1):
        part = 1 - (step - near / 2) / (far - near / 2)
        light = mix((0, 0, 0), colour, 0.7 * shine * part**1.5)
        pygame.draw.circle(halo, light, (far, far), step)
    return halo


def button(
    pen: Pen,
    rect: pygame.Rect,
    label: str,
    *,
    on: bool = False,
    live: bool = True,
    loud: bool = False,
    size: float = 17,
    ground: Colour = GROUND,
) -> None:
    """Draw a flat button; `on` while its effect lasts, `loud` if it is the next thing to do."""
    fill = (
        DOUBT
        if loud
        else mix(PANEL, LIE, 0.75)
        if on
        else PANEL
        if live
        else mix(PANEL, GROUND, 0.6)
    )
    pen.surface.fill(ground, rect)
    pen.box(rect, pen.px(9), fill, None if loud else LINE, pen.px(1))
    ink = ink_on(fill) if loud or on else TEXT_COLOUR if live else FAINT
    pen.words(label, rect.inflate(-pen.px(12), -pen.px(6)), size, ink)


def slider(pen: Pen, rect: pygame.Rect, label: str, part: float) -> None:
    """Draw a slider with its name on the left; `part` 0 to 1 is its position."""
    pen.surface.fill(GROUND, rect)
    rail = rail_of(rect)
    name = pygame.Rect(rect.left, rect.top, rail.left - rect.left - pen.px(8), rect.height)
    pen.words(label, name, 15, FAINT, "left")
    pen.box(rail.inflate(0, pen.px(6) - rail.height), pen.px(3), LINE)
    full = pygame.Rect(rail.left, rail.top, max(1, round(rail.width * part)), rail.height)
    pen.box(full.inflate(0, pen.px(6) - rail.height), pen.px(3), TRUTH)
    pen.disc((rail.left + rail.width * part, rect.centery), rect.height * 0.32, TEXT_COLOUR)


def pause_sign(pen: Pen, rect: pygame.Rect, *, paused: bool) -> None:
    """Draw two bars to pause, or a triangle to go on."""
    pen.surface.fill(GROUND, rect)
    pen.box(rect, pen.px(9), DOUBT if paused else PANEL, None if paused else LINE, pen.px(1))
    (x, y), size = rect.center, rect.height * 0.24
    if paused:
        pen.polygon([(x - size * 0.7, y - size), (x + size, y), (x - size * 0.7, y + size)], GROUND)
        return
    for side in (-0.5, 0.5):
        bar = pygame.Rect(0, 0, round(size * 0.55), round(size * 2))
        bar.center = (round(x + side * size * 1.2), y)
        pen.box(bar, 2, TEXT_COLOUR)


def faster_sign(pen: Pen, rect: pygame.Rect, *, back: bool) -> None:
    """Draw two triangles, to the right for faster and to the left for slower."""
    pen.surface.fill(GROUND, rect)
    pen.box(rect, pen.px(9), PANEL, LINE, pen.px(1))
    size, direction = rect.height * 0.2, -1 if back else 1
    for step in (-0.55, 0.55):
        x, y = rect.centerx + step * size * 1.7, rect.centery
        tip = [
            (x - direction * size * 0.7, y - size),
            (x + direction * size * 0.8, y),
            (x - direction * size * 0.7, y + size),
        ]
        pen.polygon(tip, TEXT_COLOUR)


def sound_sign(pen: Pen, rect: pygame.Rect, *, on: bool) -> None:
    """Draw a loudspeaker, crossed out while it is off."""
    pen.surface.fill(GROUND, rect)
    pen.box(rect, pen.px(9), PANEL, LINE, pen.px(1))
    (x, y), s = rect.center, rect.height * 0.22
    ink = TEXT_COLOUR if on else FAINT
    cone = [(-1.5, -0.5), (-0.9, -0.5), (0, -1.2), (0, 1.2), (-0.9, 0.5), (-1.5, 0.5)]
    pen.polygon([(x + a * s, y + b * s) for a, b in cone], ink)
    for far in (0.7, 1.3) if on else ():
        pen.arc((x, y), far * s, far * s + pen.px(2), ink, start=45, part=0.25)
    if not on:
        pen.stroke([(x - 1.7 * s, y - 1.2 * s), (x + 1.5 * s, y + 1.2 * s)], pen.px(3), LIE)


def line(pen: Pen, rect: pygame.Rect, text: str, size: float) -> None:
    """Write a line of text on the bare ground."""
    pen.surface.fill(GROUND, rect)
    pen.words(text, rect, size, FAINT, "left" if size < 17 else "centre")


# --- cards ----------------------------------------------------------------------------------------


def held_card(
    pen: Pen, rect: pygame.Rect, card: Card, words: Words, *, lifted: bool, seen: float
) -> None:
    """Draw a card of a hand, face up, red or black; `seen` is the visible share of its width."""
    red = card.suit in {Suit.HEARTS, Suit.DIAMONDS}
    tint = RED if red else cardart.INK
    face = cardart.face(pen, rect.height, card.rank, words, tint, seen=seen)
    if lifted:
        pen.box(rect.inflate(pen.px(6), pen.px(6)), rect.height * 0.09, DOUBT)
    shadow = rect.move(-pen.px(2), pen.px(2))
    pen.box(shadow, rect.height * 0.07, mix(GROUND, (0, 0, 0), 0.5))
    pen.surface.blit(pygame.transform.smoothscale(face, rect.size), rect)


def how_many(pen: Pen, rect: pygame.Rect, count: int) -> None:
    """Write the number of cards of a rank in `rect`, across the foot of the top card."""
    foot = pygame.Rect(rect.left, 0, rect.width, round(rect.height * 0.27))
    foot.bottom = rect.bottom
    pen.box(foot, rect.height * 0.07, cardart.INK)
    pen.words(f"\N{MULTIPLICATION SIGN}{count}", foot, 15, TEXT_COLOUR)


Button = tuple[pygame.Rect, str, bool]
"""Place, label, and True for the suggested action."""


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card at its place, or the top one of `count` cards of a rank at that place.

    `seen` is the share of its width, 0 to 1, that no other card covers.
    """

    card: Card
    rect: pygame.Rect
    lifted: bool
    count: int
    seen: float


@dataclass(frozen=True, slots=True)
class Hand:
    """Everything drawn of a hand; `whose` names its buzzer if a person has several.

    It shows either the table's `prompt` or the desk's `hint`. `mark` is below the rank that arrow
    keys have marked. `lay` is None without cards; the button works only if it is `live`.
    """

    whose: int | None
    cards: tuple[HandCard, ...]
    text: pygame.Rect
    prompt: str
    hint: str
    mark: pygame.Rect | None
    chips: tuple[Button, ...]
    lay: Button | None
    live: bool


def patch_of(desk: Desk, plan: DeskPlan, seat: SeatFacts | None) -> Patch:
    """Return the hand in front, played by `seat`; add its clickable places to `desk.hot`."""
    buzzer, rect, words = desk.front.buzzer, plan.hand, desk.named
    cards = desk.hand(buzzer)
    up = desk.person.up(buzzer, cards)
    fan = fan_of(rect, plan.unit, [card.rank for card in cards])
    places = [lifts if lifted else lies for (lies, lifts), lifted in zip(fan, up, strict=True)]
    held, piled = _held(cards, up, places), len({tuple(lies) for lies, _ in fan}) < len(fan)
    labels, menu = _choices(desk, seat, words), desk.view.menu
    chips = chips_of(rect, plan.unit, [label for label, _ in labels], beside_cards=bool(cards))
    hot = [Hot("card", area, at, buzzer) for at, area in enumerate(places)]
    desk.hot += sorted(hot, key=lambda spot: (spot.rect.left, spot.of if up[spot.of] else -spot.of))
    choose = "choose" if menu is None else "back"
    desk.hot += [Hot(choose, area, at, buzzer) for at, area in enumerate(chips)]
    hint = advice(desk, buzzer, piled=piled)
    prompt = "" if seat is None else seat_words.prompt(seat, words)
    hint_text = "" if hint is None else words.say(hint)
    if hint_text and not (prompt and len(chips) > 2) and (seat is None or seat.reply is None):
        prompt = ""  # an instruction at a time
    else:
        hint_text = ""
    text = fan_room(rect, plan.unit)
    if chips and cards:
        text.width = chips[0].left - text.left
    lay = None
    live = seat is not None and desk.may_lay(seat)
    if cards:
        wish = sum(up)
        may = seat is not None and 0 < wish <= desk.most(seat)
        loud = live and may and not desk.person.pressing
        says_lay = words("desk.lay", n=wish) if wish else words("desk.lay-none")
        lay = (lay_button(rect, plan.unit), says_lay, loud)
        desk.hot.append(Hot("lay", lay[0], 0, buzzer))
    hand = Hand(
        whose=buzzer if len(desk.person.buzzers) > 1 else None,
        cards=held,
        text=text,
        prompt=prompt,
        hint=hint_text,
        mark=_mark(desk.mark, cards, [lies for lies, _ in fan]),
        chips=tuple((chip, *label) for chip, label in zip(chips, labels, strict=True)),
        lay=lay,
        live=live,
    )
    return Patch("hand", rect, hand, partial(_paint, rect=rect, hand=hand, words=words))


def _mark(rank: Rank | None, hand: tuple[Card, ...], fan: list[pygame.Rect]) -> pygame.Rect | None:
    """Return the bar below the visible part of the cards of a rank, or None without such cards."""
    cards = [rect for card, rect in zip(hand, fan, strict=True) if card.rank is rank]
    if not cards:
        return None
    left, last = cards[0].left, cards[-1]
    width = last.left - left + round(last.width * _seen(last, fan))
    return pygame.Rect(left, last.bottom + 1, width, max(3, last.height // 28))


def _seen(card: pygame.Rect, others: list[pygame.Rect]) -> float:
    """Share of a card's width, 0 to 1, before the next of `others`."""
    right = min((rect.left for rect in others if rect.left > card.left), default=card.right)
    return min(right - card.left, card.width) / card.width


def _choices(desk: Desk, seat: SeatFacts | None, words: Words) -> list[tuple[str, bool]]:
    """List the seat's choices, and if each is lit; in the table's menu only the way back."""
    menu = desk.view.menu
    if menu is not None:
        return [(words("text", text=menu.rows[-1].label), False)] if desk.steering.ring else []
    if seat is None:
        return []
    rings = seat.ring is not None
    choices = desk.choices(seat)
    return [
        (seat_words.option(choice.label, words), choice.taps == 0 and rings) for choice in choices
    ]


def _held(
    hand: tuple[Card, ...], up: list[bool], places: list[pygame.Rect]
) -> tuple[HandCard, ...]:
    """Place the cards of a hand, the top card last; merge cards in the same place."""
    piles: dict[tuple[int, ...], HandCard] = {}
    for card, lifted, rect in zip(hand, up, places, strict=True):
        below = piles.get(tuple(rect))
        count = 1 if below is None else below.count + 1
        piles[tuple(rect)] = HandCard(card, rect, lifted, count, _seen(rect, places))
    return tuple(piles.values())


def _paint(pen: Pen, *, rect: pygame.Rect, hand: Hand, words: Words) -> None:
    ground: Colour = GROUND
    pen.surface.fill(ground, rect)
    if hand.whose is not None:
        ground = ground_of(hand.whose)
        owned(pen, rect, hand.whose)
    for held in hand.cards:
        held_card(pen, held.rect, held.card, words, lifted=held.lifted, seen=held.seen)
        if held.count > 1:
            how_many(pen, held.rect, held.count)
    if hand.mark is not None:
        pen.surface.fill(DOUBT, hand.mark)
    _say(pen, hand)
    for area, label, loud in hand.chips:
        button(pen, area, label, loud=loud, ground=ground)
    if hand.lay is not None:
        area, label, loud = hand.lay
        button(pen, area, label, live=hand.live, loud=loud, size=20, ground=ground)


def _say(pen: Pen, hand: Hand) -> None:
    """Write the next thing to do."""
    text = hand.text
    line, size = pygame.Rect(text.left, text.top, text.width, pen.px(30)), 22
    if not hand.cards:
        size = 30
        line.height = pen.px(92) if hand.chips else text.height
    ink = DOUBT if hand.hint else TEXT_COLOUR
    pen.words(hand.hint or hand.prompt, line, size, ink)


# --- what to do now, and how ---------------------------------------------------------------------


_SAYS = {
    Prompt.SLAP: message("desk.hint.slap"),
    Prompt.SLAP_OR_HOLD: message("desk.hint.slap"),
    Prompt.SIT: message("desk.hint.sit"),
    Prompt.READY: message("desk.hint.ready"),
}


def advice(desk: Desk, buzzer: int, *, piled: bool) -> Message | None:
    """Return one line for the person at `buzzer`, or None if the prompt says it all.

    Cards of a rank lie on each other if the hand is `piled`.
    """
    wrong, seat, menu = _out_of_order(desk, buzzer), desk.seat(buzzer), desk.view.menu
    if wrong is None and menu is not None and desk.steering.ring is not None:
        return message("desk.hint.menu" if menu.draft is None else "desk.hint.name")
    if wrong is not None or seat is None:
        return wrong
    sought = desk.sought()
    if sought is not None and desk.evening.facts.seats[sought.seat].buzzer == buzzer:
        if sought.turn is Turn.PRODUCED:
            return message("desk.hint.produce")
        if desk.face_down():
            return message("desk.hint.turn-up")
        return message("desk.hint.spread") if desk.view.box.ask else None
    if seat.ring is not None:
        return message("desk.hint.ring")
    if desk.may_lay(seat):
        return _count(desk, seat, piled=piled)
    if seat.prompt is Prompt.COUNT_HAND:
        return message("desk.hint.count", n=len(desk.hand(buzzer)))
    if seat.prompt is Prompt.COUNT_PILE:
        return message("desk.hint.count", n=sum(desk.evening.world.people.held.heaps()))
    return _SAYS.get(seat.prompt or Prompt.GO_ON)


def _out_of_order(desk: Desk, buzzer: int) -> Message | None:
    """Say why a press does not count."""
    if desk.jamming:
        return message("desk.hint.jam")
    if desk.clock.paused:
        return message("desk.hint.paused")
    if desk.breakage.hub_out:
        return message("desk.hint.hub-out")
    return message("desk.hint.stuck") if buzzer in desk.breakage.stuck else None


def _count(desk: Desk, seat: SeatFacts, *, piled: bool) -> Message | None:
    """Say what to lay, and how."""
    lifted, most = len(desk.person.lifted(seat.buzzer, desk.hand(seat.buzzer))), desk.most(seat)
    if lifted > most:
        return message("desk.hint.most", n=most)
    if lifted and seat.counted > lifted:
        return message("desk.hint.fewer", counted=seat.counted, lifted=lifted)
    if lifted:
        return None if seat.prompt is Prompt.TOO_SOON else message("desk.hint.lay")
    return message("desk.hint.lift-rank" if piled else "desk.hint.lift")
