"""`grand-tichu --scores`: at which score to call, and what Great Grand is worth."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from rich.text import Text

from tichu_sim.cli.columns import columns
from tichu_sim.cli.compiling import kernel_kind, say_if_compiling
from tichu_sim.cli.console import print_lines
from tichu_sim.cli.figures import coloured, figure, percents, points, share, span
from tichu_sim.cli.files import check_new_files, print_json
from tichu_sim.cli.grand_tichu_sheet import setup, setup_text
from tichu_sim.cli.progress import progress
from tichu_sim.errors import InputError
from tichu_sim.sim.folder import whole_file
from tichu_sim.sim.kernel import play_units
from tichu_sim.studies.at_score import EQUITY_ROUNDS, bot_equity
from tichu_sim.studies.call_pairs import CallPairs
from tichu_sim.studies.categories import N_CATEGORIES
from tichu_sim.studies.equity import Equity
from tichu_sim.studies.plot import check_plot
from tichu_sim.studies.score_pairs import (
    GREAT_GRAND_TIMES,
    ScorePairs,
    play_category_scores,
    play_great_grand,
)
from tichu_sim.studies.score_plot import draw_thresholds
from tichu_sim.studies.score_thresholds import (
    ScoreRow,
    StrengthGroup,
    points_threshold,
    score_frame,
    score_grid,
    score_rows,
    strength_groups,
)
from tichu_sim.studies.stats import Interval

_WRITERS: dict[str, Callable[[pd.DataFrame, Path], None]] = {
    ".csv": lambda frame, path: frame.to_csv(path, index=False),
    ".parquet": lambda frame, path: frame.to_parquet(path, index=False),
}


class ScoreStudy(NamedTuple):
    """How hands were played, and what came of them.

    Attributes
    ----------
    pairs : CallPairs
    deals : int
        Of each category.
    groups : sequence of StrengthGroup
    great_grand : ScorePairs
    rows : sequence of ScoreRow
    """

    pairs: CallPairs
    deals: int
    groups: Sequence[StrengthGroup]
    great_grand: ScorePairs
    rows: Sequence[ScoreRow]


def show_scores(
    pairs: CallPairs,
    deals: int,
    out: Path | None,
    plot: Path | None,
    workers: int,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play hands of all categories and Great Grand, and print what calls are worth at each score.

    Parameters
    ----------
    pairs : CallPairs
    deals : int
        Of each category.
    out : Path or None
        Where to write the table, a new file that ends in .csv or .parquet.
    plot : Path or None
        Where to draw the thresholds, a new file that ends in .png or .svg.
    workers : int
    quiet, as_json : bool

    Raises
    ------
    InputError
        For a file that cannot be written so, and as `play_category_scores` and `bot_equity`.
    """
    _check_files(out, plot)
    if not quiet:
        say_if_compiling(kernel_kind(pairs.rules), play_units)
    study = _play(pairs, deals, workers, quiet)
    # Files first: whoever reads the table may have seen enough of it.
    if out is not None:
        with whole_file(out) as unfinished:
            _WRITERS[out.suffix](score_frame(study.rows), unfinished)
    if plot is not None:
        with whole_file(plot) as unfinished:
            title = f"From which chance on to call Grand Tichu; {setup_text(pairs)}"
            draw_thresholds(unfinished, plot.suffix[1:].lower(), score_frame(study.rows), title)
    if as_json:
        print_json(answer(study))
    else:
        print_lines(lines(study))


def _check_files(out: Path | None, plot: Path | None) -> None:
    if out is not None and out.suffix not in _WRITERS:
        raise InputError(f"{out}: the table is a file that ends in {' or '.join(_WRITERS)}")
    if plot is not None:
        check_plot(plot)
    check_new_files(out, plot)


def _play(pairs: CallPairs, deals: int, workers: int, quiet: bool) -> ScoreStudy:
    # First, since it knows the rules that it cannot be had for.
    equity = play_equity(pairs, workers, quiet)
    more = GREAT_GRAND_TIMES * deals
    with progress(N_CATEGORIES * deals + more, "deals", quiet) as (start, advance):
        found = play_category_scores(pairs, deals, workers, start, advance)
        great_grand = play_great_grand(pairs, more, workers, on_deals=advance)
    groups = strength_groups(found)
    grid = score_grid(pairs.rules.number("target"))
    rows = score_rows(equity, found, groups, great_grand, grid)
    return ScoreStudy(pairs, deals, groups, great_grand, rows)


