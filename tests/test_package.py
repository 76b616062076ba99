"""The Debian package, as far as it can be tried offline: `make deb-test` does the rest."""

import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

import pytest
from extent import often

from appliance.command_line import COMMAND_PLUG_INS, COMMANDS, LABORATORY, command_modules
from appliance.config import load_config
from appliance.words import LANGUAGES

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "systemd" / "doubtit.service"
UNITS = (UNIT, *sorted(ROOT.glob("venue/*.service")), *ROOT.glob("board/*.service"))
CONTROL = (ROOT / "packaging" / "debian" / "control").read_text(encoding="utf-8")
PAGES = runpy.run_path(str(ROOT / "packaging" / "pages.py"))
DEB = runpy.run_path(str(ROOT / "packaging" / "deb.py"))
PARSERS = {name: page for held in PAGES["PACKAGES"] for name, page in PAGES["parsers"](held)}
FOLDERS = (DEB["TABLE"], DEB["LAB"], DEB["VENUE"], DEB["BOARD"])

MOST_EXPOSED = 13
"""Ten times the worst score that the unit may have with `systemd-analyze security`."""


def field(name: str) -> list[str]:
    """The packages that a field of the control file names, without their versions."""
    [line] = re.findall(rf"^{name}: (.*)$", CONTROL, flags=re.MULTILINE)
    return [part.partition(" ")[0] for part in line.split(", ")]


def carried() -> set[str]:
    """Return what the package brings of PyPI."""
    lock = (ROOT / "requirements" / "pi.lock").read_text(encoding="utf-8")
    return set(re.findall(r"^(\S+)==", lock, flags=re.MULTILINE))


def apts() -> dict[str, str]:
    """Return what each package of PyPI is called by apt, by the tables of docs/dependencies.md."""
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| (\S+) \| ((?:python3|micropython)-\S+) \|", page, re.MULTILINE))


def test_whatever_the_table_imports_is_apts_or_carried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[<>=;]", requirement)[0] for requirement in project["dependencies"]} | {
        "evdev"
    }
    missing = {name for name in wanted - carried() if apts()[name] not in field("Depends")}
    assert not missing
    assert not {apts().get(name) for name in carried()} & set(field("Depends")), "both"
    fonts, *recommended = field("Recommends")
    assert [apts()[name] for name in ("lgpio", "picamera2", "smbus2")] == recommended
    assert fonts == "fonts-noto-core"


def test_the_laboratory_goes_with_the_tables_own_version() -> None:
    table, lab = (
        tomllib.loads((ROOT / path).read_text(encoding="utf-8"))["project"]
        for path in ("pyproject.toml", "lab/pyproject.toml")
    )
    assert lab["version"] == table["version"]
    assert lab["dependencies"] == [f"{table['name']}=={table['version']}"]
    assert {*lab["entry-points"][COMMAND_PLUG_INS]} == {*command_modules()} - {*COMMANDS}
    assert "entry-points" not in table


@pytest.mark.thorough
def test_only_their_own_wheels_have_laboratory_and_venue(tmp_path: Path) -> None:
    names = {}
    for project in ("", "lab", "venue"):
        folder = tmp_path / f"wheel-{project}"
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(folder)]
        subprocess.run(build, cwd=ROOT / project, check=True, capture_output=True)  # noqa: S603
        [wheel] = folder.glob("*.whl")
        with ZipFile(wheel) as archive:
            names[project] = archive.namelist()
    tops = {project: {name.partition("/")[0] for name in held} for project, held in names.items()}
    infos = {top for held in tops.values() for top in held if top.endswith(".dist-info")}
    assert tops[""] - infos == {"appliance", "bluffing"}
    assert tops["lab"] - infos == {"lab"}
    assert tops["venue"] - infos == {"venue"}
    assert "lab/words/pt/laboratory.po" in names["lab"]
    assert "appliance/record/public-1.json" in names[""]
    assert not [name for name in names["lab"] + names["venue"] if name.endswith(".toml")]


@pytest.mark.parametrize("release", DEB["PYTHONS"])
def test_control_says_what_dpkg_asks_for(release: str) -> None:
    text = DEB["control"](DEB["TABLE"], DEB["Target"](release, "arm64"), 7)
    assert f"Version: {DEB['VERSION']}+deb{release}\n" in text
    assert "Architecture: arm64\n" in text
    assert "Installed-Size: 7\n" in text
    major, minor = DEB["PYTHONS"][release]
    assert f"python3 (>= {major}.{minor}), python3 (<< {major}.{minor + 1})" in text
    assert "{" not in text


def test_the_laboratorys_package_goes_with_one_version_of_the_table() -> None:
    text = DEB["control"](DEB["LAB"], DEB["Target"]("13", "all"), 7)
    version = f"{DEB['VERSION']}+deb13"
    assert f"Package: {DEB['LABORATORY']}\n" in text
    assert f"Version: {version}\nArchitecture: all\n" in text
    assert f"\nDepends: doubtit (= {version})\n" in text
    assert f"\nBreaks: doubtit (<< {version})\nReplaces: doubtit (<= {version})\n" in text
    assert DEB["LABORATORY"] in field("Suggests")


