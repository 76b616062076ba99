"""What the table does with its memory."""

import gc

from appliance.service.memory import keep


def test_what_is_kept_is_searched_for_garbage_no_more() -> None:
    kept, later = [object()], [object()]
    try:
        keep()
        later.append([])
        searched = {id(item) for item in gc.get_objects()}
        assert id(kept) not in searched
        assert id(later[-1]) in searched
    finally:
        gc.unfreeze()
