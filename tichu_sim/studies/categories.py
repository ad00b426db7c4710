"""The 80 categories of the first eight cards: number of aces, and which special cards are held.

A category's number is 16 times the aces, plus 8 with the Dragon, 4 with the Phoenix, 2 with the
Dog, 1 with the Mah Jong: the last four bits are those of the mask. All counts are for the pack of
56 cards.
"""

from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError
from tichu_sim.game.cards import ACE, N_CARDS

if TYPE_CHECKING:
    import pandas as pd

FIRST_CARDS = 8
"""Cards of a hand before the Grand Tichu window (R2.2)."""
N_CATEGORIES = 80
N_HOLDINGS = comb(N_CARDS, FIRST_CARDS)
"""All holdings of eight cards: 1,420,494,075."""

_SPECIALS = 4
_OTHERS = N_CARDS - 4 - _SPECIALS
_ACES = np.uint64(4 * (ACE - 1))
_HELD = ("dragon", "phoenix", "dog", "mahjong")
_KEYS = ("aces", *_HELD)
_GROUPS = ("all", "strong")
_MEASURES = ("rounds", "calls", "made", "call_value")
_WRITTEN = {
    "deals": "deals_8",
    **{f"{name}_{group}": f"gt_{name}_{group}" for name in ("calls", "made") for group in _GROUPS},
}
"""Columns that have another name in the file."""


def categories() -> "pd.DataFrame":
    """Return the categories with how often each is dealt, exactly.

    Returns
    -------
    DataFrame
        Indexed by the category's number. ``aces`` (0..4), ``dragon phoenix dog mahjong`` (bool),
        ``deals`` (int64, holdings of eight cards in the category), ``share`` (of all holdings).

    Examples
    --------
    >>> found = categories()
    >>> int(found["deals"].sum()), found.loc[category_number(2, phoenix=True), "deals"]
    (1420494075, np.int64(10273824))
    """
    # Takes half a second, and single hands do not need it.
    import pandas as pd  # noqa: PLC0415

    numbers = np.arange(N_CATEGORIES)
    frame = pd.DataFrame(
        {
            "aces": (numbers >> _SPECIALS).astype(np.int8),
            **{
                name: (numbers >> bit & 1).astype(bool)
                for name, bit in zip(_HELD, (3, 2, 1, 0), strict=True)
            },
        },
        index=pd.RangeIndex(N_CATEGORIES, name="category"),
    )
    others = FIRST_CARDS - frame["aces"] - frame[list(_HELD)].sum(axis=1)
    frame["deals"] = np.array(
        [
            comb(4, int(a)) * comb(_OTHERS, int(n))
            for a, n in zip(frame["aces"], others, strict=True)
        ]
    )
    frame["share"] = frame["deals"] / N_HOLDINGS
    return frame


def category_number(
    aces: int,
    *,
    dragon: bool = False,
    phoenix: bool = False,
    dog: bool = False,
    mahjong: bool = False,
) -> int:
    """Return the number of a category.

    Raises
    ------
    InputError
        For a number of aces that no hand holds.

    Examples
    --------
    >>> category_number(2, phoenix=True), category_number(4, dragon=True, mahjong=True)
    (36, 73)
    """
    if not 0 <= aces <= 4:
        raise InputError(f"{aces} aces: a hand holds 0 to 4")
    return 16 * aces + 8 * dragon + 4 * phoenix + 2 * dog + mahjong


def category_of(masks: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the category of every holding.

    Parameters
    ----------
    masks : array_like of uint64
        Of eight cards each.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> category_of([parse_cards("Aj As Ph 9j 8j 7j 6j 5s")])
    array([36])
    """
    words = np.asarray(masks, dtype=np.uint64)
    aces = np.bitwise_count(words >> _ACES).astype(np.int64)
    return np.asarray(16 * aces + (words & np.uint64(15)).astype(np.int64))


def category_text(number: int) -> str:
    """Return a category in words.

    Examples
    --------
    >>> category_text(36), category_text(0)
    ('2 aces, Phoenix', '0 aces')
    """
    specials = ("Dragon", "Phoenix", "Dog", "Mah Jong")
    held = [name for name, bit in zip(specials, (8, 4, 2, 1), strict=True) if number & bit]
    aces = number >> _SPECIALS
    return ", ".join([f"{aces} ace{'' if aces == 1 else 's'}", *held])


def read_published(path: str | Path) -> "pd.DataFrame":
    """Return what people did with the first eight cards, by category.

    Parameters
    ----------
    path : str or Path
        ``data/human_grand_tichu_by_category.csv`` of the project.

    Returns
    -------
    DataFrame
        Indexed by the category's number, all 80 of them: the columns of `categories` but ``share``,
        and for ``all`` and ``strong`` players each ``rounds_``, ``calls_``, ``made_`` (int64) and
        ``call_value_`` (float64, points that the study says a call gains over silence; nan where it
        calls its data too thin).

        Rounds are *player-rounds*: one round of four players counts four times, once for each hand,
        so ``rounds_all`` adds up to four times the number of rounds, and its share of the sum
        estimates ``deals`` over all holdings. Of 21,264,935 rounds that holds within 1.3 %
        for every category of which 10,000 are expected. It is not all chance: hands with both
        Dragon and Phoenix are 0.4 % too many, five standard deviations.

    Raises
    ------
    InputError
        If the file cannot be read, or does not have the 80 categories in the order of their
        numbers.
    """
    import pandas as pd  # noqa: PLC0415

    try:
        frame = pd.read_csv(path)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: no table of categories ({error})") from None
    columns = [f"{name}_{group}" for group in _GROUPS for name in _MEASURES]
    written = [_WRITTEN.get(name, name) for name in (*_KEYS, "deals", *columns)]
    if missing := [name for name in written if name not in frame]:
        raise InputError(f"{path}: no column {missing[0]} (wanted are {', '.join(written)})")
    frame = frame[written].set_axis([*_KEYS, "deals", *columns], axis=1)
    wanted = categories().drop(columns="share")
    if not np.array_equal(frame[[*_KEYS, "deals"]], wanted.astype(np.int64)):
        raise InputError(f"{path}: the rows are not the {N_CATEGORIES} categories in their order")
    return pd.concat([wanted, frame[columns].rename_axis(index="category")], axis=1)