def test_the_venues_package_needs_no_table() -> None:
    text = DEB["control"](DEB["VENUE"], DEB["Target"]("13", "all"), 7)
    assert f"Package: {DEB['VENUE_PACKAGE']}\n" in text
    assert f"Version: {DEB['VERSION']}+deb13\nArchitecture: all\n" in text
    [depends] = re.findall(r"^Depends: (.*)$", text, flags=re.MULTILINE)
    names = {part.partition(" ")[0] for part in depends.split(", ")}
    assert names == {"python3", apts()["paho-mqtt"], "systemd"}
    assert DEB["VENUE_PACKAGE"] in field("Suggests")


def test_whatever_the_board_imports_is_apts_or_carried() -> None:
    text = DEB["control"](DEB["BOARD"], DEB["Target"]("13", "all"), 7)
    assert f"Package: {DEB['BOARD_PACKAGE']}\n" in text
    [depends] = re.findall(r"^Depends: (.*)$", text, flags=re.MULTILINE)
    venue = f"{DEB['VENUE_PACKAGE']} (= {DEB['VERSION']}+deb13)"
    project = tomllib.loads((ROOT / "board" / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {re.split(r"[<>=]", each)[0] for each in project["project"]["dependencies"]}
    own = {"bluffing", "doubtit-venue"}
    lock = DEB["BOARD_LOCK"].read_text(encoding="utf-8")
    held = set(re.findall(r"^(\S+)==", lock, flags=re.MULTILINE))
    named = {part.partition(" ")[0] for part in depends.split(", ") if part != venue}
    assert own < wanted
    assert venue in depends.split(", ")
    assert named == {"python3"} | {apts()[name] for name in wanted - own - held}
    assert not held & apts().keys()


@pytest.mark.parametrize("here", [*DEB["FILES"], *DEB["VENUE_FILES"], *DEB["BOARD_FILES"]])
def test_what_is_packed_is_there(here: str) -> None:
    assert (ROOT / here).is_file()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.name))
def test_dpkgs_scripts_are_a_shells(folder: Path) -> None:
    scripts = [folder / name for name in DEB["SCRIPTS"] if (folder / name).exists()]
    assert len(scripts) > 1
    for script in scripts:
        subprocess.run(["sh", "-n", script], check=True)  # noqa: S603, S607


def test_the_settings_that_are_packed_are_right() -> None:
    assert (
        load_config(ROOT / "systemd" / "table.toml").journal == "/var/lib/doubtit/evening.journal"
    )


def test_the_unit_names_only_what_the_package_has() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    [start] = re.findall(r"^ExecStart=(.*)$", unit, flags=re.MULTILINE)
    program, command, option, settings = shlex.split(start)
    assert {program.lstrip("/"), settings.lstrip("/")} <= set(DEB["FILES"].values())
    assert option in PARSERS[command]._option_string_actions
    [groups] = re.findall(r"^SupplementaryGroups=(.*)$", unit, flags=re.MULTILINE)
    users = (ROOT / "systemd" / "doubtit.sysusers").read_text(encoding="utf-8")
    assert sorted(groups.split()) == re.findall(r"^g (\S+)", users, flags=re.MULTILINE)


MODULES = {
    "drm": "drm",
    "i2c": "i2c_dev",
    "spi": "spidev",
    "video4linux": "videodev",
    "media": "mc",
    "cec": "cec",
    "ttyACM": "cdc_acm",
    "alsa": "snd",
}
"""The kernel's modules of the unit's kinds of devices, where Debian has not built them in."""

BUILT_IN = {"gpiochip", "input", "dma_heap"}


