"""Words that other languages share with English, so that a sentence of them looks untranslated.

A sentence that is the same in both languages may have these words only. They are in lower case.
"""

SAME_EVERYWHERE = (
    # what people type or read as it is: commands, options, names of parts and of what they are for
    "apt install libgl xdg runtime dir usb gpio hub led cm ms ok min doubtit check option options"
    " players bot firmware warn error"
    # titles of games, and where their rules are from
    " doubt it bluff pagat valepaska verish ne cal bs bullshit bicycle catsatcards"
    " menteur"
)
"""In every language."""

SAME = {
    "de": "normal april august september november name pause region enter escape teams",
    "es": "cable escape no normal sensor",
    "fr": "buzzer buzzers contacts fun gain joker jokers journal menu nature normal patient pause"
    " point points question questions science service six strict verdict",
    "nl": "argument buzzer buzzers camera claim claims contrast enter escape inch joker jokers lamp"
    " lens letters mat menu seed sensor start teams won",
    "pt": "enter escape finish joker jokers menu normal photo sensor",
}
"""In one language."""
