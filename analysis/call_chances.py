"""How often calls are made, and the weights of `expert`'s estimate fitted anew.

`python analysis/call_chances.py OUT`, where OUT holds rounds of four experts who call sooner than
they should, so that the doubtful hands are there too:
``tichu-sim simulate OUT --rounds 200000 --bots expert:tichu=0.4:grand=0.5``. The weights go to
`tichu_sim/bots/expert/calls.py`. A hand of a Tichu is taken as it was after the exchange.
"""

import sys
from collections.abc import Sequence

import numpy as np
import pandas as pd
from scipy.optimize import minimize
from script import percent, percents, run_script

from tichu_sim.bots.expert.calls import (
    GRAND_WEIGHTS,
    TICHU_WEIGHTS,
    chance,
    grand_traits,
    tichu_traits,
)
from tichu_sim.bots.registry import parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import new_state
from tichu_sim.jit import Array, Record, jit
from tichu_sim.studies.stats import share_of_each
from tichu_sim.tables.reader import StoredRun

_FEWEST = 1000
"""Calls from which on weights are fitted."""
_TRAITS = {"tichu": len(TICHU_WEIGHTS), "grand": len(GRAND_WEIGHTS)}
_HANDS = {"tichu": "hand", "grand": "first8"}


@jit
def _fill_tichu(rules: Record, public: Record, own: Record, hands: Array, out: Array) -> None:
    for i in range(hands.shape[0]):
        own.hand = hands[i]
        traits = tichu_traits(rules, public, own)
        for k in range(len(traits)):
            out[i, k] = traits[k]


@jit
def _fill_grand(rules: Record, hands: Array, out: Array) -> None:
    for i in range(hands.shape[0]):
        traits = grand_traits(rules, hands[i])
        for k in range(len(traits)):
            out[i, k] = traits[k]


def traits_of(call: str, hands: Array) -> Array:
    """Return what the chance of a call depends on.

    Parameters
    ----------
    call : str
        ``tichu`` or ``grand``.
    hands : uint64 array (n,)
        Masks of fourteen or of eight cards.

    Returns
    -------
    float64 array (n, traits)
    """
    rules = make_rules()
    public, own = new_state(rules)
    public["size"] = 14
    parse_bot("expert").sit_down(own[0])
    out = np.zeros((len(hands), _TRAITS[call]))
    if call == "tichu":
        _fill_tichu(settings_of(rules), public[0], own[0], hands, out)
    else:
        _fill_grand(settings_of(rules), hands, out)
    return out


def fit(traits: Array, made: Array) -> Array:
    """Return the weights of a logistic regression by maximum likelihood.

    Examples
    --------
    >>> traits = np.array([[1.0, 0.0]] * 4 + [[1.0, 1.0]] * 4)
    >>> made = np.array([1, 0, 0, 0, 1, 1, 1, 0])
    >>> fit(traits, made).round(2).tolist()
    [-1.1, 2.2]
    """

    def loss(weights: Array) -> tuple[float, Array]:
        z = traits @ weights
        slope = traits.T @ (1 / (1 + np.exp(-z)) - made)
        return float((np.logaddexp(0, z) - made * z).sum()), slope

    weights: Array = minimize(loss, np.zeros(traits.shape[1]), jac=True, method="BFGS").x
    return weights


def _table(chances: Array, made: "pd.Series[bool]") -> list[str]:
    lines = ["  chance by the fit      calls   made"]
    tenths = pd.Series(np.floor(chances * 10).astype(int), index=made.index)
    for tenth, here in made.groupby(tenths):
        interval = percents(share_of_each(here, here.index.to_series()))
        low = int(str(tenth)) / 10
        lines.append(f"  {low:.1f} to {low + 0.1:.1f}  {len(here):>13,}   {interval}")
    return lines


def _lines(run: StoredRun, call: str, used: Sequence[float]) -> list[str]:
    seats = run.seats
    called = seats[seats["call"] == call]
    made = called["made"].astype(bool)
    if len(called) < _FEWEST:
        raise InputError(
            f"{len(called)} calls of {call} are too few to fit: play more rounds, or lower {call}="
        )
    traits = traits_of(call, called[_HANDS[call]].to_numpy(np.uint64))
    weights = fit(traits, made.to_numpy(float))
    chances = 1 / (1 + np.exp(-traits @ weights))
    now = np.array([chance(tuple(used), tuple(row)) for row in traits[:_FEWEST]])
    off = np.abs(now - chances[:_FEWEST]).mean()
    return [
        f"{call}: called in {percent(len(called) / len(seats))}, "
        f"made in {percents(share_of_each(made, made.index.to_series()))}",
        f"  weights {tuple(float(weight) for weight in weights.round(3))}",
        f"  the bot's own chances are {percent(float(off))} off on average",
        *_table(chances, made),
    ]


def call_chances(run: StoredRun) -> str:
    """Return what the calls of a run came to, and the weights that fit them."""
    if any(not bot["name"].startswith("expert") for bot in run.run["bots"]):
        raise InputError("the weights are those of expert: play rounds of four experts")
    lines = [*_lines(run, "grand", GRAND_WEIGHTS), "", *_lines(run, "tichu", TICHU_WEIGHTS)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(run_script("call_chances.py", call_chances))
