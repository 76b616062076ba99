"""Scenarios: small stories about the rules, in TOML, that people read and the project runs.

A scenario goes through the real table, so its presses are decided by the arbiter, its waiting
rules are kept by the clock, and a reveal is judged as the camera's would be. `load` reads and
checks, `run` tells.
"""

from collections.abc import Mapping
from dataclasses import replace

from appliance.core import signals
from appliance.presses.arbiter import silent_at
from appliance.presses.gestures import HOLD_AFTER, TAP_WITHIN
from appliance.table import deadline
from appliance.table.elements import Stage
from appliance.table.part import PROCEDURES
from appliance.table.windows import FORCE_AFTER, race_of
from bluffing.actions import Action, Doubt, Force, LetStand
from bluffing.game import Phase, Refused
from bluffing.message import Message, message, quoted
from lab.scenario.checks import Told
from lab.scenario.load import Scenario, load
from lab.scenario.steps import NO_CARD, OTHER_CARD, action_of
from lab.scenario.story_table import StoryTable, table_of

__all__ = ["Scenario", "load", "run"]


_PRESSED = (TAP_WITHIN + HOLD_AFTER) // 2  # neither a tap nor a hold: nothing but a press
_FORCED = FORCE_AFTER + 100 * signals.MS
_SETTLED = 100 * signals.MS  # by then every edge has arrived and what it means is known


def run(scenario: Scenario) -> list[Message]:
    """Play the story; return its deviations from the expected values, empty if it holds."""
    try:
        table = table_of(scenario)
    except Refused as refused:
        if scenario.setup_refused:
            return []
        return [message("scenario.setup-was-refused", why=refused.why)]
    if scenario.setup_refused:
        return [message("scenario.setup-was-not-refused")]
    teller = _Teller(table, scenario.steps, by_clock="last_card_window_ms" in scenario.options)
    for number, step in enumerate(scenario.steps, 1):
        done, why_not = teller.tell()
        wanted = step.get("refused", False)
        if wanted and (done or why_not is None):
            code = "scenario.step-was-not-refused" if done else "scenario.step-without-reason"
            return [message(code, number=number)]
        if not wanted and not done:
            if why_not is None:
                return [message("scenario.step-did-nothing", number=number)]
            return [message("scenario.step-was-refused", number=number, why=why_not)]
    values = {key: teller.seen.under(key, teller.table) for key in scenario.expect}
    return [
        message("scenario.differs", key=key, wanted=quoted(wanted), seen=quoted(values[key]))
        for key, wanted in scenario.expect.items()
        if values[key] != wanted
    ]


