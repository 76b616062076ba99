"""Makes the drawings and tables of hardware/ and docs/build, from hardware/build.toml."""
