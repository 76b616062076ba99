"""Decks that the table has got to know: how they look, and whether they are complete."""
