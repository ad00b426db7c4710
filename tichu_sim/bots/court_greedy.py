"""`greedy` in Grand Seigneur: hands of two packs, no partner, pushes and returns (R16).

It sheds as `greedy` does; the second of two identical cards is the one that goes first, since it
is no part of a bomb. The second word of a play goes to ``own.play_2``, see `two_packs`.
"""

from tichu_sim.bits import (
    LOW,
    lowest,
    lowest_in_nibbles,
    nibble_counts,
    nibbles_with,
    whole_nibbles,
)
from tichu_sim.bots.greedy import DANGER, PHOENIX_FROM, lowest_card, run_from, window
from tichu_sim.game.bombs import bomb_cards, fill_bombs
from tichu_sim.game.cards import DRAGON, MAHJONG, NONE, NORMAL, PHOENIX
from tichu_sim.game.combos import (
    DRAGON_LEVEL,
    FULLHOUSE,
    NO_COMBO,
    PAIR,
    PAIRSEQ,
    PASS,
    SHORTEST_STRAIGHT,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    beats,
    is_bomb,
)
from tichu_sim.game.patterns import pattern_kind, pattern_length, pattern_level, pattern_play
from tichu_sim.game.ranks import rank_cards, ranks_above
from tichu_sim.game.seigneur import best_choices
from tichu_sim.game.two_pack_hand import less, more
from tichu_sim.game.two_pack_moves import fill_plays_two
from tichu_sim.game.two_pack_patterns import pattern_play_two
from tichu_sim.game.two_pack_phoenix import declared_two
from tichu_sim.game.two_packs import count_two, rank_counts, read_two
from tichu_sim.game.view import binding_wish
from tichu_sim.jit import Mask, Record, jit, jit_small, u64

_MOST_OUT_AT_ONCE = 6
"""Cards up to which a hand with a Phoenix is tried as one combination."""
_LOW_RANKS = u64(0x11_1111_1110)
"""Ranks 2 to 10: what is alone there is of no use."""


@jit_small
def ranks_with(counts: Mask, least: int) -> Mask:
    """Mark in its lowest bit every rank of `two_packs.rank_counts` with at least 1 to 3 cards.

    Examples
    --------
    >>> from tichu_sim.jit import u64
    >>> [hex(ranks_with(u64(0x853210), least)) for least in (1, 2, 3)]
    ['0x111110', '0x111100', '0x111000']
    """
    found = counts >> 2 | counts >> 3
    if least == 3:
        found |= counts >> 1 & counts
    else:
        found |= counts >> 1
        if least == 1:
            found |= counts
    return found & LOW


@jit_small
def take(hand: Mask, twice: Mask, each: int) -> tuple[Mask, Mask]:
    """Return so many cards of every rank, first of those that are there twice.

    Parameters
    ----------
    hand, twice : Mask
        Normal cards, and the Mah Jong where it is wanted; each rank has enough of them.
    each : int

    Examples
    --------
    >>> from tichu_sim.game.two_packs import parse_two_cards, two_cards_text
    >>> hand = parse_two_cards("8j 8s 8s 9j 9p")
    >>> two_cards_text(*take(*hand, 1)), two_cards_text(*take(*hand, 2))
    ('8s 9j', '8j 8s 9j 9p')
    """
    taken, taken_2 = NONE, NONE
    for _ in range(each):
        doubled = lowest_in_nibbles(twice)
        others = hand & ~whole_nibbles(nibbles_with(nibble_counts(doubled), 1))
        one = doubled | lowest_in_nibbles(others)
        taken, taken_2 = more(taken, taken_2, one, NONE)
        hand, twice = less(hand, twice, one, NONE)
    return taken, taken_2


@jit_small
def _take_of(hand: Mask, twice: Mask, cards: Mask, each: int) -> tuple[Mask, Mask]:
    # So many cards of each rank among `cards`.
    return take(hand & cards, twice & cards, each)


@jit_small
def _loose(own: Record) -> tuple[Mask, Mask]:
    # The normal cards that no bomb needs.
    hand, twice = own.hand & NORMAL, own.hand_2 & NORMAL
    if own.holds_bomb:
        bombs = bomb_cards(hand)
        return (hand & ~bombs) | twice, twice & ~bombs
    return hand, twice


@jit_small
def _full_house(hand: Mask, twice: Mask, triple: Mask, pair: Mask) -> tuple[Mask, Mask]:
    # Of the marked ranks; nothing where one is missing.
    if triple == NONE or pair == NONE:
        return NONE, NONE
    cards, cards_2 = _take_of(hand, twice, whole_nibbles(triple), 3)
    others, others_2 = _take_of(hand, twice, whole_nibbles(pair), 2)
    return cards | others, cards_2 | others_2


