"""Small fonts in place of Debian's Noto fonts: the first letter is a block, all else is clear."""

from itertools import product
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]

from appliance import typefaces

EM = 1000


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, **letters: str) -> None:
    """Install fonts in `folder`: by the name of a script, the letters that its font has."""
    for (script, text), weight in product(letters.items(), ("Regular", "Bold")):
        kind, end = ("opentype", "ttc") if script == "CJK" else ("truetype", "ttf")
        file = folder / kind / "noto" / f"NotoSans{script}-{weight}.{end}"
        file.parent.mkdir(parents=True, exist_ok=True)
        _font(text).save(file)
    monkeypatch.setattr(typefaces, "SYSTEM_FONTS", folder)


def _font(text: str) -> FontBuilder:
    names = [".notdef", *(f"letter{ord(letter):x}" for letter in text)]
    block, clear = TTGlyphPen(None), TTGlyphPen(None)
    for x, y in ((0, 0), (0, EM // 2), (EM // 2, EM // 2), (EM // 2, 0)):
        (block.lineTo if (x, y) != (0, 0) else block.moveTo)((x, y))
    block.closePath()
    font = FontBuilder(EM)
    font.setupGlyphOrder(names)
    font.setupCharacterMap(dict(zip(map(ord, text), names[1:], strict=True)))
    font.setupGlyf({name: (block if name == names[1] else clear).glyph() for name in names})
    font.setupHorizontalMetrics(dict.fromkeys(names, (EM // 2, 0)))
    font.setupHorizontalHeader(ascent=EM, descent=-EM // 4)
    font.setupNameTable({"familyName": "Made", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=EM)
    font.setupPost()
    return font
