"""The version, the changelog, the tag, the files and the workflows of a release, offline."""

import hashlib
import json
import os
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any  # what a YAML file holds
from urllib.parse import unquote

import pytest
import yaml

from appliance.command_line import command_modules

ROOT = Path(__file__).parents[1]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PYPROJECT)["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## (.*)$", CHANGELOG, flags=re.MULTILINE)
CI_RELEASE = runpy.run_path(str(ROOT / ".ci" / "release.py"))
NOTES = CI_RELEASE["notes"]
with pytest.MonkeyPatch.context() as patched:
    patched.syspath_prepend(ROOT / "packaging")
    RELEASE = runpy.run_path(str(ROOT / "packaging" / "release.py"))
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
    order = [(tuple(map(int, name.groups()[:3])), name[4]) for name in released if name]
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


def test_links_in_notes_lead_to_the_files_of_the_tag() -> None:
    text = "- [a](docs/a.md#b), [c](https://c.example/)"
    assert CI_RELEASE["linked"](text, "https://f/v1") == (
        "- [a](https://f/v1/docs/a.md#b), [c](https://c.example/)"
    )


# --- the files ----------------------------------------------------------------------------------


def test_a_zip_holds_no_trace_of_its_build(tmp_path: Path) -> None:
    made = []
    for folder, names, mode in (("a", ("x", "y/z"), 0o600), ("b", ("y/z", "x"), 0o755)):
        for name in names:
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name}'s text")
            path.chmod(mode)
            os.utime(path, (10**9 + mode, 10**9 + mode))
        archive = tmp_path / f"{folder}.zip"
        RELEASE["pack"](archive, tmp_path / folder)
        made.append(archive.read_bytes())
    assert made[0] == made[1]
    assert b"y/z" in made[0]


def test_checksums_cover_each_file(tmp_path: Path) -> None:
    for name in ("b.deb", "a.whl", RELEASE["SUMS"]):
        (tmp_path / name).write_text(name)
    lines = RELEASE["checksums"](tmp_path).splitlines()
    assert lines == [
        f"{hashlib.sha256(name.encode()).hexdigest()}  {name}" for name in ("a.whl", "b.deb")
    ]


def bill(commit: str) -> dict[str, Any]:
    """The bill of materials of a commit."""
    read: dict[str, Any] = json.loads(RELEASE["bill"](commit))
    return read


def test_the_bill_of_materials_follows_from_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert RELEASE["bill"]("a" * 40) == RELEASE["bill"]("a" * 40)
    made, other = bill("a" * 40), bill("b" * 40)
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
    assert made["serialNumber"] != other["serialNumber"]
    assert made["metadata"]["timestamp"] == "2027-01-15T08:00:00+00:00"
    assert made["metadata"]["component"]["version"] == PROJECT["version"]
    refs = [component["bom-ref"] for component in made["components"]]
    depends = {
        part["ref"]: part["dependsOn"] for part in made["dependencies"] if "dependsOn" in part
    }
    assert depends["doubtit-lab"] == ["doubtit"]
    venue, openskill = depends["doubtit-board"]
    assert (venue, openskill.partition("@")[0]) == ("doubtit-venue", "pkg:pypi/openskill")
    beside = ["doubtit-board", "doubtit-lab", venue, openskill]
    assert sorted([*depends["doubtit"], *beside]) == sorted(refs)
    assert len(refs) == len(set(refs))


def test_the_bill_lists_what_the_package_carries_and_what_apt_brings() -> None:
    components = {component["name"]: component for component in bill("a" * 40)["components"]}
    lock = "".join(
        (ROOT / "requirements" / name).read_text(encoding="utf-8")
        for name in ("pi.lock", "board.lock")
    )
    pinned = dict(re.findall(r"^(\S+)==(\S+)", lock, flags=re.MULTILINE))
    hashes = []
    for name, version in pinned.items():
        assert components[name]["purl"] == f"pkg:pypi/{name}@{version}"
        hashes += [digest["content"] for digest in components[name]["hashes"]]
    assert sorted(hashes) == sorted(re.findall(r"sha256:(\w+)", lock))
    control = (ROOT / "packaging" / "debian" / "control").read_text(encoding="utf-8")
    for field, scope in (("Depends", "required"), ("Recommends", "optional")):
        [packages] = re.findall(rf"^{field}: (.*)$", control, flags=re.MULTILINE)
        for name in (package.split()[0] for package in packages.split(", ")):
            assert unquote(components[name]["purl"]) == f"pkg:deb/debian/{name}"
            assert components[name]["scope"] == scope
    files = [*(ROOT / "appliance").rglob("*.onnx"), *(ROOT / "appliance").rglob("*.ttf")]
    assert files
    for path in files:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert components[path.name]["hashes"] == [{"alg": "SHA-256", "content": digest}]
    named = {
        name: component["licenses"][0]["license"]["id"]
        for name, component in components.items()
        if not component.get("purl", "").startswith("pkg:deb")
    }
    assert named == {path.name: "OFL-1.1" for path in files if path.suffix == ".ttf"} | {
        path.name: "Apache-2.0" for path in files if path.suffix == ".onnx"
    } | dict.fromkeys(("doubtit-board", "doubtit-lab", "doubtit-venue"), "Apache-2.0") | {
        "gpiozero": "BSD-3-Clause",
        "onnxruntime": "MIT",
        "openskill": "MIT",
    }
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    versions: dict[str, str] = RELEASE["TYPEFACES"]
    assert all(f"{name} {version}" in page for name, version in versions.items())


