"""One question, as the table keeps it: pure, so that it travels through signals and the journal."""

from dataclasses import dataclass
from enum import StrEnum


class QuestionKind(StrEnum):
    """What a question asks for. Doubt/it!: "draws a FUN! or FACT! card"."""

    FACT = "fact"  # something that is so many percent of something else
    FUN = "fun"  # how many of a hundred people said or did something


@dataclass(frozen=True, slots=True)
class Question:
    """`text` asks for a percentage; the true one is `percent`, 0 to 100.

    `source` and `date` say where the answer comes from and of when it is: people argue.
    """

    kind: QuestionKind
    text: str
    percent: float
    source: str
    date: str = ""
