"""Every numbered rule, in a few words: the ids that scenarios and tests may name.

A scenario names rules by `rules = ["B5"]` or by being called so itself, a test by
`@pytest.mark.rule("B5")`. `OWNERS` says whose rules they are, by their letters; the procedures
(X) are everybody's.
"""

RULES = {
    # Doubt/it!
    "D1": "three or more play",
    "D2": "everybody starts with the same points, and only loses them",
    "D3": "a question is FACT or FUN, the answer a hidden percentage",
    "D4": "the starter opens with a guess and a wager",
    "D5": "wager at most what you have",
    "D6": "pick a New Player",
    "D7": "no tag-backs, unless only two are left",
    "D8": "raise the guess, the wager or both, or doubt",
    "D9": "short of points: all in with a higher guess, or doubt",
    "D10": "after a short wager, back to the highest",
    "D11": "the doubt and its stake",
    "D12": "nobody loses more than he has",
    "D13": "100 can't be raised, 0 can't lose",
    "D14": "answers with a fraction are compared exactly",
    "D15": "one loses a round; the starter moves left",
    "D16": "the first at no points ends the game",
    "D17": "sudden death for a shared lead",
    "D18": "nearness counts for nothing",
    "D19": "no time limit",
    "D20": "whole points on the screen",
    # CatsAtCards
    "C1": "three to eleven players, one or two packs",
    "C2": "all cards dealt, extras from the dealer's left",
    "C3": "dealer's left begins with aces, ranks go down",
    "C4": "no pass, one card or more",
    "C5": "the announced number must be true",
    "C6": "any other player may doubt, until the next play",
    "C7": "the first caller; in a tie the nearest to the dealer's left",
    "C8": "who takes the table",
    "C9": "order and ranks go on after a doubt",
    "C10": "last cards win unless doubted and false",
    "C11": "each hand is a game; the deal moves on; no points",
    # Pagat, I Doubt It
    "P1": "three to six players, two with Force",
    "P2": "equal hands, the rest set aside",
    "P3": "counts are visible",
    "P4": "the leader lays one card and names a rank, and can't pass",
    "P5": "pass, or one card of the led rank; a pass is not final",
    "P6": "all pass: the stack is removed unseen, its last player leads",
    "P7": "doubt until a card covers the play; passes don't",
    "P8": "the first doubter counts",
    "P9": "only the newest card is turned up",
    "P10": "who takes the stack, who leads",
    "P11": "the turn goes by seat from the leader",
    "P12": "winning with one card: led, shown or laid",
    "P13": "a leader without cards",
    "P14": "one winner, no points",
    # Bluff
    "U1": "several cards in a turn, all turned up",
    "U2": "jokers are wild",
    "U3": "who passed is locked out, and may still doubt",
    "U4": "playing on for places",
    "U5": "a wrong number of cards",
    # Force
    "F1": "produce a card of the rank out of the hand",
    "F2": "who takes the stack after a force",
    "F3": "last cards can't be forced",
    "F4": "the only card produced wins",
    "F5": "not shown is not produced",
    "F6": "two players need it",
    # Bicycle
    "B1": "two to twelve players",
    "B2": "how many packs",
    "B3": "highest drawn card deals",
    "B4": "dealt as far as the cards go",
    "B5": "dealer's left begins with aces, ranks go up; one to four cards a pack",
    "B6": "a doubt turns the cards up; false in any respect is a lie",
    "B7": "the first to speak; in a tie the nearest to the player's left",
    "B8": "undoubted cards lie in front of their player",
    "B9": "the turn passes left, doubted or not",
    "B10": "last cards win unless doubted and false",
    "B11": "'no sevens' is table talk, by option a pass",
    "B12": "points for each card left in a hand",
    "B13": "a misdeal is put right without penalty",
    # Bullshit
    "BS1": "two to ten, one pack, all dealt",
    "BS2": "ranks go up from aces, one card or more, no pass",
    "BS3": "anybody doubts; who takes the pile",
    "BS4": "the turn goes on to the left of who was doubted",
    "BS5": "out of cards and not caught wins",
    # Verish' ne Verish'
    "VE1": "two to six; a short pack for two or three",
    "VE2": "one card set aside; who plays first",
    "VE3": "the leader lays one to three and names a rank",
    "VE4": "only the next player follows or doubts; no pass",
    "VE5": "who takes all, and who leads",
    "VE6": "sets of four may be laid away after a pick-up",
    "VE7": "get rid of the cards",
    # Valepaska
    "VP1": "three or more; the order of ranks",
    "VP2": "five cards and a stock; threes begin",
    "VP3": "cards of one rank, as high as the last or higher",
    "VP4": "or draw and turn over",
    "VP5": "tens and aces clear the table, twos go on anything",
    "VP6": "a doubt, and who goes on",
    "VP7": "last with cards loses",
    # Cal's BS
    "CB1": "three to seven, two wild jokers, all dealt",
    "CB2": "the leader lays one to six of any rank",
    "CB3": "the others in no order: pass, add or doubt",
    "CB4": "nobody on top of himself unless all pass",
    "CB5": "going out with cards face up",
    # Liar's Poker
    "LP1": "four players, thirteen cards, cut for the deal",
    "LP2": "eldest hand leads one to four of any rank",
    "LP3": "the next doubts, adds or passes the choice on",
    "LP4": "who takes all, and who leads",
    "LP5": "out with the last cards unless caught",
    # what goes wrong
    "X1": "a wrong number laid",
    "X2": "the next player too fast",
    "X3": "a play out of turn",
    "X4": "a wrong rank spoken",
    "X5": "two presses nearly together",
    "X6": "a press that means nothing",
    "X7": "an accidental doubt",
    "X8": "wrong cards turned up",
    "X9": "cards taken back, or a pile scooped, before the reveal",
    "X10": "cards left behind",
    "X11": "the wrong player takes the pile",
    "X12": "a card missing or foreign, and any true count",
    "X13": "a card exposed while played",
    "X14": "the camera is not sure",
    "X15": "a player leaves",
    "X16": "power loss",
    "X17": "deal errors",
    "X18": "a button stuck or dead",
    "X19": "a wrong number entered, a leaked answer",
    "X20": "who agrees to a void or corrected game, and how it is disputed",
}

OURS = {"X20"}
"""Rulings of our own, for what no source says."""

OWNERS = {
    "D": "doubt_it",
    "C": "catsatcards",
    "P": "idi",
    "U": "bluff",
    "F": "idi",
    "B": "bicycle",
    "BS": "bullshit",
    "VE": "verish",
    "VP": "valepaska",
    "CB": "calsbs",
    "LP": "liars_poker",
}


def letters(rule: str) -> str:
    """The letters of an id: "BS" of "BS3"."""
    return rule.rstrip("0123456789")
