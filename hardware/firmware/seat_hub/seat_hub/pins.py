"""The pins of an RP2040: every level of all buzzers, each change stamped by hardware.

A PIO state machine looks at all buzzers at once, exactly once in a microsecond, and counts. When
a level has changed it pushes the levels and the count; DMA carries both into a ring in memory. The
processor takes no part in it, so a stamp does not depend on what Python is busy with.
"""

import time

import machine
import rp2
import uctypes

LOOP = 25
"""Cycles of one look, changed or not."""

FREQ = LOOP * 1_000_000
"""The state machine's clock (Hz): one look a microsecond."""

PINS = 11
"""Number of pins that a look reads; buzzers that a table does not have are masked out."""

RING_BITS = 13
"""The ring's size as a power of two (bytes): 1024 changes."""

COUNT = 0x0FFF_FFFF
"""Words that the DMA carries before it would stop: years."""

MACHINE = 0
FDEBUG = 0x5020_0008
"""The first PIO's debug register; bit n: state machine n dropped what it wanted to push."""

DREQ = 4 + MACHINE
"""The DMA's pace: words in that state machine's receive FIFO."""


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT)
def snapshots(count=PINS):
    """Y holds the last levels, OSR the count, downwards. Both ways round take LOOP cycles.

    `asm_pio` empties the function's globals while it assembles, so what comes from outside has to
    be a default of an argument.
    """
    wrap_target()
    label("look")
    mov(x, osr)
    jmp(x_dec, "counted")
    label("counted")
    mov(osr, x)
    mov(isr, null)
    in_(pins, count)
    mov(x, isr)
    jmp(x_not_y, "changed")
    jmp("look")[17]
    label("changed")
    mov(y, x)
    push(noblock)
    mov(isr, osr)
    push(noblock)[14]
    wrap()


class Buzzers:
    """Contacts to ground against pull-ups, on `seats` pins that begin at `first`.

    `overrun` says that changes were lost since the last `restart`; `levels` are the first ones.

    The ring and its DMA channel are the board's, taken once and kept. MicroPython does not stop a
    channel whose object is gone: it would go on writing into memory that is something else's then.
    """

    _ring = None
    _dma = None

    def __init__(self, first, seats):
        self._first = first
        self._every = (1 << seats) - 1
        if machine.freq() % FREQ:
            machine.freq(5 * FREQ)  # or a look would take more or less than a microsecond
        for number in range(first, first + PINS):
            machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        size = 1 << RING_BITS
        self._words = size // 4
        if Buzzers._ring is None:
            Buzzers._ring = bytearray(2 * size)
            Buzzers._dma = rp2.DMA()
        self._base = (uctypes.addressof(self._ring) + size - 1) & ~(size - 1)
        self.levels = self.restart()

    def restart(self):
        """Restart and return the levels. Unread changes are lost."""
        looker = rp2.StateMachine(MACHINE)
        looker.active(0)
        looker.init(snapshots, freq=FREQ, in_base=machine.Pin(self._first))
        looker.restart()
        while looker.rx_fifo():
            looker.get()
        machine.mem32[FDEBUG] = 1 << MACHINE
        dma = self._dma
        dma.active(0)
        control = dma.pack_ctrl(
            size=2,
            inc_read=False,
            inc_write=True,
            ring_sel=True,
            ring_size=RING_BITS,
            treq_sel=DREQ,
        )
        dma.config(read=looker, write=self._base, count=COUNT, ctrl=control, trigger=True)
        self._taken = 0
        self.overrun = False
        looker.exec("mov(osr, null)")
        looker.exec("mov(y, invert(null))")  # no levels: the first look is a change
        self._began = time.ticks_us()
        looker.active(1)
        self._looker = looker
        while self._done() < 2:
            pass
        return self.read()[-1][1]

    def read(self):
        """The changes since the last time: (ticks_us, mask of the buzzers that are down)."""
        done = self._done()
        if done - self._taken > self._words or machine.mem32[FDEBUG] & (1 << MACHINE):
            self.overrun = True
            return []
        edges = []
        while self._taken + 2 <= done:
            place = self._base + self._taken % self._words * 4
            levels = machine.mem32[place]
            micros = (self._began - machine.mem32[place + 4]) & 0x3FFF_FFFF
            edges.append((micros, ~levels & self._every))
            self._taken += 2
        if self._done() - self._taken > self._words:
            self.overrun = True  # overwritten while it was read
            return []
        return edges

    def _done(self):
        return COUNT - self._dma.count


class Lamps:
    """Dimmable lamps on `seats` pins that begin at `first`; each is lit when its pin is high."""

    def __init__(self, first, seats):
        self._lamps = [
            machine.PWM(machine.Pin(number), freq=200, duty_u16=0)
            for number in range(first, first + seats)
        ]
        self._shown = [0] * seats

    def show(self, levels):
        """Light each lamp as `levels` says, 0 to 1."""
        for number, bright in enumerate(levels):
            duty = int(bright * 65535)
            if duty != self._shown[number]:
                self._shown[number] = duty
                self._lamps[number].duty_u16(duty)
