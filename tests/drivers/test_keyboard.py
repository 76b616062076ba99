"""Keys as buzzers: what is a key of ours, and what is not."""

import pygame
import pytest

from appliance.drivers.keyboard import KeyboardBuzzers, Settings
from appliance.errors import DriverError
from appliance.signals import Edge, Signal


def test_only_its_own_keys_are_taken() -> None:
    posted: list[Signal] = []
    keys = KeyboardBuzzers(Settings(), lambda: 5)
    keys.open(posted.append)
    event = pygame.event.Event
    assert not keys.handle(event(pygame.KEYDOWN, key=pygame.K_ESCAPE))
    assert not keys.handle(event(pygame.MOUSEBUTTONDOWN, button=1))
    assert posted == []
    assert keys.handle(event(pygame.KEYDOWN, key=pygame.K_EQUALS))
    assert posted == [Edge(11, down=True, at=5)]
    repeated = event(pygame.KEYDOWN, key=pygame.K_EQUALS, repeat=True)
    assert keys.handle(repeated)
    assert len(posted) == 1


@pytest.mark.parametrize("keys", [("a", "a"), ("",), ("esc",), ("\n",)])
def test_keys_that_can_not_be(keys: tuple[str, ...]) -> None:
    with pytest.raises(DriverError, match="one character"):
        KeyboardBuzzers(Settings(keys), lambda: 0).open(print)
