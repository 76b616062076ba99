"""Damage to a file that people or the table wrote: to its bytes, or to one of its values.

A seed decides each damage, so the same one can be made again.
"""

import random
import re

TOKEN = re.compile(
    rb"""
      "(?:[^"\\\n]|\\.)*" | '[^'\n]*'      # text
    | [+-]?\d[\d_.:eE+/T-]*                # a number or a date
    | \b(?:true|false|null)\b
    | [\[\]{}]
    | ^[\w.-]+(?=\s*=)                     # a key of TOML
    """,
    re.VERBOSE | re.MULTILINE,
)

WHOLE = (
    b"0", b"-1", b"1", b"2", b"13", b"65535", b"4294967296", b"9223372036854775807",
    b"99999999999999999999", b"9" * 400, b"9" * 5000, b"0x" + b"f" * 4000, b"-" + b"9" * 5000,
)  # fmt: skip

BROKEN_NUMBERS = (
    b"1e99999999", b"-1e99999999", b"1e400", b"nan", b"inf", b"-inf", b"NaN", b"Infinity",
    b"1e-400",     b"0.1", b"-0.0", b"1.5", b"9" * 400 + b".5", b"0." + b"3" * 5000,
)  # fmt: skip

TEXTS = (
    b'""', b'" "', b'"x"', b'"none"', b'"on"', b'"\\u0000"', b'"\\n"', b'"a\\nb"', b'"\\u001b[31m"',
    b'"\\u202e"', b'"\\ud800"', b'"' + b"a" * 300 + b'"', b'"' + b"a" * 5000 + b'"',
    b'"' + b"a/" * 5000 + b'"', b'"' + "ä".encode() * 100_000 + b'"', b'"{0}{x}"', b'"%s%n"',
    b'"1e99999999"', b'"1/0"', b'"1e99999999/7"', b'"' + b"9" * 5000 + b'"', b'"\\u00b2"',
    b'"pipe"', b'"device"', b'"socket"', b'"folder"', b'"dangling"', b'"pipe/at/all"',  # samples
    b'"/"', b'"."', b'".."', b'"~"', b'"/nowhere/at/all"', b'"x.toml"',
    b'"' + b"a" * 300 + b'.toml"', b'"a\\u0000b.toml"',
)  # fmt: skip

OTHERS = (
    b"true", b"false", b"null", b"[]", b"{}", b"[[]]", b"[1]", b'[""]', b'["x", 1]', b"[true]",
    b'[{x = 1}]', b"{x = 1}", b'{"x": 1}', b"2026-11-25", b"07:32:00", b"1979-05-27T07:32:00Z",
    b"[" + b"1, " * 3000 + b"1]", b"[" * 60 + b"]" * 60, b"[" * 500 + b"1" + b"]" * 500,
    b"[" * 50_000 + b"]" * 50_000, b"[" * 200_000, b"{a=" * 400 + b"1" + b"}" * 400,
    b'{"a":' * 400 + b"1" + b"}" * 400, b"{a=" * 30_000,
)  # fmt: skip

LINES = (
    b"[[x]]", b"[x]", b"x = 1", b"[game]", b"format = 2", b"=", b"]", b"\xff\xfe", b"\x00",
    b"a" + b".a" * 3000 + b" = 1", b"[a" + b".a" * 3000 + b"]", b"x = '" + b"y" * 200_000 + b"'",
    b'"' + b"k" * 50_000 + b'" = 1', b'"a\\nb" = 1', b'"\\u001b[2J" = 1', b"# " + b"c" * 200_000,
)  # fmt: skip
"""Values that no settings, pack, map or list of labels can mean, or far too many."""


def damaged(data: bytes, chance: random.Random, *, text: bool = True) -> bytes:
    """`data`, changed in one to three places; as a `text` every third time by its bytes."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = _value(data, chance) if text and chance.random() < 0.7 else _bytes(data, chance)
    return data


def _value(data: bytes, chance: random.Random) -> bytes:
    """Another value for one token, or another line."""
    tokens = [token.span() for token in TOKEN.finditer(data)]
    if not tokens or chance.random() < 0.2:
        return _line(data, chance)
    start, end = chance.choice(tokens)
    kind = chance.choice((WHOLE, BROKEN_NUMBERS, TEXTS, TEXTS, OTHERS))
    other = chance.choice(tokens)
    new = data[slice(*other)] if chance.random() < 0.15 else chance.choice(kind)
    return data[:start] + new + data[end:]


def _line(data: bytes, chance: random.Random) -> bytes:
    """A line more, less, twice, or at another place."""
    lines = data.split(b"\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines) + 1)
    match chance.randrange(4):
        case 0:
            lines.insert(to, chance.choice(LINES))
        case 1:
            del lines[at]
        case 2:
            lines.insert(to, lines[at])
        case _:
            lines.insert(min(to, len(lines) - 1), lines.pop(at))
    return b"\n".join(lines)


def _bytes(data: bytes, chance: random.Random) -> bytes:
    """Flipped, cut, filled or doubled, wherever that falls."""
    made = bytearray(data or b"\0")
    at = chance.randrange(len(made))
    some = chance.choice((1, 4, 60, 3000))
    match chance.randrange(7):
        case 0:
            made[at] ^= 1 << chance.randrange(8)
        case 1:
            del made[at:]
        case 2:
            del made[at : at + some]
        case 3:
            made[at:at] = chance.randbytes(some)
        case 4:
            made[at : at + some] = bytes(min(some, len(made) - at))
        case 5:
            made[at:at] = made[at : at + some]
        case _:
            made[:] = chance.choice((b"", b"\0" * 5000, chance.randbytes(some), bytes(made) * 3))
    return bytes(made)
