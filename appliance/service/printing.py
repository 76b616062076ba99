"""Questions on paper: prints cards, and reads a card from its picture."""

from collections.abc import Sequence
from pathlib import Path

from appliance.core.question import Question
from appliance.display.screens.question import asked
from appliance.drivers.camera.pictures import load_picture
from appliance.errors import QuestionError
from appliance.questions.cards import Face, cards_pdf, unprinted
from appliance.questions.code import read_code
from appliance.questions.entry import PackEntry
from appliance.questions.pack import PACKS, Contents, contents
from appliance.questions.sheet import unwritable
from appliance.service.clock import today_here
from appliance.whole_file import write_whole
from appliance.words import Words
from bluffing.message import Message, message

CARDS = Path("cards.pdf")
"""Default file of printed cards."""


def packs_named(names: Sequence[str]) -> list[Contents]:
    """Return the named packs; without names the shipped ones."""
    return [contents(name) for name in names or PACKS]


def line_of(one: PackEntry, *, answer: bool) -> Message:
    """Return the line of one question in a list, with its `answer` only on request."""
    question = one.question
    name, kind = f"{question.pack}/{question.id}", message(f"question.{question.kind}")
    line = message("questions.listed", name=name, kind=kind, text=question.text)
    return message("questions.answered", line=line, percent=question.percent) if answer else line


def print_cards(packs: Sequence[str], paper: str, out: Path, words: Words) -> None:
    """Print cards with the questions of packs on `paper`."""
    today = today_here()
    faces: list[Face] = []
    for entry in (entry for pack in packs_named(packs) for entry in pack.entries):
        if entry.flagged or entry.expired(today):
            continue
        if lost := unprinted("".join(entry.texts.values())):
            left = {"where": entry.where, "letters": " ".join(lost)}
            print(words("questions.warning", what=message("questions.left-off-cards", **left)))
            continue
        faces.append(
            Face(
                entry.question,
                words(f"question.{entry.question.kind}"),
                asked(words, entry.question.survey),
                words("answer.percent", percent=entry.question.percent),
                words("answer.source", source=_read_in(entry.question, words)),
            )
        )
    write_file(cards_pdf(faces, paper), out)
    print(words("questions.printed", n=len(faces), path=str(out), paper=paper.upper()))


def _read_in(question: Question, words: Words) -> str:
    """A source and its date, as the screen has them after a doubt."""
    return words("answer.dated", source=question.source, date=question.date)


def read_cards(pictures: Sequence[Path], words: Words) -> None:
    """Read printed cards in pictures, and print their questions."""
    for path in pictures:
        code = read_code(load_picture(path))
        if code is None:
            raise QuestionError.of("questions.no-code", path=str(path))
        entries = contents(code.pack).entries if code.pack in PACKS else ()
        card = next((entry for entry in entries if entry.question.id == code.id), None)
        if card is None:
            raise QuestionError.of("questions.no-card", path=str(path), name=code.name)
        print(words.say(line_of(card, answer=True)))
        if card.question.code != code:
            print(words("questions.printed-otherwise", percent=code.percent))


def write_file(data: bytes, out: Path) -> None:
    """Write a file whole. Raises QuestionError."""
    try:
        write_whole(data, out)
    except OSError as error:
        raise unwritable(out, error) from error
