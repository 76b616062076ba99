"""The desk in its window: it takes input, draws frames, and rests in between."""

import time
from collections.abc import Sequence

from appliance.core.signals import MS, SECOND
from appliance.display.quiet import pygame
from appliance.display.sound import Speaker
from appliance.display.window import Window
from appliance.statistics.tally import TalliedGame
from appliance.words import Words
from lab.sim.change import Watch
from lab.sim.desk.desk import Desk
from lab.sim.desk.input import DeskInput
from lab.sim.desk.outside import Arrangement
from lab.sim.desk.party import Party
from lab.sim.desk.places import SMALLEST_DESK
from lab.sim.desk.setting import set_up
from lab.sim.tallies import tallies

FRAME_TIME = SECOND // 30

LONGEST_REST = SECOND // 4
"""Maximum time (ns) between two checks of the reader's thread at an idle desk."""


def size_here() -> tuple[int, int]:
    """Size of a window that fits this desktop well, in pixels."""
    try:
        pygame.display.init()
        width, height = pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError):
        return SMALLEST_DESK
    unit = min(0.96 * width / SMALLEST_DESK[0], 0.9 * height / SMALLEST_DESK[1])
    return (round(SMALLEST_DESK[0] * max(1.0, unit)), round(SMALLEST_DESK[1] * max(1.0, unit)))


def rest(desk: Desk, picture_due: int | None) -> int:
    """Time that the machine may rest after a frame (ns) without input."""
    clock, times = desk.clock, (desk.evening.due, picture_due)
    if desk.person.pressing or desk.evening.reader.wanted:
        return FRAME_TIME
    dues = [at for at in times if at is not None]
    if clock.paused or not dues:
        return LONGEST_REST
    soon = round((min(dues) - clock.now) / clock.speed)
    return min(max(soon, FRAME_TIME), LONGEST_REST)


def play_at_desk(
    party: Party,
    words: Words,
    window: Window,
    speaker: Speaker,
    watchers: Sequence[Watch] = (),
) -> tuple[TalliedGame, ...]:
    """Play in an open `window` until it closes; open the `speaker` only if it is wanted.

    Return the result of each game of the evening, including an aborted one.

    Raises:
        DoubtItError: the party is impossible, or the evening can't be written down.
    """
    desk = set_up(party, words, time.monotonic_ns(), watchers, heard=(speaker.perform,))
    desk.loud = not party.quiet
    try:
        events, arrangement = DeskInput(desk), Arrangement(desk, speaker)
        while not events.leave:
            machine = time.monotonic_ns()
            events.handle(window.poll(), machine, window.size)
            desk.step(machine)
            picture = arrangement.picture()
            window.change(picture.draw)
            speaker.show(desk.view, desk.clock.now)
            spent = time.monotonic_ns() - machine
            window.wait(max(rest(desk, picture.due) - spent, MS) / SECOND)
        return tallies(desk.evening)
    finally:
        desk.close()
