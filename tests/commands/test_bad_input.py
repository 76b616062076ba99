"""Bad input of every kind: one line, an exit code that says which kind, and never a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from proof.damage import OTHERS, TEXTS, WHOLE

from appliance.__main__ import main
from appliance.errors import (
    FAULT_EXIT,
    NOTATION_EXIT,
    SYSTEM_EXIT,
    CalibrationError,
    ConfigError,
    DeckError,
    JournalError,
    PictureError,
    QuestionError,
)
from appliance.questions.pack import read_pack
from bluffing.words import LINE_LETTERS
from lab.scenario.load import ScenarioError

DOUBTIT = (sys.executable, "-m", "appliance")

DEEP = "[" * 100_000
"""Lists within each other, more than any stack has room for."""

DIGITS = "9" * 5000
"""More than Python reads as a number."""


def one_line(capsys: pytest.CaptureFixture[str], argv: list[str]) -> tuple[int, str]:
    """The exit code of a line, and the only line that it prints on standard error."""
    code = main(argv)
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("doubtit: ")
    assert len(line) <= LINE_LETTERS + len("doubtit: ")
    return code, line


# --- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"a = {DEEP}", "more than 24 lists or tables within each other"),
        (f"a = {'[' * 60}1{']' * 60}", "more than 24 lists or tables within each other"),
        (f"a = {'{a=' * 30_000}", "more than 24 lists or tables within each other"),
        (f"a{'.a' * 16_000} = 1", "more than 24 lists or tables within each other"),
        (f"[a{'.a' * 16_000}]", "more than 24 lists or tables within each other"),
        (f"a = {DIGITS}", "a number of more than 64 bits"),
        (f"a = 0x{'f' * 4000}", "a number of more than 64 bits"),
        (f"# {'c' * 1_000_000}", "more than 1000000 bytes"),
        ("seats = 1", "seats must be a table"),
        ("[seats]\nnames = 'Ana'", "seats.names = 'Ana': allowed is a list"),
        ("[seats]\nnames = [['Ana']]", "seats.names[0] = ['Ana']: allowed is a text"),
        ('[seats]\nnames = ["a\\nb"]', "seats.names[0] = 'a\\nb': allowed is a text"),
        ("[game]\nruleset = ['bicycle']", "ruleset = ['bicycle']"),
        (f"[game]\nruleset = '{'a' * 200_000}'", "game.ruleset = 'aaa"),
        (f"{'k' * 50_000} = 1", "unknown key"),
        ('"a\\nb\\u001b[2J" = 1', r"unknown key 'a\nb\x1b[2J'"),
        (f"journal = '{'a' * 5000}'", "allowed is a text of up to 1000 letters"),
        ('journal = "a\\u0000b"', "allowed is a text"),
        ("journal = '/'", "journal = '/': allowed is a path"),
    ],
)
def test_settings_that_nobody_can_mean(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text)
    code, line = one_line(capsys, ["run", "--config", str(path)])
    assert code == ConfigError.exit_code
    assert says in line


def test_a_name_that_the_file_system_has_no_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    long = "a" * 5000
    assert one_line(capsys, ["run", "--config", long])[0] == ConfigError.exit_code
    assert one_line(capsys, ["read", long])[0] == ConfigError.exit_code
    assert one_line(capsys, ["replay", long])[0] in (JournalError.exit_code, SYSTEM_EXIT)
    assert one_line(capsys, ["scenario", long])[0] == ScenarioError.exit_code
    Path("t.toml").write_text(f"kept = '{'a' * 300}'")
    assert one_line(capsys, ["run", "--config", "t.toml"]) == (
        SYSTEM_EXIT,
        f"doubtit: {'a' * 300}: File name too long",
    )


PACK = """\
format = 1
title = "Ours"
language = "en"
[[question]]
id = "a"
kind = "fact"
text = "How much?"
answer = {answer}
source = "us"
date = 2026
"""


@pytest.mark.parametrize(
    "answer",
    [
        '"1e99999999"', '"1/1e99999999"', f'"{DIGITS}"', f'"1/{DIGITS}"', '"1/0"', '"²"', "nan",
        "inf", DIGITS, f"[{DEEP}", "[1]", "1e400", '"-1/4"', "true",
    ],
)  # fmt: skip
def test_a_pack_with_an_answer_that_none_can_be(answer: str, tmp_path: Path) -> None:
    path = tmp_path / "p.toml"
    path.write_text(PACK.format(answer=answer), encoding="utf-8")
    with pytest.raises(QuestionError) as told:
        read_pack(path)
    assert len(str(told.value)) < 300


@pytest.mark.parametrize(
    ("key", "value"),
    [("bend", DIGITS), ("bend", "9" * 300 + ".0"), ("bend", "nan"), ("width", "1e300"),
     ("matrix", DEEP), ("matrix", "[[1, 2, 3], [1, 2, 3], ['a', 2, 3]]"), ("bend", "[1]")],
)  # fmt: skip
def test_a_calibration_that_cannot_be(
    key: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "box.toml"
    fields = {"width": "800", "height": "600", "bend": "0", "matrix": "[]"} | {key: value}
    rows = "".join(f"{name} = {what}\n" for name, what in fields.items())
    path.write_text(f"format = 1\n[camera]\n{rows}")
    settings = tmp_path / "t.toml"
    settings.write_text("[camera]\ndriver = 'folder'\nfolder = '.'\n")
    line = ["calibrate", "--check", "--out", str(path), "--config", str(settings)]
    assert one_line(capsys, line)[0] == CalibrationError.exit_code


@pytest.mark.parametrize(
    "text",
    [DEEP, "[" * 60 + "]" * 60, "[]", "{}", f"[{DIGITS}]", '[{"file": 1}]', '[{"file": ["a"]}]',
     '[{"file": "a", "ranks": "A"}]', '[{"file": "a", "ranks": [["A"]]}]', "[NaN]", "\\ud800",
     f'[{{"file": "a", "ranks": ["{"x" * 100_000}"]}}]'],
)  # fmt: skip
def test_labels_that_say_nothing(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "labels.json").write_text(text)
    code, _ = one_line(capsys, ["simulate", "--photos", str(tmp_path)])
    assert code == PictureError.exit_code


@pytest.mark.parametrize("token", [*WHOLE, *TEXTS, *OTHERS], ids=lambda data: data[:12].hex())
def test_a_scenario_with_anything_for_its_players(
    token: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(
        b"[[scenario]]\nid = 'a'\nruleset = 'bicycle'\nsteps = []\nexpect = {}\n"
        b"given = { players = %b }\n" % token
    )
    code = main(["scenario", str(path)])
    said = capsys.readouterr()
    assert code in (0, 1, ScenarioError.exit_code)
    assert len(said.err.splitlines()) <= 1
    assert all(len(line) < LINE_LETTERS + 60 for line in (said.out + said.err).splitlines())


def test_a_deck_whose_list_is_too_deep(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], resealed: Callable[[Path, bytes], None]
) -> None:
    path = tmp_path / "deck.png"
    for text in (DEEP.encode(), b'{"format": %b}' % DIGITS.encode(), b"\xff", b"[]", b"{}"):
        resealed(path, text)
        code, _ = one_line(capsys, ["check-deck", "none.png", "--deck", str(path)])
        assert code == DeckError.exit_code


@pytest.fixture
def resealed() -> Callable[[Path, bytes], None]:
    """Writes a PNG that is whole, with any text instead of a deck's list."""
    from proof.samples import a_deck, sealed  # noqa: PLC0415 - it needs the whole of vision

    def write(path: Path, text: bytes) -> None:
        path.write_bytes(sealed(a_deck(), b"doubtit-deck\0" + text))

    return write


