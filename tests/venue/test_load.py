"""A small load on a real Mosquitto and PostgreSQL; `python -m bench.venue` has the large one."""

import shutil
from collections import Counter

import pytest

pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed")
pytest.importorskip("starlette", reason="Starlette is not installed")
pytest.importorskip("psycopg", reason="psycopg is not installed")

from bench.venue.__main__ import under_load
from bench.venue.load import BROKER, DATABASE, OUTAGE, POWER, PUBLISHER, STORE, LoadPlan
from bench.venue.real_broker import PATH
from bench.venue.real_postgresql import programs

pytestmark = pytest.mark.thorough

KINDS = {BROKER: 3, STORE: 2, DATABASE: 1, POWER: 4, PUBLISHER: 2, OUTAGE: 1}


@pytest.mark.skipif(
    programs() is None or shutil.which("mosquitto", path=PATH) is None,
    reason="Mosquitto or PostgreSQL is not installed, or this is not root",
)
def test_tables_lose_and_double_nothing_while_all_parts_are_killed() -> None:
    figures = under_load(LoadPlan(10, 30, KINDS, outage=4))
    assert figures.kept, figures
    assert Counter(KINDS) <= figures.happened
    assert figures.latencies_ms
    assert figures.events > 300
