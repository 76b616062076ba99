"""Doubts about a reading: cards that are missed, hidden, or without an index."""
