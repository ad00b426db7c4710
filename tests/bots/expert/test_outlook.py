"""What `expert` knows of the hidden cards."""

import random

import pytest
from reference.cards import rank_number

from tichu_sim.bots.expert.outlook import beaten_by, opponents_share, unseen_cards
from tichu_sim.game.cards import PACK, cards_text, parse_cards
from tichu_sim.game.combos import FULLHOUSE, PAIR, PAIRSEQ, SINGLE, STRAIGHT, TRIPLE
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import new_state
from tichu_sim.jit import u64

SIZE = {PAIR: 2, PAIRSEQ: 2, TRIPLE: 3, FULLHOUSE: 3, STRAIGHT: 1}
WEIGHT = {PAIR: 0.5, TRIPLE: 0.2, FULLHOUSE: 0.2, PAIRSEQ: 0.1, STRAIGHT: 0.25}


def slow_beaten_by(unseen: list[str], kind: int, length: int, level: int) -> float:
    """Plays of the same kind with a higher rank, as far as the unseen cards have them."""
    ranks = [rank_number(card[0]) for card in unseen if card not in ("Mj", "Dg", "Ph", "Dr")]
    if kind == SINGLE:
        specials = sum(card in unseen for card in ("Dr", "Ph"))
        return 0 if level == 40 else specials + sum(2 * rank > level for rank in ranks)
    size = SIZE[kind]
    needed = size - ("Ph" in unseen and size > 1)
    there = [rank for rank in range(2, 15) if ranks.count(rank) >= needed]
    run = {PAIRSEQ: length // 2, STRAIGHT: length}.get(kind, 1)
    tops = [top for top in there if all(top - k in there for k in range(run))]
    return WEIGHT[kind] * sum(2 * top > level for top in tops)


@pytest.mark.parametrize(
    ("kind", "length"),
    [(SINGLE, 1), (PAIR, 2), (TRIPLE, 3), (FULLHOUSE, 5), (PAIRSEQ, 4), (PAIRSEQ, 6)]
    + [(STRAIGHT, length) for length in (5, 7, 9)],
)
def test_what_may_beat_a_combination(kind: int, length: int) -> None:
    rng = random.Random(kind + length)
    pack = cards_text(PACK).split()
    for _ in range(300):
        unseen = rng.sample(pack, rng.randint(0, 42))
        lowest = {STRAIGHT: length, PAIRSEQ: length // 2 + 1}.get(kind, 2)
        level = 40 if kind == SINGLE and rng.random() < 0.1 else 2 * rng.randint(lowest, 14)
        found = beaten_by(parse_cards(" ".join(unseen)), kind, length, level)
        assert found == pytest.approx(slow_beaten_by(unseen, kind, length, level)), unseen


def test_unseen_cards_are_those_of_hidden_hands() -> None:
    """Not the own ones, nor played ones, nor what lies open; of this pack only."""
    rules = make_rules("threechu")
    public, own = new_state(rules)
    own[1]["hand"] = parse_cards("2j Dr")
    own[1]["other"] = parse_cards("3j")
    public[0]["shown"] = parse_cards("3j 4j")
    public[0]["played"][0], public[0]["played"][3] = parse_cards("5j 5s"), parse_cards("Ph")
    seen = parse_cards("2j 3j 4j 5j 5s Ph Dr")
    assert unseen_cards(settings_of(rules), public[0], own[1]) == u64(PACK) & ~u64(seen)
    tea = make_rules("two_tea")
    public, own = new_state(tea)
    missing = parse_cards("Mj Dg")
    assert unseen_cards(settings_of(tea), public[0], own[0]) == u64(PACK) & ~u64(missing)


def test_the_opponents_share() -> None:
    public, own = new_state(make_rules())
    public[0]["size"] = [14, 6, 3, 9]
    assert opponents_share(public[0], own[0]) == pytest.approx(15 / 18)
    public, own = new_state(make_rules("tientsin"))
    public[0]["size"] = [9, 1, 2, 3, 4, 5]
    assert opponents_share(public[0], own[0]) == pytest.approx(9 / 15)
