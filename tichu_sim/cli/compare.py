"""`tichu-sim compare`: which bots are better, on the same cards at both seatings."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tichu_sim.cli.console import print_lines
from tichu_sim.cli.files import AsJson, check_new_files, print_json
from tichu_sim.cli.options import (
    RulesName,
    Seed,
    Settings,
    Workers,
    chosen_rules,
    chosen_workers,
)
from tichu_sim.cli.progress import progress
from tichu_sim.errors import InputError

if TYPE_CHECKING:
    from tichu_sim.game.rules import Rules
    from tichu_sim.studies.compare import Comparison
    from tichu_sim.studies.sequential import Sprt

_DEALS, _MOST_TEST_DEALS = 10_000, 100_000
# All are kept in memory until the end, about 100 bytes each.
_MOST_DEALS = 100_000_000
_LEAST_GAMES, _DEALS_A_GAME = 100, 50
_ERROR = 0.05


def compare(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="SIDE",
            help="Two or more: a bot each, or partners joined by +, as in greedy+random.",
        ),
    ],
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            min=1,
            max=_MOST_DEALS,
            help=f"Deals of each pair, each played at both seatings; {_DEALS:,}. With --sprt the "
            f"most that are played; {_MOST_TEST_DEALS:,}.",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=0,
            max=_MOST_DEALS,
            help=f"Whole games of each pair at both seatings; one for {_DEALS_A_GAME} deals, "
            f"{_LEAST_GAMES} at least, with --sprt {_LEAST_GAMES}.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="LO,HI",
            help="Stop a pair as soon as A - B is known to be LO or HI, in points a round.",
        ),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option("--alpha", help=f"Chance of HI where LO is true; {_ERROR}."),
    ] = None,
    beta: Annotated[
        float | None, typer.Option("--beta", help=f"Chance of LO where HI is true; {_ERROR}.")
    ] = None,
    rules: RulesName = "standard",
    settings: Settings = None,
    seed: Seed = 0,
    workers: Workers = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.parquet", help="Write a row a pair and deal."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE.png|.svg", help="Draw differences and ratings."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare bots: every pair plays the same deals, each deal twice with the seats swapped.

    Shown are the mean difference of points a round, whole games won, announcements, double
    victories and ratings, with intervals of 95 %.
    """
    chosen = chosen_rules(rules, settings)
    test = _chosen_test(sprt, alpha, beta)
    _check_files(out, plot)
    if games is not None and not chosen.game.own_rounds:
        raise InputError(f"--games: rules {rules} are played as whole games; --deals says how many")
    if deals is None:
        deals = _DEALS if test is None else _MOST_TEST_DEALS
    if games is None:
        games = max(_LEAST_GAMES, 0 if test else deals // _DEALS_A_GAME)
    found = _play(chosen, bots, seed, deals, games, test, chosen_workers(workers), quiet)

    from tichu_sim.cli.compare_sheet import answer, lines, title

    # Files first: whoever reads the table may have seen enough of it.
    if out is not None:
        from tichu_sim.studies.pair_table import write_pairs

        write_pairs(out, found)
    if plot is not None:
        from tichu_sim.sim.folder import whole_file
        from tichu_sim.studies.compare_plot import draw

        with whole_file(plot) as unfinished:
            draw(unfinished, plot.suffix[1:].lower(), found, title(found))
    if as_json:
        print_json(answer(found))
    else:
        print_lines(lines(found))


def _chosen_test(sprt: str | None, alpha: float | None, beta: float | None) -> "Sprt | None":
    from tichu_sim.studies.sequential import parse_sprt

    if sprt is not None:
        return parse_sprt(
            sprt, _ERROR if alpha is None else alpha, _ERROR if beta is None else beta
        )
    for name, given in (("--alpha", alpha), ("--beta", beta)):
        if given is not None:
            raise InputError(f"{name} is a chance of error of a test: add --sprt LO,HI")
    return None


def _check_files(out: Path | None, plot: Path | None) -> None:
    # Before anything is played for them.
    if out is not None and out.suffix != ".parquet":
        raise InputError(f"{out}: the table is a file that ends in .parquet")
    if plot is not None:
        from tichu_sim.studies.plot import check_plot

        check_plot(plot)
    check_new_files(out, plot)


def _play(
    rules: "Rules",
    names: list[str],
    seed: int,
    deals: int,
    games: int,
    test: "Sprt | None",
    workers: int,
    quiet: bool,
) -> "Comparison":
    from tichu_sim.studies.sides import parse_sides

    sides = parse_sides(names, rules)

    from copy import copy

    from tichu_sim.cli.compiling import kernel_kind, say_if_compiling
    from tichu_sim.sim.kernel import play_units
    from tichu_sim.studies.compare import compare, pairings_of, rounds_of, units_of

    if not quiet:
        say_if_compiling(kernel_kind(rules), play_units)
    units, games = units_of(rules, deals), games if rules.game.own_rounds else 0
    total = rounds_of(pairings_of(rules, sides, seed), units, games)
    with progress(total, "rounds", quiet) as (start, advance):
        new_test = (lambda: copy(test)) if test else None
        return compare(rules, sides, seed, units, games, workers, new_test, start, advance)
