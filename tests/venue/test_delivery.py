"""From the public files to the store: nothing is lost or doubled, whatever fails in between."""

import json
import random
from collections import deque
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from extent import tries
from public_lines import TABLE, line, write

from venue.files import PublicFolder, line_of
from venue.publisher import MOST_AHEAD, TablePublisher
from venue.store import PAYLOAD_BYTES, EventStore, event_of
from venue.topics import Publication, ack_of, of_table, table_of

EVENTS = of_table(TABLE, "event")
KINDS = ("dealt", "decided", "played", "doubted", "verdict", "took", "ended")


@dataclass
class Venue:
    """A table's folder, its publisher, a broker that forgets, and a store; all may be killed."""

    folder: Path
    database: Path
    rng: random.Random
    now: float = 0.0
    out: deque[Publication] = field(default_factory=deque)
    back: deque[Publication] = field(default_factory=deque)
    retained: dict[str, Publication] = field(default_factory=dict)
    taken: int = 0

    def __post_init__(self) -> None:
        self.start_publisher()
        self.start_store()

    def start_store(self) -> None:
        self.store = EventStore(self.database)
        self.store._database.execute("PRAGMA synchronous = OFF")  # no power is cut here

    def start_publisher(self) -> None:
        self.publisher = TablePublisher(TABLE, PublicFolder(self.folder))
        self.connect()

    def connect(self) -> None:
        self.publisher.connected()
        ack = self.retained.get(ack_of(TABLE))
        if ack is not None:
            self.back.append(ack)

    def kill_broker(self) -> None:
        """It loses what it has confirmed, and comes back with an old state or none."""
        self.publisher.gone()
        self.out.clear()
        self.back.clear()
        if self.rng.random() < 0.5:
            self.retained.clear()
        self.connect()

    def kill_store(self) -> None:
        self.store.close()
        if self.rng.random() < 0.5:
            self.out.clear()
        self.start_store()

    def turn(self) -> None:
        self.now += 0.1
        for publication in self.publisher.due(self.now):
            if publication.topic == EVENTS:
                self.out.append(publication)
        batch = [self.out.popleft() for _ in range(self.rng.randrange(len(self.out) + 1))]
        acks = self.store.take([(each.topic, each.payload) for each in batch], int(self.now))
        self.taken += len(batch)
        for ack in acks:
            self.retained[ack.topic] = ack
            self.back.append(ack)
        for _ in range(self.rng.randrange(len(self.back) + 1)):
            ack = self.back.popleft()
            self.publisher.hears(ack.topic, ack.payload, self.now)

    def fail(self) -> None:
        """Let something fail: messages are lost or doubled, or a program is killed."""
        match self.rng.randrange(8):
            case 0:
                self.kill_broker()
            case 1:
                self.kill_store()
            case 2:
                self.start_publisher()
            case 3 if self.out:
                self.out.remove(self.rng.choice(self.out))
            case 4 if self.out:
                self.out.append(self.rng.choice(self.out))
            case 5 if self.back:
                self.back.remove(self.rng.choice(self.back))
            case 6 if self.back:
                self.back.append(self.rng.choice(self.back))
            case _:
                pass


@pytest.mark.examples
def test_nothing_is_lost_or_doubled_whatever_fails(tmp_path: Path) -> None:
    for seed in range(tries(15, of=300)):
        rng = random.Random(f"venue {seed}")
        venue = Venue(tmp_path / f"p{seed}", tmp_path / f"{seed}.sqlite", rng)
        evenings = {f"e{number}.1": rng.randrange(1, 300) for number in range(rng.randint(1, 3))}
        for at, (evening, count) in enumerate(evenings.items()):
            lines, known = [line(evening, n + 1, rng.choice(KINDS)) for n in range(count)], 0
            while known < count:
                known = min(count, known + rng.randrange(40))
                torn = lines[known][: rng.randrange(30)] if known < count else b""
                write(venue.folder, evening, [*lines[:known], torn], at)
                if rng.random() < 0.1:  # a power cut of the table
                    known -= rng.randrange(min(known, 20) + 1)
                    write(venue.folder, evening, lines[:known], at)
                venue.turn()
                if rng.random() < 0.5:
                    venue.fail()
        for _ in range(600):
            venue.turn()
        for evening, count in evenings.items():
            stored = [event["n"] for event in venue.store.events(TABLE, evening)]
            assert stored == list(range(1, count + 1)), (seed, evening)
        venue.store.close()


