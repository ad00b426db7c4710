"""The deal of a round record: the cards of every seat as text, and taken apart (RECORDS.md)."""

from collections import Counter
from dataclasses import dataclass

from tichu_sim.errors import InputError
from tichu_sim.game.cards import N_CARDS, TOKENS, Tokens, cards_text, parse_token
from tichu_sim.game.deal import hand_size
from tichu_sim.game.events import NOTATION, FaultError, add_card, quoted
from tichu_sim.game.games import TWO_TEA, lord_cards
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs
from tichu_sim.jit import Mask

_BAR = "|"
_LEAST_STACK = 2


@dataclass(frozen=True)
class Deal:
    """The cards as dealt, a mask a seat.

    Attributes
    ----------
    first : tuple of Mask
        Before the Grand Tichu window.
    dealt : tuple of Mask
        All of them; equal to `first` while that window is open.
    complete : bool
        False while the Grand Tichu window is open.
    stacks : tuple of tuple of Mask
        In `two_tea` the cards of the stack on seat 0's right, and on his left, the top one first.
    """

    first: tuple[Mask, ...]
    dealt: tuple[Mask, ...]
    complete: bool = True
    stacks: tuple[tuple[Mask, ...], ...] = ()

    def written(self, tokens: Tokens = TOKENS) -> list[str]:
        """Return one text a seat, a bar where the window was.

        Examples
        --------
        >>> parse_deal(["2j 3j 4j 5j 6j 7j 8j 9j", "2s 3s 4s 5s 6s 7s 8s 9s",
        ...     "2p 3p 4p 5p 6p 7p 8p 9p", "2t 3t 4t 5t 6t 7t 8t Ph"], Rules()).written()[3]
        '2t 3t 4t 5t 6t 7t 8t Ph'
        """
        bar = f" {_BAR} "
        return [
            bar.join(cards_text(part, tokens) for part in (first, dealt ^ first) if part)
            for first, dealt in zip(self.first, self.dealt, strict=True)
        ]


def parse_deal(texts: object, rules: Rules, dealer: int = 0, stacks: object = None) -> Deal:
    """Return the deal that a record's texts describe.

    Parameters
    ----------
    texts : object
        What stands in the record, one text a seat.
    rules : Rules
    dealer : int
        Whose hand may be longer (R15.2, R16.6).
    stacks : object
        What stands there for the stacks of `two_tea`.

    Raises
    ------
    FaultError
        For unknown cards, wrong numbers of cards, and cards that are dealt twice.
    """
    if not isinstance(texts, list) or len(texts) != rules.seats:
        raise FaultError(NOTATION, f"deal: not a list of {rules.seats} texts, one a seat")
    hands = [_hand(seat, text, rules, dealer) for seat, text in enumerate(texts)]
    _check_pack(hands, rules)
    sizes = _sizes(rules, dealer)
    full = [len(dealt) == size for (_, dealt), size in zip(hands, sizes, strict=True)]
    if any(full) and not all(full):
        few, many = rules.game.first_cards, max(sizes)
        raise FaultError("R2.4", f"deal: either every seat has {few} cards or every seat {many}")
    first = tuple(
        _mask(cards, rules) if _has_window(seat, rules) else 0
        for seat, (cards, _) in enumerate(hands)
    )
    dealt = tuple(_mask(dealt, rules) for _, dealt in hands)
    laid = _stacks(stacks, dealt, rules) if rules.game.number == TWO_TEA and all(full) else ()
    return Deal(first, dealt, all(full), laid)


def _sizes(rules: Rules, dealer: int) -> list[int]:
    settings = settings_of(rules)
    return [int(hand_size(settings, seat, dealer)) for seat in range(rules.seats)]


def _has_window(seat: int, rules: Rules) -> bool:
    # Whether the seat's cards come in two parts; second hands are seen at once (R18.11).
    return rules.game.first_cards > 0 and (rules.game.players >= 3 or seat < rules.players)


