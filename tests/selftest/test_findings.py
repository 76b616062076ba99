"""From observations to findings: what is wrong is said, and never without what to do."""

import errno
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from said_findings import ENGLISH, SaidFinding, all_said, said

from appliance.core.hardware import Need, Receiver, Stamp, Timekeeping, Vitals
from appliance.core.signals import MS, SECOND, Edge
from appliance.drivers import DRIVERS
from appliance.drivers.kernel import kind_of, throttled
from appliance.errors import DriverError
from appliance.selftest.judge import (
    Level,
    answered,
    buzzers,
    cards,
    failed,
    found,
    machine,
    parted,
    skipped,
)
from appliance.selftest.judge.buzzers import BuzzerSeen
from appliance.selftest.report import as_json, exit_code, figures, lines, summary
from appliance.vision.find.runner import Runner, Trial, faults
from bluffing.message import Message, Spoken, message

AT = 100 * SECOND
LATER = AT + 2 * SECOND


def text(sentence: str) -> Message:
    return message("text", text=sentence)


def heard(*times: int, first: bool = True) -> tuple[Edge, ...]:
    """Edges at these times (ms after AT), closing and opening in turn."""
    return tuple(
        Edge(2, down=bool((place + first) % 2), at=AT + at * MS) for place, at in enumerate(times)
    )


