"""Cards of two packs, what plays of them are, and their Phoenixes (R16.1, R16.10 to R16.13)."""

import random
from itertools import product

import pytest
from reference.two_packs import ORDER, choices_of, readings
from reference.two_packs import beats as slow_beats
from samples.two_packs import BOTH_PACKS, Hand, any_hand, fast_table, masks, near_hand

from tichu_sim.errors import InputError
from tichu_sim.game.cards import MAHJONG, NONE, PHOENIX, cards_text, parse_cards
from tichu_sim.game.combos import KIND_NAMES, NO_COMBO, beats, make_play, play_cards, play_phoenix
from tichu_sim.game.two_pack_phoenix import all_readings_two, declared_two, highest_reading_two
from tichu_sim.game.two_packs import (
    FIRST_PACK,
    SECOND_PACK,
    count_two,
    make_play_two,
    parse_two_cards,
    phoenixes,
    read_two,
    two_cards_text,
)
from tichu_sim.jit import u64

RANKS = (*range(17), 64, 255)
"""More than a Phoenix can stand for: a bot may answer with anything."""

Found = set[tuple[str, int, float, tuple[int, ...]]]


def fast_readings(hand: Hand) -> Found:
    """Whatever two ranks, in whatever order, make of the cards."""
    word, twice = masks(hand)
    ranks = RANKS if word & PHOENIX else (0, 2, 8)
    found: Found = set()
    for first, lower in product(ranks, ranks):
        play, second = make_play(word, first), make_play(twice, lower)
        kind, n, level = read_two(u64(play), u64(second), 0)
        if kind != NO_COMBO:
            phoenix = tuple(rank for rank in (first, lower) if rank)
            found.add((KIND_NAMES[kind], n, level / 2, phoenix))
    return found


def slow_readings(hand: Hand) -> Found:
    return {(play.kind, play.n, play.rank, play.phoenixes) for play in readings(hand)}


def random_hand(rng: random.Random, most: int) -> Hand:
    return near_hand(rng, most) if rng.random() < 0.9 else any_hand(rng, most)


def test_every_choice_of_a_hand_is_what_the_brute_force_says() -> None:
    """R4, R5.1, R16.12, R16.13: every reading in its one order, and nothing else."""
    rng, seen = random.Random(1), set()
    for _ in range(150):
        for cards in choices_of(random_hand(rng, 6)):
            if cards not in seen:
                assert fast_readings(cards) == slow_readings(cards), cards
                seen.add(cards)
    assert len(seen) > 5000


@pytest.mark.parametrize(
    "cards",
    [
        "Ph",
        "Ph Ph",
        "Dr Dr",
        "Dr Ph Ph",
        "Mj Ph Ph",
        "Mj 2j Ph Ph",
        "Mj 3j 4s Ph Ph",
        "8j 8j",
        "8j 8j 8s 8s",
        "8j 8j 8s 8s Ph",
        "8j 8s 8p 8t",
        "8j 8j 8s 8p 8t",
        "8j 8j 8s 8s 8p 8p 8t 8t Ph Ph",
        "8j 8j 8s Ph Ph",
        "8j 8s Ph Ph",
        "8j 8s 8p Ph",
        "8j 8j 8s 8s 9j 9j",
        "2j 3j 4j 5j Ph Ph",
        "2j 3j 4j 5j 6j 6j",
        "Qj Kj Aj Ph Ph",
        "Mj 2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj",
        "Mj 2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Ph Ph",
        "2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj Ph",
        "2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj Ph Ph",
        "2j 2j 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s 9p 9p Tt Tj Js Js Qj Qj",
        "2j 2j 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s 9p 9p Tt Tj Js Js Ph Ph",
        "2j 2j 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s 9p 9p Tt Tj Js Ks Ph Ph",
    ],
)
def test_long_and_strange_cards(cards: str) -> None:
    split = tuple(cards.split())
    assert fast_readings(split) == slow_readings(split)


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("8j 8j", "pair"),
        ("8j 8j 8s", "triple"),
        ("8j 8s 8p 8t", "quad"),
        ("8j 8j 8s 8p", "none"),
        ("8j 8j 8s 8s", "none"),
        ("8j 8j 8s 8p 8t", "none"),
        ("8j 8j 8s 9t 9t", "fullhouse"),
        ("8j 8j 9t 9t", "pairseq"),
        ("4j 5j 6j 7j 8j", "sflush"),
        ("4j 5j 6j 7j 8s", "straight"),
    ],
)
def test_identical_cards_and_bombs(cards: str, kind: str) -> None:
    """R16.10, R16.12: identical cards are equal ranks, but bombs need four suits."""
    assert KIND_NAMES[read_two(*masks(tuple(cards.split())), 0)[0]] == kind


