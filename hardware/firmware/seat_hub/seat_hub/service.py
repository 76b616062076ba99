"""The board's work all evening: pins to the table, the table's words to the lamps."""

import gc
import os
import time

import machine
import rp2

from seat_hub.board import Board
from seat_hub.pins import Buzzers, Lamps
from seat_hub.usb import Usb

BEAT = 20_000
"""So often (us) the lamps are brought to where their rhythms are."""


def serve(seats, first_buzzer, first_lamp, dog, began):
    """Serve a table until it asks for the prompt, or BOOTSEL is pressed without a table.

    `dog` is the watchdog, fed once in every whole turn and nowhere else. `began` is the reason for
    the start: a cause of the protocol, and words.
    """
    usb = Usb()
    lamps = Lamps(first_lamp, seats)
    buzzers = Buzzers(first_buzzer, seats)
    nonce = int.from_bytes(os.urandom(4), "little")
    board = Board(machine.unique_id(), nonce, seats, time.ticks_us(), buzzers.levels)
    board.began(*began)
    beat = time.ticks_us()
    while not board.left:
        data = usb.read()
        heard = time.ticks_us()
        # the pins after that: an answer stamped `heard` promises that all before it is known
        for micros, mask in buzzers.read():
            board.snapshot(micros, mask)
        if buzzers.overrun:
            board.overrun(time.ticks_us(), buzzers.restart())
        if data:
            board.receive(data, heard)
        if usb.writable():
            usb.write(board.send(time.ticks_us()))
        now = time.ticks_us()
        if time.ticks_diff(now, beat) >= 0:
            beat = time.ticks_add(now, BEAT)
            lamps.show(board.light(now))
            if board.idle() and rp2.bootsel_button():
                break
            gc.collect()
        dog.feed()
    lamps.show([0] * seats)
