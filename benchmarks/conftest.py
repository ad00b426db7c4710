"""What the benchmarks share: hands, and rates that the report shows."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.deal import deal
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import own_dtype
from tichu_sim.jit import Array, u64
from tichu_sim.rng import DEAL, stream

Measure = Callable[..., Any]

HANDS = 10_000

_rates: dict[str, int] = {}


@pytest.fixture
def measure(benchmark: Any) -> Measure:
    """Time a function that does something n times; its best rate is shown at the end.

    The first call, in which it may have to be compiled, is not timed.
    """

    def run(n: int, function: Callable[..., Any], *args: Any) -> Any:
        function(*args)
        found = benchmark(function, *args)
        if benchmark.stats:
            rate = round(n / benchmark.stats.stats.min)
            benchmark.extra_info["a second"] = _rates[benchmark.name] = rate
        return found

    return run


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how often a second each of them did what it does, at best."""
    for name, rate in _rates.items():
        terminalreporter.write_line(f"{rate:>15,} a second  {name}")


@pytest.fixture(scope="session")
def hands() -> Array:
    """Dealt hands of fourteen cards."""
    found = np.zeros(HANDS, np.uint64)
    rules, own, pack = settings_of(Rules()), np.zeros(4, own_dtype(4)), np.zeros(N_CARDS, np.uint8)
    for number in range(HANDS // 4):
        deal(rules, own, pack, 0, u64(stream(u64(1), number, 0, DEAL)))
        found[4 * number : 4 * number + 4] = own["hand"]
    return found
