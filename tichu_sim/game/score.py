"""What a round is worth to each team (R11, and R15.9, R17.8, R18.6 where games differ)."""

from tichu_sim.game.games import T52, TIENTSIN, TWO_TEA
from tichu_sim.game.points import count_points
from tichu_sim.game.round import last_hand
from tichu_sim.game.view import DOUBLE_VICTORY, NO_CALL, NO_SEAT
from tichu_sim.jit import Array, Record, jit_small

TRIPLE_VICTORY_POINTS = 300
"""R15.8."""
WINNER_POINTS = 50
"""R18.6: of a winner who has not called."""


@jit_small
def seat_at_place(public: Record, place: int) -> int:
    """Return the seat that went out at a place, 1 for the first."""
    seat = 0
    while public.place[seat] != place:
        seat += 1
    return seat


@jit_small
def score_calls(rules: Record, public: Record, points: Array) -> None:
    """Write what the announcements are worth (R11.6): 100, 200 or 400, won or lost by each caller.

    Parameters
    ----------
    rules, public : Record
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
            if public.place[seat] == 1:
                points[seat % teams] += value
            elif rules.game == T52:
                points[(seat + 1) % teams] += value  # R17.9
            else:
                points[seat % teams] -= value


@jit_small
def score_cards(rules: Record, public: Record, own: Array, points: Array) -> None:
    """Write the card points of each team, or the points of a double victory (R11.3 to R11.5).

    Parameters
    ----------
    rules, public, own
        State after the end of the round, the last trick collected or given.
    points : int array (teams,)
        Overwritten.
    """
    teams = points.shape[0]
    for team in range(teams):
        points[team] = 0
    first = seat_at_place(public, 1)
    if public.over == DOUBLE_VICTORY:
        triple = rules.game == TIENTSIN
        points[first % teams] = TRIPLE_VICTORY_POINTS if triple else rules.double_victory
        return
    if rules.game == TWO_TEA:
        points[first % teams] = WINNER_POINTS if public.call[first] == NO_CALL else 0
        return
    last, hand = last_hand(public, own)
    for seat in range(public.pile.shape[0]):
        receiver = first if seat == last else seat
        points[receiver % teams] += public.pile[seat]
    if last != NO_SEAT:
        hand_to = last + 1
        if rules.game == T52:
            hand_to = first  # R17.8
        points[hand_to % teams] += count_points(rules, hand)
        if rules.game == TIENTSIN:
            _move_piles(public, first, last, points)


@jit_small
def _move_piles(public: Record, first: int, last: int, points: Array) -> None:
    # R15.9: the last one's pile goes to the opponents, the fifth's to who went out first.
    teams = points.shape[0]
    points[first % teams] -= public.pile[last]
    points[(last + 1) % teams] += public.pile[last]
    fifth = seat_at_place(public, public.out)
    points[fifth % teams] -= public.pile[fifth]
    points[first % teams] += public.pile[fifth]
