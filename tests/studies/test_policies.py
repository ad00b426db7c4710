"""Calling rules: sums with known results, and what rules come to with greedy."""

from pathlib import Path
from threading import Event

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import stats

from tichu_sim.bots.registry import parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.cards import parse_cards
from tichu_sim.game.rules import make_rules
from tichu_sim.studies.call_pairs import CallPairs, PairRows, call_pairs
from tichu_sim.studies.call_tally import tally
from tichu_sim.studies.calling_rules import (
    ALWAYS,
    NEVER,
    OWN,
    Dealt,
    calling_rules,
    expression_rule,
    people_rule,
)
from tichu_sim.studies.categories import category_number
from tichu_sim.studies.policies import PolicyTally, study_policies, tally_policies
from tichu_sim.studies.rank_classes import N_CLASSES

DEALS = 3000
RULES = calling_rules(["winners >= 2", "aces + kings >= 5"])
PLACE = {rule.name: at for at, rule in enumerate(RULES)}


def pairs_of(bot: str = "greedy", seed: int = 0, **options: object) -> CallPairs:
    return call_pairs(make_rules("standard", options), parse_bot(bot), seed)


def some_rows(n: int) -> PairRows:
    """Pairs of rounds that nobody has played."""
    rng = np.random.default_rng(11)
    flags = [rng.random(n) < share for share in (0.9, 0.5, 0.5, 0.3, 0.2, 0.3)]
    scores = [5 * rng.integers(-80, 81, (n, 2)) for _ in range(2)]
    return PairRows(*[flags[0], *scores, *flags[1:], np.zeros(n, np.uint64)])


def test_sums() -> None:
    rows, rng = some_rows(500), np.random.default_rng(12)
    calls = rng.random((3, 500)) < [[0.1], [0.5], [1.0]]
    found = tally_policies(rows, calls)
    gains = np.where(calls & rows.asked, rows.differences, 0)
    for rule in range(3):
        asked = calls[rule] & rows.asked
        paired = stats.ttest_1samp(gains[rule], 0).confidence_interval(0.95)
        told = gains[rule].mean(), paired.low, paired.high
        assert found.gain(rule) == pytest.approx(told, rel=1e-9)
        assert found.call_rate(rule).value == asked.mean()
        assert found.success(rule).value == rows.first_called[asked].mean()
    apart = gains[2] - gains[0]
    paired = stats.ttest_rel(gains[2], gains[0]).confidence_interval(0.95)
    told = apart.mean(), paired.low, paired.high
    assert found.difference(2, 0) == pytest.approx(told, rel=1e-9)
    assert found.difference(1, 1) == (0, 0, 0)


def same(one: PolicyTally, other: PolicyTally) -> bool:
    return one.deals == other.deals and all(
        (getattr(one, name) == getattr(other, name)).all()
        for name in ("called", "made", "totals", "products")
    )


def test_always_and_never() -> None:
    """What the call is worth over all hands, and nothing."""
    found = study_policies(pairs_of(seed=5), RULES, DEALS)
    whole = tally(pairs_of(seed=5).play(None, 0, DEALS, Event()))
    always, never = PLACE[ALWAYS], PLACE[NEVER]
    assert found.gain(always) == whole.call_value()
    assert found.success(always) == whole.p_first()
    assert found.call_rate(always).value == 1
    assert found.gain(never) == (0, 0, 0)
    assert found.called[never] == found.made[never] == 0
    assert found.difference(always, never) == found.gain(always)


def test_one_rule_in_two_ways() -> None:
    found = study_policies(pairs_of(), RULES, DEALS)
    written, named = PLACE["winners >= 2"], PLACE["two of Dragon, Phoenix, aces"]
    assert found.difference(written, named) == (0, 0, 0)
    assert found.products[written, named] == found.products[named, named]


def test_workers_do_not_matter() -> None:
    one = study_policies(pairs_of(), RULES, DEALS, workers=1)
    assert same(one, study_policies(pairs_of(), RULES, DEALS, workers=2))
    assert not same(one, study_policies(pairs_of(seed=1), RULES, DEALS))


