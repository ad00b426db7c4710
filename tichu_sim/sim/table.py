"""A table to play at: rules, seats and bots set up for the kernel."""

from collections.abc import Sequence

import numpy as np

from tichu_sim.bots.registry import Bot
from tichu_sim.game.rules import Rules
from tichu_sim.jit import Record
from tichu_sim.sim.kernel import table_dtype


def new_table(rules: Rules, bots: Sequence[Bot], logging: bool = False) -> Record:
    """Return a table with its bots seated.

    Parameters
    ----------
    rules : Rules
    bots : sequence of Bot
        One for each seat.
    logging : bool
        Whether the kernel logs every event.

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
    table = np.zeros(1, table_dtype(rules.seats, rules.teams))[0]
    table["rules"] = rules.record()
    table["logging"] = logging
    for seat, bot in enumerate(bots):
        table["own"][seat]["seat"] = seat
        table["own"][seat]["params"] = bot.params()
        table["bots"][seat] = bot.kind.number
    return table
