"""The loudspeaker: only a person can say whether it is heard."""

from dataclasses import dataclass

from appliance.selftest.judge import Finding, Level, Part, skipped


@dataclass(frozen=True, slots=True)
class Sound:
    """What was observed: SDL's driver if it was told one, and what a person heard."""

    driver: str
    heard: bool | None


def closed(error: Exception) -> Finding:
    """The loudspeaker did not open."""
    seen, _, todo = str(error).partition("; ")
    return Finding(Part.SOUND, "loudspeaker", Level.FAIL, seen.removeprefix("no sound: "), todo)


def finding(sound: Sound) -> Finding:
    """What is to be said of it."""
    if sound.driver in ("dummy", "disk"):
        todo = "unset SDL_AUDIODRIVER"
        return Finding(
            Part.SOUND, "loudspeaker", Level.WARN, f"opens as {sound.driver}: nobody hears it", todo
        )
    if sound.heard is None:
        return skipped(Part.SOUND, "loudspeaker", "opens and plays; nobody said they heard it")
    if sound.heard:
        return Finding(Part.SOUND, "loudspeaker", Level.OK, "somebody heard it")
    return Finding(
        Part.SOUND,
        "loudspeaker",
        Level.FAIL,
        "plays, and nobody heard it",
        "turn it up (alsamixer, M takes the mute off) and choose the right output (aplay -l, "
        "~/.asoundrc); a jack needs dtparam=audio=on in /boot/firmware/config.txt",
    )
