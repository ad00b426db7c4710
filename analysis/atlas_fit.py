"""How well the fit behind an atlas knows hands that it has not seen.

`python analysis/atlas_fit.py ATLAS.parquet` fits anew what the atlas saw, leaving each tenth of the
classes out in turn, and holds what is predicted for that tenth against what its deals came to.
"""

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from script import run_with

from tichu_sim.studies.atlas_file import read_atlas
from tichu_sim.studies.atlas_model import features_of, fit, fold_of
from tichu_sim.studies.rank_classes import counts_of
from tichu_sim.studies.stats import Z95

Floats = npt.NDArray[np.float64]

_GROUPS = 10


def groups_of(predicted: Floats, seen: Floats, errors: Floats) -> list[tuple[float, float, float]]:
    """Return for each tenth of the classes, by prediction: predicted, seen, error of the latter.

    Examples
    --------
    >>> found = groups_of(np.arange(20.0), np.arange(20.0), np.ones(20))
    >>> tuple(round(x, 2) for x in found[-1])
    (18.5, 18.5, 0.71)
    """
    found = []
    for here in np.array_split(np.argsort(predicted, kind="stable"), _GROUPS):
        weights = 1 / errors[here] ** 2
        mean = float(weights @ seen[here] / weights.sum())
        found.append(
            (float(weights @ predicted[here] / weights.sum()), mean, float(weights.sum() ** -0.5))
        )
    return found


def lines(path: Path) -> list[str]:
    """Return what there is to say of an atlas."""
    rows = read_atlas(path).to_pandas()
    classes = rows["class"].to_numpy(np.int64)
    features, folds = features_of(counts_of(classes)), fold_of(classes)
    told = [f"{len(rows):,} classes, {rows['rounds'].sum():,} rounds"]
    for name, unit, scale in (
        ("p_first", "points of percentage", 100.0),
        ("call_value", "points a round", 1.0),
    ):
        seen = scale * rows[name].to_numpy(np.float64)
        errors = scale * rows[f"{name}_se"].to_numpy(np.float64)
        found = fit(features, seen, errors, folds)
        inside = np.abs(seen - found.predicted) < Z95 * np.hypot(errors, found.spread)
        told += [
            "",
            f"{name}: classes stray {found.spread:.2f} {unit} from what is predicted (standard "
            "deviation);",
            f"  standard error of a class by its own deals {np.median(errors):.2f}, with its "
            f"neighbours {np.median(found.error):.2f} (median);",
            f"  {100 * inside.mean():.1f} % of what was seen is within 95 % of what was predicted",
            "  predicted      seen   95 %",
        ]
        told += [
            f"  {one:>9.2f} {mean:>9.2f}   {mean - Z95 * error:.2f} to {mean + Z95 * error:.2f}"
            for one, mean, error in groups_of(found.predicted, seen, errors)
        ]
    return told


if __name__ == "__main__":
    sys.exit(
        run_with(
            "atlas_fit.py", "ATLAS.parquet", __doc__, lambda path: "\n".join(lines(Path(path)))
        )
    )
