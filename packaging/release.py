"""`make release`: all files of a release, in one folder.

    python packaging/release.py DIST [--all]

The script empties DIST and builds the wheels, the sources, the seat hub's firmware and the card's
files; `--all` adds the Debian packages, the printed parts, a bill of materials and SHA256SUMS. The
same commit gives the same bytes: all times are that of SOURCE_DATE_EPOCH, by default the commit's.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import uuid
from datetime import UTC, datetime
from email import message_from_string
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cyclonedx.contrib.this.builders import this_component
from cyclonedx.model import (
    ExternalReference,
    ExternalReferenceType,
    HashAlgorithm,
    HashType,
    Property,
    XsUri,
)
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.contact import OrganizationalContact
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.model.tool import ToolRepository
from cyclonedx.output.json import JsonV1Dot6
from deb import (
    BOARD,
    BOARD_LOCK,
    BOARD_PACKAGE,
    LABORATORY,
    LOCK,
    PRIVATE,
    PROJECT,
    TABLE,
    VENUE_PACKAGE,
    VERSION,
    epoch,
    run,
)
from packageurl import PackageURL

TOOLS = {"dpkg-deb": "dpkg", "git": "git", "openscad": "openscad"}
"""The programs that build a whole release, and the package of each."""

RELATIONS = {
    "Depends": ComponentScope.REQUIRED,
    "Recommends": ComponentScope.OPTIONAL,
    "Suggests": ComponentScope.OPTIONAL,
}
"""The fields of the control file that name packages of apt."""

TYPEFACES = {"Noto Sans": "2.004", "Baloo 2": "1.700", "Shout": "1.001"}
"""The versions of the typefaces, as docs/dependencies.md names them."""

SUMS = "SHA256SUMS"


def git(*words: str) -> str:
    """Return what git answers about the project."""
    return subprocess.check_output(["git", *words], cwd=PROJECT, text=True)  # noqa: S603, S607


def sha256(path: Path) -> str:
    """Return a file's SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def pack(archive: Path, folder: Path) -> None:
    """Write the files of a folder into a zip, sorted, with the commit's time and one mode."""
    when = time.gmtime(epoch())[:6]
    with ZipFile(archive, "w", ZIP_DEFLATED) as out:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = ZipInfo(path.relative_to(folder).as_posix(), when)
                entry.create_system = 3  # Unix, which external_attr is for
                entry.external_attr = 0o100644 << 16
                entry.compress_type = ZIP_DEFLATED
                out.writestr(entry, path.read_bytes())


def checksums(folder: Path) -> str:
    """Return a line for each file in a folder, in the form of sha256sum."""
    paths = sorted(path for path in folder.iterdir() if path.name != SUMS)
    return "".join(f"{sha256(path)}  {path.name}\n" for path in paths)


# --- the bill of materials ------------------------------------------------------------------------


def licences(installed: str, package: Path = TABLE) -> list[DisjunctiveLicense]:
    """Return the licence of an installed file: the last match in the copyright of its package."""
    text = (package / "copyright").read_text(encoding="utf-8")
    name = ""
    for paragraph in text.split("\n\n"):
        fields = message_from_string(paragraph)
        if any(fnmatch(installed, pattern) for pattern in fields.get("Files", "").split()):
            name = fields["License"].partition("\n")[0]
    return [DisjunctiveLicense(id=name)]


def carried(lock: Path, package: Path, private: str) -> list[Component]:
    """Return the packages of PyPI that a Debian package carries, with the hashes of its lock."""
    components = []
    text = lock.read_text(encoding="utf-8")
    for name, version, rest in re.findall(r"^(\S+)==(\S+)((?:.*\\\n)+.*)", text, re.MULTILINE):
        purl = PackageURL("pypi", name=name, version=version)
        hashes = re.findall(r"--hash=sha256:(\w+)", rest)
        components.append(
            Component(
                name=name,
                version=version,
                bom_ref=str(purl),
                purl=purl,
                scope=ComponentScope.REQUIRED,
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in hashes],
                licenses=licences(f"{private}/{name}/", package),
            )
        )
    return components


def of_apt() -> list[Component]:
    """Return the packages that the Debian package leaves to apt; apt chooses their versions."""
    control = message_from_string((TABLE / "control").read_text(encoding="utf-8"))
    scopes = {
        name: scope
        for field, scope in RELATIONS.items()
        for name in re.findall(r"(?:^|[,|] *)([^ ,|]+)", control[field])
        if name not in (LABORATORY, VENUE_PACKAGE)
    }
    purls = {name: PackageURL("deb", "debian", name) for name in scopes}
    return [
        Component(name=name, bom_ref=str(purls[name]), purl=purls[name], scope=scope)
        for name, scope in scopes.items()
    ]


def version_of(typeface: str) -> str:
    """Return the version of a typeface by the name of its file."""
    [version] = {
        version for name, version in TYPEFACES.items() if typeface.startswith(name.replace(" ", ""))
    }
    return version


