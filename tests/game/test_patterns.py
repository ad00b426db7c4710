"""The compact form of plays: every pattern stands for exactly its card sets."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from reference.cards import PHOENIX, SPECIALS, number
from reference.combos import combos_of
from reference.legal import Play, playable
from samples.hands import Hand, small_hands, whole_hands
from samples.twin import mask, slow_play

from tichu_sim.game.bombs import fill_bombs
from tichu_sim.game.cards import cards_text, parse_cards
from tichu_sim.game.combos import (
    FULLHOUSE,
    KIND_NAMES,
    PAIR,
    STRAIGHT,
    TRIPLE,
    combo,
    play_cards,
)
from tichu_sim.game.moves import fill_unwished
from tichu_sim.game.patterns import (
    LONE_PHOENIX,
    MOST_PATTERNS,
    bottom_rank,
    count_plays,
    has_rank,
    list_plays,
    make_pattern,
    new_patterns,
    nth_play,
    pattern_kind,
    pattern_length,
    pattern_level,
    pattern_pair,
    pattern_phoenix,
    pattern_play,
    rank_in_hand,
    subset,
    subsets,
    ways,
)
from tichu_sim.game.ranks import rank_cards
from tichu_sim.jit import Mask, u64

Key = tuple[str, int, float, int, int]


def leads(word: Mask) -> list[int]:
    """The patterns of all leads of a hand."""
    out = new_patterns()
    n = fill_unwished(word, 0, 0, 0, out)
    return [int(pattern) for pattern in out["at"][:n]]


def key_of(play: Play) -> Key:
    """What of a play a pattern tells."""
    cards, kind, n, rank, phoenix = play
    assert not isinstance(phoenix, tuple)
    pair = 0
    if kind == "fullhouse":
        ranks = {number(card) for card in cards if card != PHOENIX} | {phoenix or int(rank)}
        (pair,) = ranks - {rank}
    return kind, n, rank, phoenix or (cards == {PHOENIX}), pair


def key(pattern: int) -> Key:
    return (
        KIND_NAMES[pattern_kind(pattern)],
        pattern_length(pattern),
        pattern_level(pattern) / 2,
        pattern_phoenix(pattern),
        pattern_pair(pattern),
    )


def check_patterns(hand: Hand) -> None:
    word = mask(hand)
    slow = Counter(key_of(play) for play in playable(combos_of(hand), None))
    patterns = leads(word)
    assert {key(pattern): ways(word, pattern) for pattern in patterns} == slow
    assert len(patterns) == len(slow)
    for pattern in patterns:
        plays = [u64(pattern_play(word, pattern, k)) for k in range(ways(word, pattern))]
        assert len({int(play_cards(play)) for play in plays}) == len(plays)
        ranks = {rank for rank in range(2, 15) if has_rank(pattern, rank)}
        fields = pattern_kind(pattern), pattern_length(pattern), pattern_level(pattern)
        for play in plays:
            assert play_cards(play) & ~word == 0
            assert combo(play, 0) == fields
            found = slow_play(play)
            assert key_of(found) == key(pattern)
            assert {number(card) for card in found[0] if card not in SPECIALS} == ranks


@settings(derandomize=True, deadline=None, max_examples=250)
@given(small_hands(11))
def test_small_hands(hand: Hand) -> None:
    """R4, R7.10: as many card sets as the twin finds, each of that pattern, all alike in rank."""
    check_patterns(hand)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=150)
@given(whole_hands())
def test_whole_hands(hand: Hand) -> None:
    check_patterns(hand)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(small_hands(10))
def test_the_plays_of_a_list_are_counted_and_drawn_one_by_one(hand: Hand) -> None:
    word, out = mask(hand), new_patterns()
    n = fill_unwished(word, 0, 0, 0, out)
    plays = list_plays(word, out, n)
    assert count_plays(word, out, n) == len(plays) == len(set(plays))
    assert [nth_play(word, out, k) for k in range(len(plays))] == plays


def test_straights_in_one_suit_are_left_out() -> None:
    """R4.9: of 4**5 straights from 2 to 6, four are bombs; of 3 * 4**4 two, one or none."""
    hand = mask([rank + suit for rank in "23456" for suit in "jspt"])
    straight = make_pattern(STRAIGHT, 5, 12, 0, 0)
    assert ways(hand, straight) == 4**5 - 4
    plays = {int(pattern_play(hand, straight, k)) for k in range(4**5 - 4)}
    assert len(plays) == 4**5 - 4
    assert all(combo(u64(play), 0) == (STRAIGHT, 5, 12) for play in plays)
    for missing, suited in (("2j", 3), ("2j 3s", 2), ("2j 3s 4p", 1), ("2j 3s 4p 5t", 0)):
        rest = u64(hand ^ parse_cards(missing))
        sets = 4 ** (5 - len(missing.split())) * 3 ** len(missing.split())
        assert ways(rest, straight) == sets - suited
        found = {int(pattern_play(rest, straight, k)) for k in range(sets - suited)}
        assert found == {play for play in plays if play & ~int(rest) == 0}


def test_the_mah_jong_makes_no_straight_a_bomb() -> None:
    """R5.1: Mah Jong and 2 to 5 of a suit are an ordinary straight, so none is left out."""
    hand = mask(["Mj", "2j", "3j", "4j", "5j", "5s"])
    straight = make_pattern(STRAIGHT, 5, 10, 0, 0)
    assert ways(hand, straight) == 2


@pytest.mark.parametrize("rank", range(2, 15))
def test_subsets_of_a_rank(rank: int) -> None:
    for size in range(5):
        for cards in combinations("jspt", size):
            word = mask(["23456789TJQKA"[rank - 2] + suit for suit in cards])
            assert rank_in_hand(u64(word | parse_cards("Mj Ph")), rank) == word
            for k in range(size + 1):
                n = subsets(size, k)
                assert n == comb(size, k)
                found = {int(subset(word, k, index)) for index in range(n)}
                assert len(found) == n
                assert all(part & ~int(word) == 0 and part.bit_count() == k for part in found)
            if size < 4:
                assert subsets(size, size + 1) == 0


def test_the_mah_jong_is_rank_one() -> None:
    assert rank_in_hand(mask(["Mj", "Dg", "Ph", "Dr"]), 1) == parse_cards("Mj")
    assert rank_cards(1) == parse_cards("Mj Dg Ph Dr")


def test_fields() -> None:
    for kind, length, level, phoenix, pair in (
        (FULLHOUSE, 5, 28, 13, 13),
        (PAIR, 2, 4, 2, 0),
        (TRIPLE, 3, 28, 0, 0),
        (STRAIGHT, 14, 28, 14, 0),
    ):
        pattern = make_pattern(kind, length, level, phoenix, pair)
        assert key(pattern) == (KIND_NAMES[kind], length, level / 2, phoenix, pair)
    assert bottom_rank(make_pattern(STRAIGHT, 14, 28, 14, 0)) == 1
    assert make_pattern(1, 1, 3, LONE_PHOENIX, 0) in leads(mask(["Ph"]))


# Found by climbing from many random hands: swap the card that adds the most, until none does.
FULLEST = {
    14: ("Mj 2j 3j 4t 5p 6j 7j 8j 9s Tt Jp Qt Kj Ph", 417),
    15: ("Mj 2t 3p 4t 5j 6t 7j 8j 9s Tj Jt Qt Ks Aj Ph", 513),
    17: ("Mj 2s 3s 4s 5s 6s 7s 8j 8s 8t 9s Ts Js Qs Ks As Ph", 569),
    20: ("Mj 2j 3j 4j 5j 6j 6t 7j 7s 8j 8s 9j 9s Tj Ts Jj Qj Kj Aj Ph", 638),
}


@pytest.mark.parametrize("size", FULLEST)
def test_the_fullest_hands_fit(size: int) -> None:
    """Hands of up to twenty cards (R18.1) leave room in `PATTERNS`."""
    text, most = FULLEST[size]
    word = parse_cards(text)
    assert cards_text(word) == text
    assert len(leads(word)) == most <= MOST_PATTERNS
    assert word.bit_count() == size


def neighbours(word: int) -> list[int]:
    inside = [1 << place for place in range(56) if word >> place & 1]
    outside = [1 << place for place in range(56) if not word >> place & 1]
    return [word ^ card ^ other for card in inside for other in outside]


@pytest.mark.parametrize("size", FULLEST)
def test_no_neighbour_of_the_fullest_hands_is_fuller(size: int) -> None:
    text, most = FULLEST[size]
    out = new_patterns()
    for word in neighbours(int(parse_cards(text))):
        assert fill_unwished(u64(word), 0, 0, 0, out) <= most


@settings(derandomize=True, deadline=None, max_examples=60)
@given(whole_hands())
def test_bombs_follow_the_other_leads(hand: Hand) -> None:
    word, out = mask(hand), new_patterns()
    n = fill_bombs(word, 0, 0, 0, out, 0)
    bombs = [int(pattern) for pattern in out["at"][:n]]
    patterns = leads(word)
    assert patterns[len(patterns) - n :] == bombs
