"""`greedy`: sheds as much as it can as cheaply as it can, and keeps bombs until they win something.

It looks at its own hand, the table and the hand sizes; it remembers nothing.
"""

from tichu_sim.bits import (
    LOW,
    count,
    highest,
    lowest,
    lowest_in_nibbles,
    nibble_counts,
    nibbles_with,
    whole_nibbles,
)
from tichu_sim.bots.parameters import Parameter
from tichu_sim.game.bombs import bomb_cards, fill_bombs
from tichu_sim.game.cards import DOG, DRAGON, MAHJONG, NONE, NORMAL, PHOENIX
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
    is_bomb,
    make_play,
)
from tichu_sim.game.moves import fill_plays
from tichu_sim.game.patterns import pattern_kind, pattern_level, pattern_play
from tichu_sim.game.ranks import rank_cards, ranks_above
from tichu_sim.game.view import NO_CALL, binding_wish
from tichu_sim.jit import Mask, Record, jit, jit_small, u64

PARAMETERS = (
    Parameter("great_grand", 0.0, 0.0, 1.0, "switch", "1: calls Great Grand in every round"),
    Parameter("grand", 5.0, 0.0, 99.0, "strength", "what eight cards must reach for a Grand Tichu"),
    Parameter("tichu", 4.0, -9.0, 99.0, "strength", "what fourteen cards must reach for a Tichu"),
    Parameter("bomb", 20.0, 0.0, 125.0, "points", "card points on the table that are worth a bomb"),
    Parameter("danger", 3.0, 0.0, 14.0, "cards", "an opponent with no more cards is bombed"),
)
_GREAT_GRAND, _GRAND, _TICHU, _BOMB, DANGER = range(5)

_OVER_PARTNER = 2 * 10
"""Highest level that is laid on the partner's combination."""
PHOENIX_FROM = 2 * 12
"""Lowest level that the lone Phoenix is spent on."""
_LOW_RANKS = u64(0xFFF_FFF0)
"""Ranks 2 to 7: cards that rarely win a trick."""


@jit_small
def _strength(rules: Record, hand: Mask) -> float:
    # Certain and likely winners, less half for each low rank that stands alone.
    counts = nibble_counts(hand & NORMAL)
    alone = nibbles_with(counts, 1) & ~nibbles_with(counts, 2) & _LOW_RANKS
    top = count(hand & rank_cards(rules.highest))
    specials = count(hand & DRAGON) + count(hand & PHOENIX)
    return top + 1.5 * specials - 0.5 * count(alone) + 0.25 * count(hand & DOG)


@jit_small
def great_grand(rules: Record, public: Record, own: Record) -> bool:
    """Call Great Grand where the switch says so."""
    return bool(own.params[_GREAT_GRAND] >= 1.0)


@jit_small
def grand(rules: Record, public: Record, own: Record) -> bool:
    """Call Grand Tichu with enough winners among the first cards."""
    winners = count(own.first & rank_cards(rules.highest)) + 2 * count(
        own.first & (DRAGON | PHOENIX)
    )
    return bool(winners >= own.params[_GRAND])


@jit_small
def tichu(rules: Record, public: Record, own: Record) -> bool:
    """Call Tichu with a strong hand, unless a partner has called."""
    seats = public.call.shape[0]
    for k in range(2, seats, 2):
        if public.call[(own.seat + k) % seats] != NO_CALL:
            return False
    return bool(_strength(rules, own.hand) + 2.0 * own.holds_bomb >= own.params[_TICHU])


@jit_small
def lowest_card(cards: Mask) -> Mask:
    """Return the lowest card, none of none."""
    return cards & (~cards + u64(1))


@jit_small
def _spare(hand: Mask, cards: Mask) -> Mask:
    # Of some cards of a hand those that are missed least: single ones, no part of a bomb.
    spare = cards & ~bomb_cards(hand)
    if spare == NONE:
        spare = cards
    counts = nibble_counts(spare)
    alone = whole_nibbles(nibbles_with(counts, 1) & ~nibbles_with(counts, 2)) & spare
    return alone if alone else spare


@jit_small
def give(rules: Record, public: Record, own: Record) -> None:
    """Give the partner a high card and the opponents low ones, sparing bombs and pairs."""
    rest = own.hand & NORMAL
    seats = own.given.shape[0]
    for k in range(1, seats):
        if not own.receivers >> k & 1:
            continue
        choice = _spare(own.hand, rest)
        if k % 2 == 0:
            below_top = choice & ~rank_cards(rules.highest)
            card = u64(1) << u64(highest(below_top if below_top else choice))
        else:
            card = lowest_card(choice)
        own.given[k] = card
        rest ^= card


