"""What `expert` knows of the hidden cards."""

import random
from itertools import combinations
from math import comb

import pytest
from reference.cards import rank_number

from tichu_sim.bots.expert.outlook import (
    chance_to_win,
    fading,
    opponents_share,
    shares_of,
    unseen_cards,
)
from tichu_sim.bots.registry import parse_bot
from tichu_sim.game.cards import PACK, cards_text, parse_cards
from tichu_sim.game.combos import FULLHOUSE, PAIR, PAIRSEQ, SINGLE, STRAIGHT, TRIPLE
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import new_state
from tichu_sim.jit import u64

FIXED = {
    SINGLE: ("respond", 1),
    PAIR: ("respond_pair", 2),
    TRIPLE: ("respond_triple", 3),
    FULLHOUSE: ("respond_full", 5),
    PAIRSEQ: ("respond_run", 4),
    STRAIGHT: ("respond_straight", 5),
}
"""The parameter for each kind, and how many cards have to be in one hand."""


def slow_beaten_by(unseen: list[str], kind: int, length: int, level: int) -> int:
    """How many plays of the unseen cards beat a combination: of pairs and threes each card set."""
    normal = [card for card in unseen if card not in ("Mj", "Dg", "Ph", "Dr")]
    ranks = [rank_number(card[0]) for card in normal]
    above = [rank for rank in ranks if 2 * rank > level]
    if kind == SINGLE:
        return 0 if level == 40 else len(above) + sum(card in unseen for card in ("Dr", "Ph"))
    if kind in (PAIR, TRIPLE, FULLHOUSE):
        size = 2 if kind == PAIR else 3
        cards = [*above, *["any"] * ("Ph" in unseen)]
        return sum(len({*some} - {"any"}) == 1 for some in combinations(cards, size))
    each = 2 if kind == PAIRSEQ else 1
    needed = each - ("Ph" in unseen and each > 1)
    there = [rank for rank in range(2, 15) if ranks.count(rank) >= needed]
    tops = [top for top in there if all(top - k in there for k in range(length // each))]
    return sum(2 * top > level for top in tops)


def slow_shares(sizes: list[int], unseen: int, cards: int) -> float:
    """How many opponents hold all of some unseen cards, on average."""
    return sum(comb(size, cards) / comb(max(5, unseen), cards) for size in (sizes[1], sizes[3]))


@pytest.mark.parametrize(
    ("kind", "length"),
    [(SINGLE, 1), (PAIR, 2), (TRIPLE, 3), (FULLHOUSE, 5), (PAIRSEQ, 4), (PAIRSEQ, 6)]
    + [(STRAIGHT, length) for length in (5, 7, 9)],
)
def test_the_chance_to_win_a_trick(kind: int, length: int) -> None:
    rng = random.Random(kind + length)
    pack = cards_text(PACK).split()
    public, own = new_state(make_rules())
    bot = parse_bot("expert:respond_run=2:respond_straight=3")
    bot.sit_down(own[0])
    name, together = FIXED[kind]
    values = dict(zip((p.name for p in bot.kind.parameters), bot.values, strict=True))
    for _ in range(300):
        unseen = rng.sample(pack, rng.randint(0, 42))
        sizes = [rng.randint(0, 14) for _ in range(4)]
        public[0]["size"] = sizes
        lowest = {STRAIGHT: length, PAIRSEQ: length // 2 + 1}.get(kind, 2)
        level = 40 if kind == SINGLE and rng.random() < 0.1 else 2 * rng.randint(lowest, 14)
        mask = parse_cards(" ".join(unseen))
        shares = shares_of(public[0], own[0], mask, 0.5)
        held = 0.5 * slow_shares(sizes, len(unseen), together)
        beaten = held * slow_beaten_by(unseen, kind, length, level)
        found = chance_to_win(own[0], mask, shares, kind, length, level)
        assert found == pytest.approx(fading(values[name] * beaten)), (unseen, sizes, level)


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
