"""`doubtit keys`: which key is which buzzer, learned by pressing, on a stand-in of evdev."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_evdev import FakeDevice, FakeKernel

from appliance.__main__ import main
from appliance.commands import keys as command
from appliance.config import load_config
from appliance.core.signals import MS, SECOND
from appliance.drivers.usb.all_keys import AllKeys
from appliance.drivers.usb.driver import EvdevBuzzers
from appliance.drivers.usb.keymap import Key, load_keys
from appliance.drivers.usb.leds import LedLamps
from appliance.errors import ConfigError, DriverError
from appliance.service.clock import TableClock
from appliance.service.equip import hardware_of
from appliance.words import words_of

BUZZ = "Logitech Logitech Buzz(tm) Controller V1"
DOWN, UP = True, False


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> FakeKernel:
    made = FakeKernel()
    monkeypatch.setitem(sys.modules, "evdev", made.evdev)
    return made


def buzz(kernel: FakeKernel, port: str) -> FakeDevice:
    device = kernel.add(BUZZ, port)
    device.codes = frozenset(range(704, 724))
    device.vendor, device.product = 0x054C, 0x1000
    return device


def learned(kernel: FakeKernel, *presses: tuple[FakeDevice, int], count: int = 12) -> list[Key]:
    """Learn from people who press these one after the other, 100 ms apart."""
    keys = AllKeys(kernel.there)
    keys.open()
    left = list(presses)
    looks = 0

    def pause(_seconds: float) -> None:
        nonlocal looks
        looks += 1
        kernel.now += 20 * MS
        if looks % 5 == 0 and left:
            device, code = left.pop(0)
            if not device.gone:
                device.move(code, DOWN)
                device.move(code, UP)

    found = command.learn(keys.pressed, count, 1000 * MS, kernel.clock, pause, words_of("en"))
    keys.close()
    return list(found)


def test_keys_are_learned_in_the_order_in_which_they_are_pressed(kernel: FakeKernel) -> None:
    left, right = buzz(kernel, "usb-1.1"), buzz(kernel, "usb-1.2")
    found = learned(kernel, (right, 704), (left, 709), (right, 704), (left, 710))
    assert found == [
        Key(BUZZ, "usb-1.2", 704, "buzz1"),
        Key(BUZZ, "usb-1.1", 709, "buzz2"),
        Key(BUZZ, "usb-1.1", 710, "buzz2"),
    ]


def test_escape_ends_it_and_so_does_the_number_of_buzzers(kernel: FakeKernel) -> None:
    pad = kernel.add("Pad", "usb-1.3")
    pad.codes = frozenset({1, 2, 3, 4})
    assert [key.code for key in learned(kernel, (pad, 2), (pad, 1), (pad, 3))] == [2]
    assert [key.code for key in learned(kernel, (pad, 2), (pad, 4), (pad, 3), count=2)] == [2, 4]


def test_a_device_that_is_pulled_meanwhile_is_not_the_one(kernel: FakeKernel) -> None:
    left, right = buzz(kernel, "usb-1.1"), buzz(kernel, "usb-1.2")
    keys = AllKeys(kernel.there)
    keys.open()
    left.unplug()
    assert keys.pressed() == []
    right.move(704, DOWN)
    assert keys.pressed() == [Key(BUZZ, "usb-1.2", 704, "buzz1")]
    keys.close()


def test_nothing_to_listen_to_says_what_to_do(
    kernel: FakeKernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = AllKeys(kernel.there)
    with pytest.raises(DriverError, match="plug the buzzers"):
        keys.open()
    kernel.add("Pad", "usb-1.3").locked = True
    with pytest.raises(DriverError, match="join the group input"):
        keys.open()
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(DriverError, match="install python3-evdev"):
        keys.open()


def test_the_command_writes_a_map_that_a_table_can_use(
    kernel: FakeKernel,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    receiver = buzz(kernel, "usb-1.1")
    made = AllKeys(kernel.there)
    monkeypatch.setattr(command, "AllKeys", lambda: made)
    presses = iter([[], [704], [], [709]])
    found = made.pressed

    def pressed() -> list[Key]:
        for code in next(presses):
            receiver.move(code, DOWN)
        return found()

    monkeypatch.setattr(made, "pressed", pressed)
    monkeypatch.setattr("appliance.commands.keys.time.sleep", lambda _: None)
    path = tmp_path / "keys.toml"
    assert main(["keys", str(path), "--buzzers", "2"]) == 0
    assert "buzzer 2: key 709" in capsys.readouterr().out
    assert [key.lamp for key in load_keys(path)] == ["buzz1", "buzz2"]
    settings = tmp_path / "table.toml"
    drivers = f"[buzzers]\ndriver = 'evdev'\nkeys = '{path}'\n"
    settings.write_text(f"[seats]\nbuzzers = 2\n{drivers}")
    hardware = hardware_of(load_config(settings), TableClock())
    assert isinstance(hardware.source, EvdevBuzzers)
    assert isinstance(hardware.lamps, LedLamps)
    settings.write_text(drivers)
    with pytest.raises(ConfigError, match="has 2 keys"):
        hardware_of(load_config(settings), TableClock())
    path.write_text(path.read_text().replace("lamp", "# lamp"))
    settings.write_text(f"[seats]\nbuzzers = 2\n{drivers}")
    unlit = hardware_of(load_config(settings), TableClock()).lamps
    assert unlit is not None
    assert unlit.places == ()


def test_evdev_needs_its_map(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text("[buzzers]\ndriver = 'evdev'\n")
    with pytest.raises(ConfigError, match="doubtit keys"):
        load_config(settings)


@pytest.mark.parametrize("words", [["--buzzers", "0"], ["--buzzers", "13"], ["--wait", "0"]])
def test_wrong_words(words: list[str]) -> None:
    assert main(["keys", "nowhere.toml", *words]) == 2


class Hands:
    """People who hold the requested keys, at a keyboard that reports only some of them.

    `heard` are the reported ones of the held keys; `refuses` is when they press Escape.
    """

    def __init__(
        self,
        kernel: FakeKernel,
        heard: Callable[[frozenset[int]], frozenset[int]] = frozenset,
        refuses: int | None = None,
        keys: int = 4,
    ) -> None:
        self.kernel, self.heard, self.refuses = kernel, heard, refuses
        self.board = kernel.add("Old keyboard", "usb-1.4")
        self.board.codes = frozenset({command.ESCAPE, *range(2, 2 + keys)})
        self.found = tuple(Key("Old keyboard", "usb-1.4", code) for code in range(2, 2 + keys))
        self.asked: list[str] = []
        self.keys = AllKeys(kernel.there)

    def try_together(self, capsys: pytest.CaptureFixture[str]) -> list[str]:
        """The output, without the requests to people."""
        self.keys.open()
        people = command.People(
            self.keys, 10 * SECOND, self.kernel.clock, self.pause, words_of("en")
        )
        self.capsys, lines = capsys, list[str]()
        self.lines = lines
        for group in command.keyboards(self.found):
            command.try_together(people, group)
        self.read()
        self.keys.close()
        return [line for line in lines if not line.startswith(("hold", "  let go"))]

    def read(self) -> None:
        new = self.capsys.readouterr().out.splitlines()
        self.lines += new
        for line in new:
            if line.startswith("hold"):
                numbers = frozenset(int(digits) for digits in re.findall(r"\d+", line))
                self.asked.append(line)
                if len(self.asked) == self.refuses:
                    self.board.move(command.ESCAPE, DOWN)
                for number in sorted(self.heard(numbers)):
                    self.board.move(number + 1, DOWN)
            elif line == "  let go":
                for code in sorted(self.board.down):
                    self.board.move(code, UP)

    def pause(self, _seconds: float) -> None:
        self.kernel.now += 200 * MS
        self.read()


def test_a_keyboard_that_tells_all_is_told_so(
    kernel: FakeKernel, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = Hands(kernel)
    assert hands.try_together(capsys) == ["Old keyboard: reports all its buzzers pressed together"]
    assert len(hands.asked) == 1


def test_combinations_that_a_keyboard_drops_are_named(
    kernel: FakeKernel, capsys: pytest.CaptureFixture[str]
) -> None:
    def heard(held: frozenset[int]) -> frozenset[int]:
        return held - {4} if {1, 2} <= held else held

    [line] = Hands(kernel, heard).try_together(capsys)
    assert line.startswith("Old keyboard can't report this combination: 1 + 2 + 4; choose")


def test_a_key_that_nobody_presses_is_as_bad(
    kernel: FakeKernel, capsys: pytest.CaptureFixture[str]
) -> None:
    def heard(held: frozenset[int]) -> frozenset[int]:
        return frozenset({1, 2, 3, 4}) if held == {1, 2, 3} else frozenset(sorted(held)[:3])

    [line] = Hands(kernel, heard).try_together(capsys)
    assert "1 + 2 + 3;" in line


def test_six_keys_of_which_three_are_told(
    kernel: FakeKernel, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = Hands(kernel, lambda held: frozenset(sorted(held)[:3]), keys=7)
    said = hands.try_together(capsys)
    assert said[0].startswith("Old keyboard: reports each tried set of three together")
    assert said[1] == "  15 combinations of three were not tried"
    assert len(hands.asked) == 1 + command.MOST_TRIED


def test_escape_ends_it(kernel: FakeKernel, capsys: pytest.CaptureFixture[str]) -> None:
    [line] = Hands(kernel, refuses=1).try_together(capsys)
    assert line.startswith("Old keyboard: not tried")


def test_whoever_presses_nothing_is_not_waited_for_long(
    kernel: FakeKernel, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = Hands(kernel, lambda _: frozenset())
    assert "not tried" in hands.try_together(capsys)[0]
    assert kernel.now < 60 * SECOND


def test_two_keys_and_buttons_need_no_trial() -> None:
    two = (Key("Board", "a", 2), Key("Board", "a", 3))
    red = tuple(Key(BUZZ, "b", code) for code in (704, 709, 714, 719))
    assert command.keyboards((*two, *red)) == []
    third = Key("Board", "a", 4)
    assert command.keyboards((*two, *red, third)) == [{1: two[0], 2: two[1], 7: third}]


def test_a_wireless_receiver_is_said_to_sleep(kernel: FakeKernel) -> None:
    buzz(kernel, "usb-1.1")
    kernel.add("Pad", "usb-1.3")
    keys = AllKeys(kernel.there)
    keys.open()
    assert keys.sleepers == (BUZZ,)
    keys.close()


def test_a_board_that_is_pulled_holds_nothing(kernel: FakeKernel) -> None:
    board = kernel.add("Pad", "usb-1.3")
    keys = AllKeys(kernel.there)
    keys.open()
    board.move(3, DOWN)
    assert [key.code for key in keys.held()] == [3]
    board.unplug()
    assert not keys.held()
    keys.close()
