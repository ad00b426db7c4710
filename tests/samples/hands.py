"""Hands for hypothesis: small ones full of combinations, whole ones with bombs."""

import random

from hypothesis import strategies as st
from reference.rounds import random_hands, small_hand

from samples.twin import PACK

Hand = tuple[str, ...]

seeds = st.integers(0, 2**32 - 1)


def _size(rng: random.Random, most: int) -> int:
    return max(rng.randint(1, most), rng.randint(1, most))


def _small(seed: int, most: int) -> Hand:
    rng = random.Random(seed)
    return tuple(small_hand(rng, _size(rng, most)))


def _plain(seed: int, most: int) -> Hand:
    rng = random.Random(seed)
    return tuple(rng.sample(PACK, _size(rng, most)))


def _whole(seed: int) -> Hand:
    rng = random.Random(seed)
    return tuple(random_hands(rng, rich=rng.random() < 0.8)[0])


def small_hands(most: int = 11) -> st.SearchStrategy[Hand]:
    """Hands of up to so many cards, most of them close together in rank."""
    near = seeds.map(lambda seed: _small(seed, most))
    return st.one_of(near, near, seeds.map(lambda seed: _plain(seed, most)))


def whole_hands() -> st.SearchStrategy[Hand]:
    """Fourteen cards, often with a bomb or two."""
    return seeds.map(_whole)
