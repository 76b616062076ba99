"""Pictures of the simulated reveal box, made as a camera would take them."""
