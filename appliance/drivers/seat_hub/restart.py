"""Why a seat hub's board began, in words."""

from appliance.drivers.seat_hub import protocol as wire

UNWANTED = (wire.WATCHDOG, wire.FAULT)
"""The causes of a start that people should know of."""


def text_of(restart: wire.Restart) -> str:
    """The words in a Restart; whatever is no text is replaced."""
    said: str = restart.text.rstrip(b"\0").decode(errors="replace")
    return "".join(one if one.isprintable() else "?" for one in said)


def why(restart: wire.Restart) -> str:
    """Why a board began, for a person; it follows "the seat hub"."""
    match restart.cause:
        case wire.POWER:
            return "began when its power came"
        case wire.ASKED:
            return "was reset on request"
        case wire.WATCHDOG:
            return "hung, and its watchdog restarted it"
        case wire.FAULT:
            return f"restarted itself, because its program had failed ({text_of(restart)})"
        case _:
            return "restarted"
