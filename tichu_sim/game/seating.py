"""Who sits where, where players change seats (R12.4, R13.2, R14.10, R16.4)."""

from tichu_sim.game.settings import BLOCKS, BY_DEALER, BY_RANK, BY_SCHEDULE, CYCLIC
from tichu_sim.jit import Array, Record, jit_small
from tichu_sim.rng import below

_TABLES = 3
"""Ways to form two teams of four players."""


@jit_small
def rank_of_seat(rules: Record, seat: int) -> int:
    """Return the rank (0: Great Lord) that belongs to a seat from the second round on (R16.4)."""
    if rules.clockwise:
        return seat
    return int((rules.seats - seat) % rules.seats)


@jit_small
def seat_of_rank(rules: Record, rank: int) -> int:
    """Return the seat of a rank; the inverse of `rank_of_seat`, and the same function."""
    return rank_of_seat(rules, rank)


@jit_small
def wretch_seat(rules: Record) -> int:
    """Return the seat of the lowest rank, who deals from the second round on (R16.6)."""
    return seat_of_rank(rules, rules.seats - 1)


@jit_small
def _partner_of_first(rules: Record, index: int, counter: int) -> int:
    # Whom player 0 plays with in a round of a tournament, by schedule (R13.2, A22).
    if rules.schedule == CYCLIC:
        table = index % _TABLES
    elif rules.schedule == BLOCKS:
        table = index * _TABLES // rules.rounds
    else:
        table = _drawn_table(rules, index, counter)
    # Cyclic: seats [0,1,2,3], [0,2,1,3], [0,1,3,2].
    return 2 if table == 0 else 1 if table == 1 else 3


@jit_small
def _drawn_table(rules: Record, index: int, counter: int) -> int:
    # A random order in which every table comes up equally often: drawn without putting back.
    each = rules.rounds // _TABLES
    left_0, left_1, left_2 = each, each, each
    table = 0
    for _ in range(index + 1):
        draw, counter = below(counter, left_0 + left_1 + left_2)
        if draw < left_0:
            table = 0
            left_0 -= 1
        elif draw < left_0 + left_1:
            table = 1
            left_1 -= 1
        else:
            table = 2
            left_2 -= 1
    return table


@jit_small
def take_seats(rules: Record, index: int, ranks: Array, counter: int, player_at: Array) -> None:
    """Write which player sits where in a round.

    Parameters
    ----------
    rules : Record
        Of `settings.rules_dtype`.
    index : int
        Number of the round in its game, from 0.
    ranks : int array
        ranks[r]: the player of rank r, as the round before left them (Grand Seigneur).
    counter : int
        Random stream of the game's seating, the same in every round of the game.
    player_at : int array (seats,)
        Overwritten.
    """
    seats = player_at.shape[0]
    for seat in range(seats):
        player_at[seat] = seat
    if rules.tichujoin:
        # The players 0 and 1 are partners; the others keep their order.
        player_at[1], player_at[2] = 2, 1
    if rules.seating == BY_SCHEDULE:
        _seat_by_schedule(rules, index, counter, player_at)
    elif rules.seating == BY_DEALER:
        # The dealer has seats 0 and 2, the others follow him at the table.
        dealer = index % rules.players
        player_at[0] = player_at[2] = dealer
        player_at[1], player_at[3] = (dealer + 1) % rules.players, (dealer + 2) % rules.players
    elif rules.seating == BY_RANK:
        _seat_by_rank(rules, index, ranks, counter, player_at)
    elif rules.two_hands:
        for seat in range(seats):
            player_at[seat] = seat % rules.players


@jit_small
def _seat_by_schedule(rules: Record, index: int, counter: int, player_at: Array) -> None:
    partner = _partner_of_first(rules, index, counter)
    joined_1, joined_2, joined_3 = player_at[1], player_at[2], player_at[3]
    if partner == 1:
        player_at[1], player_at[2] = joined_2, joined_1
    elif partner == 3:
        player_at[2], player_at[3] = joined_3, joined_2


@jit_small
def _seat_by_rank(rules: Record, index: int, ranks: Array, counter: int, player_at: Array) -> None:
    # The first round's seats are drawn (R16.5).
    n = rules.seats
    if index > 0:
        for seat in range(n):
            player_at[seat] = ranks[rank_of_seat(rules, seat)]
        return
    for seat in range(n - 1, 0, -1):
        other, counter = below(counter, seat + 1)
        player_at[seat], player_at[other] = player_at[other], player_at[seat]
