"""The settings that the table's menu changes, each an object: its values, words and effect.

The game, its house options, the doubt window and the buzzers' settings are the table's own. All
others are those of `TableSettings.outside`, by the keys of the settings file. A Keep goes out for
each change; after each of several, the settings file can be read. A setting refuses an impossible
change as a whole.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from appliance.core.effects import Keep, TryNext
from appliance.core.question import Kind, Pack
from appliance.presses.grammar import Grammar
from appliance.table.stages import Attract, Lobby, TableMenu
from appliance.table.state import AVATARS, SavedGame, Table, TableSettings
from appliance.table.work import Work
from appliance.text import key
from bluffing.errors import SettingError
from bluffing.game import AnyRuleset, Refused, Setup
from bluffing.house import players
from bluffing.message import Message, Spoken, message
from bluffing.options import Option, Value
from bluffing.rulesets import NAMED_GAMES, RULESETS
from bluffing.wagers import WagerGame
from bluffing.wizard import home_game

NEXT = "next"
"""Value of a setting that steps: the next one."""


@dataclass(frozen=True)
class Setting:
    """A setting by its `key` of the settings file. Its value is one of `TableSettings.outside`."""

    key: str
    steps: ClassVar[bool] = False  # only the machine knows the values: a hold takes the next

    @property
    def title(self) -> Message:
        """Name of the setting."""
        return message(f"menu.{self.key}")

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the values at this table; none if it has no such setting."""
        outside = (other for other in table.settings.outside if other.key == self.key)
        return next((other.choices for other in outside), ())

    def current(self, table: Table) -> Value:
        """Return the value in force."""
        outside = (other for other in table.settings.outside if other.key == self.key)
        return next((other.value for other in outside), "")

    def said(self, table: Table, value: Value) -> Spoken:
        """Return a value in words."""
        name = self.key.rpartition(".")[2]
        if isinstance(value, bool):
            return message("menu.yes" if value else "menu.no")
        if isinstance(value, str):
            return message(f"menu.value.{name}.{value.translate(_JOINED)}")
        if name.endswith("_ms"):
            return message("menu.seconds", seconds=value / _SECOND)
        unit = _UNITS.get(name)
        return value if unit is None else message(f"menu.{unit}", number=value)

    def means(self, table: Table, value: Value) -> Message | None:
        """Explain the setting, or one of its values."""
        return message(f"menu.{self.key}.for")

    def game(self, value: Value) -> str:
        """Return the name of the ruleset that a value plays, or ""."""
        return ""

    def change(self, work: Work, value: Value) -> bool:
        """Put the setting at `value`. Return False if that is refused: then nothing changes."""
        settings = work.table.settings
        outside = tuple(
            replace(other, value=value) if other.key == self.key else other
            for other in settings.outside
        )
        work.set(settings=replace(settings, outside=outside))
        work.effects.append(Keep(self.key, value))
        return True


_SECOND = 1000  # ms

_JOINED = str.maketrans(" +", "--")
"""Characters of a value that change in a catalogue's code."""

_UNITS = {
    "brightness": "percent",
    "margin_percent": "percent",
    "rotation": "degrees",
    "distance_cm": "cm",
    "diagonal_inch": "inch",
}
"""Units of settings that are numbers, by the settings' names."""


class Stepped(Setting):
    """A loudspeaker or screen; each hold tries the next one."""

    steps = True

    def change(self, work: Work, value: Value) -> bool:
        """Let the machine try the next."""
        work.effects.append(TryNext(self.key))
        return True


class ThemeChoice(Setting):
    """The theme of the stage: a shipped one, or a file of the settings."""

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the theme's name, or that of its file."""
        name, dot, _ = str(value).rpartition("/")[2].rpartition(".")
        return message("text", text=name) if dot else super().said(table, value)


# --- questions -----------------------------------------------------------------------------------