def _mask(cards: list[Mask], rules: Rules) -> Mask:
    mask = 0
    for card in cards:
        mask = add_card(mask, card, has_two_packs(rules))
    return mask


def _copies(rules: Rules) -> int:
    # How often a card can be dealt; what there is only once `_check_pack` looks at.
    return 2 if has_two_packs(rules) and len(lord_cards(rules.seats)) > N_CARDS else 1


def _check_pack(hands: list[tuple[list[Mask], list[Mask]]], rules: Rules) -> None:
    seen: Counter[Mask] = Counter()
    copies = _copies(rules)
    for seat, (_, dealt) in enumerate(hands):
        for card in dealt:
            most = 1 if card == 1 else copies
            seen[card] += 1
            if seen[card] > most:
                token = cards_text(card, rules.tokens)
                often = "to an earlier seat too" if copies == 1 else "more often than it is there"
                raise FaultError("R1.1", f"deal: seat {seat} has {token}, dealt {often}")


def _hand(seat: int, text: object, rules: Rules, dealer: int) -> tuple[list[Mask], list[Mask]]:
    # The cards before the window, and all of them.
    if not isinstance(text, str):
        raise FaultError(NOTATION, f"deal: seat {seat} has {quoted(text)}, not a text of cards")
    parts = [part.split() for part in text.split(_BAR)]
    sizes = [len(part) for part in parts]
    first, size = rules.game.first_cards, _sizes(rules, dealer)[seat]
    if not _has_window(seat, rules):
        permitted = [[size]] if first == 0 else [[size], [0]]
        wanted = f"{size}"
    else:
        permitted = [[first], [first, size - first]]
        wanted = f"{first} {_BAR} {size - first} (or {first} so far)"
        if not rules.number("grand_tichu"):
            permitted.append([size])
    if sizes not in permitted:
        found = f" {_BAR} ".join(map(str, sizes))
        raise FaultError("R2.2", f"deal: seat {seat} has {found} cards, not {wanted}")
    cards = [_tokens(seat, part, rules) for part in parts]
    dealt = [card for part in cards for card in part]
    for card, often in Counter(dealt).items():
        if often > _copies(rules):
            token = cards_text(card, rules.tokens)
            raise FaultError("R1.1", f"deal: seat {seat} has {token} {_TIMES[often > 2]}")
    return cards[0], dealt


_TIMES = ("twice", "three times")


def _tokens(seat: int, words: list[str], rules: Rules) -> list[Mask]:
    try:
        return [int(parse_token(word, rules.tokens)) for word in words]
    except InputError as error:
        raise FaultError(NOTATION, f"deal: seat {seat}: {error}") from None


def _stacks(texts: object, dealt: tuple[Mask, ...], rules: Rules) -> tuple[tuple[Mask, ...], ...]:
    # R18.4: what is left of the pack in two stacks, on seat 0's right and left.
    whole = isinstance(texts, list) and len(texts) == 2
    if not isinstance(texts, list) or not whole or not all(isinstance(t, str) for t in texts):
        raise FaultError(NOTATION, "stacks: not a list of 2 texts, the right one of seat 0 first")
    try:
        cards = [[int(parse_token(word, rules.tokens)) for word in text.split()] for text in texts]
    except InputError as error:
        raise FaultError(NOTATION, f"stacks: {error}") from None
    seen, twice = dealt[0] | dealt[1], 0
    for card in (card for stack in cards for card in stack):
        twice |= seen & card
        seen |= card
    if twice:
        token = cards_text(twice, rules.tokens)
        raise FaultError("R1.1", f"stacks: {token} is there twice")
    left = int(settings_of(rules)["n_cards"]) - sum(card.bit_count() for card in dealt)
    sizes = [len(stack) for stack in cards]
    if sum(sizes) != left or min(sizes) < _LEAST_STACK:
        raise FaultError(
            "R18.4", f"stacks: {sizes} cards; two stacks of {left} cards in all, 2 or more in each"
        )
    return tuple(tuple(stack) for stack in cards)