def test_a_quiet_venue_sends_each_event_once(tmp_path: Path) -> None:
    write(tmp_path / "p", "e.1", [line("e.1", n + 1) for n in range(500)])
    venue = Venue(tmp_path / "p", tmp_path / "s.sqlite", random.Random(1))
    for _ in range(200):
        venue.turn()
    assert venue.store.count(TABLE, "e.1") == 500
    assert venue.taken < 510
    before = venue.taken
    venue.start_publisher()
    for _ in range(50):
        venue.turn()
    assert venue.taken - before <= 2, "a new publisher asks with one event"
    venue.store.close()


def test_a_store_that_is_restored_from_a_backup_is_given_the_rest(tmp_path: Path) -> None:
    write(tmp_path / "p", "e.1", [line("e.1", n + 1) for n in range(60)])
    venue = Venue(tmp_path / "p", tmp_path / "s.sqlite", random.Random(1))
    for _ in range(100):
        venue.turn()
    venue.store.close()
    venue.store = EventStore(tmp_path / "other.sqlite")
    write(tmp_path / "p", "e.1", [line("e.1", n + 1) for n in range(61)])
    for _ in range(400):
        venue.turn()
    assert [event["n"] for event in venue.store.events(TABLE, "e.1")] == list(range(1, 62))
    venue.store.close()


def test_events_under_way_double_with_each_confirmation_and_halve_with_a_loss(
    tmp_path: Path,
) -> None:
    write(tmp_path / "p", "e.1", [line("e.1", n + 1) for n in range(500)])
    publisher = TablePublisher(TABLE, PublicFolder(tmp_path / "p"))
    publisher.connected()
    now, acked, counts = 0.0, 0, []
    for _ in range(9):
        numbers = sent(publisher, now)
        assert numbers == list(range(acked + 1, acked + len(numbers) + 1))
        counts.append(len(numbers))
        acked += len(numbers)
        publisher.hears(*confirmed(acked), now + 0.1)
        now += 1.0
    assert counts == [1, 2, 4, 8, 16, 32, 64, MOST_AHEAD, MOST_AHEAD]
    assert len(sent(publisher, now)) == MOST_AHEAD
    publisher.hears(*confirmed(acked), now + 0.4)
    publisher.hears(*confirmed(acked), now + 0.5)
    assert len(sent(publisher, now + 0.6)) == MOST_AHEAD // 2


def test_a_store_that_is_away_gets_one_event_at_a_time_and_ever_more_seldom(tmp_path: Path) -> None:
    write(tmp_path / "p", "e.1", [line("e.1", n + 1) for n in range(500)])
    publisher = TablePublisher(TABLE, PublicFolder(tmp_path / "p"))
    publisher.connected()
    assert sent(publisher, 0.0) == [1]
    publisher.hears(*confirmed(3), 0.1)
    assert sent(publisher, 0.2) == [4, 5]
    asked = [tenth / 10 for tenth in range(3, 900) if sent(publisher, tenth / 10) == [4]]
    waits = [round(later - at) for at, later in pairwise(asked)]
    assert waits == [3, 6, 12, 24, 24]
    publisher.hears(*confirmed(4), 100.0)
    assert sent(publisher, 100.1) == [5, 6]
    assert sent(publisher, 101.7) == [5]


def sent(publisher: TablePublisher, now: float) -> list[int]:
    """The numbers of the events that a publisher sends."""
    return [json.loads(each.payload)["n"] for each in publisher.due(now) if each.topic == EVENTS]


def confirmed(n: int) -> tuple[str, bytes]:
    return ack_of(TABLE), json.dumps({"evening": "e.1", "n": n}).encode()


def test_state_and_health_are_retained_and_sent_when_they_change(tmp_path: Path) -> None:
    lines = [
        line("e.1", 1, "dealt", game="bluff", hands=[5, 5], points=[]),
        line("e.1", 2, "decided", hands=[4, 5], points=[], over=False, turn=1),
        line("e.1", 3, "fault", part="camera", code="camera.gone"),
    ]
    path = write(tmp_path / "p", "e.1", lines)
    publisher = TablePublisher(TABLE, PublicFolder(tmp_path / "p"))
    publisher.connected()
    told = {each.topic: each for each in publisher.due(0.0)}
    assert told[of_table(TABLE, "online")].payload == b"1"
    state, health = told[of_table(TABLE, "state")], told[of_table(TABLE, "health")]
    assert state.retain
    assert json.loads(state.payload) == {
        "game": "bluff", "players": 2, "playing": True, "turn": 1, "hands": [4, 5], "points": [],
    }  # fmt: skip
    assert json.loads(health.payload) == {"camera": "camera.gone", "buzzers": "ok", "disk": "ok"}
    assert not [each for each in publisher.due(0.1) if each.retain]
    with path.open("ab") as file:
        file.write(line("e.1", 4, "fault", part="camera", code=""))
    [health] = [each for each in publisher.due(0.2) if each.retain]
    assert json.loads(health.payload)["camera"] == "ok"
    publisher.gone()
    assert list(publisher.due(0.3)) == []
    publisher.connected()
    assert len([each for each in publisher.due(0.4) if each.retain]) == 3


