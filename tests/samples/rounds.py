"""Rounds that the kernel has played, as it logs them and as records."""

from collections.abc import Mapping
from threading import Event
from typing import Any

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.blocks import Played, play_block
from tichu_sim.sim.records import round_record
from tichu_sim.sim.run import Run, make_run


def a_run(
    bots: str,
    units: int,
    seed: int = 0,
    preset: str = "standard",
    options: Mapping[str, object] | None = None,
    whole_games: bool = False,
) -> Run:
    """A run of rounds that stand alone, or of games."""
    rules = make_rules(preset, options)
    return make_run(rules, parse_bots(bots, rules.players), seed, units, whole_games)


def play(run: Run) -> Played:
    """Play a run with all its events."""
    return play_block(run, 0, run.units, logging=True, stop=Event())


def records(run: Run, played: Played | None = None) -> list[RoundRecord]:
    """Play a run and write its rounds down."""
    played = play(run) if played is None else played
    ends = played.rounds["events"].cumsum()
    return [
        round_record(run.rules, row, seats, played.events[end - row["events"] : end], run.seed)
        for row, seats, end in zip(played.rounds, played.seats, ends, strict=True)
    ]


def written(run: Run) -> list[dict[str, Any]]:
    """Play a run and return its rounds as the twin reads them."""
    return [record.written() for record in records(run)]
