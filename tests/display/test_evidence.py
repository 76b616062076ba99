"""The picture of the cards: made once, of the right reading, upright, and gone when it must be."""

from dataclasses import replace

import numpy as np
import pytest
from example_evidence import CARDS, PICTURED, SEEN, SHOT
from example_seats import AT
from golden_screens import APART, FOLDER, difference, pictured

from appliance.config import Display
from appliance.core.reading import Ask, Quad, Reading, SeenCard
from appliance.display.darkroom import Darkroom
from appliance.display.develop import CROP, WIDEST, develop, upright
from appliance.display.draw import Artist, picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.pen import Align, Colour, Face, Pen, shared_kit
from appliance.display.quiet import pygame
from appliance.display.view import Evidence
from appliance.display.window import Window
from appliance.drivers import Image
from appliance.runtime.reader import Shot
from bluffing.message import message

RED, BLUE, GREEN, WHITE = (255, 0, 0), (0, 0, 255), (0, 160, 0), (255, 255, 255)


def card_at(turn: int) -> tuple[Image, Quad]:
    """A BGR picture of a card turned clockwise by quarters: red at its top, blue at its foot."""
    card = np.full((140, 100, 3), WHITE, np.uint8)
    card[:40], card[-40:] = RED[::-1], BLUE[::-1]
    image = np.full((300, 400, 3), GREEN, np.uint8)
    lying = np.rot90(card, -turn)
    height, width = lying.shape[:2]
    image[80 : 80 + height, 90 : 90 + width] = lying
    corners = [(90, 80), (90 + width, 80), (90 + width, 80 + height), (90, 80 + height)]
    own = corners[turn:] + corners[:turn]  # from the corner where the card's own top left lies
    return image, tuple((float(x), float(y)) for x, y in own)


