"""One whole file of each kind that people or the table write, as small as it can be."""

import json
import os
import socket
import stat
import struct
import zlib
from contextlib import closing, suppress
from pathlib import Path

import cv2
import numpy as np
from mat_shots import SMALL, calibrated, shot

from appliance.box.file import text_of
from appliance.builds.file import shipped
from appliance.core.signals import Edge
from appliance.decks.deck import Deck, Sample
from appliance.decks.file import to_bytes
from appliance.decks.likeness import THUMBNAIL_SIZE
from appliance.questions import pack as questions
from appliance.runtime.journal import Journal
from appliance.statistics.store import Store
from appliance.statistics.tally import TalliedGame, Tally
from appliance.table import Table, TableSettings, step
from appliance.vision.find.index import INDEX_HEIGHT, INDEX_WIDTH
from bluffing.cards import Rank, Suit

SCENARIOS = Path(__file__).parents[1] / "scenarios"

HOUSE = """\
journal = "evening.journal"
shutdown = ["true"]

[game]
ruleset = "doubt_it"
doubt_window_ms = 5000
questions = ["facts", "pack.toml"]

[seats]
buzzers = 4
names = ["Ana", "Ben", "Cleo", "Dev", "Edu"]
clockwise = [1, 3, 2, 4]
avatars = ["fox", "", "owl"]

[camera]
driver = "folder"
folder = "photos"

[reader]
deck = "deck.png"
calibration = "box.toml"

[display]
width = 800
height = 480
layout = "tv"
brightness = 80

[sound]
volume = "off"

[buzzers]
driver = "keyboard"
"""

PINS = """\
[seats]
buzzers = 3

[sound]
volume = "off"

[buzzers]
driver = "gpio"
factory = "mock"
pins = [4, 5, 6]

[lamps]
driver = "gpio-lamps"
factory = "mock"
pins = [17, 18, 19]

[power]
driver = "gpio-power"
factory = "mock"
pin = 26
"""

KEPT = """\
language = "en"

[game]
ruleset = "bicycle"
options = { count_mismatch = "lie" }

[seats]
buzzers = 3
names = ["Ana", "Ben", "Cleo"]

[display]
layout = "tabletop"
"""

KEYS = """\
[[buzzer]]
name = "Logitech Buzz(tm) Controller V1"
port = "usb-0000:01:00.0-1.3/input0"
code = 704
lamp = "buzz1"

[[buzzer]]
name = "Logitech Buzz(tm) Controller V1"
port = "usb-0000:01:00.0-1.3/input0"
code = 709
"""

ON_KEYS = """\
[seats]
buzzers = 2

[buzzers]
driver = "evdev"
keys = "keys.toml"
"""

ON_BUILD = """\
[build]
name = "table"
file = "build.toml"

[sound]
volume = "off"
"""


SHEET = """\
id,kind,text,answer,source,date,topic,expires,n,pollster,fielded,population
a,fact,How much?,12.5,us,2026,numbers,2030-01-01,,,,
b,fun,How many?,40,us,2026-01-02,,,1000,them,2025-05,adults
"""

GAMES = """\
game valepaska
date 2026-11-25T20:00:08+00:00
seats 3
dealer 0
name 0 "Ben"
name 1 "Eva"
name 2 "Gus"
option cards_max 4
dealt 17 18 17
result unfinished

1 play 2 5 @8.301
take-back 1 @9.000
"""


