"""The page on Grand Tichu."""

import contextlib
import doctest
import importlib
import io
import itertools
import json
import math
import re
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from matplotlib.figure import Figure

from tichu_sim.bots.registry import parse_bot
from tichu_sim.cli.main import run
from tichu_sim.game.rules import make_rules
from tichu_sim.studies.atlas import Atlas, make_atlas
from tichu_sim.studies.call_pairs import call_pairs
from tichu_sim.studies.rank_classes import N_CLASSES
from tichu_sim.studies.shipped import shipped_file

from .scripts import FOLDER, script

PAIRS = call_pairs(make_rules(), parse_bot("greedy"), seed=1)
ANSWERS = ("table", "policies", "scores")


def answered(mode: str, rounds: int) -> str:
    """What the command prints."""
    printed = io.StringIO()
    more = ["--bot", "greedy", "--seed", "1", "--rounds", str(rounds), "--json", "--quiet"]
    with contextlib.redirect_stdout(printed):
        assert run(["grand-tichu", f"--{mode}", *more]) == 0
    return printed.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands have written, of few rounds."""
    found = tmp_path_factory.mktemp("found")
    for mode, rounds in zip(ANSWERS, (150, 2000, 150), strict=True):
        (found / f"{mode}.json").write_text(answered(mode, rounds))
    make_atlas(Atlas(PAIRS, 4, np.arange(0, N_CLASSES, 5003)), found / "atlas")
    return found


@pytest.fixture(scope="module")
def found(folder: Path) -> dict[str, Any]:
    return {mode: json.loads((folder / f"{mode}.json").read_text()) for mode in ANSWERS}


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    done = script("grand_tichu.py", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    return Path(done.stdout.strip()).read_text(encoding="utf-8")


def page_of(folder: Path, out: Path, **answers: Any) -> str:
    """The page of the same table with other answers beside it."""
    (out / "table.json").write_bytes((folder / "table.json").read_bytes())
    for name, answer in answers.items():
        (out / f"{name}.json").write_text(json.dumps(answer))
    done = script("grand_tichu.py", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    return (out / "grand_tichu.html").read_text(encoding="utf-8")


def words(page: str) -> str:
    """The page as it is read, without its pictures."""
    plain = re.sub(r"<svg.*?</svg>", " ", page, flags=re.S)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", plain)))


def headings(page: str) -> list[str]:
    return re.findall(r"<h2[^>]*>([^<]*)</h2>", page)


def test_the_page(page: str) -> None:
    """All kinds of hands are in it."""
    assert len(re.findall(r"<tr><td>[^<]*</td>", page)) >= 80
    assert "2 aces + Dragon + Phoenix" in page
    assert page.count("<svg") == 5
    assert headings(page) == [
        "In short",
        "What was played",
        "Who should call",
        "Rules of thumb",
        "At which score",
        "Great Grand",
        "People and the simulation",
        "Single hands",
        "All kinds of hands",
    ]
    assert "nan" not in words(page)


def test_nothing_is_fetched_from_elsewhere(page: str) -> None:
    links = re.findall(r"(?:src|href)\s*=\s*[\"']([^\"']*)", page)
    assert all(link.startswith("#") for link in links)
    assert all(place.startswith("#") for place in re.findall(r"url\(([^)]*)\)", page))
    assert not re.search(r"<(script|link|img|iframe|object)\b|@import", page)
    # Names of the formats of pictures, which no browser looks up.
    assert not re.findall(r"https?:", re.sub(r"xmlns(:\w+)?=\"[^\"]*\"", "", page))


def test_it_can_be_read_in_the_dark_and_on_a_small_screen(page: str) -> None:
    """Texts and axes of pictures have the colour of the page's text, grounds have none."""
    assert "color-scheme: light dark" in page
    assert "currentColor" in page
    assert "#010203" not in page
    assert not re.search(r"fill: ?#(fff|000)", page)
    assert 'name="viewport"' in page
    for what in ("<table", "<svg"):
        assert page.count(what) == len(re.findall(rf'<div class="wide">\s*{what}', page))


def test_what_was_not_played_is_left_out(folder: Path, tmp_path: Path) -> None:
    page = page_of(folder, tmp_path)
    assert page.count("<svg") == 4
    assert not {"Rules of thumb", "At which score", "Great Grand"} & set(headings(page))
    assert "Great Grand" not in page
    assert "The score." not in page