def kept_by(stamp: Stamp) -> Timekeeping:
    return Timekeeping(stamp, worst_delay=30 * MS, uncertainty=MS // 10)


def of_buzzer(*edges: Edge, stamp: Stamp = Stamp.KERNEL, **more: object) -> SaidFinding:
    seen = BuzzerSeen(2, text("BCM 6"), LATER, edges, late=MS)
    return said(buzzers.finding(replace(seen, **more), kept_by(stamp)))  # type: ignore[arg-type]


# --- buzzers ---------------------------------------------------------------------------------


def test_a_sound_buzzer_says_how_it_bounces_and_who_stamps_it() -> None:
    found = of_buzzer(*heard(0, 1, 2, 80, 81, 82))
    assert found.level is Level.OK
    assert found.name == "buzzer 3, BCM 6"
    assert found.seen == (
        "kernel time, down for 82 ms, bounced 1 x in 2.0 ms closing, 1 x in 2.0 ms opening, "
        "reported within 1.0 ms"
    )
    figures = found.figures
    assert (figures["stamp"], figures["closing_bounces"], figures["closing_ms"]) == ("kernel", 1, 2)


def test_a_buzzer_without_bounce_says_so() -> None:
    assert "no bounce" in of_buzzer(*heard(0, 80), stamp=Stamp.HUB).seen


@pytest.mark.parametrize(
    ("edges", "more", "level", "says"),
    [
        ((), {}, Level.FAIL, "silent: no press came"),
        ((), {"instead": (0, 4)}, Level.FAIL, "silent; buzzer 1 and 5 answered in its place"),
        ((), {"skipped": True}, Level.SKIP, "skipped"),
        ((), {"asked": False}, Level.SKIP, "at rest"),
        ((), {"held": True}, Level.FAIL, "stuck: closed before it was pressed"),
        ((), {"held": True, "asked": False}, Level.FAIL, "stuck: closed before it was"),
        (heard(0), {}, Level.FAIL, "pressed, and not let go"),
        (heard(0), {"until": AT + 11 * SECOND}, Level.FAIL, "stuck: not let go within 10 s"),
        (heard(*range(0, 500, 2)), {}, Level.FAIL, "stuck: not let go within 10 s, or a storm"),
        (heard(0, 90), {"late": 31 * MS}, Level.WARN, "later than a race waits"),
        (heard(0, 1, 9, 90), {}, Level.WARN, "worn: "),
        (heard(0, 60, 63, 70), {}, Level.WARN, "worn: "),
        (heard(0, 90) + heard(95, first=False), {}, Level.WARN, "1 edge was lost"),
    ],
)
def test_what_is_wrong_with_a_buzzer_is_told(
    edges: tuple[Edge, ...], more: dict[str, object], level: Level, says: str
) -> None:
    found = of_buzzer(*edges, **more)  # type: ignore[arg-type]
    assert found.level is level
    assert found.seen.startswith(says) or says in found.seen
    assert bool(found.todo) == (level is not Level.SKIP)


def test_sparks_beside_a_press_are_told() -> None:
    at = AT - 100 * MS
    spark = (Edge(2, down=True, at=at), Edge(2, down=False, at=at + 1000))
    found = of_buzzer(*spark, *heard(0, 80))
    assert (found.level, found.seen[:29]) == (Level.WARN, "1 spark beside the press: ker")


def test_a_press_that_hardly_closes_at_first_is_stamped_late() -> None:
    """Every edge is reported, but the table takes a later one as the press: it is worn."""
    times = [AT + at for at in (0, MS, 7 * MS, 90 * MS)]
    edges = (Edge(2, place % 2 == 0, at) for place, at in enumerate(times))
    assert of_buzzer(*edges).seen.startswith("worn: ")


def test_a_press_is_over_once_it_was_let_go_for_a_while() -> None:
    edges = heard(0, 80)
    seen = BuzzerSeen(2, text("BCM 6"), AT)
    assert buzzers.patience(seen, SECOND) == SECOND
    for until, some, left in ((40, edges[:1], 12), (100, edges, 12), (300, edges, 0)):
        later = replace(seen, edges=some, until=AT + until * MS)
        assert buzzers.patience(later, SECOND) == left * SECOND


@pytest.mark.parametrize(
    ("stamp", "level"),
    [
        (Stamp.KERNEL, Level.OK),
        (Stamp.HUB, Level.OK),
        (Stamp.CALLBACK, Level.WARN),
        (Stamp.KEYBOARD, Level.WARN),
        (Stamp.MOCK, Level.WARN),
    ],
)
def test_where_the_times_come_from_is_told(stamp: Stamp, level: Level) -> None:
    found = said(buzzers.stamps(kept_by(stamp)))
    assert found.level is level
    assert found.seen.endswith("; a race waits 30 ms, presses within 0.1 ms are a tie")
    assert found.figures == {
        "stamp": stamp.value,
        "worst_delay_ms": 30.0,
        "uncertainty_ms": 0.1,
    }


@given(
    edges=st.lists(
        st.tuples(st.booleans(), st.integers(0, 3 * SECOND), st.integers(0, 60 * MS)), max_size=12
    ),
    held=st.booleans(),
    asked=st.booleans(),
    skips=st.booleans(),
    stamp=st.sampled_from(Stamp),
)
def test_whatever_a_contact_does_is_said_in_one_line(
    edges: list[tuple[bool, int, int]], held: bool, asked: bool, skips: bool, stamp: Stamp
) -> None:
    told = tuple(Edge(0, down, AT + at) for down, at, _ in edges)
    late = max((late for *_, late in edges), default=0)
    seen = BuzzerSeen(0, text("BCM 4"), AT + 4 * SECOND, told, late, held, asked, skips)
    found = buzzers.finding(seen, kept_by(stamp))
    assert said(found).todo or found.level in (Level.OK, Level.SKIP)
    assert len(list(lines(("buzzers", found), ENGLISH))) == 1 + (found.todo is not None)
    json.loads(as_json([("buzzers", found)], ENGLISH))


# --- what only people can tell -------------------------------------------------------------------


@pytest.mark.parametrize(
    "codes",
    [
        ("selftest.lamp.shone", "selftest.lamp.dark", "selftest.lamp.not-asked"),
        ("selftest.power.held", "selftest.power.not-held", "selftest.power.not-asked"),
        ("selftest.sound.heard", "selftest.sound.unheard", "selftest.sound.not-asked"),
        ("selftest.screen.seen", "selftest.screen.unseen", "selftest.screen.not-asked"),
    ],
)
def test_people_say_yes_or_no_or_nothing(codes: tuple[str, str, str]) -> None:
    finds = [answered("screen", state, codes, place=text("BCM 3")) for state in (True, False, None)]
    assert [find.level for find in finds] == [Level.OK, Level.FAIL, Level.SKIP]
    assert tuple(find.seen.code for find in finds) == codes
    assert [bool(text.todo) for text in all_said(finds)] == [False, True, False]


# --- the hub -----------------------------------------------------------------------------------

BY_ID = "/dev/serial/by-id/usb-seat_hub"
FIRST, MINUTE = (0, 5_000_000, 80_000), 60_000_000


def test_a_hub_says_who_it_is_and_where() -> None:
    about: dict[str, Spoken] = {"protocol": 1, "firmware": "1.2.3", "seats": 11}
    by_id, by_number = (
        said(buzzers.hub_board(port, board="e66038b7", buzzers=6, **about))
        for port in (BY_ID, "/dev/ttyACM0")
    )
    assert (by_id.level, by_number.level) == (Level.OK, Level.WARN)
    assert "firmware 1.2.3" in by_id.seen
    assert "/dev/serial/by-id" in by_number.todo


def test_the_hub_s_firmware_is_this_table_s_or_not() -> None:
    same, other = (
        said(buzzers.hub_firmware("1.2.3", "1.2.3")),
        said(buzzers.hub_firmware("1.2.3", "1.3.0")),
    )
    assert (same.level, same.seen) == (Level.OK, "1.2.3, as this table brings it")
    assert (other.level, "doubtit hub install" in other.todo) == (Level.WARN, True)


def test_why_a_board_began_may_be_a_fault() -> None:
    power = said(buzzers.hub_start("began when its power came", unwanted=False))
    assert (power.level, power.seen) == (Level.OK, "the board began when its power came")
    hung = said(buzzers.hub_start("hung, and its watchdog restarted it", unwanted=True))
    assert (hung.level, bool(hung.todo)) == (Level.WARN, True)


@pytest.mark.parametrize(
    ("first", "last", "level", "says"),
    [
        (FIRST, (MINUTE, 5_600_000, 80_000), Level.OK, "0.16 ms, drifts -10 ppm (known to 3)"),
        (FIRST, (MINUTE, 15_000_000, 80_000), Level.WARN, "0.16 ms, drifts -167 ppm (known to 3)"),
        (FIRST, FIRST, Level.OK, "answers within 0.16 ms"),
        (FIRST, (1_000_000, 5_100_000, 80_000), Level.OK, "drifts -100 ppm (known to 160)"),
        ((0, 0, 6 * MS), (9, 0, 6 * MS), Level.WARN, "answers within 12.00 ms, drifts"),
        ((0, 0, 6 * MS), (0, 0, 6 * MS), Level.WARN, "answers within 12.00 ms"),
    ],
)
def test_how_well_a_hub_s_clock_is_known_is_told(
    first: buzzers.Offset, last: buzzers.Offset, level: Level, says: str
) -> None:
    found = said(buzzers.hub_clock(first, last))
    assert found.level is level
    assert says in found.seen
    assert bool(found.todo) == (level is Level.WARN)
    assert (first[0] == last[0]) == ("drifts" not in found.seen)


@pytest.mark.parametrize(("damaged", "lost"), [(0, 1), (3, 0)])
def test_a_bad_cable_is_told(damaged: int, lost: int) -> None:
    assert said(buzzers.hub_cable(damaged, lost)).todo.startswith("use a short cable")
    assert said(buzzers.hub_cable(0, 0)).level is Level.OK


# --- the camera --------------------------------------------------------------------------------


def picture(
    blur: float = 0.0, light: float = 1.0
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """White sheets with black strokes on a dark mat, with some noise."""
    image = np.full((480, 640, 3), 60, np.uint8)
    for column in range(4):
        left = 40 + 150 * column
        image[80:320, left : left + 110] = 235
        for row in range(100, 300, 40):
            image[row : row + 14, left + 20 : left + 34] = 20
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur).astype(np.uint8)
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    return np.clip(image.astype(np.float64) * light + noise, 0, 255).astype(np.uint8)


def levels_of(image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> dict[str, Level]:
    findings = all_said((cards.light(image), cards.focus(image)))
    assert all(bool(finding.todo) == (finding.level is not Level.OK) for finding in findings)
    return {finding.name: finding.level for finding in findings}


def test_a_good_picture_is_fine() -> None:
    assert levels_of(picture()) == {"light": Level.OK, "focus": Level.OK}


def test_the_width_of_edges_tells_focus_and_not_contrast() -> None:
    widths = [cards.edge_width(picture(blur)) for blur in (0, 1, 2, 4)]
    sure = [width for width in widths if width is not None]
    assert sure == sorted(sure)
    assert sure[0] < 4
    assert sure[3] > 9
    pale = cards.edge_width(picture(light=0.6))
    assert pale is not None
    assert abs(pale - sure[0]) < 1


@pytest.mark.parametrize(
    ("image", "name", "level"),
    [
        (picture(blur=3), "focus", Level.FAIL),
        (picture(light=0.3), "light", Level.WARN),
        (picture(light=3), "light", Level.WARN),
        (np.full((480, 640, 3), 128, np.uint8), "focus", Level.WARN),
    ],
    ids=["blurred", "dim", "burnt out", "empty"],
)
def test_what_is_wrong_with_a_picture_is_told(
    image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], name: str, level: Level
) -> None:
    assert levels_of(image)[name] is level


@pytest.mark.parametrize(
    ("times", "live", "level", "seen"),
    [
        (tuple(range(0, 400 * MS, 40 * MS)), True, Level.OK, "640x480, 25.0 a second"),
        ((0, SECOND), True, Level.WARN, "640x480, 1.0 a second"),
        ((0,), True, Level.WARN, "640x480, only one came"),
        ((0,), False, Level.OK, "640x480, out of a folder"),
    ],
)
def test_a_slow_camera_is_told(times: tuple[int, ...], live: bool, level: Level, seen: str) -> None:
    found = said(cards.pictures(picture(), times, live=live))
    assert (found.level, found.seen, bool(found.todo)) == (level, seen, level is Level.WARN)


# --- display, disk, permissions ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("driver", "fps", "level", "says"),
    [
        ("KMSDRM", 20.0, Level.OK, "KMSDRM, 1920x1080, 20 whole pictures a second"),
        ("KMSDRM", None, Level.OK, "KMSDRM, 1920x1080"),
        ("KMSDRM", 5.0, Level.WARN, "display.width"),
        ("dummy", 90.0, Level.WARN, "SDL_VIDEODRIVER"),
    ],
)
def test_what_draws_is_told(driver: str, fps: float | None, level: Level, says: str) -> None:
    found = said(machine.picture(driver, (1920, 1080), fps))
    assert found.level is level
    assert found.seen == says if level is Level.OK else says in found.todo


