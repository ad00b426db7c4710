"""Dealing: a random pack, so many cards a seat and then the rest (R2.2)."""

from tichu_sim.bits import multiply_high
from tichu_sim.game.cards import N_CARDS, NONE
from tichu_sim.jit import Array, Mask, Record, jit, jit_small, u64
from tichu_sim.rng import advance, mix

_FIRST, _HAND = 8, 14
"""Cards of a seat in the games of four players with the whole pack."""


@jit_small
def draw_cards(pack: Array, left: int, n: int, counter: int) -> tuple[Mask, int]:
    """Draw n of the first `left` cards of a pack and move them behind the others.

    One 64-bit word serves all n draws; it is redrawn where the product of the bounds would make
    some draws too frequent (Brackett-Rozsnyai and Lemire 2024), so every set is equally likely.

    Parameters
    ----------
    pack : uint8 array
        Card numbers in any order; permuted.
    left, n : int
        ``left ** n`` must stay below 2**64.
    counter : int
        Random stream.

    Returns
    -------
    cards : Mask
    counter : int
    """
    while True:
        counter = advance(counter)
        low = mix(counter)
        product = u64(1)
        cards = NONE
        for i in range(left, left - n, -1):
            bound = u64(i)
            at = multiply_high(low, bound)
            low *= bound
            product *= bound
            card = pack[at]
            pack[at] = pack[bound - u64(1)]
            pack[bound - u64(1)] = card
            cards |= u64(1) << u64(card)
        if low >= product or low >= (NONE - product) % product:
            return cards, counter


@jit_small
def hand_size(rules: Record, seat: int, dealer: int) -> int:
    """Return how many cards a seat is dealt: those next to the dealer may get one more (R15.2)."""
    size: int = rules.hand_cards
    if rules.longer_hands and (seat - dealer) % rules.seats < rules.longer_hands:
        size += 1
    return size


@jit_small
def _deal_first(own: Array, pack: Array, lowest: int, n: int, first: int, counter: int) -> int:
    for place in range(N_CARDS):
        pack[place] = lowest + place
    left = n
    for seat in range(own.shape[0]):
        own[seat].first, counter = draw_cards(pack, left, first, counter)
        own[seat].hand = own[seat].first
        left -= first
    return counter


@jit_small
def deal_first(rules: Record, own: Array, pack: Array, counter: int) -> int:
    """Shuffle and deal every seat's cards before the Grand Tichu window (R2.2b).

    Parameters
    ----------
    rules : Record
        Of `settings.rules_dtype`.
    own : array of `view.own_dtype`
        ``first`` and ``hand`` are set.
    pack : uint8 array
        Overwritten: the undealt cards in front, for `deal_rest`.
    counter : int
        Random stream of the deal.

    Returns
    -------
    counter : int
    """
    n, first = rules.n_cards, rules.first_cards
    if n == N_CARDS and first == _FIRST:
        # The compiler unrolls what it knows the numbers of.
        return _deal_first(own, pack, 0, N_CARDS, _FIRST, counter)
    return _deal_first(own, pack, rules.first_card, n, first, counter)


@jit
def deal_first_around(rules: Record, own: Array, pack: Array, cards: Mask, counter: int) -> int:
    """Deal seat 0 these cards and the other seats theirs, as `deal_first` before the window.

    All deals in which seat 0 has them are equally likely.

    Parameters
    ----------
    rules, own, pack, counter
        Those of `deal_first`.
    cards : Mask
        As many cards as a seat gets before the window.

    Returns
    -------
    counter : int
    """
    left = 0
    for place in range(rules.n_cards):
        card = rules.first_card + place
        if not cards >> u64(card) & u64(1):
            pack[left] = card
            left += 1
    own[0].first = cards
    own[0].hand = cards
    for seat in range(1, own.shape[0]):
        own[seat].first, counter = draw_cards(pack, left, rules.first_cards, counter)
        own[seat].hand = own[seat].first
        left -= rules.first_cards
    return counter


@jit_small
def _deal_rest(
    rules: Record, own: Array, pack: Array, n: int, first: int, dealer: int, counter: int
) -> int:
    # n, first: cards of the pack, and of each seat before the window.
    seats = own.shape[0]
    left, rest = n - seats * first, rules.pack_mask
    for seat in range(seats):
        rest ^= own[seat].first
    for seat in range(seats):
        cards, size = rest, _HAND - first
        if n != N_CARDS or first != _FIRST:
            size = hand_size(rules, seat, dealer) - first
        if size < left:
            cards, counter = draw_cards(pack, left, size, counter)
            left -= size
        rest ^= cards
        own[seat].dealt = own[seat].first | cards
        own[seat].hand = own[seat].dealt
    return counter


@jit_small
def deal_rest(rules: Record, own: Array, pack: Array, dealer: int, counter: int) -> int:
    """Deal the other cards of every seat (R2.2d); parameters are those of `deal_first`.

    ``hand`` and ``dealt`` become the whole hand.
    """
    n, first = rules.n_cards, rules.first_cards
    if n == N_CARDS and first == _FIRST:
        return _deal_rest(rules, own, pack, N_CARDS, _FIRST, dealer, counter)
    return _deal_rest(rules, own, pack, n, first, dealer, counter)


@jit
def deal(rules: Record, own: Array, pack: Array, dealer: int, counter: int) -> int:
    """Deal whole hands, as `deal_first` and `deal_rest` without a window between them."""
    return deal_rest(rules, own, pack, dealer, deal_first(rules, own, pack, counter))
