"""The version, the changelog, the tag and the workflows agree, as far as can be checked offline."""

import re
import runpy
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any  # what a YAML file holds

import pytest
import yaml

from appliance.command_line import COMMANDS

ROOT = Path(__file__).parents[1]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PYPROJECT)["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## (.*)$", CHANGELOG, flags=re.MULTILINE)
NOTES = runpy.run_path(str(ROOT / ".ci" / "release.py"))["notes"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def workflow(name: str) -> dict[Any, Any]:
    """A workflow; YAML 1.1 reads its key `on` as true."""
    loaded: dict[Any, Any] = yaml.safe_load(
        (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
    )
    return loaded


def test_the_version_is_the_changelogs_newest_release() -> None:
    assert NOTES(f"v{PROJECT['version']}", PYPROJECT, CHANGELOG)


def test_the_changelog_is_sorted_and_its_changes_are_of_known_kinds() -> None:
    assert SECTIONS[0] == "[Unreleased]"
    released = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - (\S{10})", name) for name in SECTIONS[1:]]
    order = [(tuple(map(int, one.groups()[:3])), one[4]) for one in released if one]
    assert len(order) == len(SECTIONS) - 1
    assert order == sorted(order, reverse=True)
    kinds = set(re.findall(r"^### (.*)$", CHANGELOG, flags=re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_a_person_reads_the_notes_of_a_release() -> None:
    notes = NOTES(f"v{PROJECT['version']}", PYPROJECT, CHANGELOG)
    assert len(re.findall(r"^- ", notes, flags=re.MULTILINE)) <= 25


@pytest.mark.parametrize(
    ("tag", "changelog", "says"),
    [
        ("0.1.0", "", "a release's tag is v and three numbers"),
        ("v1.2", "", "a release's tag is v and three numbers"),
        ("v9.9.9", "", "pyproject.toml has version 0.1.0, and the tag is v9.9.9"),
        ("v0.1.0", "# Changelog\n", "must be [0.1.0] - YEAR-MONTH-DAY, not ''"),
        ("v0.1.0", "## [Unreleased]\n\n- all of it\n", "not ''"),
        ("v0.1.0", "## [0.1.0]\n\n- it\n", "not '[0.1.0]'"),
        ("v0.1.0", "## [0.2.0] - 2026-12-24\n## [0.1.0] - 2026-11-22\n- it\n", "not '[0.2.0]"),
        ("v0.1.0", "## [0.1.0] - 2026-13-01\n- it\n", "month must be in 1..12"),
        ("v0.1.0", "## [Unreleased]\n- new\n## [0.1.0] - 2026-11-22\n\n", "says nothing of 0.1.0"),
    ],
)
def test_what_disagrees_is_no_release(tag: str, changelog: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        NOTES(tag, '[project]\nversion = "0.1.0"', changelog)


def test_the_notes_are_the_releases_own_section() -> None:
    older = "## [0.1.0] - 2026-11-22\n- old\n"
    log = f"# Changelog\n\n## [Unreleased]\n- new\n\n## [0.2.0] - 2026-12-24\n\n- it\n\n{older}"
    assert NOTES("v0.2.0", '[project]\nversion = "0.2.0"', log) == "- it"


def test_the_gate_runs_on_the_oldest_and_the_newest_python() -> None:
    [job] = workflow("gate.yml")["jobs"].values()
    versions = [
        name.rpartition(" ")[2] for name in PROJECT["classifiers"] if "Python :: 3." in name
    ]
    assert job["strategy"]["matrix"]["python"] == [versions[0], versions[-1]]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert job["steps"][-1] == {"run": ".ci/run"}


def test_a_releases_tag_starts_the_release() -> None:
    release = workflow("release.yml")
    [pattern] = release[True]["push"]["tags"]
    assert fnmatch(f"v{PROJECT['version']}", pattern)
    steps = [step.get("run", "") for step in release["jobs"]["build"]["steps"]]
    check = next(at for at, step in enumerate(steps) if step.startswith("python .ci/release.py"))
    assert check < steps.index("make dist")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_do_little_and_uses_what_is_pinned(path: Path) -> None:
    flow = workflow(path.name)
    assert flow["permissions"] == {"contents": "read"}
    assert "secrets." not in path.read_text(encoding="utf-8")
    for job in flow["jobs"].values():
        assert job["timeout-minutes"] <= 90
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            if "uses" in step:
                assert re.fullmatch(r"actions/[a-z-]+@v\d+\.\d+\.\d+", step["uses"])


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_asks_for_commands_that_there_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    asked = re.findall(r"`doubtit ([a-z-]+)", text)
    assert {command for command in asked if command != "--version"} <= set(COMMANDS)
    form = yaml.safe_load(text)
    if path.name != "config.yml":
        ids = [item["id"] for item in form["body"] if item["type"] != "markdown"]
        assert len(ids) == len(set(ids)) > 2
        assert any(item.get("validations", {}).get("required") for item in form["body"])
