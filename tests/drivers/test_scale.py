"""The scale: the HX711's wires as its data sheet has them, rest, loss and return."""

import sys
from types import SimpleNamespace

import pytest
from fake_hx711 import FakeHx711
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS, SCALE, SECOND, DriverBack, DriverLost, Signal
from appliance.core.weighing import CARD_G, Mass
from appliance.drivers.scale.hx711 import COUNTS_A_CARD, PULSES, Hx711, LgpioSpi, decoded
from appliance.drivers.scale.steady import SILENT_AFTER, SteadyScale
from appliance.errors import DriverError

LOOK = 50 * MS


class Scales:
    """A scale over a fake chip, its clock, and what it posts. The bridge has a little noise."""

    def __init__(self) -> None:
        self.now = 5 * SECOND
        self.chip = FakeHx711(lambda: self.now)
        self.posted: list[Signal] = []
        self.scale = SteadyScale(Hx711(self.chip, COUNTS_A_CARD), lambda: self.now)
        self.cards = 0.0
        self._noise = 0

    def run(self, span: int) -> Mass | None:
        weight = None
        for _ in range(span // LOOK):
            self.now += LOOK
            self._noise += 1
            self.chip.code = round(self.cards * COUNTS_A_CARD) + self._noise % 7
            weight = self.scale.weigh()
        return weight


def weighed(scales: Scales, span: int = 2 * SECOND) -> float:
    weight = scales.run(span)
    assert weight is not None
    assert weight.settled
    return weight.grams


@given(st.integers(-0x7FFFFF, 0x7FFFFE), st.sampled_from([0.0, 3.0, 100.0, 90_000.0]))
def test_every_code_is_read_however_long_the_bytes_are_apart(code: int, gap: float) -> None:
    now = 0
    chip = FakeHx711(lambda: now, code)
    chip.open()
    now, chip.gap = SECOND, gap
    assert not any(chip.transfer(b"\0"))
    assert decoded(chip.transfer(PULSES)) == code
    assert chip.flaws == []


@given(st.binary(min_size=7, max_size=7))
def test_what_no_chip_sends_is_no_code(received: bytes) -> None:
    code = decoded(received)
    if code is not None:
        bits = f"{code & 0xFFFFFF:024b}"
        doubled = "".join(bit * 2 for bit in bits)
        assert f"{int.from_bytes(received[:6]):048b}" == doubled
        assert received[6] & 0x3F == 0x3F


@pytest.mark.parametrize("line", [0, 1])
def test_a_loose_wire_is_a_lost_scale(line: int) -> None:
    scales = Scales()
    scales.scale.open(scales.posted.append)
    scales.run(SECOND)
    scales.chip.line = line
    assert scales.run(SILENT_AFTER + 2 * SECOND) is None
    (lost,) = scales.posted
    assert isinstance(lost, DriverLost)
    assert lost.driver == SCALE
    scales.chip.line = None
    scales.run(60 * SECOND)
    assert isinstance(scales.posted[-1], DriverBack)
    assert len(scales.posted) == 2
    assert weighed(scales) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("code", [0x7FFFFF, -0x800000])
def test_a_bridge_out_of_range_weighs_nothing(code: int) -> None:
    scales = Scales()
    scales.chip.code = code
    scales.scale.open(scales.posted.append)
    scales.now += SECOND
    assert scales.scale.weigh() is None
    assert len(scales.posted) == 1


def test_a_weight_without_any_noise_is_none() -> None:
    scales = Scales()
    scales.scale.open(scales.posted.append)
    for _ in range(100):
        scales.now += LOOK
        weight = scales.scale.weigh()
    assert weight is None
    assert len(scales.posted) == 1


def test_a_card_is_weighed_once_the_scale_is_at_rest() -> None:
    scales = Scales()
    scales.scale.open(scales.posted.append)
    assert weighed(scales) == pytest.approx(0, abs=0.01)
    scales.cards = 3.0
    first = scales.run(150 * MS)
    assert first is not None
    assert not first.settled
    assert weighed(scales) == pytest.approx(3 * CARD_G, abs=0.01)
    assert scales.chip.flaws == []


def test_a_scale_that_is_missing_at_first_is_found_later() -> None:
    scales = Scales()
    scales.chip.plugged = False
    with pytest.raises(DriverError):
        scales.scale.open(scales.posted.append)
    assert scales.run(5 * SECOND) is None
    scales.chip.plugged = True
    assert weighed(scales, 40 * SECOND) == pytest.approx(0, abs=0.01)
    assert [type(one) for one in scales.posted] == [DriverLost, DriverBack]


def test_the_pi_transfers_by_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    class Error(Exception):
        pass

    calls: list[tuple[object, ...]] = []

    def spi_open(*given: int) -> int:
        calls.append(given)
        if given[0] > 1:
            raise Error("can not open SPI device")
        return 7

    def spi_xfer(handle: int, sent: bytes) -> tuple[int, bytearray]:
        if handle != 7:
            raise Error("unknown handle")
        return len(sent), bytearray(sent)

    stand_in = SimpleNamespace(
        error=Error, spi_open=spi_open, spi_xfer=spi_xfer, spi_close=calls.append
    )
    monkeypatch.setitem(sys.modules, "lgpio", stand_in)
    spi = LgpioSpi(0, 1)
    spi.open()
    assert spi.transfer(PULSES) == PULSES
    spi.close()
    spi.close()
    assert calls == [(0, 1, 250_000, 0), 7]
    with pytest.raises(DriverError):
        spi.transfer(PULSES)
    with pytest.raises(DriverError, match=r"spidev2\.0"):
        LgpioSpi(2, 0).open()
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(DriverError, match="python3-lgpio"):
        LgpioSpi(0, 0).open()
