"""`make deb`: the Debian packages of the table, of the laboratory, of the venue and of its board.

    python packaging/deb.py DIST [RELEASE...] [ARCHITECTURE...]

They are doubtit_VERSION+debRELEASE_ARCHITECTURE.deb, and doubtit-lab, doubtit-venue and
doubtit-board_VERSION+debRELEASE_all.deb. The script lays out the table's wheel, the wheels that
requirements/pi.lock names, and the files beside this one in their installed places. The packages of
laboratory and venue have only their own wheels; that of the board has the games' wheel, too, and
what requirements/board.lock names. dpkg-deb packs them. Nothing is compiled, so every package can
be built on any machine with dpkg-deb. The same commit gives the same bytes: all times are that of
SOURCE_DATE_EPOCH, by default the commit's.
"""

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from email.utils import formatdate
from itertools import product, starmap
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

HERE = Path(__file__).parent
PROJECT = HERE.parent
VERSION: str = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
LOCK = PROJECT / "requirements" / "pi.lock"
BOARD_LOCK = PROJECT / "requirements" / "board.lock"
WHEELS = PROJECT / "build" / "deb"

MAINTAINER = "Doubt It! table project <maintainers@doubt-it-table.invalid>"
"""A placeholder at a domain that can't exist (RFC 2606): docs/releasing.md."""

MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Debian's name of each architecture, and the one in the names of wheels."""

PYTHONS = {"13": (3, 13), "14": (3, 14)}
"""Debian's releases, and the Python of each: a wheel of ONNX Runtime is for one Python alone."""

LEFT_OUT = ("backend", "datasets", "quantization", "tools", "transformers")
"""Parts of ONNX Runtime that make networks, and run none."""

UNUSED = ("onnxruntime/capi/libonnxruntime*.so*", "*.dist-info/RECORD")
"""ONNX Runtime for other languages and for graphics cards, and the lists that pip would keep."""

NOTICES = "onnxruntime/ThirdPartyNotices.txt"
"""The licences of what ONNX Runtime includes."""

FILES = {
    "packaging/doubtit": "usr/bin/doubtit",
    "packaging/update.py": "usr/libexec/doubtit/update",
    "packaging/debian/copyright": "usr/share/doc/doubtit/copyright",
    "packaging/debian/lintian-overrides": "usr/share/lintian/overrides/doubtit",
    "systemd/60-doubtit.rules": "usr/lib/udev/rules.d/60-doubtit.rules",
    "systemd/90-doubtit-stick.rules": "usr/lib/udev/rules.d/90-doubtit-stick.rules",
    "systemd/doubtit-proof.service": "usr/lib/systemd/system/doubtit-proof.service",
    "systemd/doubtit.service": "usr/lib/systemd/system/doubtit.service",
    "systemd/doubtit.sysusers": "usr/lib/sysusers.d/doubtit.conf",
    "systemd/table.toml": "etc/doubtit/table.toml",
}
"""Files that are installed unchanged, and their places."""

VENUE_FILES = {
    "docs/venue.md": "usr/share/doc/doubtit-venue/venue.md",
    "packaging/debian/venue/copyright": "usr/share/doc/doubtit-venue/copyright",
    "packaging/doubtit-venue": "usr/bin/doubtit-venue",
    "venue/doubtit-venue-store.service": "usr/lib/systemd/system/doubtit-venue-store.service",
    "venue/doubtit-venue.service": "usr/lib/systemd/system/doubtit-venue.service",
    "venue/doubtit-venue.sysusers": "usr/lib/sysusers.d/doubtit-venue.conf",
    "venue/mosquitto-bridge.conf": "usr/share/doc/doubtit-venue/mosquitto-bridge.conf",
    "venue/mosquitto.acl": "usr/share/doc/doubtit-venue/mosquitto.acl",
    "venue/venue.toml": "etc/doubtit-venue/venue.toml",
}
"""The same of the venue."""

BOARD_FILES = {
    "board/doubtit-board.service": "usr/lib/systemd/system/doubtit-board.service",
    "packaging/debian/board/copyright": "usr/share/doc/doubtit-board/copyright",
    "packaging/doubtit-board": "usr/bin/doubtit-board",
}
"""The same of the board."""

RUN = (
    "usr/bin/doubtit",
    "usr/bin/doubtit-board",
    "usr/bin/doubtit-venue",
    "usr/libexec/doubtit/update",
)
"""The programs among these files."""

TABLE = HERE / "debian"
"""The folder of what dpkg reads of the table's package."""

LAB, LABORATORY = TABLE / "lab", "doubtit-lab"
"""The same of the laboratory's package, and its name."""

VENUE, VENUE_PACKAGE = TABLE / "venue", "doubtit-venue"
"""The same of the venue's package, and its name."""

BOARD, BOARD_PACKAGE = TABLE / "board", "doubtit-board"
"""The same of the board's package, and its name."""

