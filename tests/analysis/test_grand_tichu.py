"""The page on Grand Tichu."""

import doctest
import importlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

from tichu_sim.bots.registry import parse_bot
from tichu_sim.cli.grand_tichu_table import TableStudy
from tichu_sim.cli.grand_tichu_table import answer as table_answer
from tichu_sim.game.rules import make_rules
from tichu_sim.studies.atlas import Atlas, make_atlas
from tichu_sim.studies.call_pairs import call_pairs
from tichu_sim.studies.grand_tichu import study_categories
from tichu_sim.studies.rank_classes import N_CLASSES

from .scripts import FOLDER, script

PAIRS = call_pairs(make_rules(), parse_bot("greedy"), seed=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands have written, of few rounds."""
    found = tmp_path_factory.mktemp("found")
    study = TableStudy(PAIRS, study_categories(PAIRS, 40))
    (found / "table.json").write_text(json.dumps(table_answer(study)))
    made = make_atlas(Atlas(PAIRS, 4, np.arange(0, N_CLASSES, 5003)), found / "atlas")
    made.rename(found / "atlas.parquet")
    return found


def test_the_page(folder: Path) -> None:
    """All kinds of hands are in it, and nothing is fetched from elsewhere."""
    done = script("grand_tichu.py", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    page = Path(done.stdout.strip()).read_text(encoding="utf-8")
    assert len(re.findall(r"<tr><td>[^<]*</td>", page)) >= 80
    assert "2 aces, Dragon, Phoenix" in page
    assert page.count("<svg") == 2
    assert not re.search(r"(src|href)=[\"']?(?!#)", page.replace("xlink:href", ""))
    for heading in ("Who should call", "Beside people", "How sure", "All hands"):
        assert f"<h2>{heading}</h2>" in page


def test_rules_are_in_it_where_they_were_played(folder: Path, tmp_path: Path) -> None:
    for name in ("table.json", "atlas.parquet"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    share = {"estimate": 0.1, "ci95": [0.09, 0.11]}
    gain = {"estimate": 1.25, "ci95": [1.0, 1.5]}
    rule = {"rule": "aces >= 2", "called": share, "made": share, "gain": gain}
    (tmp_path / "policies.json").write_text(json.dumps({"policies": [rule]}))
    assert script("grand_tichu.py", str(tmp_path)).returncode == 0
    page = (tmp_path / "grand_tichu.html").read_text(encoding="utf-8")
    assert "<td>aces &gt;= 2</td><td>10.00</td><td>10.0</td><td>+1.25</td>" in page


@pytest.mark.parametrize(
    ("content", "told"),
    [(None, "cannot read"), ("{", "is no JSON of"), ("[]", "is no JSON of")],
)
def test_bad_input(content: str | None, told: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "table.json").write_text(content)
    done = script("grand_tichu.py", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_usage() -> None:
    done = script("grand_tichu.py", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: python analysis/grand_tichu.py FOLDER\n\nA page")
    assert script("grand_tichu.py").returncode == 2


def test_how_well_an_atlas_fits(folder: Path) -> None:
    """Predictions of what was left out rise with what was seen, and miss as often as they say."""
    done = script("atlas_fit.py", str(folder / "atlas.parquet"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("91 classes, ")
    rows = re.findall(r"^ +(-?[\d.]+) +(-?[\d.]+)   ", done.stdout, re.M)
    assert len(rows) == 20
    inside = re.findall(r"([\d.]+) % of what was seen", done.stdout)
    assert all(float(share) > 85 for share in inside)
    assert script("atlas_fit.py", "--help").stdout.startswith("usage: python analysis/atlas_fit.py")
    assert script("atlas_fit.py", str(folder / "none.parquet")).returncode == 2


@pytest.mark.parametrize("name", ["atlas_fit", "grand_tichu", "page"])
def test_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FOLDER)
    assert doctest.testmod(importlib.import_module(name)).failed == 0
