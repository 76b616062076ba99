"""Every screen, at every size, with fingers and without: everything can be read, and touched."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest
from example_evidence import PICTURED, SEEN
from example_keys import with_keys
from example_seats import AT
from example_variants import MAIN, SIZES, VIEWS
from extent import ALL, EXPLORES, half, often, opposites
from golden_moments import MOMENTS
from golden_moments import view as golden_view
from longer import in_longer_words
from recorder import Drawn, Written, drawn, recorders_kit
from test_theme import contrast
from translated import in_language, message_of

from appliance.config import Display
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.shades import Contrast
from appliance.display.sizes import FINGER_MM, TEXT_SCALES, Glass, TextSize
from appliance.display.view import View
from appliance.words import LANGUAGES, words_of
from lab.gallery.tour import with_seats

GLASS = Glass()
TEN, TEN_INCHES = Glass(10, 40), ((1280, 800), (1920, 1080), (800, 480))

Case = tuple[str, Layout, tuple[int, int], bool, bool]

Look = tuple[TextSize, Contrast]
LOOKS: tuple[Look, ...] = (("larger", "normal"), ("largest", "normal"), ("normal", "high"))
"""What eyes may wish for, each alone; both at once are like them."""
SMALL = tuple(product(LAYOUTS, SIZES[:2], (False, True)))
"""Each layout at each of the small sizes, without keys and with them."""
KITS = {"normal": recorders_kit(), "high": recorders_kit(high=True)}


def cases() -> Iterator[Case]:
    """Each View in half of the small cases, all that three of their four choices give among them.

    The main ones in full HD, too, and in one of the layouts in 4K. In a usual run each View in one
    or two of the small cases; where a test explores in all.
    """
    small = list(product(LAYOUTS, SIZES[:2], (False, True), (False, True)))
    for i, name in enumerate(VIEWS):
        for layout, size, touch, other in half(small, i) if ALL else small[i % 11 :: 11]:
            yield name, layout, size, touch, other
    for i, name in enumerate(MAIN if ALL else ()):
        for j, layout in enumerate(LAYOUTS):
            for size in SIZES[2:] if EXPLORES or (i + j) % 2 else SIZES[2:3]:
                yield name, layout, size, True, True


Stands = tuple[str, Layout, tuple[int, int], Glass, bool]
USUAL, IN_MARGINS = Glass(), Glass(Display(margin_percent=5).picture_inch)
OTHERS: tuple[tuple[tuple[int, int], Glass], ...] = (
    ((720, 1280), USUAL),
    ((800, 1280), USUAL),
    ((1080, 1920), USUAL),
    ((480, 800), USUAL),
    ((648, 1152), IN_MARGINS),
    ((1152, 648), IN_MARGINS),
)
"""Screens that stand upright, and the pictures of 1280x720 and 720x1280 inside margins of 5 %."""


def upright() -> Iterator[tuple[str, Stands]]:
    """Each View in each language on one of these screens, now with keys, now without.

    So each has all layouts and screens in some language. In a usual run every second View has one
    language; where a test explores all have everything.
    """
    every = list(product(OTHERS, LAYOUTS, (False, True)))
    for i, name in enumerate(VIEWS):
        for j, language in enumerate(LANGUAGES):
            if not ALL and j != i // 2 % len(LANGUAGES):
                continue
            turn = 7 * i + 5 * j
            for at in range(len(every)) if EXPLORES else {turn, turn + 13} if ALL else {turn}:
                (size, glass), layout, touch = every[at % len(every)]
                if ALL or i % 2 == 0:
                    yield language, (name, layout, size, glass, touch)


def misfits(case: Case) -> list[str]:
    """The faults of an example, in its own words or in longer ones."""
    name, layout, size, touch, other = case
    view = with_keys(VIEWS[name]) if touch else VIEWS[name]
    view = in_longer_words(view) if other else view
    return misfits_of(view, size, drawn(view, AT, size, layout, touch))


def in_languages() -> Iterator[tuple[str, str, Layout, tuple[int, int], bool]]:
    """Each View in each language at the small sizes, in two opposite cases of eight.

    In these it has both layouts, both sizes, and keys or none; in four languages it has all eight.
    In a usual run every third View in one language and case; where a test explores all in all.
    """
    for i, name in enumerate(VIEWS):
        every = [
            (language, *case)
            for j, language in enumerate(LANGUAGES)
            for case in (opposites(SMALL, i + j) if ALL else SMALL)
        ]
        for chosen in every if ALL else every[i * 7 % len(every) :][: int(i % 3 == 0)]:
            yield name, *chosen


def in_looks() -> Iterator[tuple[str, Look, Layout, tuple[int, int], bool]]:
    """Each View in each look at the small sizes, in two opposite cases of eight, as above."""
    for i, name in enumerate(VIEWS):
        every = [
            (look, *case)
            for j, look in enumerate(LOOKS)
            for case in (opposites(SMALL, i + j) if ALL else SMALL)
        ]
        for chosen in every if ALL else every[i * 7 % len(every) :][: int(i % 3 == 1)]:
            yield name, *chosen


def misfits_of(
    view: View, size: tuple[int, int], made: Drawn, words: float = 4.5, glass: Glass = GLASS
) -> list[str]:
    """The faults of a screen of `size` (width, height) pixels, in words.

    `words` is the least contrast of the words outside of headlines.
    """
    least, found = glass.floor(size), list[str]()
    for first in (*made.texts, *made.on_keys):
        if not first.inside:
            found.append(f"outside its box: {first.text!r}")
        if first.size < least:
            found.append(f"{first.size} under {least} pixels: {first.text!r}")
        elif not first.whole:
            found.append(f"split: {first.text!r}")
        wanted = 7.0 if first.text == view.headline else words
        if (least_contrast := _contrast(first)) < wanted:
            found.append(f"contrast {least_contrast:.1f}: {first.text!r}")
    for first, second in combinations((*made.texts, *made.on_keys), 2):
        if first.ink.inflate(-2, -2).colliderect(second.ink.inflate(-2, -2)):
            found.append(f"{first.text!r} lies over {second.text!r}")
    return found + misplaced(view, made, glass.key(size))


def misplaced(view: View, made: Drawn, key: int) -> list[str]:
    """The faults of the keys of a screen, which should be `key` pixels large."""
    found = []
    for target in made.keys:
        if min(target.slot.rect.size) < key:
            found.append(f"key of {target.slot.rect.size}, not {key}: {target.label!r}")
        found += [
            f"key {target.label!r} lies over {text.text!r}"
            for text in made.texts
            if target.slot.rect.colliderect(text.ink)
            and not (view.menu and target.slot.rect.contains(text.ink))  # a row's own words
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


@pytest.mark.untraced
def test_what_an_example_says_is_found_in_the_catalogue() -> None:
    """English put into English is the same; and little is left that no catalogue has."""
    told = [text for view in VIEWS.values() for text in _texts(view)]
    again = [text for view in VIEWS.values() for text in _texts(in_language(view, "en"))]
    assert again == told
    unknown = {text for text in told if text and isinstance(message_of(text), str)}
    assert len(unknown) <= 13, sorted(unknown)


def _texts(view: View) -> tuple[str, ...]:
    word = () if view.verdict is None else (view.verdict.word,)
    tale = () if view.end is None else view.end.tale
    if view.end is not None and view.end.catch is not None:
        tale = (*tale, view.end.catch.sentence, view.end.catch.word)
    lines = (view.title, view.headline, view.detail, view.notice.text)
    return (*lines, view.box.ask, view.box.camera, *word, *tale)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.examples
def test_everything_can_be_read_and_touched_in_every_language(language: str) -> None:
    wrong = {}
    for name, spoken, layout, size, touch in in_languages():
        if spoken != language:
            continue
        view = with_keys(VIEWS[name]) if touch else VIEWS[name]
        view = in_language(view, language)
        found = misfits_of(view, size, drawn(view, AT, size, layout, touch))
        if found:
            wrong[name, layout, size, touch] = found
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.examples
def test_everything_can_be_read_and_touched_upright_and_in_margins(language: str) -> None:
    wrong = {}
    for spoken, (name, layout, size, glass, touch) in upright():
        if spoken != language:
            continue
        view = with_keys(VIEWS[name]) if touch else VIEWS[name]
        view = in_language(view, language)
        made = drawn(view, AT, size, layout, touch, glass=glass)
        found = misfits_of(view, size, made, glass=glass)
        if found:
            wrong[name, layout, size, touch] = found
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.examples
def test_every_moment_can_be_read_upright_and_in_margins(language: str) -> None:
    """Each moment of the golden pictures in each layout and size, now with keys, now without."""
    wrong = {}
    every = list(product(MOMENTS, OTHERS, LAYOUTS))
    turn = LANGUAGES.index(language)
    for at, (name, (size, glass), layout) in enumerate(every):
        if not ALL and at % 48 != turn:
            continue
        view, moment = golden_view(name, words_of(language))
        touch = (at + at // 2 + turn) % 2 == 0
        view = with_keys(view) if touch and view.seats else view
        made = drawn(view, moment, size, layout, touch, glass=glass)
        if found := misfits_of(view, size, made, glass=glass):
            wrong[name, layout, size, touch] = found
    assert not wrong


@pytest.mark.parametrize("name", ["game", "heaps", "lobby"])
def test_long_sentences_have_room_on_an_upright_tv(name: str) -> None:
    view, size = VIEWS[name], (720, 1280)
    camera = "camera lost: the screen was pulled out: the game waits for it"
    detail = "Verish' ne Verish' with 6 players: pack = 36 is for 2 or 3. Change it in the menu "
    view = replace(
        view,
        box=replace(view.box, camera=camera, lost=True),
        detail=f"{detail}of the table: hold 2.5 s",
    )
    assert not misfits_of(view, size, drawn(view, AT, size, "tv"))


@pytest.mark.parametrize("seats", range(2, 12))
@pytest.mark.thorough
def test_what_is_played_can_be_read_and_touched_in_every_language(seats: int) -> None:
    """Each moment of the gallery's games once in each language, now in this case, now in that.

    Where a test explores it is in all of them: in each layout, size up to full HD and size of
    letters, with keys and without them.
    """
    sized = product(LAYOUTS, SIZES[:3], (False, True))
    cases, wrong = tuple(product(sized, TEXT_SCALES)), {}
    for i, moment in enumerate(seat for seat in with_seats(seats) if seat.differs):
        for j, language in enumerate(LANGUAGES):
            view = moment.view(words_of(language))
            turn = (7 * i + 5 * j + seats) % len(cases)
            for (layout, size, touch), text in cases if EXPLORES else cases[turn : turn + 1]:
                made = drawn(view, moment.at, size, layout, touch, glass=Glass(text=text))
                if found := misfits_of(view, size, made):
                    wrong[moment.name, language, layout, size, touch, text] = found
    assert not wrong


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.examples
def test_everything_can_be_read_and_touched_in_larger_letters_and_high_contrast(look: Look) -> None:
    """Words that have no room so are as large as they must be; all have a contrast of 7 in high."""
    (text, contrast_), wrong = look, {}
    for name, wished, layout, size, touch in in_looks():
        if wished != look:
            continue
        view = with_keys(VIEWS[name]) if touch else VIEWS[name]
        glass, least = Glass(text=text), 7.0 if contrast_ == "high" else 4.5
        made = drawn(view, AT, size, layout, touch, glass=glass, kit=KITS[contrast_])
        if found := misfits_of(view, size, made, least):
            wrong[name, layout, size, touch] = found
    assert not wrong


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("text", ["larger", "largest"])
def test_larger_letters_are_larger(text: TextSize, layout: Layout) -> None:
    """By a tenth at least, over all words of a game's screen; by more where it is not crowded."""
    view, size = VIEWS["game-7"], (1280, 720)
    usual = drawn(view, AT, size, layout).texts
    large = drawn(view, AT, size, layout, glass=Glass(text=text)).texts
    assert sum(text.size for text in large) > 1.1 * sum(text.size for text in usual)
    assert all(text.size >= GLASS.floor(size) for text in large)


