"""The laboratory: simulated evenings, the gallery of screens and scenarios, without hardware."""