class OfQuestions(Setting):
    """A property that questions must have."""

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the values, in a game that asks questions."""
        return super().choices(table) if isinstance(table.ruleset, WagerGame) else ()

    def said(self, table: Table, value: Value) -> Spoken:
        """Return a value in words; codes of regions and languages from packs stay codes."""
        if self.key in SPELLED and len(str(value)) == len("en"):
            return message("text", text=str(value).upper())
        return super().said(table, value)


SPELLED = ("questions.region", "questions.language")
"""Keys of settings whose values are codes, which a pack may add."""


class QuestionKind(OfQuestions):
    """The kind of questions: facts or fun."""

    def change(self, work: Work, value: Value) -> bool:
        """Draw questions of that kind only."""
        super().change(work, value)
        settings = work.table.settings
        work.set(settings=replace(settings, kinds=_kinds(settings, settings.questions)))
        return True


class QuestionPacks(Setting):
    """The packs that questions are drawn from: one, or all."""

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the packs, in a game that asks questions."""
        names = tuple(pack.name for pack in table.settings.packs)
        asks = isinstance(table.ruleset, WagerGame)
        return (*names, ALL_PACKS) if asks and len(names) > 1 else ()

    def current(self, table: Table) -> Value:
        """Return the pack; ALL_PACKS, or MIXED for some of them."""
        settings = table.settings
        if len(settings.questions) == 1:
            return settings.questions[0]
        every = {pack.name for pack in settings.packs}
        return ALL_PACKS if set(settings.questions) == every else MIXED

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the pack's own title."""
        pack = self._pack(table, value)
        return super().said(table, value) if pack is None else message("text", text=pack.title)

    def means(self, table: Table, value: Value) -> Message | None:
        """Say how many questions a pack has."""
        pack = self._pack(table, value)
        if pack is None:
            return super().means(table, value)
        return message("menu.game.questions.pack", name=pack.name, n=pack.count)

    def change(self, work: Work, value: Value) -> bool:
        """Draw from that pack, or from all, and their kinds."""
        settings = work.table.settings
        names = tuple(pack.name for pack in settings.packs if value in (pack.name, ALL_PACKS))
        kinds = _kinds(settings, names)
        work.set(settings=replace(settings, questions=names, kinds=kinds))
        work.effects.append(Keep(self.key, names))
        return True

    @staticmethod
    def _pack(table: Table, name: Value) -> Pack | None:
        return next((pack for pack in table.settings.packs if pack.name == name), None)


ALL_PACKS = "all"
"""The choice of all packs of questions."""

MIXED = "mixed"
"""Value for options that match no preset, and for several packs."""


def _kinds(settings: TableSettings, names: tuple[str, ...]) -> tuple[Kind, ...]:
    """Return the kinds of these packs' questions; only the wanted kind, where they have it."""
    drawn = [pack for pack in settings.packs if pack.name in names]
    kinds = tuple(kind for kind in Kind if any(kind in pack.kinds for pack in drawn))
    wanted = {other.value for other in settings.outside if other.key == "questions.kind"}
    return tuple(kind for kind in kinds if kind in wanted) or kinds


# --- the game and its options --------------------------------------------------------------------

OWN = ""
"""The preset of a game with its default options."""


def play(work: Work, game: AnyRuleset, options: Mapping[str, Value]) -> bool:
    """Play `game` with these options at the next deal, if they suit each other and the players."""
    table, usual = work.table, {option.key: option.default for option in game.options}
    menu, seated = table.at(TableMenu), _seated(table)
    another = game.name != table.settings.ruleset
    if another and (seated > game.seats[-1] or (menu.under.over and seated not in game.seats)):
        so_many = players(game.seats)
        work.refuse(message("menu.other-number", game=game.title, players=so_many, seated=seated))
        return False
    if not another:
        usual.update(table.settings.earlier)
    kept = tuple((key, options[key]) for key in usual if options.get(key, usual[key]) != usual[key])
    if not _may(work, game, dict(kept)):
        return False
    settings = replace(table.settings, ruleset=game.name, options=tuple(sorted(kept)))
    work.set(settings=settings)
    _regroup(work)
    work.effects += [
        Keep("game.options", ()),
        Keep("game.preset", OWN),
        Keep("game.ruleset", game.name),
        Keep("game.options", kept),
    ]
    if another:
        seat_anew(work)
    return True