def test_the_bots_own() -> None:
    """Greedy calls with as many winners as its parameter says, the Dragon and Phoenix twice."""
    rules = [*calling_rules(), expression_rule("aces + 2 * (dragon + phoenix) >= 4")]
    found = study_policies(pairs_of("greedy:grand=4"), rules, DEALS)
    own = [rule.name for rule in rules].index(OWN)
    assert found.called[own] > 0
    assert found.difference(own, -1) == (0, 0, 0)


def test_gains_with_greedy() -> None:
    """Of greedy, whose chances are low: three of them gain, and all hands together lose."""
    rules = [expression_rule("winners >= 4 or (dragon and phoenix and aces)"), *RULES]
    found = study_policies(pairs_of(), rules, 20_000, workers=2)
    assert found.gain(0).value > 0
    assert found.gain(1 + PLACE[ALWAYS]).high < 0


def test_one_call_a_team() -> None:
    """Where the partner has had the call, no rule calls."""
    found = study_policies(pairs_of("random", calls_per_team="one"), RULES, 2000)
    assert 0 < found.called[PLACE[ALWAYS]] < 2000


# --- rules ---


def dealt(*hands: str) -> Dealt:
    cards = np.array([parse_cards(hand) for hand in hands], np.uint64)
    return Dealt(cards, np.zeros(len(hands), bool))


def test_named_rules() -> None:
    hands = dealt("AjAsKt9j8p7t2s2j", "AjKsKtDr9j8p7t2s", "QjKsKtDr9j8p7tPh", "AjKsKt9j8p7t2s2j")
    told = {rule.name: rule.calls(hands).tolist() for rule in RULES}
    assert told[NEVER] == [False] * 4
    assert told[ALWAYS] == [True] * 4
    assert told["Dragon or Phoenix, and an ace"] == [False, True, False, False]
    assert told["two of Dragon, Phoenix, aces"] == [True, True, True, False]
    assert told["aces + kings >= 5"] == [False] * 4


def test_what_people_do() -> None:
    """Two aces and the Phoenix: 84.7 % of strong players; the Dragon alone: 18.2 %."""
    assert category_number(2, phoenix=True) == 36
    hands = dealt("AjAsKtPh8p7t2s2j", "QjKsKtDr9j8p7t2s", "QjKsKtDr9j8pPh2s")
    assert people_rule().calls(hands).tolist() == [True, False, True]


def atlas_file(path: Path, classes: int) -> Path:
    numbers = np.arange(classes)
    values = np.where(numbers % 2, 1.0, -1.0)
    pq.write_table(pa.table({"class": numbers, "call_value_smooth": values}), path)
    return path


def test_the_atlas(tmp_path: Path) -> None:
    path = atlas_file(tmp_path / "atlas.parquet", N_CLASSES)
    rule = calling_rules(atlas=path)[-1]
    assert rule.name == "the atlas"
    # Classes 437032 and 0.
    assert rule.calls(dealt("AjAsKtDrPh9j7p2s", "2j2s2t2p3j3s3t3p")).tolist() == [False, False]
    assert rule.calls(dealt("2j2s2t2p3j3s3t4p")).tolist() == [True]


def test_no_atlas(tmp_path: Path) -> None:
    path = atlas_file(tmp_path / "atlas.parquet", N_CLASSES - 3)
    with pytest.raises(InputError, match="says nothing of 3 of 453,765 classes of hands"):
        calling_rules(atlas=path)
    with pytest.raises(InputError, match="no such atlas"):
        calling_rules(atlas=tmp_path / "none.parquet")


def test_bad_input() -> None:
    with pytest.raises(InputError, match="no such name 'ace'"):
        calling_rules(["aces > 1", "ace > 1"])
    with pytest.raises(InputError, match="0 deals: there should be 1 to"):
        study_policies(pairs_of(), RULES, 0)
