"""The examples with other numbers of seats, and the representative ones."""

from dataclasses import replace

from example_views import EXAMPLES

from appliance.display.view import View

SIZES = ((1280, 720), (800, 480), (1920, 1080), (3840, 2160))
MAIN = ("lobby", "game", "reveal", "lie", "over", "question")
COUNTS = (2, 7, 11)


def of_seats(view: View, count: int) -> View:
    """`view` with `count` seats: a player beyond them becomes another one."""
    seats = tuple(
        replace(view.seats[i % len(view.seats)], seat=i, buzzer=i, place=i) for i in range(count)
    )
    return replace(
        view,
        seats=seats,
        table=replace(view.table, places=count),
        play=replace(
            view.play,
            claim=view.play.claim and replace(view.play.claim, seat=view.play.claim.seat % count),
        ),
        verdict=view.verdict
        and replace(
            view.verdict, takes=None if view.verdict.takes is None else view.verdict.takes % count
        ),
        end=view.end
        and replace(
            view.end,
            winner=None if view.end.winner is None else view.end.winner % count,
            standings=tuple(
                replace(standing, seat=i)
                for i, standing in enumerate((view.end.standings * 2)[:count])
            ),
            catch=view.end.catch
            and replace(
                view.end.catch,
                claim=replace(view.end.catch.claim, seat=view.end.catch.claim.seat % count),
                doubter=view.end.catch.doubter % count,
            ),
        ),
        guess=replace(
            view.guess,
            bid=view.guess.bid and replace(view.guess.bid, seat=view.guess.bid.seat % count),
        ),
        finish=replace(
            view.finish,
            places=tuple(replace(place, seat=place.seat % count) for place in view.finish.places),
        ),
    )


VIEWS = {
    **EXAMPLES,
    **{f"{name}-{count}": of_seats(EXAMPLES[name], count) for name in MAIN for count in COUNTS},
}
"""The examples, and the main ones with few, some and many seats."""
