"""The written cases of the rules, and what their words stand for."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tichu_sim.game.view import GRAND, GREAT_GRAND, TICHU

Case = dict[str, Any]

_FILE = Path(__file__).parents[1] / "reference_data" / "cases.jsonl"
CASES: list[Case] = [json.loads(line) for line in _FILE.read_text().splitlines()]

CALLS = {"T": TICHU, "GT": GRAND, "GG": GREAT_GRAND}
VERBS = {"T": "tichu", "GT": "grand", "GG": "greatgrand"}


def written_cases(questions: Collection[str]) -> list[Case]:
    """Return the cases that ask one of these questions."""
    return [case for case in CASES if case["q"] in questions]


def options_of(case: Case) -> dict[str, Any]:
    """Return the options of a case; where Grand Seigneur does not say, it has two packs."""
    options: dict[str, Any] = dict(case.get("opt", {}))
    if case["game"] == "grand_seigneur":
        options = {"players": case.get("n", 12), **options}
    return options