class GameChoice(Setting):
    """The ruleset."""

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the games that need no more buzzers than there are."""
        buzzers = table.settings.buzzers
        return tuple(name for name, game in RULESETS.items() if game.seats[0] <= buzzers)

    def current(self, table: Table) -> Value:
        """Return the ruleset's name."""
        return table.settings.ruleset

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the game's title."""
        return RULESETS[str(value)].title

    def game(self, value: Value) -> str:
        """Return the ruleset."""
        return str(value)

    def means(self, table: Table, value: Value) -> Message | None:
        """Return the game's summary."""
        return RULESETS[str(value)].summary

    def change(self, work: Work, value: Value) -> bool:
        """Play another game at the next deal, by its own rules, if the seated players can."""
        game = RULESETS[str(value)]
        return game.name == work.table.settings.ruleset or play(work, game, {})


class KnownAs(Setting):
    """The game by its name in people's country."""

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the named games with enough buzzers, those of the language first."""
        buzzers, language = table.settings.buzzers, setting_of("language").current(table)
        names = [name for name, named in NAMED_GAMES.items() if named.game.seats[0] <= buzzers]
        return tuple(sorted(names, key=lambda name: NAMED_GAMES[name].preset.language != language))

    def current(self, table: Table) -> Value:
        """Return the chosen named game, or "" if it is none."""
        house = table.ruleset.house(table.settings.house)
        for name, (game, preset) in NAMED_GAMES.items():
            if game is table.ruleset and game.house(dict(preset.options)) == house:
                return name
        return ""

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the name in its country's language."""
        named = NAMED_GAMES.get(str(value))
        return "" if named is None else message("text", text=named.preset.title)

    def game(self, value: Value) -> str:
        """Return the ruleset of a named game."""
        return NAMED_GAMES[str(value)].game.name

    def means(self, table: Table, value: Value) -> Message | None:
        """Explain the game in a sentence."""
        named = NAMED_GAMES.get(str(value))
        return super().means(table, value) if named is None else named.game.says(named.preset)

    def change(self, work: Work, value: Value) -> bool:
        """Play that game at the next deal."""
        named = NAMED_GAMES[str(value)]
        return play(work, named.game, dict(named.preset.options))


class HomeChoice(Setting):
    """The game at the end of the wizard, by the way that leads there."""

    def change(self, work: Work, value: Value) -> bool:
        """Play that game at the next deal."""
        home = home_game(str(value))
        return play(work, home.game, home.options)


class SavedChoice(Setting):
    """One of the house's own games, by its name."""

    def change(self, work: Work, value: Value) -> bool:
        """Play that game at the next deal."""
        saved = saved_game(work.table, str(value))
        return play(work, RULESETS[saved.ruleset], dict(saved.options))


class Forgotten(Setting):
    """One of the house's own games, to erase."""

    def change(self, work: Work, value: Value) -> bool:
        """Erase the game."""
        save_games(
            work, (game for game in work.table.settings.household.saved if game.name != value)
        )
        return True


def saved_game(table: Table, name: str) -> SavedGame:
    """Return the house's own game of that name."""
    return next(game for game in table.settings.household.saved if game.name == name)


RENAMES = "="
"""Prefix of a saved game's name, on a page of letters that is about it and not about a way."""


def entitle(work: Work, of: str, name: str) -> bool:
    """Save the game at the end of the way `of`, or rename a saved one; False if that is refused."""
    saved = work.table.settings.household.saved
    earlier = of.removeprefix(RENAMES) if of.startswith(RENAMES) else None
    if not name or key(name) in (key(game.name) for game in saved if game.name != earlier):
        work.refuse(message("menu.title-taken" if name else "menu.no-name", name=name))
        return False
    if earlier is None:
        home = home_game(of)
        game = SavedGame(name, home.game.name, tuple(home.options.items()))
        save_games(work, (*saved, game))
    else:
        save_games(
            work, (replace(game, name=name) if game.name == earlier else game for game in saved)
        )
    return True


def save_games(work: Work, games: Iterable[SavedGame]) -> None:
    """Keep these as the house's own games."""
    saved = tuple(games)
    settings = work.table.settings
    work.set(settings=replace(settings, household=replace(settings.household, saved=saved)))
    kept = tuple((game.name, game.ruleset, game.options) for game in saved)
    work.effects.append(Keep("saved", kept))


