"""Whatever is heard is seen, too: a table without a loudspeaker loses nothing."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from example_seats import AT
from example_views import EXAMPLES

from appliance.core.effects import Sound
from appliance.core.signals import MS
from appliance.display import show
from appliance.display.draw import Artist
from appliance.display.pen import shared_kit
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.display.view_of import shown
from appliance.table.work import Work
from appliance.words import words_of
from bluffing.rulesets import RULESETS
from lab.sim.change import Change
from lab.sim.games import play
from lab.sim.invitation import SimulatedGame

SMALL = (800, 480)
OF_THE_SHOW = {Sound.BED, Sound.FUSE, Sound.HEART, Sound.GASP, Sound.FINISH, Sound.ROLL, Sound.CARD,
               Sound.STAMP, Sound.TRUTH, Sound.LIE, Sound.TAKE, Sound.WIN}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_the_table_has_played_changes_the_view(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[Sound]()
    heard = Counter[Sound]()
    sounds: Callable[..., None] = Work.sound

    def sound(work: Work, what: Sound, *more: int | None) -> None:
        asked.append(what)
        sounds(work, what, *more)

    def watch(change: Change) -> None:
        if asked:
            before, after = (
                shown(table, words_of("en")) for table in (change.before, change.after)
            )
            assert before != after, asked
            heard.update(asked)
            asked.clear()

    monkeypatch.setattr(Work, "sound", sound)
    play(SimulatedGame(1, ruleset, journal=None), (watch,))
    assert not asked
    assert heard.keys() >= {Sound.TICK, Sound.LOCK, Sound.SIT}
    assert not heard.keys() & OF_THE_SHOW


def picture(view: View, at: int) -> bytes:
    """The view at `at`, and not before."""
    surface = pygame.Surface(SMALL, 0, 32)
    Artist(kit=shared_kit()).draw(
        surface, replace(view, show=replace(view.show, told=at >= show.lands_at(view))), at
    )
    return pygame.image.tobytes(surface, "RGB")


def test_what_the_show_has_played_changes_the_picture() -> None:
    """From just before a sound to soon after it. A heart beats on the number of the pile."""
    wanted, seen = set(OF_THE_SHOW), set[Sound]()
    for view in (
        replace(example, show=replace(example.show, began=AT)) for example in EXAMPLES.values()
    ):
        for cue in show.cues(view):
            if cue.sound.sound in wanted - seen:
                assert picture(view, cue.at - 1) != picture(view, cue.at + 120 * MS), cue
                seen.add(cue.sound.sound)
    assert seen == wanted
