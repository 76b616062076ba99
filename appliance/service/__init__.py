"""Runs an open table: its start, its kept settings, its work beside the game, and its end."""
