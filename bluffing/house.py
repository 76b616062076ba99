"""House options of the games with cards, and their rules in plain words for people at a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Self, TypeAlias, TypeVar

from bluffing.cards import RANKS, Card, Rank, pack
from bluffing.message import Message, Spoken, message
from bluffing.options import Options, Rule, Value, described, rule, rules

MAX_PACKS = 4
"""Maximum number of packs: more than any published table of players asks for."""

LEAST_CARDS = range(1, 4)
"""Numbers of cards that a house may ask for at least in each play."""

Leader: TypeAlias = Literal["rotation", "winner_leads", "taker_leads"]

NextClaim: TypeAlias = Literal["in_order", "same_or_next"]

FirstClaim: TypeAlias = Literal["ace", "leader"]

Passing: TypeAlias = Literal["no", "turn"]

Doubters: TypeAlias = Literal["all", "next"]

Wild: TypeAlias = Literal["none", "jokers", "twos", "aces"]

_WILD = {"jokers": Rank.JOKER, "twos": Rank.TWO, "aces": Rank.ACE}

_JOKERS = tuple(card for card in pack(2) if card.rank is Rank.JOKER) * 2
"""Most jokers of a house; those beyond a pack's two come out of another pack's box."""

FOR_KIDS: tuple[tuple[str, Value], ...] = (
    ("min_hold_ms", 5000),
    ("last_card_window_ms", 15000),
    ("withdraw_ms", 10000),
    ("count_mismatch", "correct_only"),
)
"""A preset with more time, in which a wrong count is no lie."""


@dataclass(frozen=True, kw_only=True)
class House(Options):
    """House options in force in every game with cards.

    A game extends this class in its own file by its rules, and by options of its own if any. The
    values below the options are fixed: a game gives them another value, or makes options of them.
    """

    tie_window_ms: Annotated[int, range(251)] = 10
    tie_rule: Literal["dealer_left", "player_left"] = "player_left"
    min_hold_ms: Annotated[int, range(10001)] = 3000
    last_card_window_ms: Annotated[int, range(3000, 20001)] = 8000
    after_challenge: Leader = "rotation"
    cards_max: Literal["none", "4 x packs"] | Annotated[int, range(1, 52 * MAX_PACKS + 1)]
    count_mismatch: Literal["lie", "correct_only"] = "lie"
    withdraw_ms: Annotated[int, range(10001)] = 2000
    leaver: Literal["void", "joins_table", "leaves_play"] = "void"
    game_rounds: Literal["none"] | Annotated[int, range(1, 101)] = "none"
    game_minutes: Literal["none"] | Annotated[int, range(5, 181)] = "none"

    # differences of the games: no options until a game gives one a type
    cards_min = 1
    who_may_doubt = "all"  # or the seat on turn alone
    zero_claim = False
    points = False  # the others pay the winner for the cards left in their hands
    doubter_takes_final_pile = True
    passing = "turn"  # if a game knows passes; "round" also locks a player who has passed
    idi_passes_to_end = "n-1"
    idi_last_card = "show_or_survive"
    wild = "none"  # the cards that always count as claimed
    jokers = 0  # in the whole game; they are wild
    play_on = False
    misdeal_adjusted = False  # by moving counts even before the first play, else by a new deal

    def given(self, options: Mapping[str, object]) -> Self:
        """Extend the base: jokers are wild, and a play may have as many cards as it must have.

        Settings and games of earlier releases may have the key `max_cards` for `cards_max`.
        """
        if "max_cards" in options:
            most = {"cards_max": options["max_cards"]}
            options = most | {key: value for key, value in options.items() if key != "max_cards"}
        least = options.get("cards_min")
        if self.cards_max == 1 and least in LEAST_CARDS[1:]:
            options = {"cards_max": least, **options}
        wild, jokers = options.get("wild"), options.get("jokers")
        if {"wild", "jokers"} <= {option.key for option in described(self)}:
            if wild == "jokers" and jokers is None:
                return super().given({**options, "jokers": 2})
            if wild is None and jokers:
                return super().given({**options, "wild": "jokers"})
        return super().given(options)

    def clash(self) -> Message | None:
        """Refuse contradictory numbers of cards, and jokers that aren't wild or don't exist."""
        if isinstance(self.cards_max, int) and self.cards_min > self.cards_max:
            return message("rules.cards-min-above-max", least=self.cards_min, most=self.cards_max)
        if self.cards_min > 1 and self.zero_claim:
            return message("rules.cards-min-and-none", least=self.cards_min)
        if self.wild == "jokers":
            return None if self.jokers else message("rules.wild-without-jokers")
        if self.jokers:
            return message("rules.jokers-not-wild", jokers=self.jokers, wild=self.wild)
        return None

    @property
    def wild_rank(self) -> Rank | None:
        """Rank of the cards that always count as claimed, if the house has such a rank."""
        return Rank.JOKER if self.jokers else _WILD.get(self.wild)

    @property
    def limited(self) -> bool:
        """Return True if a game ends after a number of rounds or minutes."""
        return self.game_rounds != "none" or self.game_minutes != "none"

    def deck(self, packs: int) -> tuple[Card, ...]:
        """Return every card of a game with `packs` packs; `jokers` counts the jokers in all."""
        return pack() * packs + _JOKERS[: self.jokers]

    def how_many(self) -> Message:
        """Say how many cards one play may be: "one card or more", "one to four cards"."""
        if self.cards_min > 1:
            return self._how_many_at_least(number(self.cards_min))
        match self.cards_max:
            case "none":
                return message("rules.one-card-or-more")
            case "4 x packs":
                return message("rules.four-a-pack")
            case 1:
                return message("rules.one-card")
            case most:
                return message("rules.one-to-many-cards", most=number(most))

    def _how_many_at_least(self, least: Spoken) -> Message:
        match self.cards_max:
            case "none":
                return message("rules.so-many-or-more", least=least)
            case "4 x packs":
                return message("rules.four-a-pack.least", least=least)
            case most if most == self.cards_min:
                return message("rules.exactly", number=least)
            case most:
                return message("rules.from-to-cards", least=least, most=number(most))

    def who_leads(self) -> Message:
        """Say who plays after a doubt, in words that follow "After a doubt"."""
        return message(f"rules.leads.{self.after_challenge}")

    def tell_wild(self) -> Iterator[Rule]:
        """Tell the rule of wild cards, where the house has some."""
        if self.wild == "jokers":
            yield rule("rules.wild.jokers", number=number(self.jokers))
        elif self.wild != "none":
            yield rule(f"rules.wild.{self.wild}")

    def shared(self, *, races: bool, heaps: bool) -> Iterator[Rule]:
        """Tell the shared options in force, and what to do when something goes wrong.

        `races` and `heaps` are those of the game's ruleset.
        """
        yield from self._doubting(races=races)
        yield from rules("rules.X1", "rules.X2", "rules.X3", "rules.X4")
        if races:
            yield rule("rules.X5")
        yield rule("rules.X6")
        if self.withdraw_ms:
            yield rule("rules.X7.withdraw-ms", seconds=seconds(self.withdraw_ms))
        else:
            yield rule("rules.X7")
        yield from rules("rules.X8", "rules.X9")
        yield rule("rules.X10", where=message("rules.where.heaps" if heaps else "rules.where"))
        yield from rules("rules.X11", "rules.X12", "rules.X13", "rules.X14")
        yield rule(f"rules.X15.{self.leaver}")
        yield rule("rules.X16")
        yield rule("rules.X17.adjusts" if self.misdeal_adjusted else "rules.X17")
        yield from rules("rules.X20", "rules.X25")
        if self.game_rounds == "none":
            yield rule("rules.game_rounds")
        else:
            yield rule("rules.game_rounds.on", n=self.game_rounds)
        if self.game_minutes == "none":
            yield rule("rules.game_minutes")
        else:
            yield rule("rules.game_minutes.on", n=self.game_minutes)

    def _doubting(self, *, races: bool) -> Iterator[Rule]:
        if self.min_hold_ms:
            yield rule("rules.min_hold_ms.on", seconds=seconds(self.min_hold_ms))
        else:
            yield rule("rules.min_hold_ms")
        if races:
            if self.tie_window_ms:
                yield rule("rules.tie_window_ms.on", seconds=seconds(self.tie_window_ms))
            else:
                yield rule("rules.tie_window_ms")
            dealer = self.tie_rule == "dealer_left"
            owner = message("rules.whose.dealer-left" if dealer else "rules.whose")
            yield rule("rules.tie_rule", whose=owner)
        yield rule("rules.last_card_window_ms", seconds=seconds(self.last_card_window_ms))
        lie = self.count_mismatch == "lie"
        yield rule("rules.count_mismatch.lie" if lie else "rules.count_mismatch")


H = TypeVar("H", bound=House)


@dataclass(frozen=True, kw_only=True)
class SequenceHouse(House):
    """House options of the games in which the claimed rank follows a sequence."""

    rank_after_challenge: Literal["continue", "repeat", "restart_ace", "free"] = "continue"
    either_way = False  # the next rank is fixed; else the player chooses: a step ahead, or one back
    passing = "no"
    next_claim = "in_order"  # or the player chooses: the last rank and its neighbours, or any
    first_claim = "ace"  # or the leader names any rank
    opening_face_up = False  # the first cards of a pile, which can't be doubted then

    @property
    def starts_with_ace(self) -> bool:
        """True if the player with a certain ace begins, on turn or not."""
        return False

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """Ranks in the pack, in their order."""
        return RANKS

    def step(self) -> int:
        """Return the step in ranks from claim to claim; negative where the sequence goes down."""
        return 1

    def packs(self, players: int) -> int:
        """Return the number of packs for a number of players."""
        raise NotImplementedError

    def may_pass(self) -> Message:
        """Say whether players may pass, and what follows then."""
        if self.passing == "no":
            return message("sequence.no-pass")
        chosen = self.either_way or self.next_claim != "in_order"
        return message("sequence.pass.choice" if chosen else "sequence.pass")

    def which_rank(self) -> Message:
        """Say which rank is claimed after a doubt, in words that follow `who_leads`."""
        goes_on = self.rank_after_challenge == "continue"
        if self.next_claim == "same_or_next" and goes_on:
            return message("sequence.rank-after.same-or-next")
        if self.next_claim == "free" and goes_on:
            return message("rules.rank-after.free")
        return message(f"rules.rank-after.{self.rank_after_challenge}")


_WRITTEN_OUT = 8
"""Highest number that a sentence writes as a word: "eight", but "9"."""


def number(count: int) -> Spoken:
    """Return a number for a sentence: "four", "27"."""
    return message(f"number.{count}") if count <= _WRITTEN_OUT else count


def players(seats: range) -> Message:
    """Say how many may play: "4 players", "2 to 12 players"."""
    if len(seats) == 1:
        return message("rules.so-many-players", n=seats[0])
    return message("rules.players-from-to", least=seats[0], n=seats[-1])


def seconds(ms: int) -> Message:
    """Say a time: "3 seconds", "1 second", "2.5 seconds"."""
    whole, rest = divmod(ms, 1000)
    if rest:
        return message("rules.seconds-and-part", seconds=ms / 1000)
    return message("rules.seconds", n=whole)
