"""Compile what every kind of game needs, two at a time, so that tests find it in the cache.

Tests run in several processes, and each of them would compile the same code. Run it from the
project's folder: ``python tests/compile_games.py``.
"""

import json
from concurrent.futures import ProcessPoolExecutor

from tichu_sim.bots.registry import BOTS, parse_bots
from tichu_sim.game.games import PRESETS
from tichu_sim.game.referee import find_fault
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.blocks import play_rounds
from tichu_sim.sim.kernel import table_dtype
from tichu_sim.sim.records import round_record
from tichu_sim.sim.run import make_run

PROCESSES = 2


def compile_game(preset: str) -> str:
    """Play a little with every bot and replay it; returns what the referee says of it."""
    rules = make_rules(preset)
    for name in BOTS:
        run = make_run(rules, parse_bots(name, rules.players), seed=0, units=1)
        played = next(play_rounds(run))
    events = played.events[: played.rounds["events"][0]]
    record = round_record(rules, played.rounds[0], played.seats[0], events)
    fault = find_fault(json.loads(record.line()))
    return "" if fault is None else fault.line()


def main() -> None:
    """Compile all kinds of tables; one preset stands for those that have the same code."""
    kinds = {table_dtype(make_rules(preset)): preset for preset in PRESETS}
    presets = list(kinds.values())
    with ProcessPoolExecutor(PROCESSES) as pool:
        for preset, fault in zip(presets, pool.map(compile_game, presets), strict=True):
            print(f"compiled {preset}{f': {fault}' if fault else ''}", flush=True)


if __name__ == "__main__":
    main()
