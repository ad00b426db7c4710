"""Grand Seigneur before the first lead: the deal of all cards, and the push (R16.6 to R16.9).

Cards are pairs of words: those held at least once, and those held twice. In the exchange,
``given[k]`` is what goes to seat + k, counted round all chairs, empty ones included.
"""

from tichu_sim.bits import highest, lowest
from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.cards import DRAGON, MAHJONG, N_CARDS, NONE, NORMAL, PHOENIX
from tichu_sim.game.deal import deal, hand_size
from tichu_sim.game.seating import rank_of_seat, seat_of_rank
from tichu_sim.game.two_pack_hand import less, more
from tichu_sim.jit import Array, Mask, Record, jit, jit_small, u64, variant
from tichu_sim.rng import below

_MAHJONG_VALUE, _PHOENIX_VALUE, _DRAGON_VALUE = 15, 16, 17
_CAPPED = 3
_SCALED_TO = 6
"""Players up to whom the push is half as many cards as players in any case (R16.7)."""


@jit_small
def push_size(rules: Record, rank: int) -> int:
    """Return how many cards go from a rank to its opposite one, and back (R16.7).

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> from tichu_sim.game.settings import settings_of
    >>> [push_size(settings_of(make_rules("grand_seigneur")), rank) for rank in range(6)]
    [3, 2, 1, 1, 2, 3]
    """
    n = rules.seats
    level = min(rank, n - 1 - rank)
    most: int = n // 2 if n <= _SCALED_TO or rules.push_scaled else _CAPPED
    return int(max(0, most - level))


@jit_small
def pushes_to(rules: Record, seat: int) -> int:
    """Return the seat that a seat exchanges cards with, itself where it does not (R16.7)."""
    rank = rank_of_seat(rules, seat)
    if push_size(rules, rank) == 0:
        return seat
    return seat_of_rank(rules, rules.seats - 1 - rank)


@jit_small
def is_superior(rules: Record, seat: int) -> bool:
    """Tell whether a seat returns cards of its choice, and does not push its best ones (R16.9)."""
    return bool(rank_of_seat(rules, seat) < rules.seats // 2)


@jit_small
def _highest_value(cards: Mask) -> int:
    # R16.8: Dragon > Phoenix > Mah Jong > ace > ... > 2; 0 for no card.
    if cards & DRAGON:
        return _DRAGON_VALUE
    if cards & PHOENIX:
        return _PHOENIX_VALUE
    if cards & MAHJONG:
        return _MAHJONG_VALUE
    return (highest(cards) >> 2) + 1 if cards else 0


@jit_small
def _lowest_value(cards: Mask) -> int:
    if cards & NORMAL:
        return (lowest(cards & NORMAL) >> 2) + 1
    if cards & MAHJONG:
        return _MAHJONG_VALUE
    return _PHOENIX_VALUE if cards & PHOENIX else _DRAGON_VALUE


@jit_small
def are_best(hand: Mask, hand_2: Mask, cards: Mask, cards_2: Mask) -> bool:
    """Tell whether no card that stays in a hand is better than one that is pushed (R16.8).

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> hand = parse_cards("Dr Ph Mj Aj Ks")
    >>> [bool(are_best(hand, NONE, parse_cards(cards), NONE)) for cards in ("Dr Ph", "Dr Aj")]
    [True, False]
    """
    rest, _ = less(hand, hand_2, cards, cards_2)
    return _highest_value(rest) <= _lowest_value(cards)


@jit_small
def best_choices(hand: Mask, hand_2: Mask) -> Mask:
    """Return the best cards of a hand, among which the giver picks (R16.8)."""
    value = _highest_value(hand)
    if value == _DRAGON_VALUE:
        return DRAGON
    if value == _PHOENIX_VALUE:
        return PHOENIX
    if value == _MAHJONG_VALUE:
        return MAHJONG
    return hand & (u64(0xF) << u64(4 * (value - 1)))


@jit
def deal_packs(rules: Record, own: Array, pack: Array, dealer: int, counter: int) -> int:
    """Deal all cards, one or two packs (R16.6); parameters as for `deal.deal_first`."""
    left = rules.n_cards
    for place in range(left):
        pack[place] = rules.pack[place]
    for seat in range(rules.seats):
        mine = own[seat]
        mine.dealt, mine.dealt_2 = NONE, NONE
        for _ in range(hand_size(rules, seat, dealer)):
            # The bits of a second pack do not fit into a word, so one card at a time.
            drawn, counter = below(counter, left)
            left -= 1
            card = pack[drawn]
            pack[drawn] = pack[left]
            bit = u64(1) << u64(card % N_CARDS)
            mine.dealt, mine.dealt_2 = more(mine.dealt, mine.dealt_2, bit, NONE)
        mine.hand, mine.hand_2 = mine.dealt, mine.dealt_2
    return counter


variant(deal, deal_packs, "hand_2")


@jit
def exchange_pushes(rules: Record, own: Array) -> None:
    """Carry out the pushes and returns in every seat's ``given``, all at once (R16.9)."""
    chairs = own.shape[0]
    for seat in range(rules.seats):
        mine = own[seat]
        for k in range(1, chairs):
            mine.hand, mine.hand_2 = less(mine.hand, mine.hand_2, mine.given[k], mine.given_2[k])
    for seat in range(rules.seats):
        mine = own[seat]
        for k in range(1, chairs):
            giver = own[(seat + k) % chairs]
            cards, cards_2 = giver.given[chairs - k], giver.given_2[chairs - k]
            mine.received[k], mine.received_2[k] = cards, cards_2
            mine.hand, mine.hand_2 = more(mine.hand, mine.hand_2, cards, cards_2)
        mine.holds_bomb = has_bomb(mine.hand)
        mine.bombs_held = mine.holds_bomb
