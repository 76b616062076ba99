"""The loudspeaker: only a person can say whether it is heard."""

from dataclasses import dataclass

from appliance.selftest.judge import Finding, Level, Part, found

MUTE = ("dummy", "disk")
"""SDL's drivers that nobody hears."""


@dataclass(frozen=True, slots=True)
class SoundSeen:
    """What was observed: SDL's driver if it was told one, and what a person heard."""

    driver: str
    heard: bool | None


def finding(sound: SoundSeen) -> Finding:
    """What is to be said of it."""
    level, code = (Level.OK, "heard") if sound.heard else (Level.FAIL, "unheard")
    if sound.driver in MUTE:
        level, code = Level.WARN, "mute"
    elif sound.heard is None:
        level, code = Level.SKIP, "not-asked"
    return found(Part.SOUND, "loudspeaker", level, f"selftest.sound.{code}", driver=sound.driver)
