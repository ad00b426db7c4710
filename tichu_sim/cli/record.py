"""`tichu-sim record`: play rounds and write them down."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tichu_sim.cli.compiling import kernel_kind, say_if_compiling
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

if TYPE_CHECKING:
    from tichu_sim.game.record import RoundRecord
    from tichu_sim.sim.blocks import Played
    from tichu_sim.sim.run import Run


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

    say_if_compiling(kernel_kind(run.rules), play_units)
    for played in play_rounds(run):
        for found in _records(run, played):
            print(found.line())


def _records(run: "Run", played: "Played") -> Iterator["RoundRecord"]:
    from tichu_sim.sim.records import run_record

    ends = played.rounds["events"].cumsum()
    for row, seats, end in zip(played.rounds, played.seats, ends, strict=True):
        events = played.events[end - row["events"] : end]
        yield run_record(run, row, seats, events)
