"""The legal plays of hands of two packs against the brute force: random hands, tables, wishes."""

import random
from collections import Counter

import numpy as np
from reference.two_packs import (
    BOMBS,
    NUMBER,
    ORDER,
    Play,
    Table,
    after_wish,
    fulfils,
    playable,
    plays_of,
)
from samples.twin import ESCAPES, all_tops
from samples.two_packs import Hand, any_hand, fast_table, masks, near_hand, random_table, slow_play

from tichu_sim.game.bombs import fill_bombs
from tichu_sim.game.combos import beats, play_cards
from tichu_sim.game.moves import ESCAPE_FOLLOW, fill_plays
from tichu_sim.game.patterns import (
    list_plays,
    new_patterns,
    pattern_kind,
    pattern_length,
    pattern_level,
)
from tichu_sim.game.two_pack_moves import fill_plays_two, fill_unwished_two, must_fulfil_two
from tichu_sim.game.two_pack_patterns import count_plays_two, list_plays_two, new_two_pack_patterns
from tichu_sim.game.two_packs import read_two
from tichu_sim.jit import u64

OUT = new_two_pack_patterns()

ONE_PACK_TABLES = [table for table in all_tops() if table[2] < 20]
"""A Dragon lies there for good only in one pack (R16.11)."""


def listed(hand: Hand, n: int, table: Table | None) -> list[Play]:
    """The first n patterns as the twin's plays: each once, counted, and what its pattern says."""
    words, level = masks(hand), fast_table(table)[2]
    plays = list_plays_two(*words, OUT, n)
    assert count_plays_two(*words, OUT, n) == len(plays) == len(set(plays))
    found = [slow_play(*play, level) for play in plays]
    patterns = [int(pattern) for pattern in np.repeat(OUT["at"][:n], OUT["ways"][:n])]
    assert [fast_table(play.table) for play in found] == [
        (pattern_kind(pattern), pattern_length(pattern), pattern_level(pattern))
        for pattern in patterns
    ]
    return found


def unwished(hand: Hand, table: Table | None) -> set[Play]:
    """What a hand may play whatever the wish, each play listed once."""
    found = listed(hand, fill_unwished_two(*masks(hand), *fast_table(table), OUT), table)
    assert len(found) == len(set(found)), (hand, table)
    return set(found)


def legal(
    hand: Hand, table: Table | None, wish: int, escape: int = ESCAPE_FOLLOW
) -> tuple[set[Play], bool]:
    """What a hand may play, and whether it may pass."""
    n, may_pass = fill_plays_two(*masks(hand), *fast_table(table), wish, escape, OUT)
    found = listed(hand, n, table)
    assert len(found) == len(set(found)), (hand, table, wish)
    return set(found), may_pass


def random_wish(rng: random.Random, hand: Hand) -> int:
    held = [NUMBER[card] for card in hand if card not in ("Mj", "Ph", "Dr")]
    return rng.choice([*held, 0, rng.randint(2, 14)])


def check(rng: random.Random, hand: Hand, tables: int) -> Counter[str]:
    """Compare a lead and some tables with the brute force; returns what could be seen there."""
    leads, words, seen = plays_of(hand), masks(hand), Counter[str]()
    for table in [None, *(random_table(rng, leads) for _ in range(tables))]:
        possible, wish = playable(leads, table), random_wish(rng, hand)
        assert unwished(hand, table) == possible, (hand, table)
        bound = any(fulfils(play, wish) for play in possible)
        assert must_fulfil_two(*words, *fast_table(table), wish, OUT) == bound
        for name, escape in ESCAPES.items():
            expected = after_wish(possible, table is None, wish, name)
            assert legal(hand, table, wish, escape) == expected, (hand, table, wish, name)
            seen["wish"] += bound and expected[0] != possible
            seen[f"escape {name}"] += bound and not all(fulfils(play, wish) for play in expected[0])
        n = fill_bombs(words[0], *fast_table(table), OUT, 0)
        bombs = {play for play in possible if play.kind in BOMBS}
        assert set(listed(hand, n, table)) == bombs
        seen["bomb on a bomb"] += len(bombs) if table and table[0] in BOMBS else 0
        for play in possible:
            seen[f"{play.kind} {len(play.phoenixes)}"] += 1
            natural = [card for card in play.cards if card != "Ph"]
            seen[f"identical {play.kind}"] += len(set(natural)) < len(natural)
            seen["Dragon on Dragon"] += play.kind == "single" and play.rank == 21
            seen["Phoenix on Phoenix"] += bool(table and table[2] == 1.5 and play.rank == 2)
    return seen


COMMON = (
    *("single 0", "pair 0", "pair 1", "triple 0", "triple 1", "triple 2", "quad 0", "sflush 0"),
    *(f"{kind} {n}" for kind in ("pairseq", "fullhouse", "straight") for n in range(3)),
    *("identical pair", "identical triple", "identical pairseq", "identical fullhouse"),
    *("bomb on a bomb", "wish", "escape follow", "escape follow_and_lead"),
    *("Dragon on Dragon", "Phoenix on Phoenix"),
)
"""What the random hands must show often, and (the numbers of Phoenixes) all they may show."""


