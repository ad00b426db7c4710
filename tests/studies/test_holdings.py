"""The first eight cards as a user names them (R2.2b): what they stand for, and what is refused."""

import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tichu_sim.errors import InputError
from tichu_sim.game.cards import TOKENS, cards_text, parse_cards
from tichu_sim.studies.categories import category_of
from tichu_sim.studies.holding_masks import class_of
from tichu_sim.studies.holdings import parse_holding
from tichu_sim.studies.rank_classes import text_of_class

FULL = "As Kp Dr Ph 9j 7s 7t 2j"


@pytest.mark.parametrize(
    "cards",
    [
        "A A K Dr Ph 9 7 2",
        "AAKDrPh972",
        "A,A,K,Dr,Ph,9,7,2",
        " 2 7, 9 Ph Dr K,A A ",
        ["A", "A", "K", "Dr", "Ph", "9", "7", "2"],
    ],
)
def test_with_or_without_spaces_and_commas(cards: str | list[str]) -> None:
    found = parse_holding(cards)
    assert found.text == "2 7 9 K A A Dr Ph"
    assert found.open_counts == (1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 2)
    assert found.fixed == parse_cards("Dr Ph")


def test_cards_in_full() -> None:
    found = parse_holding(FULL)
    assert found.fixed == parse_cards(FULL)
    assert (sum(found.open_counts), found.multiplicity) == (0, 1)
    assert found.text == cards_text(parse_cards(FULL))
    assert (found.draw(3) == parse_cards(FULL)).all()


def test_a_suit_behind_a_rank_belongs_to_it() -> None:
    # Jade and star are small letters, Jack and ten capital ones.
    assert parse_holding("TtJjTJAsA7j7").text == "7j 7 Tt T Jj J As A"


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("", "no cards: a hand has 8 here, such as 'A A K Dr Ph 9 7 2'"),
        (" , ", "no cards: a hand has 8 here"),
        ([], "no cards: a hand has 8 here"),
        ("A", "1 card: a hand has 8 here"),
        ("A A K Dr Ph 9 7", "7 cards: a hand has 8 here"),
        ("A A K Dr Ph 9 7 2 2", "9 cards: a hand has 8 here"),
        ("As K As Dr Ph 9 7 2", "card given twice: As"),
        ("A K Dr Dr Ph 9 7 2", "card given twice: Dr"),
        ("A A A A A 9 7 2", "5 cards of rank A: the pack has 4"),
        ("As A A A A 9 7 2", "5 cards of rank A: the pack has 4"),
        ("As Aj Ap At A 9 7 2", "5 cards of rank A: the pack has 4"),
        ("10 A K Q J 9 7 2", "no such card: '10' (a rank of 23456789TJQKA, with a suit of jspt"),
        ("A A K Dr Ph 9 7 2h", "no such card: 'h' (a rank of"),
        ("a a k Dr Ph 9 7 2", "no such card: 'a' (a rank of"),
        (["A A", "K"], "no such card: 'A A' (a rank of"),
        ("xxxxxxxxxxxxxxxxxxxxxxxxxxxx", "no such card: 'xxxxxxxxxxxx...' (a rank of"),
        (8, "cards are a text or a list of tokens, not 8"),
    ],
)
def test_what_is_refused(cards: str, told: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(told)}") as error:
        parse_holding(cards)
    assert "\n" not in str(error.value)


def test_an_open_card_is_none_of_the_named_ones() -> None:
    found = parse_holding("As Aj A Ks Qs 9 7s 2s")
    fitting = {parse_cards(f"As Aj A{a} Ks Qs 9{nine} 7s 2s") for a in "pt" for nine in "jspt"}
    assert set(found.draw(200).tolist()) == {int(mask) for mask in fitting}
    assert found.multiplicity == len(fitting)


@settings(derandomize=True, deadline=None)
@given(st.sets(st.sampled_from(TOKENS), min_size=8, max_size=8), st.integers(0, 255))
def test_what_it_stands_for_holds_for_each_draw(tokens: set[str], opened: int) -> None:
    # Some of eight cards lose their suits.
    cards = sorted(tokens)
    given_ = [
        card[0] if opened >> place & 1 and card not in TOKENS[:4] else card
        for place, card in enumerate(cards)
    ]
    found = parse_holding(" ".join(given_))
    assert parse_holding(found.text) == found
    masks = found.draw(20)
    assert (np.bitwise_count(masks) == 8).all()
    assert (masks & np.uint64(found.fixed) == found.fixed).all()
    assert (category_of(masks) == found.category).all()
    assert (class_of([*masks, parse_cards(cards)]) == found.rank_class).all()


def test_multiplicity_of_open_cards_is_that_of_the_class() -> None:
    found = parse_holding("A A K Dr Ph 9 7 2")
    assert text_of_class(found.rank_class) == found.text
    pairs = len(list(combinations("jspt", 2)))
    assert found.multiplicity == pairs * 4**4
