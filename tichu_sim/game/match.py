"""Rounds into games: when a game is over, and who has won it (R12)."""

from tichu_sim.jit import Array, Record, jit_small

CONTINUE = -1
DRAW = -2


@jit_small
def game_end(rules: Record, totals: Array, rounds: int) -> int:
    """Return the winning team, `CONTINUE` or `DRAW`.

    Parameters
    ----------
    rules : Record
        Of `rules.RULES`.
    totals : int array (2,)
        Points of the teams after the round.
    rounds : int
        Number of rounds finished.
    """
    leader = 0 if totals[0] > totals[1] else 1
    if rules.rounds > 0:
        if rounds < rules.rounds:
            return CONTINUE
        return DRAW if totals[0] == totals[1] else leader
    if max(totals[0], totals[1]) < rules.target:
        return CONTINUE
    if totals[0] == totals[1]:
        return DRAW if rules.tie_is_draw else CONTINUE
    return leader