SCRIPTS = ("postinst", "prerm", "postrm")
"""The programs that dpkg runs, as far as such a folder has them."""

PRIVATE = "usr/lib/doubtit"
"""Where the program is installed, with what it carries."""

COMPLETIONS = "usr/share/bash-completion/completions"


def run(*command: str | Path, folder: Path = PROJECT) -> None:
    """Run a command in a folder. Raises CalledProcessError where it fails."""
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - our own words


def epoch() -> int:
    """The time of everything in the package, in seconds since 1970."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        asked = ["git", "log", "-1", "--format=%ct"]
        given = subprocess.check_output(asked, cwd=PROJECT, text=True)  # noqa: S603 - whichever git
    return int(given)


class Target(NamedTuple):
    """A release of Debian, as "13", and Debian's name of an architecture, or "all"."""

    release: str
    architecture: str

    @property
    def version(self) -> str:
        """The version of the package."""
        return f"{VERSION}+deb{self.release}"


def wheels(target: Target) -> list[Path]:
    """Return the wheels for a target that its lock names, which are fetched once."""
    python = ".".join(map(str, PYTHONS[target.release]))
    machine = MACHINES.get(target.architecture, "any")
    lock = LOCK if machine != "any" else BOARD_LOCK
    platforms = [f"manylinux_2_{each}_{machine}" for each in (28, 27)] if lock is LOCK else ["any"]
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()[:12]
    folder = WHEELS / f"{machine}-{python}-{digest}"
    if not folder.exists():
        WHEELS.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=WHEELS) as fetched:
            run(
                sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                "--no-deps", "--require-hashes", "--only-binary", ":all:",
                "--python-version", python, *(f"--platform={each}" for each in platforms),
                "--dest", fetched, "--requirement", lock,
            )  # fmt: skip
            shutil.copytree(fetched, folder)
    return sorted(folder.glob("*.whl"))


def own_wheel(project: Path, folder: Path) -> Path:
    """Return the wheel of one of our projects, built in `folder`."""
    build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel")
    run(*build, "--directory", folder, folder=project)
    [wheel] = folder.glob("*.whl")
    return wheel


def packed(path: Path, text: bytes) -> None:
    """Write a file as gzip, without a name or a time in it, and alike with every Python."""
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress(text, 9, mtime=0)
    system = slice(9, 10)  # of the header, RFC 1952; Pythons differ in what they write there
    path.write_bytes(packed[: system.start] + b"\xff" + packed[system.stop :])


def unpack(sources: list[Path], private: Path) -> None:
    """Unpack wheels into a folder, without the files that a table does not use."""
    for source in sources:
        with ZipFile(source) as archive:
            archive.extractall(private)
    for pattern in UNUSED:
        for path in private.glob(pattern):
            path.unlink()


def add_pages(root: Path, package: str) -> None:
    """Write the manual pages of a package below `root`, and its completion if it has any."""
    with tempfile.TemporaryDirectory() as build_folder:
        run(sys.executable, HERE / "pages.py", package, build_folder)
        for page in Path(build_folder).glob("*.1"):
            packed(root / f"usr/share/man/man1/{page.name}.gz", page.read_bytes())
        completion = Path(build_folder, package)
        if completion.exists():
            completions = root / COMPLETIONS
            completions.mkdir(parents=True)
            shutil.copy(completion, completions)


def lay_out_lab(root: Path, wheel: Path) -> None:
    """Put the laboratory where it is installed below `root`."""
    unpack([wheel], root / PRIVATE)
    add_pages(root, LABORATORY)
    documents = root / f"usr/share/doc/{LABORATORY}"
    documents.parent.mkdir(parents=True)
    documents.symlink_to("doubtit")  # copyright and changelog are the table's


def copy_files(files: dict[str, str], root: Path) -> None:
    """Copy files of the project to their places below `root`."""
    for origin, destination in files.items():
        (root / destination).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROJECT / origin, root / destination)


def lay_out_program(
    root: Path, package: str, sources: list[Path], files: dict[str, str], target: Target
) -> None:
    """Put the venue or its board where it is installed below `root`."""
    unpack(sources, root / "usr/lib" / package)
    copy_files(files, root)
    add_pages(root, package)
    text = changelog(target).replace("doubtit", package, 1)
    packed(root / f"usr/share/doc/{package}/changelog.gz", text.encode())


def lay_out(root: Path, wheel: Path, target: Target) -> None:
    """Put the table where it is installed below `root`."""
    private = root / PRIVATE
    unpack([wheel, *wheels(target)], private)
    for name in LEFT_OUT:
        shutil.rmtree(private / "onnxruntime" / name)
    notices = private / NOTICES
    packed(root / f"usr/share/doc/doubtit/{notices.name}.gz", notices.read_bytes())
    notices.unlink()
    copy_files(FILES, root)
    shutil.copytree(root / "etc/doubtit", root / "usr/share/doubtit")  # packaging/update.py
    add_pages(root, "doubtit")
    packed(root / "usr/share/doc/doubtit/changelog.gz", changelog(target).encode())


