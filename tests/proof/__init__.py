"""Proofs that walk all positions or play random games: what every ruleset promises."""