def policies_of(gains: dict[str, float]) -> dict[str, Any]:
    """Return what `--policies --json` might print: gains, each give or take 0.25."""
    share = {"estimate": 0.1, "ci95": [0.09, 0.11]}
    rules = [
        {
            "rule": name,
            "called": share,
            "made": share,
            "gain": {"estimate": gain, "ci95": [gain - 0.25, gain + 0.25]},
        }
        for name, gain in gains.items()
    ]
    return {"policies": rules, "bot": "greedy", "rounds": 1234, "seed": 0}


def test_rules_are_in_it_where_they_were_played(folder: Path, tmp_path: Path) -> None:
    answer = policies_of({"always": 9.0, "aces >= 2": 1.25, "dragon": 1.0})
    page = page_of(folder, tmp_path, policies=answer)
    assert "<td>aces &gt;= 2</td><td>10.00</td><td>10.0</td><td>+1.25</td>" in page
    told = words(page)
    assert "Best of those that need no table: aces >= 2" in told
    assert "gains +1.25 points a round (+1.00 to +1.50)" in told
    assert "The highest figure is that of always , +9.00 (+8.75 to +9.25)." in told
    assert "1,234 deals" in told


def test_scores_are_those_of_the_answer(found: dict[str, Any], page: str) -> None:
    """Every cell of the three tables of scores, and what is said of some."""
    told, scores = words(page), found["scores"]
    named = {0.0: "all", 1.0: "none"}
    for row in scores["scores"]:
        value = row["threshold"]["estimate"]
        cell = named.get(value, f"{100 * value:.0f}\N{NO-BREAK SPACE}%")
        assert re.search(rf"<td style=[^>]*>{cell}(<small>|</td>)", page)
        assert f">{100 * row['win']:.1f}</td>" in page
        gain, (low, high) = row["great_grand"]["estimate"], row["great_grand"]["ci95"]
        doubt = "*" if low <= 0 <= high else ""
        small = f"<small>{100 * low:+.1f} to {100 * high:+.1f}</small>"
        assert f">{doubt}{100 * gain:+.1f}{small}" in page
    at = {(row["us"], row["them"]): row for row in scores["scores"]}
    even = at[0, 0]["threshold"]["estimate"]
    enough = [c for c in found["table"]["categories"] if c["p_first"]["estimate"] >= even]
    share = 100 * sum(row["share"] for row in enough)
    assert f"at 0:0 from a chance of {100 * even:.1f} % on ({share:.1f} % of all hands)" in told
    for score in ((0, 800), (200, 900)):
        gain = at[score]["gains"][0]
        low, high = (100 * end for end in gain["ci95"])
        changed = f"{100 * gain['estimate']:+.1f} ({low:+.1f} to {high:+.1f}) percentage points"
        assert f"the call changes that by {changed}" in told
        assert f"at {score[0]}:{score[1]}, it should call" in told


def test_great_grand_is_that_of_the_answer(found: dict[str, Any], page: str) -> None:
    told, scores = words(page), found["scores"]
    grand, gain = scores["great_grand"], scores["great_grand"]["call_value"]
    low, high = gain["ci95"]
    value = f"gains {gain['estimate']:+.1f} points a round ({low:+.1f} to {high:+.1f})"
    assert told.count(value) == 2
    assert f"{grand['rounds']:,} deals" in told
    pays = [row for row in scores["scores"] if row["great_grand"]["ci95"][0] > 0]
    best = max(pays, key=lambda row: row["great_grand"]["estimate"])
    assert f"pays at {len(pays)} of 49 scores; most at {best['us']}:{best['them']}" in told


def test_figures_that_overlap_are_not_told_apart(folder: Path, tmp_path: Path) -> None:
    answer = policies_of({"the atlas": 1.5, "dragon": 1.25})
    told = words(page_of(folder, tmp_path, policies=answer))
    assert "the atlas , +1.50 (+1.25 to +1.75), whose interval overlaps with that." in told


def test_scores_at_which_all_hands_call_or_none(
    found: dict[str, Any], folder: Path, tmp_path: Path
) -> None:
    answer = json.loads(json.dumps(found["scores"]))
    for row in answer["scores"]:
        value = 0.0 if row["them"] > row["us"] else 1.0
        row["threshold"] = {"estimate": value, "ci95": [value, value]}
        row["great_grand"] = {"estimate": -0.1, "ci95": [-0.2, -0.05]}
    told = words(page_of(folder, tmp_path, scores=answer))
    assert "at 0:0 with no kind of hands; at 0:800 with all kinds of hands" in told
    assert "Great Grand It pays" not in told
    assert "It pays for sure at 0 of these 49 scores; at equal scores it gains from -10.0" in told


