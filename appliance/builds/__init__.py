"""Builds of tables: the wiring of each build in hardware/build.toml, and its checks."""