# --- the line itself -----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [DIGITS, "1e99", "²", "9" * 4000, "-1", "x" * 100_000, ""])
@pytest.mark.parametrize("option", ["--games", "--players", "--jobs"])
def test_a_number_on_the_line_that_nobody_can_mean(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["simulate", "--fast", "--games", "2", option, value])
    except SystemExit as end:
        code = int(str(end.code))
    last = capsys.readouterr().err.splitlines()[-1]
    assert code == ConfigError.exit_code
    assert last.startswith("doubtit")
    assert len(last) < LINE_LETTERS + 60


@pytest.mark.parametrize("value", [DIGITS, f"-{DIGITS}", "9" * 25, "²", "٣" * 5000, "1e9", ""])
def test_a_house_option_that_nobody_can_mean(
    value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["--option", f"cards_max={value}"]
    assert one_line(capsys, ["rules", "valepaska", *line])[0] == ConfigError.exit_code
    fast = ["simulate", "--fast", "--no-display", "--ruleset", "valepaska"]
    assert one_line(capsys, [*fast, *line])[0] == ConfigError.exit_code


@pytest.mark.parametrize(
    "lines",
    [
        f"seats 3\noption cards_max {DIGITS}",
        f"seats {DIGITS}",
        f"seats 3\npacks {'9' * 20}",
        f"seats 3\nhands {'1 ' * 300_000}",
        f"seats 3\n0 play {DIGITS} A",
        f"seats 3\n0 play 1 @{DIGITS}.000",
        f"seats 3\ndate 0001-01-01T00:00:00+14:00\n0 play {DIGITS}",
        "seats 3\ndate 9999-12-31T23:59:59-14:00",
        "seats 3\ndate 1969-12-31T23:59:59+00:00",
    ],
    ids=lambda lines: lines[:40],
)
def test_games_with_numbers_that_nobody_can_mean(
    lines: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.games"
    path.write_text(f"game valepaska\n{lines}\n")
    assert one_line(capsys, ["replay", str(path)])[0] == NOTATION_EXIT


@pytest.mark.parametrize("journal", ["", ".", "..", "/"])
def test_a_journal_that_is_a_folder_by_its_name(
    journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fast = ["simulate", "--fast", "--no-display"]
    for line in (fast, ["run"], ["evenings"], ["check"], ["statistics"]):
        assert one_line(capsys, [*line, "--journal", journal])[0] == ConfigError.exit_code


# --- what is around the program ------------------------------------------------------------------


def shell(command: str, folder: Path, **env: str) -> "subprocess.CompletedProcess[str]":
    """Return what a shell's line comes to, with `doubtit` in it."""
    text = command.replace("doubtit", f'"{sys.executable}" -m appliance')
    root = str(Path(__file__).parents[2])
    all_of_it = {**os.environ, "PYTHONPATH": root, **env}
    for name, value in env.items():
        if not value:
            del all_of_it[name]
    return subprocess.run(  # noqa: S603 - lines of ours
        ["/bin/bash", "-o", "pipefail", "-c", text], cwd=folder, env=all_of_it, capture_output=True,
        text=True, errors="surrogateescape", check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("command", "code", "lines"),
    [
        ("doubtit > /dev/full", SYSTEM_EXIT, 1),
        pytest.param("doubtit --help > /dev/full", SYSTEM_EXIT, 1, marks=pytest.mark.thorough),
        pytest.param("doubtit rules > /dev/full", SYSTEM_EXIT, 1, marks=pytest.mark.thorough),
        ("doubtit rules bicycle | head -1", 0, 0),
        pytest.param("doubtit rules bicycle | true", 0, 0, marks=pytest.mark.thorough),
        ("doubtit rules <&- >&- 2>&-", 0, 0),
        pytest.param(
            "doubtit rules nothing >&-", ConfigError.exit_code, 1, marks=pytest.mark.thorough
        ),
        pytest.param(
            "doubtit rules nothing <&- >&- 2>&-",
            ConfigError.exit_code,
            0,
            marks=pytest.mark.thorough,
        ),
        pytest.param("doubtit check --part disk <&-", 0, 0, marks=pytest.mark.thorough),
        ("doubtit replay no-such-file 2> /dev/full", JournalError.exit_code, 0),
    ],
)
def test_pipes_and_files_that_are_full_or_closed(
    command: str, code: int, lines: int, tmp_path: Path
) -> None:
    done = shell(command, tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (code, lines), done.stderr


def test_a_terminal_without_the_letters_that_are_printed(tmp_path: Path) -> None:
    assert shell("doubtit rules doubt_it", tmp_path, PYTHONIOENCODING="ascii").returncode == 0


@pytest.mark.parametrize(
    "env",
    [
        {"HOME": ""},
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
    ],
)
def test_surroundings_that_lack_something(env: dict[str, str], tmp_path: Path) -> None:
    done = shell("doubtit scenario $'no\\xffname.toml'", tmp_path, **env)
    assert done.returncode == ScenarioError.exit_code
    assert len(done.stderr.splitlines()) == 1


def test_a_folder_in_which_nothing_can_be_written() -> None:
    done = shell("doubtit run --no-display --buzzers keyboard", Path("/proc"), HOME="")
    assert done.returncode == JournalError.exit_code
    assert [line for line in done.stderr.splitlines() if not line.startswith("doubtit: ")] == []


@pytest.mark.thorough
def test_a_system_without_shared_memory_says_what_helps(tmp_path: Path) -> None:
    alone = "unshare --mount --map-root-user bash -c 'mount -o bind,ro /sys /dev/shm && {}'"
    if shell(alone.format("true"), tmp_path).returncode:
        pytest.skip("nobody may mount anything here")
    done = shell(alone.format("doubtit simulate --games 4 --jobs 2 --fast"), tmp_path)
    assert done.returncode == ConfigError.exit_code
    [line] = done.stderr.splitlines()
    assert "--jobs 1" in line


@pytest.mark.thorough
def test_what_libraries_say_of_a_picture_is_not_said(tmp_path: Path) -> None:
    """libjpeg warns on standard error, whatever language people have."""
    from proof.samples import a_picture  # noqa: PLC0415 - it needs the whole of vision

    data = bytearray(a_picture(".jpg"))
    data[-2:-2] = b"\xff\x00\x12\x34" * 40
    (tmp_path / "a.jpg").write_bytes(data)
    (tmp_path / "labels.json").write_text(json.dumps([{"file": "a.jpg", "ranks": ["A"]}]))
    done = shell("doubtit read a.jpg", tmp_path)
    assert "JPEG data" not in done.stderr
    assert [line for line in done.stderr.splitlines() if not line.startswith("doubtit: ")] == []
    loud = shell("doubtit read a.jpg", tmp_path, DOUBTIT_TRACE="1")
    assert loud.returncode in (0, ConfigError.exit_code)
    assert FAULT_EXIT not in (done.returncode, loud.returncode)


def test_what_libraries_print_is_for_the_log_of_the_service_alone(tmp_path: Path) -> None:
    """ALSA and SDL write past Python, as this does."""
    (tmp_path / "loud.py").write_text(
        "import os, sys\n"
        "from appliance.__main__ import take_over\n"
        "take_over(sys.argv[1:])\n"
        "os.write(2, b'ALSA lib: no card\\n')\n"
        "print('ours', file=sys.stderr)\n"
    )
    line = '"$PYTHON" loud.py '
    assert shell(f"{line} check", tmp_path, PYTHON=sys.executable).stderr == "ours\n"
    in_log = shell(f"{line} run", tmp_path, PYTHON=sys.executable).stderr
    assert in_log == "ALSA lib: no card\nours\n"


def test_a_camera_that_is_missing_writes_nothing_into_the_log(tmp_path: Path) -> None:
    """A log that is full would stop the camera's thread for good."""
    (tmp_path / "blind.py").write_text(
        "from appliance.__main__ import take_over\n"
        "take_over(['run'])\n"
        "from appliance.drivers.camera.v4l2 import Settings, V4l2Camera\n"
        "from appliance.errors import DriverError\n"
        "try:\n"
        "    V4l2Camera(Settings('video9'), lambda: 0).open()\n"
        "except DriverError:\n"
        "    print('lost')\n"
    )
    done = shell('"$PYTHON" blind.py', tmp_path, PYTHON=sys.executable)
    assert (done.stdout, done.stderr) == ("lost\n", "")
