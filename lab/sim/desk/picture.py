"""The desk's picture, and the surroundings of the table's: buzzers, hand, reveal box, test bench.

Each part is redrawn only when its content has changed.
"""

import operator
from collections.abc import Hashable, Iterator
from functools import partial

import cv2
import numpy as np

from appliance.display import cardart
from appliance.display.layout import Layout
from appliance.display.motion import RING_FROM
from appliance.display.painting import level
from appliance.display.pen import Kit, Pen
from appliance.display.quiet import pygame
from appliance.display.theme import ARENA, DOUBT, FAINT, GROUND, LIE, LINE, TEXT_COLOUR
from appliance.display.view import View
from appliance.drivers import Image
from appliance.table.facts import Same, SeatFacts
from lab.sim.desk import widgets
from lab.sim.desk.desk import KEYS, Desk, Hot
from lab.sim.desk.places import BENCH, FAULTS, SLIDERS, DeskPlan, desk_plan
from lab.sim.desk.table_sheet import Look, TableSheet
from lab.sim.desk.widgets import Patch


class DeskPicture:
    """Draws a desk, and gives it its clickable places."""

    def __init__(self, desk: Desk, layout: Layout, look: Look | None = None) -> None:
        self._desk, self._layout, self._kit = desk, layout, Kit()
        self._table, self._around = TableSheet(desk, layout, look or Look()), Around(desk)
        self._drawn: dict[str, tuple[pygame.Rect, Hashable]] = {}
        self._size: tuple[tuple[int, int], frozenset[int]] = ((0, 0), frozenset())
        self._seen: tuple[object, ...] = ()
        self._touches = -1

    @property
    def due(self) -> int | None:
        """Time of the newest picture's next change by itself (ns of the table), or None."""
        return self._table.due

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Draw changes on `surface`, always the same one; return the changed areas."""
        desk = self._desk
        mine = frozenset(desk.person.buzzers)
        whole = (surface.get_size(), mine)
        view = desk.view
        self._table.see(view)
        scene = (view, desk.box.camera.still, desk.evening.reader.shot, desk.person.pressing)
        if not self._news(scene) and self._size == whole:
            return []
        changed: list[pygame.Rect] = []
        if self._size != whole:
            self._size = whole
            self._table.forget()
            self._drawn.clear()
            surface.fill(GROUND)
            changed.append(surface.get_rect())
        plan = desk_plan(surface.get_size(), self._layout, desk.buzzers, mine)
        pen = Pen(surface, self._kit, plan.unit)
        desk.hot = [
            *(Hot("buzzer", spot.rect, 0, buzzer) for buzzer, spot in enumerate(plan.spots)),
            *(Hot(*named) for named in plan.buttons.items() if desk.bench or named[0] not in BENCH),
            Hot("box", plan.box),
            Hot("turn up", plan.tray),
            *(
                Hot("hand", plan.spots[buzzer].label, 0, buzzer)
                for buzzer in mine - {desk.front.buzzer}
            ),
        ]
        changed += self._table.draw(surface, plan, view)
        desk.hot += self._table.in_menu(plan, view)
        before, self._drawn = self._drawn, {}
        for patch in self._around.patches(plan, view, rests=self._table.rests):
            if before.get(patch.name) != (patch.rect, patch.key):
                patch.paint(pen)
                changed.append(patch.rect)
            self._drawn[patch.name] = (patch.rect, patch.key)
        return changed

    def _news(self, seen: tuple[object, ...]) -> bool:
        """Return True if anything may look different since `seen`."""
        desk, before = self._desk, self._seen
        same = desk.touches == self._touches and not desk.person.pressing
        same &= len(before) == len(seen) and all(map(operator.is_, before, seen))
        self._seen, self._touches = seen, desk.touches
        return not same or (self.due is not None and self.due <= desk.clock.now)


class Around:
    """Yields the parts of the picture, each with a key of its content."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def patches(self, plan: DeskPlan, view: View, *, rests: bool) -> Iterator[Patch]:
        """Yield the parts; if the table `rests`, its lamps do not breathe."""
        seats = {seat.buzzer: seat for seat in view.seats}
        yield from self._bar(plan)
        for buzzer in range(len(plan.spots)):
            yield self._buzzer(plan, buzzer, seats.get(buzzer), calm=rests)
        yield widgets.patch_of(self._desk, plan, seats.get(self._desk.front.buzzer))
        yield from self._side(plan)

    def _bar(self, plan: DeskPlan) -> Iterator[Patch]:
        desk, words, at = self._desk, self._desk.words, plan.buttons
        paused, speed = desk.clock.paused, desk.clock.speed
        pause = partial(widgets.pause_sign, rect=at["pause"], paused=paused)
        yield Patch("pause", at["pause"], paused, pause)
        yield Patch(
            "slower", at["slower"], None, partial(widgets.faster_sign, rect=at["slower"], back=True)
        )
        yield Patch(
            "faster",
            at["faster"],
            None,
            partial(widgets.faster_sign, rect=at["faster"], back=False),
        )
        label = words("desk.speed", speed=speed)
        rect = at["speed"]
        yield Patch("speed", rect, speed, partial(widgets.line, rect=rect, text=label, size=17))
        sound = partial(widgets.sound_sign, rect=at["sound"], on=desk.loud)
        yield Patch("sound", at["sound"], desk.loud, sound)
        if desk.leaving:
            leave = partial(widgets.button, rect=plan.title, label=words("desk.leave"), loud=True)
            yield Patch("title", plan.title, True, leave)  # noqa: FBT003 - a key
        else:
            title = partial(widgets.line, rect=plan.title, text=words("desk.title"), size=16)
            yield Patch("title", plan.title, False, title)  # noqa: FBT003 - a key

    def _buzzer(self, plan: DeskPlan, buzzer: int, seat: SeatFacts | None, *, calm: bool) -> Patch:
        desk, now = self._desk, self._desk.clock.now
        bright = 0.0
        if seat is not None and not desk.breakage.hub_out:
            bright = level(seat.rhythm, now, buzzer, calm=calm)
        mine = buzzer in desk.person.buzzers
        cap = widgets.Cap(
            buzzer,
            round(bright * widgets.GLOWS),
            desk.person.down(buzzer) or (seat is not None and seat.button.hold is not None),
            buzzer in desk.breakage.stuck,
            KEYS[buzzer].upper(),
            self._who(seat) if mine else desk.words("desk.bot"),
            mine,
            mine and seat is not None and desk.front.calls(seat),
            0 if seat is None else _held(seat, now),
            mine and len(desk.person.buzzers) > 1,
            buzzer == desk.front.buzzer,
        )
        spot = plan.spots[buzzer]
        return Patch(
            f"buzzer {buzzer}", spot.rect, cap, partial(widgets.buzzer, spot=spot, cap=cap)
        )

    def _who(self, seat: SeatFacts | None) -> str:
        """Name the person under their own buzzer."""
        if seat is None or not seat.name:
            return self._desk.words("desk.you")
        if len(self._desk.person.buzzers) > 1:
            return seat.name
        return self._desk.words("desk.you-are", name=seat.name)

    def _side(self, plan: DeskPlan) -> Iterator[Patch]:
        desk, words, at = self._desk, self._desk.words, plan.buttons
        head = pygame.Rect(
            plan.box.left, plan.side.top + 2, plan.box.width, plan.box.top - plan.side.top - 4
        )
        title = words("desk.box")
        yield Patch("box title", head, title, partial(widgets.line, rect=head, text=title, size=15))
        out = desk.breakage.camera_out
        if out:
            lost = words("desk.camera-out")
            yield Patch("box", plan.box, out, partial(_dark, rect=plan.box, text=lost))
        else:
            image = desk.box.camera.picture()
            yield Patch("box", plan.box, Same(image), partial(_box, rect=plan.box, image=image))
        down = len(desk.face_down())
        text = words("desk.turn-up", n=down) if down else ""
        yield Patch("tray", plan.tray, down, partial(_tray, rect=plan.tray, down=down, text=text))
        spread = partial(
            widgets.button,
            rect=at["spread"],
            label=words("desk.spread"),
            live=len(desk.box.cards) > 1,
            loud=bool(desk.view.box.ask) and len(desk.box.cards) > 1,
        )
        key: Hashable = (len(desk.box.cards) > 1, bool(desk.view.box.ask))
        yield Patch("spread", at["spread"], key, spread)
        broken = desk.breakage.anything
        bench = partial(
            widgets.button, rect=at["bench"], label=words("desk.bench"), on=broken, size=15
        )
        yield Patch("bench", at["bench"], broken, bench)
        yield from self._bench(plan)

    def _bench(self, plan: DeskPlan) -> Iterator[Patch]:
        """The test bench, or its empty place."""
        desk, words, at = self._desk, self._desk.words, plan.buttons
        place = at[BENCH[0]].unionall([at[name] for name in BENCH])
        yield Patch("ground", place, desk.bench, partial(_clear, rect=place))
        if not desk.bench:
            return
        for name in SLIDERS:
            part = desk.box.slide(name)
            label = words(f"desk.slide.{name}")
            slider = partial(widgets.slider, rect=at[name], label=label, part=part)
            yield Patch(name, at[name], part, slider)
        faults = pygame.Rect(at["camera"].left, 0, at["camera"].width, round(22 * plan.unit))
        faults.bottom = at["camera"].top - round(4 * plan.unit)
        title = words("desk.faults")
        yield Patch(
            "faults", faults, title, partial(widgets.line, rect=faults, text=title, size=15)
        )
        broken = {
            "camera": desk.breakage.camera_out,
            "hub": desk.breakage.hub_out,
            "jam": desk.jamming,
        }
        for name in FAULTS:
            on = broken[name]
            label = words(f"desk.fault.{name}.{'on' if on else 'off'}")
            button = partial(widgets.button, rect=at[name], label=label, on=on, size=15)
            yield Patch(name, at[name], on, button)