def test_a_release_is_whole_or_a_line_says_what_to_install(tmp_path: Path) -> None:
    script, dist = ROOT / "packaging" / "release.py", tmp_path / "dist"
    refused = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, script, dist, "--all"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    packages = "apt install dpkg git openscad"
    assert refused.stderr == f"a release needs dpkg-deb and git and openscad: {packages}\n"
    assert not dist.exists()


def test_a_release_is_built_from_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    obstacle = RELEASE["obstacle"]
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setitem(obstacle.__globals__, "git", lambda *_: " M docs/x.md\n?? y\n")
    assert obstacle() == "a release is built from a commit, and this is in none: docs/x.md"
    monkeypatch.setitem(obstacle.__globals__, "git", lambda *_: "")
    assert obstacle() == ""


# --- the workflows ------------------------------------------------------------------------------


def commands(flow: dict[Any, Any]) -> list[str]:
    """The shell lines of a workflow's steps."""
    steps = [step for job in flow["jobs"].values() for step in job.get("steps", [])]
    return [line for step in steps for line in step.get("run", "").splitlines()]


def test_the_gate_runs_on_each_python_and_on_arm() -> None:
    versions = [
        name.rpartition(" ")[2] for name in PROJECT["classifiers"] if "Python :: 3." in name
    ]
    matrix = workflow("gate.yml")["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["python"] == versions
    assert [entry["runner"] for entry in matrix["include"]] == ["ubuntu-24.04-arm"]
    assert PROJECT["requires-python"] == f">={versions[0]}"


def test_the_gate_runs_what_works_by_hand() -> None:
    lines = "\n".join(commands(workflow("gate.yml")))
    run = set(re.findall(r"^make ([a-z-]+)", lines, flags=re.MULTILINE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert run <= set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    by_hand = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert set(re.findall(r"\b(?:make|met) ([a-z-]+)", by_hand)) - {"clean"} <= run


def test_a_release_is_a_version_without_a_tag_whose_gate_passed() -> None:
    release = workflow("release.yml")
    assert release[True]["push"] == {
        "branches": ["main"],
        "paths": ["CHANGELOG.md", "pyproject.toml"],
    }
    jobs = release["jobs"]
    assert "python3 .ci/release.py" in jobs["version"]["steps"][-1]["run"]
    assert jobs["gate"]["uses"].endswith("/gate.yml")
    assert "workflow_call" in workflow("gate.yml")[True]
    assert "make release" in commands(release)
    assert set(jobs["draft"]["needs"]) == {"version", "gate", "build"}
    assert [name for name, job in jobs.items() if "permissions" in job] == ["draft"]


def test_the_version_asks_for_its_tag() -> None:
    asked = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, ROOT / ".ci" / "release.py"], cwd=ROOT, capture_output=True, check=True
    )
    assert asked.stdout.decode() == f"v{PROJECT['version']}\n"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_do_little_and_uses_what_is_pinned(path: Path) -> None:
    flow, text = workflow(path.name), path.read_text(encoding="utf-8")
    assert flow["permissions"] == {"contents": "read"}
    assert "secrets." not in text
    for job in flow["jobs"].values():
        assert ("uses" in job) or job["timeout-minutes"] <= 90
        for step in job.get("steps", []):
            assert ("uses" in step) != ("run" in step)
    for used in re.findall(r" uses: (.*)$", text, flags=re.MULTILINE):
        pinned = re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used)
        assert pinned or used == "$/.github/workflows/gate.yml"
    for image in re.findall(r" image: (.*)$", text, flags=re.MULTILINE):
        assert re.fullmatch(r"debian:trixie-slim@sha256:[0-9a-f]{64}", image)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_asks_for_commands_that_there_are(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    asked = re.findall(r"`doubtit ([a-z-]+)", text)
    assert {command for command in asked if command != "--version"} <= {*command_modules()}
    form = yaml.safe_load(text)
    if path.name != "config.yml":
        ids = [item["id"] for item in form["body"] if item["type"] != "markdown"]
        assert len(ids) == len(set(ids)) > 2
        assert any(item.get("validations", {}).get("required") for item in form["body"])
