"""Where the indices are, what they are called, and which of them are on one card."""
