"""`tichu-sim check`: referee round records."""

from typing import Any

import typer

from tichu_sim.cli.compiling import replay_kind, say_if_compiling
from tichu_sim.cli.files import AsJson, RecordFile, file_name, print_json, read_objects


def check(file: RecordFile, as_json: AsJson = False) -> None:
    """Referee round records.

    Name the first illegal event of each, the rule it breaks, and what would have been legal.
    Exit code 1 if there are faults, 2 if the file cannot be read or a line is no JSON object.
    """
    from tichu_sim.game.referee import find_fault
    from tichu_sim.game.walk import walk

    records = 0
    found: list[dict[str, Any]] = []
    for line, written in read_objects(file):
        records += 1
        say_if_compiling(replay_kind(written), walk)
        fault = find_fault(written)
        if fault is None:
            continue
        if not as_json:
            print(f"{file_name(file)}:{line}: {fault.line()}")
        found.append(
            {
                "file": file_name(file),
                "line": line,
                "event": fault.event,
                "rule": fault.rule,
                "what": fault.what,
                "legal": list(fault.legal),
                "more": fault.more,
            }
        )
    if as_json:
        print_json({"records": records, "faults": len(found), "found": found})
    else:
        print(f"{records} records, {len(found)} faults")
    if found:
        raise typer.Exit(1)
