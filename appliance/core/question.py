"""One question: pure, so that it travels through signals and the journal."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Kinds of questions. Doubt/it!: "draws a FUN! or FACT! card"."""

    FACT = "fact"  # a percentage of something
    FUN = "fun"  # the number of people in a hundred with that answer


@dataclass(frozen=True, slots=True)
class Survey:
    """The people asked: `n` of a `population` ("adults in the U.S."), by `pollster`.

    `fielded` is the time: a year, a month ("2023-04") or a day ("2023-04-10"). If a source has only
    the number of all people asked, in several countries, `n_all` has it ("26,827 people in 27
    countries") and `n` is 0.
    """

    pollster: str
    fielded: str
    n: int
    population: str
    n_all: str = ""

    def same_poll(self, other: "Survey") -> bool:
        """Return True if both asked the same people at the same time."""
        mine, theirs = (
            (survey.pollster, survey.fielded, survey.n, survey.n_all) for survey in (self, other)
        )
        return mine == theirs


@dataclass(frozen=True, slots=True)
class CardCode:
    """Content of the QR code on the back of a printed card: question `id` of `pack`.

    `percent` is the answer that is printed beside it, in hundredths: in an older print it may
    differ from the pack's current answer.
    """

    pack: str
    id: str
    percent: float

    @property
    def name(self) -> str:
        """Name of the card on its front."""
        return f"{self.pack}/{self.id}"


@dataclass(frozen=True, slots=True)
class Question:
    """Question `id` of `pack`: `text` asks for a percentage, and the true one is `percent`.

    `percent` is 0 to 100, maybe with a fraction. `source` and `date` are the origin and the time of
    the answer: people argue. `note` is a sentence to show with it, or "". `survey` describes the
    people asked, if any.
    """

    pack: str
    id: str
    kind: Kind
    text: str
    percent: float
    source: str
    date: str
    note: str = ""
    survey: Survey | None = None

    @property
    def code(self) -> CardCode:
        """Code of its printed card, if that is printed today."""
        return CardCode(self.pack, self.id, round(self.percent, 2))


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of `count` questions to draw, of these `kinds`.

    `name` is its name in settings: that of a shipped pack, or the path of its file.
    """

    name: str
    title: str
    kinds: tuple[Kind, ...]
    count: int
