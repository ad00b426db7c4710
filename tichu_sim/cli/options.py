"""The options of all commands that play rounds, and what they come to."""

import os
from typing import TYPE_CHECKING, Annotated

import typer

from tichu_sim.errors import InputError

if TYPE_CHECKING:
    from tichu_sim.game.rules import Rules
    from tichu_sim.sim.run import Run

_MOST_SEED = 2**64 - 1
_MOST_WORKERS = 1024

Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        "-n",
        min=1,
        help="Rounds that stand alone, from 0:0; where they depend on each other, the fewest whole "
        "games that have so many.",
    ),
]
Games = Annotated[
    int | None, typer.Option("--games", min=1, help="Whole games, to the end that the rules set.")
]
BotNames = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="B[,B,...]",
        help="One bot for all players, or one a player; name:parameter=value:..., name@file.toml, "
        "FILE.py:NAME for one of yours.",
    ),
]
RulesName = Annotated[str, typer.Option("--rules", metavar="NAME", help="See `tichu-sim rules`.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change one option of the game."),
]
Seed = Annotated[
    int,
    typer.Option("--seed", min=0, max=_MOST_SEED, help="Same seed, same rounds."),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", min=1, max=_MOST_WORKERS, help="Threads; by default one a processor."
    ),
]


def chosen_workers(workers: int | None) -> int:
    """Return the number of threads: as given, or the processors that this process may use."""
    if workers is not None:
        return workers
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chosen_rules(name: str, settings: list[str] | None) -> "Rules":
    """Return the rules that --rules and --set name.

    Raises
    ------
    InputError
        For unknown rules, and a setting that is none.
    """
    from tichu_sim.game.rules import make_rules

    options: dict[str, object] = {}
    for setting in settings or ():
        option, equals, value = setting.partition("=")
        if not equals:
            raise InputError(f"--set {setting}: write option=value (see tichu-sim rules)")
        if options.get(option, value) != value:
            raise InputError(f"--set {option}: given twice, as {options[option]} and {value}")
        options[option] = value
    return make_rules(name, options)


def chosen_run(
    rounds: int | None,
    games: int | None,
    bots: str,
    rules: "Rules",
    seed: int,
    detail: str | None = None,
) -> "Run":
    """Return the run that the options describe; without `detail` with the tables of its game.

    Raises
    ------
    InputError
        For a contradiction, an unknown bot or table.
    """
    from tichu_sim.bots.registry import parse_bots
    from tichu_sim.sim.run import make_run

    if (rounds is None) == (games is None):
        raise InputError("name one of --rounds N and --games N, N from 1 on")
    return make_run(
        rules,
        parse_bots(bots, rules.players),
        seed,
        units=rounds or games or 0,
        whole_games=games is not None,
        detail=None if detail is None else [name.strip() for name in detail.split(",")],
    )
