"""Codes for the roles of seats and the effects of their buttons."""

from enum import StrEnum

from appliance.presses.gestures import GestureKind

__all__ = ["COUNTING", "YES_BY_HOLD", "GestureKind", "Health", "Prompt", "Role", "Tag"]


class Role(StrEnum):
    """Current role of a seat: the first that fits in this order, or none."""

    WINNER = "winner"
    LOSER = "loser"  # of the whole game
    TAKER = "taker"  # must pick the table up
    LOSES = "loses"  # points
    DOUBTER = "doubter"
    CLAIMANT = "claimant"
    TURN = "turn"
    LIVE = "live"  # may move, and others too
    OUT = "out"  # has laid all cards, or is out of a sudden death
    GONE = "gone"  # left in the middle of the game
    PASSED = "passed"
    READY = "ready"  # in the lobby: sits and is ready
    SEATED = "seated"
    EMPTY = "empty"  # in the lobby: a free seat


class Tag(StrEnum):
    """Name of a role that overrides its own."""

    DEALS = "deals"
    SHOWS = "shows"  # its hand, to win by it
    CONFIDENT = "confident"  # made the newest guess
    PICKED = "picked"  # to raise that guess or to doubt it
    STARTS = "starts"  # a question
    OUT = "out"  # in a sudden death


class Health(StrEnum):
    """State of a buzzer while people sit down; in a game only the last two occur."""

    SILENT = "silent"  # not pressed yet, or not heard
    GOOD = "good"
    WORN = "worn"  # it bounces for too long
    STUCK = "stuck"  # down for too long, or a storm of edges
    ASLEEP = "asleep"  # perhaps asleep: all wait for it, and it sends nothing


class Prompt(StrEnum):
    """Current effect of a seat's button."""

    SIT = "sit"
    FREE_BUZZER = "free-buzzer"  # it is stuck
    READY = "ready"
    NAMING = "naming"  # the next name, or ready
    STAND_UP = "stand-up"
    DEAL = "deal"  # say that this seat deals
    BEGIN = "begin"  # say that this seat begins, in a game without cards
    DEALT = "dealt"
    TRY_AGAIN = "try-again"  # to draw a question
    CHOOSE_KIND = "choose-kind"
    DRAW_QUESTION = "draw-question"
    DOUBT_OR_FORCE = "doubt-or-force"  # the slap is held still
    TAKE_BACK = "take-back"
    RIGHT_NUMBER = "right-number"
    MORE_TIME = "more-time"
    LAST_CALL = "last-call"  # end a doubt window that has no time limit
    WRONG_NUMBER = "wrong-number"
    SLAP_OR_HOLD = "slap-or-hold"  # a doubt; held on, a force
    SLAP = "slap"  # a doubt
    BE_FIRST = "be-first"  # several may move
    COUNT = "count"  # cards, and nothing else
    COUNT_OR = "count-or"  # cards, or what `option` says
    COUNT_ON = "count-on"
    TOO_SOON = "too-soon"  # to lay what was chosen: the newest play can be doubted still
    ENOUGH = "enough"  # cards counted: no more are allowed, and a tap starts again
    ONE_OF = "one-of"  # `option`, or the next one
    ONLY = "only"  # `option`
    ANSWER = "answer"  # turn the answer up at once
    BY_ACCIDENT = "by-accident"  # both parties call the doubt off
    HAVE_NONE = "have-none"  # of the rank that is to be produced
    NO_SHOW = "no-show"
    FLIP = "flip"
    BY_HAND = "by-hand"  # begin to enter the cards
    NOTHING_BELOW = "nothing-below"  # confirm that no card lies below those in sight
    NEXT_RANK = "next-rank"
    AGREE_OR_NOT = "agree-or-not"
    AGREE = "agree"
    AGREED = "agreed"
    SAID_WRONG = "said-wrong"
    WRONG_OR_STANDS = "wrong-or-stands"
    WRONG = "wrong"
    GO_ON = "go-on"
    PICK_UP = "pick-up"
    NEXT_DEAL = "next-deal"
    TURN_PAGE = "turn-page"  # of how to play
    TRY_OFFER = "try-offer"  # begin a practice round, or leave it
    TRY_TAP = "try-tap"  # in a practice round
    TRY_HOLD = "try-hold"
    TRY_PRESS = "try-press"
    TRY_DONE = "try-done"  # done: the others may, too
    DEAL_OR_MENU = "deal-or-menu"  # let go to deal, or hold on for the table's menu
    HOLD_ON = "hold-on"  # the same press, held on, opens the table's menu
    VOTE = "vote"  # in a house survey
    VOTED = "voted"
    CHOOSE = "choose"  # in a pause
    COUNT_HAND = "count-hand"
    COUNT_PILE = "count-pile"
    SCORE = "score"  # the right one of a seat, in a pause
    PRESS_TAKES = "press-takes"  # `option`: who steps through the choices by a scan
    REST_TAKES = "rest-takes"  # `option`; a press goes on to the next: by taps alone
    PRESS_BEGINS = "press-begins"  # by taps alone: a press lights the first choice
    SCAN_BEGINS = "scan-begins"  # a moment before the first choice is lit
    PRESSES_FOR = "presses-for"  # `option`: this buzzer presses for another seat
    NO_RACE = "no-race"  # another player presses for this seat, but never in a race
    PRESS_AGAIN = "press-again"  # to force, for a player who can't hold the slap


YES_BY_HOLD = frozenset(
    {
        Prompt.DEAL, Prompt.BEGIN, Prompt.DEALT, Prompt.TRY_AGAIN, Prompt.DRAW_QUESTION,
        Prompt.ONLY, Prompt.HAVE_NONE, Prompt.NO_SHOW, Prompt.BY_HAND, Prompt.AGREE_OR_NOT,
        Prompt.AGREE, Prompt.WRONG_OR_STANDS, Prompt.WRONG, Prompt.GO_ON, Prompt.PICK_UP,
        Prompt.NEXT_DEAL, Prompt.NOTHING_BELOW,
    }
)  # fmt: skip
"""Prompts to which a plain hold, or a finger, says yes: neither a turn nor a ring."""

COUNTING = frozenset({Prompt.COUNT, Prompt.COUNT_OR, Prompt.COUNT_ON, Prompt.ENOUGH})
"""Prompts at which taps count the cards of a play."""
