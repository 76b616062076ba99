"""How `make docs` builds the documentation site: pages as they are written, API from docstrings.

The source folder is the project's own, so that a link between two pages means the same on the site
and in the repository.
"""

import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]

project = "Doubt It! table"
copyright = "the Doubt It! table's makers"  # noqa: A001 - Sphinx's name
version = release = PROJECT["version"]

extensions = [
    "myst_parser",
    "sphinx.ext.apidoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
]
root_doc = "docs/index"
include_patterns = [
    "*.md",
    "docs/**",
    "bench/*.md",
    "hardware/*.md",
    "hardware/mat/*.md",
    "systemd/*.md",
    "training/*.md",
]
html_theme = "furo"
html_title = f"{project} {version}"
html_extra_path = ["_site"]  # index.html, which leads to docs/index.html

myst_heading_anchors = 3  # a link to a heading must lead to one
default_role = "code"  # `name` in a docstring is code, as in Markdown

apidoc_modules = [
    {
        "path": "../appliance",
        "destination": "docs/api",
        "separate_modules": False,
        "module_first": True,
        "automodule_options": {"members", "show-inheritance", "ignore-module-all"},
    }
]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_class_signature = "separated"
