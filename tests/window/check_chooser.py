"""Who chooses a game in the menu has chosen it, also where the picture is a press behind."""

from random import Random

import pytest
from at_table import People
from chooser import Chooser
from player import HOLD, LONG, TAP
from whole_game import wanted

from appliance.core.signals import MS, SECOND
from appliance.display.view import View
from appliance.display.view_of import view_of
from appliance.table import Table, TableSettings
from bluffing.rulesets import RULESETS
from lab.words import words_of


@pytest.mark.parametrize("ruleset", RULESETS)
def check_the_game_in_force_is_the_one_that_was_chosen(ruleset: str) -> None:
    words = words_of("en")

    def shown(people: People) -> View:
        return view_of(people.table, people.now, words)

    for seed in range(3):
        chance, chooser = Random(seed), Chooser(wanted(ruleset))
        people = People(Table(TableSettings("bullshit", buzzers=6)), now=SECOND)
        people.press(2, LONG)
        before = shown(people)
        for _ in range(1000):
            now = shown(people)
            if now.menu is None:
                break
            seen = before if chance.random() < 0.4 and before.menu is not None else now
            before = now
            people.press(2, HOLD if chooser.takes(seen) else TAP)
            people.wait(50 * MS)
        assert shown(people).menu is None, "the menu was never left"
        settings = people.table.settings
        assert (settings.ruleset, settings.doubt_window_ms) == (ruleset, 3000)
