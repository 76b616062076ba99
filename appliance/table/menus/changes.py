"""The settings that the table's menu changes: what each may be, stands at, is called and means.

The game, its house options and the doubt window are the table's own; all others are those of
`TableSettings.outside`, by the keys of the settings file. Whatever is changed is kept: a Keep goes
out for it, in such an order that after each of several the settings file is one that can be read.
A change that can't be is refused, and nothing of it is half done.
"""

from collections.abc import Mapping
from dataclasses import replace

from appliance.core.effects import Keep, TryNext
from appliance.core.question import Kind, Pack
from appliance.table.menus import buzzers
from appliance.table.stages import Attract, Lobby, Over, TableMenu
from appliance.table.state import AVATARS, Outside, Table, TableSettings
from appliance.table.work import Work
from bluffing.errors import SettingError
from bluffing.game import AnyRuleset, Refused, Setup
from bluffing.house import players
from bluffing.message import Message, Spoken, message
from bluffing.options import Option, Value
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame

OPTION = "game.options."
"""How the keys of house options begin."""

GAME_KEY, PRESET_KEY, WINDOW_KEY = "game.ruleset", "game.preset", "game.doubt_window_ms"
PACKS_KEY = "game.questions"

SIEVE = "questions."
"""How the keys begin of what questions must be like."""

KIND_KEY = "questions.kind"
SPELLED = ("questions.region", "questions.language")
"""The keys of settings whose values are codes, which a pack may bring along."""

STEPPED = frozenset({"sound.device", "display.screen"})
"""The keys of loudspeaker and screen: which there are, only the machine knows."""

NEXT = "next"
"""The choice of whatever comes next."""

AVATAR = "seats.avatars."
"""How the keys of people's signs begin; the place of the name follows."""

UNTIMED = "untimed"
WINDOWS: tuple[Value, ...] = (3000, 5000, 8000, 12_000, UNTIMED)
"""How long a doubt may stay open, as the menu offers it (ms)."""

OWN = ""
"""The preset of a game whose options are as the game has them."""

MIXED = "mixed"
"""What is said in the place of a preset where the options are none of them; and of some packs."""

ALL_PACKS = "all"
"""The choice of all packs of questions."""

MOST_CHOICES = 12
"""Maximum number of values of a number that are offered; of a longer range only round ones are."""


def choices(table: Table, key: str) -> tuple[Value, ...]:
    """List the values of the setting of `key` at this table; none if it has no such setting."""
    settings = table.settings
    if buzzers.is_one(key):
        return buzzers.choices(table, key)
    if key == GAME_KEY:
        return tuple(name for name, game in RULESETS.items() if game.seats[0] <= settings.buzzers)
    if key == PRESET_KEY:
        return (OWN, *(one.name for one in table.ruleset.presets if one.options))
    if key == WINDOW_KEY:
        now = current(table, key)
        return WINDOWS if now in WINDOWS else (*WINDOWS, now)
    if key == PACKS_KEY:
        names = tuple(one.name for one in settings.packs)
        asks = isinstance(table.ruleset, WagerGame)
        return (*names, ALL_PACKS) if asks and len(names) > 1 else ()
    if key.startswith(AVATAR):
        mine = current(table, key)
        return ("", *(one for one in AVATARS if one == mine or one not in settings.avatars))
    if key.startswith(OPTION):
        return _offered(_option(table, key), current(table, key))
    if key.startswith(SIEVE) and not isinstance(table.ruleset, WagerGame):
        return ()
    one = _outside(settings, key)
    return () if one is None else one.choices


def current(table: Table, key: str) -> Value:
    """Return the current value of the setting of `key`."""
    settings = table.settings
    if buzzers.is_one(key):
        return buzzers.current(table, key)
    if key == GAME_KEY:
        return settings.ruleset
    if key == PRESET_KEY:
        return _preset(table.ruleset, settings.house)
    if key == WINDOW_KEY:
        return UNTIMED if settings.doubt_window_ms is None else settings.doubt_window_ms
    if key == PACKS_KEY:
        if len(settings.questions) == 1:
            return settings.questions[0]
        every = {one.name for one in settings.packs}
        return ALL_PACKS if set(settings.questions) == every else MIXED
    if key.startswith(AVATAR):
        return settings.avatar(int(key.removeprefix(AVATAR)))
    if key.startswith(OPTION):
        option = _option(table, key)
        return settings.house.get(option.key, option.default)
    one = _outside(settings, key)
    return "" if one is None else one.value


def called(key: str) -> Message:
    """The setting's name."""
    if buzzers.is_one(key):
        return buzzers.called(key)
    if key.startswith(OPTION):
        return message(f"option.{key.removeprefix(OPTION)}.name")
    if key.startswith(AVATAR):
        return message("menu.avatar")
    return message(f"menu.{key}")


