"""The house options of Pagat's I Doubt It and Bluff, and the games told in plain words by them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from appliance.message import Message, message
from appliance.rules.house import House, number
from appliance.rules.options import Rule, rule, rules


@dataclass(frozen=True, kw_only=True)
class PagatHouse(House):
    """The house options in force, with those of Pagat's games."""

    force: bool = False
    passed_player_locked: bool = False
    idi_passes_to_end: Literal["n", "n-1"] = "n"
    idi_hand_size: Literal["all"] | Annotated[int, range(5, 27)] = "all"
    idi_first_lead: Literal["dealer_left", "random", "winner"] = "dealer_left"
    idi_one_card_lead_wins: bool = True
    idi_last_card: Literal["show_or_survive", "must_show"] = "show_or_survive"
    jokers: Literal[0, 2] = 0
    play_on: bool = False

    def given(self, options: Mapping[str, object]) -> Self:
        """As the base has it; where people play on, one card on lead counts as off.

        Raises:
            OptionError: as the base does.
        """
        lead, on = "idi_one_card_lead_wins", options.get("play_on") in (True, "on")
        return super().given({**options, lead: options.get(lead, False)} if on else options)

    def clash(self) -> Message | None:
        """Pagat writes of one card on lead for a game that ends with its first winner."""
        if self.play_on and self.idi_one_card_lead_wins:
            return message("pagat.play-on-and-one-card-lead")
        return None

    def tell(self) -> Iterator[Rule]:
        """The whole game, the rules of Pagat's text first."""
        yield rule("pagat.P1.force" if self.force else "pagat.P1")
        size, jokers = self.idi_hand_size, self.jokers
        all_cards = message("pagat.deal.all")
        deal = all_cards if size == "all" else message("pagat.deal", number=number(size))
        pack = message("pagat.pack.jokers" if jokers else "pagat.pack")
        yield rule("pagat.P2", pack=pack, deal=deal)
        yield from rules("pagat.U2") if jokers else ()
        yield rule("pagat.P3")
        yield from self._round()
        yield from rules("pagat.P7", "pagat.P8", "pagat.P9")
        yield rule("pagat.P10", leads=self.who_leads())
        yield rule("pagat.U5")
        yield from self._last_card()
        if self.force:
            yield from rules("pagat.F1", "pagat.F2", "pagat.F3")
            yield from rules("pagat.F4", "pagat.F5", "pagat.F6")

    def _round(self) -> Iterator[Rule]:
        locked = self.passed_player_locked
        yield rule("pagat.P4", cards=self.how_many())
        yield rule(f"pagat.idi_first_lead.{self.idi_first_lead}")
        yield rule("pagat.P5", cards=self.how_many())
        yield from rules("pagat.U1") if self.max_cards != 1 else ()
        yield from rules("pagat.U3") if locked else ()
        passed = message("pagat.passed.locked" if locked else "pagat.passed")
        everybody = self.idi_passes_to_end == "n"
        yield rule("pagat.P6.n" if everybody else "pagat.P6", passed=passed)
        yield rule("pagat.P11")

    def _last_card(self) -> Iterator[Rule]:
        wins = message("pagat.wins.play-on" if self.play_on else "pagat.wins")
        yield rule(
            "pagat.idi_one_card_lead_wins.on"
            if self.idi_one_card_lead_wins
            else "pagat.idi_one_card_lead_wins"
        )
        must_show = self.idi_last_card == "must_show"
        down = message("pagat.down.must-show") if must_show else message("pagat.down", wins=wins)
        yield rule("pagat.P12", wins=wins, down=down)
        yield from rules("pagat.U4", "pagat.P13") if self.play_on else rules("pagat.P14")
