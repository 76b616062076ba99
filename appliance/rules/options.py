"""House options: what each key may be, and how a value is checked.

One description per option serves the config errors, the documentation and the display.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from appliance.message import Message, any_of, in_a_row, message

Value = int | str | bool
"""A house option's value as TOML gives it; yes/no options also understand "on" and "off"."""


class OptionError(ValueError):
    """An option's key or value is wrong; `why` names both and what is allowed."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Option:
    """One house option of one ruleset.

    `allowed` is a range of whole numbers, a tuple of words, or both in a tuple (words, then
    ranges); `(True, False)` is a yes/no option. `words` is the catalogue's code of what the option
    means where that is the game's own, and not the one of all games that have this key.
    """

    key: str
    default: Value
    allowed: tuple[Value | range, ...]
    words: str = ""

    @property
    def says(self) -> Message:
        """What the option means."""
        return Message(self.words or f"option.{self.key}")

    @property
    def source(self) -> Message:
        """Where the option comes from, or why it is there."""
        return Message(f"{self.says.code}.source")

    def parse(self, value: object) -> Value:
        """`value` if it is allowed.

        Raises:
            OptionError: naming the key, the value and what is allowed.
        """
        if True in self.allowed and isinstance(value, str) and value in ("on", "off"):
            value = value == "on"
        for one in self.allowed:
            if isinstance(one, range):
                if type(value) is int and value in one:
                    return value
            elif type(value) is type(one) and value == one:
                assert isinstance(value, (int, str, bool))
                return value
        raise OptionError(
            message(
                "rules.value-not-allowed",
                key=self.key,
                given=repr(value),
                allowed=self.range_words(),
            )
        )

    @property
    def kind(self) -> str:
        """What an editor offers: "switch", "number", "choice", or "number or choice"."""
        if True in self.allowed:
            return "switch"
        ranges = [isinstance(one, range) for one in self.allowed]
        return "number" if all(ranges) else "number or choice" if any(ranges) else "choice"

    def range_words(self) -> Message:
        """What is allowed: "0 to 250", "on or off", "rotation or winner_leads"."""
        if True in self.allowed:
            return message("rules.allowed", allowed=any_of(("on", "off")))
        allowed = any_of(
            message("rules.from-to", least=one[0], most=one[-1])
            if isinstance(one, range)
            else str(one)
            for one in self.allowed
        )
        return message("rules.allowed", allowed=allowed)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house options: what differs from the ruleset's defaults."""

    name: str
    says: Message
    options: tuple[tuple[str, Value], ...] = ()


def preset_options(known: tuple[Preset, ...], name: str) -> dict[str, Value]:
    """The house options of the preset of that name.

    Raises:
        OptionError: there is none; the message names those that there are.
    """
    for preset in known:
        if preset.name == name:
            return dict(preset.options)
    names = any_of(preset.name for preset in known) if known else message("rules.no-preset")
    raise OptionError(
        message("rules.value-not-allowed", key="preset", given=repr(name), allowed=names)
    )


def parse_options(known: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option of `known` with its value out of `given`, or its default.

    Raises:
        OptionError: for an unknown key or a value that is not allowed.
    """
    by_key = {option.key: option for option in known}
    for key in given:
        if key not in by_key:
            raise OptionError(
                message("rules.unknown-option", key=repr(key), known=in_a_row(by_key))
            )
    return {
        option.key: option.parse(given[option.key]) if option.key in given else option.default
        for option in known
    }
