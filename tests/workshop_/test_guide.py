"""The pictures of two tables: a page in each language, with all pictures, steps and checks."""

import re
from pathlib import Path

import pytest

from appliance.words.catalogue import LANGUAGES
from workshop import guide, mechanics, pages

WORDS, (KITCHEN, COFFEE) = guide.read()

PICTURES = {picture.name: picture for picture in (*KITCHEN.pictures, *COFFEE.pictures)}


def test_each_scene_has_its_captions_in_every_language() -> None:
    assert [picture.name for picture in KITCHEN.pictures] == [
        f"guide-{scene}" for scene in mechanics.SCENES
    ]
    own = [each.name for each in COFFEE.pictures if each not in KITCHEN.pictures]
    assert own == [f"coffee-{scene}" for scene in mechanics.COFFEE_SCENES]
    assert set(WORDS) == set(LANGUAGES)
    for language in set(WORDS) - {"en"}:
        for picture in PICTURES.values():
            assert picture.captions[language] != picture.captions["en"]


@pytest.mark.parametrize("table", [KITCHEN, COFFEE], ids=["kitchen", "coffee"])
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_page_of_a_language_is_current_and_shows_each_picture(
    table: guide.Guide, language: str
) -> None:
    name = f"{table.page}{language}"
    path = guide.FOLDER / f"{name}.md"
    page = path.read_text(encoding="utf-8")
    assert page == dict(guide.pages())[name], "run `make hardware`"
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page):
        assert (path.parent / target).is_file(), target


def test_each_check_is_the_one_of_its_step() -> None:
    steps = (pages.ROOT / "docs" / "build" / "steps.md").read_text(encoding="utf-8")
    headings = {
        re.sub(r"[^a-z0-9 -]", "", line.lower()).strip().replace(" ", "-"): text
        for line, text in re.findall(
            r"^## (.+?)\n(.*?)(?=^## |\Z)", steps, re.MULTILINE | re.DOTALL
        )
    }
    for picture in PICTURES.values():
        assert picture.check in headings[picture.step], picture.name


def test_a_caption_that_lacks_a_language_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = guide.CAPTIONS.read_text(encoding="utf-8")
    monkeypatch.setattr(guide, "CAPTIONS", tmp_path / "captions.toml")
    guide.CAPTIONS.write_text(re.sub(r'^nl = ".*"\n', "", text, flags=re.MULTILINE), "utf-8")
    with pytest.raises(KeyError, match="nl"):
        guide.read()