def test_near_hands() -> None:
    """R4, R5, R6.3, R7.6 to R7.11, R9, R16.10 to R16.13: hands of up to eight cards or more."""
    rng, seen = random.Random(1), Counter[str]()
    for _ in range(1500):
        seen += check(rng, near_hand(rng, 8), 2)
    assert {name for name, n in seen.items() if n} == set(COMMON)
    assert all(seen[name] >= 30 for name in COMMON), seen


def test_hands_of_both_packs() -> None:
    rng = random.Random(2)
    for _ in range(150):
        check(rng, any_hand(rng, 9), 2)


def test_one_pack_is_a_special_case() -> None:
    """R16.1: with nothing twice, the plays are those of `moves`."""
    rng, out = random.Random(3), new_patterns()
    for _ in range(150):
        hand = tuple(rng.sample(list(ORDER), 11))
        word, nothing = masks(hand)
        for table in [None, *rng.sample(ONE_PACK_TABLES, 5)]:
            top, wish = fast_table(table), random_wish(rng, hand)
            n, may_pass = fill_plays(word, *top, wish, ESCAPE_FOLLOW, out)
            expected = [(play, 0) for play in list_plays(word, out, n)]
            n, passes = fill_plays_two(word, nothing, *top, wish, ESCAPE_FOLLOW, OUT)
            assert passes == may_pass
            found = list_plays_two(word, nothing, OUT, n)
            assert sorted(found) == sorted(expected), (hand, table, wish)


def test_hands_of_sixteen_cards() -> None:
    """The most that seven players get: every play is different, is what it says, and beats."""
    rng = random.Random(4)
    for _ in range(40):
        hand = any_hand(rng, 16)
        words = masks(hand)
        top = rng.choice(((0, 0, 0), (0, 0, 0), (1, 1, 9), (2, 2, 8), (5, 5, 8)))
        n = fill_unwished_two(*words, *top, OUT)
        plays = [(u64(play), u64(second)) for play, second in list_plays_two(*words, OUT, n)]
        assert len({(int(play), int(second)) for play, second in plays}) == len(plays)
        for play, second in plays:
            assert play_cards(play) & ~words[0] == 0
            assert play_cards(second) & ~words[1] == 0
            assert beats(*read_two(play, second, top[2]), *top)


def shown(cards: str, table: Table | None, wish: int = 0) -> set[tuple[str, tuple[int, ...]]]:
    """What may be played, as cards and the Phoenixes' ranks."""
    plays, _ = legal(tuple(cards.split()), table, wish)
    return {(" ".join(play.cards), play.phoenixes) for play in plays}


def test_a_second_dragon_beats_the_first() -> None:
    """R16.11; a Phoenix never does (R9.1), and a bomb does (R5.2)."""
    assert shown("As Ph Dr", ("single", 1, 20)) == {("Dr", ())}
    assert shown("As Ph 2j 2s 2p 2t", ("single", 1, 21)) == {("2j 2s 2p 2t", ())}


def test_a_phoenix_on_a_phoenix() -> None:
    """R16.13: half a point more, so that the 9 no longer beats it."""
    assert shown("9j Ph", ("single", 1, 8.5)) == {("9j", ()), ("Ph", ())}
    plays, _ = legal(("9j", "Ph"), ("single", 1, 8.5), 0)
    assert {play.rank for play in plays} == {9}
    assert shown("9j Tj", ("single", 1, 9)) == {("Tj", ())}
    assert shown("Aj Ph", ("single", 1, 14.5)) == {("Ph", ())}


def test_identical_cards_are_one_play() -> None:
    assert shown("9j 9j", ("single", 1, 8)) == {("9j", ())}
    assert shown("9j 9j 9s 9s", ("pair", 2, 8)) == {("9j 9j", ()), ("9j 9s", ()), ("9s 9s", ())}
    assert shown("9j 9j 9s 9s", ("triple", 3, 8)) == {("9j 9j 9s", ()), ("9j 9s 9s", ())}


def test_identical_straight_flushes_do_not_beat_each_other() -> None:
    """R16.12, R5.3."""
    assert shown("3j 4j 5j 6j 7j", ("sflush", 5, 7)) == set()
    assert shown("3j 4j 5j 6j 7j", ("sflush", 5, 6)) == {("3j 4j 5j 6j 7j", ())}


def test_four_of_a_rank_bomb_only_with_four_suits() -> None:
    """R16.12: each of two equal bombs is one play, and one suit twice is none."""
    assert shown("9j 9j 9s 9t Ph", ("single", 1, 20)) == set()
    assert shown("9j 9j 9s 9s 9p 9p 9t 9t", ("single", 1, 20)) == {("9j 9s 9p 9t", ())}


def test_a_wish_may_need_both_phoenixes() -> None:
    """R7.10: a real card of the rank with Phoenixes elsewhere is compulsory, the Phoenix is not."""
    hand, table = "5j 6s 8p Ph Ph", ("straight", 5, 7)
    assert shown(hand, table, 6) == {(hand, (9, 7)), (hand, (7, 4))}
    assert not legal(tuple(hand.split()), table, 6)[1]
    assert legal(tuple(hand.split()), table, 7)[1]


def test_full_houses_whose_pair_is_wholly_of_phoenixes() -> None:
    """R16.13: three natural cards over any other rank."""
    found = shown("8j 8j 8s Ph Ph", ("fullhouse", 5, 7))
    assert found == {("8j 8j 8s Ph Ph", (pair, pair)) for pair in range(2, 15) if pair != 8}
