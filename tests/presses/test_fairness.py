"""Races and presses through pins, driver, loop and table; and that a broken arbiter is noticed."""

from dataclasses import replace
from random import Random

import pytest

from appliance.core.signals import MS, SECOND, Edge
from appliance.drivers import Post
from appliance.drivers.gpio.driver import GpioBuzzers
from appliance.drivers.gpio.mock import VirtualPin
from appliance.presses import arbiter
from appliance.presses.arbiter import Finish
from appliance.presses.debounce import Press
from appliance.table import voiding
from appliance.table.stages.turns import schedule
from bench import fairness, presses, races
from bench.pinroad import PinRoad
from bench.races import Place, Race, truth

RACES = 100


@pytest.mark.untraced
@pytest.mark.parametrize("how", ["gpio", "hub"])
def test_no_race_goes_to_the_wrong_seat(how: str) -> None:
    done = fairness.run_chunk(how, 7, range(RACES, RACES + 20))
    assert done.faults == []
    assert done.counts["races"] == 20
    assert done.counts["wrong"] == 0


@pytest.mark.thorough
def test_the_earlier_seat_wins_and_the_rule_breaks_ties() -> None:
    done = fairness.Tally()
    for tally in fairness.run("gpio", seed=7, count=2 * RACES, workers=1):
        done.add(tally)
    assert done.faults == []
    counts = done.counts
    assert counts["races"] == 2 * RACES
    assert counts["wrong"] == counts["wrong pairs"] == counts["wrong seats"] == 0
    assert counts["clear"] > 50
    assert counts["not the first dealer_left"] > 10
    assert counts["not the first player_left"] > 10
    assert done.smallest < MS
    # and the same races are hard: who judges them by what arrives is often wrong
    assert counts["arrival"] > counts["compared"] // 10
    assert counts["when_pressed"] > counts["compared"] // 10


@pytest.mark.thorough
def test_over_the_hub_what_may_be_lost_is_repeated_and_never_decided() -> None:
    done = fairness.run_chunk("hub", 7, range(RACES))
    assert done.faults == []
    counts = done.counts
    assert counts["races"] == RACES
    assert counts["lost"] > 0
    assert counts["void"] >= counts["lost"]
    assert counts["run"] == counts["races"] + counts["void"]


@pytest.mark.thorough
def test_over_a_pseudo_terminal_it_is_the_same() -> None:
    done = fairness.run_chunk("pty", 7, range(12))
    assert done.faults == []
    assert done.counts["races"] == 12
    assert done.counts["wrong"] == 0


@pytest.mark.thorough
def test_a_hub_that_keeps_quiet_about_what_it_lost_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(voiding, "in_turns", lambda _work, _lost: None)
    monkeypatch.setattr(voiding, "in_doubt", lambda _work, _lost, _raced: None)
    monkeypatch.setattr(voiding, "buzzers", lambda _work, _signal: None)
    assert fairness.run_chunk("hub", 7, range(RACES)).counts["decided though lost"] > 0


def wrong() -> int:
    """Races that went to the wrong seat."""
    return fairness.run_chunk("gpio", 7, range(RACES)).counts["wrong"]


@pytest.mark.thorough
def test_the_order_of_arrival_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that stamps an edge with the time of its arrival."""
    heard = GpioBuzzers.open

    def open_(self: GpioBuzzers, post: Post) -> None:
        clock = self._clock
        heard(
            self, lambda edge: post(replace(edge, at=clock()) if isinstance(edge, Edge) else edge)
        )

    monkeypatch.setattr(GpioBuzzers, "open", open_)
    assert wrong() > 0


@pytest.mark.thorough
def test_debouncing_before_the_race_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VirtualPin, "_set_bounce", lambda pin, _: setattr(pin, "_bounce", 0.01))
    assert wrong() > 0


@pytest.mark.thorough
def test_a_settle_time_that_is_too_short_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PinRoad, "worst_delay", 20 * MS)
    assert wrong() > 0


@pytest.mark.thorough
def test_another_rule_for_ties_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lowest pin wins, as in a driver that scans them."""

    def decide(race: arbiter.Race, some: tuple[Press, ...], now: int) -> Finish | None:
        return arbiter.decide(replace(race, order=tuple(sorted(race.order))), some, now)

    monkeypatch.setattr(schedule, "decide", decide)
    assert wrong() > 0


@pytest.mark.thorough
def test_a_tie_window_that_is_chained_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(race: arbiter.Race, some: tuple[Press, ...], now: int) -> Finish | None:
        return arbiter.decide(replace(race, tie_window=2 * race.tie_window), some, now)

    monkeypatch.setattr(schedule, "decide", decide)
    assert wrong() > 0


PLACE = Place("", seats=5, dealer=0, claimant=1, tie_rule="player_left", tie_window=10 * MS)


@pytest.mark.parametrize(
    ("onsets", "rule", "error", "winners"),
    [
        ({2: 100, 4: 109}, "player_left", 0, (2,)),
        ({4: 100, 2: 109}, "player_left", 0, (2,)),
        ({4: 100, 2: 110}, "player_left", 0, (2,)),  # exactly the window
        ({4: 100, 2: 111}, "player_left", 0, (4,)),
        ({4: 100, 2: 109}, "dealer_left", 0, (2,)),
        ({0: 100, 4: 101}, "player_left", 0, (4,)),
        ({0: 100, 4: 101}, "dealer_left", 0, (4,)),
        ({4: 100, 2: 110}, "player_left", 1, (4, 2)),  # the stamps can't tell
        ({4: 100, 2: 111}, "player_left", 1, (4, 2)),
        ({4: 100, 2: 112}, "player_left", 1, (4,)),
        ({2: 100}, "player_left", 1, (2,)),
    ],
)
def test_the_truth_is_told_from_the_fingers(
    onsets: dict[int, int], rule: str, error: int, winners: tuple[int, ...]
) -> None:
    moments = {seat: SECOND + at * MS for seat, at in onsets.items()}
    race = Race(replace(PLACE, tie_rule=rule), SECOND, moments, ())
    assert truth(race, error * MS).winners == winners


def test_a_race_is_what_its_seed_says() -> None:
    race, again = (races.race(Random(3), PLACE, SECOND) for _ in range(2))
    assert race == again
    assert [run.at for run in race.runs] == sorted(run.at for run in race.runs)


@pytest.mark.thorough
def test_no_press_is_lost_however_it_bounces() -> None:
    done = presses.press(5, range(600))
    assert done.faults == []
    assert done.counts["presses"] == 600


@pytest.mark.thorough
def test_sparks_are_no_presses() -> None:
    done = presses.sparks(5, 3)
    assert done.faults == []
    assert done.counts["sparks"] > 2000
