"""Four experts play like people do: how often they call and make it, and what a round is like.

The spans are those of the docs, around the figures of people's rounds (`docs/bots.md`).
"""

from threading import Event
from typing import NamedTuple

import numpy as np
import pytest
from samples.rounds import a_run

from tichu_sim.game.view import DOUBLE_VICTORY, GRAND, TICHU
from tichu_sim.sim.blocks import play_block

ROUNDS = 40_000


class Figures(NamedTuple):
    """Shares are of player-rounds, calls, and teams' rounds."""

    grand_called: float
    grand_made: float
    tichu_called: float
    tichu_made: float
    double_victory: float
    sd_of_difference: float
    tricks: float


SPANS = {
    "grand_called": (0.06, 0.15),
    "grand_made": (0.58, 0.75),
    "tichu_called": (0.10, 0.20),
    "tichu_made": (0.70, 0.85),
    "double_victory": (0.08, 0.16),
    "sd_of_difference": (180, 250),
    "tricks": (10, 12.5),
}


@pytest.fixture(scope="module")
def figures() -> Figures:
    run = a_run("expert", ROUNDS, seed=2026)
    played = play_block(run, 0, ROUNDS, logging=False, stop=Event())
    call, made = played.seats["call"], played.seats["place"] == 1
    scores = played.rounds["cards"] + played.rounds["calls"]
    return Figures(
        float((call == GRAND).mean()),
        float(made[call == GRAND].mean()),
        float((call == TICHU).mean()),
        float(made[call == TICHU].mean()),
        float((played.rounds["over"] == DOUBLE_VICTORY).mean()) / 2,
        float(np.std(scores[:, 0] - scores[:, 1])),
        float(played.rounds["tricks"].mean()),
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", SPANS)
def test_experts_play_like_people(figures: Figures, name: str) -> None:
    low, high = SPANS[name]
    assert low <= getattr(figures, name) <= high, figures
