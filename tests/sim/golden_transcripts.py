"""Short evenings of every ruleset, told in words; run this file to rewrite tests/transcripts."""

from dataclasses import dataclass, replace
from pathlib import Path

from true_eye import evening

from bluffing.options import Value
from bluffing.rulesets import RULESETS
from lab.sim.change import Score
from lab.sim.people.characters import Habits
from lab.sim.transcript import Transcript
from lab.words import words_of

FOLDER = Path(__file__).parents[1] / "transcripts"


@dataclass(frozen=True, slots=True)
class Story:
    """One evening. `seed` was chosen so that it is short and has something to tell."""

    ruleset: str
    number: int
    seed: int
    players: int
    options: tuple[tuple[str, Value], ...] = ()
    habits: Habits | None = None

    @property
    def path(self) -> Path:
        """Return where it is kept."""
        return FOLDER / f"{self.ruleset}-{self.number}.txt"

    def told(self) -> tuple[str, Score]:
        """The whole evening, one line an event, and the second referee's words."""
        lines = [f"{self.ruleset}, {self.players} players, seed {self.seed}"]
        lines += [f"{key} = {_word(value)}" for key, value in self.options]
        lines.append("")
        watch = Transcript(lines.append, words_of("en")).saw
        night = evening(
            self.seed,
            self.ruleset,
            players=self.players,
            options=self.options,
            habits=self.habits,
            watchers=(watch,),
        )
        night.open()
        night.run()
        night.close()
        return "\n".join([*lines, ""]), night.referee.score


def _word(value: Value) -> Value:
    return ("off", "on")[value] if isinstance(value, bool) else value


_RESTLESS = replace(Habits(), leaves=0.04, recounts=0.1, discards=0.05)
_STORIES = (
    Story("bicycle", 1, 4, 3),
    Story("bicycle", 2, 3, 6, (("points", True),)),
    Story("bicycle", 3, 5, 2, (("zero_claim", True), ("after_challenge", "winner_leads"))),
    Story("catsatcards", 1, 5, 3),
    Story("catsatcards", 2, 4, 6, (("tie_window_ms", 60),)),
    Story("catsatcards", 3, 1, 4, (("cards_max", 2), ("leaver", "joins_table")), _RESTLESS),
    Story("bullshit", 1, 2, 3),
    Story("bullshit", 2, 2, 5, (("rank_after_challenge", "repeat"),)),
    Story("bullshit", 3, 2, 2, (("next_claim", "down"), ("starts", "dealer_left"))),
    Story("idi", 1, 6, 3, (("idi_hand_size", 6),)),
    Story("idi", 2, 4, 2, (("force", True), ("idi_hand_size", 10))),
    Story(
        "idi",
        3,
        4,
        4,
        (("idi_last_card", "must_show"), ("idi_passes_to_end", "n-1"), ("idi_hand_size", 6)),
    ),
    Story("bluff", 1, 1, 4),
    Story("bluff", 2, 2, 3, (("play_on", True), ("jokers", 2))),
    Story("bluff", 3, 1, 3, (("force", True),)),
    Story("liars_poker", 1, 3, 4),
    Story("liars_poker", 2, 2, 4, (("count_mismatch", "correct_only"), ("cards_max", "none"))),
    Story("liars_poker", 3, 7, 4, (("after_challenge", "taker_leads"),)),
    Story("liars_poker", 4, 1, 4, (("cards_max", "none"),)),
    Story("verish", 1, 4, 4),
    Story("verish", 2, 1, 3, (("pack", 36),)),
    Story("verish", 3, 4, 3, (("play_on", True),)),
    Story("calsbs", 1, 4, 4),
    Story("calsbs", 2, 3, 3, (("withdraw_ms", 0),)),
    Story("calsbs", 3, 4, 5, (("cards_max", 4),)),
    Story("calsbs", 4, 1, 3),
    Story("valepaska", 1, 4, 4),
    Story("valepaska", 2, 5, 3, (("count_mismatch", "correct_only"),)),
    Story("valepaska", 3, 7, 5, (), _RESTLESS),
    Story("menteur", 1, 1, 3),
    Story("menteur", 2, 1, 4, (("opening_face_up", False),)),
    Story("menteur", 3, 1, 5, (("pack", 32),)),
    Story("doubt_it", 1, 1, 3),
    Story("doubt_it", 2, 4, 4, (("start_points", 30),)),
    Story("doubt_it", 3, 4, 5, (("question_kind", "random"), ("min_raise_guess", 5)), _RESTLESS),
    Story("doubt_it", 4, 3, 4, (("start_points", 20), ("printed_cards", True))),
)
STORIES = tuple(story for story in _STORIES if story.ruleset in RULESETS)
"""At least three of each ruleset: other numbers of players, other house options."""


if __name__ == "__main__":
    for story in STORIES:
        story.path.write_text(story.told()[0], encoding="utf-8")
