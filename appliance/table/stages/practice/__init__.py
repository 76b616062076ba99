"""A practice round: pretend cards, real buzzers, and nothing counts."""
