"""The generator of legal plays against the slow twin: random hands, tables and wishes."""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from reference.cards import SPECIALS, number
from reference.combos import Combo, Entry, combos_of, is_bomb
from reference.legal import after_wish, holds_wished, only_bombs, playable
from samples.hands import Hand, small_hands, whole_hands
from samples.twin import ESCAPES, Top, all_tops, fast_top, mask, slow_play

from tichu_sim.game.bombs import bomb_cards, fill_bombs, has_bomb
from tichu_sim.game.moves import fill_plays, fill_unwished, must_fulfil
from tichu_sim.game.patterns import list_plays, new_patterns
from tichu_sim.jit import Mask

TOPS = all_tops()


@cache
def slow(play: int, level: int) -> object:
    return slow_play(play, level)


def tables(rng: random.Random, combos: list[Entry], most: int) -> Iterator[Top | None]:
    """A lead, tables that the hand may have something for, and some others."""
    held = {(reading.kind, reading.n) for _, reading in combos}
    phoenix = any("Ph" in cards for cards, _ in combos)
    possible = [top for top in TOPS if not phoenix or top[2] % 1 == 0]  # there is one Phoenix
    near = [top for top in possible if top[:2] in held]
    yield None
    yield from rng.sample(near, min(most, len(near)))
    yield from rng.sample(possible, most // 3)


def wishes(rng: random.Random, hand: Hand) -> list[int]:
    """No wish, ranks that are held, and any."""
    held = sorted({number(card) for card in hand if card not in SPECIALS})
    return [0, *rng.sample(held, min(2, len(held))), rng.randint(2, 14)]


def check_table(
    hand: Hand, word: Mask, combos: list[Entry], top: Top | None, wish: int
) -> set[str]:
    """Compare one table and wish with the twin; returns what could be seen there."""
    out, table = new_patterns(), fast_top(top)
    slow_top = None if top is None else Combo(*top)
    possible = playable(combos, slow_top)
    n = fill_unwished(word, *table, out)
    unwished = [slow(play, table[2]) for play in list_plays(word, out, n)]
    assert len(unwished) == len(possible)
    assert set(unwished) == possible
    bound = any(holds_wished(play[0], wish or None) for play in possible)
    assert must_fulfil(word, *table, wish, out) == bound
    seen = {"must"} if bound else set()
    for name, escape in ESCAPES.items():
        plays, may_pass = after_wish(possible, slow_top, wish or None, name)
        n, passes = fill_plays(word, *table, wish, escape, out)
        found = [slow(play, table[2]) for play in list_plays(word, out, n)]
        assert passes == may_pass, (hand, top, wish, name)
        assert len(found) == len(plays)
        assert set(found) == plays, (hand, top, wish, name)
        if bound and any(not holds_wished(play[0], wish) for play in plays):
            seen.add(f"escape {name}")
    if top is not None:
        n = fill_bombs(word, *table, out, 0)
        assert {slow(play, 0) for play in list_plays(word, out, n)} == only_bombs(possible)
        seen |= {"bomb"} if n else set()
    return seen


def check_hand(hand: Hand, most: int) -> set[str]:
    rng, word = random.Random(" ".join(hand)), mask(hand)
    combos = combos_of(hand)
    bombs = [cards for cards, reading in combos if is_bomb(reading.combo)]
    assert has_bomb(word) == bool(bombs)
    assert bomb_cards(word) == mask(frozenset().union(*bombs))
    seen: set[str] = set()
    for top in tables(rng, combos, most):
        for wish in wishes(rng, hand):
            seen |= check_table(hand, word, combos, top, wish)
    return seen


@settings(derandomize=True, deadline=None, max_examples=120)
@given(small_hands(10))
def test_small_hands(hand: Hand) -> None:
    """R4, R5, R6.3, R7.6 to R7.11, R9, R10.1."""
    check_hand(hand, 6)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=700)
@given(small_hands(12))
def test_many_small_hands(hand: Hand) -> None:
    check_hand(hand, 9)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=250)
@given(whole_hands())
def test_whole_hands(hand: Hand) -> None:
    check_hand(hand, 9)


@pytest.mark.parametrize(
    ("text", "top", "wish", "seen"),
    [
        ("8j 8s 8p 8t 9j Tp", None, 0, set()),
        ("8j 8s 8p 8t 9j Tp", None, 9, {"must", "escape follow_and_lead"}),
        ("8j 8s 8p 8t 9j Tp", None, 11, set()),
        (
            "8j 8s 8p 8t 9j Tp",
            ("single", 1, 1.5),
            9,
            {"must", "bomb", "escape follow", "escape follow_and_lead"},
        ),
        ("8j 8s 8p 8t 9j Tp", ("pair", 2, 3), 9, {"bomb"}),
        ("8j 8s 8p 8t 9j Tp", ("pair", 2, 3), 8, {"must", "bomb"}),
        ("8j 8s 8p 8t 9j Tp", ("pair", 2, 9), 8, {"must", "bomb"}),
        ("8j 8s 8p 8t 9j Tp", ("quad", 4, 9), 8, set()),
        ("8j 9s Tp Jj Ph Dr", ("straight", 5, 9), 12, set()),
        ("8j 9s Tp Jj Ph Dr", ("straight", 5, 9), 11, {"must"}),
        ("8j 9s Tp Jj Ph Dr", ("straight", 5, 12), 11, set()),
        ("8j 9s Tp Jj Ph Dr", ("single", 1, 14), 11, set()),
        ("2j 3j 4j 5j 6j 7s", ("single", 1, 20), 4, {"must", "bomb"}),
        ("2j 3j 4j 5j 6j 7s", ("single", 1, 20), 7, {"bomb"}),
    ],
)
def test_wish_and_bomb(text: str, top: Top | None, wish: int, seen: set[str]) -> None:
    """R7.6 to R7.11, A17: when somebody must, may bomb, or may bomb instead."""
    hand = tuple(text.split())
    assert check_table(hand, mask(hand), combos_of(hand), top, wish) == seen
