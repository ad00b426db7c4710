"""The command line: Typer, one file a command, nothing heavy imported at the top."""
