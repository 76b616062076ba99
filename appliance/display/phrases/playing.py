"""Sentences for playing: gathering and dealing, the turns, a pause, and how to play."""

from collections import Counter
from functools import lru_cache

from appliance.core.signals import MS
from appliance.display.phrases import together
from appliance.display.view import RulesView
from appliance.table.facts import (
    AskingFacts,
    Facts,
    Headline,
    Health,
    Item,
    MenuFacts,
    MenuPage,
    Prompt,
    Role,
    Stage,
    TurnsFacts,
    item_words,
)
from appliance.words import Words
from bluffing.actions import Action, Adjust, Audit
from bluffing.cards import Rank
from bluffing.game import Phase
from bluffing.house import seconds
from bluffing.message import AtSeat, Message, Spoken, any_of, in_a_row, message
from bluffing.options import Value
from bluffing.rulesets import RULESETS


def gathering(facts: Facts, _about: None) -> Headline:
    """Say who is missing, or who deals."""
    return _GATHERING.get(facts.stage, _deal)(facts)


def _attract(facts: Facts) -> Headline:
    """Ask for players, and name the gap that these buzzers can't resolve."""
    blind = facts.settings.tie_ms
    code = "attract.blind" if blind else "attract.detail"
    return message("attract.headline"), message(
        code, game=facts.ruleset.called(facts.settings.house), ms=blind
    )


def _lobby(facts: Facts) -> Headline:
    """Say who is still missing."""
    title, seated = message("lobby.headline"), len(facts.names)
    game = facts.ruleset.called(facts.settings.house)
    few, most = facts.ruleset.seats[0], facts.ruleset.seats[-1]
    if seated in facts.ruleset.seats:
        waiting = sum(seat.role is Role.SEATED for seat in facts.seats)
        return title, message("lobby.waiting", n=waiting) if waiting else message("lobby.all-ready")
    code = "lobby.players" if few == most else "lobby.players-from-to"
    players = message(code, few=few, n=most)
    if seated < few:
        return title, message("lobby.missing", game=game, players=players, n=few - seated)
    return title, message("lobby.too-many", game=game, players=players)


def table_menu(_facts: Facts, menu: MenuFacts) -> Headline:
    """Name the open page, and the button that goes through it."""
    if menu.page is MenuPage.PLACES:
        return menu.trail[-1], message("menu.how.places")
    if menu.steers is None:
        return menu.trail[-1], message("menu.how.any")
    return menu.trail[-1], message("menu.how", number=menu.steers + 1)


def fault(facts: Facts) -> Message | None:
    """Name a faulty buzzer, and the remedy; a stuck one comes first."""
    if facts.game is not None:
        return _stuck(facts)
    for health in (Health.STUCK, Health.WORN):
        for seat in facts.seats:
            if seat.button.health is health:
                code = f"lobby.buzzer-{health}"
                return message(code, number=seat.buzzer + 1, ms=seat.button.bounced / MS)
    return None


def _stuck(facts: Facts) -> Message | None:
    """Name the player of a stuck buzzer in a game, and the way to go on; None without one."""
    seat = next((seat for seat in facts.seats if seat.button.health is Health.STUCK), None)
    if seat is None:
        return _asleep(facts)
    touch = any(
        setting.key == "display.touch" and setting.value for setting in facts.settings.outside
    )
    ending = "-spare" if facts.parts.spare else "-touch" if touch else ""
    return message(f"turn.buzzer-stuck{ending}", number=seat.buzzer + 1, who=AtSeat(seat.seat))


def _asleep(facts: Facts) -> Message | None:
    """Name a buzzer that may sleep, or say in a pause that all may; None without one."""
    seat = next((seat for seat in facts.seats if seat.button.health is Health.ASLEEP), None)
    if seat is None:
        return None
    if facts.paused_at is not None:
        return message("pause.asleep")
    ending = "-spare" if facts.parts.spare else ""
    return message(f"turn.asleep{ending}", number=seat.buzzer + 1, who=AtSeat(seat.seat))


_GATHERING = {Stage.ATTRACT: _attract, Stage.LOBBY: _lobby}


def _deal(facts: Facts) -> Headline:
    """Say who deals what to whom, and who leads."""
    if facts.dealer is None:
        kind = "draw" if facts.ruleset.races else "agree"
        kind = "statement" if facts.asks_questions else kind
        return message(f"deal.{kind}.headline"), message(f"deal.{kind}.detail")
    game = facts.playing
    most, least = max(game.hands), min(game.hands)
    code = "deal.each" if most == least else "deal.most-or-least"
    deck, each = _deck(facts), message(code, least=least, n=most)
    sentences = [message("deal.detail", deck=deck, each=each)]
    if game.stock:
        sentences = [message("deal.aside", deck=deck, each=each, n=game.stock)]
    live = facts.ruleset.live(game)
    if len(live) == 1:
        sentences.append(message("deal.leads", who=AtSeat(live[0])))
    detail = together(*sentences, message("deal.then"))
    return message("deal.headline", who=AtSeat(facts.dealer)), detail


