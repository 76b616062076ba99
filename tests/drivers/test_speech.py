"""Speech: the driver of espeak-ng, without it and, where it is installed, with it."""

import shutil
import subprocess
from pathlib import Path

import pytest
from voice_room import Room

from appliance.core.signals import SPEECH, DriverBack, DriverLost
from appliance.drivers import DRIVERS
from appliance.drivers.speech import ESPEAK, EspeakVoice, Settings, SpokenLines


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def voice(room: Room) -> EspeakVoice:
    made = EspeakVoice(Settings(words_per_minute=200), lambda: 7, room.start)
    made.tells(room.post)
    return made


def test_a_sentence_is_said_in_the_language_of_the_table(room: Room, voice: EspeakVoice) -> None:
    voice.open()
    voice.say("Ana lügt.", "de")
    assert room.speaks.wait(10)
    voice.close()
    assert room.heard == ["Ana lügt."]
    assert room.words[0][:5] == [ESPEAK, "-v", "de", "-s", "200"]
    assert not room.told


def test_nobody_waits_for_it(room: Room, voice: EspeakVoice) -> None:
    room.slow = True
    voice.open()
    voice.say("one", "en")
    voice.say("two", "en")
    assert room.speaks.wait(10)
    was_busy = voice.busy
    voice.close()
    assert was_busy
    assert not voice.busy
    assert room.heard == ["one"]
    assert not room.told  # what was broken off is no fault


@pytest.mark.parametrize("fault", ["missing", "hangs", "code"])
def test_one_that_cannot_speak_is_lost_and_heals(
    room: Room, voice: EspeakVoice, fault: str
) -> None:
    setattr(room, fault, 1)
    voice.open()
    voice.say("one", "en")
    assert room.news.wait(10)
    lost = room.told[0]
    assert isinstance(lost, DriverLost)
    assert lost.driver == SPEECH
    room.news.clear()
    setattr(room, fault, 0)
    voice.say("two", "en")
    assert room.news.wait(10)
    voice.close()
    assert room.told[1:] == [DriverBack(SPEECH, 7)]


def test_closed_it_says_nothing(voice: EspeakVoice, room: Room) -> None:
    voice.say("one", "en")
    voice.open()
    voice.close()
    voice.close()
    voice.say("two", "en")
    assert not room.heard
    assert not voice.busy


def test_it_is_in_the_register() -> None:
    assert DRIVERS["espeak"].load() is EspeakVoice
    assert DRIVERS["espeak"].settings is Settings


def test_lines_are_kept_for_tests() -> None:
    kept = SpokenLines(slow=True)
    kept.open()
    kept.say("one", "en")
    assert kept.busy
    kept.hush()
    kept.close()
    assert (list(kept.lines), kept.hushed, kept.busy) == (["one"], 1, False)


@pytest.mark.skipif(shutil.which(ESPEAK) is None, reason=f"{ESPEAK} is not installed")
@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "nl", "pt"])
def test_the_real_one_has_a_voice_for_each_language(language: str, tmp_path: Path) -> None:
    sound = tmp_path / "said.wav"
    words = [ESPEAK, "-v", language, "-s", "170", "-p", "50", "-w", str(sound), "--stdin"]
    subprocess.run(words, input=b"7, 8, 9.", check=True, timeout=60)  # noqa: S603 - ours
    assert sound.stat().st_size > 10_000
