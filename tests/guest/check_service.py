"""The table as a service: the shipped unit, settings and program, behind systemd.

Run in the guest, by `make guest-test GUEST=service`, after `install.sh` has installed and started
it. The checks are in order: each takes the service as the one before has left it.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import gpiosim
import pytest
from figures import told, until
from gadget import UsbHub
from hands import Hands
from scanout import planes
from unit import (
    JOURNAL,
    SETTINGS,
    SLOW,
    comes_up,
    has,
    hears_a_press,
    hold,
    log,
    opened,
    presses,
    restarts,
    rows,
    systemctl,
    told_of,
)
from vivid import Vivid, noisy

from appliance.core.signals import MS, SCREEN
from appliance.table import Table
from appliance.table.stages import Attract, Deal, Lobby, Turns, WhoDeals

BACK = 5.0
"""Seconds in which a program that was killed is started again."""

POWER_PIN = 3
HELD = 10_000 * MS
"""How long the power button is held: 3 s are wanted, by two frames that take seconds here."""


@pytest.fixture(scope="module")
def chip() -> Path:
    return gpiosim.make()


@pytest.fixture(scope="module")
def hands(chip: Path) -> Iterator[Hands]:
    made = Hands(chip)
    yield made
    made.close()


def stage() -> object:
    """Return where the evening stands, by its journal."""
    table = rows()[1]
    return None if table is None else table.inner


def again(before: int, since: float) -> tuple[float, float]:
    """Wait for the next start; gives when it was begun and when it was ready, in s of `since`."""
    until(lambda: restarts() == before + 1 and told_of("MainPID") != "0", SLOW)
    begun = int(told_of("ExecMainStartTimestampMonotonic")) / 1e6 - since
    comes_up()
    return begun, int(told_of("ActiveEnterTimestampMonotonic")) / 1e6 - since


def the_same_game(before: Table, hands: Hands) -> None:
    """The evening is kept, and goes on."""
    count, table = rows()
    assert isinstance(stage(), Turns)
    assert table is not None
    assert table.game == before.game
    hears_a_press(hands, 1)
    assert rows()[0] > count


def check_it_comes_up_and_hears_a_press(hands: Hands) -> None:
    came, heard = comes_up(), hears_a_press(hands)
    told("service", f"up {came:.0f} s after it was looked for, heard a press in {heard:.1f} s")
    told("service", f"it has {', '.join(sorted(opened()))}")
    assert systemctl("is-active", "doubtit") == "active"
    assert told_of("User") == "doubtit"
    assert told_of("NRestarts") == "0"
    assert told_of("StartLimitIntervalUSec") == "0"


def check_the_kernel_knows_what_may_be_plugged_in() -> None:
    """A kind of device that it learns of after the start stays forbidden to the service."""
    for module in ("drm", "i2c_dev", "snd", "mc", "videodev", "cdc_acm", "cec"):
        assert Path("/sys/module", module).exists(), module


def check_it_has_screen_and_sound() -> None:
    assert any(line.startswith("/dev/snd/pcm") for line in opened()), log()
    seen = list(planes(Path("/dev/dri/card0")))
    told(
        "screen", ", ".join(f"{line.width}x{line.height}, {line.colours} colours" for line in seen)
    )
    assert any((line.width, line.height) == (1920, 1080) and line.colours > 50 for line in seen)


def check_a_game_begins(hands: Hands) -> None:
    """Three people sit down, are ready, and the first of them deals.

    All parts are loaded before it: beside a game one emulated core takes minutes for them.
    """
    until(lambda: told_of("WatchdogUSec") == "10s", SLOW)
    for _ in range(20):
        match stage():
            case Attract() | None:
                hears_a_press(hands, 0)
            case Lobby(ready=ready):
                for buzzer in {0, 1, 2} - set(ready):
                    hold(hands, buzzer)
                time.sleep(2.5)
            case WhoDeals() | Deal():
                for buzzer in (0, 1, 2):
                    if not isinstance(stage(), Turns):
                        hold(hands, buzzer)
            case Turns():
                return
    pytest.fail(f"no game: {stage()}")


def check_the_loop_that_hangs_is_ended_by_the_watchdog(hands: Hands) -> None:
    """Its main thread stops; the thread of the pins goes on."""
    before, table = restarts(), rows()[1]
    assert table is not None
    since = time.monotonic()
    stops = [sys.executable, "guest_hang.py", told_of("MainPID")]
    with subprocess.Popen(stops):  # noqa: S603 - ours
        begun, ready = again(before, since)
    told("hung", f"started again after {begun:.1f} s, ready after {ready:.1f} s")
    assert begun < 20
    assert "Watchdog timeout" in log()
    the_same_game(table, hands)


def pulls(*, out: bool) -> None:
    """The screen's cable, by the kernel's own switch for it."""
    for connector in Path("/sys/class/drm").glob("card0-*/status"):
        connector.write_text("off" if out else "detect")


def lights(screen: Path = Path("/dev/dri/card0")) -> bool:
    """Return True if the card sends a picture of the table."""
    time.sleep(0.5)
    return has(str(screen)) and any(plane.colours > 50 for plane in planes(screen))


def lost() -> bool:
    """Return True if the table knows, by its journal, that there is no screen."""
    time.sleep(0.5)
    table = rows()[1]
    return table is not None and SCREEN in table.lost


def is_paused() -> bool:
    table = rows()[1]
    return table is not None and table.paused is not None


def goes_on(hands: Hands) -> bool:
    """Hold to go on with a game that is paused; whether it does."""
    hold(hands, 1)
    return not is_paused()


def check_a_screen_that_is_pulled_pauses_the_game_and_comes_back(hands: Hands) -> None:
    before, table = restarts(), rows()[1]
    assert table is not None
    pulls(out=True)
    gone = until(lost, SLOW)
    assert is_paused()
    assert not has("/dev/dri/card0")
    hears_a_press(hands, 1)
    pulls(out=False)
    back = until(lambda: not lost(), SLOW)
    lit = until(lights, SLOW)
    told("screen", f"told as pulled after {gone:.1f} s, back after {back:.1f}, lit {lit:.1f} later")
    until(lambda: goes_on(hands), SLOW)
    the_same_game(table, hands)
    assert restarts() == before


def check_it_is_up_without_a_screen_and_takes_the_one_that_comes(hands: Hands) -> None:
    systemctl("stop", "doubtit")
    pulls(out=True)
    systemctl("start", "doubtit")
    until(lambda: told_of("ActiveState") == "active", SLOW)
    hears_a_press(hands, 1)
    assert lost()
    assert not has("/dev/dri/card0")
    pulls(out=False)
    back = until(lambda: not lost(), SLOW)
    lit = until(lights, SLOW)
    told("screen", f"that came later: taken after {back:.1f} s, lit {lit:.1f} later")
    until(lambda: goes_on(hands), SLOW)
    assert restarts() == 0


def check_it_is_back_with_the_same_game_after_it_was_killed(hands: Hands) -> None:
    before, table = restarts(), rows()[1]
    assert table is not None
    since = time.monotonic()
    os.kill(int(told_of("MainPID")), signal.SIGKILL)
    begun, ready = again(before, since)
    told("killed", f"started again after {begun:.1f} s, ready after {ready:.1f} s")
    assert begun < BACK
    the_same_game(table, hands)


def check_a_camera_that_comes_after_the_start(hands: Hands) -> None:
    """The kernel's own virtual camera, behind the unit's list of devices."""
    ours = SETTINGS.read_text()
    try:
        SETTINGS.write_text(ours + '[camera]\ndriver = "v4l2"\ndevice = "/dev/video0"\n')
        systemctl("restart", "doubtit")
        comes_up()
        assert not Path("/dev/video0").exists()
        vivid = Vivid()
        vivid.feed(*noisy(200))
        assert vivid.device == "/dev/video0"
        took = until(lambda: has(vivid.device), SLOW)
        told("camera", f"{vivid.device} is open {took:.0f} s after it came")
        hears_a_press(hands, 1)
        assert told_of("NRestarts") == "0"
        vivid.starve()
    finally:
        SETTINGS.write_text(ours)


def check_a_seat_hub(tmp_path: Path) -> None:
    """Our firmware behind the kernel's own USB; by the name that our udev rule gives it."""
    board = UsbHub(tmp_path)
    board.power()
    board.plug()
    until(Path("/dev/doubtit-hub").exists, SLOW)
    assert Path("/dev/doubtit-hub").group() == "dialout"
    ours = SETTINGS.read_text()
    systemctl("stop", "doubtit")
    for file in JOURNAL.parent.glob(f"{JOURNAL.name}*"):
        file.unlink()  # a game that was begun with pins, which are more exact, needs them
    try:
        SETTINGS.write_text(ours.replace('driver = "gpio"', 'driver = "hub"'))
        systemctl("start", "doubtit")
        took = until(lambda: has("/dev/ttyACM0") and told_of("ActiveState") == "active", SLOW)
        before = presses()

        def pressed() -> bool:
            board.move((0, 1))
            time.sleep(0.3)
            board.move((0, 0))
            time.sleep(1.0)
            return presses() > before

        heard = until(pressed, SLOW)
        told("hub", f"open after {took:.0f} s, heard a press in {heard:.1f} s")
    finally:
        board.close()
        SETTINGS.write_text(ours)
        systemctl("restart", "doubtit")
    comes_up()


