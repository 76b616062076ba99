"""The limits within which cards are read, in a calibrated box and in any photograph.

`ReadingLimits` holds all limits and has two instances. In a calibrated box (`CALIBRATED`) the scale
is known and the camera looks straight down, so some limits are tighter and the reader may ask about
more. A `PHOTOGRAPH` may have any size, be squeezed, or be taken from the side.

Lengths are in heights of a card, so they hold at any scale. "Chance" is a network's probability, 0
to 1. A limit without evidence was set by eye on photographs of the training half. All limits were
then measured together: bench/vision-lab-log.md.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class IndexLimits:
    """Limits for a detection that counts as a legible index."""

    min_confidence: float
    """Minimum chance that an index is there at all; below it the detection is not read."""

    min_label: float
    """Minimum chance of the likeliest label; below it the index counts as illegible."""


@dataclass(frozen=True, slots=True)
class StrayArea:
    """Limits for cells whose vote matches no card that was read: they belong to a missed card."""

    min_distance: float
    """Minimum distance, in card heights, from its vote to the middle of every card read."""

    min_area: float
    """Minimum area of such cells, as a share of a card; a larger one makes the reader ask."""

    min_area_apart: float
    """The same if no two of the cards that were read touch: nothing there hides a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupingLimits:
    """Limits for indices that are on one card."""

    max_centre_error: float = 0.24
    """Maximum distance from halfway between two indices to the middle that each of them votes for.

    In distances between the two; above it the reader asks whether they are on one card. Evidence:
    up to 0.22 in 404 pictures that were read rightly, 0.25 for ends of two jokers that lay in line.
    """

    separate_centre_error: float = 0.55
    """Minimum distance (as above) of indices on two cards. Evidence: 0.45 for one ace."""

    max_misread_error: float = 0.15
    """The same for two ends that are named differently; above it: two cards. Evidence: of 9 such
    pairs in 5,281 pictures 8 were on one card, of 28 above it at most 5.
    """

    max_slant: float = 1.1
    """Maximum distance of two indices across their card, over that down it, if not squeezed."""

    max_squeezed_slant: float
    """The same in a squeezed picture. Above it they are on two cards."""

    max_squeezed_centre_error: float = 0.25
    """`max_centre_error` of two indices with more than `max_slant`; above it: two cards."""

    max_vote_gap: float = 0.4
    """Maximum distance between the middles that two corners of one end or side vote for.

    In distances between the two; above it the reader asks. Of two cards that lie alike it is 1.
    """

    separate_vote_gap: float = 0.7
    """Minimum gap (as above) of indices on two cards."""

    end_width: tuple[float, float] = (0.3, 0.85)
    """Minimum and maximum distance between both corners at one end of a card, in card heights."""

    max_free_corner_error: float = 0.2
    """Maximum distance of another card's only index from a corner of a card, in card heights.

    Within it the reader asks whether both are one card with four indices, one of them with a wrong
    vote, unless that corner is known to be empty. A corner without an index so near may be bare.
    """

    max_shared: float = 0.45
    """Maximum share of the outlines of two cards of one rank, if no corner is known to be bare.

    Above it the reader asks whether one card was read twice. Evidence: wrong answers that counted a
    card with four indices twice had 0.49 to 1; of 475 right ones about photographs none is lost,
    though eight of decks with two indices have up to 0.46.
    """

    bare_reach: float = 0.08
    """Half the side of the square around a bare corner in which the face shows, card heights."""

    min_bare_share: float = 0.7
    """Minimum share of that square that shows the card's own face."""

    max_corner_error: float = 0.1
    """Maximum distance, card heights, of a hardly legible index from the corner of its own card."""

    index_distance: tuple[float, float] = (0.8, 1.06)
    """Minimum and maximum distance between a card's two indices, in card heights.

    Up to small print in the very corners. It bounds a card's height, seen up to a quarter too low.
    """

    max_size_ratio: float
    """Maximum ratio between the height of a card with one index and that of the whole cards.

    Up to it the card gets the size of the whole cards: the less of a card shows, the smaller it
    seems.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class RankLimits:
    """Limits for a sure rank whose index may be cut."""

    index_reach: float = 0.6
    """Maximum distance of a glyph's middle, in its heights, from what may cut its index.

    To either side another card's outline, all round the picture's edge. If that is so of all
    indices of a card, what is left may be another rank. Evidence: half an 8 beside a whole card
    was called a 3 in 7 of 160 drawn pictures; 6 are found, and 1 of 620 right answers is lost.
    """

    max_cut_sure: float = 0.5
    """Maximum chance of such a card's rank, which is not read surely. Set by eye."""

    min_guess_sure: float = 0.97
    """Minimum chance of a rank where the outline that may cut its index is a guess, since that card
    shows one end. Evidence: in the box an ace without its left leg was a 4 with 0.965; of 1,885
    drawn indices that showed by a third to nine tenths one was another rank with 0.9, and 0.98 too.
    Not in a photograph, if all around its index is its own face: half of all fans were asked about.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspectLimits:
    """Limits for an unread index that makes the reader ask for a missed card."""

    min_suspect: float = 0.1
    """Minimum chance of an index at which an unread detection makes the reader ask. Set by eye."""

    max_pip: float = 0.6
    """Maximum confidence in what counts as a pip or picture of a card that was read."""

    min_none: float = 0.8
    """Minimum chance, by the namer, that it is no index; with it such a detection is a pip, too."""

    min_other_label: float = 0.6
    """Minimum chance of another label at which it is no pip. Evidence: 0 of 577 right readings."""

    min_other_joker: float = 0.3
    """The same for a joker's mark. Evidence: a dark joker on dark wood was missed with 0.32."""

    min_lettering_face: float = 0.2
    """Minimum chance of a card's face at or right beside an index; below it, it is lettering."""

    lettering_reach: float = 0.2
    """Half the side of the square around a far detection in which faces count, in card heights."""

    max_lettering_face: float | None
    """Maximum share of faces in that square for a detection that counts as lettering on a book.

    None: nothing is lettering, as in the box. Evidence: of 70 cards that were missed in photographs
    1 had less; its paper reveals it (`doubts/paper.py`).
    """

    own_distance: float = 0.3
    """Maximum distance from a cell's vote to the middle of the card it belongs to, card heights."""

    max_middle_error: float
    """Maximum distance between the card's middle by its one end and by all its face, card heights.

    Above it some of that face may be another card's, and the end decides. Evidence: that asks about
    26 of 3,220 right answers and 5 of 25 wrong ones.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayLimits:
    """Limits for faces outside the read cards that make the reader ask for a missed card."""

    stray_areas: tuple[StrayArea, ...]
    """Each makes the reader ask whether a card is covered."""

    beside_distance: float = 0.15
    """Maximum distance, in card heights, of an area that counts as beside a card that was read.

    Beside one, any stray area counts. Further away it must look like a card by itself, because only
    a hand or the picture's edge could hide the rest.
    """

    min_lone_area: float = 0.15
    """Minimum area of a stray area further off, over a card's; a smaller one is no card."""

    min_lone_face: float = 0.8
    """Minimum mean chance of a face in it; below it, it is paper, a book or cloth."""

    min_cut_off_confidence: float = 0.3
    """Minimum confidence in a detection on a stray area at the picture's edge.

    Then a smaller area counts too: a card that the edge cuts off. The reader asks to push it in.
    """

    sliver_margin: float
    """Distance around each card that was read in which all faces are its own, in card heights."""

    min_sliver_area: float = 0.005
    """Minimum area of a sliver beyond it, as a share of a card; a larger one is another card."""

    max_sliver_distance: float = 0.3
    """Maximum distance of such a sliver from the cards that were read, in card heights."""

    touch_factor: float = 1.1
    """Factor by which one of two cards is enlarged to check if they nearly touch."""

    min_height_ratio: float
    """Minimum height of a card's only index, over the median height of the other cards' indices.

    Below it part of the index is covered: a four whose foot is hidden reads as an ace. 0: off.
    """

    settle_factor: float = 1.3
    """Factor by which a card is enlarged to check if a doubtful place is on it or beside it.

    On the card a further look settles the doubt only by reading one more card: so little of a
    covered card shows, or of one that the picture's edge cuts off, that looks differ by chance.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingLimits:
    """All limits of one kind of picture."""

    card_height: float | None = None
    """Height of every card in pixels, if a calibrated box provides it."""

    two_indices: bool = False
    """True if the deck on the table is known to have exactly two indices on each card."""

    letters: frozenset[str] = frozenset()
    """Letters that this deck is known to have: they determine the rank of a V."""

    photograph: bool
    """True for any photograph: of unknown scale, squeezed, or taken from the side.

    Then a card's own edges give its outline, the reader looks for more paper (in the box the dark
    ground shows it, `box/bare_ground.py`), and it looks at the picture again before it asks.
    """

    index: IndexLimits
    """Limits for the index of a rank."""

    joker_index: IndexLimits = IndexLimits(0.4, 0.4)
    """Limits for a joker's mark. Lower: each maker's differs, and it resembles no rank."""

    grouping: GroupingLimits
    """Limits for indices on one card."""

    ranks: RankLimits = RankLimits()
    """Limits for sure ranks."""

    suspects: SuspectLimits
    """Limits for unread indices of missed cards."""

    strays: StrayLimits
    """Limits for faces of missed cards."""


PHOTOGRAPH = ReadingLimits(
    photograph=True,
    index=IndexLimits(0.5, 0.5),
    grouping=GroupingLimits(max_squeezed_slant=2.5, max_size_ratio=1.35),
    suspects=SuspectLimits(max_lettering_face=0.25, max_middle_error=0.13),
    strays=StrayLimits(
        # much of a card close by, as in a fan, or a small part far away. Evidence: of 600 drawn
        # heaps, in which a card may show nothing, 353 are answered rightly and 6 wrongly
        stray_areas=(StrayArea(0.3, 0.03, 0.03), StrayArea(0.105, 0.03, 0.19)),
        sliver_margin=0.07,
        min_height_ratio=0.0,
    ),
)
"""Limits for any picture of unknown scale. Set by eye unless evidence is named."""

CALIBRATED = replace(
    PHOTOGRAPH,
    photograph=False,
    index=IndexLimits(0.5, 0.6),  # evidence: with 0.5 two more of 900 close fans are wrong
    grouping=replace(
        PHOTOGRAPH.grouping,
        # nothing is squeezed, but a card whose ends both look 0.25 rad askew has a slant of 1.16
        max_squeezed_slant=1.2,
        max_size_ratio=1.0,  # no card is resized
    ),
    ranks=RankLimits(min_guess_sure=0.98),
    suspects=replace(
        PHOTOGRAPH.suspects,
        max_lettering_face=None,
        # whatever it is: the ground shows other objects
        max_middle_error=PHOTOGRAPH.suspects.own_distance,
    ),
    strays=replace(
        PHOTOGRAPH.strays,
        # closer by, too: a joker's strip between two cards sees middles on either side of its own.
        # Evidence: of 260 heaps 101 are answered rightly, once the ground was looked at, none
        # wrongly
        stray_areas=(
            PHOTOGRAPH.strays.stray_areas[0],
            StrayArea(0.12, 0.08, 0.08),
            StrayArea(0.1, 0.15, 0.15),
        ),
        # evidence: of 44 heaps of one rank in which a card was missed 30 are asked about, and of
        # 100 overlapping scenes that were read rightly 2
        sliver_margin=0.04,
        # evidence: of 329 heaps that were read rightly at most 1 is asked about
        min_height_ratio=0.78,
    ),
)
"""The flat picture of a calibrated box. `replace` it with its `card_height`."""
