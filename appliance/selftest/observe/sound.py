"""The loudspeaker: it plays what a winner hears."""

from collections.abc import Iterator

from appliance.core.effects import PlaySound, Sound
from appliance.display.sound import RATE, Speaker, SpeakerSettings, wave
from appliance.errors import DriverError
from appliance.selftest.judge import Finding, Part, failed, skipped
from appliance.selftest.judge.sound import MUTE, SoundSeen, finding
from appliance.selftest.observe.room import Room


def look(room: Room) -> Iterator[Finding]:
    """Play, and ask whether anybody heard it."""
    volume = room.config.sound.volume
    if volume == "off":
        yield skipped(Part.SOUND, "loudspeaker", "selftest.sound.off")
        return
    speaker = Speaker(SpeakerSettings(volume))
    try:
        speaker.open()
    except DriverError as error:
        yield failed(Part.SOUND, "loudspeaker", error)
        return
    try:
        speaker.perform(PlaySound(Sound.WIN))
        room.pause(len(wave(Sound.WIN)) / RATE)
    finally:
        speaker.close()
    driver = room.env.get("SDL_AUDIODRIVER", "")
    heard = None
    if driver not in MUTE:
        heard = room.yes("selftest.ask.sound")
    yield finding(SoundSeen(driver, heard))
