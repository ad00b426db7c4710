"""The atlas of all rank classes: what it plays, what it makes of it, and how it is finished."""

from dataclasses import replace
from pathlib import Path
from threading import Event

import numpy as np
import pandas as pd
import pytest

from tichu_sim.bots.registry import parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.holdings import make_holdings
from tichu_sim.studies import atlas as atlas_module
from tichu_sim.studies.atlas import ATLAS_FILE, STEPS, Atlas, atlas_of, call_values, make_atlas
from tichu_sim.studies.atlas_file import COLUMNS, quick_answer
from tichu_sim.studies.atlas_model import fit, fit_input
from tichu_sim.studies.atlas_sums import play_classes
from tichu_sim.studies.call_pairs import ahead, call_pairs
from tichu_sim.studies.categories import N_HOLDINGS
from tichu_sim.studies.holdings import Holding, parse_holding
from tichu_sim.studies.rank_classes import (
    N_CLASSES,
    category_of_class,
    counts_of,
    multiplicity,
    words_of_classes,
)
from tichu_sim.studies.shipped import shipped_file

PAIRS = call_pairs(make_rules(), parse_bot("greedy"), seed=3)
DEALS = 6
PHOENIX_PLACE, DRAGON_PLACE, ACE_PLACE = 2, 3, 16
SMALL = Atlas(PAIRS, DEALS, np.arange(0, N_CLASSES, 9001))


def test_how_many_rounds_an_atlas_has() -> None:
    """At least as many as were asked for, half of them for all classes and half for the close."""
    found = atlas_of(PAIRS, 200_000_000)
    assert 200_000_000 <= found.rounds < 202_000_000
    assert found.deals == 111
    with pytest.raises(InputError, match="needs 3,630,120 at least"):
        atlas_of(PAIRS, 1_000_000)


def test_sums_of_classes_are_those_of_their_deals() -> None:
    classes = np.array([5, 437032, 200_000])
    sums = play_classes(PAIRS, classes, DEALS, 100, Event())
    for place, number in enumerate(classes):
        first = 100 + place * DEALS
        held = make_holdings(*words_of_classes([number]))
        rows = PAIRS.play(held, first, first + DEALS, Event())
        gains = ahead(rows.called) - ahead(rows.silent)
        expected = (
            DEALS,
            rows.first_called.sum(),
            rows.first_silent.sum(),
            ahead(rows.called).sum(),
            ahead(rows.silent).sum(),
            (gains**2).sum(),
        )
        assert sums[place].item() == expected