class GamePreset(Setting):
    """A named set of the game's house options."""

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the game's presets."""
        return (OWN, *(preset.name for preset in table.ruleset.presets if preset.options))

    def current(self, table: Table) -> Value:
        """Return the preset that the options match, or MIXED."""
        game = table.ruleset
        usual = {option.key: option.default for option in game.options}
        house = {**usual, **table.settings.house}
        for preset in game.presets:
            if preset.options and {**usual, **dict(preset.options)} == house:
                return preset.name
        return OWN if house == usual else MIXED

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the name of the preset, or of its named game."""
        titles = {preset.name: preset.title for preset in table.ruleset.presets}
        if titles.get(str(value)):
            return message("text", text=titles[str(value)])
        return message(f"menu.preset.{value or 'own'}")

    def means(self, table: Table, value: Value) -> Message | None:
        """Return the preset's purpose."""
        chosen = [preset for preset in table.ruleset.presets if preset.name == value]
        return table.ruleset.says(chosen[0]) if chosen else message("menu.preset.own.for")

    def change(self, work: Work, value: Value) -> bool:
        """Set all options of the preset."""
        presets = work.table.ruleset.presets
        chosen = (dict(preset.options) for preset in presets if preset.name == value)
        return play(work, work.table.ruleset, next(chosen, {}))


class HouseOption(Setting):
    """A house option of the game; the end of its key is the option's name."""

    @property
    def title(self) -> Message:
        """Name of the option."""
        return message(f"option.{self._name}.name")

    @property
    def _name(self) -> str:
        return self.key.rpartition(".")[2]

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the values, words first; a long range of numbers gives a few round ones."""
        option, value = self._option(table), self.current(table)
        offered: list[Value] = []
        for values in option.allowed:
            if isinstance(values, range):
                offered += _round(values, option.default, value)
            else:
                offered.append(values)
        return tuple(offered)

    def current(self, table: Table) -> Value:
        """Return the value in force at the next deal."""
        return table.ruleset.house(table.settings.house)[self._name]

    def means(self, table: Table, value: Value) -> Message | None:
        """Return the game's explanation of the option."""
        return self._option(table).says

    def change(self, work: Work, value: Value) -> bool:
        """Set the option, if it fits the others."""
        return play(work, work.table.ruleset, {**work.table.settings.house, self._name: value})

    def _option(self, table: Table) -> Option:
        return next(option for option in table.ruleset.options if option.key == self._name)


class DoubtWindow(Setting):
    """Time for which a play may be doubted, in ms, or no limit."""

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List some times, and the one in force."""
        value = self.current(table)
        return WINDOWS if value in WINDOWS else (*WINDOWS, value)

    def current(self, table: Table) -> Value:
        """Return the time."""
        window = table.settings.doubt_window_ms
        return UNTIMED if window is None else window

    def change(self, work: Work, value: Value) -> bool:
        """Set the time."""
        window = value if isinstance(value, int) else None
        work.set(settings=replace(work.table.settings, doubt_window_ms=window))
        work.effects.append(Keep(self.key, value))
        return True


UNTIMED = "untimed"
WINDOWS: tuple[Value, ...] = (3000, 5000, 8000, 12_000, UNTIMED)
"""Times for a doubt in the menu (ms)."""


def seat_anew(work: Work) -> None:
    """Leave the finished game: the lobby asks who plays next."""
    menu = work.table.at(TableMenu)
    if menu.under.over:
        work.vacate(work.table.game.gone)
        under = Lobby(work.now) if work.table.buzzers else Attract(work.now)
        work.put(replace(menu, under=under))


def _may(work: Work, game: AnyRuleset, options: Mapping[str, Value]) -> bool:
    """Return True if these options suit each other and the players; otherwise say why not."""
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
    """Return the number of seated people who would play on."""
    return len(table.buzzers) - (len(table.game.gone) if table.stage.match is not None else 0)


MOST_CHOICES = 12
"""Maximum number of offered values of a number; a longer range gives only round ones."""

_MANY, _FEW = 100, (1, 2, 3, 4, 5, 6, 8, 10, 20, 50)


def _round(numbers: range, *also: Value) -> list[int]:
    """Return numbers at round steps, the ends, and those of `also` that are numbers."""
    if len(numbers) <= MOST_CHOICES:
        return list(numbers)
    if numbers[0] == 1 and numbers[-1] > _MANY:  # cards: the first few matter most
        wanted = {*_FEW, numbers[-1]}
    else:
        steps = (base * 10**power for power in range(9) for base in (1, 2, 5))
        step = next(width for width in steps if len(numbers) / width <= MOST_CHOICES - 1)
        wanted = {numbers[0], numbers[-1], *numbers[-numbers[0] % step :: step]}
    more = (value for value in also if not isinstance(value, (bool, str)))
    return sorted(wanted.union(more))


# --- people and their buzzers --------------------------------------------------------------------


class OfPlace(Setting):
    """A setting of one name or buzzer, whose number ends the key; `menu.CODE` is its title."""

    code: ClassVar[str]

    @property
    def place(self) -> int:
        """Number of the name or buzzer, from 0."""
        return int(self.key.rpartition(".")[2])

    @property
    def title(self) -> Message:
        """Name of the setting."""
        return message(f"menu.{self.code}")

    def means(self, table: Table, value: Value) -> Message | None:
        """Explain the setting."""
        return message(f"menu.{self.code}.for")


class Avatar(OfPlace):
    """The sign of the person with a name."""

    code = "avatar"

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the free signs, and the person's own."""
        own, taken = self.current(table), table.settings.avatars
        return ("", *(sign for sign in AVATARS if sign == own or sign not in taken))

    def current(self, table: Table) -> Value:
        """Return the sign."""
        return table.settings.avatar(self.place)

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the sign's name."""
        return message(f"menu.avatar.{value or 'none'}")

    def change(self, work: Work, value: Value) -> bool:
        """Give the person this sign."""
        settings = work.table.settings
        named = range(len(settings.names))
        avatars = tuple(
            str(value) if place == self.place else settings.avatar(place) for place in named
        )
        work.set(settings=replace(settings, avatars=avatars))
        work.effects.append(Keep("seats.avatars", avatars))
        return True


