"""The state after a story: the names that its `expect` may use, and the value of each."""

from appliance.table import Table
from bluffing import events
from bluffing.events import Event
from bluffing.game import AnyRuleset, Phase
from bluffing.wagers import WagerGame
from lab.scenario import checks
from lab.scenario.checks import Check

_SEAT = checks.or_none(checks.seat)
_WHOLE = checks.or_none(checks.whole)

_EVERYWHERE: dict[str, Check] = {
    "turn": checks.seat,
    "live": checks.many(checks.seat),
    "doubter": _SEAT,
    "verdict": checks.word("true", "lie", "produced", "not_produced", "none"),
    "winner": _SEAT,
    "tied": checks.many(checks.seat),
    "loser": _SEAT,
    "owes": _WHOLE,
    "out": checks.many(checks.seat),
    "gone": checks.many(checks.seat),
}
_WITH_CARDS: dict[str, Check] = {
    "hands": checks.a_seat_each(checks.count),
    "rank": checks.or_none(checks.claimable),
    "table": checks.count,
    "removed": checks.count,
    "stock": checks.count,
    "packs": checks.count,
    "lead": _SEAT,
    "takes": _SEAT,
    "paid": _WHOLE,
}
_WITH_WAGERS: dict[str, Check] = {
    "points": checks.a_seat_each(checks.count),
    "starter": checks.seat,
    "confident": _SEAT,
    "new_player": _SEAT,
    "guess": _WHOLE,
    "wager": _WHOLE,
    "highest_wager": checks.count,
    "lost": _WHOLE,
    "sudden_death": checks.flag,
    "in_play": checks.many(checks.seat),
}


def expected(rules: AnyRuleset) -> dict[str, Check]:
    """List the values that a story may expect of this game."""
    return _EVERYWHERE | (_WITH_WAGERS if isinstance(rules, WagerGame) else _WITH_CARDS)


class Seen:
    """Observed events, beside the values that the game itself shows. Lives for one story.

    `doubts` counts the doubts and forces.
    """

    def __init__(self) -> None:
        self.doubts = 0
        self._heard: dict[str, object] = dict.fromkeys(
            ("doubter", "verdict", "takes", "owes", "paid")
        )

    def saw(self, event: Event) -> None:
        """Note that `event` happened."""
        match event:
            case events.Doubted() | events.Forced():
                self.doubts += 1
                self._heard["doubter"] = event.doubter
            case events.Played() | events.Guessed() | events.Withdrawn() | events.Stands():
                self._heard["doubter"] = None
            case events.Verdict() | events.Answered():
                self._judged("true" if event.truth else "lie")
            case events.Produced():
                self._judged("not_produced" if event.rank is None else "produced")
            case events.Took():
                self._heard["takes"] = event.seat
            case events.Owes():
                self._heard["owes"] = event.forfeits
            case events.Paid():
                self._heard["paid"] = sum(event.parts)
            case _:
                pass

    def _judged(self, verdict: str) -> None:
        self._heard |= {"verdict": verdict, "takes": None, "owes": None}

    def under(self, key: str, table: Table) -> object:
        """Return the value of `key` in a story's notation."""
        value = self._heard[key] if key in self._heard else _read(key, table)
        if value is None:
            return "none"
        return list(value) if isinstance(value, tuple) else value


def _read(key: str, table: Table) -> object:
    """Read a value from the game itself."""
    game, loss = table.game, getattr(table.game, "last_loss", None)
    match key:
        case "live":
            return table.ruleset.live(game)
        case "rank":
            return game.required
        case "table":
            return sum(game.heaps)
        case "lead":
            leads = game.required is None and game.phase is not Phase.OVER
            return game.turn if leads else None
        case "guess" | "wager":
            return getattr(getattr(game, "bid", None), key, None)
        case "lost":
            return getattr(loss, "points", None)
        case "loser" if loss is not None:
            return loss.seat
        case _:
            return getattr(game, key)
