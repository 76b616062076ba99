"""Detects indices, names them and groups them into cards."""
