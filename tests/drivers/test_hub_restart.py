"""A board whose program fails, hangs or lies: it restarts, and no press is lost silently."""

from random import Random

import pytest
from said import said
from test_hub import Seated, press

from appliance.core.signals import MS, SECOND, DriverBack, DriverLost, Edge, EdgesLost, Noted
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.board import Board
from appliance.drivers.seat_hub.driver import Hub, Settings
from appliance.drivers.seat_hub.link import HELD, HUB_WORST_DELAY, HubLink
from appliance.drivers.seat_hub.mock import MockHub
from appliance.errors import DriverError

LAST = (1 << 32) - 1


def told(seated: Seated) -> list[str]:
    """The messages to people, in order."""
    words = []
    for signal in seated.of(DriverLost, DriverBack, Noted):
        match signal:
            case DriverLost():
                words.append(said(signal.reason))
            case Noted():
                words.append(said(signal.note))
            case _:
                words.append("back")
    return words


def test_a_program_that_fails_says_why_at_once_and_again_when_it_is_back() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(SECOND)
    seated.hub.fail("pins.py:45: NameError: name 'PINS' isn't defined")
    seated.wait(50 * MS)
    why = "pins.py:45: NameError: name 'PINS' isn't defined"
    assert told(seated) == [
        f"the seat hub is gone: its program failed ({why}): it restarts by itself"
    ]
    seated.wait(5 * SECOND)
    assert told(seated)[1:] == [
        "back",
        f"the seat hub restarted itself, because its program had failed ({why})",
    ]
    press(seated, 2)
    assert [(edge.buzzer, edge.down) for edge in seated.edges()] == [(2, True), (2, False)]


def test_a_board_that_draws_the_same_nonce_again_is_told_all_the_same() -> None:
    class Stuck(Random):
        """An emulated RP2040's chance: always the same."""

        def getrandbits(self, k: int, /) -> int:
            return 0x2A2A2A2A & ((1 << k) - 1)

    seated = Seated(MockHub(SECOND, seats=4, chance=Stuck()))
    seated.hub.fail("x.py:1: OSError: 5")
    seated.wait(5 * SECOND)
    assert len(seated.of(Noted)) == 1


def test_a_program_that_hangs_is_restarted_by_its_watchdog_and_says_so() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(SECOND)
    seated.hub.hang()
    hung = seated.hub.now
    seated.wait(8 * SECOND)
    assert seated.doubtful(hung + MS)
    assert told(seated) == [
        "the seat hub is gone: it says nothing",
        "back",
        "the seat hub hung, and its watchdog restarted it",
    ]


@pytest.mark.untraced
def test_power_that_comes_back_and_a_reset_on_request_are_not_worth_a_note() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.hub.unplug()
    seated.wait(SECOND)
    seated.hub.plug()
    seated.wait(3 * SECOND)
    seated.hub.reset()
    seated.wait(3 * SECOND)
    assert seated.of(Noted) == []
    restart = seated.driver.link.restart
    assert restart is not None
    assert restart.cause == wire.ASKED


@pytest.mark.untraced
def test_a_restart_is_told_once_however_often_a_session_is_begun() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.hub.fail("x.py:1: OSError: 5")
    seated.wait(5 * SECOND)
    for _ in range(3):
        seated.hub.hangs_until = seated.hub.now + 2 * SECOND
        seated.wait(4 * SECOND)
    assert len(seated.of(Noted)) == 1
    assert len(seated.of(DriverBack)) == 4


def test_why_a_board_began_is_known_when_it_is_opened() -> None:
    hub = MockHub(SECOND, seats=4)
    hub.reset(wire.FAULT, "service.py:9: MemoryError: ")
    hub.run(2 * SECOND)
    seated = Seated(hub)
    seated.wait(SECOND)
    restart = seated.driver.link.restart
    assert restart is not None
    assert restart.cause == wire.FAULT
    assert seated.of(DriverLost) == []


def test_a_program_that_fails_each_time_it_begins_is_refused_with_its_reason() -> None:
    hub = MockHub(SECOND, seats=4)
    hub.fail("service.py:3: ImportError: no module named 'seat_hub.pins'")
    with pytest.raises(DriverError, match=r"fails each time it begins \(service.py:3: .*install"):
        Hub(Settings(), 4, hub.clock, hub).open(lambda _signal: None)