@jit_small
def run_from(marks: Mask, start: int) -> int:
    """Return the length of the run of marked nibbles that begins at bit `start`."""
    gaps = ~(marks >> start) & u64(0x1111_1111_1111_1111)
    return lowest(gaps) >> 2


@jit_small
def window(start: int, ranks: int) -> Mask:
    """Return all cards of so many ranks from the nibble at bit `start` on."""
    return ((u64(1) << (4 * ranks)) - u64(1)) << start


@jit_small
def _take(cards: Mask, each: int) -> Mask:
    # The lowest `each` cards of every rank.
    taken = lowest_in_nibbles(cards)
    for _ in range(each - 1):
        taken |= lowest_in_nibbles(cards ^ taken)
    return taken


@jit_small
def _lead_from(normal: Mask, with_mahjong: Mask) -> Mask:
    # The longest combination that takes along the lowest card.
    counts = nibble_counts(normal)
    ones, twos = nibbles_with(counts, 1), nibbles_with(counts, 2)
    threes = nibbles_with(counts, 3)
    start = 0 if with_mahjong else lowest(ones)
    run = run_from(ones | with_mahjong, start)
    if run >= SHORTEST_STRAIGHT:
        return _take((normal | with_mahjong) & window(start, run), 1)
    if with_mahjong:
        return with_mahjong
    here = u64(1) << start
    if twos & here:
        run = run_from(twos, start)
        if run >= 2:
            return _take(normal & window(start, run), 2)
        if threes & here:
            pairs = twos ^ here
            triple = _take(normal & window(start, 1), 3)
            return triple | _take(normal & window(lowest(pairs), 1), 2) if pairs else triple
        pair = normal & window(start, 1)
        return pair | _take(normal & window(lowest(threes), 1), 3) if threes else pair
    return normal & window(start, 1)


@jit_small
def _lead(own: Record, call: int, scratch: Record) -> int:
    hand = own.hand
    if hand & DOG and (call == NO_CALL or hand == DOG):
        return DOG
    normal = hand & NORMAL
    if own.holds_bomb:
        loose = normal & ~bomb_cards(hand)
        if loose == NONE and hand & (MAHJONG | PHOENIX | DRAGON) == NONE:
            fill_bombs(hand, NO_COMBO, 0, 0, scratch, 0)
            return pattern_play(hand, scratch.at[0], 0)
        normal = loose
    if normal | (hand & MAHJONG) == NONE:
        return DRAGON if hand & DRAGON else lowest_card(hand & (PHOENIX | DOG))
    if count(normal) == 1 and hand == normal | PHOENIX:
        return make_play(hand, (lowest(normal) >> 2) + 1)
    return _lead_from(normal, hand & MAHJONG)


@jit_small
def _single_over(hand: Mask, loose: Mask, level: int) -> Mask:
    # An unpaired card, then Phoenix or Dragon where they are worth it, then any card.
    counts = nibble_counts(loose)
    ones = nibbles_with(counts, 1)
    alone = ones & ~nibbles_with(counts, 2)
    if alone:
        return loose & whole_nibbles(lowest_card(alone))
    if level >= PHOENIX_FROM and level < DRAGON_LEVEL and hand & (PHOENIX | DRAGON):
        return lowest_card(hand & (PHOENIX | DRAGON))
    return _take(loose & whole_nibbles(lowest_card(ones)), 1)


@jit_small
def _equal_over(loose: Mask, size: int) -> Mask:
    marks = nibbles_with(nibble_counts(loose), size)
    return _take(loose & whole_nibbles(lowest_card(marks)), size)


@jit_small
def _full_house_over(hand: Mask, loose: Mask) -> Mask:
    # `hand`: normal cards to take the pair from; `loose`: those that are high enough.
    threes = lowest_card(nibbles_with(nibble_counts(loose), 3))
    pairs = lowest_card(nibbles_with(nibble_counts(hand), 2) & ~threes)
    if threes == NONE or pairs == NONE:
        return NONE
    return _take(hand & whole_nibbles(threes), 3) | _take(hand & whole_nibbles(pairs), 2)


