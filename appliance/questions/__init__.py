"""The questions of the games that guess at percentages."""
