"""House options of Doubt/it!, and the game in plain words by them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bluffing.message import Message, message
from bluffing.options import Options, Rule, rule, rules

MOST_POINTS = 100


@dataclass(frozen=True, kw_only=True)
class DoubtItHouse(Options):
    """House options in force.

    A field's default is the value that journals leave out. It stays; the game's own defaults are
    `usual`.
    """

    start_points: Annotated[int, range(2, MOST_POINTS + 1)] = MOST_POINTS
    min_wager: Annotated[int, range(2)] = 1
    min_raise_guess: Annotated[int, range(1, 21)] = 1
    min_raise_wager: Annotated[int, range(1, 21)] = 1
    short_must_raise_guess: bool = False
    resume_equal_is_raise: bool = True
    tagback_if_no_choice: Literal["allow"] = "allow"
    fact_answer_rounding: Literal["none", "nearest"] = "none"
    sudden_death_starter: Literal["rotation", "loser", "random"] = "rotation"
    question_kind: Literal["starter_chooses", "alternate", "random"] = "starter_chooses"
    printed_cards: bool = False
    forfeit: Literal["off", "one"] = field(
        default="off", metadata={"words": "doubt-it.option.forfeit"}
    )
    guess_seconds: Literal["off"] | Annotated[int, range(15, 121)] = "off"

    def clash(self) -> Message | None:
        """Refuse a step of wagers that is larger than any possible raise."""
        points, step = self.start_points, self.min_raise_wager
        most = points - self.min_wager
        if step > most:
            code = "doubt-it.no-wager-could-be-raised"
            return message(code, step=step, points=points, most=most)
        return None

    def tell(self) -> Iterator[Rule]:
        """Tell the game with these options, one rule of the list at a time."""
        yield rule("doubt-it.D1")
        yield rule("doubt-it.D2", points=self.start_points)
        yield rule("doubt-it.D3")
        yield rule(f"doubt-it.question_kind.{self.question_kind}")
        yield rule("doubt-it.D4")
        least = message("doubt-it.least.0" if self.min_wager == 0 else "doubt-it.least")
        yield rule("doubt-it.D5", least=least)
        yield from rules("doubt-it.D6", "doubt-it.D7")
        percent = message("doubt-it.raise-guess", n=self.min_raise_guess)
        step = message("doubt-it.raise-wager", n=self.min_raise_wager)
        yield rule("doubt-it.D8", percent=percent, step=step)
        higher = self.short_must_raise_guess
        short = message("doubt-it.short.short-must-raise-guess" if higher else "doubt-it.short")
        yield rule("doubt-it.D9", short=short)
        equal = self.resume_equal_is_raise
        back = message("doubt-it.back.resume-equal-is-raise" if equal else "doubt-it.back")
        yield rule("doubt-it.D10", back=back)
        yield from rules("doubt-it.D11", "doubt-it.D12", "doubt-it.D13")
        exact = self.fact_answer_rounding == "none"
        yield rule("doubt-it.D14.none" if exact else "doubt-it.D14")
        yield rule("doubt-it.printed_cards.on" if self.printed_cards else "doubt-it.printed_cards")
        if self.forfeit == "one":
            yield rule("rules.forfeit.one")
        yield from rules("doubt-it.D15", "doubt-it.D16")
        starter = message(f"doubt-it.starter.{self.sudden_death_starter}")
        yield rule("doubt-it.D17", starter=starter)
        yield rule("doubt-it.D18")
        if self.guess_seconds == "off":
            yield rule("doubt-it.D19")
        else:
            yield rule("doubt-it.D19.guess-seconds", seconds=self.guess_seconds)
        yield from rules("doubt-it.D20", "doubt-it.D21", "doubt-it.D23", "doubt-it.D26")
        yield from rules("doubt-it.X15", "doubt-it.X19", "doubt-it.X20")
