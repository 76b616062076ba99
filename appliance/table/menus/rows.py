"""The pages of the table's menu as data: one line a setting, one line a page.

This module also builds pages that depend on the table: the games, a game's options, the values of a
setting. A page leaves out rows without a choice at this table. The last row of every page leads
back.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from appliance.core.signals import Wish
from appliance.core.task import Task
from appliance.table.elements import MenuPage, OpenPage
from appliance.table.menus.settings import NEXT, OF_EACH_BUZZER, RENAMES, saved_game, setting_of
from appliance.table.stages import TableMenu
from appliance.table.stages.survey.state import SURVEYS
from appliance.table.state import Table
from bluffing.message import Message, Spoken, message
from bluffing.options import Value
from bluffing.rulesets import RULESETS
from bluffing.wagers import WagerGame
from bluffing.wizard import home_game, next_fact, sentences, stop

MARGIN_KEY = "display.margin_percent"

# --- effects of a row --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opens:
    """Opens another page."""

    page: MenuPage
    of: str = ""


@dataclass(frozen=True, slots=True)
class Chooses:
    """Chooses a value for the setting of `key`."""

    key: str
    value: Value


@dataclass(frozen=True, slots=True)
class Spells:
    """Adds a letter to the name; BACKSPACE removes one, RETURN ends the name."""

    letter: str


@dataclass(frozen=True, slots=True)
class Becomes:
    """Keeps the page open with another subject and the row of `cursor` lit."""

    of: str
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Surveys:
    """Leaves the menu for the house survey of that name."""

    survey: str


Does: TypeAlias = Opens | Chooses | Spells | Becomes | Surveys | Wish | None
"""Effect of a hold on a row; a Wish leaves the menu for it, None leads back one page."""


@dataclass(frozen=True, slots=True)
class MenuRow:
    """One row of a page: its name and value, meaning and effect.

    `marked` says that its value is in force, `avatar` is the sign and `game` the ruleset that it is
    about, and `opens` says that it leads to another page.
    """

    label: Spoken
    does: Does
    value: Spoken = ""
    about: Message | None = None
    marked: bool = False
    avatar: str = ""
    game: str = ""

    @property
    def opens(self) -> bool:
        """True if a hold leads to another page."""
        return isinstance(self.does, Opens)


# --- the pages ---------------------------------------------------------------------------------

PAGES: Mapping[MenuPage, tuple[MenuPage | Task | Wish | str, ...]] = {
    MenuPage.ROOT: (
        Task.KEEPSAKE,
        Wish.HOW_TO,
        MenuPage.GAME,
        MenuPage.PEOPLE,
        MenuPage.ROOM,
        MenuPage.SERVICE,
    ),
    MenuPage.GAME: (
        "game.ruleset",
        "game.known_as",
        MenuPage.HOME,
        MenuPage.SAVED,
        "game.preset",
        MenuPage.OPTIONS,
        "game.doubt_window_ms",
        "seats.teams",
        "game.questions",
        MenuPage.SURVEYS,
        "questions.kind",
        "questions.topic",
        "questions.number_nerds",
        "questions.region",
        "questions.language",
        "questions.ages",
    ),
    MenuPage.PEOPLE: (
        Wish.WHO_PLAYS,
        MenuPage.NAMES,
        MenuPage.PLACES,
        MenuPage.BUZZERS,
        Task.STATISTICS,
        "venue.agreed",
    ),
    MenuPage.ROOM: (
        "sound.volume",
        "sound.quiet",
        "sound.speech",
        "sound.device",
        "display.screen",
        "display.cec",
        "display.layout",
        "language",
        "display.text",
        "display.contrast",
        "display.theme",
        "display.brightness",
        MARGIN_KEY,
        "display.rotation",
        "display.reduced_motion",
        "display.host",
        "display.diagonal_inch",
        "display.distance_cm",
        "display.touch",
    ),
    MenuPage.SERVICE: (
        Task.CALIBRATE,
        Task.TEACH,
        Task.FORGET,
        Task.SELF_TEST,
        Task.EVENINGS,
        MenuPage.SHUT_DOWN,
    ),
    MenuPage.SHUT_DOWN: (Task.SHUT_DOWN,),
}
"""Pages with fixed rows: pages, jobs, wishes, and settings by their keys."""

GROUPS = ("ABCDEF", "GHIJKL", "MNOPQR", "STUVWX", "YZ-' ")
"""Letters of names, in the groups that the button goes round."""

LONGEST_NAME = 12


def rows(table: Table, menu: TableMenu) -> tuple[MenuRow, ...]:
    """Return the rows of the open page; the last leads back."""
    spot = menu.spot
    match spot.page:
        case MenuPage.CHOICES:
            made: Iterable[MenuRow] = _choices(table, spot.of)
        case MenuPage.OPTIONS:
            made = (_setting(table, f"game.options.{one.key}") for one in table.ruleset.options)
        case MenuPage.SURVEYS:
            made = (MenuRow(message(f"survey.{one}"), Surveys(one)) for one in SURVEYS)
        case MenuPage.HOME | MenuPage.SAVED | MenuPage.SAVED_GAME:
            made = _of_the_house(table, spot)
        case MenuPage.NAMES:
            made = _names(table)
        case MenuPage.LETTERS | MenuPage.TITLE | MenuPage.GROUP:
            made = _spelling(table, menu)
        case MenuPage.AVATARS:
            made = _avatars(table, f"seats.avatars.{spot.of}")
        case MenuPage.BUZZERS:
            made = (*_buzzers(table), _setting(table, "seats.scan_ms"))
        case MenuPage.BUZZER:
            keys = (f"{family}.{spot.of}" for family in OF_EACH_BUZZER)
            made = (_setting(table, key) for key in keys if asks(table, key))
        case page:
            made = (row for one in PAGES.get(page, ()) for row in _row(table, menu, one))
    last = message("menu.leave" if len(menu.trail) == 1 else "menu.back")
    return (*made, MenuRow(last, None))


def asks(table: Table, key: str) -> bool:
    """Return True if the setting of `key` has a choice at this table."""
    return len(setting_of(key).choices(table)) > 1


def _row(table: Table, menu: TableMenu, what: MenuPage | Task | Wish | str) -> Iterator[MenuRow]:
    """Yield the row of one entry of PAGES, unless it leads nowhere."""
    match what:
        case MenuPage.OPTIONS if not any(
            asks(table, f"game.options.{one.key}") for one in table.ruleset.options
        ):
            pass
        case MenuPage.SAVED if not table.settings.household.saved:
            pass
        case MenuPage.SURVEYS if not isinstance(table.ruleset, WagerGame):
            pass  # only a game with questions uses the answers
        case MenuPage():
            yield MenuRow(message(f"menu.{what}"), Opens(what), about=message(f"menu.{what}.for"))
        case Task.KEEPSAKE if not menu.under.over:
            pass  # there is no end of a game to take home
        case Task():
            job = Opens(MenuPage.JOB, what)
            yield MenuRow(message(f"menu.{what}"), job, about=message(f"menu.{what}.for"))
        case Wish.WHO_PLAYS if not menu.under.over:
            pass  # the lobby asks anyway
        case Wish():
            code = f"menu.{what.replace('_', '-')}"
            yield MenuRow(message(code), what, about=message(f"{code}.for"))
        case key if asks(table, key):
            yield _setting(table, key)


def _setting(table: Table, key: str) -> MenuRow:
    """Return the row of a setting with its value; one that is only on or off changes at once."""
    setting = setting_of(key)
    value, offered = setting.current(table), setting.choices(table)
    about = setting.means(table, value)
    if setting.steps:
        return MenuRow(setting.title, Chooses(key, NEXT), about=about)
    flips = set(offered) == {True, False}
    does = Chooses(key, not value) if flips else Opens(MenuPage.CHOICES, key)
    return MenuRow(setting.title, does, setting.said(table, value), about)


def _choices(table: Table, key: str) -> Iterator[MenuRow]:
    setting = setting_of(key)
    current = setting.current(table)
    for value in setting.choices(table):
        label, about = setting.said(table, value), setting.means(table, value)
        marked, game = value == current, setting.game(value)
        yield MenuRow(label, Chooses(key, value), about=about, marked=marked, game=game)


def _of_the_house(table: Table, spot: OpenPage) -> Iterable[MenuRow]:
    """Return the rows of the wizard, and of the games that the house saved."""
    if spot.page is MenuPage.HOME:
        return _home(table, spot.of)
    return _saved(table) if spot.page is MenuPage.SAVED else _saved_game(table, spot.of)


def _home(table: Table, way: str) -> Iterator[MenuRow]:
    """Yield the answers to the question that `way` leads to, or the game at its end."""
    question = stop(way).question
    if question is None:
        yield from _home_game(table, way)
    else:
        for number, answer in enumerate(question.answers):
            becomes = Becomes(f"{way}{number}")
            yield MenuRow(question.label(answer), becomes, answer.picture, question.says(answer))
    if way:
        before = Becomes(way.partition("/")[0][:-1])
        yield MenuRow(message("menu.home.undo"), before, about=message("menu.home.undo.for"))


def _home_game(table: Table, way: str) -> Iterator[MenuRow]:
    """Yield the rows of the game at the end of `way`: play it, set further options, or save it."""
    home = home_game(way)
    about = sentences(home.rules)
    yield MenuRow(message("menu.home.play"), Chooses("game.home", way), about=about)
    for cursor, fact in enumerate(home.facts, 1):
        setting, value = setting_of(f"game.options.{fact.key}"), home.fact(fact)
        becomes = Becomes(next_fact(way, fact), cursor)
        yield MenuRow(setting.title, becomes, setting.said(table, value), fact.says)
    names = (
        saved.name
        for saved in table.settings.household.saved
        if (saved.ruleset, dict(saved.options)) == (home.game.name, home.options)
    )
    save, name = Opens(MenuPage.TITLE, way), next(names, "")
    label, about = message("menu.home.save"), message("menu.home.save.for")
    yield MenuRow(label, save, message("text", text=name) if name else "", about)


def _saved(table: Table) -> Iterator[MenuRow]:
    """Yield the house's own games."""
    for saved in table.settings.household.saved:
        game = RULESETS[saved.ruleset]
        name, opens = message("text", text=saved.name), Opens(MenuPage.SAVED_GAME, saved.name)
        yield MenuRow(name, opens, game.called(dict(saved.options)), game.summary)


