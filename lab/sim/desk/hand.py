"""The hand in front: its cards, its seat's possible actions, and the buttons for them."""

from dataclasses import dataclass
from functools import partial

from appliance.display import seat_words
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.theme import DOUBT, GROUND, TEXT_COLOUR
from appliance.table.facts import Prompt, SeatFacts, Turn
from appliance.themes import Colour
from appliance.words import Words
from bluffing.cards import Card, Rank
from bluffing.message import Message, message
from lab.sim.desk import widgets
from lab.sim.desk.desk import Desk, Hot
from lab.sim.desk.places import DeskPlan, chips_of, fan_of, fan_room, lay_button
from lab.sim.desk.widgets import Patch

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
        ground = widgets.ground_of(hand.whose)
        widgets.owned(pen, rect, hand.whose)
    for held in hand.cards:
        widgets.held_card(pen, held.rect, held.card, words, lifted=held.lifted, seen=held.seen)
        if held.count > 1:
            widgets.how_many(pen, held.rect, held.count)
    if hand.mark is not None:
        pen.surface.fill(DOUBT, hand.mark)
    _say(pen, hand)
    for area, label, loud in hand.chips:
        widgets.button(pen, area, label, loud=loud, ground=ground)
    if hand.lay is not None:
        area, label, loud = hand.lay
        widgets.button(pen, area, label, live=hand.live, loud=loud, size=20, ground=ground)


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
