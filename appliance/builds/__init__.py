"""How tables are built: the wiring of each build of hardware/build.toml, and whether it holds."""