def _saved_game(table: Table, name: str) -> Iterator[MenuRow]:
    """Yield the rows of a game of the house: play, rename or erase it."""
    saved = saved_game(table, name)
    about = RULESETS[saved.ruleset].summary
    yield MenuRow(message("menu.home.play"), Chooses("game.saved", name), about=about)
    rename = Opens(MenuPage.TITLE, f"{RENAMES}{name}")
    yield MenuRow(message("menu.rename"), rename, about=message("menu.rename.for"))
    erase = Chooses("game.forgotten", name)
    yield MenuRow(message("menu.erase"), erase, about=message("menu.erase.for"))


def _avatars(table: Table, key: str) -> Iterator[MenuRow]:
    for row in _choices(table, key):
        yield replace(row, avatar=str(row.does.value) if isinstance(row.does, Chooses) else "")


def _names(table: Table) -> Iterator[MenuRow]:
    """Yield as many names as there can be players, each with its player's buzzer number, if any."""
    for place in range(table.settings.buzzers):
        buzzer = table.buzzers[table.names.index(place)] if place in table.names else None
        whose = "" if buzzer is None else message("menu.names.buzzer", number=buzzer + 1)
        opens = Opens(MenuPage.LETTERS, str(place))
        name = message("text", text=table.settings.names[place])
        about, avatar = message("menu.names.for"), table.settings.avatar(place)
        yield MenuRow(name, opens, whose, about, avatar=avatar)


