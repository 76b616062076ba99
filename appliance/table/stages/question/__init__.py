"""A question is drawn, of the kind that the starter chooses."""
