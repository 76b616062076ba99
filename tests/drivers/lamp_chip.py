"""A PCA9685 below the real smbus2: it answers the kernel's calls, as its data sheet has it."""

import errno
import os
from ctypes import c_uint8, c_uint32, c_ulong

import pytest
import smbus2.smbus2 as library

BUS, ADDRESS = 1, 0x40
ON_LOW, ALL_LOW = 0x06, 0xFA
Call = library.i2c_smbus_ioctl_data


class LampChip:
    """The registers of a chip at `ADDRESS` on /dev/i2c-1. Without power it answers nothing."""

    def __init__(self) -> None:
        self.powered = True
        self.writes = 0
        self._begin()

    def _begin(self) -> None:
        self.registers = dict.fromkeys(range(0x06, 0x46), 0)
        self.registers |= {ON_LOW + 4 * number + 3: 0x10 for number in range(16)}
        self.registers |= {0x00: 0x11, 0x01: 0x04, 0xFE: 0x1E}

    def power(self, *, on: bool) -> None:
        """Switch its supply; with power it begins as after a reset."""
        self.powered = on
        self._begin()

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Have the library find the chip instead of a bus of this machine."""

        def opened(path: str, flags: int) -> int:
            if path != f"/dev/i2c-{BUS}":
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
            return os.open(os.devnull, flags)

        files = type("Files", (), {"open": staticmethod(opened), "close": os.close})
        files.O_RDWR = os.O_RDWR  # type: ignore[attr-defined]
        patch.setattr(library, "os", files)
        patch.setattr(library, "ioctl", self._call)

    def _call(self, _file: int, request: int, value: "int | c_uint32 | c_ulong | Call") -> int:
        if isinstance(value, c_uint32 | c_ulong):  # smbus2 0.4.3 of Debian 13 gives the smaller
            assert request == library.I2C_FUNCS
            value.value = 0x0EFF0009
        elif isinstance(value, int):
            assert request == library.I2C_SLAVE
            self._asked = value
        elif self._asked != ADDRESS or not self.powered:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        else:
            self._written(value)
        return 0

    def _written(self, call: Call) -> None:
        assert call.read_write == library.I2C_SMBUS_WRITE
        block = call.size == library.I2C_SMBUS_I2C_BLOCK_DATA
        data = call.data.contents
        values = list(data.block[1 : data.block[0] + 1]) if block else [c_uint8(data.byte).value]
        assert not block or self.registers[0x00] & 0x20, "it would write all to one register"
        self.writes += 1
        for register, value in enumerate(values, start=call.command):
            if register == 0xFE and not self.registers[0x00] & 0x10:
                continue  # only while its clock is stopped
            outputs = range(16) if register >= ALL_LOW and register != 0xFE else ()
            for output in outputs:
                self.registers[ON_LOW + 4 * output + register - ALL_LOW] = value
            if not outputs:
                self.registers[register] = value

    def bright(self, output: int) -> float:
        """Return how bright an output is, 0 to 1; only a chip that is awake drives one."""
        first = ON_LOW + 4 * output
        on_low, on_high, off_low, off_high = (self.registers[first + n] for n in range(4))
        if not self.powered or self.registers[0x00] & 0x10 or off_high & 0x10:
            return 0.0
        if on_high & 0x10:
            return 1.0
        return (off_low + 256 * off_high - on_low - 256 * on_high) / 4096

    @property
    def hertz(self) -> float:
        """Return how often a dimmed output is switched on and off in a second."""
        return 25e6 / 4096 / (self.registers[0xFE] + 1)
