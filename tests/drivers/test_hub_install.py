"""`doubtit hub install`: the real mpremote, a real MicroPython's prompt, files and start.

The board is MicroPython twice: its WebAssembly build is the prompt that mpremote talks to, and its
Unix port runs the program that was copied. `make micropython-test` fetches all three; without them
these tests are skipped. mpremote's other commands and answers are tried without them, below.
"""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pty_board import BOARD, CACHE, HERE, PtyBoard, micropython
from said import told

from appliance.__main__ import main
from appliance.drivers.seat_hub import install as hub_install
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.install import PLACES, board_files
from appliance.drivers.seat_hub.link import SHIPPED
from appliance.errors import DriverError

NODE = shutil.which("node")
WEBASSEMBLY = CACHE / "webassembly" / "package" / "micropython.mjs"
PYTHON = CACHE / "mpremote" / "bin" / "python"
APT = CACHE / "unix" / "usr" / "lib" / "python3" / "dist-packages"

MPREMOTES = {
    "PyPI's mpremote": (str(PYTHON), "-m", "mpremote"),
    "Debian 13's mpremote": ("env", f"PYTHONPATH={APT}", str(PYTHON), "-m", "mpremote"),
}


@pytest.fixture(params=sorted(MPREMOTES))
def remote(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A real mpremote."""
    where = APT / "mpremote" if request.param.startswith("Debian") else PYTHON
    if not where.exists():
        pytest.skip(f"no {request.param} here: `make micropython-test` fetches it")
    monkeypatch.setattr(hub_install, "mpremote", lambda: MPREMOTES[request.param])
    return str(request.param)


Make = Callable[..., PtyBoard]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes a board with a prompt; `version` is what its MicroPython claims to be."""
    unix = micropython()
    if unix is None or NODE is None or not WEBASSEMBLY.exists():
        pytest.skip("no MicroPython here: `make micropython-test` fetches it (needs node and npm)")
    boards = []

    def made(*version: str) -> PtyBoard:
        node = str(NODE)
        prompt = str(HERE.parent / "micropython" / "repl.mjs")
        board = PtyBoard(
            tmp_path,
            (unix, str(BOARD)),
            lambda flash: (node, prompt, str(WEBASSEMBLY), str(flash), *version),
        )
        boards.append(board)
        return board

    yield made
    for board in boards:
        board.unplug()


def is_on(board: PtyBoard) -> bool:
    """Return True if the flash has just this table's firmware, byte for byte."""
    found = {
        str(path.relative_to(board.flash)): path.read_bytes() for path in board.flash.rglob("*.py")
    }
    return found == {name: path.read_bytes() for name, path in board_files().items()}


def do(board: PtyBoard, what: str) -> int:
    return main(["hub", what, "--port", str(board.device)])


def test_a_new_board_gets_the_firmware_and_starts_it(
    make: Make, remote: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert remote
    board = make()
    board.plug()
    assert do(board, "install") == 0, capsys.readouterr().err
    said = capsys.readouterr().out
    assert "micropython 1.27.0 on Raspberry Pi Pico with RP2040" in said
    assert "every file arrived intact" in said
    assert f"firmware {SHIPPED}, protocol 1, 11 seats" in said
    assert is_on(board)
    assert board.starts == ["power", "reset"]
    assert do(board, "status") == 0
    assert "was reset on request" in capsys.readouterr().out


def test_a_board_that_runs_the_firmware_is_told_to_end_first(
    make: Make, remote: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert remote
    board = make()
    board.install()
    usb = board.flash / "seat_hub" / "usb.py"
    usb.write_text(usb.read_text() + "# spoilt\n")
    (board.flash / "seat_hub" / "left_over.py").write_text("1\n")
    (board.flash / "mine.txt").write_text("kept")
    board.plug()
    assert do(board, "install") == 0, capsys.readouterr().err
    assert f"runs firmware {SHIPPED}: asking it to end" in capsys.readouterr().out
    assert is_on(board)
    assert (board.flash / "mine.txt").read_text() == "kept"
    assert board.starts == ["power", "reset", "prompt", "reset"]


def test_a_program_that_fails_at_each_start_is_replaced(
    make: Make, remote: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert remote
    board = make()
    board.install()
    (board.flash / "seat_hub" / "service.py").write_text("PINS\n")
    board.plug()
    assert do(board, "status") == 3
    assert "fails each time it begins (service.py:1: NameError" in capsys.readouterr().err
    assert do(board, "install") == 0, capsys.readouterr().err
    assert "that fails each time it begins: asking it to end" in capsys.readouterr().out
    assert is_on(board)


def test_a_board_in_use_is_left_alone(
    make: Make, remote: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert remote
    board = make()
    board.install()
    board.plug()
    buzzers = Hub(Settings(str(board.device)), 6, time.monotonic_ns)
    buzzers.open(lambda _signal: None)
    try:
        assert do(board, "install") == 3
    finally:
        buzzers.close()
    assert "stop the table (systemctl stop doubtit)" in capsys.readouterr().err
    assert board.starts == ["power"]


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("as-it-is", "this board is no RP2040 with MicroPython (it is micropython 1.27.0 on JS"),
        ("1.22.2", "is too old: the firmware needs MicroPython 1.23 or newer"),
    ],
)
def test_the_wrong_board_is_refused_before_anything_is_changed(
    make: Make, remote: str, version: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert remote
    board = make(version)
    board.plug()
    assert do(board, "install") == 3
    assert words in capsys.readouterr().err
    assert list(board.flash.iterdir()) == []


# --- without MicroPython -------------------------------------------------------------------------


def test_without_mpremote_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hub_install, "find_spec", lambda _name: None)
    monkeypatch.setattr(hub_install, "which", lambda _name: None)
    assert main(["hub", "install", "--port", "/dev/nowhere"]) == 3
    assert "mpremote is missing" in capsys.readouterr().err


def test_without_a_board_it_says_what_to_plug_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing() -> str:
        raise DriverError(told("no seat hub in /dev/serial/by-id: plug it in"))

    monkeypatch.setattr("appliance.commands.hub.find_port", nothing)
    monkeypatch.setattr("appliance.commands.hub.AWAY", 0)
    monkeypatch.setattr(hub_install, "AWAY", 0)
    assert main(["hub", "install"]) == 3
    assert "a new board needs MicroPython first" in capsys.readouterr().err
    assert main(["hub", "status"]) == 3
    monkeypatch.setattr(hub_install, "mpremote", lambda: ("false",))
    assert main(["hub", "install", "--port", str(tmp_path / "ttyACM0")]) == 3
    assert "plug it in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("mpremote: could not enter raw repl", "does not answer as MicroPython does"),
        ("mpremote: failed to access x (it may be in use by another program)", "stop the table"),
        ("OSError: 28", "flash is full"),
        ("Traceback\nSomething: else", r"mpremote failed \(Something: else\)"),
        ("", r"mpremote failed \(it says nothing\)"),
    ],
)
def test_what_mpremote_says_is_put_in_words(
    monkeypatch: pytest.MonkeyPatch, said: str, words: str
) -> None:
    monkeypatch.setattr(
        hub_install, "mpremote", lambda: ("sh", "-c", f"printf '{said}' >&2; exit 1")
    )
    with pytest.raises(DriverError, match=words):
        hub_install.Remote("/dev/nowhere").run("reset")


def test_an_mpremote_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("mpremote", 60)

    monkeypatch.setattr(hub_install, "mpremote", lambda: ("mpremote",))
    monkeypatch.setattr(subprocess, "run", stuck)
    with pytest.raises(DriverError, match="no answer within 60 s"):
        hub_install.Remote("/dev/nowhere").run("reset")


def test_a_file_that_arrives_otherwise_is_noticed(tmp_path: Path) -> None:
    class Worn:
        """A flash that spoils one file."""

        def ask(self, _code: str) -> Any:  # noqa: ANN401 - JSON
            return {"main.py": "0"}

        def run(self, *_words: str) -> str:
            return ""

    files = {"seat_hub/a.py": tmp_path / "a.py", "main.py": tmp_path / "main.py"}
    for path in files.values():
        path.write_bytes(b"1")
    with pytest.raises(DriverError, match=r"main.py, seat_hub/a.py did not arrive"):
        hub_install.copy(Worn(), files, lambda _words: None)  # type: ignore[arg-type] # as far as needed


def test_a_wheel_has_what_the_checkout_has() -> None:
    """The packaging puts these files into the package; both places are looked at."""
    assert PLACES[0].is_dir()
    assert PLACES[1].parts[-3:] == ("appliance", "firmware", "seat_hub")
    assert {"main.py", "seat_hub/pins.py", "seat_hub/board.py"} <= set(board_files())
    assert list(board_files())[-1] == "main.py"
