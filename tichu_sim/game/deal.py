"""Dealing: a random pack, eight cards a seat and then the rest (R2.2)."""

from tichu_sim.bits import multiply_high
from tichu_sim.game.cards import N_CARDS, NONE, PACK
from tichu_sim.jit import Array, Mask, jit, jit_small, u64
from tichu_sim.rng import advance, mix

FIRST_CARDS = 8
HAND_CARDS = 14


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
def deal_first(own: Array, pack: Array, counter: int) -> int:
    """Shuffle and deal the first eight cards of every seat (R2.2b).

    Parameters
    ----------
    own : array of `view.own_dtype`
        ``first`` and ``hand`` are set.
    pack : uint8 array (56,)
        Overwritten: the undealt cards in front, for `deal_rest`.
    counter : int
        Random stream of the deal.

    Returns
    -------
    counter : int
    """
    for card in range(N_CARDS):
        pack[card] = card
    left = N_CARDS
    for seat in range(own.shape[0]):
        own[seat].first, counter = draw_cards(pack, left, FIRST_CARDS, counter)
        own[seat].hand = own[seat].first
        left -= FIRST_CARDS
    return counter


@jit_small
def deal_rest(own: Array, pack: Array, counter: int) -> int:
    """Deal the other six cards of every seat (R2.2d); parameters are those of `deal_first`.

    ``hand`` and ``dealt`` become the fourteen cards.
    """
    seats = own.shape[0]
    left = N_CARDS - seats * FIRST_CARDS
    rest = PACK
    for seat in range(seats):
        rest ^= own[seat].first
    for seat in range(seats):
        cards = rest
        if seat < seats - 1:
            cards, counter = draw_cards(pack, left, HAND_CARDS - FIRST_CARDS, counter)
            left -= HAND_CARDS - FIRST_CARDS
        rest ^= cards
        own[seat].dealt = own[seat].first | cards
        own[seat].hand = own[seat].dealt
    return counter


@jit
def deal(own: Array, pack: Array, counter: int) -> int:
    """Deal whole hands, as `deal_first` and `deal_rest` without a window between them."""
    return deal_rest(own, pack, deal_first(own, pack, counter))
