"""The sentences on the screens, a file for each part of an evening: from facts to messages."""