@pytest.mark.examples
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", often(VIEWS, list(VIEWS)[::2]))
def test_keys_are_15_mm_large_on_ten_inches_too(name: str, layout: Layout) -> None:
    """The smallest screen that has room for them, read from 40 cm, at its usual sizes.

    Each View in each layout at one of them, another in the other layout; where a test explores at
    all.
    """
    view, found = with_keys(VIEWS[name]), {}
    turn = (len(name) + (LAYOUTS.index(layout) if ALL else 0)) % 3
    for size in TEN_INCHES if EXPLORES else TEN_INCHES[turn::3]:
        made = drawn(view, AT, size, layout, fingers=True, glass=TEN)
        assert TEN.key(size) * 10 * 25.4 / math.hypot(*size) >= FINGER_MM
        wrong = misplaced(view, made, TEN.key(size))
        wrong += [f"outside its key: {key.text!r}" for key in made.on_keys if not key.inside]
        found[size] = wrong
    assert not {size: wrong for size, wrong in found.items() if wrong}


@pytest.mark.parametrize("name", PICTURED)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_lies_over_a_photograph_can_be_read(name: str, layout: Layout) -> None:
    made = drawn(PICTURED[name], AT, (1280, 720), layout, evidence=SEEN)
    assert not [text.text for text in made.texts if _contrast(text) < 4.5]