def test_devices_that_are_plugged_in_later_can_be_opened() -> None:
    """systemd.resource-control(5): a kind that is not known as a unit starts stays forbidden."""
    unit = UNIT.read_text(encoding="utf-8")
    kinds = re.findall(r"^DeviceAllow=char-(\S+) ", unit, flags=re.MULTILINE)
    assert set(kinds) == MODULES.keys() | BUILT_IN
    loaded = {f"modprobe@{module}.service" for module in MODULES.values()}
    for way in ("Wants", "After"):
        named = re.findall(rf"^{way}=(.*)$", unit, flags=re.MULTILINE)
        assert loaded <= set(" ".join(named).split())


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: str(path.name))
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_the_unit_is_hardly_exposed(unit: Path) -> None:
    """Version 250 was the first that does it without a systemd that runs."""
    words = ["--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}"]
    told = subprocess.run(  # noqa: S603 - our own words
        ["systemd-analyze", "security", *words, unit],  # noqa: S607 - wherever it is
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stdout + told.stderr
    assert f"Overall exposure level for {unit.name}" in told.stdout


@pytest.mark.parametrize("name", ["doubtit-board", "doubtit-venue"])
def test_a_venue_that_cannot_be_loaded_says_so_in_a_line(name: str, tmp_path: Path) -> None:
    program = (ROOT / "packaging" / name).read_text(encoding="utf-8")
    launcher = tmp_path / name
    launcher.write_text(program.replace("/usr/lib/doubtit-", f"{tmp_path}/"), encoding="utf-8")
    command = [sys.executable, "-IS", str(launcher), "store"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert told.returncode == 16
    assert re.fullmatch(f".*can't be loaded: .*--reinstall {name}.*\n", told.stderr)


ELSEWHERE = {"run"}
"""Commands that the contract starts otherwise."""

NEED_PARTS = {"hub", "keys"}
"""Commands whose right use needs a board or keyboards."""


def test_the_contract_has_a_right_and_a_wrong_use_of_each_command() -> None:
    contract = runpy.run_path(str(ROOT / "tests" / "deb" / "contract.py"))
    names = {
        kind: {use.words.partition(" ")[0] for uses in kinds for use in contract[uses]}
        for kind, kinds in {"right": ("NORMAL", "TABLE"), "wrong": ("WRONG",)}.items()
    }
    commands = set(command_modules())
    assert commands - names["right"] == ELSEWHERE | NEED_PARTS
    assert commands <= names["wrong"]


# --- manual pages and completion ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["", *command_modules()])
def test_a_page_has_every_argument(name: str) -> None:
    page = PAGES["page"](name, PARSERS[name])
    plain = page.replace("\\-", "-")
    for argument in PAGES["arguments"](PARSERS[name]):
        assert all(
            option in plain
            for option in argument.option_strings or [argument.metavar or argument.dest]
        )
    assert not [line for line in page.splitlines() if re.match(r"['.](?!TH|SH|TP)", line)]
    if not name:
        assert all(f"doubtit-{command}" in plain for command in command_modules())


COMMON = ("--config", "/etc/doubtit-venue/venue.toml")
"""Words that the pages of venue and board share."""


@pytest.mark.parametrize(
    ("program", "names"),
    [
        ("venue", ("doubtit-venue", "publish", "store")),
        ("board", ("doubtit-board", "serve", "erase", "--tables TABLES")),
    ],
)
def test_venue_and_board_have_a_page(program: str, names: tuple[str, ...]) -> None:
    plain = PAGES["page"](program, PAGES["PROGRAMS"][program]()).replace("\\-", "-")
    assert all(name in plain for name in (*names, *COMMON))
    assert ("SH COMMANDS" in plain) == (program == "board")
    assert not [line for line in plain.splitlines() if re.match(r"['.](?!TH|SH|TP)", line)]


def test_plain_text_stays_plain_in_a_page() -> None:
    assert PAGES["roff"](".x\n'y a\\b --z") == "\\&.x\n\\&'y a\\eb \\-\\-z"


def completed(*words: str, packages: Iterable[str] = PAGES["PACKAGES"]) -> list[str]:
    """Return what bash offers for the last of the words."""
    script = "".join(map(PAGES["completion"], packages)) + (
        'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _doubtit; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    bash = shutil.which("bash")
    assert bash is not None
    command = [bash, "--norc", "-c", script, "bash", "doubtit", *words]
    told = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert not told.stderr
    return told.stdout.split()


@pytest.mark.parametrize("name", often(["", *command_modules()], {"", "run", "simulate"}))
@pytest.mark.untraced
def test_bash_completes_every_option(name: str) -> None:
    options = {option for action in PARSERS[name]._actions for option in action.option_strings}
    assert set(completed(*filter(None, [name]), "-")) == options


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("",), command_modules()),
        (("sim",), ["simulate"]),
        (("simulate", "--layout", "t"), ["tv", "tabletop"]),
        (("hub", "in"), ["install"]),
        (("--language", ""), list(LANGUAGES)),
        (("run", "--config", "x"), []),
        (("none-such", "--con"), []),
    ],
)
@pytest.mark.untraced
def test_bash_completes(words: tuple[str, ...], offered: list[str]) -> None:
    assert set(offered) <= set(completed(*words))
    assert offered or not completed(*words)


def test_bash_offers_the_laboratory_only_where_it_is() -> None:
    assert not {*completed("s", packages=["doubtit"])} & {*LABORATORY}
    assert {*completed("s")} >= {*LABORATORY}


@pytest.mark.thorough
@pytest.mark.parametrize("package", PAGES["PACKAGES"])
def test_the_pages_are_written(package: str, tmp_path: Path) -> None:
    maker = ROOT / "packaging" / "pages.py"
    subprocess.run([sys.executable, maker, package, tmp_path], cwd=ROOT, check=True)  # noqa: S603 - ours
    pages = {"doubtit": {"doubtit.1", *(f"doubtit-{name}.1" for name in COMMANDS)}}
    pages["doubtit-lab"] = {f"doubtit-{name}.1" for name in LABORATORY}
    assert {path.name for path in tmp_path.iterdir()} == {package, *pages[package]}