def test_what_is_missing_without_a_desktop_is_told() -> None:
    assert list(machine.readable(130, 154)) == list(machine.touchable(27, 11)) == []
    letters, keys = all_said((*machine.readable(300, 154), *machine.touchable(7, 11)))
    assert "154 cm" in str(letters)
    assert "11 inches" in str(keys)
    libgl, folder = all_said(machine.without_desktop("KMSDRM", gl=False, runtime_dir=False))
    assert (libgl.name, libgl.level, libgl.todo) == ("libGL", Level.FAIL, "apt install libgl1")
    assert (folder.name, folder.level) == ("XDG_RUNTIME_DIR", Level.WARN)
    assert "XDG_RUNTIME_DIR" in folder.todo
    assert not list(machine.without_desktop("KMSDRM", gl=True, runtime_dir=True))


def test_screens_are_listed_and_one_that_is_missing_has_a_remedy() -> None:
    there = ("HDMI-A-1", "DSI-1")
    assert said(machine.screens(there, "", strays=False)).seen == "found: HDMI-A-1, DSI-1"
    found = said(machine.screens(there, "HDMI-A-2", strays=True))
    assert (found.name, found.level) == ("screens", Level.WARN)
    assert found.seen == "HDMI-A-2 is missing; found: HDMI-A-1, DSI-1"
    assert "display.screen" in found.todo


