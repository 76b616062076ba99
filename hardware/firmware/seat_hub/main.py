"""The seat hub's program, in MicroPython for an RP2040: buzzers and lamps on a USB cable.

The table's wiring is below. Everything else is in seat_hub/.

While no table uses the hub, its BOOTSEL button ends this program, and the board is MicroPython's
again: the program takes Ctrl-C for itself, because that byte may stand in a message.
"""

import gc
import os
import sys
import time

import machine
import micropython
import rp2
from seat_hub.hub_board import Board
from seat_hub.pins import Buzzers, Lamps
from seat_hub.usb import Usb

SEATS = 11
BUZZERS = 0
"""The first buzzer's GPIO number; the others follow it without a gap."""

LAMPS = 11
"""The first lamp's."""

BEAT = 20_000
"""So often (us) the lamps are brought to where their rhythms are."""


def main():
    """Serve a table until BOOTSEL is pressed while there is none."""
    micropython.kbd_intr(-1)
    usb = Usb()
    lamps = Lamps(LAMPS, SEATS)
    buzzers = Buzzers(BUZZERS, SEATS)
    nonce = int.from_bytes(os.urandom(4), "little")
    board = Board(machine.unique_id(), nonce, SEATS, time.ticks_us(), buzzers.levels)
    beat = time.ticks_us()
    while True:
        for micros, mask in buzzers.read():
            board.snapshot(micros, mask)
        if buzzers.overrun:
            board.overrun(time.ticks_us(), buzzers.restart())
        data = usb.read()
        if data:
            board.receive(data, time.ticks_us())
        if usb.writable():
            usb.write(board.send(time.ticks_us()))
        now = time.ticks_us()
        if time.ticks_diff(now, beat) >= 0:
            beat = time.ticks_add(now, BEAT)
            lamps.show(board.light(now))
            if board.idle() and rp2.bootsel_button():
                break
            gc.collect()
    lamps.show([0] * SEATS)
    micropython.kbd_intr(3)


if __name__ == "__main__":
    main()
    sys.exit()
