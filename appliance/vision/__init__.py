"""Reads ranks from a picture of the reveal box: locates and names indices."""
