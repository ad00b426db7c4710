"""Rounds into games: when a game is over, who has won it, and victory points (R12, R13, R17.11)."""

from tichu_sim.game.games import GRAND_SEIGNEUR, T52, THREECHU, TOURNAMENT
from tichu_sim.game.view import DOUBLE_VICTORY, NO_CALL
from tichu_sim.jit import Array, Record, jit_small

CONTINUE = -1
DRAW = -2
PLAYED_OUT = -3
"""The end of a game with a ranking of the players in place of a winning team."""


@jit_small
def game_end(rules: Record, totals: Array, rounds: int) -> int:
    """Return the winning team, `CONTINUE`, `DRAW` or `PLAYED_OUT`.

    Parameters
    ----------
    rules : Record
        Of `settings.rules_dtype`.
    totals : int array
        Points after the round; the first two are those of the two teams. In the 52-card game they
        are the difference, from the side of each (R17.10).
    rounds : int
        Number of rounds finished.
    """
    game = rules.game
    if game == TOURNAMENT or game == THREECHU or game == GRAND_SEIGNEUR:
        return CONTINUE if rounds < rules.rounds else PLAYED_OUT
    leader = 0 if totals[0] > totals[1] else 1
    if game == T52:
        ahead = abs(totals[0])
        over = ahead >= rules.target or (ahead > 0 and 0 < rules.rounds <= rounds)
        return leader if over else CONTINUE
    if rules.rounds > 0:
        if rounds < rules.rounds:
            return CONTINUE
        return DRAW if totals[0] == totals[1] else leader
    if max(totals[0], totals[1]) < rules.target:
        return CONTINUE
    if totals[0] == totals[1]:
        return DRAW if rules.tie_is_draw else CONTINUE
    return leader


@jit_small
def victory_points(rules: Record, public: Record, cards: Array, calls: Array, team: int) -> int:
    """Return the victory points that a round of a tournament gives each player of a team.

    Parameters
    ----------
    rules, public : Record
        After the end of the round.
    cards, calls : int array (2,)
        Tichu points of the teams; the announcements count (R13.5).
    team : int
    """
    ours, theirs = cards[team] + calls[team], cards[1 - team] + calls[1 - team]
    if public.over != DOUBLE_VICTORY:
        return 1 if ours == theirs else 2 if ours > theirs else 0
    lost, first = False, False
    for seat in range(team, public.call.shape[0], 2):
        first |= public.place[seat] == 1
        lost |= public.call[seat] != NO_CALL and public.place[seat] != 1
    if not first:
        return 0
    if rules.lost_calls_net:
        lost = calls[team] < 0
    return 2 if lost else 3
