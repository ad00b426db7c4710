"""The signature: the bots and the kernel do what they did when it was written down."""

from pathlib import Path

from tichu_sim.bots.registry import parse_bot
from tichu_sim.game.rules import make_rules
from tichu_sim.studies.bench import deal_rate, round_rates, signature

SIGNATURES = Path(__file__).parents[2] / "benchmarks" / "signatures.txt"


def test_behaviour_has_the_signature_that_was_written_down() -> None:
    # A change of behaviour on purpose changes benchmarks/signatures.txt in the same commit.
    written = dict(line.split() for line in SIGNATURES.read_text().splitlines())
    assert {name: signature(make_rules(name)) for name in written} == written


def test_the_signature_shows_a_change_of_the_rules() -> None:
    assert signature(make_rules("standard", {"double_victory": 100})) != signature(make_rules())


def test_rates_are_counts_in_time() -> None:
    rates = round_rates(make_rules(), parse_bot("greedy"), [1, 2])
    assert [rate[:3] for rate in rates] == [("greedy", "standard", 1), ("greedy", "standard", 2)]
    assert all(rate.rounds_per_second > 0 for rate in rates)
    assert deal_rate(make_rules()) > 0