def check_it_never_gives_up_and_waits_longer_and_longer() -> None:
    """Settings that are wrong end it at once, ever again; once corrected, it starts by itself."""
    ours = SETTINGS.read_text()
    SETTINGS.write_text("nonsense = 1\n" + ours)
    with suppress(AssertionError):
        systemctl("restart", "doubtit")
    pauses: dict[int, float] = {}

    def often() -> bool:
        count = restarts()
        if told_of("SubState") == "auto-restart":
            pauses[count] = seconds(told_of("RestartUSecNext"))
        time.sleep(0.2)
        return count >= 7

    until(often, 600)
    told("restarts", ", ".join(f"{pauses[pause]:.1f} s" for pause in sorted(pauses)))
    grows = [pauses[pause] for pause in sorted(pauses)]
    assert grows == sorted(grows)
    assert grows[0] <= 2
    assert max(grows) <= 30
    assert max(grows) > 10
    assert "nonsense" in log()
    SETTINGS.write_text(ours)
    comes_up()
    assert restarts() >= 7


def check_the_console_says_so_where_pygame_cannot_be_loaded() -> None:
    drawer = Path("/usr/lib/python3/dist-packages/pygame/__init__.py")
    theirs = drawer.read_text()
    try:
        drawer.write_text('raise ImportError("a stranger")')
        with suppress(AssertionError):
            systemctl("restart", "doubtit")
        until(lambda: b"apt install --reinstall doubtit" in Path("/dev/vcs1").read_bytes(), SLOW)
    finally:
        drawer.write_text(theirs)
    assert "a stranger" in log()
    comes_up()