def test_people_are_those_of_the_counts(found: dict[str, Any], page: str) -> None:
    """Rates, agreement and the kinds with which people do otherwise."""
    told, rows, near = words(page), found["table"]["categories"], found["table"]["people"]
    assert "21,264,935 rounds of all players, and 400,881 of strong ones" in told
    for name, group in (("Strong players", "strong"), ("All players", "all")):
        people = [row["people"][group] for row in rows]
        calls = sum(one["calls"] for one in people)
        rounds, made = (sum(one[key] for one in people) for key in ("rounds", "made"))
        assert f"{name} call with {100 * calls / rounds:.1f} % of their hands and make " in told
        assert f"make {100 * made / calls:.1f} % of the calls" in told
        assert f"for {name.lower()} {near['value_rms'][group]:.1f} points off" in told
        costs = []
        for row, one in zip(rows, people, strict=True):
            value, (low, high) = row["call_value"]["estimate"], row["call_value"]["ci95"]
            called = one["calls"] / one["rounds"] if one["rounds"] else math.nan
            if low > 0 and called < 0.5:
                costs.append(100 * row["share"] * (1 - called) * value)
            if high < 0 and called > 0.5:
                costs.append(100 * row["share"] * called * -value)
        ends = [row["call_value"]["ci95"] for row in rows]
        sure = sum(low > 0 or high < 0 for low, high in ends)
        same = f"with {sure - len(costs)} of {sure} kinds most do as the simulation would"
        cost = f"; the others cost {sum(costs):.1f}." if costs else "."
        assert f"{name}: {same}{cost}" in told
        assert len(re.findall(rf'<td class="words">{name.lower()}</td>', page)) == len(costs)
    assert f"is {100 * near['rms']:.1f} percentage points off" in told
    assert f"rank correlation of {near['rank_correlation']:.3f}" in told


