"""The small Python face: what cards are, what they beat, what may be played.

Cards are text (``"8j 8s Ph"``) or a list of tokens, combinations ``type/n/rank``: n cards, rank the
comparison rank (pair sequences and straights: the top rank; full houses: the triple's; Mah Jong 1,
Dragon 20, the lone Phoenix half a point above what it lies on, 1.5 as a lead).
"""

from collections.abc import Iterable

from tichu_sim.errors import InputError
from tichu_sim.game.cards import ACE, cards_text, parse_rank, parse_token, split_tokens
from tichu_sim.game.choices import plays_on
from tichu_sim.game.combos import (
    DOG_LEAD,
    DRAGON_LEVEL,
    KIND_NAMES,
    NO_COMBO,
    PAIRSEQ,
    SFLUSH,
    SHORTEST_STRAIGHT,
    SINGLE,
    STRAIGHT,
)
from tichu_sim.game.combos import beats as combo_beats
from tichu_sim.game.events import add_card
from tichu_sim.game.readings import Combo, cards_of, combo_of, plays_of
from tichu_sim.game.rules import Rules, make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs
from tichu_sim.jit import Mask

Cards = str | Iterable[str]

_EMPTY: Combo = (NO_COMBO, 0, 0)
_LENGTHS = {
    "single": range(1, 2),
    "pair": range(2, 3),
    "triple": range(3, 4),
    "pairseq": range(4, 2 * ACE, 2),
    "fullhouse": range(5, 6),
    "straight": range(SHORTEST_STRAIGHT, ACE + 1),
    "quad": range(4, 5),
    "sflush": range(SHORTEST_STRAIGHT, ACE),
    "dog": range(1, 2),
}


def _name(read: Combo) -> str:
    kind, n, level = read
    level = min(level, DRAGON_LEVEL)  # a second Dragon on the first
    return f"{KIND_NAMES[kind]}/{n}/{level / 2:g}"


