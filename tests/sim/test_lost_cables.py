"""Cables are pulled out of simulated games at any moment; and the bench notices what is wrong."""

import pytest

from appliance.drivers.seat_hub.link import HubLink
from appliance.table import voiding
from bench import lost


@pytest.mark.parametrize(
    ("seed", "what"),
    [
        pytest.param(4, "both", marks=pytest.mark.thorough),
        pytest.param(12, "camera", marks=pytest.mark.thorough),
        pytest.param(2, "both", marks=pytest.mark.thorough),
        pytest.param(5, "hub", marks=pytest.mark.thorough),
    ],
)
@pytest.mark.untraced
def test_a_game_ends_rightly_or_stands_with_the_reason_shown(seed: int, what: str) -> None:
    done = lost.play(seed, what)
    assert done.faults == []
    assert done.counts["ended"] + done.counts["paused"] == 1
    assert sum(done.pulls.values()) >= 1
    assert done.counts["wrong"] == done.counts["doubters"] == 0


@pytest.mark.untraced
def test_a_table_that_plays_on_without_its_hub_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voiding, "buzzers", lambda _work, _signal: None)
    assert lost.play(2, "hub").faults


@pytest.mark.untraced
def test_a_hub_that_does_not_say_that_it_is_gone_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(HubLink, "_lose", lambda *_: None)
    assert lost.play(2, "hub").faults
