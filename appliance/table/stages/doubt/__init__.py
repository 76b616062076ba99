"""Somebody doubts: the photo finish is shown."""
