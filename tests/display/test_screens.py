"""Every screen, drawn: purity, motion, and words that are never cut."""

import subprocess
import sys
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from example_seats import AT, change
from example_views import EXAMPLES
from extent import EXPLORES, often, some
from pseudo import english_in, pseudo
from said import ENGLISH
from view_texts import every_text

from appliance.core.signals import MS
from appliance.display.draw import Artist, picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.lettering import Lettering
from appliance.display.pen import Align, Colour, Face, Kit, Pen, shared_kit
from appliance.display.quiet import pygame
from appliance.display.rulebook import PAGE_FOR
from appliance.display.screens import SCREENS
from appliance.display.screens.doubt import behind
from appliance.display.theme import FAINT
from appliance.display.view import RulesView, Screen, SoughtView, View
from appliance.table.facts import Asks, PressFacts, Prompt, RingFacts, Tag

BOTH = pytest.mark.parametrize("layout", LAYOUTS)
ALL = pytest.mark.parametrize("name", EXAMPLES)
SMALL = (800, 480)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what pens have written since."""
    texts: list[str] = []
    plain = Pen.words

    def noted(  # noqa: PLR0917 - as the replaced method
        pen: Pen,
        text: str,
        rect: pygame.Rect,
        size: float,
        colour: Colour = (0, 0, 0),
        align: Align = "centre",
        *,
        face: Face = "print",
    ) -> pygame.Rect:
        texts.append(text)
        return plain(pen, text, rect, size, colour, align, face=face)

    monkeypatch.setattr(Pen, "words", noted)
    return texts


def test_every_screen_is_drawn_and_has_an_example() -> None:
    assert set(SCREENS) == set(Screen) == {view.screen for view in EXAMPLES.values()}


@pytest.mark.thorough
@BOTH
def test_an_artist_that_drew_much_draws_the_same_pixels(layout: Layout) -> None:
    artist = Artist(layout, kit=shared_kit())
    surface = pygame.Surface(SMALL, 0, 32)
    views = EXAMPLES.values()
    moments = [(view, at) for view in views for at in (AT, AT + 433 * MS)]
    fresh = [pixels(picture(view, at, SMALL, layout)) for view, at in moments]
    for (view, at), same in zip(moments * 2, fresh * 2, strict=True):
        artist.draw(surface, view, at)
        assert pixels(surface) == same


def shouting(view: View) -> View:
    """The same View with more to say than any View should."""
    name = "Maximiliane-Wilhelmina von und zu Hohenstaufen 2."
    seats = view.seats
    for seat in seats:
        seats = change(
            seats, seat.seat, name=name, prompt=Prompt.COUNT_OR, option=("lay away or doubt it",),
            counted=11, cards=104, points=seat.points and 100, tag=seat.tag and Tag.CONFIDENT,
            ring=seat.ring and replace(seat.ring, labels=(name, *seat.ring.labels, name), cursor=0),
        )  # fmt: skip
    asked = view.guess.question
    return replace(
        view,
        title="Donaudampfschifffahrtsgesellschaft",
        headline=f"{name} doubts {name}'s claim of 12 queens",
        detail="A tie within 10 ms: the one who sits nearest to the dealer's left wins " * 2,
        notice=replace(view.notice, text="Not now: " + name),
        box=replace(
            view.box,
            camera="camera lost: the cable of the camera came off; push it in again",
            ask=view.box.ask and view.box.ask * 4,
            sought=view.box.sought and SoughtView(32, "asked for", f"32 of what {name} said"),
        ),
        seats=seats,
        words=view.words.named((name,) * len(seats)),
        play=replace(view.play, pile=208, beside="104 in the stock, 104 out of the game"),
        verdict=view.verdict
        and replace(
            view.verdict, hint=view.verdict.hint * 3, word=view.verdict.word and "NOT PRODUCED"
        ),
        guess=replace(
            view.guess,
            question=asked and replace(asked, text=asked.text * 3, source=asked.source * 4),
        ),
        end=view.end
        and replace(
            view.end,
            standings=tuple(
                replace(standing, place="12th", words="208 points")
                for standing in view.end.standings
            ),
        ),
        rules=view.rules and RulesView((name * 20, *view.rules.lines), view.rules.since),
    )


def at_sizes() -> list[Any]:
    """Each screen in both layouts on the smallest screen; thorough, at each other size in one.

    A size has half of the screens in each layout. Where a test explores, all in both.
    """
    found = []
    for (i, name), (j, layout) in product(enumerate(EXAMPLES), enumerate(LAYOUTS)):
        found.append(pytest.param(name, layout, SMALL))
        for k, size in enumerate(((1280, 1024), (1920, 1080))):
            if EXPLORES or (i + j + k) % 2 == 0:
                found.append(pytest.param(name, layout, size, marks=pytest.mark.thorough))
    return found


@pytest.mark.parametrize(("name", "layout", "size"), at_sizes())
@pytest.mark.untraced
def test_words_are_never_cut(
    name: str, layout: Layout, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Overlong words have room; in a thorough run the example's own words, too.

    That is tried on the smallest screen: it has the least room, and all else is drawn to scale.
    """
    written = 0
    plain = Pen.words

    def checked(  # noqa: PLR0917 - as the replaced method
        pen: Pen,
        text: str,
        rect: pygame.Rect,
        size: float,
        colour: Colour = (0, 0, 0),
        align: Align = "centre",
        *,
        face: Face = "print",
    ) -> pygame.Rect:
        nonlocal written
        done = plain(pen, text, rect, size, colour, align, face=face)
        if text:
            assert done.width > 0, text
            assert rect.contains(done), (text, rect, done)
            assert pen.surface.get_rect().contains(done), (text, rect, done)
            written += 1
        return done

    monkeypatch.setattr(Pen, "words", checked)
    both = shouting(EXAMPLES[name]), EXAMPLES[name]
    for view in some(both, every=2) if size == SMALL or EXPLORES else both[:1]:
        before = written
        picture(view, AT, size, layout)
        assert written - before > (10 if view.seats else 5)  # a fault has no seats around it


