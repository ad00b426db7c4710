"""`random` draws evenly among all legal plays and the pass, and keeps to its stated rates."""

import random
from collections import Counter
from math import sqrt

import pytest
from samples.rounds import a_run, play, records
from scipy.stats import chisquare

from tichu_sim.bots.questions import PLAY as PLAY_QUESTION
from tichu_sim.bots.registry import parse_bot
from tichu_sim.game.combos import PASS, make_play
from tichu_sim.game.events import parse_event
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.patterns import new_patterns
from tichu_sim.game.position import Position, start
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.round import collect
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import TRICK_WAITS
from tichu_sim.jit import u64
from tichu_sim.sim.rows import PLAY

LEAST = 1e-5
"""Smaller chances are not put down to chance."""


GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "standard": ("standard", {}),
    "own trick": ("standard", {"self_overtake": True, "wish_bomb_escape": "off"}),
    "threechu": ("threechu", {}),
    "tientsin": ("tientsin", {}),
    "t52": ("t52", {}),
    "plain aces": ("t52", {"t52_roles": "none"}),
    "tea": ("two_tea", {}),
    "wuerzburg": ("two_wuerzburg", {}),
}


def position_after(record: RoundRecord, events: int) -> Position:
    position = start(record)
    position.walk([parse_event(event, record.rules) for event in record.events[:events]])
    return position


def draws(position: Position, seat: int, n: int) -> Counter[int]:
    """Ask the seat on turn n times, each time with the next of its random numbers."""
    public = position.public[0]
    if public["waiting"] == TRICK_WAITS:
        collect(public, int(public["owner"]))
    own, rules, scratch = (
        position.own[seat],
        settings_of(position.rules),
        new_patterns(position.rules.highest),
    )
    own["random"] = 12345
    bot, view = parse_bot("random"), (rules, public, own, scratch)
    return Counter(bot.answer(PLAY_QUESTION, position.rules, view) for _ in range(n))


def assert_even(position: Position) -> str:
    """Compare many draws with all that is legal; returns what sort of position it was."""
    choices = position.choices()
    # The Dog is there once for each partner who may get the lead (R15.5).
    legal = list({int(make_play(u64(play.cards), play.phoenix)) for play in choices.plays})
    legal += [int(PASS)] if choices.may_pass else []
    wish, waits = int(position.public[0]["wish"]), position.public[0]["waiting"] == TRICK_WAITS
    top = 0 if waits else int(position.public[0]["top_kind"])
    assert choices.seat is not None
    found = draws(position, choices.seat, 40 * len(legal))
    assert set(found) <= set(legal)
    if len(legal) > 1:
        assert chisquare([found[play] for play in legal]).pvalue > LEAST
    return f"{'wish' if wish else 'free'} {min(top, 2)}"


def test_every_legal_play_is_as_likely() -> None:
    seen = compare_draws("standard", 25, 12)
    # Leads, tables with a single and with something longer, with and without a wish.
    assert all(seen[f"free {top}"] > 15 for top in range(3)), seen
    assert sum(seen[f"wish {top}"] for top in range(3)) > 5, seen


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_play_is_as_likely_in_every_game(name: str) -> None:
    seen = compare_draws(name, 5, 5)
    assert sum(seen.values()) > 12


def compare_draws(name: str, rounds: int, each: int) -> Counter[str]:
    """Compare draws at random moments of some rounds."""
    preset, options = GAMES[name]
    rng, seen = random.Random(3), Counter[str]()
    players = make_rules(preset).players
    bots = ",".join(("random:wish=1", "greedy")[player % 2] for player in range(players))
    for record in records(a_run(bots, rounds, 5, preset, options))[:rounds]:
        for events in rng.sample(range(8, len(record.events)), each):
            position = position_after(record, events)
            if position.stage[0]["phase"] == PLAYING and not position.choices().gifts:
                seen[assert_even(position)] += 1
    return seen


@pytest.mark.parametrize(("name", "rate"), [("wish", 0.8), ("wish", 0.3), ("wish", 0.0)])
def test_rate_of_wishes(name: str, rate: float) -> None:
    events = play(a_run(f"random:{name}={rate}", 6000, 9)).events
    with_mah_jong = events[(events["event"] == PLAY) & (events["cards"] & 1 == 1)]
    n = len(with_mah_jong)
    wished = with_mah_jong["wish"] > 0
    assert abs(wished.sum() - rate * n) <= 4 * sqrt(n * rate * (1 - rate))
    if rate:
        ranks = Counter(with_mah_jong["wish"][wished].tolist())
        assert sorted(ranks) == list(range(2, 15))
        assert chisquare(list(ranks.values())).pvalue > LEAST


@pytest.mark.parametrize(("call", "name"), [(3, "great_grand"), (2, "grand")])
def test_rate_of_calls(call: int, name: str) -> None:
    seats = play(a_run(f"random:{name}=0.2", 3000, 10, "great_grand")).seats
    # With the other rates as they are: nearly everybody is asked.
    n = seats["call"].size if call == 3 else int((seats["call"] != 3).sum())
    called = int((seats["call"] == call).sum())
    assert abs(called - 0.2 * n) <= 4 * sqrt(n * 0.16)
