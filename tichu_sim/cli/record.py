"""`tichu-sim record`: play rounds and write them down."""

from tichu_sim.cli.compiling import say_if_compiling
from tichu_sim.cli.options import (
    BotNames,
    Games,
    Rounds,
    RulesName,
    Seed,
    Settings,
    chosen_rules,
    chosen_run,
)


def record(
    bots: BotNames,
    rounds: Rounds = None,
    games: Games = None,
    rules: RulesName = "standard",
    settings: Settings = None,
    seed: Seed = 0,
) -> None:
    """Play rounds or games and print their records, one a line.

    The rounds are those that `simulate` plays with the same options.
    """
    run = chosen_run(rounds, games, bots, chosen_rules(rules, settings), seed)

    from tichu_sim.sim.blocks import play_rounds
    from tichu_sim.sim.kernel import play_units
    from tichu_sim.sim.transcript import round_records

    say_if_compiling(play_units)
    for played in play_rounds(run):
        for found in round_records(run, played):
            print(found.line())
