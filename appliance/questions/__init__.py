"""The questions of the percentage game: what a question is, packs of them, and drawing one.

`question` is pure and may be known to the core; `pack` reads files and `draw` takes chances.
"""
