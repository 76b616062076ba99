"""Every screen, at every size, with fingers and without: all of it can be read, and touched."""

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from example_evidence import PICTURED, SEEN
from example_keys import with_keys
from example_seats import AT
from example_variants import MAIN, SIZES, VIEWS
from extent import ALL
from longer import in_longer_words
from recorder import Drawn, Written, drawn
from test_theme import contrast

from appliance.display.layout import LAYOUTS, Layout
from appliance.display.sizes import Glass
from appliance.display.view import View

GLASS = Glass()

Case = tuple[str, Layout, tuple[int, int], bool, bool]


def cases() -> Iterator[Case]:
    """Many in a thorough run; else each View in one or two of them."""
    small = list(product(LAYOUTS, SIZES[:2], (False, True), (False, True)))
    large = list(product(LAYOUTS, SIZES[2:], (True,), (True,)))
    for i, name in enumerate(VIEWS):
        every = [*small, *large] if name in MAIN else small
        for layout, size, touch, other in every if ALL else small[i % 11 :: 11]:
            yield name, layout, size, touch, other


def screen(case: Case) -> tuple[View, Drawn]:
    name, layout, size, touch, other = case
    view = with_keys(VIEWS[name]) if touch else VIEWS[name]
    view = in_longer_words(view) if other else view
    return view, drawn(view, AT, size, layout, touch)


def misfits(case: Case) -> list[str]:
    """What is wrong with a screen, in words."""
    view, made = screen(case)
    size = case[2]
    least, key = GLASS.letter(size), GLASS.key(size)
    found = []
    for one in (*made.texts, *made.on_keys):
        if not one.inside:
            found.append(f"outside its box: {one.text!r}")
        if one.size < least:
            found.append(f"{one.size} under {least} pixels: {one.text!r}")
        elif not one.whole:
            found.append(f"split: {one.text!r}")
        wanted = 7.0 if one.text == view.headline else 4.5
        if (least_contrast := _contrast(one)) < wanted:
            found.append(f"contrast {least_contrast:.1f}: {one.text!r}")
    for one, other in combinations((*made.texts, *made.on_keys), 2):
        if one.ink.inflate(-2, -2).colliderect(other.ink.inflate(-2, -2)):
            found.append(f"{one.text!r} lies over {other.text!r}")
    for target in made.keys:
        if min(target.slot.rect.size) < key:
            found.append(f"key of {target.slot.rect.size}, not {key}: {target.label!r}")
        found += [
            f"key {target.label!r} lies over {one.text!r}"
            for one in made.texts
            if target.slot.rect.colliderect(one.ink)
            and not (view.menu and target.slot.rect.contains(one.ink))  # a row's own words
        ]
    return found


def _contrast(one: Written) -> float:
    """The contrast of a text with what is behind it, but for the odd pixel of an edge."""
    all_of_it = sorted(contrast(one.colour, behind) for behind in one.behind)
    return all_of_it[len(all_of_it) // 25] if all_of_it else 21.0


@pytest.mark.examples
@pytest.mark.parametrize("name", VIEWS)
def test_everything_can_be_read_and_touched(name: str) -> None:
    wrong = {case[1:]: misfits(case) for case in cases() if case[0] == name}
    assert not {case: found for case, found in wrong.items() if found}


@pytest.mark.parametrize("name", PICTURED)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_lies_over_a_photograph_can_be_read(name: str, layout: Layout) -> None:
    made = drawn(PICTURED[name], AT, (1280, 720), layout, evidence=SEEN)
    assert not [one.text for one in made.texts if _contrast(one) < 4.5]