def test_libgl_is_no_matter_on_a_desktop() -> None:
    assert not list(machine.without_desktop("wayland", gl=False, runtime_dir=False))


@pytest.mark.parametrize(
    ("reason", "driver", "todo"),
    [
        ("display.no-driver", "kmsdrm", "apt install python3-pygame"),
        ("display.cant-open", "KMSDRM", "dtoverlay=vc4-kms-v3d"),
        ("display.cant-open", "", "SDL_VIDEODRIVER=kmsdrm"),
    ],
)
def test_a_screen_that_does_not_open_names_the_way_out(reason: str, driver: str, todo: str) -> None:
    why = message(reason, width=1, height=1, error="no screen")
    found = said(machine.closed(DriverError(why), driver))
    assert found.level is Level.FAIL
    assert todo in found.todo


@pytest.mark.parametrize(
    ("commits", "level"),
    [
        ((2 * MS, 3 * MS, 12 * MS), Level.OK),
        ((20 * MS,) * 3, Level.WARN),
        ((MS, MS, 300 * MS), Level.WARN),
    ],
)
def test_a_slow_disk_is_told(commits: tuple[int, ...], level: Level) -> None:
    found = said(machine.speed(commits))
    assert (found.level, bool(found.todo)) == (level, level is not Level.OK)


