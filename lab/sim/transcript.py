"""A simulated evening told in words while it is played: for reading, and for diffs."""

from collections.abc import Callable

from appliance.record.story import story_lines, story_row
from appliance.table.facts import Facts
from appliance.words import Words
from bluffing.message import Message
from lab.sim.change import Change


class Transcript:
    """Tells each change that matters to `say`, with the time since the evening began."""

    def __init__(self, say: Callable[[str], None], words: Words) -> None:
        self._say, self._words = say, words

    def saw(self, change: Change) -> None:
        """Describe the change."""
        for line in story_lines(change.before, change.after, change.events):
            self.add(change.after, change.now, line)

    def add(self, facts: Facts, now: int, line: Message) -> None:
        """Tell `line` as well, `now` (ns) after the evening began."""
        self._say(story_row(line, now, self._words.named(facts.names)))
