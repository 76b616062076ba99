"""The self-test: `observe` touches the machine, `judge` judges the observations."""
