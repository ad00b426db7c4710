"""`grand-tichu --atlas`: all hands up to suits."""

from pathlib import Path
from typing import Any

from tichu_sim.cli.leaving import farewell
from tichu_sim.cli.progress import progress
from tichu_sim.studies.atlas import Atlas, make_atlas


def play_atlas(atlas: Atlas, out: Path, workers: int, resume: bool, quiet: bool) -> Path:
    """Play an atlas with a bar of progress, and return its file."""
    with (
        farewell(f"stopped; the same command with --resume finishes {out}"),
        progress(atlas.rounds, "rounds", quiet) as (start, advance),
    ):
        return make_atlas(atlas, out, workers, resume, start, advance)


def atlas_answer(atlas: Atlas, path: Path) -> dict[str, Any]:
    """Return what `--atlas` prints with --json."""
    return {"atlas": str(path), "classes": len(atlas.classes), "rounds": atlas.rounds}