class _Teller(StoryTable):
    """Performs the steps at a table, one by one. Lives for one story."""

    def tell(self) -> tuple[bool, Message | None]:
        """Perform the next step; return True and None, or False and the reason of a refusal.

        A refused step changes no game.
        """
        self._number += 1
        step = self._steps[self._number]
        self._catch_up(step)
        game, doubts = self.table.game, self.seen.doubts
        why: Message | None
        if "press" in step:
            why = self._press(step["press"])
        elif "force" in step:
            why = self._force(step["force"]["seat"], step["force"]["at"])
        elif "last_card_window_ends" in step:
            why = self._end_window()
        elif "card" in step:
            why = self._turn_over(step)
        else:
            why = self._choose(step, action_of(step, self.table.game.turn))
        if self.table.game.phase not in (Phase.OPEN, Phase.LAST_CARDS):
            self._ahead = self.now - self._at
        # a window may end by the clock while a press comes too late
        slapped = "press" in step or "force" in step
        done = self.seen.doubts > doubts if slapped else self.table.game != game
        return done, why

    # --- what the steps do ---------------------------------------------------------------------

    def _catch_up(self, told: Told) -> None:
        """Bring the table to this step: the cards are taken, a question is drawn."""
        if self.table.judged is not None and "settle" not in told:
            self._send(signals.Wished(signals.Wish.GO_ON, self.now))
        if self.table.inner.name is Stage.QUESTION:
            self._send(signals.Wished(signals.Wish.GO_ON, self.now))

    def _choose(self, told: Told, action: Action) -> Message | None:
        """Enter a choice as a host does for a player or the camera."""
        if isinstance(action, PROCEDURES):
            return self._paused(action)
        at = self._moment(told)
        self._until(at)
        self._send(signals.Chosen(action, at))
        why = self.table.notice
        while (turns := self._turns) is not None and turns.pending is not None:
            self._until(deadline(self.table, self.now) or self.now + signals.MS)
        while "answer" in told and self.table.inner.name is Stage.DOUBT:
            self._until(self.now + _SETTLED)
        return why

    def _paused(self, action: Action) -> Message | None:
        """Correct a mistake while the game is paused (rules 6.2)."""
        self._send(signals.Wished(signals.Wish.PAUSE, self.now))
        self._until(self.now + _SETTLED)  # a doubt that was pressed before comes first
        self._send(signals.Chosen(action, self.now))
        why = self.table.notice
        if self.table.paused is not None:
            self._send(signals.Wished(signals.Wish.GO_ON, self.now))
        return why

    def _moment(self, told: Told) -> int:
        """Time of a move (ns, the table's clock).

        A move without one comes just before its successor.
        """
        if "at" in told:
            self._at = max(self._at, told["at"] * signals.MS)
            return int(told["at"]) * signals.MS + self._ahead
        after = self._steps[self._number + 1 : self._number + 2]
        presses = [press for step_ in after for press in step_.get("press", ())]
        presses += [step_["force"] for step_ in after if "force" in step_]
        first = min((press["at"] for press in presses), default=None)
        if first is not None and first * signals.MS + self._ahead <= self.now:
            self._ahead = self.now + signals.MS - first * signals.MS
        return self.now

    def _press(self, presses: list[Mapping[str, int]]) -> Message:
        for press in sorted(presses, key=lambda press: press["at"]):
            self._down(press["seat"], press["at"], _PRESSED)
        self._decide()
        rules, game = self.table.ruleset, self.table.game
        whys = (rules.refusal(game, Doubt(press["seat"])) for press in presses)
        return next((why for why in whys if why), message("scenario.no-doubt"))

    def _force(self, seat: int, at: int) -> Message:
        """Hold a buzzer to force, unless that is illegal: the press would be a doubt."""
        why = self.table.ruleset.refusal(self.table.game, Force(seat))
        if why is None:
            self._down(seat, at, _FORCED)
            self._decide()
        return why or message("scenario.forces-nobody")

    def _decide(self) -> None:
        """Wait until the table has decided the race and tells a doubt from a force."""
        timing = self.table.ruleset.timing(self.table.game)
        self._until(self.now + timing.tie_window_ms * signals.MS + _SETTLED)
        while (turns := self._turns) is not None and turns.raced is not None:
            self._until(self.now + _SETTLED)

    def _end_window(self) -> Message:
        turns = self._turns
        why = self.table.ruleset.refusal(self.table.game, LetStand())
        last = self.table.game.phase is Phase.LAST_CARDS
        if turns is not None and last and not self._by_clock:
            self.table = replace(self.table, stage=replace(turns, closes_at=self.now))
        race = race_of(self.table)
        if race is not None and race.closes_at < signals.NEVER:
            self._until(silent_at(race) + 1)
        return why or message("scenario.window-open")

    def _turn_over(self, told: Told) -> Message | None:
        """Show the camera a printed card with that answer, another card, or none for a while."""
        if not self._wants_a_card():
            return message("scenario.no-card-wanted")
        asked, face = self._question().code, told["card"]
        card = None if face == NO_CARD else asked
        if card is not None:
            foreign = face == OTHER_CARD
            card = replace(asked, id=OTHER_CARD) if foreign else replace(asked, percent=float(face))
        self._send(signals.CodeSeen(self.table.request, card, self.now))
        if card is not None and card.name != asked.name:
            return message("verify.other", name=card.name)
        for seat in told.get("drop", ()):
            self._until(self.now + signals.MS)
            self._send(signals.Touched(seat, 0, self.now))
        while self._wants_a_card():
            self._until(self.now + _SETTLED)
        return self.table.notice

    def _wants_a_card(self) -> bool:
        return self.table.inner.name is Stage.VERIFY
