"""A state as a small table of text, for people who read a terminal."""

from collections.abc import Mapping

from bluffing.game import Phase, State

_NO_NOTES: Mapping[int, str] = {}


def sketch(state: State, notes: Mapping[int, str] = _NO_NOTES) -> str:
    """Return `state` as lines of text: the phase, then each seat with what it has and does.

    `notes` are words about seats that a game adds.
    """
    required = f", {state.required} is next" if state.required is not None else ""
    heads = ("seat", "points") if state.points else ("seat", "hand", "laid")
    lines = [f"{state.phase}{required}", "  ".join(heads)]
    for seat, hand in enumerate(state.hands):
        numbers = (seat, state.points[seat]) if state.points else (seat, hand, state.heaps[seat])
        cells = [f"{n:>{len(head)}}" for head, n in zip(heads, numbers, strict=True)]
        words = [*_words(state, seat), *([notes[seat]] if seat in notes else [])]
        lines.append("  ".join([*cells, ", ".join(words)]).rstrip())
    return "\n".join(lines)


def _words(state: State, seat: int) -> list[str]:
    claim = state.claim
    pairs = (
        ("on turn", seat == state.turn and state.phase is not Phase.OVER),
        (f"claims {claim.count} {claim.rank}" if claim else "", claim and claim.seat == seat),
        ("doubts", seat == state.doubter),
        ("won", seat == state.winner or seat in state.tied),
        ("lost", seat == state.loser),
        ("out", seat in state.out and seat != state.winner),
        ("left", seat in state.gone),
    )
    return [word for word, holds in pairs if holds]
