"""An independent check of the judging and counting of cards, by the real cards."""

from collections import Counter
from collections.abc import Iterable

from appliance.record.standing import known_part
from appliance.table.facts import Facts, Stage
from bluffing.cards import Card, Rank
from bluffing.events import (
    Audited,
    Event,
    Lost,
    Produced,
    Shown,
    TimeCalled,
    Took,
    Verdict,
    Won,
)
from bluffing.game import Claim
from lab.sim.change import Change, Score
from lab.sim.world import World


class CardCheck:
    """Watches the cards of one evening, and counts the verdicts in `score`."""

    def __init__(self, world: World, score: Score) -> None:
        self._world, self._people, self._score = world, world.people, score
        self._adrift = False  # the counts differ: by a reported fault, or by a number never seen

    def saw(self, change: Change) -> list[str]:
        """Return the table's errors about cards."""
        before, after = change.before, change.after
        if after.stage is Stage.DEAL:
            self._adrift = False
            return []
        if after.game is None or before.game is None or self._people.cards is None:
            return []
        faults = []
        for event in change.events:
            faults += self._judged(change, event)
            if isinstance(event, Produced) and self._world.unseen:
                self._adrift = True  # the laid cards stay face down, and the count stays wrong
            if isinstance(event, Audited):
                self._adrift = False
        faults += self._took(change)
        if after.game is not before.game:
            faults += self._counted(after)
        if after.stage is Stage.OVER is not before.stage:
            faults += self._over(change)
        return faults

    # --- verdicts --------------------------------------------------------------------------------

    def _judged(self, change: Change, event: Event) -> list[str]:
        """Return errors about turned-up cards: those of the table must be the real ones."""
        before, part = change.before, known_part(change.after)
        claim, cards, game = before.playing.claim, self._world.revealed, before.playing
        reveal = before.revealing
        hand = reveal.by_hand if reveal is not None else None
        word = hand is not None and hand.word and hand.done
        match event:
            case Verdict(truth=truth, ranks=read) if (read or part or word) and claim is not None:
                wrong = truth != self._true(before, claim, cards)
            case Produced(rank=rank) if claim is not None:
                read = () if rank is None else (rank,)
                wrong = (rank is not None) != (bool(cards) and self._fit(before, cards, claim.rank))
            case Shown(ranks=read):
                ranks = {card.rank for card in cards} - {self._wild(before)}
                wrong = len(ranks) > 1 or (game.required is not None and ranks > {game.required})
            case _:
                return []
        score = self._score
        score.challenges += 1
        real = Counter(card.rank for card in cards)
        if not word and (Counter(part) - real if part else Counter(read) != real):
            score.misread += 1
            self._adrift = self._adrift or (not part and len(read) != len(cards))
        if wrong:
            score.wrong += 1
            basis = f"{truth} by a word" if word else f"read {part or read}"
            return [f"the verdict is wrong: {basis}, and there are {cards}"]
        if hand is not None and hand.done:
            score.asked += 1
        else:
            score.right += 1
            score.first_try += self._people.box is not None and self._people.box.spread == 0
        return []

    def _true(self, facts: Facts, claim: Claim, cards: tuple[Card, ...]) -> bool:
        house = facts.ruleset.house(dict(facts.settings.options))
        counts = len(cards) == claim.count or house["count_mismatch"] == "correct_only"
        return counts and self._fit(facts, cards, claim.rank)

    def _fit(self, facts: Facts, cards: Iterable[Card], claimed: Rank) -> bool:
        """Return True if all are of the rank, or wild."""
        return all(card.rank in {claimed, self._wild(facts)} for card in cards)

    @staticmethod
    def _wild(facts: Facts) -> Rank | None:
        """Return the wild rank of the house, or jokers in a game with jokers."""
        wild = facts.ruleset.house(dict(facts.settings.options)).get("wild")
        if wild in ("twos", "aces"):
            return Rank.TWO if wild == "twos" else Rank.ACE
        jokers = any(card.rank is Rank.JOKER for card in facts.ruleset.deck(facts.playing))
        return Rank.JOKER if jokers else None

    @staticmethod
    def _took(change: Change) -> list[str]:
        """Return an error if the cards go to a player who was right."""
        truth: bool | None = None
        owner = doubter = -1
        for event in change.events:
            match event:
                case Verdict(owner, by, truth, _) if by is not None:
                    doubter = by
                case Produced(owner, doubter, rank):
                    truth = rank is not None
                case Took(seat) if truth is not None and seat != (doubter if truth else owner):
                    return [f"seat {seat} takes the cards and was right"]
                case _:
                    pass
        return []

    # --- counts ----------------------------------------------------------------------------------

    def _counted(self, facts: Facts) -> list[str]:
        cards, game = self._people.held, facts.playing
        real = (cards.counts(), cards.heaps(), len(cards.stock), len(cards.removed))
        counted = (game.hands, game.heaps, game.stock, game.removed)
        if self._adrift or self._people.miscounted(facts.game) or real == counted:
            return []
        self._adrift = True
        wrong = f"{real} cards in hands, heaps, stock and removed are not as counted: {counted}"
        return [wrong] if cards.conserved() else [wrong, "cards were lost"]

    def _over(self, change: Change) -> list[str]:
        cards, game = self._people.held, change.after.playing
        if not cards.conserved():
            return ["cards were lost"]
        faults = []
        for event in change.events:
            if isinstance(event, Won) and not self._may_win(change, event.seat):
                faults.append(f"seat {event.seat} won with cards in hand")
            if isinstance(event, Lost):
                held = {seat for seat, hand in enumerate(cards.hands) if hand} - {*game.gone}
                if held != {event.seat}:
                    faults.append(f"seat {event.seat} lost, and {held} hold cards")
        return faults

    def _may_win(self, change: Change, seat: int) -> bool:
        """Return True if `seat` has no cards, or one on lead or shown if the game allows that."""
        facts, left = change.after, len(self._people.held.hands[seat])
        house = facts.ruleset.house(dict(facts.settings.options))
        shown = any(isinstance(event, Shown | TimeCalled) for event in change.events)
        return not left or shown or (left == 1 and bool(house.get("idi_one_card_lead_wins")))
