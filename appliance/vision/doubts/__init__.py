"""Why a reading may not be trusted: cards that were missed, hidden, or have no index."""
