"""How `make docs` builds the documentation site: pages as they are written, API from docstrings.

The source folder is the project's own, so that a link between two pages means the same on the site
and in the repository.
"""

import tomllib
from collections import defaultdict
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

project = "Doubt It! table"
copyright = "the Doubt It! table's makers"  # noqa: A001 - Sphinx's name
version = release = PROJECT["version"]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/**",
    "bluffing/README.md",
    "bench/README.md",
    "hardware/*.md",
    "hardware/hub_board/*.md",
    "hardware/mat/*.md",
    "hardware/mechanics/*.md",
    "systemd/*.md",
    "training/*.md",
]
html_theme = "furo"
html_title = f"{project} {version}"
html_extra_path = ["_site"]  # index.html, which leads to docs/index.html

myst_heading_anchors = 3  # a link to a heading must lead to one
suppress_warnings = ["ref.python"]  # two attributes of one name are no broken link
default_role = "code"  # `name` in a docstring is code, as in Markdown

autodoc_default_options = {"members": True, "show-inheritance": True, "ignore-module-all": True}
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"


def write_api_pages(_: Sphinx) -> None:
    """Write `docs/api`: one page for each room of the packages, with all its modules."""
    rooms: dict[str, list[str]] = defaultdict(list)
    for path in sorted(
        path
        for package in ("appliance", "bluffing", "lab")
        for path in (ROOT / package).rglob("*.py")
    ):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        rooms[".".join(module.split(".")[:2])].append(module)
    folder = ROOT / "docs" / "api"
    folder.mkdir(exist_ok=True)
    for room, modules in rooms.items():
        parts = [f"{room}\n{'=' * len(room)}\n"]
        for module in modules:
            if module != room:
                parts.append(f"{module}\n{'-' * len(module)}\n")
            parts.append(f".. automodule:: {module}\n")
        (folder / f"{room}.rst").write_text("\n".join(parts), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Sphinx calls this."""
    app.connect("builder-inited", write_api_pages)
