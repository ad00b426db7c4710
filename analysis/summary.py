"""What a run came to: `python analysis/summary.py OUT`."""

import math
import sys
from collections import Counter
from typing import Any

import pandas as pd

from tichu_sim.errors import InputError
from tichu_sim.tables.reader import StoredRun, load

Z95 = 1.959964
"""Quantile of the normal distribution for intervals of 95 %."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a chance (Wilson 1927), also good near 0 and 1.

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson(60, 100)]
    [0.502, 0.691]
    """
    share, spread = successes / trials, Z95**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return middle - half, middle + half


def percent(share: float) -> str:
    """Return a share as text."""
    return f"{100 * share:.1f} %"


def heading(run: dict[str, Any]) -> str:
    """Tell what was played."""
    bots = Counter(bot["name"] for bot in run["bots"])
    seated = ", ".join(f"{count} x {name}" for name, count in bots.items())
    games = f"{run['units']:,} games, " if run["unit"] == "game" else ""
    return f"{games}{run['rounds']:,} rounds, rules {run['rules']}, seed {run['seed']}: {seated}"


def score_lines(rounds: pd.DataFrame) -> list[str]:
    """Tell how the teams did."""
    difference = rounds["score_0"].astype("int64") - rounds["score_1"]
    spread = difference.std()
    half = Z95 * spread / math.sqrt(len(rounds))
    means = [rounds[f"score_{team}"].mean() for team in (0, 1)]
    won = [(rounds["winner"] == team).mean() for team in (0, 1)]
    double = [rounds["double_victory"] & (rounds["winner"] == team) for team in (0, 1)]
    return [
        f"  mean score         team 0: {means[0]:.1f}   team 1: {means[1]:.1f}",
        f"  difference         {difference.mean():+.2f} +- {half:.2f} (95 %), "
        f"standard deviation {spread:.1f}",
        f"  rounds won         team 0: {percent(won[0])}   team 1: {percent(won[1])}",
        f"  double victories   team 0: {percent(double[0].mean())}   "
        f"team 1: {percent(double[1].mean())}",
    ]


def pace_line(rounds: pd.DataFrame) -> str:
    """Tell how long a round is."""
    plays, tricks, bombs = (rounds[name].mean() for name in ("plays", "tricks", "bombs"))
    return f"  a round            {plays:.1f} plays, {tricks:.1f} tricks, {bombs:.2f} bombs"


def seat_table(seats: pd.DataFrame) -> pd.DataFrame:
    """Return a row a bot: how often it is out first, what it takes, its bombs."""
    by_bot = seats.groupby("bot", observed=True)
    return pd.DataFrame(
        {
            "out first": (seats["place"] == 1).groupby(seats["bot"], observed=True).mean(),
            "mean place": by_bot["place"].mean(),
            "card points": by_bot["card_points"].mean(),
            "holds a bomb": by_bot["bombs_held"].mean(),
            "bombs thrown": by_bot["bombs_thrown"].mean(),
        }
    ).rename_axis(None)


def call_lines(seats: pd.DataFrame) -> list[str]:
    """Tell for each bot and kind of call how often it is made, with its interval."""
    called = seats[seats["call"] != "none"]
    hands = seats["bot"].value_counts().to_dict()
    lines = []
    for (bot, call), made in called.groupby(["bot", "call"], observed=True)["made"]:
        kept, calls = int(made.sum()), len(made)
        low, high = wilson(kept, calls)
        lines.append(
            f"  {bot}, {call}: {calls:,} calls ({percent(calls / hands[bot])} of its hands), "
            f"{kept:,} made, {calls - kept:,} failed: "
            f"{percent(kept / calls)} made, 95 %: {100 * low:.1f} to {100 * high:.1f}"
        )
    return lines or ["  none"]


def summary(stored: StoredRun) -> str:
    """Return the whole text."""
    rounds = stored.read("rounds")
    columns = ["bot", "call", "made", "place", "card_points", "bombs_held", "bombs_thrown"]
    seats = stored.read("seats", columns)
    lines = [heading(stored.run), "", "Rounds", *score_lines(rounds), pace_line(rounds)]
    lines += ["", "Seats, per hand"]
    lines += [f"  {line}" for line in seat_table(seats).round(3).to_string().splitlines()]
    return "\n".join([*lines, "", "Calls", *call_lines(seats)])


def main() -> int:
    """Run the script."""
    if len(sys.argv) != 2:
        print("usage: python analysis/summary.py OUT", file=sys.stderr)
        return 2
    try:
        print(summary(load(sys.argv[1])))
    except InputError as error:
        print(f"summary.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
