"""The fields of a house survey, and the questions that there are."""

from dataclasses import dataclass

from appliance.table.stages import Aside

SURVEYS = (
    "pineapple", "early-bird", "sing", "cheat", "last-slice", "dance", "snooze", "spoiler",
    "lost", "cook", "pet-talk", "phone-bed", "cold-water", "ghost", "lucky-number", "sock",
    "secret", "rain", "cinema-cry", "own-joke",
)  # fmt: skip
"""Names of the questions for people at the table: `survey.NAME` in the catalogue."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote of `buzzer`, by a press that began at `at` (ns)."""

    buzzer: int
    yes: bool
    at: int


@dataclass(frozen=True, slots=True)
class HouseSurvey(Aside):
    """People vote on the question called `survey`.

    The round began at `began`, and the newest vote was at `touched_at`. `cast` are its votes;
    `shown` are the buzzers whose vote is public. `asked` people have
    answered in earlier rounds, and `missing` more are needed; None: the table does not know yet.
    """

    touched_at: int
    survey: str
    cast: tuple[Vote, ...] = ()
    shown: tuple[int, ...] = ()
    asked: int | None = None
    missing: int | None = None
