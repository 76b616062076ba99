"""Drives a table: the loop, the journal it writes, and the worker that reads cards."""
