"""The players name a dealer, and the dealer gives out the cards."""
