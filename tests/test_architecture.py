"""docs/architecture.md shows the present house."""

import pytest
from architecture import PACKAGES, PAGE, ROOT, drawn, named_files

pytestmark = pytest.mark.untraced


@pytest.mark.thorough
def test_the_page_shows_every_room_as_the_code_has_it() -> None:
    page = PAGE.read_text("utf-8")
    assert page == drawn(page), "run `make house-docs` and read what changed"


def test_what_the_page_names_is_there() -> None:
    named = named_files(PAGE.read_text("utf-8"))
    assert {"core/signals.py", "display/view.py"} <= named
    folders = (*PACKAGES, ROOT)
    gone = {name for name in named if not any((folder / name).exists() for folder in folders)}
    assert not gone


def test_a_page_without_a_place_for_the_rooms_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks one of the lines"):
        drawn("# Architecture\n")
