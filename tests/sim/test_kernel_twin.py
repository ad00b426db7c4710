"""Rounds of the kernel against the slow twin: every event, choice and result (R2 to R11)."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pytest
from reference.legal import holds_wished
from reference.position import Position as SlowPosition
from reference.replay import check
from reference.rounds import random_record
from samples.family import FAMILY, moves_of, rules_of
from samples.rounds import a_run, play, records

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.events import parse_event
from tichu_sim.game.perft import perft
from tichu_sim.game.position import Position, start
from tichu_sim.game.record import RoundRecord, read_record
from tichu_sim.sim.run import Run, make_run

LIVELY = "random:bomb=0.5:wish=1:tichu=0.1:grand=0.15:great_grand=0.15"
MIXED = f"greedy,{LIVELY},{LIVELY},greedy:great_grand=1"


class Setting(NamedTuple):
    bots: str
    preset: str = "standard"
    options: Mapping[str, object] = {}


SETTINGS = {
    "standard random": Setting(LIVELY),
    "standard greedy": Setting("greedy"),
    "standard mixed": Setting(MIXED),
    "great_grand": Setting(LIVELY, "great_grand"),
    "wikipedia": Setting(MIXED, "wikipedia"),
    "bga": Setting(MIXED, "bga"),
    "bsw": Setting(LIVELY, "bsw"),
    "one call": Setting(LIVELY, "great_grand", {"calls_per_team": "one"}),
    "no escape": Setting(LIVELY, "standard", {"wish_bomb_escape": "off"}),
    "escape on lead": Setting(LIVELY, "standard", {"wish_bomb_escape": "follow_and_lead"}),
    "kept Dragon": Setting(LIVELY, "standard", {"dragon_last_kept": True}),
    "cheap victory": Setting(MIXED, "standard", {"double_victory": 100, "grand_tichu": False}),
}


def run_of(name: str, units: int, seed: int) -> Run:
    setting = SETTINGS[name]
    return a_run(setting.bots, units, seed, setting.preset, setting.options)


def wish_is_fulfilled(record: RoundRecord) -> bool:
    """Whether a card of the wished rank is played some time after the wish."""
    wished = ""
    for event in map(str, record.events):
        if wished and any(wished + suit in event for suit in "jspt"):
            return " give " not in event
        if " wish " in event:
            wished = event[-1]
    return False


def telling_rounds(name: str, each: int, seed: int) -> list[RoundRecord]:
    """Rounds with a wish that is fulfilled, rounds with many bombs, and any others."""
    run = run_of(name, 400, seed)
    played = play(run)
    found = records(run, played)
    bombs = np.argsort(-played.seats["bombs_held"].sum(axis=1), kind="stable")
    wishes = [number for number, record in enumerate(found) if wish_is_fulfilled(record)]
    chosen = [*bombs[:each].tolist(), *wishes[:each], *range(each // 2)]
    return [found[number] for number in dict.fromkeys(chosen)]


@pytest.mark.parametrize("name", SETTINGS)
def test_the_twin_finds_no_fault(name: str) -> None:
    for record in records(run_of(name, 2, seed=1)):
        assert record.result is not None
        assert check(record.written()) is None


def a_game_of(name: str, rounds: int, seed: int) -> Run:
    """About so many rounds of any game, between bots of all sorts."""
    rules = rules_of(name)
    bots = [MIXED.split(",")[player % 4] for player in range(rules.players)]
    return make_run(rules, parse_bots(",".join(bots), rules.players), seed, rounds)


@pytest.mark.parametrize("name", FAMILY)
def test_the_twin_accepts_a_round_of_every_game(name: str) -> None:
    found = records(a_game_of(name, 1, seed=3))
    # The last one, of a game whose players change seats: with an exchange by rank.
    record = found[-1]
    assert record.result is not None
    assert check(record.written()) is None
    assert read_record(record.written()) == record


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILY)
def test_the_twin_accepts_rounds_of_every_game(name: str) -> None:
    for record in records(a_game_of(name, 12, seed=4))[:16]:
        assert check(record.written()) is None
        assert read_record(record.written()) == record


def what_is_there(slow: SlowPosition) -> list[str]:
    """What makes a position worth the comparison."""
    plays, may_pass = slow.plays()
    found = ["position"]
    if slow.wish is not None:
        found.append("wish")
        if any(holds_wished(play[0], slow.wish) for play in plays):
            found.append("wish binds")
            following = slow.top is not None and not slow.waiting
            found += ["wish binds who follows"] if following and not may_pass else []
    found += ["Phoenix"] if any(play[4] for play in plays) else []
    found += ["bomb"] if any(slow.bombs(seat) for seat in slow.active) else []
    found += ["gift"] if slow.gifts else []
    found += ["out"] if slow.out else []
    return found


def compare_counts(fast: Position, slow: SlowPosition, most: int) -> int:
    """Compare event sequences as deep as there are not too many; returns that depth."""
    for depth in (1, 2, 3):
        count = perft(fast, depth)
        if count > most:
            return depth - 1
        assert count == slow.perft(depth)
    return 3


def walk_through(record: RoundRecord, rng: random.Random, share: float, seen: Counter[str]) -> None:
    """Compare all choices after each event of a round, and the counts after some."""
    fast, slow = start(record), SlowPosition(record.written())
    for event in record.events:
        fast.carry_out(parse_event(event, fast.rules))
        slow.apply(event)
        if not slow.playing:
            continue
        assert moves_of(fast) == slow.moves()
        seen.update(what_is_there(slow))
        if rng.random() < share:
            seen[f"depth {compare_counts(fast, slow, 400)}"] += 1
    assert record.result is not None
    assert fast.finished
    assert fast.result() == record.result
    assert record.result.written() == slow.result()


def test_every_choice_of_a_few_rounds() -> None:
    seen: Counter[str] = Counter()
    for record in telling_rounds("standard random", 4, seed=2):
        walk_through(record, random.Random(2), 0.1, seen)
    assert seen["position"] > 300
    assert seen["wish binds"] > 3
    assert seen["bomb"] > 3


# What each setting must come to, a good deal less than it does.
LEAST = {"position": 700, "wish": 20, "wish binds": 6, "Phoenix": 6, "bomb": 8, "gift": 5}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), [(name, seed) for seed, name in enumerate(SETTINGS)])
def test_every_choice(name: str, seed: int) -> None:
    """R5, R6, R7, R10.2, R11: choices after every event, counts to depth 3 where they are few."""
    seen: Counter[str] = Counter()
    rng = random.Random(seed)
    for record in telling_rounds(name, 10, seed=100 + seed):
        walk_through(record, rng, 0.25, seen)
    for what, least in LEAST.items():
        assert seen[what] >= least, seen
    assert seen["depth 2"] + seen["depth 3"] > 120, seen


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILY)
def test_every_choice_of_a_round_of_every_game(name: str) -> None:
    seen: Counter[str] = Counter()
    for record in records(a_game_of(name, 2, seed=5))[-2:]:
        walk_through(record, random.Random(5), 0.1, seen)
    assert seen["position"] > 30


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_every_choice_of_rounds_full_of_bombs(seed: int) -> None:
    """Deals and answers made up by the twin, most of them with bombs and wishes."""
    seen: Counter[str] = Counter()
    rng = random.Random(seed)
    for name in ("standard", "no escape", "escape on lead", "kept Dragon"):
        options = SETTINGS[name].options if name in SETTINGS else {}
        record = random_record(rng, {"preset": "standard", **options}, rich=True)
        walk_through(read_record(record), rng, 0.25, seen)
    assert seen["bomb"] > 10, seen
