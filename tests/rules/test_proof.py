"""The proof itself notices what is wrong: one defect after the other in a game that has none."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from proof.games import main, prove, prove_many
from proof.promise import Broken

from bluffing.actions import Action, Audit, Doubt, LetStand, Play, Void
from bluffing.cardstate import CardState
from bluffing.errors import SettingError
from bluffing.events import Event
from bluffing.game import Phase, Ruleset
from bluffing.house import House
from bluffing.message import Message, message
from bluffing.rulesets import RULESETS

GAMES = [name for name, game in RULESETS.items() if game.races]


class Faulty:
    """A game with cards in which one thing is wrong."""

    def __init__(self, game: Ruleset[Any]) -> None:
        self.game = game
        self.applied = 0

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever it is
        return getattr(self.game, name)


class LosesACard(Faulty):
    def apply(
        self, state: CardState[House], action: Action
    ) -> tuple[CardState[House], tuple[Event, ...]]:
        after, events = self.game.apply(state, action)
        if isinstance(action, Play) and max(after.hands) > 1:
            most = after.hands.index(max(after.hands))
            hands = [hand - (seat == most) for seat, hand in enumerate(after.hands)]
            after = replace(after, hands=tuple(hands))
        return after, events


class TellsNothing(Faulty):
    def apply(
        self, state: CardState[House], action: Action
    ) -> tuple[CardState[House], tuple[Event, ...]]:
        after, events = self.game.apply(state, action)
        return after, () if isinstance(action, Play) else events


class Forgets(Faulty):
    """Does something else the second time."""

    def apply(
        self, state: CardState[House], action: Action
    ) -> tuple[CardState[House], tuple[Event, ...]]:
        after, events = self.game.apply(state, action)
        self.applied += 1
        return after, events if self.applied < 40 else (*events, *events)


class HidesAnAction(Faulty):
    def legal_actions(self, state: CardState[House]) -> Iterator[Action]:
        return (
            action for action in self.game.legal_actions(state) if not isinstance(action, Doubt)
        )


class ListsTwice(Faulty):
    def legal_actions(self, state: CardState[House]) -> Iterator[Action]:
        if not state.over:
            yield Void()
        yield from self.game.legal_actions(state)


class ListsTheIllegal(Faulty):
    def legal_actions(self, state: CardState[House]) -> Iterator[Action]:
        if not state.over:
            yield LetStand()
        yield from self.game.legal_actions(state)


class RefusesWithoutAReason(Faulty):
    def refusal(self, state: CardState[House], action: Action) -> Message | None:
        why = self.game.refusal(state, action)
        return None if why is None else message("no")


class AcceptsAWordForANumber(Faulty):
    def refusal(self, state: CardState[House], action: Action) -> Message | None:
        if isinstance(action, Audit) and not all(type(hand) is int for hand in action.hands):
            return None
        why: Message | None = self.game.refusal(state, action)
        return why


class LetsTheWrongSeatMove(Faulty):
    def live(self, state: CardState[House]) -> tuple[int, ...]:
        live: tuple[int, ...] = self.game.live(state)
        return tuple((seat + 1) % len(state.hands) for seat in live)


class LetsNobodyDoubt(Faulty):
    def tie_order(self, state: CardState[House]) -> tuple[int, ...]:
        order: tuple[int, ...] = self.game.tie_order(state)
        return order[:0]


class CoversTheOtherWayRound(Faulty):
    def covers(self, state: CardState[House], action: Action) -> bool:
        return not self.game.covers(state, action)


class LosesItsWay(Faulty):
    """A game that stands where nothing is legal any more."""

    def legal_actions(self, state: CardState[House]) -> Iterator[Action]:
        return iter(()) if state.phase is Phase.OPEN else self.game.legal_actions(state)


@pytest.mark.parametrize("fault", Faulty.__subclasses__(), ids=lambda fault: fault.__name__)
@pytest.mark.parametrize("name", GAMES[:1])
@pytest.mark.thorough
def test_a_fault_is_found(name: str, fault: type[Faulty], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "faulty", fault(RULESETS[name]))
    with pytest.raises(Broken, match=r"^faulty, seed 1, game \d+: "):
        prove_many("faulty", 1, range(120))


@pytest.mark.parametrize("name", GAMES[:1])
def test_without_a_fault_nothing_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "faulty", Faulty(RULESETS[name]))
    done = prove("faulty", 1, 0, short=True)
    assert done["games"] == 1


@pytest.mark.parametrize("name", GAMES[:1])
def test_house_options_that_contradict_are_drawn_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Contradicts(Faulty):
        def house(self, options: dict[str, object]) -> object:
            self.applied += 1
            if self.applied < 3:
                raise SettingError(message("these-two-cannot-be"))
            return options  # what the game itself finds, its start refuses

    monkeypatch.setitem(RULESETS, "faulty", Contradicts(RULESETS[name]))
    assert prove("faulty", 1, 0, short=True)["options that contradict each other"] == 2


def test_a_long_run_says_in_a_log_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = "proof.games --ruleset valepaska --games 2 --workers 1"
    monkeypatch.setattr("sys.argv", asked.split())
    monkeypatch.setattr("proof.games.CHUNK", 1)
    assert main() == 0
    told = capsys.readouterr()
    assert told.err.split("\n") == ["valepaska: 1 of 2 games", "valepaska: 2 of 2 games", ""]
    assert "2 games" in told.out
