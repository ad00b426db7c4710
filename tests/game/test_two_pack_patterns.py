"""The compact form of plays of two packs: every pattern stands for exactly its plays."""

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest
from reference.two_packs import NUMBER, Play, plays_of
from samples.two_packs import Hand, any_hand, masks, near_hand, slow_play

from tichu_sim.game.combos import FULLHOUSE, KIND_NAMES, PAIRSEQ, STRAIGHT
from tichu_sim.game.patterns import (
    LONE_PHOENIX,
    has_rank,
    make_pattern,
    pattern_kind,
    pattern_length,
    pattern_level,
    pattern_pair,
    pattern_phoenix,
    pattern_second,
    with_second,
)
from tichu_sim.game.two_pack_moves import fill_unwished_two
from tichu_sim.game.two_pack_patterns import (
    MOST_TWO_PACK_PATTERNS,
    choice,
    choices,
    count_plays_two,
    list_plays_two,
    needed_two,
    new_two_pack_patterns,
    nth_play_two,
    pattern_play_two,
    ways_two,
)
from tichu_sim.game.two_packs import FIRST_PACK, SECOND_PACK, two_cards_text
from tichu_sim.jit import Mask, u64

Key = tuple[str, int, float, int, int, int]

OUT = new_two_pack_patterns()


def leads(word: Mask, twice: Mask) -> list[int]:
    """The patterns of all leads of a hand."""
    n = fill_unwished_two(word, twice, 0, 0, 0, OUT)
    return [int(pattern) for pattern in OUT["at"][:n]]


def naturals(play: Play) -> Counter[int]:
    return Counter(NUMBER[card] for card in play.cards if card in NUMBER)


def key_of(play: Play) -> Key:
    """What of a play a pattern tells."""
    pair = 0
    if play.kind == "fullhouse":
        (pair,) = {*naturals(play), *play.phoenixes} - {play.rank}
    phoenix, second = (*play.phoenixes, 0, 0)[:2]
    return play.kind, play.n, play.rank, phoenix or int(play.cards == ("Ph",)), second, int(pair)


def key(pattern: int) -> Key:
    return (
        KIND_NAMES[pattern_kind(pattern)],
        pattern_length(pattern),
        pattern_level(pattern) / 2,
        pattern_phoenix(pattern),
        pattern_second(pattern),
        pattern_pair(pattern),
    )


def check_patterns(hand: Hand) -> None:
    words = masks(hand)
    slow = Counter(key_of(play) for play in plays_of(hand))
    patterns = leads(*words)
    assert {key(pattern): ways_two(*words, pattern) for pattern in patterns} == slow
    assert len(patterns) == len(slow)
    for pattern in patterns:
        n = ways_two(*words, pattern)
        plays = [pattern_play_two(*words, pattern, k) for k in range(n)]
        assert len(set(plays)) == n
        needed = {rank: needed_two(pattern, rank) for rank in range(1, 15)}
        assert all(has_rank(pattern, rank) == (needed[rank] > 0) for rank in range(2, 15))
        for play in plays:
            found = slow_play(*play, 0)
            assert key_of(found) == key(pattern)
            assert naturals(found) == Counter({r: k for r, k in needed.items() if k})


def test_near_hands() -> None:
    """R4, R7.10, R16.10 to R16.13: as many plays as the brute force finds, all alike in rank."""
    rng = random.Random(1)
    for _ in range(300):
        check_patterns(near_hand(rng, 8))


def test_hands_of_both_packs() -> None:
    rng = random.Random(2)
    for _ in range(60):
        check_patterns(any_hand(rng, 10))


def test_the_plays_of_a_list_are_counted_and_drawn_one_by_one() -> None:
    rng = random.Random(3)
    for _ in range(100):
        words = masks(near_hand(rng, 8))
        n = fill_unwished_two(*words, 0, 0, 0, OUT)
        plays = list_plays_two(*words, OUT, n)
        assert count_plays_two(*words, OUT, n) == len(plays) == len(set(plays))
        assert [nth_play_two(*words, OUT, k) for k in range(len(plays))] == plays


def test_straights_in_one_suit_are_left_out() -> None:
    """R4.9: as in one pack, however often the cards are held."""
    hand = masks(tuple(2 * [rank + suit for rank in "23456" for suit in "jspt"]))
    straight = make_pattern(STRAIGHT, 5, 12, 0, 0)
    n = ways_two(*hand, straight)
    assert n == 4**5 - 4
    assert len({pattern_play_two(*hand, straight, k) for k in range(n)}) == n


@pytest.mark.parametrize("suits", ["", "j", "s", "js", "jp", "jsp", "spt", "jspt"])
def test_choices_of_a_rank(suits: str) -> None:
    """One to three cards of a rank, of which any may be held twice."""
    for doubled in range(1 << len(suits)):
        twice = [suit for place, suit in enumerate(suits) if doubled >> place & 1]
        word, twice_word = masks(tuple("8" + suit for suit in (*suits, *twice)))
        for k in range(4):
            sets = combinations_with_replacement(suits, k)
            expected = {
                " ".join("8" + suit for suit in some)
                for some in sets
                if all(some.count(suit) <= 1 + (suit in twice) for suit in some)
            }
            n = choices(len(suits), len(twice), k)
            found = [choice(word, twice_word, k, index) for index in range(n)]
            texts = [two_cards_text(u64(some), u64(again)) for some, again in found]
            assert sorted(texts) == sorted(expected)


def test_fields() -> None:
    for kind, length, level, phoenix, second, pair in (
        (FULLHOUSE, 5, 28, 13, 13, 13),
        (STRAIGHT, 14, 28, 14, 2, 0),
        (PAIRSEQ, 22, 28, 14, 14, 0),
    ):
        pattern = with_second(make_pattern(kind, length, level, phoenix, pair), second)
        assert key(pattern) == (KIND_NAMES[kind], length, level / 2, phoenix, second, pair)
    assert make_pattern(1, 1, 3, LONE_PHOENIX, 0) in leads(*masks(("Ph", "Ph")))


# Found by climbing from many random hands: swap the card that adds the most, until none does.
FULLEST = {
    16: ("Mj 2p 3p 4j 5t 6s 7t 8j 9p Tt Jp Qp Kt At Ph Ph", 2158),
    22: ("Mj 2t 3t 4t 5s 5t 6s 6t 7p 7t 8j 8t 9p 9t Tp Tt Jt Qt Kt At Ph Ph", 2646),
}


def neighbours(hand: Hand) -> set[tuple[int, int]]:
    """All hands with one card of a hand replaced."""
    word, twice = (int(w) for w in masks(hand))
    found = set()
    for place in range(56):
        gone = 1 << place
        if not word & gone:
            continue
        less = (word, twice & ~gone) if twice & gone else (word & ~gone, twice)
        for other in range(56):
            card = 1 << other
            if int(FIRST_PACK) & card & ~less[0]:
                found.add((less[0] | card, less[1]))
            elif int(SECOND_PACK) & card & ~less[1]:
                found.add((less[0], less[1] | card))
    return found


@pytest.mark.parametrize("size", FULLEST)
def test_the_fullest_hands_fit(size: int) -> None:
    """Hands of up to twenty-two cards leave room, and no neighbour of the fullest is fuller."""
    text, most = FULLEST[size]
    hand = tuple(text.split())
    assert len(hand) == size
    assert len(leads(*masks(hand))) == most <= MOST_TWO_PACK_PATTERNS
    for word, twice in neighbours(hand):
        assert fill_unwished_two(u64(word), u64(twice), 0, 0, 0, OUT) <= most