def said(table: Table, key: str, value: Value) -> Spoken:
    """A value of it, in words."""
    if buzzers.is_one(key):
        return buzzers.said(key, value)
    if isinstance(value, bool):
        return message("menu.yes" if value else "menu.no")
    if key == GAME_KEY:
        return RULESETS[str(value)].title
    if key == PRESET_KEY:
        return message(f"menu.preset.{value or 'own'}")
    if key.startswith(AVATAR):
        return message(f"menu.avatar.{value or 'none'}")
    name = key.rpartition(".")[2]
    if key == PACKS_KEY and (pack := _pack(table.settings, value)) is not None:
        return message("text", text=pack.title)
    if key in SPELLED and len(str(value)) == len("en"):
        return message("text", text=str(value).upper())
    if isinstance(value, str):
        return message(f"menu.value.{name}.{value.translate(_JOINED)}")
    if key.endswith("_ms"):
        return message("menu.seconds", seconds=value / _SECOND)
    unit = _UNITS.get(name)
    return value if unit is None else message(f"menu.{unit}", number=value)


def means(table: Table, key: str, value: Value | None = None) -> Message | None:
    """Explain the setting, or `value` of a game, preset or pack."""
    value = current(table, key) if value is None else value
    if buzzers.is_one(key):
        return buzzers.means(key, value)
    if key == GAME_KEY:
        return RULESETS[str(value)].summary
    if key == PRESET_KEY:
        chosen = [one for one in table.ruleset.presets if one.name == value]
        return table.ruleset.says(chosen[0]) if chosen else message("menu.preset.own.for")
    if key == PACKS_KEY and (pack := _pack(table.settings, value)) is not None:
        return message("menu.game.questions.pack", name=pack.name, n=pack.count)
    if key.startswith(OPTION):
        return _option(table, key).says
    if key.startswith(AVATAR):
        return message("menu.avatar.for")
    return message(f"menu.{key}.for")


def change(work: Work, key: str, value: Value) -> bool:
    """Let the setting of `key` be `value`; False if that is refused: then nothing has changed."""
    settings = work.table.settings
    if buzzers.is_one(key):
        buzzers.change(work, key, value)
        return True
    if key == GAME_KEY:
        return _play(work, str(value))
    if key == PRESET_KEY:
        chosen = (dict(one.options) for one in work.table.ruleset.presets if one.name == value)
        return _agree(work, next(chosen, {}))
    if key.startswith(OPTION):
        name = key.removeprefix(OPTION)
        return _agree(work, {**settings.house, name: value})
    if key == WINDOW_KEY:
        window = value if isinstance(value, int) else None
        work.set(settings=replace(settings, doubt_window_ms=window))
    elif key == PACKS_KEY:
        _draw_from(work, value)
        return True
    elif key in STEPPED:
        work.effects.append(TryNext(key))
        return True
    elif key.startswith(AVATAR):
        _look_like(work, int(key.removeprefix(AVATAR)), str(value))
        return True
    else:
        outside = tuple(
            replace(one, value=value) if one.key == key else one for one in settings.outside
        )
        work.set(settings=replace(settings, outside=outside))
        if key == KIND_KEY:
            now = work.table.settings
            work.set(settings=replace(now, kinds=_kinds(now, now.questions)))
    work.effects.append(Keep(key, value))
    return True


def seat_anew(work: Work) -> None:
    """The game that is over is no longer the table's: who plays next is asked in the lobby."""
    menu = work.table.at(TableMenu)
    if isinstance(menu.under, Over):
        work.vacate(work.table.game.gone)
        under = Lobby(work.now) if work.table.buzzers else Attract(work.now)
        work.put(replace(menu, under=under))


def _draw_from(work: Work, value: Value) -> None:
    """The questions are of that pack from now on, or of all; so are their kinds."""
    settings = work.table.settings
    names = tuple(one.name for one in settings.packs if value in (one.name, ALL_PACKS))
    work.set(settings=replace(settings, questions=names, kinds=_kinds(settings, names)))
    work.effects.append(Keep(PACKS_KEY, names))


def _kinds(settings: TableSettings, names: tuple[str, ...]) -> tuple[Kind, ...]:
    """The kinds of these packs' questions; only the one that is wanted, where there is one."""
    drawn = [one for one in settings.packs if one.name in names]
    kinds = tuple(kind for kind in Kind if any(kind in one.kinds for one in drawn))
    wanted = _outside(settings, KIND_KEY)
    return tuple(kind for kind in kinds if wanted is not None and kind == wanted.value) or kinds


