"""One short evening a ruleset, told in words; run this file to write tests/transcripts anew."""

from pathlib import Path

from true_eye import evening

from appliance.rules import RULESETS
from appliance.sim.transcript import Transcript

FOLDER = Path(__file__).parents[1] / "transcripts"
SEEDS = {"bicycle": 27, "catsatcards": 15}


def story(ruleset: str) -> str:
    """The whole evening, one line an event."""
    lines: list[str] = []
    night = evening(
        SEEDS.get(ruleset, 1), ruleset, players=3, watchers=(Transcript(lines.append).saw,)
    )
    night.open()
    night.run()
    night.close()
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    for name in RULESETS:
        (FOLDER / f"{name}.txt").write_text(story(name), encoding="utf-8")
