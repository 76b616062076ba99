"""A verdict is given: the loser takes the cards."""
