"""Printed cards: front and back lie back to back, and a camera reads the codes, and only those."""

import re
from itertools import pairwise

import cv2
import numpy as np
import pytest
import segno

from appliance.box.mat.pdf import PAPERS
from appliance.box.mat.shapes import Text
from appliance.core.question import CardCode, Question
from appliance.questions.cards import (
    CARD,
    CODE,
    CODE_LEAVES,
    LINES,
    SMALL,
    Face,
    back,
    cards_pdf,
    front,
    places_of,
    wrapped,
)
from appliance.questions.code import CODE_EDGE, LEVEL, modules, read_code
from appliance.questions.pack import PACKS, contents
from appliance.vision.arrays import GrayImage

SHIPPED = tuple(entry.question for pack in PACKS for entry in contents(pack).entries)


def face(question: Question) -> Face:
    survey = question.survey
    who = f"{survey.population}, {survey.fielded}, {survey.n} asked" if survey else ""
    return Face(
        question, question.kind, who, f"{question.percent:g}%", f"Source: {question.source}"
    )


FACES = tuple(map(face, SHIPPED))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_has_eight_cards_and_its_back_lies_behind_them(paper: str) -> None:
    width, height, _ = PAPERS[paper]
    places = list(places_of(width, height))
    assert len(places) == 8
    for x, y in places:
        assert min(x, y, width - x - CARD[0], height - y - CARD[1]) >= 10, "printers leave a margin"
        behind = min(abs(width - x - CARD[0] - other) for other, level in places if level == y)
        assert behind < 0.001, "turned over the long edge, a card lies on a card"


@pytest.mark.parametrize(("count", "pages"), [(1, 2), (8, 2), (9, 4)])
@pytest.mark.untraced
def test_each_eight_cards_take_a_sheet_of_two_pages(count: int, pages: int) -> None:
    pdf = cards_pdf(FACES[:count], "a4")
    assert len(re.findall(rb"/Type /Page ", pdf)) == pages
    assert pdf == cards_pdf(FACES[:count], "a4"), "the same cards are the same bytes"


def test_answers_are_on_the_back_only() -> None:
    for face in FACES:
        said = [shape.text for shape in front(face) if isinstance(shape, Text)]
        assert face.answer not in said
        assert face.question.source not in " ".join(said)


@pytest.mark.untraced
def test_all_that_is_said_of_a_shipped_question_fits_its_card() -> None:
    for face in FACES:
        words = [shape for shape in front(face) if isinstance(shape, Text)]
        assert all(0 < shape.at[1] < CARD[1] for shape in words), face.question.id
        rows = sorted(shape.at[1] for shape in words)
        assert min(b - a for a, b in pairwise(rows)) >= 2.8, face.question.id
        told = " ".join(shape.text for shape in words)
        assert face.question.text in told
        assert face.asked in told
        assert len(wrapped(face.source, SMALL, CODE_LEAVES)) <= LINES, face.question.id


def test_the_back_has_answer_and_source() -> None:
    for face in FACES[::40]:
        said = [shape.text for shape in back(face) if isinstance(shape, Text)]
        assert said[0] == face.answer
        assert " ".join(said[1:]) == face.source


@pytest.mark.untraced
def test_on_the_front_is_what_a_card_is_called() -> None:
    for face in FACES:
        name = f"{face.question.pack}/{face.question.id}"
        assert name in [shape.text for shape in front(face) if isinstance(shape, Text)]
        assert f"{face.question.percent:g}" not in re.split("[/-]", name), "no answer is in a name"


@pytest.mark.untraced
def test_lines_are_no_longer_than_their_room() -> None:
    assert wrapped("", 4, 70) == []
    assert wrapped("a short one", 4, 70) == ["a short one"]
    for text in (face.question.text for face in FACES):
        assert " ".join(wrapped(text, 4, 70)) == text
    assert wrapped(f"oh {'w' * 60}", 4, 70) == ["oh", "w" * 24, "w" * 24, "w" * 12]


# --- the camera ----------------------------------------------------------------------------------


def photograph(card: CardCode, chance: np.random.Generator) -> GrayImage:
    """A code as a camera at the table sees it: turned, aslant, unevenly lit, a little blurred."""
    rows = np.pad(np.array(modules(card)), CODE_EDGE)
    fine = np.where(rows, 30, 230).astype(np.uint8).repeat(12, axis=0).repeat(12, axis=1)
    side, long = fine.shape[0], chance.uniform(2.5, 6.0) * CODE  # pixels a millimetre
    turn = np.deg2rad(chance.uniform(0, 360))
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * long / 2
    spun = around @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    size = int(long * 1.9)
    seen = (spun + size / 2 + chance.uniform(-0.04, 0.04, (4, 2)) * long).astype(np.float32)
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    way = cv2.getPerspectiveTransform(flat, seen)
    small = cv2.GaussianBlur(fine, (0, 0), max(0.5, 0.4 * side / long))
    photo = cv2.warpPerspective(small, way, (size, size), borderValue=(230,))
    ramp = np.linspace(chance.uniform(0.6, 1), 1, size)
    lit = photo * (ramp if chance.random() < 0.5 else ramp[:, None])
    soft = cv2.GaussianBlur(lit, (0, 0), chance.uniform(0.3, 0.7))
    noisy = soft + chance.normal(0, chance.uniform(0, 6), soft.shape)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(75, 96))]
    data = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)


def misread(questions: tuple[Question, ...]) -> tuple[int, int]:
    """Return how many of these are not read, and how many are read as another question."""
    chance = np.random.default_rng(20)
    read = [(question.code, read_code(photograph(question.code, chance))) for question in questions]
    return sum(got is None for _, got in read), sum(got not in {card, None} for card, got in read)


@pytest.mark.untraced
def test_the_camera_reads_printed_codes() -> None:
    assert misread(SHIPPED[::23]) == (0, 0)


@pytest.mark.thorough
def test_the_camera_reads_99_of_100_printed_codes_and_none_wrongly() -> None:
    unread, wrong = misread(SHIPPED)
    assert wrong == 0
    assert unread <= len(SHIPPED) / 100


@pytest.mark.parametrize(
    "text",
    ["https://example.org", "DOUBTIT:", "DOUBTIT:FACTS", "DOUBTIT:/A:4", "doubtit:a:4"]
    + [f"DOUBTIT:FACTS/A{rest}" for rest in ("", ":", ":-4", ":101", ":4E1", ":1.234", ":NAN")],
)
def test_other_codes_are_none_of_ours(text: str) -> None:
    rows = np.pad(np.array(segno.make(text, error=LEVEL, micro=False).matrix, bool), CODE_EDGE)
    picture = np.where(rows, 0, 255).astype(np.uint8).repeat(6, axis=0).repeat(6, axis=1)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text
    assert read_code(picture) is None


@pytest.mark.parametrize("pack", ["facts", "Ours", "OURS", "our_own", "unsere Fragen", "größen"])
def test_the_code_of_any_pack_says_what_it_was_made_of(pack: str) -> None:
    for percent in (0.0, 100.0, 33.33):
        card = CardCode(pack, "2024", percent)
        rows = np.pad(np.array(modules(card)), CODE_EDGE)
        picture = np.where(rows, 0, 255).astype(np.uint8).repeat(6, axis=0).repeat(6, axis=1)
        assert read_code(picture) == card


def test_a_picture_without_a_code_has_none() -> None:
    chance = np.random.default_rng(3)
    assert read_code(np.full((200, 300), 128, np.uint8)) is None
    assert read_code(chance.integers(0, 255, (240, 320, 3), np.uint8)) is None
