"""The fuzzing command's own check on a few inputs, and that it would notice a parser that fails."""

from random import Random

import pytest

from appliance.drivers.seat_hub import protocol as hub_protocol
from bench import fuzz, guided


def test_a_few_inputs_break_nothing() -> None:
    found = fuzz.run(2000, seed=3)
    assert found.first == ""
    assert set(found.kinds) == {damage.__name__ for damage in fuzz.DAMAGE}


def test_a_parser_without_a_check_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_protocol, "check", lambda _data: b"\x80\x80\x80\x80")
    assert fuzz.run(2000, seed=3).first


@pytest.mark.thorough
def test_bred_inputs_break_nothing_and_reach_more_than_drawn_ones() -> None:
    found, breed, coverage = fuzz.guided(400, seed=3)
    assert found.first == ""
    assert len(breed.seeds) > 20
    parser = {line for name, line in coverage.lines if name.endswith("seat_hub.protocol")}
    assert len(parser) > 40


def test_bred_inputs_find_a_parser_that_takes_what_is_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guided, "LONGEST_FRAME", 20)
    assert "and not" in fuzz.guided(200, seed=3)[0].first


def test_bred_inputs_find_a_weak_check(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = guided.checked
    monkeypatch.setattr(hub_protocol, "check", lambda data: weak(data[:3]))
    assert fuzz.guided(300, seed=3)[0].first


def test_the_second_parser_agrees_with_a_frame_of_each_kind() -> None:
    sent = [fuzz.message(Random(seed)) for seed in range(60)]
    assert len({type(frame) for frame in sent}) == len(hub_protocol.FORMATS)
    found = guided.expected(b"".join(map(hub_protocol.encode, sent)))
    assert [said for _, said in found] == sent
