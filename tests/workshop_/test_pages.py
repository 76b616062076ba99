"""What the project carries of docs/build and hardware/ is what `make hardware` would make."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from appliance.builds.file import plan_of, shipped
from workshop import drawings, figures, mechanics, optics, pages
from workshop.__main__ import main

PLAN = plan_of(shipped())


@pytest.mark.parametrize("name", pages.PAGES)
def test_the_tables_are_current(name: str) -> None:
    page = (pages.ROOT / name).read_text(encoding="utf-8")
    assert pages.remade(page, PLAN) == page, "run `make hardware`, and look at what changed"
    assert "<!-- made by make hardware: " in page


def test_every_table_is_on_a_page() -> None:
    """But for the pins of the kitchen table, which are those of the table, and of the I2C table."""
    text = "".join((pages.ROOT / page).read_text(encoding="utf-8") for page in pages.PAGES)
    shown = set(re.findall(r"<!-- made by make hardware: ([\w-]+) -->", text))
    assert set(pages.tables(PLAN)) - shown == {"pins-kitchen-table", "pins-i2c-table"}
    for name in ("kitchen-table", "i2c-table"):
        assert PLAN.build[name].buzzer_pins == PLAN.build["table"].buzzer_pins


def test_each_figure_has_a_source_or_is_called_an_estimate() -> None:
    for name, table in [*figures.parts(PLAN), *PLAN.optics.items()]:
        of_makers = {
            field.name
            for field in fields(table)
            if isinstance(getattr(table, field.name), float) and getattr(table, field.name)
        }
        # a lamp is bought for its volts
        assert table.source or of_makers - {"volts"} == {*table.estimates}, name
    for build in PLAN.build.values():
        assert ("light_ma" in build.estimates) == bool(build.light_ma)
    for _, _, source in optics.ASSUMED:
        assert source.startswith(("estimate", "our choice"))
    for measure in mechanics.measured(PLAN):
        assert measure.source
    assert "prices are our estimates of" in (pages.ROOT / "docs/build/parts.md").read_text("utf-8")


def test_estimates_are_printed() -> None:
    printed = figures.table(PLAN) + optics.sources(PLAN)
    for _, table in [*figures.parts(PLAN), *PLAN.optics.items()]:
        assert all(f"`{name}`" in printed for name in table.estimates)
    assert "| `ma` 1300 |" in printed
    assert "`sensor_mm` 4.8 x 2.7, `focal_mm` 3.4" in printed


def test_the_drawings_were_made_from_what_is_here() -> None:
    """Without drawing: `test_drawings.py` draws, in `make test-thorough`."""
    made = (drawings.FOLDER / drawings.INPUTS).read_text(encoding="utf-8")
    assert made == drawings.inputs(), "run `make hardware`, and look at the drawings"


def test_every_drawing_is_shown() -> None:
    """But for reveal boxes that are those of the table."""
    text = "".join(page.read_text(encoding="utf-8") for page in drawings.FOLDER.parent.glob("*.md"))
    for drawing in drawings.FOLDER.iterdir():
        if drawing.name not in (drawings.INPUTS, "box-kitchen-table.svg", "box-i2c-table.svg"):
            assert f"(drawings/{drawing.name})" in text, drawing.name


def test_a_mark_without_a_table_is_refused() -> None:
    with pytest.raises(KeyError, match="none"):
        pages.remade("<!-- made by make hardware: none -->\n\n<!-- end -->", PLAN)


def test_a_file_that_is_wrong_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "build.toml").write_text("[build.x]\n", encoding="utf-8")
    arguments = ["--file", str(tmp_path / "build.toml"), "--out", str(tmp_path / "out")]
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(SystemExit):
        main(arguments[:2])
