"""The public facts of a verdict."""

from dataclasses import dataclass

from appliance.table import objections, verdict
from appliance.table.answers import Called, Prompted
from appliance.table.codes import Prompt, Role, Tag
from appliance.table.elements import Basis, Extra, Outcome, PrintedAnswer
from appliance.table.judge import too_often
from appliance.table.moves import asks_questions, out_of
from appliance.table.stage_facts import StageFacts
from appliance.table.stages import Judged, Ruling
from appliance.table.stages.verdict.chance import chance_of_claim
from appliance.table.state import Table
from appliance.table.verdict import Parties
from bluffing.cards import Card
from bluffing.events import LostPoints, Owes, Removed, Took


@dataclass(frozen=True, slots=True)
class JudgedFacts(StageFacts):
    """A verdict. `agreed` are the seats that call it wrong so far; None: no dispute."""

    event: Outcome
    given_at: int  # a dispute shows the same verdict again
    truth: bool  # the judged seat was right
    parties: Parties
    basis: Basis
    overruled: bool  # it replaces another verdict
    final: bool  # it can't be disputed, or can't any more
    partly_read: bool  # some cards made the lie certain
    loser: int | None  # who takes the cards, owes forfeits or loses points
    lost_points: int | None
    forfeits: int  # that the loser owes
    removed: int  # cards that leave the game
    disputable: bool  # now
    agreed: tuple[int, ...] | None
    neutrals: tuple[int, ...]  # the seats beside the parties that could agree
    checked: PrintedAnswer | None = None  # the answer on the question's printed card
    extra: Extra | None = None  # the shown extra
    next_extra: Extra | None = None  # the next extra by a tap; None: the verdict, or nothing
    chance: float | None = None  # that the claim was true, 0 to 1, on request
    too_often: tuple[Card, ...] = ()  # cards read more often than the deck has them

    def began(self, since: int) -> int | None:
        """Return the time of the verdict, unless a dispute or the photo finish is shown."""
        again = self.extra is Extra.PHOTO_FINISH or self.given_at != since
        return None if again else self.given_at


def about(table: Table, now: int) -> JudgedFacts:
    """Return the facts of the verdict."""
    stage = table.at(Judged)
    ruling, disputed, extra = stage.ruling, table.disputed, stage.extra
    between = verdict.judged_parties(ruling)
    lost_points = (one.points for one in ruling.events if isinstance(one, LostPoints))
    return JudgedFacts(
        event=ruling.event,
        given_at=ruling.at,
        truth=verdict.truth_of(ruling.event),
        parties=between,
        basis=ruling.basis,
        overruled=ruling.overruled is not None,
        final=ruling.final,
        partly_read=verdict.partly_read(ruling),
        loser=verdict.loser(ruling),
        lost_points=next(lost_points, None),
        forfeits=sum(event.forfeits for event in ruling.events if isinstance(event, Owes)),
        removed=sum(event.count for event in ruling.events if isinstance(event, Removed)),
        disputable=not ruling.final and disputed is None and now <= objections.until(table, ruling),
        agreed=None if disputed is None else disputed.agreed,
        neutrals=verdict.neutrals(table, between),
        checked=ruling.checked,
        extra=extra,
        next_extra=verdict.next_extra(stage) if disputed is None else None,
        chance=chance_of_claim(table.settings, ruling) if extra is Extra.CHANCE else None,
        too_often=_too_often(table, ruling),
    )


def _too_often(table: Table, ruling: Ruling) -> tuple[Card, ...]:
    """Return the cards that a verdict by camera has read more often than the deck has them."""
    reading = ruling.reading
    if reading is None or ruling.basis is not Basis.CAMERA:
        return ()
    return too_often(reading, table.ruleset.deck(table.game))


def prompted(table: Table, _about: JudgedFacts, seat: int, _now: int) -> Prompted:
    """Ask the loser to go on, and in a dispute everybody who may say that it is wrong."""
    stage, disputed = table.at(Judged), table.disputed
    if not stage.told:
        return Prompted()
    if disputed is not None:
        if seat in disputed.agreed:
            return Prompted(Prompt.SAID_WRONG)
        asked = seat in verdict.judged_parties(stage.ruling)
        return Prompted(Prompt.WRONG_OR_STANDS if asked else Prompt.WRONG)
    who = verdict.loser(stage.ruling)
    if who is None:
        return Prompted(Prompt.GO_ON)
    if seat != who:
        return Prompted()
    return Prompted(Prompt.PICK_UP if _took(stage.ruling) else Prompt.GO_ON)


def _took(ruling: Ruling) -> bool:
    return any(isinstance(event, Took) for event in ruling.events)


def role(table: Table, seat: int) -> Called:
    """Return the part of a seat in the verdict."""
    judged = table.at(Judged)
    ruling = judged.ruling
    between = verdict.judged_parties(ruling)
    if judged.told and seat == verdict.loser(ruling):
        return Role.TAKER if _took(ruling) else Role.LOSES, None
    if seat not in between:
        return out_of(table.settings.ruleset, table.game, seat)[0], None
    if seat == between.owner:
        guessed = asks_questions(table.settings.ruleset)
        return Role.CLAIMANT, Tag.CONFIDENT if guessed else None
    return Role.DOUBTER, None


def waits_for(table: Table) -> int | None:
    """Return the seat that takes the cards or loses points."""
    return verdict.loser(table.at(Judged).ruling)
