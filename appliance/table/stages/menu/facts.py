"""The open page of the table's menu."""

from collections.abc import Sequence
from dataclasses import dataclass

from appliance.core.task import Task
from appliance.presses.debounce import Press
from appliance.presses.gestures import HOLD_AFTER
from appliance.table.elements import MenuPage, OpenPage
from appliance.table.menus.rows import MARGIN_KEY, MenuRow, Opens, rows
from appliance.table.menus.settings import setting_of
from appliance.table.stage_facts import StageFacts
from appliance.table.stages import TableMenu
from appliance.table.state import Table
from bluffing.message import Message, message
from bluffing.wizard import home_game, stop

GROUP_OF = MenuPage.GROUP
"""The page with one open group of letters."""


@dataclass(frozen=True, slots=True)
class MenuFacts(StageFacts):
    """The open page: a tap goes to the next of its rows, a hold takes the one at `cursor`.

    `trail` are the titles of the pages that lead to it, its own last. `steers` is the buzzer that
    steers, or None if any may. `hold` has the times at which its current hold began and takes the
    row. `draft` is the typed name, and `group` are the letters to choose its next one from.
    `placed` are the buzzers pressed in clockwise order, and `placing` says that the page asks for
    them. `lines` are the results of `job` so far, `done` says that these are all.
    """

    page: MenuPage
    trail: tuple[Message, ...]
    rows: tuple[MenuRow, ...]
    cursor: int
    steers: int | None
    hold: tuple[int, int] | None = None
    about: Message | None = None
    draft: str | None = None
    group: str = ""
    placed: tuple[int, ...] | None = None
    job: Task | None = None
    lines: tuple[Message, ...] = ()
    done: bool = False
    corners: bool = False  # the margin is chosen: the corners of the picture are shown

    def refused_at(self, newest: Sequence[Press]) -> int | None:
        """Return the time of the last press of a buzzer that does not steer, for the notice."""
        return max((one.at for one in newest if one.buzzer != self.steers), default=None)


def menu_of(table: Table, menu: TableMenu, newest: Sequence[Press]) -> MenuFacts:
    """Return the open page of `menu`; `newest` is each buzzer's last press."""
    spot, made = menu.spot, rows(table, menu)
    job = Task(spot.of) if spot.page is MenuPage.JOB else None
    told = menu.told
    spells = spot.page in (MenuPage.LETTERS, MenuPage.TITLE, GROUP_OF)
    return MenuFacts(
        page=spot.page,
        trail=tuple(_title(table, page) for page in menu.trail if page.page is not GROUP_OF),
        rows=made,
        cursor=spot.cursor % len(made),
        steers=menu.steers,
        hold=_hold(menu, newest),
        about=made[spot.cursor % len(made)].about or _about(spot, menu),
        draft=menu.draft if spells else None,
        group=spot.of if spot.page is GROUP_OF else "",
        placed=tuple(one for one, _ in menu.placed) if spot.page is MenuPage.PLACES else None,
        job=job,
        lines=told.lines if told is not None else (),
        done=told is not None and told.done,
        corners=MARGIN_KEY in (spot.of, _setting(made[spot.cursor % len(made)])),
    )


def _setting(row: MenuRow) -> str:
    """Return the key of the setting that a row opens, or ""."""
    return row.does.of if isinstance(row.does, Opens) else ""


def _title(table: Table, spot: OpenPage) -> Message:
    match spot.page:
        case MenuPage.CHOICES:
            return setting_of(spot.of).title
        case MenuPage.LETTERS:
            return message("text", text=table.settings.names[int(spot.of)])
        case MenuPage.AVATARS:
            return message("menu.avatar")
        case MenuPage.HOME:
            question = stop(spot.of).question
            return home_game(spot.of).title if question is None else question.title
        case MenuPage.SAVED_GAME:
            return message("text", text=spot.of)
        case MenuPage.BUZZER:
            return message("menu.buzzer", number=int(spot.of) + 1)
        case MenuPage.JOB:
            return message(f"menu.{spot.of}")
        case page:
            return message(f"menu.{page}")


def _about(spot: OpenPage, menu: TableMenu) -> Message | None:
    """Return the request of a page as a whole."""
    match spot.page:
        case MenuPage.TITLE:
            return message("menu.title.for")
        case MenuPage.LETTERS | MenuPage.GROUP:
            return message("menu.letters.for")
        case MenuPage.PLACES:
            asks = ("first", "second", "next")[min(len(menu.placed), 2)]
            return message(f"menu.places.{asks}")
        case MenuPage.JOB:
            return message(f"menu.{spot.of}.for")
        case MenuPage.SHUT_DOWN | MenuPage.SURVEYS:
            return message(f"menu.{spot.page}.for")
        case _:
            return None


def _hold(menu: TableMenu, newest: Sequence[Press]) -> tuple[int, int] | None:
    """Return the current hold of the buzzer that steers, or None."""
    for press in newest:
        if press.until is None and press.at >= menu.since and press.buzzer == menu.steers:
            return press.at, press.at + HOLD_AFTER
    return None