class PressedAs(OfPlace):
    """The grammar of a buzzer, for a person who can't tap and hold."""

    code = "grammar"

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the grammars."""
        return tuple(grammar.value for grammar in Grammar)

    def current(self, table: Table) -> Value:
        """Return the grammar."""
        return table.settings.grammar(self.place).value

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the grammar's name."""
        return message(f"menu.grammar.{value}")

    def means(self, table: Table, value: Value) -> Message | None:
        """Explain a grammar."""
        return message(f"menu.grammar.{value}.for")

    def change(self, work: Work, value: Value) -> bool:
        """Use this grammar for the buzzer."""
        settings = work.table.settings
        grammars = tuple(
            str(value) if buzzer == self.place else settings.grammar(buzzer).value
            for buzzer in range(settings.buzzers)
        )
        work.set(settings=replace(settings, grammars=grammars))
        work.effects.append(Keep("seats.grammars", grammars))
        return True


class MoreTime(OfPlace):
    """Longer windows while the person at a buzzer may doubt."""

    code = "more-time"

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List no and yes."""
        return (False, True)

    def current(self, table: Table) -> Value:
        """Return True for longer windows."""
        return self.place in table.settings.more_time

    def change(self, work: Work, value: Value) -> bool:
        """Give the person more time, or no more."""
        settings = work.table.settings
        others = {*settings.more_time} - {self.place}
        slow = tuple(sorted(others | {self.place} if value else others))
        work.set(settings=replace(settings, more_time=slow))
        work.effects.append(Keep("seats.more_time", tuple(buzzer + 1 for buzzer in slow)))
        return True


class PressedFor(OfPlace):
    """The buzzer for which another one presses, counted from 1; 0 for its own seat."""

    code = "proxy"

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the buzzers for which this one may press.

        A buzzer with a player presses only for its own seat, as does one with another pressing for
        it.
        """
        settings = table.settings
        if self.place in table.buzzers or len(settings.pressed_by(self.place)) > 1:
            return (0,)
        each = range(settings.buzzers)
        own = (buzzer for buzzer in each if settings.proxy(buzzer) == buzzer)
        return (0, *(buzzer + 1 for buzzer in own if buzzer != self.place))

    def current(self, table: Table) -> Value:
        """Return the buzzer, from 1."""
        whose = table.settings.proxy(self.place)
        return 0 if whose == self.place else whose + 1

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the buzzer's name."""
        return message("menu.buzzer", number=value) if value else message("menu.proxy.own")

    def change(self, work: Work, value: Value) -> bool:
        """Let presses count for that buzzer."""
        settings = work.table.settings
        whose = [settings.proxy(buzzer) for buzzer in range(settings.buzzers)]
        whose[self.place] = int(value) - 1
        proxies = tuple(-1 if other == buzzer else other for buzzer, other in enumerate(whose))
        work.set(settings=replace(settings, proxies=proxies))
        work.effects.append(Keep("seats.proxies", tuple(other + 1 for other in proxies)))
        return True


