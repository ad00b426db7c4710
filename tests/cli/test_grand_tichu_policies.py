"""What `grand-tichu --policies` prints."""

import json

import pytest

from tichu_sim.bots.registry import parse_bot
from tichu_sim.cli.grand_tichu_policies import show_policies
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.studies.call_pairs import CallPairs, call_pairs
from tichu_sim.studies.calling_rules import calling_rules
from tichu_sim.studies.policies import study_policies

Capture = pytest.CaptureFixture[str]


def pairs_of() -> CallPairs:
    return call_pairs(make_rules(), parse_bot("greedy"), 3)


def test_policies_as_json(capsys: Capture) -> None:
    show_policies(pairs_of(), ["aces  >= 3"], None, 2000, 2, True, True)
    answer = json.loads(capsys.readouterr().out)
    rules = calling_rules(["aces >= 3"])
    found = study_policies(pairs_of(), rules, 2000)
    assert [row["rule"] for row in answer["policies"]] == [rule.name for rule in rules]
    for at, row in enumerate(answer["policies"]):
        for name, (value, low, high) in (
            ("called", found.call_rate(at)),
            ("gain", found.gain(at)),
        ):
            assert row[name]["estimate"] == pytest.approx(value, abs=1e-4)
            assert row[name]["ci95"] == pytest.approx([low, high], abs=1e-4)
    assert answer["policies"][0]["made"] == {"estimate": None, "ci95": [0.0, 1.0]}
    assert len(answer["differences"]) == len(rules) * (len(rules) - 1) // 2
    first = answer["differences"][0]
    assert (first["a"], first["b"]) == ("never", "always")
    assert first["gain"]["estimate"] == -answer["policies"][1]["gain"]["estimate"]
    assert (answer["rounds"], answer["bot"], answer["seed"]) == (2000, "greedy", 3)


def test_policies_for_the_eye(capsys: Capture) -> None:
    show_policies(pairs_of(), ["aces >= 3"], None, 500, 1, False, False)
    shown = capsys.readouterr()
    assert shown.err == ""
    lines = shown.out.splitlines()
    assert lines[0] == (
        "500 deals, each with and without the call; four greedy, rules standard, seed 3"
    )
    assert "the other three, and all play of cards, are greedy" in lines[1]
    assert sum(line.startswith("aces >= 3  ") for line in lines) == 1


def test_a_rule_that_cannot_be_read() -> None:
    with pytest.raises(InputError, match="character 6: cannot read"):
        show_policies(pairs_of(), ["aces )"], None, 500, 1, True, False)
