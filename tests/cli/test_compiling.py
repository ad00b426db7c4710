"""What is said when something has to be compiled."""

from pathlib import Path

import pytest

from tichu_sim.cli.compiling import USUAL, is_first_use, kernel_kind, replay_kind
from tichu_sim.game.games import PRESETS
from tichu_sim.game.rules import make_rules
from tichu_sim.game.walk import walk


def test_kinds() -> None:
    kinds = {name: kernel_kind(make_rules(name)) for name in PRESETS}
    assert kinds["standard"] == kinds["bga"] == USUAL
    different = {kinds[name] for name in ("standard", "tientsin", "two_tea", "grand_seigneur")}
    assert len(different) == 4
    assert replay_kind({"rules": {"preset": "tientsin", "rounds": 3}}) == "6"
    others: list[dict[str, object]] = [
        {},
        {"rules": "bga"},
        {"rules": 7},
        {"rules": {"preset": []}},
    ]
    for found in others:
        assert replay_kind(found) == USUAL


def test_another_kind_is_new_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tichu_sim.jit.cache_folder", lambda: tmp_path)
    monkeypatch.setattr("tichu_sim.jit.is_compiled", lambda function: True)
    assert not is_first_use(USUAL, walk)
    assert [is_first_use("6", walk) for _ in range(2)] == [True, False]
    assert is_first_use("2", walk)
    monkeypatch.setattr("tichu_sim.jit.is_compiled", lambda function: False)
    assert is_first_use("2", walk)
