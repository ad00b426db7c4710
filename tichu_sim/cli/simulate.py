"""`tichu-sim simulate`: play rounds and write tables."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tichu_sim.cli.files import AsJson, print_json
from tichu_sim.cli.leaving import farewell
from tichu_sim.cli.options import (
    BotNames,
    Games,
    Rounds,
    RulesName,
    Seed,
    Settings,
    Workers,
    chosen_rules,
    chosen_run,
    chosen_workers,
)
from tichu_sim.cli.progress import progress

if TYPE_CHECKING:
    from tichu_sim.sim.run import Run
    from tichu_sim.tables.store import Stored


def simulate(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A new or empty folder.")],
    bots: BotNames,
    rounds: Rounds = None,
    games: Games = None,
    rules: RulesName = "standard",
    settings: Settings = None,
    seed: Seed = 0,
    workers: Workers = None,
    detail: Annotated[
        str | None,
        typer.Option(
            "--detail",
            metavar="TABLES",
            help="Of rounds, seats, plays, and standings where players are ranked; all but plays.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Finish this same run in OUT, if it was cut.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play rounds or games and write them as Parquet under OUT.

    The same command writes the same files, whatever the number of workers.
    """
    run = chosen_run(rounds, games, bots, chosen_rules(rules, settings), seed, detail)
    stored, seconds = _store(run, out, chosen_workers(workers), resume, quiet)
    rate = stored.played / seconds if stored.played else 0.0
    if as_json:
        print_json(
            {
                "out": str(out),
                "rounds": stored.rounds,
                "played": stored.played,
                "seconds": round(seconds, 3),
                "rounds_per_second": round(rate, 1),
                **({"standings": _standings(out)} if _ranks(run) else {}),
            }
        )
    else:
        print("\n".join(_summary(run, out, stored, seconds, rate)))


def _store(
    run: "Run", out: Path, workers: int, resume: bool, quiet: bool
) -> tuple["Stored", float]:
    # The clock runs from the first round on.
    from tichu_sim.tables.store import store

    began = time.perf_counter()
    with progress(run.units, "games" if run.whole_games else "rounds", quiet) as (start, advance):

        def on_start() -> None:
            nonlocal began
            _compile(run, quiet)
            start()
            began = time.perf_counter()

        with farewell(f"stopped; the same command with --resume finishes {out}"):
            stored = store(run, out, workers, resume, on_start, advance)
    return stored, time.perf_counter() - began


def _compile(run: "Run", quiet: bool) -> None:
    from tichu_sim.cli.compiling import is_first_use, kernel_kind
    from tichu_sim.sim.blocks import compile_kernel
    from tichu_sim.sim.kernel import play_units

    if not quiet and is_first_use(kernel_kind(run.rules), play_units):
        print(
            "compiling, once for each kind of game; it takes about a minute ...",
            file=sys.stderr,
            flush=True,
        )
    compile_kernel(run)


def _summary(run: "Run", out: Path, stored: "Stored", seconds: float, rate: float) -> list[str]:
    from tichu_sim.sim.folder import parts_of

    games = f"{run.units:,} games, " if run.whole_games else ""
    lines = [f"{games}{stored.rounds:,} rounds in {out}"]
    if stored.played:
        lines.append(f"{stored.played:,} of them played in {seconds:.2f} s, {rate:,.0f} a second")
    else:
        lines.append("finished before, left as it is")
    width = max(map(len, run.detail))
    for table in run.detail:
        files = parts_of(out, table)
        size = sum(path.stat().st_size for path in files) / 1e6
        lines.append(f"  {table:<{width}}  {len(files):>5,} files  {size:>10,.1f} MB")
    lines.append(f"tichu_sim.load({str(out)!r}) reads them")
    return [*lines, *_ranking_lines(out)] if _ranks(run) else lines


def _ranks(run: "Run") -> bool:
    return "standings" in run.detail


def _standings(out: Path) -> list[dict[str, Any]]:
    from tichu_sim.tables.ranking import mean_standings

    return mean_standings(out)


def _ranking_lines(out: Path) -> list[str]:
    # Means over the games, for those games in which players are ranked.
    rows = _standings(out)
    names = [name for name in rows[0] if name not in ("player", "bot", "games", "first")]
    heads = [name.replace("_", " ") for name in names]
    lines = ["", f"{'mean of a game':<24}  {'  '.join(heads)}  games as the first"]
    for row in rows:
        who = row["bot"] if row["first"] is None else f"player {row['player']}, {row['bot']}"
        values = (f"{row[name]:>{len(head)}.2f}" for name, head in zip(names, heads, strict=True))
        share = "" if row["first"] is None else f"{100 * row['first']:>16.2f} %"
        lines.append(f"{who:<24}  {'  '.join(values)}  {share}".rstrip())
    return lines