def test_words_that_are_no_play() -> None:
    """Cards twice that are not there once, a second Mah Jong, a Dog, no cards."""
    eight = u64(parse_cards("8j"))
    for play, second in ((eight, parse_cards("8s")), (NONE, eight), (NONE, NONE)):
        assert read_two(u64(play), u64(second), 0) == (NO_COMBO, 0, 0)
    assert read_two(MAHJONG, MAHJONG, 0) == (NO_COMBO, 0, 0)
    dog = u64(parse_cards("Dg"))
    assert read_two(dog, NONE, 0) == (NO_COMBO, 0, 0)
    assert read_two(u64(dog | eight), eight, 0) == (NO_COMBO, 0, 0)


def test_singles_on_every_single() -> None:
    """R9.1, R9.2, R16.11, R16.13: also on a second Phoenix and on the Dragons."""
    tables = [("single", 1, rank / 2) for rank in (*range(2, 31), 40, 42)]
    singles = ["Mj", "Ph", "Dr", *(rank + "j" for rank in "23456789TJQKA")]
    for table, card in product(tables, singles):
        top = fast_table(table)
        found = read_two(*masks((card,)), top[2])
        slow = readings((card,), table)
        assert beats(*found, *top) == any(slow_beats(table, play.table) for play in slow)
        assert all(fast_table(play.table) == found for play in slow)


def test_everything_against_everything() -> None:
    """R4.3, R5.2, R5.3, R16.12: plays of one hand in all pairs of tables."""
    rng = random.Random(2)
    tables = set()
    for _ in range(60):
        tables |= {
            play.table for cards in choices_of(near_hand(rng, 6)) for play in readings(cards)
        }
    for table, other in product(sorted(tables), sorted(tables)):
        assert beats(*fast_table(other), *fast_table(table)) == slow_beats(table, other)


def test_the_highest_reading() -> None:
    """R4.7: the highest comparison rank, then the highest first and then second Phoenix."""
    rng = random.Random(3)
    for _ in range(50):
        for cards in choices_of(random_hand(rng, 6)):
            words = masks(cards)
            plays = readings(cards)
            assert len({(play.kind, play.n) for play in plays}) <= 1
            best = max((play.rank, play.phoenixes) for play in plays) if plays else (0, ())
            ranks = (*best[1], 0, 0)[:2]
            assert highest_reading_two(*words) == ranks, cards
            declared = make_play_two(*words, *ranks)
            assert declared_two(*words, 0, 0) == declared
            assert declared_two(*words, *reversed(ranks)) == declared
            found = [
                tuple(rank for rank in (play_phoenix(u64(p)), play_phoenix(u64(s))) if rank)
                for p, s in all_readings_two(*words)
            ]
            assert found == sorted(play.phoenixes for play in plays)


@pytest.mark.parametrize(
    ("cards", "ranks"),
    [
        ("8j 8s Ph Ph", (9, 9)),
        ("Aj As Ph Ph", (13, 13)),
        ("8j Ph Ph", (8, 8)),
        ("8j 8j 8s Ph Ph", (14, 14)),
        ("Aj Aj As Ph Ph", (13, 13)),
        ("8j 8j 9s Ph Ph", (9, 9)),
        ("8j 9s Ph Ph", (9, 8)),
        ("8j 9s Tp Ph Ph", (12, 11)),
        ("Qj Ks Ap Ph Ph", (11, 10)),
        ("8j 8s 9p 9t Ph", (9, 0)),
        ("Ph", (0, 0)),
        ("Ph Ph", (0, 0)),
        ("Mj Ph Ph", (0, 0)),
        ("8j 8s", (0, 0)),
    ],
)
def test_highest_readings(cards: str, ranks: tuple[int, int]) -> None:
    assert highest_reading_two(*masks(tuple(cards.split()))) == ranks


def test_both_packs() -> None:
    """R16.1: 109 cards, without Dogs and with one Mah Jong."""
    assert parse_two_cards(BOTH_PACKS) == (FIRST_PACK, SECOND_PACK)
    assert count_two(FIRST_PACK, SECOND_PACK) == len(BOTH_PACKS) == 109
    assert phoenixes(FIRST_PACK, SECOND_PACK) == 2
    assert phoenixes(FIRST_PACK, NONE) == 1


def test_text_there_and_back() -> None:
    rng = random.Random(4)
    for _ in range(300):
        hand = any_hand(rng, rng.randint(0, 20))
        word, twice = parse_two_cards(" ".join(hand))
        text = two_cards_text(word, twice)
        assert text.split() == sorted(hand, key=ORDER.__getitem__)
        assert parse_two_cards(text) == (word, twice) == parse_two_cards(text.split())
        assert word & twice == twice
        assert two_cards_text(word, NONE) == cards_text(word)
        play, second = make_play_two(u64(word), u64(twice), 9, 14)
        assert two_cards_text(play_cards(u64(play)), play_cards(u64(second))) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8j 8j 8j", "three times: 8j"),
        ("Mj Mj", "given twice: Mj"),
        ("Dg", "no such card in these packs: Dg"),
        ("8x", "no such card"),
    ],
)
def test_cards_that_are_not_there(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_two_cards(text)