@pytest.mark.parametrize(
    ("free", "level"),
    [(9_000_000_000, Level.OK), (60_000_000, Level.WARN), (6_000_000, Level.FAIL)],
)
def test_a_full_disk_is_told(free: int, level: Level) -> None:
    found = said(machine.free_room(free, "/var/e.journal"))
    assert (found.level, bool(found.todo)) == (level, level is not Level.OK)


@pytest.mark.parametrize(
    ("read_only", "error", "level", "says"),
    [
        (False, "", Level.OK, "/var/e.journal can be written"),
        (True, "", Level.FAIL, "/var, to be made is on a disk that is read-only"),
        (True, "Permission denied", Level.FAIL, "/var, to be made is on a disk that is read-only"),
        (False, "Permission denied", Level.FAIL, "can't be written: Permission denied"),
    ],
)
def test_a_journal_that_can_t_be_written_is_told(
    read_only: bool, error: str, level: Level, says: str
) -> None:
    found = said(
        machine.writable("/var/e.journal", "/var", missing=True, read_only=read_only, error=error)
    )
    assert (found.level, bool(found.todo)) == (level, level is not Level.OK)
    assert says in found.seen


OPEN, SHUT = {"/dev/video0": True}, {"/dev/video0": False}
ANA = machine.User(
    name="ana",
    root=False,
    groups=("ana", "video"),
    known=frozenset({"ana", "video", "gpio"}),
    service=False,
)


def needs_of(name: str) -> tuple[Need, ...]:
    own = {"input": machine.WITHOUT_DESKTOP[2:], "sound": (machine.SOUND,)}
    found: tuple[Need, ...] = own[name] if name in own else DRIVERS[name].load().needs
    return found


def access(name: str, opens: dict[str, bool], user: machine.User = ANA) -> SaidFinding:
    [need] = needs_of(name)
    return said(machine.devices(need, opens, user))


def test_a_closed_device_names_the_group_to_join() -> None:
    found = access("gpio", {"/dev/gpiochip0": False})
    assert (found.level, found.todo) == (
        Level.FAIL,
        "sudo usermod -aG gpio ana, then log in again",
    )
    assert "udev" in access("input", SHUT).todo
    assert "ls -l" in access("v4l2", SHUT).todo
    assert access("v4l2", OPEN).level is Level.OK


def test_a_missing_device_names_what_to_plug_in_or_load() -> None:
    assert "dtoverlay=" in access("picamera2", {}).todo
    assert access("gpio", {}).level is Level.FAIL
    assert access("sound", {}).level is Level.WARN
    assert access("hub", {}).level is Level.WARN


def test_who_runs_it_is_told() -> None:
    assert machine.user(replace(ANA, root=True)).level is Level.WARN
    assert machine.user(ANA).level is Level.OK
    assert machine.service(ANA).level is Level.SKIP
    assert machine.service(replace(ANA, service=True)).level is Level.OK
    ours = machine.service(replace(ANA, name="doubtit", service=True))
    assert "these results" not in said(ours).seen


def test_only_what_the_settings_ask_for_is_needed() -> None:
    def names(drivers: str, driver: str = "", *, sound: bool = False) -> list[str]:
        hardware = tuple(need for name in drivers.split() for need in needs_of(name))
        return [need.group for need in machine.needs(hardware, driver, sound=sound)]

    assert names("keyboard") == []
    assert names("gpio picamera2 gpio-lamps gpio-power", "kmsdrm", sound=True) == [
        "gpio", "video", "video", "render", "input", "audio",
    ]  # fmt: skip
    assert names("hub v4l2 hub-lamps gpio-power") == ["dialout", "video", "gpio"]
    assert names("evdev evdev-lamps", "kmsdrm") == ["input", "video", "render"], "input once"


def test_usb_buzzers_that_this_user_may_not_read_name_the_group() -> None:
    ana = replace(ANA, known=frozenset({"ana", "input"}))
    found = access("evdev", {"/dev/input/event3": False}, ana)
    assert found.todo.startswith("sudo usermod -aG input ana")
    assert "plug" in access("evdev", {}).todo


def test_a_usb_device_is_named_with_its_port() -> None:
    there = said(buzzers.receiver(Receiver("Pad", "usb-1.2/input0", 8 * MS)))
    assert (there.level, there.seen) == (
        Level.OK,
        "plugged in at usb-1.2/input0, a press comes within 8 ms",
    )
    gone = said(buzzers.receiver(Receiver("Pad", "", None)))
    assert gone.level is Level.FAIL
    assert gone.seen == "not there, it was plugged in at no port"
    assert "doubtit keys" in gone.todo


