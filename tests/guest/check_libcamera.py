"""PiCamera on the real picamera2 and the real libcamera, whose virtual camera shows drawn cards.

Run in the guest, by `make guest-test GUEST=libcamera`; each check prints its figures.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from figures import told, until
from virtual_libcamera import HEIGHT, WIDTH, Picture, picamera2_on_libcamera, show

from appliance.core.fuse import fuse
from appliance.core.signals import MS, SECOND, Edge
from appliance.drivers.camera.picamera import PiCamera, Settings
from appliance.runtime.loop import Loop, Perform
from appliance.runtime.reader import Reader
from appliance.service.card_reader import box_reader
from appliance.table import TableSettings
from appliance.table.elements import Match
from appliance.table.stages import Judged, Revealing, Turns
from bench.raceway import BUZZERS, Unwritten, places, table_of
from bluffing.cards import Rank

PICTURES = Path("/run/shared/pictures")
READ_WITHIN = 900.0


@pytest.fixture(autouse=True)
def _libcamera() -> Iterator[None]:
    with picamera2_on_libcamera():
        yield


def camera() -> PiCamera:
    return PiCamera(Settings(width=WIDTH, height=HEIGHT, converge=5), time.monotonic_ns)


def cards(rank: Rank, count: int) -> Picture:
    raw = np.fromfile(PICTURES / f"{rank}-{count}.raw", np.uint8)
    return raw.reshape(HEIGHT, WIDTH, 3)


def doubted(perform: Perform) -> Loop:
    """Return a loop at the reveal of a game's first play, which another seat has doubted."""
    chosen = (place for place in places(Random(1), 500) if place.ruleset == "bluff")
    place = next(place for place in chosen if place.seats == 4)
    loop = Loop(Unwritten.open(None, TableSettings(buzzers=BUZZERS)), (perform,))
    now = time.monotonic_ns()
    loop.turn(now)
    table, buttons, marks = table_of(place, 10), loop.table.buttons, loop.table.marks
    game, shut = table.game, now + 9 * SECOND
    turns = Turns(now, match=Match(game), opened_at=now, counts_from=now, closes_at=shut)
    loop.table = replace(table, stage=turns, buttons=buttons, marks=marks)
    assert game.claim is not None
    doubter = next(seat for seat in range(4) if seat not in {game.claim.seat, game.turn})
    loop.post(Edge(table.buzzers[doubter], down=True, at=now + MS))
    loop.post(Edge(table.buzzers[doubter], down=False, at=now + 90 * MS))

    def reveals() -> bool:
        loop.turn(time.monotonic_ns())
        return isinstance(loop.table.inner, Revealing)

    until(reveals)
    return loop


def check_pictures_are_fresh_and_as_drawn() -> None:
    """What is drawn passes through JPEG and NV12, so it comes out alike, not equal."""
    drawn = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    drawn[:, WIDTH // 2 :] = (40, 160, 220)
    show(drawn)
    lens, ages, frame = camera(), [], None
    lens.open()
    for _ in range(20):
        asked = time.monotonic_ns()
        frame = lens.capture()
        assert asked <= frame.at <= time.monotonic_ns()
        ages.append((time.monotonic_ns() - asked) / MS)
    lens.close()
    assert frame is not None
    difference = np.abs(frame.image.astype(int) - drawn).mean()
    told(
        "libcamera", f"20 of 20 pictures from after they were asked for; {max(ages):.0f} ms at most"
    )
    told("libcamera", f"{difference:.1f} of 255 from the drawn picture")
    assert difference < 20


@pytest.mark.parametrize("honest", [True, False])
def check_a_verdict_from_its_pictures(honest: bool) -> None:
    lens = camera()
    read = box_reader("", lambda *_: None)
    reader = Reader(lens, read, fuse, lambda signal: loop.post(signal))  # noqa: PLW0108 - later
    loop = doubted(reader.perform)
    claim = loop.table.game.claim
    assert claim is not None
    assert claim.rank is not None
    shown = (
        Rank(claim.rank)
        if honest
        else next(rank for rank in (Rank.EIGHT, Rank.NINE) if rank != claim.rank)
    )
    show(cards(shown, claim.count))
    lens.open()

    def decided() -> bool:
        reader.look()
        loop.turn(time.monotonic_ns())
        inner = loop.table.inner
        return isinstance(inner, Judged) or (isinstance(inner, Revealing) and inner.proven)

    took = until(decided, READ_WITHIN)
    lens.close()
    assert isinstance(loop.table.inner, Revealing) == honest  # a true one waits for a neutral seat
    told("libcamera", f"{claim.count} x {shown} for {claim.rank}: decided after {took:.0f} s")
