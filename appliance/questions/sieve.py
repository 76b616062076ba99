"""Selects questions for a group: by kind, topic, region, language and the youngest player's age."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from appliance.questions.entry import ADULT, TOPICS, WORLD, PackEntry
from bluffing.errors import SettingError
from bluffing.message import any_of, message

ANY = "any"
"""The choice that leaves out nothing."""

OWN_LANGUAGE = "own"
"""The language of the table itself."""

OWN_AND_ENGLISH = f"{OWN_LANGUAGE}+en"
"""The language of the table itself, and English."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """[questions]: the wanted questions. `ages` is the age of the youngest player, in years.

    A region includes questions about the whole world. `language` is a code, some codes with a +
    between them, ANY, or OWN_LANGUAGE, which is any until the table gives its own (`at`).
    `number_nerds` includes sums, odds and letter counts; a topic that is named includes them, too.
    """

    kind: Literal["any", "fact", "fun"] = "any"
    topic: str = ANY
    region: str = ANY
    language: str = OWN_LANGUAGE
    number_nerds: bool = False
    ages: Annotated[int, range(ADULT + 1)] = ADULT

    def __post_init__(self) -> None:
        if self.topic not in (ANY, *TOPICS):
            raise SettingError(
                message("questions.no-topic", topic=repr(self.topic), topics=any_of((ANY, *TOPICS)))
            )

    def at(self, language: str) -> "Sieve":
        """Return this sieve for a table of that language."""
        return replace(self, language=self.language.replace(OWN_LANGUAGE, language))

    def lets(self, one: PackEntry) -> bool:
        """Return True if that question passes the sieve."""
        return (
            self.kind in (ANY, one.question.kind)
            and self.topic in (ANY, one.topic)
            and (self.region == ANY or one.region in (self.region, WORLD))
            and (self.language in (ANY, OWN_LANGUAGE) or one.language in self.language.split("+"))
            and (self.number_nerds or not one.nerds or one.topic == self.topic)
            and one.ages <= self.ages
        )


def sifted(entries: Iterable[PackEntry], sieve: Sieve) -> tuple[PackEntry, ...]:
    """Return the entries that pass `sieve`.

    If none passes, topic and region are ignored, then the kind. Age and language always count.
    """
    entries = tuple(entries)
    wider = replace(sieve, topic=ANY, region=ANY)
    for step in (sieve, wider, replace(wider, kind="any")):
        if fitting := tuple(entry for entry in entries if step.lets(entry)):
            return fitting
    return ()
