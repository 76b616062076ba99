"""Names the library that reads the cards. It imports no table, so `doubtit read` needs none."""

import sys

from appliance.vision.find.runner import Trial, describe_reader, try_all
from appliance.words import Words


def say_runner(words: Words, tried: tuple[Trial, ...] = (), *, always: bool = False) -> bool:
    """Report in one line the library that reads cards; unless `always`, only if it isn't the first.

    `tried` is the result of a trial; without it a trial is run. Return True if a library works
    here.
    """
    tried = tried or try_all()
    works = not tried[-1].fault
    if works and (always or len(tried) > 1):
        print(f"doubtit: {words.line(describe_reader(tried))}", file=sys.stderr, flush=True)
    return works
