"""What a proof says when something does not hold."""


class Broken(AssertionError):  # noqa: N818 - a promise is broken; that is its word
    """A ruleset broke a promise; the message says which."""


def hold(promise: bool, words: str) -> None:
    """Raise Broken with `words` unless the `promise` was kept."""
    if not promise:
        raise Broken(words)
