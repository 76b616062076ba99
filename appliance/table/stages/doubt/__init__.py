"""A player doubts: the screen shows the photo finish."""