def seconds(span: str) -> float:
    """Return what systemd calls a time: "1s", "1min 2.5s", "961ms"."""
    units = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0}
    total = 0.0
    for part in span.split():
        number = part.rstrip("abcdefghijklmnopqrstuvwxyz")
        total += float(number) * units[part.removeprefix(number)]
    return total


def check_the_power_button_switches_off(hands: Hands) -> None:
    """Held for 3 s, it ends the table, which asks systemd for the rest: here that does nothing.

    A mask would not do: what is asked for is refused then, and a unit whose last command is
    refused has failed.
    """
    stands_for = Path("/run/systemd/system/poweroff.target")
    stands_for.write_text("[Unit]\nDefaultDependencies=no\n", encoding="ascii")
    systemctl("daemon-reload")
    hands.do([(0, POWER_PIN, True), (HELD, POWER_PIN, False)])
    until(lambda: told_of("ActiveState") in {"inactive", "failed"}, SLOW)
    assert (told_of("ActiveState"), told_of("Result")) == ("inactive", "success"), log()
    assert told_of("ExecMainStatus") == "10"
    until(lambda: told_of("ActiveState", "poweroff.target") == "active", SLOW)
    told("power button", "the table has ended, and power-off was asked for")
    systemctl("stop", "poweroff.target")
    stands_for.unlink()
    systemctl("daemon-reload")
    systemctl("start", "doubtit")


def check_it_stops_when_it_is_told_to() -> None:
    comes_up()
    systemctl("stop", "doubtit")
    assert (told_of("ActiveState"), told_of("Result")) == ("inactive", "success")
    assert "Traceback" not in log()
    assert JOURNAL.exists()
