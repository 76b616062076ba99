"""`make deb`: the Debian packages, doubtit_VERSION_ARCHITECTURE.deb.

    python packaging/deb.py DIST [ARCHITECTURE...]

The table's wheel, the wheels that requirements/pi.lock names, and the files beside this one are
laid out as they are installed, and dpkg-deb packs them. Nothing is compiled, so every architecture
can be built on any machine with dpkg-deb. The same commit gives the same bytes: all times are
that of SOURCE_DATE_EPOCH, by itself the commit's.
"""

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
from pathlib import Path
from zipfile import ZipFile

HERE = Path(__file__).parent
PROJECT = HERE.parent
VERSION: str = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
LOCK = PROJECT / "requirements" / "pi.lock"
WHEELS = PROJECT / "build" / "deb"

MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Debian's name of each architecture, and the one in the names of wheels."""

PYTHON = "3.13"
"""Debian 13's Python: ONNX Runtime's wheel is for no other, and the package depends on it."""

LEFT_OUT = ("backend", "datasets", "quantization", "tools", "transformers")
"""What of ONNX Runtime makes networks, and runs none."""

SECOND_COPY = "onnxruntime/capi/libonnxruntime.so*"
"""ONNX Runtime for other languages: Python's own module includes it."""

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
"""What is installed as it is, and where."""

RUN = ("usr/bin/doubtit", "usr/libexec/doubtit/update")
"""What of it is a program."""

SCRIPTS = ("postinst", "prerm", "postrm")
"""What dpkg runs, and our folder `debian` has."""


def run(*command: str | Path) -> None:
    """Run a command. Raises CalledProcessError where it fails."""
    subprocess.run(command, cwd=PROJECT, check=True)  # noqa: S603 - our own words


def epoch() -> int:
    """The time of everything in the package, in seconds since 1970."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        asked = ["git", "log", "-1", "--format=%ct"]
        given = subprocess.check_output(asked, cwd=PROJECT, text=True)  # noqa: S603 - whichever git
    return int(given)


def wheels(machine: str) -> list[Path]:
    """The locked wheels for this machine, fetched once."""
    lock = hashlib.sha256(LOCK.read_bytes()).hexdigest()[:12]
    folder = WHEELS / f"{machine}-{lock}"
    if not folder.exists():
        WHEELS.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=WHEELS) as fetched:
            run(
                sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                "--no-deps", "--require-hashes", "--only-binary", ":all:",
                "--python-version", PYTHON, "--platform", f"manylinux_2_28_{machine}",
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
    """Write a file as gzip, without a name or a time in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text, 9, mtime=0))


def lay_out(root: Path, wheel: Path, machine: str) -> None:
    """Put everything where it is installed below `root`."""
    private = root / "usr/lib/doubtit"
    for one in [wheel, *wheels(machine)]:
        with ZipFile(one) as archive:
            archive.extractall(private)
    for name in LEFT_OUT:
        shutil.rmtree(private / "onnxruntime" / name)
    for library in private.glob(SECOND_COPY):
        library.unlink()
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
    packed(root / "usr/share/doc/doubtit/changelog.gz", changelog().encode())


def changelog() -> str:
    """Debian's changelog: one entry, that points to ours."""
    author = control("amd64", 0).partition("Maintainer: ")[2].partition("\n")[0]
    changes = "  * What changed is told in CHANGELOG.md, beside the sources."
    date = formatdate(epoch())
    return f"doubtit ({VERSION}) unstable; urgency=medium\n\n{changes}\n\n -- {author}  {date}\n"


def control(architecture: str, kib: int) -> str:
    """The package's own description; `kib` is its size installed."""
    text = (HERE / "debian" / "control").read_text(encoding="utf-8")
    return text.format(version=VERSION, architecture=architecture, kib=kib)


def describe(root: Path, architecture: str) -> None:
    """Write what dpkg reads: control, conffiles, checksums, scripts."""
    files = sorted(path for path in root.rglob("*") if path.is_file())
    kib = sum(-(-path.stat().st_size // 1024) for path in files)
    debian = root / "DEBIAN"
    debian.mkdir()
    (debian / "control").write_text(control(architecture, kib), encoding="utf-8")
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
    """Build the package of each architecture that is named, or of all."""
    dist, architectures = Path(sys.argv[1]), sys.argv[2:] or list(MACHINES)
    dist.mkdir(parents=True, exist_ok=True)
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch())
    with tempfile.TemporaryDirectory() as work:
        wheel = own_wheel(Path(work))
        for architecture in architectures:
            began, root = time.monotonic(), Path(work) / architecture
            lay_out(root, wheel, MACHINES[architecture])
            describe(root, architecture)
            settle(root)
            package = dist / f"doubtit_{VERSION}_{architecture}.deb"
            run("dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", root, package.resolve())
            mib = package.stat().st_size / 2**20
            print(f"{package}: {mib:.0f} MiB in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
