"""What the letters on the cards of a country mean."""

from collections.abc import Mapping

from appliance.rules.cards import Rank

_J, _Q, _K, _A = Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE

LETTERS: Mapping[str, Mapping[str, Rank]] = {
    "french": {"A": _A, "1": _A, "V": _J, "D": _Q, "R": _K},  # valet, dame, roi
    "german": {"A": _A, "B": _J, "D": _Q, "K": _K},  # Bube, Dame, König
    "dutch": {"A": _A, "B": _J, "V": _Q, "H": _K},  # boer, vrouw, heer
    "swedish": {"A": _A, "E": _A, "Kn": _J, "D": _Q, "K": _K},  # ess, knekt, dam, kung
    "danish": {"A": _A, "E": _A, "B": _J, "D": _Q, "K": _K},  # es, bonde, dame, konge
    "russian": {"A": _A, "T": _A, "B": _J, "Д": _Q, "K": _K},  # туз, валет, дама, король
}
"""By country: what is printed on its cards, as the index reader names it, besides the numbers."""

_EVERYWHERE = {str(rank): rank for rank in (*list(Rank)[1:10], Rank.JOKER)}


def meaning(letters: str, label: str) -> Rank | None:
    """The rank that `label` stands for in a deck with these `letters`; None: it has none such.

    `letters` is a key of LETTERS.
    """
    return LETTERS[letters].get(label) or _EVERYWHERE.get(label)
