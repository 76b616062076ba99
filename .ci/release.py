"""Check that a tag, the version and the changelog agree, then print the release's notes.

    python .ci/release.py v0.2.0 > notes.md
    python .ci/release.py                       # prints the tag that the version asks for

Reads `pyproject.toml` and `CHANGELOG.md` in the current folder. Exits with 1 and a line on stderr
where they disagree. In a workflow of GitHub, links in the notes lead to the files of the tag. See
docs/releasing.md.
"""

import os
import re
import sys
import tomllib
from datetime import date
from pathlib import Path


def notes(tag: str, pyproject: str, changelog: str) -> str:
    """The changelog's section of the release that `tag` names, without its heading.

    Raises:
        ValueError: where the tag is malformed, or the version or the changelog says otherwise.
    """
    if not re.fullmatch(r"v\d+\.\d+\.\d+", tag):
        raise ValueError(f"a release's tag is v and three numbers, as in v1.2.3, not {tag!r}")
    version = tomllib.loads(pyproject)["project"]["version"]
    if tag != f"v{version}":
        raise ValueError(f"pyproject.toml has version {version}, and the tag is {tag}")
    _, *sections = re.split(r"^## ", changelog, flags=re.MULTILINE)
    released = [section for section in sections if not section.startswith("[Unreleased]\n")]
    heading, _, text = (released[0] if released else "").partition("\n")
    match = re.fullmatch(r"\[(.+)\] - (\d{4}-\d\d-\d\d)", heading)
    if match is None or match[1] != version:
        raise ValueError(
            f"the newest release in CHANGELOG.md must be [{version}] - YEAR-MONTH-DAY, "
            f"not {heading!r}"
        )
    date.fromisoformat(match[2])
    if not text.strip():
        raise ValueError(f"CHANGELOG.md says nothing of {version}")
    return text.strip()


def linked(text: str, files: str) -> str:
    """Return notes whose links to files of the project begin with the address `files`."""
    return re.sub(r"\]\((?!https?://)", f"]({files}/", text)


def main() -> int:
    """Print the notes, or the tag; gives the exit code."""
    if len(sys.argv) > 2:
        print(__doc__, file=sys.stderr)
        return 2
    pyproject, changelog = Path("pyproject.toml").read_text(), Path("CHANGELOG.md").read_text()
    version = tomllib.loads(pyproject)["project"]["version"]
    tag = sys.argv[1] if sys.argv[1:] else f"v{version}"
    try:
        text = notes(tag, pyproject, changelog)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if "GITHUB_REPOSITORY" in os.environ:
        server, project = os.environ["GITHUB_SERVER_URL"], os.environ["GITHUB_REPOSITORY"]
        text = linked(text, f"{server}/{project}/blob/{tag}")
    print(text if sys.argv[1:] else tag)
    return 0


if __name__ == "__main__":
    sys.exit(main())
