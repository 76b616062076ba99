"""The pins of the headers and their targets, in words and as a table."""

from appliance.builds.electrics import Wiring
from appliance.drivers.gpio.board import HEADER

PI_OTHERS = {
    1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V", 27: "ID", 28: "ID",
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "ground"),
}  # fmt: skip
"""Names of the pins of the Pi's header without a BCM number, or that may not be used."""

PICO = {
    0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17,
    14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
}  # fmt: skip
"""The Pico's pin that has a GP number (Raspberry Pi Pico datasheet, "Pinout")."""

PICO_OTHERS = {
    **dict.fromkeys((3, 8, 13, 18, 23, 28, 33, 38), "ground"),
    30: "run", 35: "reference", 36: "3.3 V out", 37: "3.3 V enable", 39: "system", 40: "5 V of USB",
}  # fmt: skip


def numbers(at: Wiring) -> dict[int, int]:
    """The header's pin of each number that the chip counts by."""
    return HEADER if at.build.header == "pi" else PICO


def place(at: Wiring, pin: int) -> str:
    """Return the place of a pin, in few words."""
    word = "BCM" if at.build.header == "pi" else "GP"
    return f"{word} {pin} (pin {numbers(at)[pin]})"


def lamp_place(at: Wiring, pin: int) -> str:
    """Return the place of a lamp's pin or of its dimmer's output, in few words."""
    return f"output {pin} of the {at.dimmer.says}" if at.dimmer else place(at, pin)


def used(at: Wiring) -> dict[int, str]:
    """Return the use of each pin of the header, by its place on the header."""
    fixed = PI_OTHERS if at.build.header == "pi" else PICO_OTHERS
    word = "BCM" if at.build.header == "pi" else "GP"
    uses = dict(fixed)
    for number, header_pin in numbers(at).items():
        uses.setdefault(header_pin, f"{word} {number}, free")
    for use, pins in (("buzzer", at.buzzer_pins), ("lamp", () if at.dimmer else at.lamp_pins)):
        for seat, pin in enumerate(pins):
            uses[numbers(at)[pin]] = f"{use} {seat + 1}: {word} {pin}"
    if at.dimmer:
        for line, pin in zip(("SDA", "SCL"), at.header.bus[at.dimmer.bus].pins, strict=True):
            uses[numbers(at)[pin]] = f"{line} of the {at.dimmer.says}: {word} {pin}"
    if at.power_pin and at.build.header == "pi":
        uses[HEADER[at.power_pin]] = f"power button: BCM {at.power_pin}"
    return uses


def pin_table(at: Wiring) -> str:
    """Each buzzer's and lamp's pin as a table in Markdown."""
    word = "BCM" if at.build.header == "pi" else "GP"
    on = f"output of the {at.dimmer.says}" if at.dimmer else f"{word} (header pin)"
    lines = [f"| buzzer | contact: {word} (header pin) | lamp: {on} |", "|---|---|---|"]
    places_of = numbers(at)
    for seat, (pin, lamp) in enumerate(zip(at.buzzer_pins, at.lamp_pins, strict=True)):
        lamp_at = str(lamp) if at.dimmer else f"{lamp} ({places_of[lamp]})"
        lines.append(f"| {seat + 1} | {pin} ({places_of[pin]}) | {lamp_at} |")
    return "\n".join(lines)
