"""The ways into the table's menu, for the stages over which it can be open."""

from dataclasses import replace

from appliance.core.effects import Sound
from appliance.core.signals import Wish, Wished
from appliance.table.elements import MenuPage, OpenPage
from appliance.table.outcomes import Lecture, MenuCall
from appliance.table.stages import TableMenu
from appliance.table.work import Work

_PAGES = {Wish.MENU: MenuPage.ROOT, Wish.PLACES: MenuPage.PLACES}


def open_menu(work: Work, buzzer: int | None, page: MenuPage = MenuPage.ROOT) -> None:
    """Open the menu over the current stage; `buzzer` steers it.

    On the page of places, a player who sits alone has pressed already, and is the first.
    """
    under = work.table.between_games
    assert under is not None, f"no menu over {work.table.stage}"
    lobby, alone = work.table.lobby, len(work.table.buzzers) == 1
    placed = lobby.sat if lobby is not None and alone and page is MenuPage.PLACES else ()
    menu = TableMenu(work.now, under=under, trail=(OpenPage(page),), steers=buzzer, placed=placed)
    work.enter(replace(menu, touched_at=work.now))
    work.sound(Sound.LOCK)


def opens(work: Work, signal: Wished) -> bool:
    """Open the menu or how to play if that was the wish; return True if so."""
    if signal.wish is Wish.HOW_TO:
        work.leave(Lecture())
        return True
    page = _PAGES.get(signal.wish)
    if page is not None:
        work.leave(MenuCall(None, page))
    return page is not None
