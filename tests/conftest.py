"""Makes the helpers beside this file importable, and keeps Hypothesis off the clock and the dice.

`HYPOTHESIS_PROFILE=explore` looks for new examples instead of the same ones every time.
"""

import os

from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
