"""What says aloud what is to be seen, from the driver of the voice to who chooses the sentences."""

from contextlib import ExitStack

from appliance.core.effects import PlaySound, Sound
from appliance.display.sound import Speaker
from appliance.display.telling import Teller
from appliance.drivers import Post, Voice, opened


def teller_of(
    stack: ExitStack, voice: Voice | None, post: Post, speaker: Speaker, *, on: bool
) -> Teller | None:
    """Who says it, open until `stack` closes; None where there is no voice."""
    if voice is None:
        return None
    voice.tells(post)
    stack.enter_context(opened(voice))

    def call(buzzer: int) -> None:
        speaker.perform(PlaySound(Sound.CALL, buzzer))

    return Teller(voice, call, on=on)
