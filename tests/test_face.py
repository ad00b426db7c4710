"""The small Python face; the written cases are in `game/test_cases.py`."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tichu_sim.errors import InputError
from tichu_sim.face import beats, legal, parse_combo, readings
from tichu_sim.game.cards import TOKENS


def test_cards_as_text_or_tokens() -> None:
    assert readings("8j 8s Ph") == readings("8j,8sPh") == readings(["Ph", "8s", "8j"])
    assert readings("8j 8s Ph") == ["triple/3/8"]
    assert readings("") == []
    assert readings("Ph") == ["single/1/1.5"]
    assert readings("Dg") == ["dog/1/0"]


def test_an_empty_table_takes_everything() -> None:
    assert beats(None, "Dg")
    assert beats(None, "8j 8s")
    assert not beats(None, "8j 9s")


def test_options_and_presets() -> None:
    hand, top = "8j 2j 2s 2p 2t", "single/1/1"
    assert len(legal(hand, top, 8, "bsw")["plays"]) == 2  # type: ignore[arg-type]
    assert legal(hand, top, 8, wish_bomb_escape="off")["plays"] == ["single/1/8:8j"]


def test_a_wish_is_a_rank_or_its_character() -> None:
    for wish in (10, "10", "T"):
        assert legal("8j Tp", wish=wish) == {"plays": ["single/1/10:Tp"], "pass": False}


@settings(deadline=None)
@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=14, unique=True))
def test_every_lead_is_a_combination_and_beats_nothing_of_its_own(hand: list[str]) -> None:
    found = legal(hand)
    assert found["pass"] is False
    assert isinstance(found["plays"], list)
    assert len(set(found["plays"])) == len(found["plays"])
    for text in found["plays"][:40]:
        name, cards = text.split(":")
        assert name in readings(cards)
        assert set(cards.split()) <= set(hand)
        kind, n, level = parse_combo(name)
        assert n == len(cards.split())
        others = [other for other in readings(cards) if parse_combo(other)[2] > level]
        assert beats(name, cards) == bool(others or (kind == 1 and cards == "Ph"))


@pytest.mark.parametrize(
    "name",
    [
        *["", "pair", "pair/2", "pair/3/8", "pair/2/8.5", "pair/2/1", "pair/2/15", "pair/2/x"],
        *["single/1/0.5", "single/1/15", "single/1/20.5", "straight/4/9", "straight/5/4"],
        *["straight/14/13", "sflush/5/5", "pairseq/5/9", "pairseq/4/2", "dog/1/1", "bomb/4/8"],
        *["pair/2/nan", "pair/2/inf", "pair/2/8/1"],
    ],
)
def test_combinations_that_there_are_not(name: str) -> None:
    with pytest.raises(InputError, match="no such combination"):
        beats(name, "8j")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: readings("8x"), "no such card"),
        (lambda: readings("8j 8j"), "given twice"),
        (lambda: readings("8j", "poker"), "no such rules"),
        (lambda: readings("8j", colour=1), "no option"),
        (lambda: legal("8j", wish=15), "no such wish"),
        (lambda: legal("8j", wish=1), "no such wish"),
        (lambda: legal("8j", wish="x"), "no such rank"),
        (lambda: legal(TOKENS[:15]), "at most 14"),
    ],
)
def test_wrong_input(call: object, told: str) -> None:
    assert callable(call)
    with pytest.raises(InputError, match=told):
        call()


def test_two_phoenixes_are_named_once() -> None:
    """R16.13: as the pair of a full house they are read in many ways that are alike."""
    assert readings("8j 8j 8s Ph Ph", rules="grand_seigneur") == ["fullhouse/5/8"]
    plays = legal("8j 8j 8s Ph Ph", rules="grand_seigneur")["plays"]
    assert isinstance(plays, list)
    assert len(set(plays)) == len(plays)


def test_what_is_named_can_be_named_as_the_top() -> None:
    """R16.13: a Phoenix on a Phoenix on an ace is worth 15, with two packs alone."""
    plays = legal("Ph Aj", top="single/1/14.5", rules="grand_seigneur", players=8)["plays"]
    assert plays == ["single/1/15:Ph"]
    assert beats("single/1/15", "Dr", rules="grand_seigneur", players=8)
    with pytest.raises(InputError):
        beats("single/1/15", "Dr")


@pytest.mark.parametrize("top", [5, ["pair", 2, 8]])
def test_a_top_that_is_no_text(top: object) -> None:
    with pytest.raises(InputError, match="no such combination"):
        legal("8j", top=top)  # type: ignore[arg-type]


def test_cards_and_wishes_that_are_none() -> None:
    with pytest.raises(InputError, match="cards are"):
        readings(5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no such wish"):
        legal("8j", wish=3.5)  # type: ignore[arg-type]
