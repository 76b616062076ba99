"""People play, and may doubt."""