def test_reasons_name_their_figures(
    found: dict[str, Any], page: str, folder: Path, tmp_path: Path
) -> None:
    rows = found["table"]["categories"]
    later = sum(row["share"] * row["tichu_called"]["estimate"] for row in rows)
    said = f"it does so with {100 * later:.1f} % of all hands"
    assert said in words(page)
    gaps, calls = [], []
    for row in rows:
        one = row["people"]["strong"]
        if one["calls"] >= 300 and one["calls"] < 0.5 * one["rounds"]:
            gaps.append(100 * (one["made"] / one["calls"] - row["p_first"]["estimate"]))
            calls.append(one["calls"])
    mean = np.average(gaps, weights=calls)
    assert f"for strong players {mean:+.1f} percentage points where they call with less" in words(
        page
    )
    older = json.loads(json.dumps(found["table"]))
    for row in older["categories"]:
        del row["tichu_called"], row["tichu_made"]
    (tmp_path / "table.json").write_text(json.dumps(older))
    done = script("grand_tichu.py", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    told = words((tmp_path / "grand_tichu.html").read_text(encoding="utf-8"))
    assert "it does so" not in told
    assert "People choose." in told


@pytest.mark.slow
def test_of_single_deals(tmp_path: Path) -> None:
    """There is a page though nothing is known for sure."""
    for mode in ANSWERS:
        (tmp_path / f"{mode}.json").write_text(answered(mode, 1))
    done = script("grand_tichu.py", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    told = words((tmp_path / "grand_tichu.html").read_text(encoding="utf-8"))
    assert "with 0 of 0 kinds" in told
    assert "nan" not in told


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "cannot read"),
        ("{", "is no JSON of"),
        ("[]", "is no JSON of"),
        ("{}", "is no JSON of"),
        ('{"categories": [], "bot": "expert", "rounds": 1, "seed": 0}', "is no JSON of"),
        ('{"categories": [{"aces": 9}], "bot": "a", "rounds": 1, "seed": 0}', "is no JSON of"),
    ],
)
def test_bad_input(content: str | None, told: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "table.json").write_text(content)
    done = script("grand_tichu.py", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("mode", ["policies", "scores"])
@pytest.mark.parametrize("content", ["{", "[]", "3", "{}", "other"])
def test_bad_further_input(mode: str, content: str, folder: Path, tmp_path: Path) -> None:
    table = (folder / "table.json").read_text()
    (tmp_path / "table.json").write_text(table)
    (tmp_path / f"{mode}.json").write_text(table if content == "other" else content)
    done = script("grand_tichu.py", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{mode}.json is no JSON of `tichu-sim grand-tichu --{mode}`\n")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "grand_tichu.html").exists()


def test_usage() -> None:
    done = script("grand_tichu.py", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: python analysis/grand_tichu.py FOLDER\n\nA page")
    assert script("grand_tichu.py").returncode == 2


def broken_atlas(change: str, whole: pa.Table) -> pa.Table:
    """An atlas with a fault."""
    column = whole["call_value_smooth"]
    if change == "rows":
        return whole.slice(0, 100)
    values = {
        "text": pc.cast(column, pa.string()),
        "nan": pa.chunked_array([np.full(len(column), np.nan, np.float32)]),
        "null": pa.chunked_array([pa.nulls(len(column), pa.float32())]),
    }
    place = whole.column_names.index("call_value_smooth")
    return whole.set_column(place, "call_value_smooth", values[change])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("rows", "is no atlas of all 453,765 hands, each with its figures"),
        ("nan", "is no atlas of all 453,765 hands, each with its figures"),
        ("text", "call_value_smooth is not of numbers alone"),
        ("null", "call_value_smooth is not of numbers alone"),
    ],
)
def test_an_atlas_that_is_none(change: str, told: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "table.json").write_bytes((folder / "table.json").read_bytes())
    whole = pq.read_table(shipped_file("grand_tichu_atlas.parquet"))
    pq.write_table(broken_atlas(change, whole), tmp_path / "atlas.parquet")
    done = script("grand_tichu.py", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "atlas.parquet" in done.stderr
    assert told in done.stderr
    assert not (tmp_path / "grand_tichu.html").exists()


def test_answers_that_do_not_go_together(folder: Path, tmp_path: Path) -> None:
    table = json.loads((folder / "table.json").read_text())
    (tmp_path / "table.json").write_text(json.dumps({**table, "bot": "expert"}))
    (tmp_path / "scores.json").write_bytes((folder / "scores.json").read_bytes())
    done = script("grand_tichu.py", str(tmp_path))
    assert done.returncode == 2
    assert "scores.json is of greedy" in done.stderr
    (tmp_path / "table.json").write_text(
        json.dumps({**table, "categories": table["categories"][:79]})
    )
    assert "is no JSON of" in script("grand_tichu.py", str(tmp_path)).stderr
    (tmp_path / "scores.json").unlink()
    (tmp_path / "scores.json").mkdir()
    (tmp_path / "table.json").write_text(json.dumps(table))
    assert "cannot read" in script("grand_tichu.py", str(tmp_path)).stderr


def test_names_in_a_plot_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name over another, a dot or the legend, and the most frequent kind is among them."""
    monkeypatch.syspath_prepend(FOLDER)
    dots = importlib.import_module("grand_tichu_dots")
    rng = np.random.default_rng(3)
    found = pd.DataFrame({"share": rng.uniform(0.002, 0.1, 80)})
    x, y = pd.Series(rng.normal(size=80)), pd.Series(rng.normal(size=80))
    figure = Figure(figsize=(6, 4))
    axes = figure.subplots()
    axes.scatter(x, y, label="hands")
    legend = axes.legend()
    dots.Names(axes).add(found, x, y, x, "black")
    figure.draw_without_rendering()
    boxes = [name.get_window_extent() for name in axes.texts]
    assert len(boxes) >= 2
    boxes.append(legend.get_window_extent())
    assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))
    places = axes.transData.transform(np.column_stack([x, y]))
    assert not any(box.contains(*place) for box in boxes[:-1] for place in places)


def test_how_well_an_atlas_fits(folder: Path) -> None:
    """Predictions of what was left out rise with what was seen, and miss as often as they say."""
    done = script("atlas_fit.py", str(folder / "atlas/atlas.parquet"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("91 classes, ")
    rows = re.findall(r"^  (\d+) +(-?[\d.]+) +(-?[\d.]+)   ", done.stdout, re.M)
    names, half = [row[0] for row in rows], len(rows) // 2
    assert names[:half] == names[half:]
    assert names[:10] == [str(tenth) for tenth in range(1, 11)]
    assert set(names[10:half]) <= set("0123456")
    inside = re.findall(r"([\d.]+) % of what was seen", done.stdout)
    assert all(float(share) > 85 for share in inside)
    assert script("atlas_fit.py", "--help").stdout.startswith("usage: python analysis/atlas_fit.py")
    assert script("atlas_fit.py", str(folder / "none.parquet")).returncode == 2


@pytest.mark.parametrize(
    "name", ["atlas_fit", "page", *(path.stem for path in FOLDER.glob("grand_tichu*.py"))]
)
def test_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    assert doctest.testmod(importlib.import_module(name)).failed == 0
