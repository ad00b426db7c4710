"""Every deal of every game is equally likely (R2.2, R15.2, R16.6, R17.5, R18.1): counted by card.

How often a card comes to a place after the dealer, before or after the window, makes a table whose
margins are fixed; Pearson's statistic of such tables, scaled by (n - 1) / n, is a chi-square.
"""

from collections.abc import Iterator
from threading import Event

import numpy as np
import pytest
from samples.family import rules_of
from scipy.stats import chi2

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs
from tichu_sim.jit import Array, u64
from tichu_sim.sim.blocks import play_block
from tichu_sim.sim.run import make_run

LEAST = 1e-4
"""Smaller chances, on either side, are not put down to chance."""

GAMES = ["standard", "threechu", "tientsin", "five", "seven", "twelve", "t52"]
GAMES += ["t52, plain aces", "tea", "wuerzburg"]


def words(rules: Rules, rows: Array, name: str) -> list[Array]:
    """The masks of a hand by (round, seat): its cards, and those that are in it twice."""
    return [rows[name], rows[f"{name}_2"]] if has_two_packs(rules) else [rows[name]]


def by_card(masks: list[Array]) -> Array:
    """How often each card is there: (rounds, cards)."""
    bits = u64(1) << np.arange(N_CARDS, dtype=np.uint64)
    found: Array = sum((mask[:, None] & bits != 0).astype(np.int64) for mask in masks)
    return found


def slots(rules: Rules, rounds: Array, rows: Array) -> Iterator[Array]:
    """The cards of each place after the dealer, before the window and after it: (rounds, cards)."""
    dealer, every = rounds["dealer"].astype(int), np.arange(len(rounds))
    pack = settings_of(rules)["pack"][: settings_of(rules)["n_cards"]]
    left = np.bincount(pack % N_CARDS, minlength=N_CARDS)
    rest = np.tile(left, (len(rounds), 1))
    for place in range(rules.seats):
        seat = (dealer + place) % rules.seats if rules.players == rules.seats else place
        hand = rows[every, seat]
        first = by_card([hand["first"]])
        dealt = by_card(words(rules, hand, "dealt"))
        yield first
        yield dealt - first
        rest = rest - dealt
    yield rest


@pytest.mark.parametrize("name", GAMES)
def test_every_card_comes_everywhere(name: str) -> None:
    rules, rounds = rules_of(name), 8_000
    run = make_run(rules, parse_bots("greedy", rules.players), 51, rounds)
    played = play_block(run, 0, run.units, logging=False, stop=Event())
    columns = list(slots(rules, played.rounds, played.seats))
    sizes = [column.sum(axis=1) for column in columns]
    assert all((size == size[0]).all() for size in sizes)
    kept = [column.sum(axis=0) for column, size in zip(columns, sizes, strict=True) if size[0]]
    table = np.array(kept).T
    table = table[table.any(axis=1)]
    n = int(settings_of(rules)["n_cards"])
    assert table.sum() == n * len(played.rounds)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    statistic = ((table - expected) ** 2 / expected).sum() * (n - 1) / n
    chance = chi2.sf(statistic, (table.shape[0] - 1) * (table.shape[1] - 1))
    assert LEAST < chance < 1 - LEAST