# --- the card reader -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("works", "others", "level", "seen"),
    [
        ("ONNX Runtime 1.27.0", (), Level.OK, "ONNX Runtime 1.27.0 runs its networks"),
        (
            "OpenCV 4.10.0",
            (("ONNX Runtime 1.21.0", "crashes (SIGILL)"),),
            Level.WARN,
            "OpenCV 4.10.0 runs its networks, slower: ONNX Runtime 1.21.0 crashes (SIGILL)",
        ),
        (
            "",
            (("ONNX Runtime", "is missing"), ("OpenCV 4.6.0", "is too old")),
            Level.FAIL,
            "nothing runs its networks: ONNX Runtime is missing; OpenCV 4.6.0 is too old",
        ),
    ],
)
def test_what_reads_the_cards_is_said(
    works: str, others: tuple[tuple[str, str], ...], level: Level, seen: str
) -> None:
    runners = [(Runner(name, "", lambda _: lambda values: values), why) for name, why in others]
    tried = tuple(Trial(runner, fault=text(why)) for runner, why in runners)
    found = said(cards.networks(works, faults(tried)))
    assert (found.level, found.seen) == (level, seen)
    assert bool(found.todo) == (level is not Level.OK)


# --- the report ----------------------------------------------------------------------------------


def test_a_driver_s_message_is_what_was_seen_and_what_to_do() -> None:
    error = DriverError(text("camera 0 is busy: why"), text("stop what uses it"))
    found = said(failed("camera", error))
    assert (found.seen, found.todo) == ("camera 0 is busy: why", "stop what uses it")
    assert said(failed("camera", DriverError(text("broken")))).todo.startswith("stop the")
    assert parted(error.says) == (error.seen, error.todo)
    assert parted(error.seen) == (error.seen, None)


def test_findings_are_lines_a_sum_and_an_object() -> None:
    figures = {"free_bytes": 5_000_000, "free_mb": 5.0}
    findings = [
        ("disk", found("room", Level.OK, "selftest.disk.room", **figures)),
        ("display", found("libgl", Level.WARN, "selftest.display.no-libgl")),
        ("sound", skipped("loudspeaker", "selftest.sound.off")),
    ]
    assert [line for finding in findings for line in lines(finding, ENGLISH)] == [
        "ok    disk | room: 5 MB free",
        "WARN  display | libGL: missing: SDL draws without a complaint, and the screen stays black",
        "      -> apt install libgl1",
        '-     sound | loudspeaker: sound.volume is "off"',
    ]
    assert summary(findings, ENGLISH) == "0 failed, 1 to look at, 1 fine, 1 skipped"
    assert exit_code(findings) == 0
    findings.append(("hub", failed("hub", DriverError(text("gone"), text("plug it in")))))
    assert exit_code(findings) == 1
    told = json.loads(as_json(findings, ENGLISH))
    assert told["ok"] is False
    assert told["findings"][0] == {
        "part": "disk",
        "name": "room",
        "level": "ok",
        "code": "selftest.disk.room",
        "seen": "5 MB free",
        "todo": "",
        "figures": {"free_bytes": 5_000_000, "free_mb": 5.0},
    }
    assert [finding["level"] for finding in told["findings"]] == ["ok", "warn", "skipped", "fail"]


def test_the_figures_are_those_of_the_whole_sentence() -> None:
    inner = message("list.or", left=1 / 3, right="b")
    assert figures(message("selftest.camera.dead", why=inner, of=18)) == {
        "left": 0.3333,
        "right": "b",
        "of": 18,
    }


@pytest.mark.parametrize(
    ("number", "todo"),
    [
        (errno.EACCES, "chown"), (errno.ENOSPC, "df -i"), (errno.EDQUOT, "df -i"),
        (errno.EROFS, "remount"), (errno.EIO, "new memory card"), (errno.ENODEV, "new memory card"),
        (errno.ENXIO, "new memory card"), (errno.EPERM, "chown"), (errno.ENAMETOOLONG, "another"),
        (errno.EMFILE, "restart"), (errno.ELOOP, "another"), (errno.ENOTDIR, "another"),
        (errno.EBUSY, "restart"), (errno.ENOMEM, "restart"), (errno.ESTALE, "another"),
    ],
)  # fmt: skip
def test_advice_on_a_journal_follows_the_cause(number: int, todo: str) -> None:
    found = said(
        machine.writable(
            "/var/e.journal", "/var", missing=False, read_only=False, error="no", number=number
        )
    )
    assert found.level is Level.FAIL
    assert todo in found.todo
    assert ("chown" in found.todo) == (todo == "chown")


