"""A scale below the reveal box: a second witness for the number of cards."""
