"""Random heads of records: rules, dealer, round and a deal with something in it."""

import random
from collections import Counter
from typing import Any

from .cards import DOG, MAH_JONG, NORMAL, ONE_PACK, PHOENIX, RANKS, Pack
from .games import STANDARD, Game, game_of
from .options import options_of
from .seigneur import wretch

TWO_OF_A_SORT = 0.6  # with two packs both Phoenixes (both Dragons) are dealt to one seat


def random_bomb(rng: random.Random, pack: Pack = ONE_PACK) -> list[str]:
    """Cards of one bomb: four of a kind or five to seven in a suit."""
    ranks = RANKS[: pack.highest - 1]
    if rng.random() < 0.5:
        rank = rng.choice(ranks)
        return [rank + suit for suit in pack.suits]
    size = rng.choice([5, 5, 5, 6, 7])
    low = rng.randrange(len(ranks) - size + 1)
    suit = rng.choice(pack.suits)
    return [rank + suit for rank in ranks[low : low + size]]


def fits(pack: Pack, hands: list[list[str]], more: list[str]) -> bool:
    """Whether there are more cards like these in the pack."""
    dealt = Counter(more + [card for hand in hands for card in hand])
    return all(count <= pack.count(card) for card, count in dealt.items())


def random_hands(rng: random.Random, rich: bool, game: Game = STANDARD) -> list[list[str]]:
    """Hands in random order, seat 0 dealing; rich: up to four bombs are dealt to random seats.

    Where cards are dealt to nobody they come last, as one hand more.
    """
    sizes, pack = game.sizes(0), game.pack
    hands: list[list[str]] = [[] for _ in sizes]
    if pack.copies == 2:
        for pair in ([pack.phoenix] * 2, [pack.dragon] * 2):
            if rng.random() < TWO_OF_A_SORT:
                hands[rng.randrange(game.seats)] += pair
    if rich:
        for _ in range(rng.choice([1, 2, 2, 3, 4])):
            seat, bomb = rng.randrange(game.seats), random_bomb(rng, pack)
            if fits(pack, hands, bomb) and len(hands[seat]) + len(bomb) <= sizes[seat]:
                hands[seat] += bomb
    dealt = Counter(card for hand in hands for card in hand)
    rest = list((Counter(pack.whole) - dealt).elements())
    rng.shuffle(rest)
    for hand, size in zip(hands, sizes, strict=True):
        while len(hand) < size:
            hand.append(rest.pop())
        rng.shuffle(hand)
    return [*hands, rest] if rest else hands


def head(rng: random.Random, rules: str | dict[str, object]) -> dict[str, Any]:
    """Begin a record; one in two names a dealer. Grand Seigneur: mostly not the first round."""
    record: dict[str, Any] = {"tichu": 1, "rules": rules}
    options = options_of(rules)
    game = game_of(options)
    dealers = {"threechu": [0], "two_wuerzburg": [0, 1]}.get(game.name, list(range(game.seats)))
    if game.name == "grand_seigneur":
        record["round"] = 1 if rng.random() < 0.25 else rng.randrange(2, 10)
        if record["round"] > 1:
            dealers = [wretch(game.seats, options.direction)]
    if rng.random() < 0.5:
        record["dealer"] = dealers[rng.randrange(len(dealers))]
    return record


def dealer_in(record: dict[str, Any]) -> int:
    """Return the dealer of such a head."""
    options = options_of(record["rules"])
    default = 0
    if record.get("round", 1) > 1:
        default = wretch(game_of(options).seats, options.direction)
    dealer: int = record.get("dealer", default)
    return dealer


def deal(
    record: dict[str, Any], hands: list[list[str]], window: bool = False, cut: int = 7
) -> None:
    """Put a deal into a record; `window`: no more cards than in the Grand Tichu window.

    `cut`: cards of the tea stack on seat 0's right.
    """
    options = options_of(record["rules"])
    game = game_of(options)
    if len(set(game.sizes(0))) > 1:  # the dealer has one of the longer hands
        hands = [hands[seat] for seat in game.from_seat(-dealer_in(record))]
    texts = []
    for seat in range(game.seats):
        early, late = hands[seat][: game.window], hands[seat][game.window :]
        if window:
            texts.append(" ".join(early) if seat in game.windowed else "")
        elif options.grand_tichu and seat in game.windowed:
            texts.append(" ".join([*early, "|", *late]))
        else:
            texts.append(" ".join(hands[seat]))
    record["deal"] = texts
    if game.aside and not window:
        record["stacks"] = [" ".join(hands[-1][:cut]), " ".join(hands[-1][cut:])]


def small_hand(rng: random.Random, size: int, specials: bool = True) -> list[str]:
    """Draw cards that lie close together, so that they make many combinations."""
    low = rng.randrange(len(RANKS) - 4)
    near = [card for card in NORMAL if card[0] in RANKS[low : low + rng.choice([4, 5, 7])]]
    pool = near + ([MAH_JONG, PHOENIX, PHOENIX, DOG] if specials else [])
    hand: list[str] = []
    while len(hand) < min(size, len(near)):
        card = rng.choice(pool)
        if card not in hand:
            hand.append(card)
    return hand
