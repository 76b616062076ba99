"""The packs of questions that a table has: shipped, named in settings, or put there by people.

A pack that is broken is told in a line, and the table does without it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from appliance.core.question import Pack, Question
from appliance.errors import QuestionError
from appliance.message import Message, message
from appliance.questions.pack import PACKS, open_pack

FOLDER = "questions"
"""What the folder is called in which people put packs: beside their settings, or the journal."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The `packs` that can be drawn from, and the names of those that are `chosen`.

    `questions` are of these. `wrong` says what can't be used, and why.
    """

    packs: tuple[Pack, ...]
    chosen: tuple[str, ...]
    questions: tuple[Question, ...]
    wrong: tuple[Message, ...] = ()


def shelf(named: Iterable[str], folders: Iterable[Path] = ()) -> Shelf:
    """All packs that ship, that settings have `named` and that lie in `folders`.

    Where none of those that are named can be used, what ships is.
    """
    named = tuple(named)
    found = (str(file) for folder in folders for file in sorted(folder.glob("*.toml")))
    opened: dict[str, tuple[Pack, tuple[Question, ...]]] = {}
    wrong: list[Message] = []
    for name in dict.fromkeys((*PACKS, *named, *found)):
        try:
            opened[name] = open_pack(name)
        except QuestionError as error:
            wrong.append(message("questions.unusable", why=error.says))
    chosen = tuple(one for one in named if one in opened) or tuple(PACKS)
    questions = tuple(question for name in chosen for question in opened[name][1])
    return Shelf(tuple(pack for pack, _ in opened.values()), chosen, questions, tuple(wrong))