@jit_small
def _lead_from(hand: Mask, twice: Mask, mahjong: Mask) -> tuple[Mask, Mask]:
    # The longest combination that takes along the lowest card.
    counts = rank_counts(hand, twice)
    ones, twos, threes = ranks_with(counts, 1), ranks_with(counts, 2), ranks_with(counts, 3)
    start = 0 if mahjong else lowest(ones)
    ranks = run_from(ones | mahjong, start)
    if ranks >= SHORTEST_STRAIGHT:
        return _take_of(hand | mahjong, twice, window(start, ranks), 1)
    if mahjong:
        return mahjong, NONE
    here = lowest_card(ones)
    if not twos & here:
        return _take_of(hand, twice, window(start, 1), 1)
    ranks = run_from(twos, start)
    if ranks >= 2:
        return _take_of(hand, twice, window(start, ranks), 2)
    triple = lowest_card(threes)
    pair = lowest_card(twos & ~triple)
    if triple and pair:
        return _full_house(hand, twice, triple, pair)
    return _take_of(hand, twice, window(start, 1), 3 if threes & here else 2)


@jit_small
def _lead(own: Record, scratch: Record) -> int:
    hand, twice = _loose(own)
    mahjong = own.hand & MAHJONG
    if hand | mahjong:
        cards, own.play_2 = _lead_from(hand, twice, mahjong)
        return cards
    own.play_2 = NONE
    if own.hand & (DRAGON | PHOENIX):
        return DRAGON if own.hand & DRAGON else PHOENIX
    fill_bombs(own.hand, NO_COMBO, 0, 0, scratch, 0)
    return pattern_play(own.hand, scratch.at[0], 0)


@jit_small
def _single_over(
    public: Record, own: Record, hand: Mask, twice: Mask, high: Mask, danger: float
) -> tuple[Mask, Mask]:
    # An unpaired card, then Phoenix or Dragon where they are worth it, then any card.
    level = public.top_level
    specials = own.hand & (PHOENIX | DRAGON)
    if level >= DRAGON_LEVEL:
        return own.hand & DRAGON, NONE
    last_two = count_two(own.hand, own.hand_2) == 2
    if last_two and specials:
        # One of them wins the trick, the other goes out.
        return (DRAGON if specials & DRAGON else PHOENIX), NONE
    counts = rank_counts(hand, twice)
    ones = ranks_with(counts, 1) & high
    alone = ones & ~ranks_with(counts, 2)
    if alone:
        return _take_of(hand, twice, whole_nibbles(lowest_card(alone)), 1)
    if specials and (level >= PHOENIX_FROM or _threatens(public, own, danger)):
        return lowest_card(specials), NONE
    return _take_of(hand, twice, whole_nibbles(lowest_card(ones)), 1)


@jit_small
def _sequence_over(hand: Mask, twice: Mask, each: int, ranks: int, level: int) -> tuple[Mask, Mask]:
    # The lowest run of so many ranks, `each` cards of every rank, whose top exceeds the level.
    marks = ranks_with(rank_counts(hand, twice), each)
    starts = marks
    for place in range(1, ranks):
        starts &= marks >> (4 * place)
    starts &= ranks_above((level >> 1) + 1 - ranks)
    if starts == NONE:
        return NONE, NONE
    return _take_of(hand, twice, window(lowest(starts), ranks), each)


