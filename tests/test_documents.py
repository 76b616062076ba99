"""The documents' promises hold: every setting, every link."""

import dataclasses
import re
from pathlib import Path

import pytest
from said import said

from appliance.config import Config, DriverChoice
from appliance.drivers import DRIVERS
from bluffing.rulesets import RULESETS

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted(
    path
    for folder in (
        ".",
        "docs",
        "docs/build",
        "docs/rules",
        "hardware",
        "hardware/mat",
        "hardware/mechanics",
        "systemd",
        "bench",
        "training",
    )
    for path in (ROOT / folder).glob("*.md")
)


def settings(cls: type, before: str = "") -> list[str]:
    """The keys of a dataclass of settings; of a part of the hardware, what names its driver."""
    keys = []
    for field in dataclasses.fields(cls):
        nested = getattr(Config(), field.name, None)
        if isinstance(nested, DriverChoice):
            keys.append(f"{field.name}.driver")
        elif dataclasses.is_dataclass(nested):
            keys += settings(type(nested), f"{field.name}.")
        else:
            keys.append(before + field.name)
    return keys


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs" / "settings.md").read_text()
    keys = settings(Config)
    assert {"game.doubt_window_ms", "camera.driver", "lamps.driver", "language"} <= set(keys)
    for key in keys:
        assert f"`{key}`" in text, key
    assert "](rules/README.md)" in text


def test_what_each_driver_can_be_set_to_is_documented_and_nothing_else() -> None:
    text = (ROOT / "docs" / "settings.md").read_text()
    _, text = text.split("What each driver can be set to:")
    rows = re.findall(r"^\| `([\w-]+)` \| (`[^|]+`) \|", text, re.MULTILINE)
    told = {(driver, key) for driver, keys in rows for key in re.findall(r"`([^`]+)`", keys)}
    there = {
        (name, f"{driver.part}.{field.name}")
        for name, driver in DRIVERS.items()
        for field in dataclasses.fields(driver.settings)
    }
    assert told == there


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_house_option_is_documented(ruleset: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{ruleset}.md").read_text()
    for option in RULESETS[ruleset].options:
        row = f"| `{option.key}` | {said(option.range_words())} |"
        assert row in text, row
        assert f"{said(option.says)} | {said(option.source)} |" in text, option.key


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
        if not target.startswith("http"):
            assert (document.parent / target).exists(), target
