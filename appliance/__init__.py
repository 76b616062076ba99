"""Doubt It! table: a referee for bluffing card games on a Raspberry Pi."""
