"""The examples with other numbers of seats, and which of them stand for the rest."""

from dataclasses import replace

from example_views import EXAMPLES

from appliance.display.view import View

SIZES = ((1280, 720), (800, 480), (1920, 1080), (3840, 2160))
MAIN = ("lobby", "game", "reveal", "lie", "over", "question")
COUNTS = (2, 7, 11)


def of_seats(view: View, count: int) -> View:
    """`view` with so many seats: who is beyond them is somebody else."""
    seats = tuple(
        replace(view.seats[i % len(view.seats)], seat=i, buzzer=i, place=i) for i in range(count)
    )
    return replace(
        view,
        seats=seats,
        places_at_table=count,
        claim=view.claim and replace(view.claim, seat=view.claim.seat % count),
        takes=None if view.takes is None else view.takes % count,
        winner=None if view.winner is None else view.winner % count,
        bid=view.bid and replace(view.bid, seat=view.bid.seat % count),
        places=tuple(replace(one, seat=one.seat % count) for one in view.places),
        standings=tuple(replace(one, seat=i) for i, one in enumerate((view.standings * 2)[:count])),
    )


VIEWS = {
    **EXAMPLES,
    **{f"{name}-{count}": of_seats(EXAMPLES[name], count) for name in MAIN for count in COUNTS},
}
"""The examples, and the main ones with few, some and many seats."""
