"""A table to play at: rules, seats and bots set up for the kernel."""

from collections.abc import Sequence

import numpy as np

from tichu_sim.bots.registry import Bot
from tichu_sim.game.rules import Rules
from tichu_sim.game.seating import take_seats
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs, new_state
from tichu_sim.jit import Record, u64
from tichu_sim.sim.kernel import table_dtype


def new_table(
    rules: Rules, bots: Sequence[Bot], logging: bool = False, telling: bool = False
) -> Record:
    """Return a table with its bots seated.

    Parameters
    ----------
    rules : Rules
    bots : sequence of Bot
        One for each player.
    logging : bool
        Whether the kernel logs every event.
    telling : bool
        Whether the bots keep the errors that their answers raise, which is slower.

    Returns
    -------
    Record
        Of `kernel.table_dtype`. A table is scratch space: each thread needs one of its own.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bots
    >>> from tichu_sim.game.rules import make_rules
    >>> new_table(make_rules(), parse_bots("greedy", 4))["own"]["seat"].tolist()
    [0, 1, 2, 3]
    """
    table = np.zeros(1, table_dtype(rules))[0]
    table["rules"] = settings_of(rules)
    table["own"] = new_state(rules)[1]
    table["logging"] = logging
    if not has_two_packs(rules):
        table["scratch"]["highest"] = rules.highest
    asks = [bot.kind.telling_entries(rules) if telling else bot.kind.entries(rules) for bot in bots]
    if "special" in (table.dtype.names or ()):
        for player, bot in enumerate(bots):
            table["player_asks"][player] = asks[player]
            table["player_params"][player] = bot.params()
            table["player_more"][player] = bot.more()
    player_at = np.zeros(rules.game.chairs, np.int64)
    take_seats(table["rules"], 0, player_at, u64(0), player_at)
    for seat in range(rules.seats):
        bot = bots[player_at[seat]]
        table["own"][seat]["player"] = player_at[seat]
        bot.sit_down(table["own"][seat])
        table["asks"][seat] = asks[player_at[seat]]
    return table
