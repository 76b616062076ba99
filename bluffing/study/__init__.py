"""For people who study bluffing: the games with hidden hands, as a PettingZoo environment."""
