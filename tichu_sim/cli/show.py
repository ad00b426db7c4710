"""`tichu-sim show`: round records for the eye."""

from typing import Annotated, Any

import typer

from tichu_sim.cli.compiling import replay_kind, say_if_compiling
from tichu_sim.cli.console import sheet_console
from tichu_sim.cli.files import RecordFile, file_name, read_objects


def show(
    file: RecordFile,
    line: Annotated[
        int | None, typer.Option("--line", min=1, help="Show only the record on this line.")
    ] = None,
) -> None:
    """Show round records: hands, tricks, score sheet.

    A faulty record is shown up to its first illegal event; the exit code is then 1.
    """
    from tichu_sim.errors import InputError
    from tichu_sim.game.walk import walk

    console = sheet_console()
    shown = faults = 0
    for number, found in read_objects(file):
        if line and number != line:
            continue
        if shown:
            console.print(f"\n{'-' * 40}\n")
        shown += 1
        say_if_compiling(replay_kind(found), walk)
        fault = _show(console, found)
        if fault:
            faults += 1
            console.print(f"{file_name(file)}:{number}: {fault}", style="red", markup=False)
        if line:
            break
    if line and not shown:
        raise InputError(f"{file_name(file)} has no record on line {line}")
    if faults:
        raise typer.Exit(1)


def _show(console: Any, found: dict[str, Any]) -> str:
    # Prints the sheet as far as it is legal; returns what is wrong with the record.
    from tichu_sim.cli.sheet import Sheet
    from tichu_sim.game.events import FaultError, parse_event
    from tichu_sim.game.record import read_record
    from tichu_sim.game.referee import judge

    try:
        record = read_record(found)
    except FaultError as error:
        return f"{error.rule}: {error}"
    fault = judge(record)[1]
    events = record.events if fault is None or fault.event is None else record.events[: fault.event]
    for text in Sheet(record, [parse_event(event, record.rules) for event in events]).lines():
        console.print(text)
    return "" if fault is None else fault.line()