def _clear(pen: Pen, rect: pygame.Rect) -> None:
    """Nothing but the ground."""
    pen.surface.fill(GROUND, rect)


def _box(pen: Pen, rect: pygame.Rect, image: Image) -> None:
    """Draw the camera's picture."""
    small = cv2.resize(image, rect.size, interpolation=cv2.INTER_AREA)[:, :, ::-1]
    picture = pygame.image.frombytes(np.ascontiguousarray(small).tobytes(), rect.size, "RGB")
    pen.surface.blit(picture, rect)


def _held(seat: SeatFacts, now: int) -> int:
    """Progress of a hold, in steps of a lamp's."""
    if seat.button.hold is None:
        return 0
    began, commits = seat.button.hold
    part = (now - began) / max(1, commits - began)
    return round(min(max(part, 0.0), 1.0) * widgets.GLOWS) if now - began >= RING_FROM else 0


def _dark(pen: Pen, rect: pygame.Rect, text: str) -> None:
    """A camera that shows nothing."""
    pen.surface.fill((0, 0, 0), rect)
    pen.outline([rect.topleft, rect.topright, rect.bottomright, rect.bottomleft], 2, LIE)
    pen.words(text, rect.inflate(-pen.px(40), -pen.px(40)), 20, FAINT)


def _tray(pen: Pen, rect: pygame.Rect, down: int, text: str) -> None:
    """The doubted cards that lie face down still."""
    pen.surface.fill(GROUND, rect)
    pen.box(rect, pen.px(9), ARENA, DOUBT if down else LINE, pen.px(2 if down else 1))
    card = cardart.back(pen, rect.height * 0.82)
    left = rect.left + pen.px(8)
    for _ in range(min(down, 4)):
        pen.surface.blit(card, (left, rect.centery - card.get_height() // 2))
        left += card.get_width() // 2
    left += card.get_width() // 2 + pen.px(10)
    if down:
        label = pygame.Rect(left, rect.top, rect.right - left - pen.px(6), rect.height)
        pen.words(text, label, 17, TEXT_COLOUR, "left")
