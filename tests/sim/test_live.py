"""A simulated evening in a window, its clock moved by the test: it plays, keys press, Esc ends."""

from types import SimpleNamespace

import pytest
from said import ENGLISH
from true_eye import BUZZERS, TrueEye, last

from appliance.config import Display
from appliance.core.signals import MS, Edge
from appliance.display.window import Window
from appliance.runtime.journal import Journal
from appliance.table import TableSettings
from appliance.table.stages import Lobby
from lab.sim import live
from lab.sim.evening import Evening
from lab.sim.mail import VirtualClock
from lab.sim.people.characters import CALM, POLICIES
from lab.sim.people.players import Players
from lab.sim.world import World

pytestmark = pytest.mark.usefixtures("journals_are_closed")

DOWN, UP, ESCAPE = 0x300, 0x301, 27


def test_people_sit_down_by_themselves_and_the_keyboard_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    now = [0]

    def tick() -> int:
        now[0] += 5 * MS
        return now[0]

    monkeypatch.setattr(live, "time", SimpleNamespace(monotonic_ns=tick, sleep=lambda _: None))
    key = {"key": ord("3"), "repeat": False}
    script = [
        [SimpleNamespace(type=DOWN, **key), SimpleNamespace(type=DOWN, key=ord("9"), repeat=False)],
        *([] for _ in range(10)),
        [SimpleNamespace(type=UP, **key)],
        *([] for _ in range(1200)),
        [SimpleNamespace(type=DOWN, key=ESCAPE, repeat=False)],
    ]
    frames = iter(script)
    monkeypatch.setattr(Window, "poll", lambda _: next(frames))
    people, clock = Players(1, [POLICIES["honest"]] * 3, (0, 1, 2), CALM), VirtualClock()
    eye = TrueEye(people, clock)
    journal = Journal.open(None, TableSettings(buzzers=BUZZERS, settle_ms=80))
    night = Evening(World(people), journal, (eye, eye.read, last), clock, live=True)
    window = Window(Display(width=800, height=480))
    window.open()
    night.open()
    try:
        live.play_live(night, clock, window, ENGLISH)
    finally:
        night.close()
        window.close()
    assert list(frames) == []
    assert not isinstance(night.loop.table.inner, Lobby)
    assert night.loop.table.buzzers == (0, 1, 2)
    edges = [entry.signal for entry in journal.entries() if isinstance(entry.signal, Edge)]
    assert edges[0].buzzer == 2, "the key 3 woke the table before any of the people did"
    assert all(edge.buzzer != 8 for edge in edges), "nobody sits at the buzzer of the key 9"
