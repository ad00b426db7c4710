"""What the Phoenix may stand for."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tichu_sim.game.cards import ACE, PHOENIX, TOKENS, parse_cards
from tichu_sim.game.combos import combo, play_phoenix
from tichu_sim.game.phoenix import all_readings, declared, highest_reading
from tichu_sim.jit import u64

NEAR = [token for token in TOKENS[4:] if token[0] in "45678"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["Mj", *NEAR]), min_size=1, max_size=7, unique=True))
def test_highest_reading_is_the_last_of_all(tokens: list[str]) -> None:
    cards = u64(parse_cards(tokens) | PHOENIX)
    plays = [u64(play) for play in all_readings(cards)]
    assert highest_reading(cards, ACE) == (play_phoenix(plays[-1]) if plays else 0)
    read = [combo(play, 0) for play in plays]
    assert len({(kind, n) for kind, n, _ in read}) <= 1
    assert sorted(level for _, _, level in read) == [level for _, _, level in read]


def test_without_a_choice() -> None:
    assert highest_reading(parse_cards("Ph"), ACE) == 0
    assert highest_reading(parse_cards("8j 8s"), ACE) == 0
    assert highest_reading(parse_cards("Dr Ph"), ACE) == 0
    assert all_readings(parse_cards("Ph")) == [int(PHOENIX)]
    assert all_readings(parse_cards("8j 9s")) == []


def test_an_undeclared_phoenix_is_read_at_its_highest() -> None:
    cards = parse_cards("8j 8s 9j 9s Ph")
    assert play_phoenix(u64(declared(cards, 0, ACE))) == 9
    assert play_phoenix(u64(declared(cards, 8, ACE))) == 8


def test_it_stands_for_no_rank_that_the_pack_does_not_have() -> None:
    """R17.3: with 52 cards the king is the highest."""
    king = 13
    cards = parse_cards("Tj Js Qp Kt Ph")
    assert highest_reading(cards, ACE) == ACE
    assert highest_reading(cards, king) == 9
