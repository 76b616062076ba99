"""House options: their allowed values, the check of a value, and a game's sentences about them.

A game's options are the fields of one class; their types give the config errors, the documentation
and the choices of the display.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Literal, Self, get_args, get_origin

from bluffing.errors import SettingError
from bluffing.message import Message, Spoken, any_of, in_a_row, message, quoted

Value = int | str | bool
"""House option's value in TOML; yes/no options also understand "on" and "off"."""


@dataclass(frozen=True, slots=True)
class Option:
    """One house option of one ruleset.

    `allowed` is a range of whole numbers, a tuple of words, or both in a tuple (words, then
    ranges); `(True, False)` is a yes/no option. `words` is the catalogue's code of the option's
    meaning, if the game has its own meaning instead of the shared one of all games with this key.
    """

    key: str
    default: Value
    allowed: tuple[Value | range, ...]
    words: str = ""

    @property
    def says(self) -> Message:
        """Meaning of the option."""
        return Message(self.words or f"option.{self.key}")

    @property
    def source(self) -> Message:
        """Source of the option, or its reason."""
        return Message(f"{self.says.code}.source")

    def parse(self, value: object) -> Value:
        """Return `value` if it is allowed.

        Raises:
            SettingError: naming the key, the value and what is allowed.
        """
        if True in self.allowed and isinstance(value, str) and value in ("on", "off"):
            value = value == "on"
        if fits(value, self.allowed):
            assert isinstance(value, (int, str, bool))
            return value
        raise SettingError(
            message(
                "rules.value-not-allowed",
                key=self.key,
                given=quoted(value),
                allowed=self.range_words(),
            )
        )

    @property
    def kind(self) -> str:
        """Editor for the option: "switch", "number", "choice", or "number or choice"."""
        if True in self.allowed:
            return "switch"
        ranges = [isinstance(choice, range) for choice in self.allowed]
        return "number" if all(ranges) else "number or choice" if any(ranges) else "choice"

    def range_words(self) -> Message:
        """Say what is allowed: "0 to 250 ms", "on or off", "rotation or winner_leads"."""
        if True in self.allowed:
            return message("rules.allowed", allowed=any_of(("on", "off")))
        unit = "rules.from-to.ms" if self.key.endswith("_ms") else "rules.from-to"
        allowed = any_of(
            message(unit, least=choice[0], most=choice[-1])
            if isinstance(choice, range)
            else str(choice)
            for choice in self.allowed
        )
        return message("rules.allowed", allowed=allowed)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game with its options in force, for people at the table.

    `id` is the rule's number in scenarios and tests ("B5"), or the key of the house option that the
    sentence tells.
    """

    id: str
    text: Message


class Topic(StrEnum):
    """Topic of a page of "how to play", in the order of people's questions."""

    DEAL = "deal"
    TURN = "turn"
    ANSWER = "answer"  # to a play or a guess
    DOUBT = "doubt"
    AFTER = "after"  # a doubt
    END = "end"
    BUZZER = "buzzer"  # its use: in every game, after the rules
    HOME = "home"  # the whole game to take home


@dataclass(frozen=True, slots=True)
class Lesson:
    """Page of "how to play": the rules of `ids` that are in force."""

    topic: Topic
    ids: tuple[str, ...]


def rule(code: str, /, **values: Spoken) -> Rule:
    """Return the rule that the sentence of `code` tells: "bicycle.B11.zero-claim" tells B11."""
    return Rule(code.split(".")[1], message(code, **values))


def rules(*codes: str) -> Iterator[Rule]:
    """Yield rules that no option changes, by the codes of their sentences."""
    return map(rule, codes)


@dataclass(frozen=True, kw_only=True)
class Options:
    """House options in force in a game: one field each, named by its key.

    A field's type gives the allowed values: `bool`, words (`Literal`), numbers (`Annotated[int,
    range]`) or a union of these, words first. An option whose key has another meaning in this game
    names its own words as `metadata`; a field without `init` is no option there.
    """

    def given(self, options: Mapping[str, object]) -> Self:
        """Return these options with other values for some.

        Raises:
            SettingError: for an unknown key, or a value that is not allowed or contradicts another.
        """
        values: dict[str, Any] = {**parse_options(described(self), options)}  # each of its own type
        house = replace(self, **values)
        clash = house.clash()
        if clash is not None:
            raise SettingError(clash)
        return house

    def clash(self) -> Message | None:
        """Return the conflict of two options, by both keys, or None."""
        return None

    def tell(self) -> Iterable[Rule]:
        """Return the rules of the game, one by one, and every option in force."""
        raise NotImplementedError


@cache
def described(usual: Options) -> tuple[Option, ...]:
    """Return every house option of a game, with the defaults of `usual`."""
    return tuple(
        Option(field.name, getattr(usual, field.name), choices(field.type), **field.metadata)
        for field in fields(usual)
        if field.init
    )


def fits(value: object, allowed: Iterable[Value | range]) -> bool:
    """Return True if `value` is one of `allowed`, and of its type: 1 is not True."""
    return any(
        type(value) is (int if isinstance(choice, range) else type(choice))
        and (value in choice if isinstance(choice, range) else value == choice)
        for choice in allowed
    )


def choices(kind: object) -> tuple[Value | range, ...]:
    """List the values that a field of this type may have, as an `Option`; none if unbounded."""
    if kind is bool:
        return (True, False)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if get_origin(kind) is Annotated:
        return get_args(kind)[1:]
    return tuple(choice for part in get_args(kind) for choice in choices(part))


@dataclass(frozen=True, slots=True)
class Preset:
    """Named set of house options: its differences from the ruleset's defaults.

    A game that people know by its own name has that `title`, in the language of its country,
    `aliases`, and a `source` that plays it so.
    """

    name: str
    options: tuple[tuple[str, Value], ...] = ()
    title: str = ""
    language: str = ""
    aliases: tuple[str, ...] = ()
    source: str = ""


def preset_options(known: tuple[Preset, ...], name: str) -> dict[str, Value]:
    """Return the house options of the preset of that name.

    Raises:
        SettingError: no preset has the name; the message lists the names.
    """
    for preset in known:
        if preset.name == name:
            return dict(preset.options)
    names = any_of(preset.name for preset in known) if known else message("rules.no-preset")
    raise SettingError(
        message("rules.value-not-allowed", key="preset", given=quoted(name), allowed=names)
    )


def parse_options(known: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Return the `given` options with their values, each checked against `known`.

    Raises:
        SettingError: for an unknown key or a value that is not allowed.
    """
    by_key = {option.key: option for option in known}
    for key in given:
        if key not in by_key:
            raise SettingError(
                message("rules.unknown-option", key=quoted(key), known=in_a_row(by_key))
            )
    return {key: by_key[key].parse(value) for key, value in given.items()}
