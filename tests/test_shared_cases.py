"""Cases that others gave: rules, stories and photographs in `../shared`, where that folder is.

The project does not carry them. Only this module looks for them, and each test is skipped where
they are missing.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from rule_ids import OURS, RULES

from appliance.vision.read import CardReader
from bench.shots import photos
from lab.scenario import Scenario, load, run

SHARED = Path(__file__).parents[2] / "shared"


def needs(name: str) -> pytest.MarkDecorator:
    """Skips a test where `../shared` has no `name`."""
    return pytest.mark.skipif(
        not (SHARED / name).exists(), reason=f"needs ../shared/{name} beside the project"
    )


pytestmark = pytest.mark.shared

NOT_PLAYED = {"SU8"}
"""Rules of a source's variant that no game here plays."""

STORIES = [story for path in sorted((SHARED / "scenarios").glob("*.toml")) for story in load(path)]


@needs("scenarios")
@pytest.mark.parametrize("story", STORIES, ids=lambda story: getattr(story, "where", str(story)))
def test_the_shared_stories_hold(story: object) -> None:
    assert isinstance(story, Scenario), story
    assert run(story) == []


@needs("rules.md")
def test_the_rules_are_those_of_the_list() -> None:
    text = (SHARED / "rules.md").read_text(encoding="utf-8")
    numbered = set(re.findall(r"^([A-Z]\d+) ", text, flags=re.MULTILINE))
    short = text[text.index("## 5.") : text.index("## 6.")]
    initials = {"Bullshit": "BS", "Verish": "VE", "Valepaska": "VP", "Cal": "CB", "Liar": "LP"}
    for game, prefix in initials.items():
        [paragraph] = re.findall(rf"^\*\*{game}.*$", short, flags=re.MULTILINE)
        numbered |= {f"{prefix}{number}" for number in re.findall(r"(?<= )(\d)\. ", paragraph)}
    procedures = text[text.index("### 6.2") :]
    numbered |= {
        f"X{number}" for number in re.findall(r"^(\d+)\. ", procedures, flags=re.MULTILINE)
    }
    newer = (SHARED / "rules-3.md").read_text(encoding="utf-8")
    numbered |= set(re.findall(r"^(SU\d+) ", newer, flags=re.MULTILINE)) - NOT_PLAYED
    assert numbered | OURS == set(RULES)


@pytest.mark.thorough
@needs("photos/labels.json")
def test_photos_of_real_cards_are_never_misread() -> None:
    reader = CardReader()
    seen = answered = 0
    for shot in photos(SHARED / "photos", "all", every=4):
        seen += 1
        reading = reader.read(shot.image)
        if reading.ask is None:
            answered += 1
            assert Counter(reading.ranks) == Counter(shot.shown), shot.name
    assert answered > seen / 3