def test_an_older_board_is_served_and_not_asked_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appliance.drivers.seat_hub.board.FIRMWARE", b"\1\0\0")
    seated = Seated(MockHub(SECOND, seats=4))
    sent = bytearray()
    write = seated.hub.write
    seated.hub.write = lambda data: (sent.extend(data), write(data))[1]  # type: ignore[method-assign,func-returns-value]
    press(seated, 1)
    assert [edge.buzzer for edge in seated.edges()] == [1, 1]
    assert not any(isinstance(frame, wire.Why) for frame in wire.Deframer().feed(bytes(sent)))


def test_a_slow_board_is_not_asked_why_with_every_ping() -> None:
    """The answer takes a real board long; asked every 2 ms it came to no pong any more."""
    seated = Seated(MockHub(SECOND, seats=4))
    link = seated.driver.link
    link._begin(seated.hub.now)
    sent = []
    for turn in range(100):  # 200 ms without any answer but a Hello
        now = seated.hub.now + turn * 2 * MS
        link.tick(now)
        sent += wire.Deframer().feed(link.frames())
        if turn == 0:
            seated.hub._board.receive(wire.encode(wire.Ask(wire.PROTOCOL, link._token)), 5)
            link.received(seated.hub._board.send(5), now)
    assert any(isinstance(frame, wire.Ping) for frame in sent)
    assert sum(isinstance(frame, wire.Why) for frame in sent) <= 2


@pytest.mark.parametrize("pace", [1, 4, 8, 15])
def test_a_board_that_takes_ms_for_each_message_is_ready_soon(pace: int) -> None:
    """4 ms a ping on an emulated RP2040: asked every 2 ms, its answers came ever later."""
    link, board = HubLink(4), Board(bytes(8), 7, 4, 0, 0)
    link.opened(0)
    waiting: list[bytes] = [wire.encode(wire.Ask(wire.PROTOCOL, link._token))] * 4  # it was booting
    for ms in range(1000):
        now = ms * MS
        link.tick(now)
        waiting += [frame + b"\0" for frame in link.frames().split(b"\0")[:-1]]
        if waiting and ms % pace == 0:
            board.receive(waiting.pop(0), ms * 1000)
            link.received(board.send(ms * 1000), now)
        if link.ready:
            break
    assert link.ready
    assert ms < 20 * pace + 300


def test_words_that_are_no_text_are_shown_all_the_same() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.hub.forge(wire.Restart(0, wire.FAULT, b"\xff\x07\n" + bytes(93)))
    seated.wait(10 * MS)
    [lost] = seated.of(DriverLost)
    assert isinstance(lost, DriverLost)
    assert "(\ufffd??)" in said(lost.reason)


def test_leave_ends_the_program_only_with_its_word() -> None:
    board = Board(bytes(8), 7, 4, 0, 0)
    board.receive(wire.encode(wire.Leave(bytes(8))), 0)
    assert not board.left
    board.receive(wire.encode(wire.Leave(wire.WORD)), 0)
    assert board.left


# --- impossible frames ---------------------------------------------------------------------------


