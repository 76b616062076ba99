"""A notice about a part shows which: a picture of its plug, beside words that still fit."""

from dataclasses import replace
from errno import ENOSPC, EROFS

import pytest
from at_table import playing
from example_views import EXAMPLES
from recorder import drawn
from said import ENGLISH, told

from appliance.core.signals import (
    BUZZERS,
    DISK,
    LAMPS,
    LOUDSPEAKER,
    SCALE,
    SCREEN,
    DriverBack,
    DriverLost,
    Noted,
)
from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.quiet import pygame
from appliance.display.view import Plug
from appliance.display.view_of import view_of
from appliance.errors import DriverError
from appliance.service.fault import fault_of
from appliance.service.troubles import PLUGGED
from appliance.table.facts import Health
from appliance.words import LANGUAGES, words_of
from bluffing.message import message


@pytest.mark.parametrize(
    ("part", "plug"),
    [
        (BUZZERS, Plug.BUZZERS),
        (LAMPS, Plug.LAMPS),
        (LOUDSPEAKER, Plug.SOUND),
        (SCREEN, Plug.SCREEN),
        (SCALE, Plug.SCALE),
    ],
)
def test_a_lost_part_has_its_picture_until_it_is_back(part: str, plug: Plug) -> None:
    people = playing()
    people.send(DriverLost(part, told("it is gone"), people.now))
    seen = view_of(people.table, people.now, ENGLISH)
    assert (seen.notice.text, seen.notice.plug) == ("it is gone", plug)
    people.send(DriverBack(part, people.now))
    assert view_of(people.table, people.now, ENGLISH).notice.plug is None


def test_a_memory_card_that_takes_no_more_has_its_picture() -> None:
    people, cannot = playing(), told("nothing is written")
    people.send(DriverLost(DISK, cannot, people.now))
    people.send(Noted(DISK, cannot, people.now))
    assert view_of(people.table, people.now, ENGLISH).notice.plug is Plug.CARD


def test_buzzers_at_a_hub_have_the_picture_of_the_hub() -> None:
    people = playing()
    gone = DriverError(message("driver.hub.gone", reason=told("no answer")), told("plug it in"))
    people.send(DriverLost(BUZZERS, gone.says, people.now))
    seen = view_of(people.table, people.now, ENGLISH)
    assert (seen.paused, seen.notice.plug) == (True, Plug.HUB)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [(800, 480), (1920, 1080), (720, 1280)])
def test_a_pause_shows_the_plug_that_it_is_about(layout: Layout, size: tuple[int, int]) -> None:
    view = EXAMPLES["paused"]
    pictures = {
        pygame.image.tobytes(
            picture(replace(view, notice=replace(view.notice, plug=plug)), 0, size, layout), "RGB"
        )
        for plug in (None, *Plug)
    }
    assert len(pictures) == len(Plug) + 1


@pytest.mark.parametrize(
    ("error", "plug"),
    [
        (OSError(ENOSPC, "full"), Plug.CARD),
        (OSError(EROFS, "read-only"), Plug.CARD),
        (DriverError.of("driver.hub.gone", reason=told("no answer")), Plug.HUB),
        (DriverError.of("driver.gpio.busy", pin=4), Plug.BUZZERS),
        (DriverError.of("driver.scale.failed", error="x"), Plug.SCALE),
        (DriverError.of("driver.picamera.busy"), Plug.CAMERA),
        (DriverError.of("display.cant-open", error="x"), Plug.SCREEN),
        (RuntimeError("x"), None),
    ],
)
def test_a_fault_that_stops_the_table_has_the_sign_of_its_part(
    error: Exception, plug: Plug | None
) -> None:
    assert fault_of(error).plug == plug


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_picture_is_another(layout: Layout) -> None:
    view = replace(EXAMPLES["game"], notice=replace(EXAMPLES["game"].notice, text="it is gone"))
    pictures = {
        pygame.image.tobytes(
            picture(replace(view, notice=replace(view.notice, plug=plug)), 0, (1280, 720), layout),
            "RGB",
        )
        for plug in (None, *Plug)
    }
    assert len(pictures) == len(Plug) + 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_words_beside_a_picture_are_not_cut(
    language: str, layout: Layout, size: tuple[int, int]
) -> None:
    words = words_of(language)
    for code, plug in PLUGGED.items():
        notice = words(f"trouble.{code}")
        view = replace(
            EXAMPLES["game"],
            words=words,
            notice=replace(EXAMPLES["game"].notice, text=notice, plug=plug),
        )
        said = [text for text in drawn(view, 0, size, layout).texts if text.text == notice]
        assert said
        assert all(text.whole and text.inside for text in said), (code, notice)


def test_the_sign_of_a_buzzer_stays_off_the_cards_in_hand() -> None:
    view = EXAMPLES["game"]
    stuck = tuple(
        replace(seat, button=replace(seat.button, health=Health.STUCK)) for seat in view.seats
    )
    shown = [
        pygame.image.tobytes(picture(shown, 0, (1280, 720)), "RGB")
        for shown in (view, replace(view, seats=stuck))
    ]
    assert shown[0] == shown[1]


NOTICES = (
    "turn.buzzer-stuck", "turn.buzzer-stuck-spare", "turn.buzzer-stuck-touch", "turn.asleep",
    "turn.asleep-spare", "pause.asleep", "reply.spare", "table.spare-buzzer", "driver.led.gone",
    "driver.pca9685.gone",
)  # fmt: skip
"""The signs of buzzers and lamps in a game."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_said_of_buzzers_is_not_cut(language: str, layout: Layout) -> None:
    words = words_of(language)
    for code in NOTICES:
        notice = words(code, number=12, who="Fatima", seat="Fatima")
        view = replace(
            EXAMPLES["game"],
            words=words,
            notice=replace(EXAMPLES["game"].notice, text=notice, plug=Plug.USB),
        )
        said = [text for text in drawn(view, 0, (800, 480), layout).texts if text.text == notice]
        assert said
        assert all(text.whole and text.inside for text in said), (code, notice)