def _deck(facts: Facts) -> Message:
    game = facts.playing
    ranks = Counter(card.rank for card in facts.ruleset.deck(game))
    jokers = ranks.pop(Rank.JOKER, 0)
    size = sum(ranks.values()) // game.packs
    deck = message("deal.packs", n=game.packs)
    if size != 52:
        without = in_a_row(rank for rank in Rank if rank is not Rank.JOKER and not ranks[rank])
        deck = message("deal.short-packs", n=game.packs, size=size, without=without)
    return message("deal.with-jokers", deck=deck, n=jokers) if jokers else deck


def question(facts: Facts, asking: AskingFacts) -> Headline:
    """Ask for the kind of question."""
    if asking.failed is not None:
        return message("asking.none"), asking.failed
    if asking.request is not None:
        return message("asking.next"), None
    code = "chooses" if asking.chooses else "draws"
    rule = message("turn.sudden-death.why" if facts.guess.sudden_death else f"asking.{code}.how")
    return message(f"asking.{code}", who=AtSeat(facts.playing.turn)), rule


# --- turns ---------------------------------------------------------------------------------------


def play(facts: Facts, turns: TurnsFacts) -> Headline:
    """Say the newest play and the next move."""
    if facts.asks_questions:
        return _guessing(facts, turns)
    if turns.doubter is not None:
        return message("turn.slaps", who=AtSeat(turns.doubter)), message("turn.slaps.how")
    claim, prompt = facts.play.claim, _comes_now(facts, turns)
    if claim is None:
        return prompt, _how(facts, turns)
    player, cards = AtSeat(claim.seat), claim.rank.counted(claim.count)
    rests = turns.race and not turns.asks  # no player is asked to doubt, or not any more
    headline, code = message("turn.says", who=player, cards=cards), "turn.or-doubts"
    if facts.playing.phase is Phase.LAST_CARDS:
        headline = message("turn.says-last", who=player, cards=cards)
        could = message("turn.could-win", who=player)
        return headline, None if rests else _with_time(turns, could)
    if rests and not turns.free:
        return headline, None
    if facts.ruleset.races:
        code = "turn.others-doubt" if rests else "turn.doubt-it"
        if rests and not turns.slaps:
            return headline, prompt
    return headline, _with_time(turns, message(code, what=prompt))


def _with_time(turns: TurnsFacts, what: Message) -> Message:
    """Add the players who have more time to doubt."""
    if not turns.more_time or not turns.race:
        return what
    players = tuple(map(AtSeat, turns.more_time))
    return together(what, message("turn.more-time", who=players))


def _comes_now(facts: Facts, turns: TurnsFacts) -> Message:
    """Say the legal actions beside doubting: "Ben plays sevens or passes"."""
    live, seat = turns.moves.live, turns.on_turn
    together = len(live) > 1 and seat is None
    number = "several" if together else "one"
    verb = "lead" if facts.playing.required is None and not turns.moves.allowed else "play"
    verbs = [message(f"turn.{number}.{verb}", ranks=next_ranks(facts, turns.moves.allowed))]
    verbs += [message(f"turn.{number}.lay-away")] * turns.moves.lays_away
    verbs += [message(f"turn.{number}.pass")] * turns.moves.passes
    verbs += [message(f"turn.{number}.draw")] * turns.moves.draws
    moves = any_of(verbs)
    if not together:
        player = AtSeat(facts.playing.turn if seat is None else seat)
        return message("turn.was-first" if len(live) > 1 else "turn.does", who=player, what=moves)
    if facts.play.claim is None or len(live) == len(facts.names):
        return message("turn.anyone-may", what=moves)
    return message("turn.may", who=any_of([AtSeat(seat) for seat in live]), what=moves)


def next_ranks(facts: Facts, allowed: tuple[Rank, ...] = ()) -> Spoken:
    """Say the rank of the next play: "sevens", "any rank", "sixes or sevens", "9 or 10 or J or 2".

    Only a few are written out.
    """
    required = facts.playing.required
    if required is not None:
        return message(f"rank.{required}.many")
    if 0 < len(allowed) <= _WRITTEN_OUT:
        return any_of(message(f"rank.{rank}.many") for rank in allowed)
    return any_of(allowed) if allowed else message("turn.any-rank")


_WRITTEN_OUT = 3
"""Maximum number of ranks said in words; more are said by their letters."""


