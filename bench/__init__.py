"""Benchmarks: each prints figures with the machine and the versions they were taken on."""