DISK = "36 1 179:2 / / rw,noatime - ext4 /dev/root rw"
IN_MEMORY = "37 36 0:30 / /run rw,nosuid - tmpfs tmpfs rw,size=800m"
OVER_MEMORY = "36 1 0:40 / / rw - overlay overlay rw,lowerdir=/lower,upperdir=/run/upper,workdir=/w"
OVER_A_DISK = "36 1 0:40 / /var rw - overlay overlay rw,lowerdir=/lower,upperdir=/srv/up,workdir=/w"
OUT_OF_SIGHT = "36 1 0:40 / / rw - overlay overlayroot rw,lowerdir=/lower,upperdir=/upper/up"


@pytest.mark.parametrize(
    ("mounts", "kind"),
    [
        ((DISK,), "ext4"),
        ((DISK, IN_MEMORY), "ext4"),
        ((DISK, IN_MEMORY.replace("/run", "/var/lib")), "tmpfs"),
        ((OVER_MEMORY, IN_MEMORY), "tmpfs"),
        ((DISK, OVER_A_DISK), "ext4"),
        ((OUT_OF_SIGHT,), "overlay"),
        ((), ""),
    ],
)
def test_an_evening_in_memory_is_told(mounts: tuple[str, ...], kind: str) -> None:
    assert kind_of(Path("/var/lib/doubtit"), "\n".join(mounts)) == kind
    found = all_said(machine.lasting(kind, "/var/lib/doubtit/e.journal"))
    assert [finding.level for finding in found] == (
        [Level.WARN] if kind in machine.IN_MEMORY else []
    )
    assert all("gone when the power goes" in str(finding) for finding in found)


@pytest.mark.parametrize(
    ("bits", "supply", "heat"),
    [
        (0, Level.OK, Level.OK),
        (0x1, Level.FAIL, Level.OK),
        (0x10000, Level.WARN, Level.OK),
        (0x50005, Level.FAIL, Level.FAIL),
        (0x80000, Level.OK, Level.WARN),
    ],
)
def test_a_weak_supply_and_a_hot_processor_are_told(bits: int, supply: Level, heat: Level) -> None:
    found = all_said(machine.supply(bits))
    assert [finding.level for finding in found] == [supply, heat]
    assert all(bool(finding.todo) == (finding.level is not Level.OK) for finding in found)
    assert all_said(machine.supply(None))[0].level is Level.SKIP


def test_both_sensors_of_a_pi_are_read(tmp_path: Path) -> None:
    assert throttled(tmp_path) is None
    firmware = tmp_path / "devices" / "platform" / "soc" / "soc:firmware"
    firmware.mkdir(parents=True)
    (firmware / "get_throttled").write_text("50000\n")
    assert throttled(tmp_path) == 0x50000
    sensor = tmp_path / "class" / "hwmon" / "hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text("1\n")
    assert throttled(tmp_path) == 0x50001
    (firmware / "get_throttled").write_text("nonsense\n")
    assert throttled(tmp_path) == 0x1


@pytest.mark.parametrize(
    ("seen", "name", "level"),
    [
        (Vitals(), "memory card", Level.OK),
        (Vitals(disk_errors=1), "memory card", Level.FAIL),
        (Vitals(worn=True), "memory card", Level.WARN),
        (Vitals(), "working memory", Level.SKIP),
        (Vitals(memory=500_000_000), "working memory", Level.OK),
        (Vitals(memory=100_000_000), "working memory", Level.WARN),
        (Vitals(memory=10_000_000), "working memory", Level.FAIL),
        (Vitals(), "time and date", Level.OK),
        (Vitals(clock_set=False), "time and date", Level.WARN),
        (Vitals(read_only=True), "journal", Level.FAIL),
        (Vitals(kind="tmpfs"), "journal", Level.WARN),
    ],
)
def test_what_the_kernel_says_of_the_machine_is_judged(
    seen: Vitals, name: str, level: Level
) -> None:
    found = [text for text in all_said(machine.vitals(seen, "/var/lib/e")) if text.name == name]
    assert [text.level for text in found] == [level]
    assert bool(found[0].todo) == (level in {Level.WARN, Level.FAIL})
