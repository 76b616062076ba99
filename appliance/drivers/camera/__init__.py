"""Cameras over the reveal box, and what keeps their pictures new, whole and in time."""
