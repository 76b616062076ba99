"""The card reader: which library runs its networks, and what is wrong with the others."""

from collections.abc import Iterator
from dataclasses import dataclass

from appliance.selftest.judge import Finding, Level, Part

INSTALL = "install what requirements/pi.lock names, with pip (systemd/README.md)"


@dataclass(frozen=True, slots=True)
class Runners:
    """What was tried: the library that works, with its version ("": none), and what is wrong.

    `faults` are a library and its fault each, in the order in which they were tried.
    """

    works: str
    faults: tuple[tuple[str, str], ...] = ()


def findings(runners: Runners) -> Iterator[Finding]:
    """What is to be said of the libraries."""
    why = "; ".join(f"{name} {fault}" for name, fault in runners.faults)
    figures = (("runner", runners.works or None),)
    if not runners.works:
        seen = f"nothing runs its networks: {why}"
        yield Finding(Part.READER, "networks", Level.FAIL, seen, INSTALL, figures)
    elif why:
        seen = f"{runners.works} runs its networks, slower: {why}"
        yield Finding(Part.READER, "networks", Level.WARN, seen, INSTALL, figures)
    else:
        seen = f"{runners.works} runs its networks"
        yield Finding(Part.READER, "networks", Level.OK, seen, "", figures)
