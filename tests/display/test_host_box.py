"""Otto sits in his box while he is on, looks at the seat at stake, and covers no word."""

from dataclasses import replace
from unittest import mock

import pytest
from at_table import playing
from example_seats import AT
from example_views import EXAMPLES
from extent import some
from recorder import drawn
from said import ENGLISH

from appliance.display.captions import Captions
from appliance.display.cast import box as host_box
from appliance.display.cast.faces import Mood
from appliance.display.cast.feelings import host_mood
from appliance.display.cast.owl import Look, owl_in_box
from appliance.display.draw import Artist
from appliance.display.layout import LAYOUTS, Layout, Slot
from appliance.display.lettering import Kit
from appliance.display.pen import Pen
from appliance.display.quiet import pygame
from appliance.display.view import View
from appliance.table.facts import facts_of

SIZES = ((1280, 720), (800, 480), (720, 1280))


def looks(view: View, layout: Layout) -> list[Look]:
    """The directions in which he looks, from each of his boxes."""
    with mock.patch.object(host_box, "owl_in_box", wraps=owl_in_box) as owl:
        Artist(layout, kit=Kit()).draw(pygame.Surface((1280, 720), 0, 32), view, AT)
    return [call.args[2] for call in owl.call_args_list]


def boxes(view: View, layout: Layout, size: tuple[int, int]) -> list[pygame.Rect]:
    """The places of his boxes on the picture."""
    found = list[pygame.Rect]()

    def draw(_pen: Pen, _view: View, _plan: object, head: Slot, place: pygame.Rect) -> None:
        found.append(head.place(place))

    with mock.patch.object(host_box, "draw", draw):
        Artist(layout, kit=Kit()).draw(pygame.Surface(size, 0, 32), view, AT)
    return found


def test_he_is_there_while_he_is_on() -> None:
    people = playing(3)
    facts = facts_of(people.table, people.now)
    captions = Captions()
    view = captions.view(facts, ENGLISH, people.now)
    assert view.show.hosted
    assert captions.view(facts, ENGLISH, people.now) is view, "a window need not draw it again"
    assert not Captions(on=False).view(facts, ENGLISH, people.now).show.hosted


def test_he_looks_at_the_seat_at_stake() -> None:
    view = EXAMPLES["game"]
    assert looks(view, "tv") == [(-0.71, 0.71)], "the claimant sits at the left, below him"
    north, south = looks(view, "tabletop")
    assert {round(a + b, 1) for a, b in zip(north, south, strict=True)} != {2.0}
    assert not looks(replace(view, show=replace(view.show, hosted=False)), "tv")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.examples
def test_his_box_covers_no_word(size: tuple[int, int], layout: Layout) -> None:
    hosted = 0
    for name in some(EXAMPLES, 6):
        places = boxes(EXAMPLES[name], layout, size)
        hosted += bool(places)
        texts = drawn(EXAMPLES[name], AT, size, layout).texts
        hidden = [text.text for text in texts if text.ink.collidelist(places) >= 0]
        assert not hidden, name
    assert hosted > 2


def test_his_moods_follow_from_what_all_have_seen() -> None:
    moods = {name: host_mood(view) for name, view in EXAMPLES.items()}
    assert moods["game"] is Mood.DOUBTING
    assert moods["waiting"] is Mood.WAITING
    assert moods["asleep"] is moods["paused"] is Mood.ASLEEP
    assert moods["doubt"] is Mood.GASP
    assert moods["reveal"] is Mood.THINKING
    assert moods["lie"] is moods["over"] is Mood.WINNING, "he enjoys a good lie"
    assert moods["truth"] is Mood.SMUG
    secret = replace(EXAMPLES["lie"].show, told=False, suspense=True)
    assert {host_mood(replace(EXAMPLES[name], show=secret)) for name in ("lie", "truth")} == {
        Mood.THINKING
    }