def play_equity(pairs: CallPairs, workers: int, quiet: bool) -> Equity:
    """Play rounds of four of the bot with a bar of progress, for the chance to win the game."""
    with progress(EQUITY_ROUNDS, "rounds, win chance", quiet) as (start, advance):
        return bot_equity(pairs, workers, EQUITY_ROUNDS, start, advance)


def answer(study: ScoreStudy) -> dict[str, Any]:
    """Return the study as the command prints it with --json."""
    great_grand = study.great_grand
    return {
        "scores": [
            {
                "us": row.us,
                "them": row.them,
                "win": round(row.win, 6),
                "threshold": share(row.threshold),
                "gains": [share(gain) for gain in row.gains],
                "great_grand": share(row.great_grand),
            }
            for row in study.rows
        ],
        "points_threshold": share(points_threshold(study.groups)),
        "groups": [
            {
                "p_first": share(group.chance),
                "share": group.share,
                "categories": list(group.categories),
                "call_value": figure(group.points),
            }
            for group in study.groups
        ],
        "great_grand": {
            "rounds": len(great_grand.made),
            "p_first": share(great_grand.chance()),
            "call_value": figure(great_grand.points()),
        },
        "rounds": study.deals,
        **setup(study.pairs),
    }


def lines(study: ScoreStudy) -> Iterator[Text]:
    """Yield the study as lines for the eye."""
    pairs, deals, groups, great_grand, rows = study
    yield Text(
        f"{deals:,} deals of each category, {len(great_grand.made):,} of Great Grand, each with "
        f"and without the call; {setup_text(pairs)}"
    )
    yield Text()
    least = points_threshold(groups)
    yield Text("Grand Tichu gains points from this chance to go out first on: ") + _interval(least)
    yield Text("It raises the chance to win the game from this chance on, in %")
    yield from _grid(rows, _threshold)
    yield Text()
    yield Text("all: even with the weakest group of hands; none: not even with the strongest group")
    yield Text("Half of the interval's width, in %")
    yield from _grid(rows, _precision)
    yield Text()
    yield from _great_grand(great_grand, rows)


def _interval(found: Interval) -> Text:
    value, span_text = percents(found)
    return value + Text(f" ({span_text})")


def _grid(rows: Sequence[ScoreRow], cell: Callable[[ScoreRow], Text]) -> Iterator[Text]:
    theirs = list(dict.fromkeys(row.them for row in rows))
    ours = list(dict.fromkeys(row.us for row in rows))
    cells = {(row.us, row.them): cell(row) for row in rows}
    head = ["we have", *(f"they {them}" for them in theirs)]
    yield from columns(
        head, [[Text(str(us)), *(cells[us, them] for them in theirs)] for us in ours], []
    )


def _threshold(row: ScoreRow) -> Text:
    value = row.threshold.value
    return Text({0.0: "all", 1.0: "none"}.get(value, f"{100 * value:.0f}"))


def _precision(row: ScoreRow) -> Text:
    # An end of 0 or 1 is no chance of a hand.
    value, low, high = row.threshold
    return Text("-" if 0 in (value, low) or 1 in (value, high) else f"{50 * (high - low):.1f}")


def _great_grand(found: ScorePairs, rows: Sequence[ScoreRow]) -> Iterator[Text]:
    gain = found.points()
    yield (
        Text("Great Grand, before any card is seen, is made in ")
        + _interval(found.chance())
        + Text(" of the deals. Points a round that it gains: ")
        + coloured(points(gain.value), gain)
        + Text(" (")
        + span(gain)
        + Text(")")
    )
    yield Text("Chance to win the game that it gains, in % (* an interval of 95 % that holds 0)")
    yield from _grid(rows, _win_gain)


def _win_gain(row: ScoreRow) -> Text:
    gain = row.great_grand
    doubt = "*" if gain.low <= 0 <= gain.high else ""
    return coloured(f"{doubt}{round(100 * gain.value, 1) + 0.0:+.1f}", gain)
