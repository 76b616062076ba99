"""The games, one file or package each."""