def lies(seated: Seated) -> dict[str, tuple[tuple[object, ...], bool]]:
    """Frames with a right check that no table and no board would send; and whether to the board."""
    micros, nonce = seated.hub.micros(), 1 if seated.driver.link.hello is None else (
        seated.driver.link.hello.nonce
    )  # fmt: skip
    soon = (micros + wire.TICKS // 4) % wire.TICKS
    past = (micros - wire.TICKS // 4) % wire.TICKS
    return {
        "ack of the last number": (wire.Ack(nonce, LAST), True),
        "ack of nobody": (wire.Ack(LAST, LAST), True),
        "lamps": (wire.Lamps(255, soon, 65535, b"\xff" * 12), True),
        "ask with another protocol": (wire.Ask(255, LAST), True),
        "why": (wire.Why(0), True),
        "edge with the last number": (wire.Edge(LAST, micros, 0xFFFF), False),
        "edge of the future": (wire.Edge(0, soon, 0xFFFF), False),
        "edge of the past": (wire.Edge(0, past, 0), False),
        "answer of the future": (wire.Pong(seated.driver.link._number, soon, 0, 0, 0), False),
        "answer of the past": (wire.Pong(seated.driver.link._number, past, 0, 0, 0), False),
        "pong with the last numbers": (
            wire.Pong(seated.driver.link._number, micros, LAST, LAST, 255),
            False,
        ),
        "beat with the last numbers": (wire.Heartbeat(nonce, micros, LAST, LAST, 0xFFFF), False),
        "beat with the oldest after the next": (wire.Heartbeat(nonce, micros, 9, 3, 0), False),
        "beat of the future": (wire.Heartbeat(nonce, soon, 0, 0, 0), False),
        "beat of the past": (wire.Heartbeat(nonce, past, 0, 0, 0), False),
        "restart with an unknown cause": (wire.Restart(0, 255, b"\xff" * wire.TEXT), False),
        "answer to no question": (wire.Restart(LAST & 0xFFFF, 255, b"\xff" * wire.TEXT), False),
    }


@pytest.mark.parametrize("name", sorted(lies(Seated(MockHub(SECOND, seats=4)))))
@pytest.mark.untraced
def test_an_impossible_frame_kills_nobody_and_hides_no_press(name: str) -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(200 * MS)
    seated.hub.hangs_until = seated.hub.now + 30 * MS
    seated.wait(25 * MS)
    assert seated.driver.link._number in seated.driver.link._asked  # a question is open
    message, to_board = lies(seated)[name]
    lied = seated.hub.now
    seated.hub.forge(message, to_board=to_board)
    pressed = []
    for buzzer in (0, 1, 2, 3, 0, 1):
        pressed.append((buzzer, press(seated, buzzer)))
        seated.wait(500 * MS)
    assert seated.driver.link.ready
    came = {(edge.buzzer, edge.at // (100 * 1000)) for edge in seated.edges() if edge.down}
    for buzzer, at in pressed:
        heard = any((buzzer, at // (100 * 1000) + d) in came for d in (-1, 0, 1))
        assert heard or seated.doubtful(at), f"the press of {buzzer} is gone, and nobody says so"
    buzzer, at = pressed[-1]
    assert any((buzzer, at // (100 * 1000) + d) in came for d in (-1, 0, 1)), "it never recovered"
    assert all(edge.at <= seated.hub.now for edge in seated.edges())
    assert all(
        signal.since <= signal.at
        for signal in seated.of(EdgesLost)
        if isinstance(signal, EdgesLost)
    )
    assert lied


def test_numbers_that_are_far_ahead_do_not_fill_what_waits() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    for number in range(HELD + 10):
        seated.hub.forge(wire.Edge(LAST - number, seated.hub.micros(), 0))
    seated.wait(SECOND)
    at = press(seated, 2)
    assert any(edge.buzzer == 2 and abs(edge.at - at) < MS for edge in seated.edges())


# --- changes that the board lost -----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.untraced
def test_what_the_pins_lost_is_told_and_nothing_else_is_missing(seed: int) -> None:
    """Overruns at any moment, between and during presses."""
    lost_and_told(Seated(MockHub(SECOND, seats=4, chance=Random(seed))), Random(seed))


def lost_and_told(seated: Seated, chance: Random) -> None:
    """60 changes; the pins lose a fifth, which is reported, and all others are posted."""
    seated.wait(100 * MS)
    down = [False] * 4
    seen: list[tuple[int, bool, int]] = []
    lost: list[int] = []
    for _ in range(60):
        seated.wait(chance.randrange(50, 30_000) * 1000)
        buzzer = chance.randrange(4)
        down[buzzer] = not down[buzzer]
        if chance.random() < 0.2:
            lost.append(seated.hub.now)
            seated.hub.move(buzzer, down[buzzer], missed=True)
        else:
            seated.hub.move(buzzer, down[buzzer])
            seen.append((buzzer, down[buzzer], seated.hub.now))
    seated.wait(SECOND)
    for at in lost:
        assert seated.doubtful(at)
    came = [(edge.buzzer, edge.down) for edge in seated.edges()]
    where = 0
    for buzzer, state, _at in seen:  # in their order, whatever else there is between
        where = came.index((buzzer, state), where) + 1
    levels = {edge.buzzer: edge.down for edge in seated.edges()}
    assert all(levels.get(buzzer, False) == state for buzzer, state in enumerate(down))


def test_a_hole_is_told_in_time_even_where_no_press_follows() -> None:
    seated = Seated(MockHub(SECOND, seats=4))
    seated.wait(100 * MS)
    seated.hub.overrun()
    at = seated.hub.now
    seated.wait(HUB_WORST_DELAY)
    assert seated.doubtful(at)
    assert [signal for signal in seated.posted if isinstance(signal, Edge)] == []