def lay_out(folder: Path) -> None:
    """Write each kind of file, whole, and what they go with."""
    (folder / "photos").mkdir()
    for name, text in (
        ("table.toml", HOUSE), ("pins.toml", PINS), ("kept.toml", KEPT), ("keys.toml", KEYS),
        ("on_keys.toml", ON_KEYS), ("on_build.toml", ON_BUILD),
        ("build.toml", shipped().read_text(encoding="utf-8")),
        ("box.toml", text_of(calibrated(SMALL))),
    ):  # fmt: skip
        (folder / name).write_text(text, encoding="utf-8")
    path = Path(questions.__file__).with_name("facts") / "chance.toml"
    facts = path.read_text(encoding="utf-8")
    head, *stories = facts.split("[[question]]")
    (folder / "pack.toml").write_text("[[question]]".join([head, *stories[:4]]), encoding="utf-8")
    stories = (SCENARIOS / "bicycle.toml").read_text(encoding="utf-8").split("[[scenario]]")
    (folder / "story.toml").write_text("[[scenario]]".join(stories[:5]), encoding="utf-8")
    (folder / "photos/a.png").write_bytes(a_picture(".png"))
    (folder / "photos/b.jpg").write_bytes(a_picture(".jpg"))
    labels = [
        {"file": "a.png", "ranks": ["A", "K", "2"]},
        {"file": "b.jpg", "ranks": [str(Rank.JOKER)]},
    ]
    (folder / "photos/labels.json").write_text(json.dumps(labels), encoding="utf-8")
    (folder / "deck.png").write_bytes(a_deck())
    _journal(folder / "old.journal")
    (folder / "sheet.csv").write_text(SHEET, encoding="utf-8")
    (folder / "a.games").write_text(GAMES, encoding="utf-8")
    (folder / "surveys.toml").write_text("ghost = [9, 3]\n", encoding="utf-8")
    (folder / "questions.toml").write_text('asked = ["facts/a"]\nflagged = []\n', encoding="utf-8")
    for name in ("statistics.sqlite", "other.sqlite"):
        with Store.open(folder / name, write=True) as store:
            tallies = (Tally(3, 1, slap_us=200_000), Tally(2, right=1))
            store.put(name, 9, [TalliedGame(1, 1_790_000_000, "idi", ("Ana", "Ben"), tallies)])


def lay_traps(folder: Path) -> None:
    """Make what `damage` names instead of files, in `folder`: never those of the machine."""
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    (folder / "dangling").symlink_to("nowhere")
    with suppress(PermissionError):  # only root makes a device: this one gives zeros without end
        os.mknod(folder / "device", 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    opened = os.open(folder, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as made:  # whose name has 108 letters at most
        made.bind(f"/proc/self/fd/{opened}/socket")
    os.close(opened)


def traps(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Return what they are, to see whether they stay."""
    names = ("pipe", "folder", "dangling", "device", "socket")
    there = [(name, folder / name) for name in names if os.path.lexists(folder / name)]
    return tuple((name, path.lstat().st_ino, path.lstat().st_mode) for name, path in there)


def a_picture(ending: str) -> bytes:
    """Three cards in the box, as a file of that ending."""
    _, packed = cv2.imencode(ending, shot(SMALL, 3).image)
    return packed.tobytes()


def a_deck() -> bytes:
    """A deck of two cards, as `doubtit enrol` writes it."""
    look = np.full((INDEX_HEIGHT, INDEX_WIDTH, 3), 90, np.uint8)
    whole = np.full((THUMBNAIL_SIZE[1], THUMBNAIL_SIZE[0], 3), 40, np.uint8)
    ace, joker = Sample(Rank.ACE, Suit.SPADES, look), Sample(Rank.JOKER, None, whole)
    return to_bytes(Deck("mine", "", (ace,), (joker,)))


def _journal(path: Path) -> None:
    settings = TableSettings(buzzers=4)
    with closing(Journal.open(path, settings)) as journal:
        table = Table(settings)
        for number in range(1, 5):
            signal_ = Edge(number % 2, number % 3 != 0, number * 10**8)
            table, _ = step(table, signal_, number * 10**8)
            journal.append([(number * 10**8, signal_, table)])


LIST = 33
"""Where a deck's own chunk begins in its PNG: after the head."""


def sealed(data: bytes, text: bytes) -> bytes:
    """The PNG of a deck with `text` in its own chunk, under a right checksum."""
    (length,) = struct.unpack_from(">I", data, LIST)
    chunk = b"tEXt" + text
    packed = struct.pack(">I", len(text)) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return data[:LIST] + packed + data[LIST + 12 + length :]
