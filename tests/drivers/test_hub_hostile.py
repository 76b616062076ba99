"""Hostile boards at the other end of the hub's cable, against the driver as the table opens it.

`bench.hostile` feeds it a million of their frames; here each kind has its turn once.
"""

import pytest

from bench.hostile import KINDS, Served


def test_the_highest_number_of_an_edge_is_a_lie_and_no_fault_of_ours() -> None:
    """No number could follow it, so it could not be acknowledged."""
    served = Served()
    served.wire.kind = "number 2^32 - 1"
    served.press(0)
    assert not served.hub.raised


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_the_table_plays_on_or_says_that_the_hub_is_lost(kind: str) -> None:
    served = Served()
    assert served.press(0)
    assert served.plays_on(kind) == ""
    assert not served.hub.raised
