"""The self-test: `observe` touches the machine, `judge` decides what that means."""
