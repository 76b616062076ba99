"""The questions of the percentage game: packs of them, and drawing one."""