def _buzzers(table: Table) -> Iterator[MenuRow]:
    """Yield every buzzer, with its player and its grammar."""
    for buzzer in range(table.settings.buzzers):
        seat = table.seat_of(buzzer)
        label = message("menu.buzzer", number=buzzer + 1)
        if seat is not None:
            label = message("menu.buzzer.of", number=buzzer + 1, name=table.name(seat))
        grammar = setting_of(f"seats.grammars.{buzzer}")
        value = grammar.said(table, grammar.current(table))
        yield MenuRow(label, Opens(MenuPage.BUZZER, str(buzzer)), value, message("menu.buzzer.for"))


def _spelling(table: Table, menu: TableMenu) -> Iterator[MenuRow]:
    """Yield the groups of letters, or the letters of the open group."""
    spot = menu.spot
    if spot.page is MenuPage.GROUP:
        yield from (MenuRow(_letter(letter), Spells(letter)) for letter in spot.of)
        return
    yield from _groups(menu.draft)
    if spot.page is MenuPage.LETTERS:
        yield _avatar(table, int(spot.of))


def _groups(draft: str) -> Iterator[MenuRow]:
    yield from (
        MenuRow(message("text", text=" ".join(map(str, group))), Opens(MenuPage.GROUP, group))
        for group in GROUPS
    )
    yield from (MenuRow(message("menu.delete"), Spells("\b")),) if draft else ()
    yield from (MenuRow(message("menu.done"), Spells("\n")),) if draft.strip() else ()


def _avatar(table: Table, place: int) -> MenuRow:
    """Return the row of the sign of the person with that name."""
    setting = setting_of(f"seats.avatars.{place}")
    value, opens = setting.current(table), Opens(MenuPage.AVATARS, str(place))
    label, about = setting.said(table, value), setting.means(table, value)
    return MenuRow(setting.title, opens, label, about, avatar=str(value))


def _letter(one: str) -> Message:
    return message("menu.space") if one == " " else message("text", text=one)


def opening(page: MenuPage, table: Table, of: str = "") -> OpenPage:
    """Return a page at its opening, with the cursor on the value in force or on a harmless row."""
    if page in (MenuPage.CHOICES, MenuPage.AVATARS):
        setting = setting_of(of if page is MenuPage.CHOICES else f"seats.avatars.{of}")
        offered, value = setting.choices(table), setting.current(table)
        return OpenPage(page, offered.index(value) if value in offered else 0, of)
    return OpenPage(page, len(PAGES[page]) if page is MenuPage.SHUT_DOWN else 0, of)
