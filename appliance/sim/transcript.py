"""A simulated evening told in words while it is played: for reading, and for diffs."""

from collections.abc import Callable

from appliance.core.signals import SECOND
from appliance.record.story import FOLLOWS, story_lines
from appliance.sim.change import Change
from appliance.table.facts import Facts
from appliance.words import Words
from bluffing.message import Message


class Transcript:
    """Tells each change that matters to `say`, with the time since the evening began."""

    def __init__(self, say: Callable[[str], None], words: Words) -> None:
        self._say, self._words = say, words

    def saw(self, change: Change) -> None:
        """Tell what changed."""
        for line in story_lines(change.before, change.after, change.events):
            self.add(change.after, change.now, line)

    def add(self, facts: Facts, now: int, line: Message) -> None:
        """Tell `line` as well, `now` (ns) after the evening began."""
        self._say(story_row(line, now, self._words.named(facts.names)))


def story_row(line: Message, now: int, words: Words) -> str:
    """Return `line` as a row of a story, `now` (ns) after the evening began."""
    time = f"{now // (60 * SECOND):4d}:{now % (60 * SECOND) / SECOND:06.3f}"
    indent = "  " * line.code.startswith(FOLLOWS)
    return f"{time}  {indent}{words.say(line)}".rstrip()
