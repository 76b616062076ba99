"""A change at the table is in force at once, and after the next start too."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import numpy as np
import pygame.surfarray
import pytest
from hypothesis import given
from hypothesis import strategies as st
from said import said
from test_run_and_replay import KEYBOARD, QUIT, no_clock

from appliance.__main__ import main
from appliance.config import Config, Display
from appliance.core.effects import Effect, Keep, PlaySound, Sound, TryNext
from appliance.core.signals import Signal, Wish, Wished
from appliance.display.quiet import pygame
from appliance.display.sound import Speaker
from appliance.display.view import Screen, View
from appliance.display.window import Window
from appliance.errors import DriverError
from appliance.kept import InForce, Keeper, in_force, tries
from appliance.runtime.loop import Loop
from appliance.service.media import Light, shine
from appliance.service.open_table import OpenTable
from appliance.service.outside import outside_of
from bluffing.message import Message, message

__all__ = ["no_clock"]


@pytest.fixture
def start(tmp_path: Path) -> InForce:
    return in_force(None, tmp_path / "e.journal")


def test_a_setting_is_applied_and_kept(start: InForce) -> None:
    seen: list[Config] = []
    told: list[Message] = []
    keeper = Keeper(start, [seen.append], told.append)
    keeper.perform(PlaySound(Sound.TICK))
    keeper.perform(Keep("display.layout", "tabletop"))
    keeper.perform(Keep("game.options", (("tie_window_ms", 20),)))
    assert [setting.display.layout for setting in seen] == ["tabletop", "tabletop"]
    again = in_force(None, Path(start.config.journal))
    assert again.config == seen[-1]
    assert again.config.game.options == {"tie_window_ms": 20}
    assert told == []


def test_what_is_not_allowed_is_told_and_neither_applied_nor_kept(start: InForce) -> None:
    seen: list[Config] = []
    told: list[Message] = []
    keeper = Keeper(start, [seen.append], told.append)
    keeper.perform(Keep("display.layout", "round"))
    assert (seen, keeper.kept, start.path.exists()) == ([], {}, False)
    assert "round" in said(told[0])


def test_what_can_not_be_applied_is_kept_all_the_same(start: InForce) -> None:
    told: list[Message] = []

    def silent(_: Config) -> None:
        raise DriverError.of("sound.cant-open", error="no loudspeaker")

    Keeper(start, [silent], told.append).perform(Keep("sound.volume", "quiet"))
    assert "no loudspeaker" in said(told[0])
    assert in_force(None, Path(start.config.journal)).config.sound.volume == "quiet"


def test_a_disk_that_is_full_is_told_and_the_setting_holds_until_the_end(start: InForce) -> None:
    start.path.mkdir()
    seen: list[Config] = []
    told: list[Message] = []
    keeper = Keeper(start, [seen.append], told.append)
    keeper.perform(Keep("sound.volume", "quiet"))
    keeper.perform(Keep("display.layout", "tabletop"))
    assert (seen[-1].sound.volume, seen[-1].display.layout) == ("quiet", "tabletop")
    assert "holds until the table is switched off" in said(told[0])


# --- light ---------------------------------------------------------------------------------------


def light(folder: Path, most: str = "255") -> Path:
    there = folder / "panel"
    there.mkdir(parents=True)
    (there / "max_brightness").write_text(most)
    (there / "brightness").write_text("7")
    return there / "brightness"


@given(percent=st.integers(10, 100), most=st.integers(1, 100_000))
def test_a_backlight_is_as_bright_as_it_is_asked_and_never_dark(percent: int, most: int) -> None:
    with TemporaryDirectory() as folder:
        there = light(Path(folder), str(most))
        assert shine(percent, Path(folder))
        assert there.read_text() == str(max(1, round(most * percent / 100)))


def test_without_a_backlight_or_the_right_to_set_it_the_picture_is_drawn_darker(
    tmp_path: Path,
) -> None:
    assert not shine(50, tmp_path / "none")
    broken = light(tmp_path / "broken", "what")
    assert not shine(50, broken.parents[1])
    there = light(tmp_path / "fine")
    assert shine(50, there.parents[1])
    assert there.read_text() == "128"
    dark, bright = Display(brightness=40), Display()
    assert Light(lambda _: False).lit(dark) == dark
    asked: list[int] = []

    def lights(percent: int) -> bool:
        asked.append(percent)
        return True

    panel = Light(lights)
    assert panel.lit(bright) == bright
    assert asked == [], "nobody wants it otherwise"
    assert panel.lit(dark) == bright
    assert panel.lit(bright) == bright
    assert asked == [40, 100]


def test_the_window_takes_on_what_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(800, 480))
    window.open()
    try:
        view = View(Screen.ATTRACT, "a", "b", "c")

        def pixels() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
            window.show(view, 0)
            return pygame.surfarray.array3d(pygame.display.get_surface())

        plain = pixels()
        window.apply(Display(800, 480, brightness=50))
        dimmed = pixels()
        assert np.abs(dimmed.astype(int) - plain.astype(int) // 2).max() <= 2
        window.apply(Display(800, 480, layout="tabletop"))
        assert (pixels() != plain).any()
        window.apply(Display(800, 480, text="largest"))
        assert (pixels() != plain).any()
        assert (pixels()[0, 0] == plain[0, 0]).all()
        window.apply(Display(800, 480, contrast="high"))
        assert not pixels()[0, 0].any(), "the ground is black"
        window.apply(Display(900, 500))
        assert window.size == (900, 500)
        window.apply(Display(800, 480))
        assert (pixels() == plain).all()
    finally:
        window.close()


def test_a_loudspeaker_is_turned_down_and_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = Speaker("off", away=lambda job: job())
    speaker.open()
    speaker.perform(PlaySound(Sound.TICK))
    assert not speaker._sounds
    speaker.turn("on")
    speaker.keep([], 0)
    loud = [made.get_volume() for made in speaker._sounds.values()]
    speaker.turn("quiet")
    quiet = [made.get_volume() for made in speaker._sounds.values()]
    speaker.close()
    assert loud
    assert all(a > b > 0 for a, b in zip(loud, quiet, strict=True))


def test_the_loudspeaker_that_people_stop_at_is_kept(start: InForce) -> None:
    speaker, kept = Speaker(away=lambda job: job()), list[Effect]()
    ways = {"sound.device": speaker.try_next, "display.screen": lambda: "HDMI-A-2"}
    perform = tries(ways, kept.append)
    perform(Keep("sound.volume", "on"))
    perform(TryNext("sound.device"))
    perform(TryNext("display.screen"))
    assert kept == [Keep("sound.device", "auto"), Keep("display.screen", "HDMI-A-2")]
    Keeper(start, [], lambda _: None).perform(Keep("sound.device", "USB, Sound"))
    assert in_force(None, Path(start.config.journal)).config.sound.device == "USB, Sound"


def test_the_menu_offers_another_screen_where_the_machine_has_one() -> None:
    offered = [
        {item.key: item.choices for item in outside_of(Config(), screens)}["display.screen"]
        for screens in (0, 1, 2)
    ]
    assert offered == [("",), ("",), ("", "next")]


# --- the whole table -----------------------------------------------------------------------------


@pytest.mark.usefixtures("no_clock")
def test_the_table_performs_it_and_the_next_start_knows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("appliance.service.media.shine", lambda _: False)
    config, journal = tmp_path / "table.toml", tmp_path / "e.journal"
    config.write_text(KEYBOARD)
    layouts: list[str] = []
    monkeypatch.setattr(Window, "show", lambda self, *_: layouts.append(self.settings.layout))
    rounds = iter(range(100))

    def turn(self: OpenTable) -> bool:
        number = next(rounds)
        if number == 3:
            for perform in self.loop._performers:
                perform(Keep("display.layout", "tabletop"))
                perform(Keep("sound.volume", "off"))
        return real(self)

    real = OpenTable.turn
    monkeypatch.setattr(OpenTable, "turn", turn)
    for _ in range(2):
        events = iter([*[[]] * 6, [SimpleNamespace(type=QUIT)] * 2])
        monkeypatch.setattr(Window, "poll", lambda _self, events=events: next(events))
        assert main(["run", "--config", str(config), "--journal", str(journal)]) == 0
    assert layouts == ["tv"] * 3 + ["tabletop"] * 9


@pytest.mark.usefixtures("no_clock")
def test_a_screen_named_on_the_command_line_goes_before_all_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("appliance.service.media.shine", lambda _: False)
    config, journal = tmp_path / "table.toml", tmp_path / "e.journal"
    config.write_text(f'[display]\nscreen = "HDMI-A-1"\n{KEYBOARD}')
    screens: list[str] = []

    def show(window: Window, *_: object) -> None:
        screens.append(window.settings.screen)
        for perform in tables[0].loop._performers:
            perform(Keep("sound.volume", "off"))

    def turn(self: OpenTable) -> bool:
        tables.append(self)
        return real(self)

    tables, real = list[OpenTable](), OpenTable.turn
    monkeypatch.setattr(OpenTable, "turn", turn)
    monkeypatch.setattr(Window, "show", show)
    arguments = ["run", "--config", str(config), "--journal", str(journal)]
    for more in ([], ["--screen", "HDMI-A-2"]):
        events = iter([*[[]] * 2, [SimpleNamespace(type=QUIT)] * 2])
        monkeypatch.setattr(Window, "poll", lambda _self, events=events: next(events))
        tables.clear()
        assert main([*arguments, *more]) == 0
    assert screens == ["HDMI-A-1"] * 2 + ["HDMI-A-2"] * 2


@pytest.mark.usefixtures("no_clock")
def test_m_asks_for_the_menu_unless_it_is_a_buzzer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = SimpleNamespace(type=pygame.KEYDOWN, key=pygame.K_m, repeat=False)
    config, journal = tmp_path / "table.toml", tmp_path / "e.journal"
    turned: list[Signal] = []
    real = Loop._handle

    def handle(self: Loop, new: list[Signal], now: int) -> None:
        turned.extend(new)
        real(self, new, now)

    monkeypatch.setattr(Loop, "_handle", handle)
    for keys, wishes in (("", [Wish.MENU]), ("keys = ['m', 'a', 'b', 'c', 'd', 'e']\n", [])):
        turned.clear()
        config.write_text(KEYBOARD + keys)
        events = iter([[], [key], [], [], [SimpleNamespace(type=QUIT)] * 2])
        monkeypatch.setattr(Window, "poll", lambda _self, events=events: next(events))
        assert main(["run", "--config", str(config), "--journal", str(journal)]) == 0
        assert [setting.wish for setting in turned if isinstance(setting, Wished)] == wishes


def test_what_is_wrong_is_a_line_for_people() -> None:
    assert "can't be kept here" in said(message("kept.never", key="journal"))


def test_the_menu_offers_what_the_settings_may_be_and_what_they_are(start: InForce) -> None:
    odd = replace(start.config, display=replace(start.config.display, distance_cm=140))
    offered = {setting.key: setting for setting in outside_of(odd)}
    assert offered["display.distance_cm"].value == 140
    assert offered["display.distance_cm"].choices == (50, 80, 130, 140, 200, 300)
    for setting in outside_of(start.config):
        assert setting.value in setting.choices
        for value in setting.choices:
            told: list[Message] = []
            Keeper(start, [], told.append).perform(Keep(setting.key, value))
            assert told == [], f"{setting.key} = {value!r} is no setting"


def test_the_places_of_as_many_buzzers_as_were_found_are_kept_with_their_number(
    start: InForce,
) -> None:
    told: list[Message] = []
    Keeper(start, [], told.append).perform(Keep("seats.clockwise", (3, 1, 2, 4, 8, 7, 6, 5)))
    assert told == []
    again = in_force(None, Path(start.config.journal))
    assert again.wrong == ()
    assert (again.config.seats.buzzers, again.config.seats.clockwise[0]) == (8, 3)


def test_that_the_buzzers_stand_as_they_are_numbered_is_kept_for_any_number(start: InForce) -> None:
    Keeper(start, [], lambda _: None).perform(Keep("seats.clockwise", ()))
    again = in_force(None, Path(start.config.journal))
    assert again.kept == {"seats": {"clockwise": []}}
    assert again.sets("seats", "clockwise")
