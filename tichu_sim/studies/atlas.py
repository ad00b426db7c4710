"""The atlas: every holding of eight cards up to suits, with its chance and the value of its call.

All classes are played first. Then, four times, the quarter whose decision is the least certain by
all that is known so far gets as many deals again. Each step is a function of the seed and of the
steps before it, so an atlas that was cut is finished byte for byte.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tichu_sim.errors import InputError
from tichu_sim.jit import Array, source_hash
from tichu_sim.sim.folder import (
    check_empty,
    is_finished,
    locked,
    remove_unfinished,
    whole_file,
    write_description,
)
from tichu_sim.studies.atlas_model import Fit, FitInput, fit, fit_input
from tichu_sim.studies.atlas_sums import SUMS, add_sums, play_classes
from tichu_sim.studies.batches import Batches
from tichu_sim.studies.call_pairs import CallPairs
from tichu_sim.studies.grand_tichu import compile_pairs
from tichu_sim.studies.rank_classes import N_CLASSES, Ints, multiplicity
from tichu_sim.version import __version__

ATLAS_FILE = "atlas.parquet"
SCHEMA_VERSION = 1
STEPS = 5
"""One for all classes, the others for a quarter of them each."""
_QUARTER = 4
_CLASSES_A_PART = 4096
_PRIOR_DEALS = 20
_LEAST_ROUNDS = 2 * 2 * 2 * N_CLASSES


@dataclass(frozen=True)
class Atlas:
    """How an atlas is played; `atlas_of` checks it.

    Attributes
    ----------
    pairs : CallPairs
    deals : int
        Of each class in a step.
    classes : ndarray of int64, shape (n,)
        All classes; fewer of them in tests.
    """

    pairs: CallPairs
    deals: int
    classes: Ints

    @property
    def quarter(self) -> int:
        """Number of classes in each step but the first."""
        return len(self.classes) // _QUARTER

    @property
    def rounds(self) -> int:
        """How many rounds it has, two a deal."""
        return 2 * self.deals * (len(self.classes) + (STEPS - 1) * self.quarter)

    def description(self) -> dict[str, Any]:
        """Return the atlas as run.json tells it."""
        bot = self.pairs.bot
        names = (parameter.name for parameter in bot.kind.parameters)
        return {
            "schema": SCHEMA_VERSION,
            "code": f"{__version__}+{source_hash()}",
            "rules": self.pairs.rules.written(),
            "bot": {"name": bot.name, "parameters": dict(zip(names, bot.values, strict=True))},
            "seed": self.pairs.seed,
            "classes": len(self.classes),
            "deals": self.deals,
        }


def atlas_of(pairs: CallPairs, rounds: int) -> Atlas:
    """Return an atlas of at least so many rounds.

    Raises
    ------
    InputError
        For too few rounds to say anything of a class.
    """
    if rounds < _LEAST_ROUNDS:
        raise InputError(f"{rounds:,} rounds: an atlas needs {_LEAST_ROUNDS:,} at least")
    classes = np.arange(N_CLASSES)
    a_deal = Atlas(pairs, 1, classes).rounds
    return Atlas(pairs, -(-rounds // a_deal), classes)


def make_atlas(
    atlas: Atlas,
    out: Path,
    workers: int = 1,
    resume: bool = False,
    on_start: Callable[[], None] = lambda: None,
    on_rounds: Callable[[int], None] = lambda rounds: None,
) -> Path:
    """Play an atlas and write it.

    Parameters
    ----------
    atlas : Atlas
    out : Path
        A folder; it gets the sums of each part of each step, and `ATLAS_FILE`.
    workers : int
        Number of threads; the files do not depend on it.
    resume : bool
        Whether to finish this same atlas if it was cut.
    on_start, on_rounds : callable
        Called when play begins; with the number of rounds that are done with.

    Raises
    ------
    InputError
        For a folder that holds anything else, or that cannot be written to, and as
        `blocks.play_block`.
    """
    description = atlas.description()
    path = out / ATLAS_FILE
    try:
        with locked(out):
            if not resume:
                check_empty(out)
            if is_finished(out, description):
                return path
            remove_unfinished(out)
            write_description(out, description, complete=False, rounds=None)
            _write(atlas, out, workers, on_start, on_rounds)
            write_description(out, description, complete=True, rounds=atlas.rounds)
    except OSError as error:
        raise InputError(f"cannot write {out}: {error.strerror}") from None
    return path


def _write(
    atlas: Atlas,
    out: Path,
    workers: int,
    on_start: Callable[[], None],
    on_rounds: Callable[[int], None],
) -> None:
    compile_pairs(atlas.pairs)
    on_start()
    found = np.zeros(len(atlas.classes), SUMS)
    known = fit_input(atlas.classes)
    first = 0
    with Batches(workers) as batches:
        for step in range(STEPS):
            places = _places(atlas, known, found, step)
            sums = _play_step(atlas, out, step, places, first, batches, on_rounds)
            first += len(places) * atlas.deals
            found[places] = add_sums(found[places], sums)
    with whole_file(out / ATLAS_FILE) as path:
        pq.write_table(atlas_table(atlas.classes, found, known), path, compression="zstd")


def _places(atlas: Atlas, known: FitInput, found: Array, step: int) -> Ints:
    # The classes of a step: all, or those whose decision is the least certain.
    if step == 0:
        return np.arange(len(atlas.classes))
    fitted = fit(known, *call_values(found))
    certainty = np.abs(fitted.estimate) / fitted.error
    return np.sort(np.argsort(certainty, kind="stable")[: atlas.quarter])


_Part = tuple[int, int, Ints]


def _play_step(
    atlas: Atlas,
    out: Path,
    step: int,
    places: Ints,
    first: int,
    batches: Batches,
    on_rounds: Callable[[int], None],
) -> Array:
    folder = out / f"step-{step}"
    folder.mkdir(exist_ok=True)

    def play(part: _Part, stop: Event) -> Array:
        number, start, here = part
        path = folder / f"part-{number:05d}.npy"
        if path.exists():
            return np.asarray(np.load(path))
        unit = first + start * atlas.deals
        sums = play_classes(atlas.pairs, atlas.classes[here], atlas.deals, unit, stop)
        with whole_file(path) as unfinished, unfinished.open("wb") as file:
            np.save(file, sums)
        return sums

    found = []
    for sums in batches.play(play, _parts(places)):
        found.append(sums)
        on_rounds(2 * atlas.deals * len(sums))
    return np.concatenate(found)


def _parts(places: Ints) -> Iterator[_Part]:
    for number, start in enumerate(range(0, len(places), _CLASSES_A_PART)):
        yield number, start, places[start : start + _CLASSES_A_PART]


def call_values(sums: Array) -> tuple[Array, Array]:
    """Return the points that the call gains in each class, and their standard errors.

    The variance of a class with few deals is drawn towards that of all of them.

    Parameters
    ----------
    sums : array (n,) of `atlas_sums.SUMS`
    """
    deals = np.maximum(sums["deals"], 1)
    values = (sums["called"] - sums["silent"]) / deals
    squares = sums["squares"] - deals * values**2
    usual = squares.sum() / max(1, (deals - 1).sum())
    variance = (squares + _PRIOR_DEALS * usual) / (deals - 1 + _PRIOR_DEALS)
    return values, np.sqrt(variance / deals)


def chances(sums: Array) -> tuple[Array, Array]:
    """Return the chance to go out first with the call in each class, and its standard error."""
    deals = np.maximum(sums["deals"], 1)
    share = sums["first_called"] / deals
    # Agresti and Coull (1998): no error of 0 where all calls were made.
    near = (sums["first_called"] + 2) / (deals + 4)
    return share, np.sqrt(near * (1 - near) / deals)


def atlas_table(classes: Ints, sums: Array, known: FitInput) -> pa.Table:
    """Return the rows of `ATLAS_FILE`, a class each."""
    p, p_error = chances(sums)
    value, value_error = call_values(sums)
    p_fit, value_fit = fit(known, p, p_error), fit(known, value, value_error)
    p_fit = p_fit._replace(estimate=p_fit.estimate.clip(0, 1))
    return pa.table(
        {
            "class": pa.array(classes, pa.int32()),
            "multiplicity": pa.array(multiplicity(classes), pa.int32()),
            "rounds": pa.array(2 * sums["deals"], pa.int32()),
            **_columns("p_first", p, p_error, p_fit, 4),
            **_columns("call_value", value, value_error, value_fit, 2),
        }
    )


def _columns(name: str, seen: Array, error: Array, fitted: Fit, digits: int) -> dict[str, Any]:
    columns = {
        name: seen,
        f"{name}_se": error,
        f"{name}_smooth": fitted.estimate,
        f"{name}_smooth_se": fitted.error,
    }
    return {key: pa.array(column.round(digits), pa.float32()) for key, column in columns.items()}
