"""`tichu-sim rules`."""

import json

import pytest

from tichu_sim.cli.main import run
from tichu_sim.game.games import GAMES, PRESETS
from tichu_sim.game.rules import OPTIONS


def test_every_game_preset_and_option_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    shown = capsys.readouterr().out
    for name in (*PRESETS, *(option.name for option in OPTIONS)):
        assert f"\n  {name} " in shown
    for option in OPTIONS:
        assert option.what in shown
        assert option.listing in shown
    _, *games = shown.split("\n\n")[: 1 + len(GAMES)]
    for game, told in zip(GAMES, games, strict=True):
        assert told.startswith(f"{game.name}: {game.what}\n")
        listed = told.split("options: ")[1].replace("\n", "").split(",")
        assert [name.strip() for name in listed] == list(game.options)


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["presets"]["wikipedia"] == {"great_grand": True, "double_victory": 100}
    listed = {option["name"]: option for option in answer["options"]}
    assert listed["double_victory"]["default"] == 200
    assert listed["double_victory"]["values"] == [200, 100]
    assert listed["target"]["values"] is None
    assert (listed["players"]["least"], listed["players"]["most"]) == (5, 12)
    assert (listed["target"]["least"], listed["target"]["most"]) == (1, 10**9)
    games = {game["name"]: game for game in answer["games"]}
    assert games["tournament"]["presets"] == ["bsw_tournament", "atp", "goettingen"]
    assert "players" in games["grand_seigneur"]["options"]
    assert {name for game in games.values() for name in game["presets"]} == set(answer["presets"])
    assert {name for game in games.values() for name in game["options"]} == set(listed)
