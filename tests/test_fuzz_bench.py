"""The fuzzing command's own check on a few inputs, and that it would notice a parser that fails."""

import pytest

from appliance.drivers import hub_protocol
from bench import fuzz


def test_a_few_inputs_break_nothing() -> None:
    found = fuzz.run(2000, seed=3)
    assert found.first == ""
    assert set(found.kinds) == {damage.__name__ for damage in fuzz.DAMAGE}


def test_a_parser_without_a_check_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_protocol, "check", lambda _data: b"\x80\x80\x80\x80")
    assert fuzz.run(2000, seed=3).first