@jit_small
def _follow(public: Record, own: Record, danger: float) -> tuple[Mask, Mask]:
    hand, twice = _loose(own)
    kind, level, length = public.top_kind, public.top_level, public.top_length
    high = ranks_above(level >> 1)
    if kind == SINGLE:
        return _single_over(public, own, hand, twice, high, danger)
    if kind == STRAIGHT:
        return _sequence_over(hand, twice, 1, length, level)
    if kind == PAIRSEQ:
        return _sequence_over(hand, twice, 2, length // 2, level)
    counts = rank_counts(hand, twice)
    if kind == PAIR or kind == TRIPLE:
        rank = lowest_card(ranks_with(counts, length) & high)
        return _take_of(hand, twice, whole_nibbles(rank), length)
    if kind == FULLHOUSE:
        triple = lowest_card(ranks_with(counts, 3) & high)
        return _full_house(hand, twice, triple, lowest_card(ranks_with(counts, 2) & ~triple))
    return NONE, NONE


@jit_small
def _threatens(public: Record, own: Record, danger: float) -> bool:
    # Whether the trick is another's who is nearly out.
    size = public.size[public.owner]
    return bool(public.owner != own.seat and 0 < size <= danger)


@jit
def _whole_hand(public: Record, own: Record) -> int:
    # The hand as one play if it is one that beats the table, else a pass.
    hand, twice = own.hand, own.hand_2
    if hand & PHOENIX and count_two(hand, twice) > _MOST_OUT_AT_ONCE:
        return PASS
    play_of_all, second = declared_two(hand, twice, 0, 0)
    kind, length, level = read_two(play_of_all, second, public.top_level)
    if not beats(kind, length, level, public.top_kind, public.top_length, public.top_level):
        return PASS
    own.play_2 = second
    return play_of_all


@jit
def _cheapest_legal(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    # With a wish to fulfil: the lowest of all legal plays, bombs last.
    n, may_pass = fill_plays_two(
        own.hand,
        own.hand_2,
        public.top_kind,
        public.top_length,
        public.top_level,
        binding_wish(public, own),
        rules.wish_bomb_escape,
        scratch,
    )
    if n == 0 or may_pass:
        return PASS
    best, least = 0, 1 << 20
    for i in range(n):
        cost = pattern_level(scratch.at[i]) + (1000 if is_bomb(pattern_kind(scratch.at[i])) else 0)
        if cost < least:
            best, least = i, cost
    cheapest, own.play_2 = pattern_play_two(own.hand, own.hand_2, scratch.at[best], 0)
    return cheapest


@jit_small
def play_on(rules: Record, public: Record, own: Record, scratch: Record, danger: float) -> int:
    """Go out, or lead the longest combination with the lowest card, or follow cheaply.

    Who has `danger` cards or fewer is worth a Dragon or a Phoenix.
    """
    wished = binding_wish(public, own)
    if wished and own.hand & rank_cards(wished):
        forced = _cheapest_legal(rules, public, own, scratch)
        if forced:
            return forced
    all_cards = _whole_hand(public, own)
    if all_cards:
        return all_cards
    if public.top_kind == NO_COMBO:
        return _lead(own, scratch)
    if public.owner == own.seat:
        return PASS
    cards, own.play_2 = _follow(public, own, danger)
    return cards


@jit_small
def play(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Go out, or lead the longest combination with the lowest card, or follow cheaply."""
    return play_on(rules, public, own, scratch, own.params[DANGER])


@jit_small
def throw_bomb(public: Record, own: Record, scratch: Record, danger: float) -> int:
    """Bomb whoever has `danger` cards or fewer, or to go out with it or with what is left."""
    hand = own.hand
    n = fill_bombs(hand, public.top_kind, public.top_length, public.top_level, scratch, 0)
    if n == 0:
        return PASS
    left = count_two(hand, own.hand_2) - pattern_length(scratch.at[0])
    pays = _threatens(public, own, danger) or left == 0 or (left == 1 and public.owner != own.seat)
    own.play_2 = NONE
    return pattern_play(hand, scratch.at[0], 0) if pays else PASS


@jit_small
def bomb(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Bomb whoever is nearly out, or to go out with it or with the card that is left."""
    return throw_bomb(public, own, scratch, own.params[DANGER])


@jit
def push(rules: Record, public: Record, own: Record, n: int, k: int) -> None:
    """Push the best cards; of equally good ones first those that no bomb needs."""
    hand, twice = own.hand, own.hand_2
    for _ in range(n):
        choice = best_choices(hand, twice)
        spare = twice & choice
        if spare == NONE:
            spare = choice & ~bomb_cards(hand)
        card = lowest_card(spare if spare else choice)
        hand, twice = less(hand, twice, card, NONE)
        own.given[k], own.given_2[k] = more(own.given[k], own.given_2[k], card, NONE)


@jit_small
def _least_missed(hand: Mask, twice: Mask) -> Mask:
    # A low card that belongs to nothing, else the lowest that no bomb needs.
    normal, doubled = hand & NORMAL, twice & NORMAL
    bombs = bomb_cards(hand)
    loose, loose_2 = (normal & ~bombs) | doubled, doubled & ~bombs
    if loose == NONE:
        return lowest_card(normal if normal else hand)
    counts = rank_counts(loose, loose_2)
    ones = ranks_with(counts, 1)
    starts = ones & ones >> 4
    starts = starts & starts >> 8 & ones >> 16
    in_straights = NONE
    for _ in range(SHORTEST_STRAIGHT):
        in_straights |= starts
        starts <<= 4
    alone = ones & ~ranks_with(counts, 2) & ~in_straights & _LOW_RANKS
    rank = whole_nibbles(lowest_card(alone if alone else ones))
    card, _ = _take_of(loose, loose_2, rank, 1)
    return card


@jit
def give_back(rules: Record, public: Record, own: Record, n: int, k: int) -> None:
    """Return the lowest cards that belong to nothing."""
    hand, twice = own.hand, own.hand_2
    for _ in range(n):
        card = _least_missed(hand, twice)
        hand, twice = less(hand, twice, card, NONE)
        own.given[k], own.given_2[k] = more(own.given[k], own.given_2[k], card, NONE)
