"""`tichu-sim rules`."""

import json

import pytest

from tichu_sim.cli.main import run
from tichu_sim.game.rules import OPTIONS, PRESETS


def test_every_preset_and_option_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    shown = capsys.readouterr().out
    for name in (*PRESETS, *(option.name for option in OPTIONS)):
        assert f"\n  {name} " in shown
    for option in OPTIONS:
        assert option.what in shown


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["presets"]["wikipedia"] == {"great_grand": True, "double_victory": 100}
    listed = {option["name"]: option for option in answer["options"]}
    assert listed["double_victory"]["default"] == 200
    assert listed["double_victory"]["values"] == [200, 100]
    assert listed["target"]["values"] is None
