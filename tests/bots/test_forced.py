"""A bot that calls Grand Tichu as it is told to."""

from pathlib import Path

import pytest
from samples.rounds import records

from tichu_sim.bots.forced import calls_grand, calls_great_grand
from tichu_sim.bots.refusal import RefusedAnswerError
from tichu_sim.bots.registry import parse_bot
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.referee import find_fault
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.run import make_run

OWN = Path(__file__).parents[1] / "own_bots"
ROUNDS = 30


def of_bot(name: str, calls: bool, options: dict[str, object] | None = None) -> list[RoundRecord]:
    bot = parse_bot(name)
    bots = (calls_grand(bot, calls), bot, bot, bot)
    return records(make_run(make_rules("standard", options), bots, 3, ROUNDS))


@pytest.mark.parametrize("name", ["greedy", "random", f"{OWN / 'witness.py'}:Witness"])
def test_the_call_is_made(name: str) -> None:
    called, silent = (of_bot(name, calls) for calls in (True, False))
    for one, other in zip(called, silent, strict=True):
        assert "0 grand" in one.events
        assert "0 grand" not in other.events
        assert one.deal == other.deal
        assert one.dealer == other.dealer
        assert find_fault(one.written()) is None
        assert find_fault(other.written()) is None


def test_others_call_as_they_like() -> None:
    """And they are asked in the same way where seat 0 comes after them."""
    called, silent = (of_bot("random", calls) for calls in (True, False))
    calls = [{e for e in record.events if "grand" in str(e)} for record in called]
    assert any(len(found) > 1 for found in calls)
    for one, other in zip(calls, silent, strict=True):
        assert one - {"0 grand"} == {e for e in other.events if "grand" in str(e)}


def test_great_grand_does_not_take_the_decision_away() -> None:
    found = of_bot("random", True, {"great_grand": True})
    assert all("0 grand" in record.events for record in found)


def test_one_call_a_team() -> None:
    """Where the partner has called before, the call cannot be made."""
    found = of_bot("random", True, {"calls_per_team": "one"})
    assert all(("0 grand" in r.events) != ("2 grand" in r.events) for r in found)
    assert any("2 grand" in record.events for record in found)


@pytest.mark.parametrize(
    ("name", "told"),
    [("illegal.py:wish", "answered 'the number 1'"), ("illegal.py:Failing", "ZeroDivisionError")],
)
def test_a_faulty_bot_is_told_of(name: str, told: str) -> None:
    with pytest.raises(RefusedAnswerError, match=told):
        of_bot(str(OWN / name), True)


@pytest.mark.parametrize("calls", [True, False])
def test_great_grand_as_told(calls: bool) -> None:
    """And the rest as the bot likes."""
    bot = parse_bot("greedy:grand=0")
    bots = (calls_great_grand(bot, calls), bot, bot, bot)
    found = records(make_run(make_rules("great_grand"), bots, 3, ROUNDS))
    for record in found:
        assert ("0 greatgrand" in record.events) == calls
        assert ("0 grand" in record.events) != calls
        assert "1 grand" in record.events
        assert find_fault(record.written()) is None