class Teams(Setting):
    """Number of neighbouring buzzers that play as one team, in games of guesses."""

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List the sizes of teams that leave enough teams for the game."""
        if not isinstance(table.ruleset, WagerGame):
            return ()
        least, buzzers = table.ruleset.seats[0], table.settings.buzzers
        return tuple(size for size in TEAM_SIZES if -(-buzzers // size) >= least)

    def current(self, table: Table) -> Value:
        """Return the size."""
        return table.settings.teams

    def said(self, table: Table, value: Value) -> Spoken:
        """Return the size in words."""
        return message("menu.teams.alone") if value == 1 else message("menu.teams.of", number=value)

    def change(self, work: Work, value: Value) -> bool:
        """Form teams of `value` buzzers; people at other buzzers of a team stand up."""
        work.set(settings=replace(work.table.settings, teams=int(value)))
        work.effects.append(Keep(self.key, value))
        _regroup(work)
        return True


TEAM_SIZES = range(1, 5)
"""Numbers of buzzers of a team."""


def _regroup(work: Work) -> None:
    """Free the seats of buzzers that press for another one now; the lobby asks who plays."""
    table, menu = work.table, work.table.at(TableMenu)
    seats = enumerate(table.buzzers)
    members = {seat for seat, buzzer in seats if table.settings.presses_for(buzzer) != buzzer}
    if not members:
        return
    gone = table.game.gone if table.stage.match is not None else ()
    work.vacate({*members, *gone})
    under = Lobby(work.now) if work.table.buzzers else Attract(work.now)
    work.put(replace(menu, under=under))


class ScanPace(Setting):
    """Time for which a moving choice rests on an option, in ms."""

    def choices(self, table: Table) -> tuple[Value, ...]:
        """List some times, and the one in force."""
        pace = table.settings.scan_ms
        return SCAN_PACES if pace in SCAN_PACES else (*SCAN_PACES, pace)

    def current(self, table: Table) -> Value:
        """Return the time."""
        return table.settings.scan_ms

    def change(self, work: Work, value: Value) -> bool:
        """Set the time."""
        work.set(settings=replace(work.table.settings, scan_ms=int(value)))
        work.effects.append(Keep(self.key, value))
        return True


SCAN_PACES: tuple[Value, ...] = (600, 900, 1200, 1800, 3000, 5000)


# --- all of them ---------------------------------------------------------------------------------

_SINGLE = {
    setting.key: setting
    for setting in (
        GameChoice("game.ruleset"),
        KnownAs("game.known_as"),
        HomeChoice("game.home"),
        SavedChoice("game.saved"),
        Forgotten("game.forgotten"),
        GamePreset("game.preset"),
        DoubtWindow("game.doubt_window_ms"),
        QuestionPacks("game.questions"),
        QuestionKind("questions.kind"),
        Stepped("sound.device"),
        Stepped("display.screen"),
        ThemeChoice("display.theme"),
        Teams("seats.teams"),
        ScanPace("seats.scan_ms"),
    )
}

_FAMILIES: dict[str, type[Setting]] = {
    "game.options": HouseOption,
    "questions": OfQuestions,
    "seats.avatars": Avatar,
    "seats.grammars": PressedAs,
    "seats.more_time": MoreTime,
    "seats.proxies": PressedFor,
}
"""Families of settings, by the common beginnings of their keys."""

OF_EACH_BUZZER = ("seats.grammars", "seats.more_time", "seats.proxies")
"""Families of settings that every buzzer has."""


def setting_of(key: str) -> Setting:
    """Return the setting of `key`."""
    family = _FAMILIES.get(key.rpartition(".")[0], Setting)
    return _SINGLE.get(key) or family(key)
