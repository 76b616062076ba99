"""The people asked are on the screen with their answers, before the answer and after it."""

from dataclasses import replace

import pytest
from example_ends import answer, question

from appliance.core.question import Kind, Survey
from appliance.display.draw import picture
from appliance.display.layout import LAYOUTS, Layout
from appliance.display.pen import Align, Colour, Face, Pen
from appliance.display.quiet import pygame
from appliance.display.view import View

SURVEY = Survey("Pew Research Center", "2023-04", 5001, "adults in the U.S.")
SAID = "adults in the U.S., April 2023, 5,001 asked"
SIZES = ((800, 480), (1280, 720))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pens' texts since then, without a cut letter."""
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
        done = plain(pen, text, rect, size, colour, align, face=face)
        assert not text or rect.contains(done), (text, rect, done)
        texts.append(text)
        return done

    monkeypatch.setattr(Pen, "words", noted)
    return texts


def asked(view: View, survey: Survey) -> View:
    assert view.guess.question is not None
    return replace(
        view,
        guess=replace(
            view.guess, question=replace(view.guess.question, kind=Kind.FUN, survey=survey)
        ),
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("view", [question(), answer()])
def test_who_was_asked_is_shown(
    written: list[str], view: View, layout: Layout, size: tuple[int, int]
) -> None:
    picture(asked(view, SURVEY), 0, size, layout)
    assert any(SAID in text for text in written), written


@pytest.mark.parametrize(
    ("fielded", "says"),
    [("2009", "guests, 2009, 77 asked"), ("2023-12-24", "guests, December 2023, 77 asked")],
)
def test_when_they_were_asked(written: list[str], fielded: str, says: str) -> None:
    view = asked(question(), Survey("Us", fielded, 77, "guests"))
    picture(view, 0)
    assert says in written


def test_a_poll_of_several_countries_says_how_many_it_asked_in_all(written: list[str]) -> None:
    survey = Survey("Us", "2021-05", 0, "adults in Germany", "26,827 people in 27 countries")
    picture(asked(question(), survey), 0)
    assert "adults in Germany, May 2021; in all 26,827 people in 27 countries" in written


def test_a_fact_tells_of_nobody(written: list[str]) -> None:
    picture(question(), 0)
    assert not any("asked" in text for text in written)
