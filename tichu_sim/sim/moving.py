"""Players who change seats from round to round: who sits where, and what each has so far.

For tables with the field ``special`` (`kernel.table_dtype`).
"""

from tichu_sim.game.games import TOURNAMENT
from tichu_sim.game.match import victory_points
from tichu_sim.game.seating import take_seats, wretch_seat
from tichu_sim.game.settings import BY_DEALER, BY_RANK, FIXED_SEATS
from tichu_sim.game.view import NO_SEAT
from tichu_sim.jit import Record, jit, jit_small
from tichu_sim.rng import SEATING, stream


@jit_small
def _account(rules: Record, seat: int, player: int) -> int:
    # Where a seat's points are kept: those of the dummy apart from the players' (R14.9).
    return int(rules.players) if seat == rules.dummy else player


@jit
def clear_special_accounts(table: Record) -> None:
    """Set what each player has to nothing, at the start of a game."""
    for player in range(table.totals.shape[0]):
        table.totals[player] = 0
        table.victory[player] = 0


@jit
def _move_players(table: Record, seed: int, unit: int, index: int) -> None:
    # Bots and points follow their players to other seats.
    public, rules, player_at = table.public, table.rules, table.player_at
    take_seats(rules, index, table.ranks, stream(seed, unit, 0, SEATING), player_at)
    for seat in range(rules.seats):
        player, own = player_at[seat], table.own[seat]
        own.player = player
        for question in range(table.asks.shape[1]):
            table.asks[seat, question] = table.player_asks[player, question]
        for k in range(own.params.shape[0]):
            own.params[k] = table.player_params[player, k]
        for k in range(own.more.shape[0]):
            own.more[k] = table.player_more[player, k]
        account = _account(rules, seat, player)
        public.total[seat] = table.totals[account]
        public.victory[seat] = table.victory[account]


@jit
def seat_moving_players(table: Record, seed: int, unit: int, index: int) -> int:
    """Seat the players for a round; returns the dealer, negative for one that is drawn (R2.1)."""
    rules = table.rules
    if rules.seating != FIXED_SEATS:
        _move_players(table, seed, unit, index)
    if rules.seating == BY_DEALER:
        return 0
    if rules.seating == BY_RANK and index > 0:
        return wretch_seat(rules)
    if table.first_out == NO_SEAT:
        return NO_SEAT
    dealer = 0
    while table.own[dealer].player != table.first_out:
        dealer += 1
    return dealer


@jit
def keep_special_accounts(table: Record, row: Record) -> None:
    """Credit each player with what his seat has got, and note the ranks of the round."""
    public, rules = table.public, table.rules
    teams = row.cards.shape[0]
    table.first_out = table.own[row.first].player
    if rules.seating == FIXED_SEATS:
        return
    if rules.game == TOURNAMENT:
        for team in range(teams):
            row.victory[team] = victory_points(rules, public, row.cards, row.calls, team)
    for seat in range(rules.seats):
        player = table.own[seat].player
        account = _account(rules, seat, player)
        table.totals[account] = public.total[seat]
        if rules.game == TOURNAMENT:
            table.victory[account] = public.victory[seat] + row.victory[seat % teams]
        place = public.place[seat]
        table.ranks[(place if place > 0 else rules.seats) - 1] = player