def changelog(target: Target) -> str:
    """Return Debian's changelog: an entry that points to ours."""
    changes = "  * CHANGELOG.md, beside the sources, says what changed."
    heading = f"doubtit ({target.version}) unstable; urgency=medium"
    return f"{heading}\n\n{changes}\n\n -- {MAINTAINER}  {formatdate(epoch())}\n"


def control(package: Path, target: Target, kib: int) -> str:
    """Return the description of `package`, one of our folders; `kib` is its size installed."""
    major, minor = PYTHONS[target.release]
    text = (package / "control").read_text(encoding="utf-8")
    return text.format(
        version=target.version,
        maintainer=MAINTAINER,
        architecture=target.architecture,
        kib=kib,
        python=f"{major}.{minor}",
        next_python=f"{major}.{minor + 1}",
    )


def describe(root: Path, package: Path, target: Target) -> None:
    """Write what dpkg reads: control, conffiles, checksums, scripts."""
    files = sorted(path for path in root.rglob("*") if path.is_file())
    kib = sum(-(-path.stat().st_size // 1024) for path in files)
    debian = root / "DEBIAN"
    debian.mkdir()
    (debian / "control").write_text(control(package, target, kib), encoding="utf-8")
    names = [str(path.relative_to(root)) for path in files]
    conffiles = [name for name in names if name.startswith("etc/")]
    if conffiles:
        (debian / "conffiles").write_text("".join(f"/{name}\n" for name in conffiles))
    sums = [hashlib.md5(path.read_bytes()).hexdigest() for path in files]  # noqa: S324 - dpkg's own
    listed = zip(sums, names, strict=True)
    (debian / "md5sums").write_text(
        "".join(f"{md5}  {name}\n" for md5, name in listed if name not in conffiles)
    )
    for script in filter(Path.exists, (package / name for name in SCRIPTS)):
        shutil.copyfile(script, debian / script.name)


def settle(root: Path) -> None:
    """Give everything its mode and its time."""
    runs = {root / name for name in (*RUN, *(f"DEBIAN/{script}" for script in SCRIPTS))}
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path in runs else 0o644)
        os.utime(path, (epoch(), epoch()), follow_symlinks=False)


def pack(root: Path, package: Path) -> None:
    """Pack what lies below `root`."""
    began = time.monotonic()
    settle(root)
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", root, package.resolve())
    mib = package.stat().st_size / 2**20
    print(f"{package}: {mib:.1f} MiB in {time.monotonic() - began:.0f} s")


def main() -> None:
    """Build the package of each release and architecture that is named, or of all."""
    parser = argparse.ArgumentParser(prog="deb.py", description="Build the Debian packages.")
    parser.add_argument("dist", type=Path, help="the folder to write them to")
    parser.add_argument("limits", nargs="*", choices=[[], *PYTHONS, *MACHINES], metavar="LIMIT")
    args = parser.parse_args()
    releases = [name for name in PYTHONS if name in args.limits] or list(PYTHONS)
    architectures = [name for name in MACHINES if name in args.limits] or list(MACHINES)
    args.dist.mkdir(parents=True, exist_ok=True)
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch())
    with tempfile.TemporaryDirectory() as work:
        table = own_wheel(PROJECT, Path(work, "table"))
        for target in starmap(Target, product(releases, architectures)):
            root = Path(work, "-".join(target))
            lay_out(root, table, target)
            describe(root, TABLE, target)
            pack(root, args.dist / f"doubtit_{target.version}_{target.architecture}.deb")
        lab = own_wheel(PROJECT / "lab", Path(work, "lab"))
        for target in (Target(release, "all") for release in releases):
            root = Path(work, "-".join(target))
            lay_out_lab(root, lab)
            describe(root, LAB, target)
            pack(root, args.dist / f"{LABORATORY}_{target.version}_all.deb")
        venue = own_wheel(PROJECT / "venue", Path(work, "venue"))
        for target in (Target(release, "all") for release in releases):
            root = Path(work, f"venue-{target.release}")
            lay_out_program(root, VENUE_PACKAGE, [venue], VENUE_FILES, target)
            describe(root, VENUE, target)
            pack(root, args.dist / f"{VENUE_PACKAGE}_{target.version}_all.deb")
        parts = [own_wheel(PROJECT / name, Path(work, name)) for name in ("board", "bluffing")]
        for target in (Target(release, "all") for release in releases):
            root = Path(work, f"board-{target.release}")
            lay_out_program(root, BOARD_PACKAGE, [*parts, *wheels(target)], BOARD_FILES, target)
            describe(root, BOARD, target)
            pack(root, args.dist / f"{BOARD_PACKAGE}_{target.version}_all.deb")


if __name__ == "__main__":
    main()