def _look_like(work: Work, place: int, avatar: str) -> None:
    """Give the player with the name at `place` this sign."""
    settings = work.table.settings
    named = range(len(settings.names))
    avatars = tuple(avatar if one == place else settings.avatar(one) for one in named)
    work.set(settings=replace(settings, avatars=avatars))
    work.effects.append(Keep("seats.avatars", avatars))


# --- the game and its options --------------------------------------------------------------------


def _play(work: Work, name: str) -> bool:
    """Another game from the next deal on, by its own rules, if those who sit can play it."""
    table, game = work.table, RULESETS[name]
    if name == table.settings.ruleset:
        return True
    menu, seated = table.at(TableMenu), _seated(table)
    if seated > game.seats[-1] or (isinstance(menu.under, Over) and seated not in game.seats):
        so_many = players(game.seats)
        work.refuse(message("menu.other-number", game=game.title, players=so_many, seated=seated))
        return False
    if not _may(work, game, {}):
        return False
    work.set(settings=replace(table.settings, ruleset=name, options=()))
    work.effects += [Keep("game.options", ()), Keep(PRESET_KEY, OWN), Keep(GAME_KEY, name)]
    seat_anew(work)
    return True


def _agree(work: Work, options: Mapping[str, Value]) -> bool:
    """These house options from the next deal on, if they go together and those who sit can play."""
    table, game = work.table, work.table.ruleset
    usual = {**{one.key: one.default for one in game.options}, **table.settings.earlier}
    kept = tuple((key, options[key]) for key in usual if options.get(key, usual[key]) != usual[key])
    if not _may(work, game, dict(kept)):
        return False
    work.set(settings=replace(table.settings, options=tuple(sorted(kept))))
    work.effects += [Keep("game.options", ()), Keep(PRESET_KEY, OWN), Keep("game.options", kept)]
    return True


def _may(work: Work, game: AnyRuleset, options: Mapping[str, Value]) -> bool:
    """Return True if these options fit each other and the players; otherwise it says why."""
    seated = _seated(work.table)
    try:
        game.house(options)
        if seated in game.seats:
            game.start(Setup(seated), game.fitted(seated, options))
    except (SettingError, Refused) as refused:
        work.refuse(refused.why)
        return False
    return True


def _seated(table: Table) -> int:
    """Number of seated people who would play on."""
    return len(table.buzzers) - (len(table.game.gone) if table.stage.match is not None else 0)


def _preset(game: AnyRuleset, options: Mapping[str, Value]) -> str:
    """The name of the preset that these options are; MIXED where they are none."""
    usual = {one.key: one.default for one in game.options}
    house = {**usual, **options}
    for one in game.presets:
        if one.options and {**usual, **dict(one.options)} == house:
            return one.name
    return OWN if house == usual else MIXED


def _option(table: Table, key: str) -> Option:
    name = key.removeprefix(OPTION)
    return next(one for one in table.ruleset.options if one.key == name)


def _offered(option: Option, value: Value) -> tuple[Value, ...]:
    """The values of a house option, words first; of a long range of numbers a few round ones."""
    found: list[Value] = []
    for one in option.allowed:
        found += _round(one, option.default, value) if isinstance(one, range) else [one]
    return tuple(found)


def _round(numbers: range, *also: Value) -> list[int]:
    """Numbers at round steps, the ends, and those of `also` that are numbers."""
    if len(numbers) <= MOST_CHOICES:
        return list(numbers)
    if numbers[0] == 1 and numbers[-1] > _MANY:  # cards: the first few matter most
        wanted = {*_FEW, numbers[-1]}
    else:
        steps = (base * 10**power for power in range(9) for base in (1, 2, 5))
        step = next(one for one in steps if len(numbers) / one <= MOST_CHOICES - 1)
        wanted = {numbers[0], numbers[-1], *numbers[-numbers[0] % step :: step]}
    more = (one for one in also if not isinstance(one, (bool, str)))
    return sorted(wanted.union(more))


_SECOND = 1000  # ms

_JOINED = str.maketrans(" +", "--")
"""How a value of words is part of a catalogue's code."""

_UNITS = {
    "brightness": "percent",
    "margin_percent": "percent",
    "rotation": "degrees",
    "distance_cm": "cm",
    "diagonal_inch": "inch",
}
"""The units of settings that are numbers, by the settings' names."""
_MANY, _FEW = 100, (1, 2, 3, 4, 5, 6, 8, 10, 20, 50)


def _pack(settings: TableSettings, name: Value) -> Pack | None:
    return next((one for one in settings.packs if one.name == name), None)


def _outside(settings: TableSettings, key: str) -> Outside | None:
    return next((one for one in settings.outside if one.key == key), None)
