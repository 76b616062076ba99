"""The seat hub's program, in MicroPython for an RP2040: buzzers and lamps on a USB cable.

The table's wiring is below. Everything else is in seat_hub/.

After any failure the board restarts and tells the table why: a program that fails ends with
its reason, one that hangs is reset by the chip's watchdog. The program takes Ctrl-C for itself,
because that byte may be in a message. Its BOOTSEL button, while no table uses the hub, or
`doubtit hub install` end it, and the board is MicroPython's again.
"""

import machine
import micropython

SEATS = 11
BUZZERS = 0
"""The first buzzer's GPIO number; the others follow it without a gap."""

LAMPS = 11
"""The first lamp's."""

PATIENCE = 3000
"""Longest time (ms) of a turn before the program counts as hung; an RP2040 allows 8388.

A write without a reader takes half a second at most (MicroPython, ports/rp2).
"""


def main():
    """Serve tables until a request for MicroPython's prompt."""
    micropython.kbd_intr(-1)  # before anything else: a table may be talking already
    from seat_hub import ending  # noqa: PLC0415 - what follows can tell why it fails

    began = ending.last_time(machine.reset_cause() == machine.WDT_RESET)
    if began[0] == ending.PROMPT:
        micropython.kbd_intr(3)
        return
    dog = machine.WDT(timeout=PATIENCE)
    try:
        from seat_hub.service import serve  # noqa: PLC0415 - so that its own fault is reported, too

        serve(SEATS, BUZZERS, LAMPS, dog, began)
        ending.note(ending.PROMPT)
    except BaseException as error:  # noqa: BLE001 - after any fault the board restarts
        ending.tell(error, dog)
    finally:
        machine.reset()


if __name__ == "__main__":
    main()
