"""A touch screen, a second screen and a television's CEC at the table's service.

Run in the guest, by `make guest-test GUEST=screens`, behind systemd.
"""

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import gpiosim
import numpy as np
import pytest
from cec_tv import TABLE, CecTv
from figures import told, until
from hands import Hands
from panel import Lying, Panel, Picture, lies, shown_by
from scanout import planes
from unit import JOURNAL, SETTINGS, SLOW, comes_up, hears_a_press, hold, log, rows, systemctl

from appliance.config import Display
from appliance.core.signals import Wish
from appliance.display.quiet import pygame
from appliance.display.touch import MoreRows, Target
from appliance.display.view_of import view_of
from appliance.display.window import Window
from appliance.table import Table
from appliance.table.elements import MenuPage
from appliance.table.menus.rows import Chooses, Does, MenuRow, Opens
from appliance.table.menus.rows import rows as menu_rows
from appliance.table.stages import Lobby, TableMenu
from appliance.words import words_of

CARD = Path("/dev/dri/card0")
CONNECTORS = Path("/sys/class/drm")
FIRST, SECOND = (1280, 720), (1024, 768)
"""Sizes of the two screens: QEMU sets that of the first, and the kernel that of the other."""

ALIKE = 12.0
"""Largest mean difference of a picture on the screen from the same one drawn here, of 255."""

Size = tuple[int, int]

LOOK = Display(rotation=90, margin_percent=5, touch=True, reduced_motion=True)
WRITTEN = """[display]
rotation = 90
margin_percent = 5
touch = true
reduced_motion = true
"""


@pytest.fixture(scope="module")
def hands() -> Iterator[Hands]:
    made = Hands(gpiosim.make())
    yield made
    made.close()


@pytest.fixture(scope="module")
def panel(hands: Hands) -> Iterator[Panel]:
    """A turned table with a touch screen, at which somebody sits."""
    systemctl("stop", "doubtit")
    for file in JOURNAL.parent.glob(f"{JOURNAL.name}*"):
        file.unlink()
    ours = SETTINGS.read_text().replace("[display]\n", WRITTEN, 1)
    SETTINGS.write_text(f'{ours}\n[camera]\ndriver = "none"\n')  # a television's end looks like one
    _, second = sorted(CONNECTORS.glob("card0-*/status"))
    second.write_text("on")
    glass = Panel()
    systemctl("start", "doubtit")
    comes_up()
    hears_a_press(hands, 0)
    until(lambda: isinstance(table().stage, Lobby), SLOW)
    yield glass
    glass.close()


@pytest.fixture(scope="module")
def tv() -> Iterator[CecTv]:
    made = CecTv()
    yield made
    made.close()


def table() -> Table:
    """Return the table as the journal has it, once it can be read."""
    found: list[Table] = []

    def reads() -> bool:
        newest = rows()[1]
        found.extend([] if newest is None else [newest])
        return bool(found)

    until(reads)
    return found[0]


def drawn(rotation: int, screen: Size) -> tuple[Picture, tuple[Target, ...]]:
    """Draw the table upright for `screen`, and list what a finger may touch there."""
    wide, high = (side - 2 * round(side * LOOK.margin_percent / 100) for side in screen)
    size = (high, wide) if rotation % 180 else (wide, high)
    look = Display(*size, touch=True, reduced_motion=True, margin_percent=0)
    window = Window(look)
    window._artist = Window(LOOK)._artist  # letters as large as at the table
    window.open()
    window.show(view_of(table(), time.monotonic_ns(), words_of("en")), time.monotonic_ns())
    surface = pygame.display.get_surface()
    assert surface is not None
    pixels = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8)
    picture = pixels.reshape(*surface.get_size()[::-1], 3)
    targets = window.targets
    window.close()
    return picture, targets


def sees(rotation: int, screen: Size = FIRST) -> tuple[Lying, tuple[Target, ...]]:
    """Wait until `screen` shows the table turned so; return how, and what may be touched."""
    best: list[tuple[Lying, tuple[Target, ...]]] = []

    def shows() -> bool:
        time.sleep(0.5)
        for plane in planes(CARD):
            if (plane.width, plane.height) != screen:
                continue
            picture, targets = drawn(rotation, screen)
            found = min(lies(picture, shown_by(plane)), key=lambda way: way.difference)
            if found.difference < ALIKE:
                best[:] = [(found, targets)]
        return bool(best)

    until(shows, SLOW)
    return best[0]