@jit_small
def _sequence_over(hand: Mask, each: int, ranks: int, level: int) -> Mask:
    # The lowest run of so many ranks, `each` cards of every rank, whose top exceeds the level.
    marks = nibbles_with(nibble_counts(hand), each)
    starts = marks
    for place in range(1, ranks):
        starts &= marks >> (4 * place)
    starts &= ranks_above((level >> 1) + 1 - ranks)
    if starts == NONE:
        return NONE
    return _take(hand & window(lowest(starts), ranks), each)


@jit_small
def _follow(public: Record, own: Record) -> Mask:
    hand = own.hand
    normal = hand & NORMAL
    if own.holds_bomb:
        normal &= ~bomb_cards(hand)
    kind, level, length = public.top_kind, public.top_level, public.top_length
    loose = normal & ranks_above(level >> 1)
    if kind == SINGLE:
        return _single_over(hand, loose, level)
    if kind == PAIR or kind == TRIPLE:
        return _equal_over(loose, length)
    if kind == FULLHOUSE:
        return _full_house_over(normal, loose)
    if kind == STRAIGHT:
        return _sequence_over(normal, 1, length, level)
    if kind == PAIRSEQ:
        return _sequence_over(normal, 2, length // 2, level)
    return NONE


@jit
def _cheapest_legal(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    # With a wish to fulfil: the lowest of all legal plays, bombs last.
    hand = own.hand
    n, may_pass = fill_plays(
        hand,
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
    return pattern_play(hand, scratch.at[best], 0)


@jit_small
def play(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Lead the longest combination with the lowest card; follow with the cheapest that beats."""
    if public.wish and own.hand & rank_cards(public.wish) and not own.wish_free:
        forced = _cheapest_legal(rules, public, own, scratch)
        if forced:
            return forced
        if public.top_kind == NO_COMBO:
            return _lead(own, public.call[own.seat], scratch)
    if public.top_kind == NO_COMBO:
        return _lead(own, public.call[own.seat], scratch)
    cards = _follow(public, own)
    if cards == NONE or cards == own.hand:
        return cards
    if (public.owner - own.seat) % 2 == 0:
        rank = (highest(cards) >> 2) + 1
        if cards & (PHOENIX | DRAGON) or 2 * rank > _OVER_PARTNER:
            return PASS
    return cards


@jit_small
def bomb(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Bomb an opponent's trick that is worth it, or a caller, or one who is nearly out."""
    hand, owner = own.hand, public.owner
    goes_out = hand == bomb_cards(hand)
    pays = (owner - own.seat) % 2 != 0 and (
        public.points >= own.params[_BOMB]
        or public.size[owner] <= own.params[DANGER]
        or public.call[owner] != NO_CALL
    )
    if not (pays or goes_out):
        return PASS
    n = fill_bombs(hand, public.top_kind, public.top_length, public.top_level, scratch, 0)
    if n == 0:
        return PASS
    weakest = pattern_play(hand, scratch.at[0], 0)
    return weakest if pays or weakest == hand else PASS


@jit_small
def wish(rules: Record, public: Record, own: Record) -> int:
    """Wish for the highest rank that the seat neither holds nor has given away."""
    known = own.hand
    for k in range(1, own.given.shape[0]):
        known |= own.given[k]
    missing = ~nibbles_with(nibble_counts(known), 1) & LOW & rules.pack_mask & NORMAL
    return (highest(missing) >> 2) + 1 if missing else 0


@jit_small
def gift(rules: Record, public: Record, own: Record) -> int:
    """Give the Dragon trick to the opponent with more cards."""
    seats = public.size.shape[0]
    best: int = (own.seat + 1) % seats
    for k in range(3, seats, 2):
        other = (own.seat + k) % seats
        if public.size[other] > public.size[best]:
            best = other
    return best


@jit_small
def dog(rules: Record, public: Record, own: Record) -> int:
    """Give the lead to a partner who has called, else to the one with the fewest cards."""
    seats = public.size.shape[0]
    best, least = own.seat, 1 << 20
    for k in range(2, seats, 2):
        other = (own.seat + k) % seats
        cost = public.size[other] - (100 if public.call[other] != NO_CALL else 0)
        if public.size[other] > 0 and cost < least:
            best, least = other, cost
    return int(best)


@jit_small
def first(rules: Record, public: Record, own: Record) -> bool:
    """Play the stronger hand first."""
    return bool(_strength(rules, own.other) > _strength(rules, own.hand))


@jit_small
def stack(rules: Record, public: Record, own: Record, place: int) -> Mask:
    """Put the lowest card beneath a stack, one that stands alone if there is one."""
    return lowest_card(_spare(own.hand, own.hand & NORMAL))