def test_what_the_broker_takes_no_size_of_keeps_its_number(tmp_path: Path) -> None:
    write(tmp_path / "p", "e.1", [line("e.1", 1, "question", text="x" * 900), line("e.1", 2)])
    publisher = TablePublisher(TABLE, PublicFolder(tmp_path / "p"))
    publisher.connected(limit=400)
    publisher.hears(ack_of(TABLE), b'{"evening":"e.1","n":0}', 0.0)
    sent = list(publisher.due(0.0))
    publisher.hears(ack_of(TABLE), b'{"evening":"e.1","n":0}', 0.1)
    sent += publisher.due(0.1)
    events = [json.loads(each.payload) for each in sent if each.topic == EVENTS]
    assert {event["n"]: event["data"] for event in events} == {1: {}, 2: {}}
    assert all(each.size <= 400 for each in sent)


@pytest.mark.parametrize(
    "payload",
    [b"", b"1", b"[]", b"{}", b'{"evening":1,"n":1}', b'{"evening":"e.1","n":-1}', b"\xff",
     b'{"evening":"e.1","n":true}', b"[" * 5000, b'{"evening":"none","n":1}'],
)  # fmt: skip
def test_a_hostile_confirmation_changes_nothing(tmp_path: Path, payload: bytes) -> None:
    write(tmp_path / "p", "e.1", [line("e.1", n + 1) for n in range(5)])
    publisher = TablePublisher(TABLE, PublicFolder(tmp_path / "p"))
    publisher.connected()
    assert list(publisher.due(0.0))
    publisher.hears(ack_of(TABLE), payload, 0.1)
    publisher.hears(ack_of("t2"), b'{"evening":"e.1","n":5}', 0.1)
    assert list(publisher.due(0.2)) == []


GOOD = {"table": TABLE, **json.loads(line("e.1", 1))}
CHANGES: tuple[dict[str, object], ...] = (
    {"v": 2}, {"table": "t2"}, {"n": 0}, {"n": "1"}, {"n": True}, {"n": 1 << 60},
    {"evening": ""}, {"evening": "e" * 65}, {"evening": "a\nb"}, {"data": []}, {"type": 5},
)  # fmt: skip
SPOILT = (
    b"", b"{", b"[]", b"null", b"[" * 4000, b"\xff\xfe", b"x" * (PAYLOAD_BYTES + 1),
    *(json.dumps(GOOD | change).encode() for change in CHANGES),
)  # fmt: skip


def test_a_hostile_message_is_no_event(tmp_path: Path) -> None:
    good = json.dumps(GOOD).encode()
    topics = ("", "x", "doubtit/1/v/t2/event", "doubtit/1/v/t1/state", "doubtit/1/v/T1/event")
    with closing(EventStore(tmp_path / "s.sqlite")) as store:
        acks = store.take([(EVENTS, each) for each in SPOILT], 0)
        acks += store.take([(topic, good) for topic in topics], 0)
        assert acks == []
        assert store.events(TABLE, "e.1") == []
        assert event_of(EVENTS, good) == GOOD
    assert table_of(EVENTS) == TABLE


def test_the_store_takes_the_next_event_alone_and_repeats_its_confirmation(tmp_path: Path) -> None:
    def sent(*numbers: int) -> list[tuple[str, bytes]]:
        return [(EVENTS, json.dumps(GOOD | {"n": n, "more": "?"}).encode()) for n in numbers]

    with closing(EventStore(tmp_path / "s.sqlite")) as store:
        for numbers, count in (
            ((2, 3), 0),
            ((1, 2, 2, 1, 4), 2),
            ((4,), 2),
            ((3, 4), 4),
            ((1,), 4),
        ):
            [ack] = store.take(sent(*numbers), 7)
            assert ack.retain
            assert ack.topic == ack_of(TABLE)
            assert json.loads(ack.payload) == {"evening": "e.1", "n": count}
        assert [event["n"] for event in store.events(TABLE, "e.1")] == [1, 2, 3, 4]


def test_a_line_that_is_torn_or_foreign_ends_what_is_read() -> None:
    whole = line("e.1", 1)
    assert line_of(whole) is not None
    for spoilt in (
        whole[:-1],
        b"\0" * 40 + b"\n",
        b"[]\n",
        b"5\n",
        whole.replace(b'"v":1', b'"v":2'),
    ):
        assert line_of(spoilt) is None
