"""The USB cable as MicroPython has it: the REPL's own serial port, without the REPL."""

import select
import sys


class Usb:
    """Bytes from and to the table. Reading never waits."""

    def __init__(self):
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)

    def read(self):
        """Return the received bytes, at most 64."""
        data = bytearray()
        while len(data) < 64 and self._in.poll(0):
            data += sys.stdin.buffer.read(1)
        return bytes(data)

    def writable(self):
        """Return True if there is room; answers count as sent."""
        return bool(self._out.poll(0))

    def write(self, data):
        """Send `data` unchanged; without a reader MicroPython gives up after half a second."""
        if data:
            sys.stdout.buffer.write(data)