def _how(facts: Facts, turns: TurnsFacts) -> Message:
    """Say further facts while no play can be doubted."""
    top = getattr(facts.playing, "top", None)
    if isinstance(top, Rank) and turns.moves.allowed:
        return message("turn.how-on", top=top)
    return message("turn.how")


def _guessing(facts: Facts, turns: TurnsFacts) -> Headline:
    bid, on = facts.guess.bid, AtSeat(facts.playing.turn)
    if bid is None:
        return message("turn.guesses", who=on), message("turn.guesses.how")
    claim = message("turn.guessed", who=AtSeat(bid.seat), guess=bid.guess, n=bid.wager)
    if bid.seat != on.number:
        points = facts.seats[on.number].points
        short = points is not None and points < facts.guess.highest_wager
        return claim, message("turn.all-in-or-doubts" if short else "turn.raises", who=on)
    if turns.automatic is not None:
        return claim, message("turn.next-is", new=AtSeat(turns.automatic.new), who=on)
    return claim, message("turn.picks", who=on)


def beside(facts: Facts) -> Message | None:
    """Say the place of cards that are neither in hands nor on the table."""
    game = facts.game
    if game is None or facts.asks_questions:
        return None
    parts: list[Spoken] = []
    if game.stock:
        parts.append(message("turn.stock" if facts.play.draws else "turn.aside", n=game.stock))
    if game.removed:
        parts.append(message("turn.removed", n=game.removed))
    return message("text", text=in_a_row(parts)) if parts else None


# --- a pause -------------------------------------------------------------------------------------


def pause(facts: Facts) -> Headline:
    """Say who corrects what in a pause."""
    now, title = None if facts.pause is None else facts.pause.pause, message("pause.headline")
    if facts.parts.buzzers_lost is not None:
        return title, message("pause.no-buzzers")
    if now is None or now.seat is None:
        return title, message("pause.nobody")
    player = AtSeat(now.seat)
    if facts.game is not None and now.seat in facts.game.gone:
        return title, message("pause.has-left", who=player)
    if now.item is None:
        stuck = facts.seats[now.seat].button.health is Health.STUCK
        return title, message("pause.stuck" if stuck else "pause.chooses", who=player)
    if now.ready:
        proposal = _proposed(facts, now.action) or item_words(now.item)
        headline = message("pause.proposes", who=player, what=proposal)
        waiting = (seat.seat for seat in facts.seats if seat.prompt is Prompt.AGREE_OR_NOT)
        asked = tuple(map(AtSeat, waiting))
        return headline, message("pause.proposes.how", who=asked, n=len(asked))
    if now.item is Item.RECOUNT:
        return message("pause.count"), message("pause.count.how", who=player)
    headline = message("pause.give")
    if now.giver is not None:
        headline = message("pause.give-to", who=AtSeat(now.giver))
    return headline, message("pause.give.how", who=player)


def _proposed(facts: Facts, action: Action | None) -> Message | None:
    """Say the proposal that needs the others' agreement, if the item does not say it."""
    match action:
        case Adjust(giver, taker):
            return message("pause.move", giver=AtSeat(giver), taker=AtSeat(taker))
        case Audit(hands):
            was = facts.playing
            rid = (seat for seat in range(len(hands)) if not hands[seat] and was.hands[seat])
            back = (seat for seat in was.out if hands[seat])
            changes = [message("pause.counted.none", who=AtSeat(seat)) for seat in rid]
            changes += [message("pause.counted.some", who=AtSeat(seat)) for seat in back]
            return message("pause.counted", what=in_a_row(changes))
        case _:
            return None


# --- how to play ---------------------------------------------------------------------------------


def how_to_play(facts: Facts, words: Words) -> RulesView | None:
    """Return all rules, for the page beside a pause."""
    if facts.paused_at is None:
        return None
    rules = lines(facts.settings.ruleset, tuple(facts.settings.house.items()), words)
    return RulesView(rules, facts.paused_at)


@lru_cache(maxsize=8)
def lines(ruleset: str, options: tuple[tuple[str, Value], ...], words: Words) -> tuple[str, ...]:
    """Return one paragraph a rule; a house option that differs from its default comes first."""
    game = RULESETS[ruleset]
    house = game.house(dict(options))
    differs = [
        words("howto.house", says=option.says, value=_value(option.key, house[option.key]))
        for option in game.options
        if house[option.key] != option.default
    ]
    return (*differs, *(words.say(rule.text) for rule in game.explain(dict(options))))


def _value(key: str, value: Value) -> Message | str:
    if isinstance(value, bool):
        return message("howto.yes" if value else "howto.no")
    if isinstance(value, int) and key.endswith("_ms"):
        return seconds(value)
    return str(value).replace("_", " ")
