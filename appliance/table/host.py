"""What a host enters by touch or keyboard: comfort beside the buttons, and never a doubt."""

from collections.abc import Callable

from appliance.core.question import Kind
from appliance.core.signals import Chosen, Wish, Wished
from appliance.message import message
from appliance.rules.actions import Produce, Reveal, Settle, Show, Withdraw
from appliance.table import asking, dealing, dispute, pausing, play, reveal, verdict
from appliance.table.state import Basis, Stage
from appliance.table.work import Work

_BY_PEOPLE = (Reveal, Produce, Show, Settle, Withdraw)
"""What a host may enter in the place of the camera, or of the parties."""


def chosen(work: Work, signal: Chosen) -> None:
    """An action of the game, where it belongs."""
    table, action = work.table, signal.action
    if table.paused_at is not None:
        if isinstance(action, pausing.PROCEDURES) and table.round is not None:
            pausing.apply(work, action)
        else:
            work.refuse(message("table.game-is-paused"))
    elif table.stage is Stage.PLAY:
        play.choose(work, action, signal.at)
    elif table.stage is Stage.DEAL and table.round is not None:
        if isinstance(action, pausing.PROCEDURES):
            work.act(action)
        else:
            work.refuse(message("table.not-before-the-deal"))
    elif table.stage in (Stage.DOUBT, Stage.REVEAL) and isinstance(action, _BY_PEOPLE):
        if isinstance(action, Withdraw) and reveal.turned_up(table):
            work.refuse(message("table.doubt-stands"))
        else:
            verdict.conclude(work, action, Basis.HOST)
    elif table.stage is Stage.VERDICT and isinstance(action, Settle):
        dispute.settle(work, action)
    else:
        work.refuse(message("table.not-now"))


def wished(work: Work, signal: Wished) -> None:
    """Something that is no action of the game."""
    table, paused = work.table, work.table.paused_at is not None
    match signal.wish:
        case Wish.GO_ON if paused:
            pausing.go_on(work)
        case Wish.GO_ON if table.stage in _GO_ON:
            _GO_ON[table.stage](work, signal.at)
        case Wish.PAUSE if table.round is not None and table.round.pending is not None:
            work.refuse(message("table.being-registered"))
        case Wish.PAUSE if not paused and table.stage is not Stage.ATTRACT:
            pausing.want(work, None)
        case Wish.MORE_TIME if table.stage is Stage.PLAY:
            play.more_time(work, signal.at)
        case Wish.DEAL_AGAIN if not paused and dealing.may_redeal(table):
            dealing.redeal(work, signal.at)
        case Wish.FACT | Wish.FUN if table.stage is Stage.QUESTION and not paused:
            asking.choose(work, Kind(signal.wish))
        case _:
            work.refuse(message("table.not-now"))


def _deal(work: Work, chance: int) -> None:
    if work.table.round is not None:
        dealing.dealt(work)
    else:
        dealing.random_dealer(work, chance)


def _picked_up(work: Work, _chance: int) -> None:
    if work.table.dispute is not None:
        dispute.stands(work)
    else:
        verdict.picked_up(work)


_GO_ON: dict[Stage, Callable[[Work, int], None]] = {
    Stage.DEAL: _deal,
    Stage.QUESTION: asking.go_on,
    Stage.VERDICT: _picked_up,
    Stage.OVER: dealing.next_game,
}
"""What a hold would confirm, by stage."""
