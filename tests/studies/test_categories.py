"""The 80 categories: exact numbers of deals, and the rounds of people beside them."""

import re
from math import comb
from pathlib import Path

import numpy as np
import pytest
from samples.pages import ROOT
from scipy.stats import chi2

from tichu_sim.errors import InputError
from tichu_sim.studies.categories import (
    N_HOLDINGS,
    categories,
    category_number,
    category_of,
    category_text,
    read_published,
)

PUBLISHED = ROOT / "data" / "human_grand_tichu_by_category.csv"
ROUNDS = {"all": 21_264_935, "strong": 400_881}
"""Rounds of the study, each of four players."""


def test_the_deals_of_all_categories() -> None:
    found = categories()
    assert found["deals"].sum() == N_HOLDINGS == comb(56, 8) == 1_420_494_075
    assert found["share"].sum() == pytest.approx(1)
    assert (found["aces"] * found["share"]).sum() == pytest.approx(8 * 4 / 56)
    for special in ("dragon", "phoenix", "dog", "mahjong"):
        assert found.loc[found[special], "share"].sum() == pytest.approx(8 / 56)


def test_numbers() -> None:
    for number, row in categories().iterrows():
        held = {name: bool(row[name]) for name in ("dragon", "phoenix", "dog", "mahjong")}
        assert category_number(int(row["aces"]), **held) == number
        # The bits of the special cards are those of the mask.
        mask = int(number) & 15 | 0xF >> (4 - int(row["aces"])) << 52
        assert category_of([mask]).tolist() == [number]
    with pytest.raises(InputError, match=r"^5 aces: a hand holds 0 to 4$"):
        category_number(5)


def test_words() -> None:
    assert category_text(1 * 16 + 15) == "1 ace, Dragon, Phoenix, Dog, Mah Jong"
    assert len({category_text(number) for number in range(80)}) == 80


def test_the_study_counts_the_same_deals() -> None:
    # The reader refuses other ones.
    found = read_published(PUBLISHED)
    assert found.index.equals(categories().index)
    kinds = {name: str(kind) for name, kind in found.dtypes.items()}
    assert kinds["rounds_all"] == kinds["made_strong"] == "int64"
    assert kinds["call_value_all"] == "float64"
    assert found["call_value_all"].isna().sum() == 1
    for group in ROUNDS:
        assert (found[f"made_{group}"] <= found[f"calls_{group}"]).all()
        assert (found[f"calls_{group}"] <= found[f"rounds_{group}"]).all()


@pytest.mark.parametrize("group", ROUNDS)
def test_players_rounds_have_the_exact_shares(group: str) -> None:
    rounds = read_published(PUBLISHED)[f"rounds_{group}"]
    assert rounds.sum() == 4 * ROUNDS[group]
    expected = categories()["share"] * 4 * ROUNDS[group]
    off = (rounds - expected) / np.sqrt(expected)
    often = expected >= 5
    assert off[often].abs().max() < 4
    furthest = (rounds / expected - 1)[expected >= 10_000].abs().max()
    assert furthest < (0.03 if group == "strong" else 0.013)
    chance = chi2.sf((off[often] ** 2).sum(), often.sum() - 1)
    # The study's whole data are a little off, its strong players' are not.
    assert chance > (0.01 if group == "strong" else 1e-5)


def test_what_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    with pytest.raises(InputError, match=f"^{re.escape(str(path))}: no table of categories"):
        read_published(path)
    lines = PUBLISHED.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(InputError, match=r"the rows are not the 80 categories in their order$"):
        read_published(path)
    path.write_text(lines[0].replace("gt_made_all", "made") + "".join(lines[1:]), encoding="utf-8")
    with pytest.raises(InputError, match=r"no column gt_made_all \(wanted are aces, "):
        read_published(path)
