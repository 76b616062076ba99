"""`make deb`: the Debian packages, doubtit_VERSION+debRELEASE_ARCHITECTURE.deb.

    python packaging/deb.py DIST [RELEASE...] [ARCHITECTURE...]

The script lays out the table's wheel, the wheels that requirements/pi.lock names, and the files
beside this one in their installed places, and dpkg-deb packs them. Nothing is compiled, so every
package can be built on any machine with dpkg-deb. The same commit gives the same bytes: all times
are that of SOURCE_DATE_EPOCH, by default the commit's.
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
WHEELS = PROJECT / "build" / "deb"

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
    "systemd/doubtit-proof.service": "usr/lib/systemd/system/doubtit-proof.service",
    "systemd/doubtit.service": "usr/lib/systemd/system/doubtit.service",
    "systemd/doubtit.sysusers": "usr/lib/sysusers.d/doubtit.conf",
    "systemd/table.toml": "etc/doubtit/table.toml",
}
"""Files that are installed unchanged, and their places."""

RUN = ("usr/bin/doubtit", "usr/libexec/doubtit/update")
"""The programs among these files."""

SCRIPTS = ("postinst", "prerm", "postrm")
"""Scripts that dpkg runs, from our folder `debian`."""


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
    """A release of Debian, as "13", and Debian's name of an architecture."""

    release: str
    architecture: str

    @property
    def version(self) -> str:
        """The version of the package."""
        return f"{VERSION}+deb{self.release}"


def wheels(target: Target) -> list[Path]:
    """Return the locked wheels for a target, which are fetched once."""
    machine, python = MACHINES[target.architecture], ".".join(map(str, PYTHONS[target.release]))
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]
    folder = WHEELS / f"{machine}-{python}-{lock}"
    if not folder.exists():
        WHEELS.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=WHEELS) as fetched:
            run(
                sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                "--no-deps", "--require-hashes", "--only-binary", ":all:",
                "--python-version", python, "--platform", f"manylinux_2_28_{machine}",
                "--platform", f"manylinux_2_27_{machine}", "--dest", fetched, "--requirement", LOCK,
            )  # fmt: skip
            shutil.copytree(fetched, folder)
    return sorted(folder.glob("*.whl"))


def own_wheel(folder: Path) -> Path:
    """The table's wheel, built in `folder`."""
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    [wheel] = folder.glob("*.whl")
    return wheel


def packed(path: Path, text: bytes) -> None:
    """Write a file as gzip, without a name or a time in it, and alike with every Python."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = gzip.compress(text, 9, mtime=0)
    system = slice(9, 10)  # of the header, RFC 1952; Pythons differ in what they write there
    path.write_bytes(made[: system.start] + b"\xff" + made[system.stop :])


def lay_out(root: Path, wheel: Path, target: Target) -> None:
    """Put everything where it is installed below `root`."""
    private = root / "usr/lib/doubtit"
    for source in [wheel, *wheels(target)]:
        with ZipFile(source) as archive:
            archive.extractall(private)
    for name in LEFT_OUT:
        shutil.rmtree(private / "onnxruntime" / name)
    for pattern in UNUSED:
        for path in private.glob(pattern):
            path.unlink()
    notices = private / NOTICES
    packed(root / f"usr/share/doc/doubtit/{notices.name}.gz", notices.read_bytes())
    notices.unlink()
    for here, there in FILES.items():
        (root / there).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROJECT / here, root / there)
    shutil.copytree(root / "etc/doubtit", root / "usr/share/doubtit")  # packaging/update.py
    with tempfile.TemporaryDirectory() as made:
        run(sys.executable, HERE / "pages.py", made)
        for page in Path(made).glob("*.1"):
            packed(root / f"usr/share/man/man1/{page.name}.gz", page.read_bytes())
        completions = root / "usr/share/bash-completion/completions"
        completions.mkdir(parents=True)
        shutil.copy(Path(made, "doubtit"), completions)
    packed(root / "usr/share/doc/doubtit/changelog.gz", changelog(target).encode())


def changelog(target: Target) -> str:
    """Return Debian's changelog: an entry that points to ours."""
    author = control(target, 0).partition("Maintainer: ")[2].partition("\n")[0]
    changes = "  * CHANGELOG.md, beside the sources, says what changed."
    heading = f"doubtit ({target.version}) unstable; urgency=medium"
    return f"{heading}\n\n{changes}\n\n -- {author}  {formatdate(epoch())}\n"


def control(target: Target, kib: int) -> str:
    """Return the package's own description; `kib` is its size installed."""
    major, minor = PYTHONS[target.release]
    text = (HERE / "debian" / "control").read_text(encoding="utf-8")
    return text.format(
        version=target.version,
        architecture=target.architecture,
        kib=kib,
        python=f"{major}.{minor}",
        next_python=f"{major}.{minor + 1}",
    )


def describe(root: Path, target: Target) -> None:
    """Write what dpkg reads: control, conffiles, checksums, scripts."""
    files = sorted(path for path in root.rglob("*") if path.is_file())
    kib = sum(-(-path.stat().st_size // 1024) for path in files)
    debian = root / "DEBIAN"
    debian.mkdir()
    (debian / "control").write_text(control(target, kib), encoding="utf-8")
    names = [str(path.relative_to(root)) for path in files]
    conffiles = [name for name in names if name.startswith("etc/")]
    (debian / "conffiles").write_text("".join(f"/{name}\n" for name in conffiles))
    sums = [hashlib.md5(path.read_bytes()).hexdigest() for path in files]  # noqa: S324 - dpkg's own
    listed = zip(sums, names, strict=True)
    (debian / "md5sums").write_text(
        "".join(f"{md5}  {name}\n" for md5, name in listed if name not in conffiles)
    )
    for script in SCRIPTS:
        shutil.copyfile(HERE / "debian" / script, debian / script)


def settle(root: Path) -> None:
    """Give everything its mode and its time."""
    runs = {root / name for name in (*RUN, *(f"DEBIAN/{script}" for script in SCRIPTS))}
    for path in [root, *root.rglob("*")]:
        path.chmod(0o755 if path.is_dir() or path in runs else 0o644)
        os.utime(path, (epoch(), epoch()))


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
        wheel = own_wheel(Path(work))
        for target in starmap(Target, product(releases, architectures)):
            began, root = time.monotonic(), Path(work, "-".join(target))
            lay_out(root, wheel, target)
            describe(root, target)
            settle(root)
            package = args.dist / f"doubtit_{target.version}_{target.architecture}.deb"
            run("dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", root, package.resolve())
            mib = package.stat().st_size / 2**20
            print(f"{package}: {mib:.0f} MiB in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
