"""What a round is worth to each team (R11)."""

from tichu_sim.game.cards import card_points
from tichu_sim.game.round import last_hand
from tichu_sim.game.view import DOUBLE_VICTORY, NO_SEAT
from tichu_sim.jit import Array, Record, jit_small


@jit_small
def score_calls(public: Record, points: Array) -> None:
    """Write what the announcements are worth (R11.6): 100, 200 or 400, won or lost by each caller.

    Parameters
    ----------
    public : Record
        After the end of the round.
    points : int array (teams,)
        Overwritten.
    """
    teams = points.shape[0]
    for team in range(teams):
        points[team] = 0
    for seat in range(public.call.shape[0]):
        if public.call[seat] > 0:
            value = 50 << public.call[seat]
            points[seat % teams] += value if public.place[seat] == 1 else -value


@jit_small
def score_cards(public: Record, own: Array, double_victory: int, points: Array) -> None:
    """Write the card points of each team, or the points of a double victory (R11.3 to R11.5).

    Parameters
    ----------
    public, own
        State after the end of the round, the last trick collected or given.
    double_victory : int
        What a double victory is worth.
    points : int array (teams,)
        Overwritten.
    """
    teams = points.shape[0]
    for team in range(teams):
        points[team] = 0
    last, hand = last_hand(public, own)
    first = 0
    while public.place[first] != 1:
        first += 1
    if public.over == DOUBLE_VICTORY:
        points[first % teams] = double_victory
        return
    for seat in range(public.pile.shape[0]):
        receiver = first if seat == last else seat
        points[receiver % teams] += public.pile[seat]
    if last != NO_SEAT:
        points[(last + 1) % teams] += card_points(hand)