def _is_combination(kind: int, n: int, level: int, two_packs: bool) -> bool:
    # Whether any cards are this combination: the rank fits the kind and the length.
    if kind == DOG_LEAD:
        return level == 0
    if kind == SINGLE:
        # A lone Phoenix lies half a point above an ace, a second one half a point above that.
        highest = 2 * ACE + (2 if two_packs else 1)
        return 2 <= level <= highest or level == DRAGON_LEVEL
    if level % 2 or level > 2 * ACE:
        return False
    lowest = {PAIRSEQ: n // 2 + 1, STRAIGHT: n, SFLUSH: n + 1}.get(kind, 2)
    return level >= 2 * lowest


def parse_combo(text: str, two_packs: bool = False) -> tuple[int, int, int]:
    """Return (kind, length, level) of a combination named ``type/n/rank``, see `game.combos`.

    Parameters
    ----------
    text : str
    two_packs : bool
        Whether there are two Phoenixes (R16.13).

    Raises
    ------
    InputError
        For a name that no combination has.

    Examples
    --------
    >>> parse_combo("single/1/8.5")
    (1, 1, 17)
    """
    kind, _, numbers = str(text).partition("/")
    length, _, rank = numbers.partition("/")
    try:
        n, doubled = int(length), 2 * float(rank)
    except ValueError:
        n, doubled = 0, 0.5
    if kind in _LENGTHS and n in _LENGTHS[kind] and doubled.is_integer():
        found = KIND_NAMES.index(kind), n, int(doubled)
        if _is_combination(*found, two_packs):
            return found
    raise InputError(
        f"no such combination: {text!r} (type/n/rank, as pair/2/8, straight/5/9, single/1/14.5)"
    )


def _readings(cards: Mask, top_level: int, rules: Rules) -> list[Combo]:
    return [combo_of(play, top_level, rules) for play in plays_of(cards, rules)]


def _parse(cards: Cards, rules: Rules) -> Mask:
    # One whole number, with a second bit for a card that is there twice.
    found, two_packs = 0, has_two_packs(rules)
    for token in split_tokens(cards):
        more = add_card(found, int(parse_token(token, rules.tokens)), two_packs)
        if not more:
            raise InputError(f"card given {'three times' if two_packs else 'twice'}: {token}")
        found = more
    return found


def readings(cards: Cards, rules: str = "standard", **options: object) -> list[str]:
    """Return everything that a set of cards can be, lowest rank first (R4, R5).

    Parameters
    ----------
    cards : str or iterable of str
    rules : str
        Name of a preset.
    **options
        Options of the rules, see `tichu-sim rules`.

    Returns
    -------
    list of str
        ``type/n/rank``; empty if the cards are no combination. The lone Phoenix is read as a lead.

    Raises
    ------
    InputError
        For unknown or doubled cards, rules or options.

    Examples
    --------
    >>> readings("8j 8s 9j 9s Ph")
    ['fullhouse/5/8', 'fullhouse/5/9']
    >>> readings("8j 9s")
    []
    """
    chosen = make_rules(rules, options)
    # Two Phoenixes that make a whole pair are read in many ways with the same name.
    names = (_name(read) for read in _readings(_parse(cards, chosen), 0, chosen))
    return list(dict.fromkeys(names))


def beats(top: str | None, cards: Cards, rules: str = "standard", **options: object) -> bool:
    """Tell whether some reading of the cards may be played on the top combination (R4.3, R5).

    Parameters
    ----------
    top : str or None
        ``type/n/rank``; None for an empty table.
    cards, rules, **options
        As for `readings`.

    Raises
    ------
    InputError
        As `readings`, and for an unknown combination.

    Examples
    --------
    >>> beats("fullhouse/5/14", "2j 2s 2p 2t"), beats("single/1/20", "Ph")
    (True, False)
    """
    chosen = make_rules(rules, options)
    on = parse_combo(top, has_two_packs(chosen)) if top is not None else _EMPTY
    level = on[2] if on[0] == SINGLE else 0
    return any(combo_beats(*read, *on) for read in _readings(_parse(cards, chosen), level, chosen))


def _wished(wish: int | str | None, highest: int) -> int:
    if wish is None:
        return 0
    if not isinstance(wish, int | str):
        raise InputError(f"no such wish: {wish!r} (a rank from 2 to {highest}, or its character)")
    rank = parse_rank(wish) if isinstance(wish, str) and not wish.isdecimal() else int(wish)
    if not 2 <= rank <= highest:
        raise InputError(f"no such wish: {wish!r} (a rank from 2 to {highest}, or its character)")
    return rank


def legal(
    hand: Cards,
    top: str | None = None,
    wish: int | str | None = None,
    rules: str = "standard",
    exempt: bool = False,
    **options: object,
) -> dict[str, list[str] | bool]:
    """Return what the seat on turn may do (R6.2, R6.3, R7.6 to R7.11).

    Parameters
    ----------
    hand : str or iterable of str
        At most as many cards as the game deals.
    top : str, optional
        The combination on the table, ``type/n/rank``; none for a lead.
    wish : int or str, optional
        The wished rank, 2..14 or its character.
    exempt : bool
        Whether no wish binds the seat, as the dummy of Threechu (R14.8).
    rules, **options
        As for `readings`.

    Returns
    -------
    dict
        ``plays``: all of them, ``type/n/rank:cards``; ``pass``: whether the seat may pass.

    Raises
    ------
    InputError
        As `beats`, and for an unknown wish or too many cards.

    Examples
    --------
    >>> legal("8j 9s Tp", top="single/1/8")
    {'plays': ['single/1/9:9s', 'single/1/10:Tp'], 'pass': True}
    >>> legal("8j 9s Tp", top="single/1/8", wish="T")
    {'plays': ['single/1/10:Tp'], 'pass': False}
    """
    chosen = make_rules(rules, options)
    held = _parse(hand, chosen)
    settings = settings_of(chosen)
    most = int(settings["hand_cards"]) + (settings["longer_hands"] > 0)
    if held.bit_count() > most:
        raise InputError(f"a hand of {held.bit_count()} cards: at most {most}")
    on = parse_combo(top, has_two_packs(chosen)) if top is not None else _EMPTY
    wished = 0 if exempt else _wished(wish, chosen.highest)
    plays, may_pass = plays_on(held, on, wished, chosen)
    level = on[2] if on[0] == SINGLE else 0
    named = (
        f"{_name(combo_of(play, level, chosen))}:{cards_text(cards_of(play), chosen.tokens)}"
        for play in plays
    )
    return {"plays": list(dict.fromkeys(named)), "pass": may_pass}
