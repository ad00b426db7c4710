"""How the ranks of Grand Seigneur change hands: `python analysis/ranks.py OUT`.

From round to round each rank is kept or lost (R16.3, R16.15). Where all players are alike, the
rounds do not depend on each other once the ranks before them are known; where bots differ, they do,
and the intervals come from the spread between games.
"""

import math
import sys
from collections.abc import Callable

import pandas as pd
from script import heading, percent, percents, run_script

from tichu_sim.errors import InputError
from tichu_sim.studies.stats import Interval, share_by_group, share_of_each
from tichu_sim.tables.reader import StoredRun

_TITLES = {0: "Great Lord", 1: "Lord", 2: "Squire", -3: "Burgher", -2: "Pauper", -1: "Wretch"}
_TITLES_OF_FIVE = {place: name for place, name in _TITLES.items() if place != -3}
_LONGEST = 6
"""Rounds in place up to which they are told one by one."""

Shares = Callable[["pd.Series[bool]", "pd.Series[int]"], Interval]
"""How often something happened, given the games that it may have happened in."""


def title(rank: int, players: int) -> str:
    """Return what a rank is called (R16.3).

    Examples
    --------
    >>> [title(rank, 5) for rank in range(5)]
    ['0 Great Lord', '1 Lord', '2 Squire', '3 Pauper', '4 Wretch']
    """
    # With five players the one in the middle is the Squire, and there is no Burgher.
    names = _TITLES if players > 5 else _TITLES_OF_FIVE
    known = {place % players: name for place, name in names.items()}
    return f"{rank} {known.get(rank, '')}".rstrip()


def with_reigns(seats: pd.DataFrame) -> pd.DataFrame:
    """Return a row a round: who ended it first, and for how many rounds in a row by then.

    Parameters
    ----------
    seats : pandas.DataFrame
        Columns `game`, `round`, `player`, `place`, in the order of the rounds.

    Returns
    -------
    pandas.DataFrame
        Columns `game`, `reign` (number of the row of rounds), `rounds` (how many so far).
    """
    first = seats.loc[seats["place"] == 1, ["game", "player"]].reset_index(drop=True)
    begins = (first != first.shift()).any(axis=1)
    reign = begins.cumsum()
    return pd.DataFrame(
        {"game": first["game"], "reign": reign, "rounds": reign.groupby(reign).cumcount() + 1}
    )


def _where_lines(ranked: pd.DataFrame, players: int, shares_of: Shares) -> list[str]:
    # Where each rank goes, in percent, and how well the least known of these is known.
    shares = pd.crosstab(ranked["rank"], ranked["place"] - 1, normalize="index") * 100
    ranks = range(players)
    shares = shares.reindex(index=ranks, columns=ranks, fill_value=0.0)
    shares.index = pd.Index([title(rank, players) for rank in ranks])
    text = shares.rename_axis(columns=None).to_string(float_format="{:.1f}".format)
    widest = 0.0
    for _, here in ranked.groupby("rank"):
        for rank in ranks:
            _, low, high = shares_of(here["place"] - 1 == rank, here["game"])
            widest = max(widest, high - low)
    lines = [*text.splitlines(), f"each within {50 * widest:.1f} points or less, 95 %"]
    return [f"  {line}" for line in lines]


def _kept_lines(ranked: pd.DataFrame, players: int, shares: Shares) -> list[str]:
    lines = []
    for rank in range(players):
        here = ranked[ranked["rank"] == rank]
        after = here["place"] - 1
        moved = [percent(float(hits.mean())) for hits in (after < rank, after > rank)]
        lines.append(
            f"  {title(rank, players):<12} {percents(shares(after == rank, here['game']))}; "
            f"rises {moved[0]}, falls {moved[1]}"
        )
    return lines


def _reign_lines(seats: pd.DataFrame, shares: Shares) -> list[str]:
    rounds = with_reigns(seats)
    last = rounds["game"] != rounds["game"].shift(-1)
    before = rounds[~last]
    stays = rounds["reign"].shift(-1)[~last] == before["reign"]
    kept = shares(stays, before["game"])
    low, high = (1 / (1 - bound) if bound < 1 else math.inf for bound in kept[1:])
    reigns, cut = rounds["reign"].max(), int(last.sum())
    lines = [
        f"  is first again     {percents(kept)}",
        f"  rounds in a row    {1 / max(1e-9, 1 - kept.value):.2f}, 95 %: {low:.2f} to {high:.2f} "
        "(were games without end)",
        f"  in these games     {len(rounds) / reigns:.2f}: {reigns:,} times a Great Lord began, "
        f"{cut:,} were there at the end of their game",
    ]
    for age in range(1, _LONGEST + 1):
        here = before["rounds"] == age
        if here.any():
            again = shares(stays[here], before["game"][here])
            lines.append(f"  after {age} in a row    first again {percents(again)}")
    return lines


def ranks(stored: StoredRun) -> str:
    """Return the whole text."""
    if stored.rules.has_points:
        raise InputError(f"{stored.out} has no ranks: simulate with --rules grand_seigneur")
    seats = stored.read("seats", ["game", "round", "player", "rank", "place"])
    ranked = seats.dropna(subset="rank")
    if ranked.empty:
        raise InputError(f"{stored.out} has games of one round: no rank could be kept")
    players = stored.rules.players
    alike = len({bot["name"] for bot in stored.run["bots"]}) == 1
    shares: Shares = share_of_each if alike else share_by_group
    return "\n".join(
        [
            heading(stored.run),
            "",
            "Rank after a round (columns, %) by the rank before it",
            *_where_lines(ranked, players, shares),
            "",
            "Rank kept",
            *_kept_lines(ranked, players, shares),
            "",
            "Great Lord",
            *_reign_lines(seats, shares),
        ]
    )


if __name__ == "__main__":
    sys.exit(run_script("ranks.py", ranks))
