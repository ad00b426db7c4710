"""`tichu-sim grand-tichu`: what the call of Grand Tichu is worth with eight cards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tichu_sim.cli.console import print_lines
from tichu_sim.cli.files import AsJson, print_json
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
    from collections.abc import Mapping

    from tichu_sim.studies.call_pairs import CallPairs
    from tichu_sim.studies.call_tally import WinChance

_DEALS, _CATEGORY_DEALS, _MOST_FOR_PRECISION = 20_000, 5_000, 20_000_000
_POLICY_DEALS, _ATLAS_ROUNDS = 100_000, 200_000_000
_MOST_DEALS = 1_000_000_000
_ATLAS = "grand_tichu_atlas.parquet"
_EXAMPLE = '"A A K Dr Ph 9 7 2"'
_BOT, _RULES, _SEED = "expert", "standard", 0
"""What the atlas that comes with the program was played with."""


def grand_tichu(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="HAND",
            help=f"Eight cards, such as {_EXAMPLE}; a rank alone is any suit, drawn anew in each "
            "deal.",
        ),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="All 80 categories of hands, beside what people did.")
    ] = False,
    atlas: Annotated[
        Path | None,
        typer.Option(
            "--atlas",
            metavar="OUT",
            help="Play all hands up to suits, and write what they come to under OUT.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Finish this same atlas in OUT, if it was cut.")
    ] = False,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Look the hand up in the atlas that comes with the program."),
    ] = False,
    policies: Annotated[
        bool, typer.Option("--policies", help="How good rules for calling are.")
    ] = False,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="EXPRESSION",
            help="A rule of your own for --policies, such as 'aces >= 2 and dragon'; may be "
            "repeated.",
        ),
    ] = None,
    scores: Annotated[
        bool, typer.Option("--scores", help="At which score which hands should call.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.csv|.parquet", help="Write the table of --scores."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE.png|.svg", help="Draw the thresholds of --scores."),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds",
            "-n",
            min=1,
            max=_MOST_DEALS,
            help=f"Deals, each played with the call and without; {_DEALS:,}, with --table and "
            f"--scores {_CATEGORY_DEALS:,} of each category, with --policies {_POLICY_DEALS:,}. "
            f"With --precision the most that are played; {_MOST_FOR_PRECISION:,}. With --atlas all "
            f"rounds; {_ATLAS_ROUNDS:,}.",
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision",
            metavar="POINTS",
            help="Play until the interval of the call's value reaches so far to either side.",
        ),
    ] = None,
    score: Annotated[
        str | None,
        typer.Option(
            "--score",
            metavar="US:THEM",
            help="Decide by the chance to win the game at this score, not by points.",
        ),
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", metavar="B", help="The bot in all four seats.")
    ] = _BOT,
    rules: RulesName = _RULES,
    settings: Settings = None,
    seed: Seed = _SEED,
    workers: Workers = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show no progress.")] = False,
    as_json: AsJson = False,
) -> None:
    """Tell whether to call Grand Tichu with eight cards.

    Every deal is played twice with the same cards, once with the call and once without. Shown are
    the chance to go out first, the points a round that the call gains, and the advice, with
    intervals of 95 %.
    """
    words = " ".join(hand or ())
    given = {"--precision": precision, "--score": score}
    modes = {
        "--table": table,
        "--atlas": atlas is not None,
        "--quick": quick,
        "--policies": policies,
        "--scores": scores,
    }
    parts: dict[str, tuple[object, str]] = {
        "--resume": (resume, "--atlas"),
        "--rule": (rule, "--policies"),
        "--out": (out, "--scores"),
        "--plot": (plot, "--scores"),
    }
    _check(words, modes, given, parts)
    if quick:
        played = {
            "--rounds": rounds is not None,
            "--bot": bot != _BOT,
            "--rules": rules != _RULES,
            "--set": bool(settings),
            "--seed": seed != _SEED,
        }
        _quick(words, played, as_json)
        return
    chosen = chosen_rules(rules, settings)
    from tichu_sim.bots.registry import parse_bot
    from tichu_sim.studies.call_pairs import call_pairs

    pairs = call_pairs(chosen, parse_bot(bot), seed)
    if table:
        _table(pairs, rounds or _CATEGORY_DEALS, chosen_workers(workers), quiet, as_json)
    elif atlas is not None:
        _atlas(pairs, atlas, rounds or _ATLAS_ROUNDS, workers, resume, quiet, as_json)
    elif policies:
        from tichu_sim.cli.grand_tichu_policies import show_policies
        from tichu_sim.studies.shipped import shipped_file

        deals, threads = rounds or _POLICY_DEALS, chosen_workers(workers)
        show_policies(pairs, rule or [], shipped_file(_ATLAS), deals, threads, quiet, as_json)
    elif scores:
        from tichu_sim.cli.grand_tichu_scores import show_scores

        deals, threads = rounds or _CATEGORY_DEALS, chosen_workers(workers)
        show_scores(pairs, deals, out, plot, threads, quiet, as_json)
    else:
        _hand(pairs, words, rounds, precision, score, chosen_workers(workers), quiet, as_json)


def _check(
    words: str,
    modes: dict[str, bool],
    given: "Mapping[str, object]",
    parts: "Mapping[str, tuple[object, str]]",
) -> None:
    # What goes together: one hand, or one study of all hands.
    asked = [mode for mode, there in modes.items() if there]
    if len(asked) > 1:
        raise InputError(f"{asked[0]} and {asked[1]} are two questions: ask one of them")
    for name, (value, mode) in parts.items():
        if value and not modes[mode]:
            raise InputError(f"{name} belongs to {mode}: give both, or none")
    of_all = [mode for mode in asked if mode != "--quick"]
    if not words and not of_all:
        raise InputError(
            f"name eight cards, such as {_EXAMPLE}, or a question about all hands: --table, "
            "--policies, --scores or --atlas OUT"
        )
    if words and of_all:
        raise InputError(f"{of_all[0]} is about all hands: leave out {words!r}, or {of_all[0]}")
    for name, value in given.items():
        if asked and value is not None:
            raise InputError(f"{name} is for a hand that is played: leave it out with {asked[0]}")


def _quick(words: str, played: "Mapping[str, bool]", as_json: bool) -> None:
    from tichu_sim.cli.grand_tichu_quick import answer, lines
    from tichu_sim.studies.atlas_file import quick_answer
    from tichu_sim.studies.holdings import parse_holding
    from tichu_sim.studies.shipped import shipped_file

    for name, given in played.items():
        if given:
            raise InputError(
                f"{name} is for rounds that are played: leave it out with --quick, which looks up "
                f"those of four {_BOT} by the {_RULES} rules"
            )
    holding = parse_holding(words)
    found = quick_answer(shipped_file(_ATLAS), holding)
    if as_json:
        print_json(answer(holding, found))
    else:
        print_lines(lines(holding, found))


def _atlas(
    pairs: "CallPairs",
    out: Path,
    rounds: int,
    workers: int | None,
    resume: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    from tichu_sim.cli.grand_tichu_atlas import atlas_answer, play_atlas
    from tichu_sim.studies.atlas import atlas_of

    chosen = atlas_of(pairs, rounds)
    _say_if_compiling(pairs, quiet)
    path = play_atlas(chosen, out, chosen_workers(workers), resume, quiet)
    found = atlas_answer(chosen, path)
    if as_json:
        print_json(found)
    else:
        print(f"{found['classes']:,} classes, {found['rounds']:,} rounds in {path}")


def _hand(
    pairs: "CallPairs",
    words: str,
    rounds: int | None,
    precision: float | None,
    score: str | None,
    workers: int,
    quiet: bool,
    as_json: bool,
) -> None:
    from tichu_sim.studies.at_score import parse_score
    from tichu_sim.studies.grand_tichu import check_precision, study_hand
    from tichu_sim.studies.holdings import parse_holding

    holding = parse_holding(words)
    check_precision(precision)
    totals = None if score is None else parse_score(score, pairs.rules)
    deals = rounds or (_DEALS if precision is None else _MOST_FOR_PRECISION)
    _say_if_compiling(pairs, quiet)
    win_chance = None if totals is None else _win_chance(pairs, totals, workers, quiet)
    total = deals if precision is None else 0
    with progress(total, "deals", quiet) as (start, advance):
        found = study_hand(pairs, holding, deals, precision, win_chance, workers, start, advance)

    from tichu_sim.cli.grand_tichu_sheet import HandStudy, answer, lines

    study = HandStudy(pairs, holding, found, totals)
    if as_json:
        print_json(answer(study))
    else:
        print_lines(lines(study))


def _win_chance(
    pairs: "CallPairs", totals: tuple[int, int], workers: int, quiet: bool
) -> "WinChance":
    from tichu_sim.cli.grand_tichu_scores import play_equity
    from tichu_sim.studies.at_score import win_chance_at

    return win_chance_at(play_equity(pairs, workers, quiet), *totals)


def _table(pairs: "CallPairs", deals: int, workers: int, quiet: bool, as_json: bool) -> None:
    from tichu_sim.studies.categories import N_CATEGORIES
    from tichu_sim.studies.grand_tichu import study_categories

    _say_if_compiling(pairs, quiet)
    with progress(deals * N_CATEGORIES, "deals", quiet) as (start, advance):
        found = study_categories(pairs, deals, workers=workers, on_start=start, on_deals=advance)

    from tichu_sim.cli.grand_tichu_table import TableStudy, answer, lines

    study = TableStudy(pairs, found)
    if as_json:
        print_json(answer(study))
    else:
        print_lines(lines(study))


def _say_if_compiling(pairs: "CallPairs", quiet: bool) -> None:
    from tichu_sim.cli.compiling import kernel_kind, say_if_compiling
    from tichu_sim.sim.kernel import play_units

    if not quiet:
        say_if_compiling(kernel_kind(pairs.rules), play_units)
