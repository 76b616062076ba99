"""The printed card of a question is turned up and compared."""