def colour_at(crop: Image, part: int) -> Colour:
    """The colour in the middle of `crop`, so many eighths down."""
    blue, green, red = (int(pixel) for pixel in crop[CROP[1] * part // 8, CROP[0] // 2])
    return red, green, blue


@pytest.mark.parametrize("turn", range(4))
def test_a_crop_stands_upright_however_its_card_lies(turn: int) -> None:
    image, quad = card_at(turn)
    crop = upright(image, quad)
    assert crop.shape[1::-1] == CROP
    assert [colour_at(crop, part) for part in (1, 4, 7)] == [RED, WHITE, BLUE]


def test_a_crop_never_lies_on_its_side() -> None:
    image, quad = card_at(0)
    crop = upright(image, (*quad[1:], quad[0]))  # told from a long side
    assert {colour_at(crop, 1), colour_at(crop, 7)} == {RED, BLUE}


def test_colours_are_those_of_the_camera() -> None:
    image, quad = card_at(0)
    shot = Shot(Reading((SeenCard(None, 0.2, quad),), 400, 300), image)
    evidence = develop(shot)
    assert evidence.whole.get_size() == (400, 300)
    assert evidence.whole.get_at((95, 85)) == pygame.Color(*RED)
    assert evidence.crops[0].get_at((CROP[0] // 2, 10)) == pygame.Color(*RED)


def test_a_large_picture_is_made_no_larger_than_screens_show_it() -> None:
    evidence = develop(Shot(Reading((), 1920, 1080), np.zeros((1080, 1920, 3), np.uint8)))
    assert evidence.whole.get_size() == (WIDEST, 540)
    assert evidence.crops == ()


def test_a_shot_is_developed_once() -> None:
    room = Darkroom()
    first = room.show(SHOT, SHOT.reading)
    assert first is not None
    assert room.show(SHOT, SHOT.reading) is first
    assert len(first.crops) == len(CARDS)


def test_only_the_picture_of_what_the_table_goes_by_is_shown() -> None:
    room = Darkroom()
    older, newer = (
        Shot(Reading((), 8, 8, Ask(message("ask.empty"))), np.zeros((8, 8, 3), np.uint8)),
        SHOT,
    )
    assert room.show(newer, None) is None
    assert room.show(newer, older.reading) is None
    shown = room.show(older, older.reading)
    assert shown is not None
    assert room.show(newer, older.reading) is shown, "the reader is a step ahead of the table"
    assert room.show(newer, newer.reading) not in (None, shown)
    assert room.show(newer, older.reading) is None


def test_what_a_lie_rests_on_is_cut_out_alone() -> None:
    room, part = Darkroom(), replace(SHOT.reading, cards=SHOT.reading.cards[1:])
    whole, shown = room.show(SHOT, SHOT.reading), room.show(SHOT, part)
    assert whole is not None
    assert shown is not None
    assert room.show(SHOT, part) is shown
    assert [pixels(crop) for crop in shown.crops] == [pixels(crop) for crop in whole.crops[1:]]
    other = replace(part, cards=(replace(part.cards[0], sure=0.5),))
    assert room.show(SHOT, other) is None, "no card of this shot"


def test_without_a_shot_nothing_is_left() -> None:
    room = Darkroom()
    assert room.show(SHOT, SHOT.reading) is not None
    assert room.show(None, SHOT.reading) is None
    assert room._kept is None


def test_evidence_is_told_apart_by_what_it_is_and_not_by_its_pixels() -> None:
    sheet = pygame.Surface((2, 2))
    assert Evidence(sheet, ()) != Evidence(sheet, ())
    assert develop(SHOT) != SEEN


BOTH = pytest.mark.parametrize("layout", LAYOUTS)
ALL = pytest.mark.parametrize("name", PICTURED)
SMALL = (800, 480)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@BOTH
@ALL
def test_golden_with_a_picture(name: str, layout: Layout) -> None:
    kept = pygame.image.load(str(FOLDER / f"{name}_pictured-{layout}.png"))
    assert difference(pictured(name, layout), kept) < APART, (
        "the screen looks different; if it should, run `make screens` and look at the images"
    )


@BOTH
@ALL
def test_an_artist_lets_go_of_a_picture_that_is_gone(name: str, layout: Layout) -> None:
    artist, surface, view = (
        Artist(layout, kit=shared_kit()),
        pygame.Surface(SMALL, 0, 32),
        PICTURED[name],
    )
    for evidence in (None, SEEN, None):
        artist.draw(surface, view, AT, evidence)
        assert pixels(surface) == pixels(picture(view, AT, SMALL, layout, evidence))
    assert artist._kept is not None
    assert SEEN not in artist._kept


@BOTH
@ALL
def test_a_picture_of_other_cards_is_not_shown(name: str, layout: Layout) -> None:
    view = PICTURED[name]
    by_hand = replace(
        view, box=replace(view.box, cards=tuple(replace(card, quad=()) for card in view.box.cards))
    )
    for other in (by_hand, replace(view, box=replace(view.box, cards=view.box.cards[:2]))):
        plain = picture(other, AT, SMALL, layout)
        assert pixels(picture(other, AT, SMALL, layout, SEEN)) == pixels(plain)


@BOTH
def test_an_empty_box_is_shown_too(layout: Layout) -> None:
    view = replace(PICTURED["reveal"], box=replace(PICTURED["reveal"].box, cards=(), asks_at=()))
    empty = develop(Shot(Reading((), 960, 720), SHOT.image))
    assert pixels(picture(view, AT, SMALL, layout, empty)) != pixels(
        picture(view, AT, SMALL, layout)
    )


def test_a_verdict_shows_the_cards_as_the_camera_saw_them_and_the_box_only_in_a_dispute() -> None:
    view = replace(
        PICTURED["dispute"],
        verdict=PICTURED["dispute"].verdict
        and replace(PICTURED["dispute"].verdict, disputed=False),
    )
    seen = picture(view, AT, SMALL, evidence=SEEN)
    assert pixels(seen) != pixels(picture(view, AT, SMALL))
    blank = pygame.Surface(SEEN.whole.get_size())
    without = picture(view, AT, SMALL, evidence=replace(SEEN, whole=blank))
    assert pixels(seen) == pixels(without)


@BOTH
@ALL
@pytest.mark.parametrize("size", [SMALL, (1920, 1080)])
@pytest.mark.untraced
def test_words_over_a_picture_stay_within_the_screen(
    name: str, layout: Layout, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, written = Pen.words, list[str]()

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
        done = plain(pen, text, rect, size, colour, align, face=face)
        if text:
            assert done.width > 0, text
            assert rect.contains(done), (text, rect, done)
            assert pen.surface.get_rect().contains(done), (text, rect, done)
            written.append(text)
        return done

    monkeypatch.setattr(Pen, "words", checked)
    view = PICTURED[name]
    many = replace(view, box=replace(view.box, cards=view.box.cards * 6, ask=view.box.ask * 4))
    crowd = Evidence(SEEN.whole, SEEN.crops * 6)
    for shown, evidence in ((view, SEEN), (many, crowd)):
        picture(shown, AT, size, layout, evidence)
    assert "6" in written


def test_a_window_draws_a_new_picture_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(Display(*SMALL))
    window.open()
    view = replace(
        PICTURED["dispute"],
        seats=(),
        verdict=PICTURED["dispute"].verdict and replace(PICTURED["dispute"].verdict, takes=None),
    )
    drawn = [window.show(view, AT, evidence) for evidence in (None, SEEN, SEEN, None, None)]
    window.close()
    assert drawn == [True, True, False, True, False]
