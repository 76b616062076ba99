"""The loop was busy, and finds several signals at once: who was first must not depend on that."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from at_table import playing, race_ruleset, reading_of
from hypothesis import given
from hypothesis import strategies as st

from appliance.core.signals import MS, SECOND, CardsSeen, Edge, Signal
from appliance.runtime.journal import Journal
from appliance.runtime.loop import Loop
from appliance.table import TableSettings


@contextmanager
def open_doubt() -> Iterator[tuple[Loop, int]]:
    """A loop at whose table seat 1 has just laid a card, and its time (ns)."""
    people = playing(tie_window_ms=0)
    people.lay(1, 1)
    people.wait(SECOND)
    with closing(Journal.open(None, TableSettings())) as journal:
        loop = Loop(journal, ())
        loop.table = people.table
        yield loop, people.now


@given(st.permutations([0, 2, 3]), st.integers(1, 20 * MS), st.booleans())
def test_edges_that_waited_together_are_judged_together(
    order: list[int], gap: int, distracted: bool
) -> None:
    with open_doubt() as (loop, now):
        at = {3: now, 0: now + gap, 2: now + 2 * gap}
        signals: list[Signal] = [Edge(buzzer, down=True, at=at[buzzer]) for buzzer in order]
        if distracted:
            signals.insert(1, CardsSeen(0, reading_of(["A"]), now))
        for signal in signals:
            loop.post(signal)
        loop.turn(now + 2 * SECOND)
        loop.turn(now + 2 * SECOND + MS)
        assert loop.table.game.doubter == 3


def test_only_the_lamp_of_a_press_is_seen_before_it_is_written() -> None:
    order: list[str] = []

    class Told(Journal):
        def wait(self) -> None:
            writing = self._writing is not None
            super().wait()
            if writing:
                order.append("written")

    people = playing(4, race_ruleset())
    people.lay(1, 1)
    people.wait(SECOND)
    with closing(Told.open(None, TableSettings())) as journal:
        loop = Loop(journal, (lambda effect: order.append(type(effect).__name__),))
        loop.table = people.table
        loop.post(Edge(3, down=True, at=people.now))
        loop.turn(people.now + MS)
        assert order == ["Lamp", "written"]
        order.clear()
        loop.turn(people.now + SECOND)
        assert order.count("written") == 1
        assert order[0] == "written"
        assert {"Lamp", "PlaySound", "Announce"} <= set(order)


def test_a_signal_that_woke_the_loop_is_handled_with_those_behind_it() -> None:
    with open_doubt() as (loop, now):
        loop.post(Edge(0, down=True, at=now + MS))
        loop.wait(0)
        loop.post(Edge(3, down=True, at=now))
        loop.turn(now + SECOND)
        assert loop.table.game.doubter == 3


@given(
    st.lists(st.tuples(st.integers(40, 380), st.integers(60, 3000)), min_size=1, max_size=4),
    st.booleans(),
    st.data(),
)
def test_taps_count_however_long_the_loop_was_kept_from_them(
    taps: list[tuple[int, int]], began: bool, data: st.DataObject
) -> None:
    people = playing()
    with closing(Journal.open(None, TableSettings())) as journal:
        loop = Loop(journal, ())
        loop.table, at = people.table, people.now
        edges: list[Signal] = []
        for long, rest in taps:
            edges += [Edge(1, down=True, at=at), Edge(1, down=False, at=at + long * MS)]
            at += (long + rest) * MS
        if began:  # the first one is down as the disk, say, begins to be slow
            loop.post(edges.pop(0))
            loop.turn(people.now + 10 * MS)
        for signal in data.draw(st.permutations(edges)):
            loop.post(signal)
        loop.turn(at + 4 * SECOND)
        entry = loop.table.turns.entry
        assert entry is not None
        assert entry.cursor == len(taps)


def test_a_hold_is_one_though_the_loop_was_kept_from_its_end() -> None:
    people = playing()
    people.press(1)
    with closing(Journal.open(None, TableSettings())) as journal:
        loop = Loop(journal, ())
        loop.table, at = people.table, people.now
        loop.post(Edge(1, down=True, at=at))
        loop.turn(at + 10 * MS)
        loop.post(Edge(1, down=False, at=at + 850 * MS))
        loop.turn(at + 4 * SECOND)
        loop.turn(at + 5 * SECOND)
        claim = loop.table.game.claim
        assert claim is not None
        assert claim.count == 1
