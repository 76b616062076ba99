"""hardware/mechanics/printing.csv: each part with its settings and a slicer's figures."""

from pathlib import Path

import pytest

from workshop import mechanics, printing

LINES = {line.part: line for line in printing.lines()}

GCODE = """
; filament used [cm3] = 8.81
; filament used [g] = 10.93
; estimated printing time (normal mode) = 1d 2h 7m 4s
"""


def test_each_part_has_its_line() -> None:
    assert set(LINES) == set(mechanics.PARTS_TO_PRINT)
    for line in LINES.values():
        assert line.gram < line.cm3 * 1.24 + 1, "no more than a solid of PLA"
        assert line.minutes > 20
        assert not line.picture or line.picture in mechanics.PICTURES
        assert line.material == ("PETG" if "light" in line.part else "PLA"), "strips get warm"


def test_the_file_is_as_it_is_written() -> None:
    text = printing.PRINTING.read_text(encoding="utf-8")
    assert text == printing.text_of(printing.lines()), "run `make slices`"


def test_time_and_weight_are_those_of_the_g_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in LINES:
        (tmp_path / f"{part}.gcode").write_text(GCODE, encoding="utf-8")
        (tmp_path / f"{part}.stl").write_text("vertex 0 0 0\n" * 3, encoding="ascii")
    monkeypatch.setattr(printing, "PRINTING", tmp_path / "printing.csv")
    printing.PRINTING.write_text(printing.text_of(tuple(LINES.values())), encoding="utf-8")
    assert printing.main([str(tmp_path)]) == 0
    for line in printing.lines():
        assert (line.gram, line.minutes) == (11, 26 * 60 + 7)
        assert line.use == LINES[line.part].use


@pytest.mark.parametrize("lacks", ["estimated", "[g]"])
def test_g_code_without_time_or_weight_is_refused(lacks: str) -> None:
    gcode = "".join(line for line in GCODE.splitlines(keepends=True) if lacks not in line)
    with pytest.raises(ValueError, match="mast-foot: this G-code tells no time or no weight"):
        printing.sliced(LINES["mast-foot"], gcode, 98.4)