def touch(
    panel: Panel, rotation: int, wanted: Callable[[Target], bool], screen: Size = FIRST
) -> None:
    """Touch what is wanted where it lies on the screen; turn to it first if it is out of sight."""
    for _ in range(12):
        lying, targets = sees(rotation, screen)
        target = next((one for one in targets if wanted(one)), None)
        more = next((one for one in targets if isinstance(one.does, MoreRows)), None)
        chosen = target or more
        assert chosen is not None, [one.does for one in targets]
        before = rows()[0]
        panel.tap(*lying.on_screen(*chosen.slot.rect.center))
        until(partial(_is_heard, before), SLOW)
        if target is not None:
            return
    pytest.fail("out of sight")


def _is_heard(before: int) -> bool:
    return rows()[0] > before


def listed_rows() -> tuple[MenuRow, ...]:
    """Return the rows of the open page."""
    now = table()
    assert isinstance(now.stage, TableMenu)
    return menu_rows(now, now.stage)


def choose(panel: Panel, rotation: int, does: Does | str) -> None:
    """Touch a row of the menu: what it does, or the key of its setting."""
    place = next(number for number, row in enumerate(listed_rows()) if _is(row, does))
    touch(panel, rotation, lambda target: target.does == place)


def enters_room(panel: Panel, hands: Hands, rotation: int) -> None:
    """Open the menu's page of the room, unless it is open still: it closes by itself."""
    if page() is not MenuPage.ROOM:
        hold(hands, 3, 4000)
        until(lambda: page() is MenuPage.ROOT, SLOW)
        choose(panel, rotation, Opens(MenuPage.ROOM))
        until(lambda: page() is MenuPage.ROOM, SLOW)


def _is(row: MenuRow, does: Does | str) -> bool:
    if not isinstance(does, str) or isinstance(does, Wish):
        return row.does == does
    return (isinstance(row.does, Opens) and row.does.of == does) or (
        isinstance(row.does, Chooses) and row.does.key == does
    )


def page() -> MenuPage | None:
    """Return the open page of the menu."""
    stage = table().stage
    return stage.spot.page if isinstance(stage, TableMenu) else None


def check_a_tap_means_what_lies_under_it_on_a_turned_screen(panel: Panel) -> None:
    lying, _ = sees(90)
    told("turned", f"{lying.quarters} quarters, {lying.difference:.1f} of 255 from the drawn one")
    assert lying.quarters == 1, "a picture that is turned clockwise"
    assert table().buzzers == (0,)
    for seat in (4, 1):
        touch(panel, 90, partial(_seats, seat))
        until(partial(_sits, seat), SLOW)
    assert {*table().buzzers} == {0, 1, 4}
    told("touch", "seats 5 and 2 sat down under their keys")


def _seats(seat: int, target: Target) -> bool:
    return target.does == (seat, 0)


def _sits(seat: int) -> bool:
    return seat in table().buzzers


def check_the_menu_is_walked_by_touch(panel: Panel, hands: Hands) -> None:
    enters_room(panel, hands, 90)


def check_it_is_turned_in_the_menu_and_a_tap_still_hits(panel: Panel, hands: Hands) -> None:
    enters_room(panel, hands, 90)
    choose(panel, 90, "display.rotation")
    until(lambda: page() is MenuPage.CHOICES, SLOW)
    choose(panel, 90, Chooses("display.rotation", 270))
    until(lambda: page() is MenuPage.ROOM, SLOW)
    lying, _ = sees(270)
    assert lying.quarters == 3
    told("turned", "from 90 to 270 degrees in the menu")


def check_the_television_wakes_when_the_menu_allows_it(
    panel: Panel, hands: Hands, tv: CecTv
) -> None:
    told("CEC", f"{TABLE} belongs to {TABLE.group()}")
    assert not tv.is_woken()
    enters_room(panel, hands, 270)
    choose(panel, 270, "display.cec")
    took = until(tv.is_woken, SLOW)
    told("CEC", f"woken {took:.1f} s after the choice was heard, and switched to 1.0.0.0")


def check_the_second_screen_is_chosen_in_the_menu(panel: Panel, hands: Hands) -> None:
    enters_room(panel, hands, 270)
    choose(panel, 270, "display.screen")
    lying, _ = sees(270, SECOND)
    told("second screen", f"a picture of {lying.screen}")
    touch(panel, 270, lambda target: target.does == len(listed_rows()) - 1, SECOND)
    until(lambda: page() is MenuPage.ROOT, SLOW)


def check_the_television_wakes_at_each_start(tv: CecTv) -> None:
    tv.forget()
    systemctl("restart", "doubtit")
    until(tv.is_woken, SLOW)
    comes_up()
    told("CEC", "woken at a start")
    assert "Traceback" not in log()