def own_files() -> list[Component]:
    """Return the networks and the typefaces in the table's own wheel."""
    card = ExternalReference(
        type=ExternalReferenceType.MODEL_CARD, url=XsUri("appliance/vision/find/MODEL.md")
    )
    components = []
    for path in sorted((PROJECT / "appliance").rglob("*")):
        network = path.suffix == ".onnx"
        if network or path.suffix == ".ttf":
            name = path.relative_to(PROJECT).as_posix()
            components.append(
                Component(
                    name=path.name,
                    version=VERSION if network else version_of(path.stem),
                    type=ComponentType.MACHINE_LEARNING_MODEL if network else ComponentType.FILE,
                    bom_ref=name,
                    scope=ComponentScope.REQUIRED,
                    hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha256(path))],
                    licenses=licences(f"{PRIVATE}/{name}"),
                    external_references=[card] if network else [],
                )
            )
    return components


def beside(package: str) -> Component:
    """Return one of our own packages beside that of the table."""
    return Component(
        name=package,
        version=VERSION,
        bom_ref=package,
        purl=PackageURL("generic", name=package, version=VERSION),
        scope=ComponentScope.OPTIONAL,
        licenses=licences(f"usr/lib/{package}/"),
    )


def bill(commit: str) -> str:
    """Return the bill of materials of the Debian packages, as CycloneDX JSON."""
    table = Component(
        name="doubtit",
        version=VERSION,
        type=ComponentType.APPLICATION,
        bom_ref="doubtit",
        purl=PackageURL("generic", name="doubtit", version=VERSION),
        licenses=licences("usr/bin/doubtit"),
        properties=[Property(name="git:commit", value=commit)],
    )
    tool = this_component()
    tool.bom_ref.value = tool.name  # the library's own is random
    components = [*carried(LOCK, TABLE, PRIVATE), *of_apt(), *own_files()]
    of_board = carried(BOARD_LOCK, BOARD, f"usr/lib/{BOARD_PACKAGE}")
    lab, venue, board = map(beside, (LABORATORY, VENUE_PACKAGE, BOARD_PACKAGE))
    bom = Bom(
        serial_number=uuid.uuid5(uuid.NAMESPACE_OID, commit),
        components=[*components, lab, venue, board, *of_board],
        metadata=BomMetaData(
            timestamp=datetime.fromtimestamp(epoch(), UTC),
            authors=[OrganizationalContact(name="The Doubt It! table project")],
            component=table,
            tools=ToolRepository(components=[tool]),
        ),
    )
    bom.register_dependency(table, components)
    bom.register_dependency(lab, [table])
    bom.register_dependency(venue)
    bom.register_dependency(board, [venue, *of_board])
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


# --- the release ----------------------------------------------------------------------------------


def obstacle() -> str:
    """Return a line about what keeps a whole release from being built, or ""."""
    if missing := [name for name in TOOLS if shutil.which(name) is None]:
        packages = " ".join(TOOLS[name] for name in missing)
        return f"a release needs {' and '.join(missing)}: apt install {packages}"
    if changed := git("status", "--porcelain"):
        return f"a release is built from a commit, and this is in none: {changed.split()[1]}"
    return ""


def build(dist: Path, *, whole: bool) -> None:
    """Build into an empty folder, which becomes `dist` when everything is there."""
    work, parts = PROJECT / "build" / "release", PROJECT / "build" / "parts"
    for folder in (work, parts if whole else work):
        shutil.rmtree(folder, ignore_errors=True)
    firmware, files = work / "firmware", work / "files"
    files.mkdir(parents=True)
    for name in (".", "lab", "bluffing", "venue", "board"):
        project = PROJECT / name
        run(sys.executable, "-m", "hatchling", "build", "--directory", files, folder=project)
    run(sys.executable, "hardware/firmware/seat_hub/assemble.py", firmware)
    pack(files / "seat-hub-firmware.zip", firmware)
    for file in ("user-data", "network-config"):
        shutil.copy(PROJECT / "systemd" / "card" / file, files)
    if whole:
        run(sys.executable, "-m", "workshop.mechanics")
        shutil.copy(PROJECT / "hardware" / "mechanics" / "printing.csv", parts)
        pack(files / "printed-parts.zip", parts)
        run(sys.executable, "packaging/deb.py", files)
        text = bill(git("rev-parse", "HEAD").strip())
        (files / f"doubtit_{VERSION}.cdx.json").write_text(text, encoding="utf-8")
        (files / SUMS).write_text(checksums(files), encoding="utf-8")
    shutil.rmtree(dist, ignore_errors=True)
    shutil.move(files, dist)


def main() -> int:
    """Build what the arguments ask for; gives the exit code."""
    parser = argparse.ArgumentParser(prog="release.py", description="Build a release's files.")
    parser.add_argument("dist", type=Path, help="the folder to write them to; it is emptied")
    parser.add_argument("--all", action="store_true", help="build all files of a release")
    args = parser.parse_args()
    if args.all and (line := obstacle()):
        print(line, file=sys.stderr)
        return 1
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch())
    try:
        build(args.dist, whole=args.all)
    except subprocess.CalledProcessError as error:
        command = " ".join(map(str, error.cmd))
        print(f"no release: exit code {error.returncode} from {command}", file=sys.stderr)
        return 1
    print(f"{args.dist}: {', '.join(sorted(path.name for path in args.dist.iterdir()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
