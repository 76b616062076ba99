"""Files for the system that an installed package brings with its drivers.

What docs/add-a-driver.md promises: the self-test compares them and gives the command.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from said import said

from appliance.drivers.system_files import (
    INSTALLED_IN,
    TAKES_EFFECT,
    FileState,
    SystemFile,
    system_files,
)
from appliance.errors import DriverError
from appliance.selftest.judge import Level
from appliance.selftest.judge.machine import system_file

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "doubtit-pedals"
version = "1.0"
[project.entry-points."doubtit.drivers"]
"buzzers.pedals" = "doubtit_pedals:PedalBuzzers"
"system.pedals" = "doubtit_pedals:system"
"system.lost" = "doubtit_pedals:nowhere"
"system.missing" = "made_up_and_missing:system"
"system.deep" = "made_up_and_missing.inside:system"
"system.whole" = "doubtit_pedals"
[tool.setuptools]
packages = ["doubtit_pedals"]
[tool.setuptools.package-data]
doubtit_pedals = ["system/**"]
"""
FILES = {
    "sysusers.d/doubtit-pedals.conf": "g pedalists -\nm doubtit pedalists\n",
    "udev/rules.d/61-doubtit-pedals.rules": 'SUBSYSTEM=="pedals", GROUP="pedalists"\n',
    "systemd/system/doubtit.service.d/pedals.conf": "[Service]\nDeviceAllow=char-pedals rw\n",
    "elsewhere/unused.conf": "",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed such a package; nothing is fetched."""
    source, site = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    (source / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    package = source / "doubtit_pedals"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('nobody imports it')\n", "utf-8")
    for name, text in FILES.items():
        path = package / "system" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    line = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation")
    subprocess.run(  # noqa: S603 - our own words
        [sys.executable, *line, "--disable-pip-version-check", "--target", site, source], check=True
    )
    return site


@pytest.fixture
def brought(site: Path, monkeypatch: pytest.MonkeyPatch) -> list[SystemFile]:
    """The files of that package."""
    monkeypatch.syspath_prepend(str(site))
    return [file for file in system_files() if isinstance(file, SystemFile)]


def test_a_package_brings_files_in_the_order_in_which_they_are_installed(
    brought: list[SystemFile],
) -> None:
    assert [file.path for file in brought] == [f"/etc/{name}" for name in list(FILES)[:3]]
    assert [file.folder for file in brought] == list(TAKES_EFFECT)
    assert {file.package for file in brought} == {"doubtit-pedals"}


def test_a_folder_that_is_missing_is_one_error_each(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(site))
    errors = [file for file in system_files() if isinstance(file, DriverError)]
    assert len(errors) == 4
    for error in errors:
        assert "a driver of the package doubtit-pedals can't be loaded" in said(error.says)


@pytest.mark.parametrize("place", INSTALLED_IN)
def test_files_are_compared_with_what_is_installed(
    brought: list[SystemFile], place: str, tmp_path: Path
) -> None:
    for file in brought:
        there = tmp_path / place / file.folder / file.source.name
        assert file.state(tmp_path) is FileState.MISSING
        there.parent.mkdir(parents=True)
        there.write_bytes(file.source.read_bytes())
        assert file.state(tmp_path) is FileState.SAME
        there.write_bytes(b"# as people have changed it\n")
        assert file.state(tmp_path) is FileState.OTHER


def test_the_self_test_gives_the_command_for_each(brought: list[SystemFile]) -> None:
    _, rules, _ = brought
    command = f"sudo install -D -m 644 {rules.source} {rules.path} && {TAKES_EFFECT[rules.folder]}"
    for state, seen in (
        (FileState.MISSING, "is missing: the package doubtit-pedals needs it"),
        (FileState.OTHER, "is not the one that the package doubtit-pedals brings"),
    ):
        finding = system_file(rules.package, rules.path, state, rules.command)
        assert finding.level is Level.WARN
        assert said(finding.name) == "file of doubtit-pedals"
        assert said(finding.seen) == f"{rules.path} {seen}"
        assert finding.todo is not None
        assert said(finding.todo) == f"run: {command}"
    fine = system_file(rules.package, rules.path, FileState.SAME, rules.command)
    assert (fine.level, said(fine.seen)) == (Level.OK, f"{rules.path} is installed")
    assert fine.todo is None
