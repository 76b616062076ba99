"""What stands after a story, under the names that its `expect` uses."""

from typing import Any

from appliance.rules.events import (
    Answered,
    Doubted,
    Event,
    Forced,
    Guessed,
    Paid,
    Played,
    Produced,
    Stands,
    Took,
    Verdict,
    Withdrawn,
)
from appliance.rules.game import Phase, State
from appliance.rules.wagers import WagerGame
from appliance.table import Table


class Seen:
    """What was seen to happen, beside what can be read off the game. Lives for one story.

    `doubts` counts the doubts and forces.
    """

    def __init__(self) -> None:
        self.doubts = 0
        self._doubter: int | None = None
        self._verdict: str | None = None
        self._takes: int | None = None
        self._paid: int | None = None

    def saw(self, event: Event) -> None:
        """`event` happened."""
        match event:
            case Doubted() | Forced():
                self.doubts += 1
                self._doubter = event.doubter
            case Played() | Guessed() | Withdrawn() | Stands():
                self._doubter = None
            case Verdict() | Answered():
                self._judged("true" if event.truth else "lie")
            case Produced():
                self._judged("not_produced" if event.rank is None else "produced")
            case Took():
                self._takes = event.seat
            case Paid():
                self._paid = sum(event.parts)
            case _:
                pass

    def now(self, table: Table) -> dict[str, object]:
        """Everything that `expect` may name and that this game has."""
        game, rules = table.game, table.ruleset
        return {
            "turn": game.turn,
            "live": list(rules.live(game)),
            "doubter": _or_none(self._doubter),
            "verdict": _or_none(self._verdict),
            "winner": _or_none(game.winner),
            "out": list(game.out),
            "gone": list(game.gone),
            **(_wagers(game) if isinstance(rules, WagerGame) else self._cards(game)),
        }

    def _judged(self, verdict: str) -> None:
        self._verdict, self._takes = verdict, None

    def _cards(self, game: State) -> dict[str, object]:
        leads = game.required is None and game.phase is not Phase.OVER
        return {
            "hands": list(game.hands),
            "rank": _or_none(game.required),
            "table": sum(game.heaps),
            "removed": game.removed,
            "stock": game.stock,
            "packs": game.packs,
            "lead": game.turn if leads else "none",
            "loser": _or_none(game.loser),
            "takes": _or_none(self._takes),
            "paid": _or_none(self._paid),
        }


def _wagers(game: Any) -> dict[str, object]:  # noqa: ANN401 - a wagers.WagerState
    loss = game.last_loss
    return {
        "points": list(game.points),
        "starter": game.starter,
        "confident": _or_none(game.confident),
        "new_player": _or_none(game.new_player),
        "guess": _or_none(game.bid and game.bid.guess),
        "wager": _or_none(game.bid and game.bid.wager),
        "highest_wager": game.highest_wager,
        "sudden_death": game.sudden_death,
        "in_play": list(game.in_play),
        "loser": _or_none(None if loss is None else loss.seat),
        "lost": _or_none(None if loss is None else loss.points),
    }


def _or_none(value: object) -> object:
    return "none" if value is None else value
