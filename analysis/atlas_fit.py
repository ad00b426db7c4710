"""How well the fit behind an atlas knows hands that it has not seen.

`python analysis/atlas_fit.py ATLAS.parquet` fits anew what the atlas saw, leaving each tenth of the
classes out in turn, and holds what is predicted for that tenth against what its deals came to: by
how much is predicted, and by how many of aces, Dragon and Phoenix ("winners") are held.
"""

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from script import run_with

from tichu_sim.studies.atlas_file import read_atlas
from tichu_sim.studies.atlas_model import fit, fit_input, winners_of
from tichu_sim.studies.rank_classes import Ints, counts_of
from tichu_sim.studies.stats import Z95

Floats = npt.NDArray[np.float64]

_GROUPS = 10


def mean_of(predicted: Floats, seen: Floats, errors: Floats) -> tuple[float, float, float]:
    """Return the mean of what is predicted and of what was seen, and the error of the latter.

    Classes weigh by how sure they are.

    Examples
    --------
    >>> tuple(round(x, 2) for x in mean_of(np.array([1.0, 3.0]), np.array([2.0, 5.0]), np.ones(2)))
    (2.0, 3.5, 0.71)
    """
    weights = 1 / errors**2
    total = float(weights.sum())
    return float(weights @ predicted / total), float(weights @ seen / total), total**-0.5


def groups_of(predicted: Floats, winners: Ints) -> dict[str, list[tuple[str, Ints]]]:
    """Return ways to sort the classes into groups: names, and the places of the classes in each.

    Examples
    --------
    >>> found = groups_of(np.arange(20.0), np.arange(20) % 2)
    >>> found["tenth"][-1][1].tolist(), found["winners"][0][1].size
    ([18, 19], 10)
    """
    tenths = np.array_split(np.argsort(predicted, kind="stable"), _GROUPS)
    return {
        "tenth": [(str(number), here) for number, here in enumerate(tenths, 1)],
        "winners": [(str(n), np.flatnonzero(winners == n)) for n in np.unique(winners)],
    }


def lines(path: Path) -> list[str]:
    """Return what there is to say of an atlas."""
    rows = read_atlas(path).to_pandas()
    classes = rows["class"].to_numpy(np.int64)
    known, winners = fit_input(classes), winners_of(counts_of(classes))
    told = [f"{len(rows):,} classes, {rows['rounds'].sum():,} rounds"]
    for name, unit, scale in (
        ("p_first", "points of percentage", 100.0),
        ("call_value", "points a round", 1.0),
    ):
        seen = scale * rows[name].to_numpy(np.float64)
        errors = scale * rows[f"{name}_se"].to_numpy(np.float64)
        found = fit(known, seen, errors)
        inside = np.abs(seen - found.predicted) < Z95 * np.hypot(errors, found.spread)
        told += [
            "",
            f"{name}: classes stray {np.sqrt(np.mean(found.spread**2)):.2f} {unit} from what is "
            "predicted (standard deviation);",
            f"  standard error of a class by its own deals {np.median(errors):.2f}, with its "
            f"neighbours {np.median(found.error):.2f} (median);",
            f"  {100 * inside.mean():.1f} % of what was seen is within 95 % of what was predicted",
        ]
        for name_of, groups in groups_of(found.predicted, winners).items():
            told.append(f"  {name_of:<8} predicted      seen   95 %")
            for group, here in groups:
                one, mean, error = mean_of(found.predicted[here], seen[here], errors[here])
                low, high = mean - Z95 * error, mean + Z95 * error
                told.append(f"  {group:<8} {one:>9.2f} {mean:>9.2f}   {low:.2f} to {high:.2f}")
    return told


if __name__ == "__main__":
    sys.exit(
        run_with(
            "atlas_fit.py", "ATLAS.parquet", __doc__, lambda path: "\n".join(lines(Path(path)))
        )
    )
