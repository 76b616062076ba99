"""Somebody says who deals, and the dealer gives out the cards."""
