"""Speech: the driver of espeak-ng, without it and, where it is installed, with it."""

import shutil
import subprocess

import pytest
from voice_room import SENTENCE, Room, wav

from appliance.core.signals import SPEECH, DriverBack, DriverLost
from appliance.display.quiet import RATE
from appliance.drivers import DRIVERS, speech
from appliance.drivers.speech import (
    ESPEAK,
    MOST_WRITTEN,
    EspeakVoice,
    Settings,
    SpokenLines,
    samples_of,
)
from bluffing.message import Message, message


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def voice(room: Room) -> EspeakVoice:
    made = EspeakVoice(Settings(words_per_minute=200), lambda: 7, room.start)
    made.tells(room.post)
    made.through(room)
    return made


def test_a_sentence_is_said_in_the_language_of_the_table(room: Room, voice: EspeakVoice) -> None:
    voice.open()
    voice.say("Ana lügt.", "de")
    assert room.plays.wait(10)
    voice.close()
    assert room.heard == ["Ana lügt."]
    assert room.words[0][:5] == [ESPEAK, "-v", "de", "-s", "200"]
    assert room.played == [(SENTENCE, RATE)]
    assert room.silenced == 1
    assert not room.told


@pytest.mark.parametrize("part", ["program", "loudspeaker"])
def test_nobody_waits_for_it(room: Room, voice: EspeakVoice, part: str) -> None:
    room.hangs, room.seconds = part == "program", 600.0
    voice.open()
    voice.say("one", "en")
    voice.say("two", "en")
    assert (room.speaks if room.hangs else room.plays).wait(10)
    was_busy = voice.busy
    voice.close()
    assert was_busy
    assert not voice.busy
    assert room.heard == ["one"]
    assert not room.told  # what was broken off is no fault


FAULTS: dict[str, tuple[dict[str, object], Message]] = {
    "missing": ({"missing": True}, message("driver.speech.missing", program=ESPEAK)),
    "shut": (
        {"shut": True},
        message("driver.speech.no-start", program=ESPEAK, error="Permission denied"),
    ),
    "hangs": ({"hangs": True}, message("driver.speech.hangs", program=ESPEAK)),
    "says that it is well": ({"writes": b""}, message("driver.speech.no-samples", program=ESPEAK)),
    "has no data": (
        {"writes": b"Error: no phontab", "code": 1},
        message("driver.speech.ended", program=ESPEAK, code=1),
    ),
    "no loudspeaker": ({"deaf": True}, message("sound.gone")),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_voice_that_nobody_hears_is_lost_and_heals(
    room: Room, voice: EspeakVoice, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong, why = FAULTS[fault]
    was = {key: getattr(room, key) for key in wrong}
    if fault == "hangs":
        monkeypatch.setattr(speech, "LONGEST_WAIT", 0.0)
    vars(room).update(wrong)
    voice.open()
    voice.say("one", "en")
    assert room.news.wait(10)
    assert room.told == [DriverLost(SPEECH, why, 7)]
    room.news.clear()
    vars(room).update(was)
    monkeypatch.undo()
    voice.say("two", "en")
    assert room.news.wait(10)
    voice.close()
    assert room.told[1:] == [DriverBack(SPEECH, 7)]


def test_a_voice_without_a_loudspeaker_is_lost(room: Room) -> None:
    voice = EspeakVoice(Settings(), lambda: 7, room.start)
    voice.tells(room.post)
    voice.open()
    voice.say("one", "en")
    assert room.news.wait(10)
    voice.close()
    assert room.told == [DriverLost(SPEECH, message("sound.gone"), 7)]


@pytest.mark.parametrize("sound", [b"", b"RIFF", wav(b""), wav(SENTENCE, 2), b"ID3" + bytes(99)])
def test_what_is_no_speech_has_no_samples(sound: bytes) -> None:
    assert not samples_of(sound)[0]


def test_a_sentence_that_is_cut_off_is_heard_as_far_as_it_goes() -> None:
    assert samples_of(wav(SENTENCE)[:-1]) == (SENTENCE[:-2], RATE)


def test_a_program_that_never_ends_is_cut_off(room: Room, voice: EspeakVoice) -> None:
    room.writes = wav(bytes(MOST_WRITTEN + 4))
    voice.open()
    voice.say("one", "en")
    assert room.plays.wait(10)
    voice.close()
    assert len(room.played[0][0]) <= MOST_WRITTEN


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
def test_the_real_one_has_a_voice_for_each_language(language: str) -> None:
    words = [ESPEAK, "-v", language, "-s", "170", "-p", "50", "--stdin", "--stdout"]
    said = subprocess.run(words, input=b"7, 8, 9.", check=True, timeout=60, capture_output=True)  # noqa: S603 - ours
    samples, rate = samples_of(said.stdout)
    assert len(samples) > rate  # half a second
