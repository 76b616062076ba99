"""The loudspeaker: it plays what a winner hears, and only a person can say whether it is heard."""

from collections.abc import Iterator

from appliance.core.effects import PlaySound, Sound
from appliance.display.sound import RATE, Speaker, wave
from appliance.drivers import opened
from appliance.selftest.judge import Finding, Level, answered, found, skipped
from appliance.selftest.observe.room import Room

MUTE = ("dummy", "disk")
"""SDL's drivers that nobody hears."""


def look(room: Room) -> Iterator[Finding]:
    """Play, and ask whether anybody heard it."""
    volume = room.config.sound.volume
    if volume == "off":
        yield skipped("loudspeaker", "selftest.sound.off")
        return
    with opened(Speaker(volume)) as speaker:
        speaker.perform(PlaySound(Sound.WIN))
        room.pause(len(wave(Sound.WIN)) / RATE)
    driver = room.env.get("SDL_AUDIODRIVER", "")
    if driver in MUTE:
        yield found("loudspeaker", Level.WARN, "selftest.sound.mute", driver=driver)
    else:
        codes = ("selftest.sound.heard", "selftest.sound.unheard", "selftest.sound.not-asked")
        yield answered("loudspeaker", room.yes("selftest.ask.sound"), codes, driver=driver)
