"""The messages at the top of the table's menu."""

from appliance.table.answers import Headline
from appliance.table.elements import MenuPage
from appliance.table.facts.values import Facts
from appliance.table.stages.menu.facts import MenuFacts
from bluffing.message import message


def headline(_facts: Facts, menu: MenuFacts) -> Headline:
    """Name the open page, and the button that goes through it."""
    if menu.page is MenuPage.PLACES:
        return menu.trail[-1], message("menu.how.places")
    if menu.steers is None:
        return menu.trail[-1], message("menu.how.any")
    return menu.trail[-1], message("menu.how", number=menu.steers + 1)
