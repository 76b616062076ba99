"""The board: a page of a venue's tables, their photo finishes, games and leagues."""
