"""What a game with cards declares of itself, and how a game of it begins."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from appliance.message import Message, message
from appliance.rules.cards import Card, pack
from appliance.rules.cardstate import CardState, Terms
from appliance.rules.game import Refused, Rule, Setup
from appliance.rules.house import H
from appliance.rules.options import Option, OptionError, Preset, Value, parse_options


@dataclass(frozen=True, kw_only=True)
class Declared(Generic[H]):
    """What a game with cards declares; fulfils part of `game.Ruleset`.

    `house_class` holds the house options in force. `tell` tells the game's rules for them.
    """

    name: str
    title: Message
    seats: range
    options: tuple[Option, ...]
    house_class: type[H]
    presets: tuple[Preset, ...]
    tell: Callable[[H], Iterable[Rule]]
    summary: Message
    aliases: tuple[str, ...] = ()
    heaps: bool = False
    races: bool = True
    adjusts: bool = False

    def house(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Every house option with its value.

        Raises:
            OptionError: for an unknown key, or a value that is not allowed or contradicts another.
        """
        values = parse_options(self.options, options)
        house = self._in_force(values)
        clash = self.clash(house)
        if clash is not None:
            raise OptionError(clash)
        return values

    def clash(self, house: H) -> Message | None:
        """Which options contradict each other, by both keys, or None."""
        return None

    def explain(self, options: Mapping[str, object]) -> tuple[Rule, ...]:
        """The game as it will be played with these options.

        Raises:
            OptionError: as `house` does.
        """
        return tuple(self.tell(self._in_force(self.house(options))))

    def packs(self, setup: Setup, house: H) -> int:
        """How many packs `setup` asks for, or the rules if it leaves that to them.

        Raises:
            Refused: the rules don't allow that many.
        """
        if setup.packs not in (None, 1):
            raise Refused(message("rules.one-pack", game=self.title, packs=str(setup.packs)))
        return 1

    def cards(self, packs: int, house: H) -> tuple[Card, ...]:
        """Every card of the game."""
        return pack(self.jokers(house)) * packs

    def deck(self, state: CardState[H]) -> tuple[Card, ...]:
        """Every card of the game."""
        return self.cards(state.terms.packs, state.terms.house)

    def opening(
        self, setup: Setup, options: Mapping[str, object]
    ) -> tuple[Terms[H], tuple[int, ...], int]:
        """The terms of a new game, the hands, and the seat that leads.

        Raises:
            Refused: when the set-up or an option is not legal.
        """
        try:
            house = self._in_force(self.house(options))
        except OptionError as error:
            raise Refused(
                message("rules.option-refused", game=self.title, why=error.why)
            ) from error
        players, dealer = setup.players, setup.dealer
        given = (players, dealer, setup.packs or 1, setup.lead or 0, *(setup.hands or ()))
        for number in given:
            if type(number) is not int:
                raise Refused(message("rules.set-up-of-numbers", given=repr(number)))
        if players not in self.seats:
            lowest, highest = self.seats[0], self.seats[-1]
            raise Refused(
                message(
                    "rules.players", game=self.title, least=lowest, most=highest, players=players
                )
            )
        if setup.points is not None:
            raise Refused(message("rules.no-points", game=self.title))
        if dealer not in range(players):
            raise Refused(message("rules.no-seat-to-deal", number=dealer, last=players - 1))
        if setup.lead is not None and setup.lead not in range(players):
            raise Refused(message("rules.no-seat-to-lead", number=setup.lead, last=players - 1))
        packs = self.packs(setup, house)
        cap = house.max_cards if isinstance(house.max_cards, int) else None
        if house.max_cards == "4 x packs":
            cap = 4 * packs
        hands = self.hands(setup, packs, house) if setup.hands is None else tuple(setup.hands)
        if len(hands) != players or any(hand < 1 for hand in hands):
            raise Refused(
                message("rules.a-hand-each", players=players, hands=", ".join(map(str, hands)))
            )
        lead = (dealer + 1) % players if setup.lead is None else setup.lead
        terms = Terms(
            dealer,
            packs,
            cap,
            self.adjusts,
            house,
            self.jokers(house),
            self.pays(house),
            self.shows_last(house),
        )
        return terms, hands, lead

    def hands(self, setup: Setup, packs: int, house: H) -> tuple[int, ...]:
        """How many cards each seat is dealt: all, one at a time, from the dealer's left."""
        cards, first = len(self.cards(packs, house)), (setup.dealer + 1) % setup.players
        each, extra = divmod(cards, setup.players)
        return tuple(
            each + ((seat - first) % setup.players < extra) for seat in range(setup.players)
        )

    def jokers(self, house: H) -> int:
        """How many jokers a pack has."""
        return 0

    def pays(self, house: H) -> bool:
        """Whether the others pay the winner for the cards left in their hands."""
        return False

    def shows_last(self, house: H) -> bool:
        """Whether last cards are turned up without a doubt."""
        return False

    def _in_force(self, values: Mapping[str, Value]) -> H:
        checked: dict[str, Any] = dict(values)  # each value was checked by its own `Option`
        return self.house_class(**checked)
