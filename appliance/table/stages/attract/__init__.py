"""The table is empty."""