@BOTH
def test_a_loser_without_cards_to_take_owes_forfeits(layout: Layout, written: list[str]) -> None:
    lie = EXAMPLES["lie"]
    picture(replace(lie, play=replace(lie.play, pile=0)), AT, SMALL, layout)
    assert "owes forfeits" in written
    assert "takes" not in written


@BOTH
@ALL
@pytest.mark.untraced
def test_what_a_screen_says_itself_is_in_the_language_of_its_view(
    name: str, layout: Layout, written: list[str]
) -> None:
    """The examples are hand-made, in English; all else comes out of the pseudo-language."""
    view = replace(EXAMPLES[name], words=pseudo())
    made = {word.upper() for text in every_text(view) for word in english_in(text)}
    made |= {"JOKER", "JK"}  # the index of a card
    picture(view, AT, SMALL, layout)
    assert not {word for text in written for word in english_in(text) if word.upper() not in made}


@BOTH
@pytest.mark.parametrize("size", often((SMALL, (1920, 1080)), {SMALL}))
@pytest.mark.untraced
def test_the_label_that_a_hold_takes_is_always_in_sight(
    layout: Layout, size: tuple[int, int], written: list[str]
) -> None:
    many = tuple(f"choice {chr(65 + i)}" for i in range(12))
    for cursor, label in enumerate(many):
        written.clear()
        view = EXAMPLES["rank"]
        seats = change(
            view.seats, 1, ring=RingFacts(Asks.KIND, many, cursor, 1), prompt=Prompt.CHOOSE
        )
        picture(replace(view, seats=seats), AT, size, layout)
        assert label in written


@BOTH
def test_every_rule_is_on_some_page_and_no_line_is_cut(layout: Layout) -> None:
    view = EXAMPLES["paused"]
    assert view.rules is not None
    kit = Kit()
    for width, height in ((300, 120), (600, 300), (1700, 400)):
        pages = kit.pages(view.rules.lines, (width, height), 30)
        font = kit.font(30)
        for page in pages:
            assert all(font.width(line) <= width for lines in page for line in lines)
            tall = sum(len(lines) + kit.BETWEEN for lines in page) - kit.BETWEEN
            assert tall * font.get_linesize() <= max(height, font.get_linesize())
        told = " ".join(line for page in pages for lines in page for line in lines)
        assert told == " ".join(view.rules.lines)
    first = picture(view, view.rules.since + 1, (1280, 720), layout)
    second = picture(view, view.rules.since + PAGE_FOR + 1, (1280, 720), layout)
    assert pixels(first) != pixels(second)


def test_the_least_letters_are_wrapped_by_their_own_width() -> None:
    """A small letter is a little wider than a large one made smaller."""
    text = "Laekes aend riveers aere couented as laend. Souerce: A handbook of geography, page 3"
    kit = Kit()
    for width in range(200, 300):
        block = kit.words(text, (width, 200), Lettering(11, 11, FAINT))
        assert (block.size, block.whole) == (11, True), width


def test_a_thirteenth_seat_is_refused() -> None:
    view = EXAMPLES["attract"]
    with pytest.raises(ValueError, match="13 seats"):
        picture(replace(view, seats=(*view.seats, view.seats[0])), AT)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (PressFacts(0, 0), "first"),
        (PressFacts(0, 41_260), "+41.3 ms"),
        (PressFacts(0, 210_000, late=True), "late by 0.21 s"),
    ],
)
def test_times_of_the_photo_finish(place: PressFacts, words: str) -> None:
    assert behind(place, ENGLISH) == words


def test_importing_the_display_prints_nothing() -> None:
    code = "import appliance.display.draw"
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, "-c", code], capture_output=True, check=True
    )
    assert (done.stdout, done.stderr) == (b"", b"")
