"""Frames and messages: any bytes are taken, damage is noticed, nothing raises on either side."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.effects import Rhythm
from appliance.core.signals import MS
from appliance.drivers.seat_hub import protocol as wire
from appliance.drivers.seat_hub.board import Board
from appliance.drivers.seat_hub.link import HubLink

U32, U16, U8 = (st.integers(0, (1 << bits) - 1) for bits in (32, 16, 8))
MICROS = st.integers(0, wire.TICKS - 1)
MESSAGES: st.SearchStrategy[tuple[Any, ...]] = st.one_of(
    st.builds(
        wire.Hello, st.just(wire.PROTOCOL), st.binary(min_size=3, max_size=3),
        st.binary(min_size=8, max_size=8), U32, U8, U32, U32, MICROS, U16,
    ),
    st.builds(wire.Edge, U32, MICROS, U16),
    st.builds(wire.Pong, U16, MICROS, U32, U32, U8),
    st.builds(wire.Heartbeat, U32, MICROS, U32, U32, U16),
    st.builds(wire.Ask, U8, U32),
    st.builds(wire.Ack, U32, U32),
    st.builds(wire.Ping, U16),
    st.builds(wire.Lamps, U8, MICROS, U16, st.binary(min_size=12, max_size=12)),
    st.builds(wire.Restart, U16, U8, st.binary(min_size=wire.TEXT, max_size=wire.TEXT)),
    st.builds(wire.Why, U16),
    st.builds(wire.Leave, st.one_of(st.just(wire.WORD), st.binary(min_size=8, max_size=8))),
)  # fmt: skip
BYTES = st.one_of(
    st.binary(max_size=200),
    st.lists(st.one_of(MESSAGES.map(wire.encode), st.binary(max_size=20)), max_size=6).map(
        b"".join
    ),
)


def test_the_check_is_the_common_crc() -> None:
    assert wire.crc16(b"123456789") == 0x29B1


def test_every_kind_of_message_is_tried() -> None:
    assert len(wire.FORMATS) == 11
    assert max(wire.SIZES.values()) + 2 + wire.CHECK <= wire.LONGEST


def test_the_rhythms_are_those_of_the_table() -> None:
    assert tuple(rhythm.value for rhythm in Rhythm) == wire.RHYTHMS


@given(MESSAGES)
def test_a_message_comes_out_as_it_went_in(message: tuple[Any, ...]) -> None:
    frame = wire.encode(message)
    assert frame.count(0) == 1
    assert frame[-1] == 0
    assert wire.Deframer().feed(frame) == [message]


@given(st.binary(max_size=253))
def test_cobs_there_and_back(data: bytes) -> None:
    coded = wire.cobs(data)
    assert 0 not in coded
    assert wire.uncobs(coded) == data


@given(MESSAGES, st.sets(st.integers(0, 8 * wire.LONGEST), min_size=1, max_size=3))
def test_one_to_three_flipped_bits_are_always_noticed(
    message: tuple[Any, ...], places: set[int]
) -> None:
    frame = bytearray(wire.encode(message))
    for place in {place % (8 * len(frame)) for place in places}:
        frame[place // 8] ^= 1 << place % 8
    assert wire.Deframer().feed(bytes(frame) + b"\0") in ([], [message])
    if frame[-1] == 0 and frame.count(0) == 1:
        assert wire.Deframer().feed(bytes(frame)) == []


@given(BYTES, MESSAGES, st.integers(1, 40))
def test_after_any_bytes_the_next_whole_frame_is_read(
    data: bytes, message: tuple[Any, ...], size: int
) -> None:
    deframer = wire.Deframer()
    stream = data + b"\0" + wire.encode(message)
    found = []
    for start in range(0, len(stream), size):
        found += deframer.feed(stream[start : start + size])
        assert len(deframer._frame) <= wire.LONGEST
    assert found[-1] == message
    assert found == wire.Deframer().feed(stream)


@given(st.lists(BYTES, max_size=8))
def test_both_ends_take_any_bytes(parts: list[bytes]) -> None:
    link, board = HubLink(4), Board(bytes(8), 7, 4, 0, 0)
    link.opened(0)
    for turn, part in enumerate(parts):
        at = turn * 7 * MS
        link.received(part, at)
        board.receive(link.frames() + part, at // 1000)
        link.received(board.send(at // 1000) + part, at)
        link.tick(at)
        link.signals()
        assert len(board.light(at // 1000)) == 4


@given(st.integers(0, wire.TICKS - 1), st.integers(-(wire.TICKS // 2), wire.TICKS // 2 - 1))
def test_ticks_wrap(start: int, away: int) -> None:
    assert wire.ticks_diff((start + away) % wire.TICKS, start) == away


@pytest.mark.parametrize("seed", range(3))
def test_a_longer_hello_of_another_protocol_is_understood_that_far(seed: int) -> None:
    chance = Random(seed)
    data = wire.cobs(bytes((wire.HELLO, 9)) + chance.randbytes(chance.randrange(40)))
    found = wire.Deframer().feed(data + wire.check(data) + b"\0")
    assert found == [wire.Foreign(9)]
