"""The mixer that all sounds go through, opened so that a slow loudspeaker delays no game.

pygame keeps Python's lock while it opens a loudspeaker, and the game stops for as long as
the loudspeaker takes to answer. So SDL is asked first, through ctypes, which lets other threads go
on; pygame opens only what has just answered.
"""

import ctypes
from contextlib import suppress
from functools import cache
from pathlib import Path

from appliance.display.quiet import RATE, pygame

BUFFER = 256
"""Samples that are mixed ahead: 6 ms. pygame's own choice would be heard much later."""

CHANNELS = 16
"""Sounds at once: as many people may press at once, while a fuse burns."""

SPEECH_CHANNEL = 0
"""The channel that only speech has; the sounds have those above it."""

SOUND_DEVICES = Path("/proc/asound/pcm")
"""The kernel's list of sound devices."""

_AUDIO, _EVENTS = 0x10, 0x4000  # SDL_INIT_AUDIO, SDL_INIT_EVENTS
_S16 = 0x8010  # AUDIO_S16SYS on a little-endian machine


class _Spec(ctypes.Structure):
    """SDL_AudioSpec of SDL 2."""

    _fields_ = (
        ("freq", ctypes.c_int),
        ("format", ctypes.c_uint16),
        ("channels", ctypes.c_uint8),
        ("silence", ctypes.c_uint8),
        ("samples", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("size", ctypes.c_uint32),
        ("callback", ctypes.c_void_p),
        ("userdata", ctypes.c_void_p),
    )


@cache
def _sdl() -> ctypes.CDLL | None:
    """Return the SDL that pygame's mixer uses; None where it can't be called.

    Its events stay on for good: a window that closes at the same time doesn't end them.
    """
    try:
        sdl = ctypes.CDLL(pygame.mixer.__file__)
        sdl.SDL_GetError.restype = ctypes.c_char_p
        sdl.SDL_InitSubSystem(_EVENTS)
    except (AttributeError, OSError, NotImplementedError):
        return None
    _hush_alsa()
    return sdl


def _hush_alsa() -> None:
    """Keep ALSA from writing eight lines to the log with every attempt: SDL gives the reason."""
    with suppress(AttributeError, OSError):
        system = ctypes.CDLL(None)
        nothing = ctypes.cast(system.getppid, ctypes.c_void_p)  # takes nothing, does nothing
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nothing)


def knock(device: str | None = None) -> None:
    """Open a loudspeaker, or the `device` of that name, and let go of it; other threads go on.

    Raises:
        pygame.error: it can't be opened.
    """
    sdl = _sdl()
    if sdl is None:
        return
    if sdl.SDL_InitSubSystem(_AUDIO):
        raise pygame.error(_error(sdl))
    try:
        wanted = _Spec(RATE, _S16, 1, 0, BUFFER)
        name = None if device is None else device.encode()
        number = sdl.SDL_OpenAudioDevice(name, 0, ctypes.byref(wanted), None, 0)
        if not number:
            raise pygame.error(_error(sdl))
        sdl.SDL_CloseAudioDevice(number)
    finally:
        sdl.SDL_QuitSubSystem(_AUDIO)


def _error(sdl: ctypes.CDLL) -> str:
    sentence: bytes = sdl.SDL_GetError()
    return sentence.decode(errors="replace")


def open_mixer(device: str | None = None) -> None:
    """Open the mixer on the loudspeaker `device`, or on the system's own choice.

    Raises:
        pygame.error: there is none.
        NotImplementedError: this pygame has no mixer.
    """
    knock(device)
    pygame.mixer.init(RATE, -16, 1, BUFFER, devicename=device, allowedchanges=0)
    pygame.mixer.set_num_channels(1 + CHANNELS)
    pygame.mixer.set_reserved(1)


def names() -> tuple[str, ...]:
    """Return the names of the loudspeakers that there are, while the mixer is open."""
    try:
        from pygame._sdl2.audio import get_audio_device_names  # noqa: PLC0415 - a part of its own

        return tuple(get_audio_device_names(False))  # noqa: FBT003 - False: no microphones
    except (ImportError, RuntimeError):  # an error of its own, where the mixer is closed
        return ()


def cards() -> str:
    """Return the kernel's list of sound devices; "" without one."""
    try:
        return SOUND_DEVICES.read_text("utf-8", "replace")
    except OSError:
        return ""