def files(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*.*")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("atlas") / "whole"
    make_atlas(SMALL, out)
    return out


def test_an_atlas_that_was_cut_is_finished_byte_for_byte(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut within the third step, gone on with by two workers."""
    out, calls = tmp_path / "cut", 0

    def cut(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls > 2:
            raise KeyboardInterrupt
        return play_classes(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(atlas_module, "play_classes", cut)
        with pytest.raises(KeyboardInterrupt):
            make_atlas(SMALL, out)
    assert not (out / ATLAS_FILE).exists()
    with pytest.raises(InputError, match="is not empty"):
        make_atlas(SMALL, out)
    other = replace(SMALL, pairs=replace(PAIRS, seed=4))
    with pytest.raises(InputError, match="seed is 3 there and 4 here"):
        make_atlas(other, out, resume=True)
    make_atlas(SMALL, out, workers=2, resume=True)
    assert files(out) == files(whole)


def test_rows_of_an_atlas(whole: Path) -> None:
    rows = pd.read_parquet(whole / ATLAS_FILE)
    assert list(rows) == list(COLUMNS)
    assert rows["class"].tolist() == SMALL.classes.tolist()
    assert rows["multiplicity"].tolist() == multiplicity(SMALL.classes).tolist()
    assert rows["rounds"].sum() == SMALL.rounds
    assert set(rows["rounds"]) <= {2 * DEALS * n for n in range(1, STEPS + 1)}
    assert rows["p_first"].between(0, 1).all()
    assert rows["p_first_smooth"].between(0, 1).all()
    assert (rows[["call_value_se", "p_first_se"]] > 0).all(axis=None)
    assert (rows["call_value_smooth_se"] <= rows["call_value_se"] + 0.01).all()


def test_the_close_classes_get_more_deals(whole: Path) -> None:
    rows = pd.read_parquet(whole / ATLAS_FILE)
    once = rows["rounds"] == 2 * DEALS
    distance = rows["call_value_smooth"].abs()
    assert distance[once].median() > distance[~once].median()


def test_a_quick_answer(whole: Path) -> None:
    """The row of the hand's class, whatever its suits."""
    number = int(SMALL.classes[3])
    row = pd.read_parquet(whole / ATLAS_FILE).iloc[3]
    masks = words_of_classes([number])
    found = quick_answer(whole / ATLAS_FILE, Holding(int(masks[0][0]), int(masks[1][0])))
    assert found.rank_class == number
    assert found.call_value.value == pytest.approx(row["call_value_smooth"])
    half = found.call_value.high - found.call_value.value
    assert half == pytest.approx(1.96 * row["call_value_smooth_se"], rel=1e-3)
    with pytest.raises(InputError, match="has no class"):
        quick_answer(whole / ATLAS_FILE, parse_holding("A A K Dr Ph 9 7 2"))
    with pytest.raises(InputError, match="no such atlas"):
        quick_answer(whole / "none.parquet", parse_holding("A A K Dr Ph 9 7 2"))
    with pytest.raises(InputError, match="is no atlas"):
        quick_answer(whole / "run.json", parse_holding("A A K Dr Ph 9 7 2"))


def test_the_atlas_that_is_shipped() -> None:
    """All classes, as many rounds as it says, and no hand whose figures cannot be."""
    rows = pd.read_parquet(shipped_file("grand_tichu_atlas.parquet"))
    assert list(rows) == list(COLUMNS)
    assert rows["class"].tolist() == list(range(N_CLASSES))
    assert rows["multiplicity"].sum() == N_HOLDINGS
    assert rows["rounds"].sum() == 201_471_438
    assert rows["p_first"].between(0, 1).all()
    assert rows["p_first_smooth"].between(0, 1).all()
    assert rows["call_value"].between(-600, 600).all()
    assert (rows[["p_first_smooth_se", "call_value_smooth_se"]] > 0).all(axis=None)


def test_no_kind_of_hand_is_flattered_or_wronged() -> None:
    """What is predicted of groups of classes is what their deals came to, within their noise."""
    rows = pd.read_parquet(shipped_file("grand_tichu_atlas.parquet"))
    classes = rows["class"].to_numpy(np.int64)
    counts = counts_of(classes)
    groups = {
        "winners": counts[:, [PHOENIX_PLACE, DRAGON_PLACE, ACE_PLACE]].sum(axis=1),
        "category": category_of_class(classes),
        "threes": (counts[:, 4:] == 3).sum(axis=1),
        "pairs": (counts[:, 4:] == 2).sum(axis=1),
    }
    known = fit_input(classes)
    for name, slight in (("p_first", 0.005), ("call_value", 1.0)):
        seen, error = (rows[part].to_numpy(np.float64) for part in (name, f"{name}_se"))
        found = fit(known, seen, error)
        weights = 1 / (error**2 + found.spread**2)
        for what, group in groups.items():
            total = np.bincount(group, weights)
            off = np.bincount(group, weights * (seen - found.predicted)) / total
            assert (np.abs(off) < slight + 4 / np.sqrt(total)).all(), (name, what)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["any", "strong", "straight", "four"])
def test_its_estimates_hold_for_hands_played_again(kind: str) -> None:
    """Of random hands of each kind, intervals hold what is seen as often as they say."""
    rows = pd.read_parquet(shipped_file("grand_tichu_atlas.parquet"))
    counts = counts_of(rows["class"].to_numpy(np.int64))
    ranks = counts[:, 4:] > 0
    of_kind = {
        "any": np.full(len(rows), True),
        "strong": counts[:, [PHOENIX_PLACE, DRAGON_PLACE, ACE_PLACE]].sum(axis=1) >= 4,
        "straight": np.any([ranks[:, n : n + 6].all(axis=1) for n in range(8)], axis=0),
        "four": (counts[:, 4:] == 4).any(axis=1),
    }
    picked = rows[of_kind[kind]].sample(80, weights="multiplicity", random_state=7)
    pairs = call_pairs(make_rules(), parse_bot("expert"), seed=99)
    sums = play_classes(pairs, picked["class"].to_numpy(np.int64), 600, 0, Event())
    value, error = call_values(sums)
    told, told_error = (
        picked[name].to_numpy(np.float64) for name in ("call_value_smooth", "call_value_smooth_se")
    )
    off = (told - value) / np.hypot(told_error, error)
    assert (np.abs(off) < 1.96).mean() >= 0.86
    assert abs(off.mean()) < 0.35
