"""What a run came to: `python analysis/summary.py OUT`."""

import math
import sys

import pandas as pd
from script import heading, percent, run_script

from tichu_sim.sim.run import STANDINGS
from tichu_sim.studies.stats import Z95, wilson
from tichu_sim.tables.reader import StoredRun

_SIDES = {"threechu": ("dealer and dummy", "defenders")}
_SWEEPS = {"tientsin": "triple victories", "t52": "skunks"}
"""What games call the end that they have in place of the double victory."""
_PERFORMANCE = {
    "place": "mean place",
    "card_points": "card points",
    "bombs_held": "holds a bomb",
    "bombs_thrown": "bombs thrown",
}
_STANDING = {
    "victory_points": "victory points",
    "points": "points",
    "rank": "mean rank",
    "rounds_as_lord": "rounds as Great Lord",
}


def score_lines(rounds: pd.DataFrame, game: str) -> list[str]:
    """Tell how the teams did."""
    sides = _SIDES.get(game, ("team 0", "team 1"))
    difference = rounds["score_0"].astype("int64") - rounds["score_1"]
    spread = difference.std()
    half = Z95 * spread / math.sqrt(len(rounds))

    def line(what: str, values: list[str]) -> str:
        told = "   ".join(f"{side}: {value}" for side, value in zip(sides, values, strict=True))
        return f"  {what:<18} {told}"

    won = [rounds["winner"] == team for team in (0, 1)]
    lines = [
        line("mean score", [f"{rounds[f'score_{team}'].mean():.1f}" for team in (0, 1)]),
        f"  difference         {difference.mean():+.2f} +- {half:.2f} (95 %), "
        f"standard deviation {spread:.1f}",
        line("rounds won", [percent(mine.mean()) for mine in won]),
    ]
    if game != "two_tea":
        swept = [percent((rounds["double_victory"] & mine).mean()) for mine in won]
        lines.append(line(_SWEEPS.get(game, "double victories"), swept))
    return lines


def pace_line(rounds: pd.DataFrame) -> str:
    """Tell how long a round is."""
    plays, tricks, bombs = (rounds[name].mean() for name in ("plays", "tricks", "bombs"))
    return f"  a round            {plays:.1f} plays, {tricks:.1f} tricks, {bombs:.2f} bombs"


def _means(frame: pd.DataFrame, first: str, best: int, names: dict[str, str]) -> list[str]:
    # A row a bot: how often it is the first, and means of the columns that there are.
    place = "place" if "place" in frame else "rank"
    by_bot = frame.groupby("bot", observed=True)
    means = {first: (frame[place] == best).groupby(frame["bot"], observed=True).mean()}
    means |= {what: by_bot[name].mean() for name, what in names.items() if name in frame}
    text = pd.DataFrame(means).rename_axis(None).astype(float).round(3).to_string()
    return [f"  {line}" for line in text.splitlines()]


def seat_lines(seats: pd.DataFrame) -> list[str]:
    """Tell for each bot how often it is out first, what it takes, its bombs."""
    return _means(seats, "out first", 1, _PERFORMANCE)


def standing_lines(standings: pd.DataFrame) -> list[str]:
    """Tell for each bot how its games ended."""
    players = standings[standings["player"] >= 0]
    best = 0 if "rounds_as_lord" in standings else 1
    return _means(players, "first", best, _STANDING)


def call_lines(seats: pd.DataFrame) -> list[str]:
    """Tell for each bot and kind of call how often it is made, with its interval."""
    called = seats[seats["call"] != "none"]
    hands = seats["bot"].value_counts().to_dict()
    lines = []
    for (bot, call), made in called.groupby(["bot", "call"], observed=True)["made"]:
        kept, calls = int(made.sum()), len(made)
        _, low, high = wilson(kept, calls)
        lines.append(
            f"  {bot}, {call}: {calls:,} calls ({percent(calls / hands[bot])} of its hands), "
            f"{kept:,} made, {calls - kept:,} failed: "
            f"{percent(kept / calls)} made, 95 %: {100 * low:.1f} to {100 * high:.1f}"
        )
    return lines or ["  none"]


def summary(stored: StoredRun) -> str:
    """Return the whole text."""
    rules, rounds = stored.rules, stored.read("rounds")
    game = rules.game.name
    columns = ["bot", "place", "bombs_held", "bombs_thrown"]
    if rules.has_points:
        columns += ["call", "made"]
        # Without card points in a game, tricks are worth nothing.
        columns += [] if game == "two_tea" else ["card_points"]
    seats = stored.read("seats", columns)
    lines = [heading(stored.run), "", "Rounds"]
    # In a tournament nobody belongs to a team.
    lines += score_lines(rounds, game) if rules.has_points and game != "tournament" else []
    lines += [pace_line(rounds), "", "Seats, per hand", *seat_lines(seats)]
    if STANDINGS in stored.run["detail"]:
        lines += ["", "Players, per game", *standing_lines(stored.read(STANDINGS))]
    if rules.has_points:
        lines += ["", "Calls", *call_lines(seats)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(run_script("summary.py", summary))
