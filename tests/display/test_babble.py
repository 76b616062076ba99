"""Otto's voice: vowels of a caption, at its level, the same for the same line."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from example_seats import AT
from example_views import EXAMPLES

from appliance.core.effects import PlaySound, Sound
from appliance.core.signals import SECOND
from appliance.display.host.babble import OTTO, babble
from appliance.display.loudness import level
from appliance.display.quiet import RATE, pygame
from appliance.display.sound import Speaker, Volume
from appliance.display.waves import CEILING, HEADROOM, LOUDNESS


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.mixer.quit()


LINES = (
    "True! Ana was honest. I'm as surprised as you.",
    "Wahr, Ben. Ärgerlich, nicht?",
    "¿Una mentira, Cleo? Qué disgusto. De verdad.",
    "Œil de hibou !",
)


@pytest.mark.parametrize("text", LINES)
def test_he_is_as_loud_as_a_card_on_a_small_loudspeaker(text: str) -> None:
    samples = babble(text) / 32768
    assert level(samples) - HEADROOM == pytest.approx(OTTO, abs=1)
    assert level(samples, whole=True) - level(samples) < 0.5
    assert np.abs(samples).max() < CEILING
    assert LOUDNESS[Sound.BED] < OTTO < LOUDNESS[Sound.GASP]


@pytest.mark.parametrize("text", LINES)
def test_he_is_done_before_his_caption_goes(text: str) -> None:
    assert 0.3 < len(babble(text)) / RATE < 1.2 + 0.06 * len(text)


def test_a_line_always_sounds_the_same_and_a_question_rises() -> None:
    assert np.array_equal(babble(LINES[0]), babble(LINES[0]))
    assert not np.array_equal(babble("Nobody?"), babble("Nobody."))
    assert np.array_equal(babble("Été"), babble("ete"))
    assert not babble("...").any()


HOST = EXAMPLES["host"]
"""A View in which he speaks; nothing else of it is heard."""
SAYS = replace(HOST, play=replace(HOST.play, window=None), show=replace(HOST.show, began=None))


def babbles(speaker: Speaker) -> pygame.mixer.Sound | None:
    return speaker._babbles


@pytest.mark.usefixtures("silent")
def test_he_babbles_once_and_stops_at_a_slap() -> None:
    speaker = Speaker()
    speaker.open()
    speaker.show(SAYS, AT)
    babbling = babbles(speaker)
    assert babbling is not None
    assert pygame.mixer.get_busy()
    speaker.show(SAYS, AT + SECOND)
    assert babbles(speaker) is babbling
    speaker.perform(PlaySound(Sound.SLAP))
    assert babbles(speaker) is None
    speaker.close()


@pytest.mark.usefixtures("silent")
@pytest.mark.parametrize(
    ("volume", "few", "speech"), [("off", False, False), ("on", True, False), ("on", False, True)]
)
def test_he_is_silent_on_a_quiet_evening_and_beside_a_voice(
    volume: Volume, few: bool, speech: bool
) -> None:
    speaker = Speaker(volume, few=few, speech=speech)
    speaker.open()
    speaker.show(SAYS, AT)
    assert speaker._babbles is None
    speaker.close()


@pytest.mark.usefixtures("silent")
def test_an_old_line_is_not_heard() -> None:
    speaker = Speaker()
    speaker.open()
    speaker.show(SAYS, AT + SECOND)
    assert speaker._babbles is None
    speaker.close()
