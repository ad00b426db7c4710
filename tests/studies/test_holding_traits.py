"""Traits of eight cards against counts of their tokens."""

import numpy as np
import pytest

from tichu_sim.game.cards import RANKS, SUITS, cards_text, parse_cards
from tichu_sim.jit import u64
from tichu_sim.studies.holding_masks import draw_holdings
from tichu_sim.studies.holding_traits import TRAITS, traits_of


def told(mask: int) -> dict[str, int]:
    """The traits of one holding, from its text."""
    tokens = cards_text(u64(mask)).split()
    count = {
        rank: sum(token[0] == rank and token[1] in SUITS for token in tokens) for rank in RANKS
    }
    row = [int("Mj" in tokens), *(int(count[rank] > 0) for rank in RANKS)]
    flushes = sum(
        any(all(rank + suit in tokens for rank in RANKS[at : at + 5]) for at in range(9))
        for suit in SUITS
    )
    specials = {name: int(token in tokens) for name, token in SPECIALS.items()}
    return {
        **{name: count[rank] for name, rank in TOP.items()},
        **specials,
        "winners": count["A"] + specials["dragon"] + specials["phoenix"],
        "pairs": sum(n == 2 for n in count.values()),
        "triples": sum(n == 3 for n in count.values()),
        "bombs": sum(n == 4 for n in count.values()) + flushes,
        "straight": max(sum(row[at : at + 5]) for at in range(10)),
        "low": sum(count[rank] for rank in "234567"),
        "lone_low": sum(count[rank] == 1 for rank in "234567"),
    }


TOP = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J", "tens": "T"}
SPECIALS = {"dragon": "Dr", "phoenix": "Ph", "dog": "Dg", "mahjong": "Mj"}


def test_drawn_holdings() -> None:
    masks = draw_holdings(np.random.default_rng(3).integers(0, 453_765, 500), seed=5)
    found = traits_of(masks)
    assert tuple(found) == tuple(TRAITS)
    for at, mask in enumerate(masks):
        assert {name: values[at] for name, values in found.items()} == told(int(mask))


@pytest.mark.parametrize(
    ("hand", "name", "value"),
    [
        ("2j3j4j5j6jKsKtKp", "bombs", 1),
        ("2j2s2p2t5s5t5p5j", "bombs", 2),
        ("AjKjQjJjTj9j8j7j", "bombs", 1),
        ("Mj2s3s4s5sDrPhDg", "straight", 5),
        ("Mj2s3s4s6sDrPhDg", "straight", 4),
        ("AjKjQjJjDrPhDgMj", "straight", 4),
        ("2j2s2p7t7s8t9p9j", "lone_low", 0),
    ],
)
def test_holdings_that_are_not_drawn(hand: str, name: str, value: int) -> None:
    assert traits_of([parse_cards(hand)])[name].tolist() == [value]
    assert told(int(parse_cards(hand)))[name] == value
