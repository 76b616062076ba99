"""Why a seat hub's board began, for people."""

from appliance.drivers.seat_hub import protocol as wire
from appliance.message import Message, message

UNWANTED = (wire.WATCHDOG, wire.FAULT)
"""The causes of a start that people should know of."""


def text_of(restart: wire.Restart) -> str:
    """The words in a Restart; whatever is no text is replaced."""
    said: str = restart.text.rstrip(b"\0").decode(errors="replace")
    return "".join(one if one.isprintable() else "?" for one in said)


def why(restart: wire.Restart) -> Message:
    """Why a board began; it is said after "the seat hub"."""
    match restart.cause:
        case wire.POWER:
            return message("driver.hub.began.power")
        case wire.ASKED:
            return message("driver.hub.began.asked")
        case wire.WATCHDOG:
            return message("driver.hub.began.watchdog")
        case wire.FAULT:
            return message("driver.hub.began.fault", fault=text_of(restart))
        case _:
            return message("driver.hub.began.restarted")


def told(restart: wire.Restart) -> Message:
    """The same as a whole sentence."""
    return message("driver.hub.began", why=why(restart))
